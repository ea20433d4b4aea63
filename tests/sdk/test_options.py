"""Options: checked when given, immutable, and never showing a key."""

from __future__ import annotations

import math
import pickle
import socket
import traceback
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from overlays.runtime.attempts import Call, Shared, call_of
from overlays.runtime.client import SyncClient
from overlays.runtime.errors import ConfigurationError
from overlays.runtime.omit import OMIT
from overlays.runtime.operation import Operation, as_sent
from overlays.runtime.options import CallOptions, ClientOptions, Timeout
from overlays.runtime.parameters import header_parameters, query_parameters
from overlays.runtime.secret import Secret

KEY = "sk-very-secret"


def options(**given: Any) -> ClientOptions:
    return ClientOptions(**{"api_key": KEY, "base_url": "https://h", **given})


def call_with(made: ClientOptions, given: CallOptions) -> Call:
    return call_of(
        Shared(made.hosts),
        made,
        given,
        method="POST",
        path="/x",
        content=b"{}",
        stream=True,
        stays_open=True,
        user_agent="ours",
    )


def test_a_missing_key_names_its_variable() -> None:
    with pytest.raises(ConfigurationError, match="EVOLINK_API_KEY"):
        ClientOptions(base_url="https://h")


@pytest.mark.parametrize(
    ("key", "told"), [("", "is an empty string"), (b"k", "must be a string, not bytes")]
)
def test_what_is_wrong_with_a_key_is_told(key: Any, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        options(api_key=key)


@pytest.mark.parametrize("hooks", [print, {"on_event": print}])
def test_hooks_are_a_hooks(hooks: Any) -> None:
    with pytest.raises(ConfigurationError, match="hooks must be a Hooks, not"):
        options(hooks=hooks)


def test_the_environment_is_read_at_construction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVOLINK_API_KEY", KEY + "\n")
    monkeypatch.setenv("EVOLINK_BASE_URL", "https://a/, https://b")
    made = ClientOptions(servers=("https://c",))
    monkeypatch.setenv("EVOLINK_API_KEY", "other")
    assert made.api_key.reveal() == KEY
    assert made.hosts == ("https://a", "https://b")
    monkeypatch.delenv("EVOLINK_BASE_URL")
    assert ClientOptions(servers=("https://c", "https://d")).hosts == ("https://c", "https://d")


def test_what_is_wrong_in_the_environment_is_told_by_its_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EVOLINK_BASE_URL", "https://a b.example")
    with pytest.raises(ConfigurationError, match=r"^EVOLINK_BASE_URL must look like"):
        options(base_url=None)
    monkeypatch.setenv("EVOLINK_API_KEY", f"Bearer {KEY}")
    with pytest.raises(ConfigurationError, match=r"such as Bearer .*EVOLINK_API_KEY\)$") as caught:
        options(api_key=None)
    shown = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    frames = [frame for frame in shown.stack if "test_options" not in frame.filename]
    assert KEY not in str(caught.value) + "".join(str(frame.locals) for frame in frames)


@pytest.mark.parametrize("key", ["", f"{KEY}\n", f"{KEY} x", f"{KEY}\x00", f"{KEY}é"])
def test_bad_keys_are_refused_and_not_shown(key: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        options(api_key=key)
    shown = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    of_the_client = [frame for frame in shown.stack if "test_options" not in frame.filename]
    assert of_the_client
    assert KEY not in "".join(str(frame.locals) for frame in of_the_client)
    assert KEY not in str(caught.value)


def test_no_other_mistake_shows_the_key() -> None:
    with pytest.raises(ConfigurationError) as caught:
        options(base_url="nonsense")
    shown = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    frames = [frame for frame in shown.stack if "test_options" not in frame.filename]
    assert KEY not in "".join(str(frame.locals) for frame in frames)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "h",
        "ftp://h",
        "https://",
        "https://h:99999",
        "https://h?x=1",
        "https://h#f",
        "https://h\x00",
        "https://u:p@h",
        "http://[::1",
    ],
)
def test_bad_base_urls_are_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="base_url") as caught:
        options(base_url=url)
    assert "u:p" not in str(caught.value)


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(
    ("module", "name"), [("httpx", "URL"), ("pydantic", "HttpUrl"), ("yarl", "URL")]
)
def test_a_base_url_may_be_an_url_object(module: str, name: str, several: bool) -> None:
    url = getattr(pytest.importorskip(module), name)("https://h:8443/v1/")
    assert options(base_url=[url] if several else url).hosts == ("https://h:8443/v1",)
    with pytest.raises(ConfigurationError, match="user name") as caught:
        options(base_url=httpx.URL("https://u:p@h"))
    assert "u:p" not in str(caught.value)


@pytest.mark.parametrize("url", [5, True, b"https://h", object(), Path("h"), [5], [b"https://h"]])
def test_what_is_no_base_url_is_told(url: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"^base_url .* a string such as https://host"):
        options(base_url=url)


@pytest.mark.parametrize("url", [KEY, f"{KEY}/v1", [KEY], [KEY.encode()], f"{KEY}é"])
def test_a_key_in_the_place_of_a_base_url_is_not_shown(
    url: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigurationError, match=r"^base_url .*https://host") as caught:
        options(base_url=url)
    assert KEY not in str(caught.value)
    monkeypatch.setenv("EVOLINK_BASE_URL", KEY)
    with pytest.raises(ConfigurationError, match=r"^EVOLINK_BASE_URL must look") as caught:
        options(base_url=None)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-A": "a\r\nX-B: b"},
        {"X-A": "a\x00"},
        {"X A": "a"},
        {"": "a"},
        {"X-A:": "a"},
        {"X-A": 1},
        {"X-A": "snow \u2603"},
        {"X-A": " a"},
        {"Content-Length": "1"},
        {"transfer-encoding": "chunked"},
    ],
)
def test_headers_that_would_break_a_request_are_refused(headers: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match="default_headers"):
        options(default_headers=headers)


@pytest.mark.parametrize(
    "given",
    [
        {"timeout": 0},
        {"timeout": -1},
        {"timeout": float("nan")},
        {"timeout": True},
        {"timeout": "9"},
        {"max_retries": -1},
        {"max_retries": 1.5},
        {"max_retries": True},
        {"max_event_bytes": 0},
        {"max_event_bytes": None},
        {"max_retry_wait": 0},
        {"max_retry_wait": None},
    ],
)
def test_bad_numbers_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match=next(iter(given))):
        options(**given)


@pytest.mark.parametrize("name", ["strict", "retry_unanswered"])
@pytest.mark.parametrize("wrong", ["yes", "no", 1, None])
def test_what_is_on_or_off_is_told_so(name: str, wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} must be True or False, not {wrong!r}"):
        options(**{name: wrong})
    if wrong is not None:
        with pytest.raises(ConfigurationError, match=f"^{name} must be"):
            options().evolve(**{name: wrong})


@pytest.mark.parametrize("path", [5, True, b"x", "", ".", "logs/", Path("..")])
def test_a_recording_goes_to_a_file(path: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"^record must be the path of a file"):
        options(record=path)
    assert options(record=Path("logs") / "a.http").record == str(Path("logs/a.http"))


@pytest.mark.parametrize("longer", [math.inf, 2147484, 10**400])
@pytest.mark.parametrize("name", ["connect", "read", "write", "pool", "deadline"])
def test_a_limit_is_one_that_a_socket_can_wait(name: str, longer: float) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} is longer than 2147483 seconds"):
        Timeout(**{name: longer})
    limits = dict.fromkeys(LIMITS, 2147483)
    with socket.socket() as sock:
        sock.settimeout(Timeout(**limits).read)


def test_a_limit_has_a_name() -> None:
    with pytest.raises(TypeError, match=r"by name, such as Timeout\(read=5\)"):
        Timeout(5)  # type: ignore[arg-type]  # the mistake


@pytest.mark.parametrize("given", ["timeout", "max_retry_wait"])
def test_no_other_limit_is_endless_either(given: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{given} is longer than"):
        options(**{given: math.inf})


@pytest.mark.parametrize("name", ["default_headers", "default_query"])
@pytest.mark.parametrize("wrong", [f"x-key: {KEY}", [("x-key", KEY)], [], 7, {KEY}])
def test_what_is_no_mapping_is_told_and_not_shown(name: str, wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} must be a mapping, not") as caught:
        options(**{name: wrong})
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("what", ["extra_headers", "extra_query"])
@pytest.mark.parametrize("wrong", ["a=1", ["a"], 7, b""])
def test_what_a_call_is_told_is_a_mapping_too(what: str, wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"^{what} must be a mapping, not"):
        call_with(options(), CallOptions(**{what: wrong}))
    of_parameters = header_parameters if what == "extra_headers" else query_parameters
    with pytest.raises(ConfigurationError, match=f"^{what} must be a mapping, not"):
        of_parameters({}, wrong)


class _Model:
    def to_dict(self) -> dict[str, Any]:
        return {}


@pytest.mark.parametrize("wrong", [{"a": 1}, [["a"]], {"a"}, b"a", _Model(), [{"a": 1}]])
def test_parameters_are_plain_values_and_lists_of_them(wrong: Any) -> None:
    for of_parameters in (query_parameters, header_parameters):
        with pytest.raises(TypeError, match=r"^the parameter 'a' takes text, a number or"):
            of_parameters({"a": wrong}, None)
    operation = Operation[Any, Any](
        id="x.y", method="GET", path="/{a}", response=as_sent, event=as_sent
    )
    with pytest.raises(TypeError, match=r"^the parameter 'a' takes text"):
        operation.with_path({"a": wrong})


@pytest.mark.parametrize("name", ["default_headers", "default_query"])
def test_names_are_texts(name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name}: the name 7 is not a string"):
        options(**{name: {7: "x"}})


def test_nothing_is_unlimited_by_default() -> None:
    timeout = options().timeout
    assert (timeout.connect, timeout.read, timeout.write, timeout.pool) == (10, 600, 60, 60)
    assert options(timeout=5).timeout == Timeout(connect=5, read=5, write=5, pool=5)
    assert options(timeout=90).timeout.connect == 10
    assert options(timeout=Timeout(read=None)).timeout.read is None


def test_the_key_shows_nowhere_but_travels_in_a_pickle() -> None:
    made = options(default_headers={"X-Tenant": "t1"}, default_query={"q": 1}, timeout=3)
    assert KEY not in repr(made)
    assert KEY not in repr(made.api_key)
    restored = pickle.loads(pickle.dumps(made))
    assert restored.api_key.reveal() == KEY
    assert restored.default_headers == {"x-tenant": "t1"}
    assert repr(restored) == repr(made)


def test_evolve_leaves_the_original() -> None:
    made = options(max_retries=1)
    changed = made.evolve(max_retries=7, base_url=["https://x", "https://y"])
    assert (made.max_retries, changed.max_retries) == (1, 7)
    assert (made.hosts, changed.hosts) == (("https://h",), ("https://x", "https://y"))
    assert changed.api_key.reveal() == KEY


def test_a_function_gives_the_key_anew_each_time() -> None:
    keys = iter(["one", "two", "bad key"])
    secret = Secret(lambda: next(keys))
    assert secret.is_callable
    assert [secret.reveal(), secret.reveal()] == ["one", "two"]
    with pytest.raises(ConfigurationError, match="space") as caught:
        secret.reveal()
    assert "bad key" not in str(caught.value)


async def _key() -> str:
    return KEY


@pytest.mark.parametrize("given", [_key, lambda: 7, lambda: None])
def test_functions_that_give_no_key(given: Callable[[], Any]) -> None:
    with pytest.raises(ConfigurationError):
        Secret(given).reveal()


def test_options_of_a_call_go_over_those_of_the_client() -> None:
    made = options(
        default_headers={"User-Agent": "mine", "X-A": "1", "X-B": "2"},
        default_query={"a": 1, "b": 2},
        max_retries=5,
    )
    call = call_with(
        made,
        CallOptions(
            extra_headers={"x-a": None, "X-C": "3"}, extra_query={"b": None, "c": [1, 2]}, timeout=4
        ),
    )
    attempt = call.next_attempt()
    assert attempt.headers["user-agent"] == "mine"
    assert "x-a" not in attempt.headers
    assert (attempt.headers["x-b"], attempt.headers["x-c"]) == ("2", "3")
    assert call.query == "a=1&c=1&c=2"
    assert attempt.timeout.read == 4
    assert made.default_query == {"a": 1, "b": 2}


def made_client(**given: Any) -> SyncClient:
    return SyncClient(api_key=KEY, base_url="https://h", **given)


FULL = Timeout(connect=3, read=4, write=5, pool=6, deadline=7)
LIMITS = ("connect", "read", "write", "pool", "deadline")


@pytest.mark.parametrize(
    ("given", "limits"),
    [
        (OMIT, (3, 4, 5, 6, 7)),
        (None, (None, None, None, None, None)),
        (2, (2, 2, 2, 2, 7)),
        (60, (3, 60, 60, 60, 7)),
        (Timeout(read=1), (3, 1, 5, 6, 7)),
        (Timeout(connect=None, deadline=None), (None, 4, 5, 6, None)),
        (Timeout(read=1).evolve(pool=2), (3, 1, 5, 2, 7)),
        (Timeout(), (3, 4, 5, 6, 7)),
        (httpx.Timeout(2, read=1, pool=None), (2, 1, 2, None, 7)),
        (SimpleNamespace(connect=1, read=None, write=1, pool=1), (1, None, 1, 1, 7)),
    ],
)
def test_time_limits_merge_limit_by_limit(given: Any, limits: tuple[float | None, ...]) -> None:
    """At a call, at `with_options`, and both over another's; a deadline of the call goes last."""
    client = made_client(timeout=FULL)
    copied = client.with_options(timeout=given)
    of_a_call = call_with(client._options, CallOptions(timeout=given))._timeout
    of_a_copy = call_with(copied._options, CallOptions(timeout=Timeout()))._timeout
    for merged in (copied.timeout, of_a_call, of_a_copy):
        assert tuple(getattr(merged, name) for name in LIMITS) == limits
    for deadline in (9, None):
        call = call_with(client._options, CallOptions(timeout=given, deadline=deadline))
        assert call._timeout == of_a_call.evolve(deadline=deadline)
    assert client.timeout == FULL
    # Of a copy all limits are known, and are taken over as they are.
    assert made_client(timeout=copied.timeout).timeout == copied.timeout
    assert pickle.loads(pickle.dumps(copied)).timeout == copied.timeout


def test_a_client_without_limits_may_be_asked_for() -> None:
    assert options(timeout=None).timeout == Timeout(**dict.fromkeys(LIMITS))
    made = options(timeout=None)
    assert call_with(made, CallOptions(timeout=5))._timeout.connect == 5


@pytest.mark.parametrize("given", [httpx.Timeout(0), "9", True, (1, 2), {"read": 3}, object()])
def test_no_timeout_is_told_wherever_it_is_given(given: Any) -> None:
    client = made_client()
    for use in (
        lambda: made_client(timeout=given),
        lambda: client.with_options(timeout=given),
        lambda: client.request("GET", "/x", timeout=given),
    ):
        with pytest.raises(ConfigurationError, match="must be a positive number of seconds, not"):
            use()


def test_a_document_without_a_server_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        with pytest.raises(ConfigurationError, match=r"^No base URL, as the API's document names"):
            ClientOptions(api_key=KEY, servers=())
        monkeypatch.setenv("EVOLINK_BASE_URL", " ")
    with pytest.raises(ConfigurationError, match=r"^base_url is empty"):
        ClientOptions(api_key=KEY, base_url=[])
