"""What can be imported, that it loads only when it is used, and what `help` shows."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path
from typing import Any

import evolink_kimi
import pytest
from evolink_kimi import Kimi, KimiError, types
from evolink_kimi.runtime import errors

MODULES = ("evolink_kimi", "evolink_kimi.types", "evolink_kimi.models", "evolink_kimi.params")


def run(code: str) -> Any:
    """The JSON that a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"import json, sys\n{code}"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(evolink_kimi.__file__).parents[1])},
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", MODULES)
def test_every_name_loads_and_is_listed(name: str) -> None:
    module = importlib.import_module(name)
    assert len(module.__all__) == len(set(module.__all__))
    for exported in module.__all__:
        assert getattr(module, exported) is not None
        assert exported in dir(module)
        assert exported == "__version__" or not exported.startswith("_")
    with pytest.raises(AttributeError, match="has no attribute 'NoSuchName'"):
        module.NoSuchName  # noqa: B018  # reading is what raises


@pytest.mark.parametrize("name", MODULES)
def test_star_import_gives_exactly_the_public_names(name: str) -> None:
    module = importlib.import_module(name)
    space: dict[str, Any] = {}
    exec(f"from {name} import *", space)
    del space["__builtins__"]
    assert sorted(space) == sorted(module.__all__)


def test_all_errors_and_what_calls_give_are_public() -> None:
    public = set(evolink_kimi.__all__)
    assert set(errors.__all__) <= public
    assert public.issuperset(
        "AsyncKimi AsyncResponse AsyncResponseStream AsyncStream AsyncStreamManager "
        "AsyncStreamedResponse Delta HTTPInfo Hooks Kimi RateLimit RawResponse RequestInfo "
        "ResponseInfo RetryInfo StreamedResponse "
        "Model OMIT ResponseStream Stream StreamManager StreamWarning SyncResponse Timeout "
        "ToolCall UnknownModel UsageSummary WireTypeWarning types".split()
    )


def test_types_holds_every_model_and_every_shape() -> None:
    from evolink_kimi import models, params

    assert sorted(types.__all__) == sorted([*models.__all__, *params.__all__])
    assert "UnknownContentBlock" in types.__all__


def test_importing_loads_no_models_and_no_http() -> None:
    loaded = run(
        "import evolink_kimi, evolink_kimi.types\n"
        "evolink_kimi.Kimi(api_key='key')\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert not [m for m in loaded if m.startswith(("evolink_kimi.models.", "evolink_kimi.params."))]
    assert not {"httpx", "attr", "typing_extensions", "dataclasses", "inspect"} & set(loaded)


def test_a_protocol_loads_only_its_own_models() -> None:
    loaded = run(
        "from evolink_kimi.types import ChatCompletion\n"
        "print(json.dumps([m for m in sys.modules if m.startswith('evolink_kimi.models.')]))"
    )
    assert set(loaded) <= {"evolink_kimi.models.chat", "evolink_kimi.models.shared"}


@pytest.mark.parametrize("name", MODULES[:2])
def test_public_classes_pickle_by_name(name: str) -> None:
    module = importlib.import_module(name)
    for exported in module.__all__:
        value = getattr(module, exported)
        if isinstance(value, type):
            assert pickle.loads(pickle.dumps(value)) is value


def test_every_error_pickles() -> None:
    for name in errors.__all__:
        error = getattr(evolink_kimi, name)("what happened", request_id="r", attempts=2)
        copied = pickle.loads(pickle.dumps(error))
        assert isinstance(copied, KimiError)
        assert str(copied) == str(error)
        assert vars(copied) == vars(error)


METHODS = ("chat.completions", "messages", "responses")


@pytest.mark.parametrize("resource", METHODS)
@pytest.mark.parametrize("method", ["create", "stream"])
def test_help_reads_well(resource: str, method: str) -> None:
    value: Any = Kimi(api_key="key")
    for part in (*resource.split("."), method):
        value = getattr(value, part)
    text = pydoc.plain(pydoc.render_doc(value))
    signature = inspect.signature(value)
    for name in signature.parameters:
        assert f"        {name}: " in text, f"{name} is not explained"
    assert "= OMIT" in text
    for heading in ("Args:", "Returns:", "Raises:"):
        assert f"\n    {heading}\n" in text
    # Not the signature, which is one long line before Python 3.13 and several after.
    assert max(map(len, (inspect.getdoc(value) or "").splitlines())) <= 96


def test_defaults_are_told_and_not_signatures() -> None:
    create: Any = Kimi(api_key="key").chat.completions.create
    assert "The server's default is `131072`" in create.__doc__
    assert (
        inspect.signature(create).parameters["max_completion_tokens"].default is evolink_kimi.OMIT
    )


@pytest.mark.parametrize("kind", [Kimi, evolink_kimi.AsyncKimi])
def test_a_client_completes_to_what_is_documented(kind: type[Any]) -> None:
    client = kind(api_key="key")
    resources = {"chat", "messages", "responses", "with_raw_response", "with_streaming_response"}
    told = {"base_urls", "close", "max_retries", "request", "servers", "timeout", "version"}
    more = {"aclose"} if kind is evolink_kimi.AsyncKimi else set()
    public = {name for name in dir(client) if not name.startswith("_")}
    assert public == resources | told | more | {"with_options"}
