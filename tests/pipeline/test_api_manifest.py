"""The API in a neutral form, and the difference of two."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pipeline.api_manifest import api_manifest, changes, main, manifest_file
from pipeline.build import document
from pipeline.surface import build_surface

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def merged() -> dict[str, Any]:
    return document(ROOT)


@pytest.fixture(scope="module")
def manifest(merged: dict[str, Any]) -> dict[str, Any]:
    return api_manifest(build_surface(merged))


def test_it_tells_operations_parameters_models_enums_events_and_errors(
    manifest: dict[str, Any],
) -> None:
    create = manifest["operations"]["chat.completions.create"]
    assert (create["resource"], create["method"]) == ("chat.completions", "create")
    assert create["http"] == "POST /v1/chat/completions"
    assert create["parameters"]["messages"] == {
        "in": "body",
        "type": "list<ChatInputMessage>",
        "required": True,
        "nullable": False,
    }
    assert create["returns"] == "ChatCompletion"
    assert create["stream"]["event"] == "ChatCompletionChunk"
    assert create["stream"]["sentinel"] == "[DONE]"
    assert create["errors"]["401"] == "ChatErrorResponse"
    assert manifest["operations"]["messages.create"]["errors"]["401"] == "MessagesErrorResponse"
    assert manifest["enums"]["KimiModel"]["open"] is True
    assert "kimi-k3" in manifest["enums"]["KimiModel"]["values"]
    assert manifest["unions"]["MessageStreamEvent"]["members"]["message_stop"] == "MessageStopEvent"
    assert manifest["models"]["Message"]["fields"]["stop_reason"]["nullable"] is True


def test_every_component_is_in_it_once(merged: dict[str, Any], manifest: dict[str, Any]) -> None:
    kinds = ("models", "unions", "enums", "aliases")
    names = [name for kind in kinds for name in manifest[kind]]
    assert len(names) == len(set(names))
    assert set(merged["components"]["schemas"]) <= set(names)


def test_the_order_of_the_document_does_not_show(merged: dict[str, Any]) -> None:
    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            items = [(k, shuffled(v)) for k, v in value.items()]
            generator.shuffle(items)
            return dict(items)
        return [shuffled(item) for item in value] if isinstance(value, list) else value

    generator = random.Random(1)
    assert manifest_file(build_surface(shuffled(merged))) == manifest_file(build_surface(merged))


def test_differences_are_readable(manifest: dict[str, Any]) -> None:
    new = copy.deepcopy(manifest)
    operation = new["operations"]["messages.create"]
    del operation["parameters"]["system"]
    operation["parameters"]["seed"] = {"in": "body", "type": "integer", "required": True}
    new["models"]["Message"]["fields"]["id"]["required"] = False
    new["enums"]["KimiModel"]["values"].append("kimi-k4")
    old_system = manifest["operations"]["messages.create"]["parameters"]["system"]["type"]
    assert list(changes(manifest, new)) == [
        "+ enums.KimiModel.values: kimi-k4",
        "~ models.Message.fields.id.required: true → false",
        "+ operations.messages.create.parameters.seed: integer, required",
        f"- operations.messages.create.parameters.system: {old_system}",
    ]
    assert list(changes(manifest, copy.deepcopy(manifest))) == []


def test_the_command_tells_the_difference_and_refuses_other_files(
    manifest: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, other = (tmp_path / name for name in ("old.json", "new.json", "other.json"))
    old.write_text(json.dumps(manifest), encoding="utf-8")
    new.write_text(json.dumps({**manifest, "enums": {}}), encoding="utf-8")
    other.write_text("[]", encoding="utf-8")
    assert main([str(old), str(old)]) == 0
    assert capsys.readouterr().out == "no difference\n"
    assert main([str(old), str(new)]) == 1
    assert "- enums.KimiModel" in capsys.readouterr().out
    assert main([str(old), str(other)]) == 2
    assert "not an API manifest" in capsys.readouterr().err
    assert main([str(old), str(tmp_path / "none.json")]) == 2


def test_the_difference_is_told_on_a_stream_without_unicode(
    manifest: dict[str, Any], tmp_path: Path
) -> None:
    new = copy.deepcopy(manifest)
    new["operations"]["messages.create"]["http"] = "POST /näher"
    paths = []
    for name, value in (("old.json", manifest), ("new.json", new)):
        paths.append(tmp_path / name)
        paths[-1].write_text(json.dumps(value), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.api_manifest", *map(str, paths)],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (
        "~ operations.messages.create.http: POST /v1/messages \\u2192 POST /n\\xe4her\n"
    )
