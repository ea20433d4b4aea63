"""Models as users meet them: made, read, changed, checked, compared and shown."""

from __future__ import annotations

import copy
import datetime
import io
import pickle
import warnings
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import attrs
import pytest
from evolink_kimi import OMIT, WireTypeError, WireTypeWarning, types
from evolink_kimi.runtime import elsewhere, wire_warnings

USAGE: dict[str, Any] = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
MESSAGE: dict[str, Any] = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "kimi-k3",
    "content": [{"type": "text", "text": "Hi"}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 2},
}


@pytest.fixture(autouse=True)
def nothing_told() -> Iterator[None]:
    before = set(wire_warnings._told)
    wire_warnings._told.clear()
    yield
    wire_warnings._told.update(before)


# --- made


def test_plain_dicts_become_models() -> None:
    request = types.ChatCompletionRequest(
        model="kimi-k3",
        messages=({"role": "user", "content": "Hi"}, types.ChatSystemInputMessage(content="Be.")),
        tools=[{"type": "function", "function": {"name": "look", "parameters": {}}}],
        response_format={"type": "json_object"},
    )
    first, second = request.messages
    assert isinstance(first, types.ChatUserInputMessage)
    assert first.content == "Hi"
    assert isinstance(second, types.ChatSystemInputMessage)
    assert request.tools is not None
    assert request.tools[0].function.name == "look"
    assert request.to_dict() == {
        "model": "kimi-k3",
        "messages": [
            {"role": "user", "content": "Hi"},
            {"role": "system", "content": "Be."},
        ],
        "tools": [{"type": "function", "function": {"name": "look", "parameters": {}}}],
        "response_format": {"type": "json_object"},
    }


def test_models_inside_of_plain_dicts_are_taken() -> None:
    part = types.ChatTextPart(text="Hi")
    request = types.ChatCompletionRequest(
        model="kimi-k3", messages=[{"role": "user", "content": [part]}]
    )
    assert request.to_dict()["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]}
    ]


def test_a_given_model_is_kept_and_given_data_is_copied() -> None:
    message = types.ChatUserInputMessage(content="Hi")
    data: Any = {"role": "user", "content": "Hi"}
    request = types.ChatCompletionRequest(model="kimi-k3", messages=[message, data])
    data["content"] = "changed"
    message.content = "changed"
    assert request.messages[0] is message
    assert [m["content"] for m in request.to_dict()["messages"]] == ["changed", "Hi"]


def test_any_mapping_and_sequence_is_taken() -> None:
    schema = MappingProxyType({"type": "object", "required": ("a",)})
    function = types.ChatFunctionDefinition(name="look", parameters=schema)
    assert function.parameters == {"type": "object", "required": ["a"]}
    assert function.to_json() == ('{"name":"look","parameters":{"type":"object","required":["a"]}}')


def test_arguments_left_out_are_absent_and_none_is_null_where_allowed() -> None:
    assert types.ChatUsage(**USAGE).to_dict() == USAGE
    usage = types.ChatUsage(**USAGE, cached_tokens=None)
    assert usage.to_dict() == {**USAGE, "cached_tokens": None}
    assert types.ChatUserInputMessage(content="Hi", name=None).to_dict() == {
        "role": "user",
        "content": "Hi",
    }


def test_a_wrong_argument_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="contents"):
        types.ChatUserInputMessage(contents="Hi")  # type: ignore[call-arg]  # meant


# --- read


def test_a_missing_attribute_tells_of_keys_the_document_does_not_know() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "new": 1})
    with pytest.raises(AttributeError, match="read it from to_dict"):
        usage.new  # type: ignore[attr-defined]  # noqa: B018  # meant
    with pytest.raises(AttributeError, match=r"has no attribute 'newer'$"):
        usage.newer  # type: ignore[attr-defined]  # noqa: B018  # meant


@pytest.mark.parametrize(
    ("name", "here"),
    [("model_dump", "to_dict()"), ("json", "to_json()"), ("get", "to_dict().get(…)")],
)
def test_a_model_tells_what_is_called_otherwise_elsewhere(name: str, here: str) -> None:
    usage = types.ChatUsage.from_dict(dict(USAGE))
    with pytest.raises(AttributeError) as caught:
        getattr(usage, name)
    assert str(caught.value).endswith(f"no attribute {name!r}; here it is {here}")
    with pytest.raises(AttributeError, match="read it from to_dict"):
        getattr(types.ChatUsage.from_dict({name: 1}), name)


def test_what_a_model_tells_is_there() -> None:
    told = {here.partition("(")[0] for here in elsewhere._OF_MODELS.values()}
    assert told == {"copy.copy", "from_dict", "from_json", "to_dict", "to_json"}
    assert all(hasattr(types.ChatUsage, name) for name in told - {"copy.copy"})
    usage = types.ChatUsage.from_dict(dict(USAGE))
    assert copy.copy(usage) == pickle.loads(pickle.dumps(usage)) == attrs.evolve(usage) == usage


def test_a_model_never_changes_the_object_it_was_made_from() -> None:
    wire: dict[str, Any] = {**USAGE, "prompt_tokens_details": {"cached_tokens": 1}}
    usage = types.ChatUsage.from_dict(wire)
    usage.prompt_tokens = 10
    assert usage.prompt_tokens_details is not None
    usage.prompt_tokens_details.cached_tokens = 20
    assert wire == {**USAGE, "prompt_tokens_details": {"cached_tokens": 1}}


@pytest.mark.parametrize("data", [[], "{}", None, 1])
def test_from_dict_takes_dicts_only(data: Any) -> None:
    with pytest.raises(TypeError, match="takes a dict, not"):
        types.ChatUsage.from_dict(data)


@pytest.mark.parametrize(
    ("text", "error"),
    [("{", ValueError), ("NaN", ValueError), ("[]", TypeError), (b"1", TypeError)],
)
def test_from_json_takes_objects_only(text: str | bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        types.ChatUsage.from_json(text)


@pytest.mark.parametrize("data", [{}, None, io.StringIO("{}")])
def test_from_json_says_what_it_takes(data: Any) -> None:
    with pytest.raises(TypeError, match=r"^ChatUsage\.from_json takes JSON text, not "):
        types.ChatUsage.from_json(data)


def test_from_json_takes_text_and_bytes() -> None:
    assert types.ChatUsage.from_json('{"total_tokens": 3}').total_tokens == 3
    assert types.ChatUsage.from_json(b'\xef\xbb\xbf{"total_tokens": 3}').total_tokens == 3


# --- changed


def test_none_becomes_null_or_absence() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "cached_tokens": 1})
    usage.cached_tokens = None  # the document allows null
    assert usage.to_dict() == {**USAGE, "cached_tokens": None}
    message = types.ChatUserInputMessage.from_dict({"role": "user", "content": "", "name": "Ada"})
    message.name = None  # there is no null for it
    assert message.to_dict() == {"role": "user", "content": ""}


def test_evolve_keeps_nulls_and_unknown_keys_and_can_omit() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "cached_tokens": None, "new": 1})
    changed = attrs.evolve(usage, total_tokens=4)
    assert changed.to_dict() == {**USAGE, "total_tokens": 4, "cached_tokens": None, "new": 1}
    assert attrs.evolve(usage, cached_tokens=OMIT).to_dict() == {**USAGE, "new": 1}
    assert usage.to_dict() == {**USAGE, "cached_tokens": None, "new": 1}


def test_a_change_below_is_a_change() -> None:
    message = types.Message.from_dict(MESSAGE)
    block = message.content[0]
    assert isinstance(block, types.TextBlock)
    block.text = "changed"
    assert message.to_dict()["content"] == [{"type": "text", "text": "changed"}]
    assert MESSAGE["content"] == [{"type": "text", "text": "Hi"}]
    assert message.output_text == "changed"


@pytest.mark.parametrize(
    "make", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]
)
def test_a_copy_has_the_changes_and_is_apart(
    make: Callable[[types.Message], types.Message],
) -> None:
    message = types.Message.from_dict(copy.deepcopy(MESSAGE))
    message.id = "changed"
    block = message.content[0]
    assert isinstance(block, types.TextBlock)
    block.text = "changed"
    copied = make(message)
    assert copied == message
    assert copied.to_dict()["content"] == [{"type": "text", "text": "changed"}]
    block.text = "changed again"
    message._wire["model"] = "another"
    assert copied.id == "changed"
    assert copied.output_text == "changed"
    assert copied.model == "kimi-k3"


# --- wrong types


def test_a_wrong_type_is_kept_and_told_once_where_it_is_read() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "total_tokens": "3"})
    with pytest.warns(WireTypeWarning, match="'total_tokens' is a string, .* an integer") as told:
        value: Any = usage.total_tokens
    assert value == "3"
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = types.ChatUsage.from_dict({**USAGE, "total_tokens": "3"})
        assert again.total_tokens == value
    assert usage.to_dict()["total_tokens"] == "3"


def test_a_warning_made_an_error_is_one_each_time() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "total_tokens": "3"})
    for _ in range(2):
        with pytest.raises(WireTypeWarning):
            usage.total_tokens  # noqa: B018  # reading is what raises


def test_null_is_told_only_where_it_is_never_documented() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "total_tokens": None, "cached_tokens": None})
    assert usage.cached_tokens is None
    with pytest.warns(WireTypeWarning, match="'total_tokens' is null"):
        total: Any = usage.total_tokens
    assert total is None
    message = types.ChatUserInputMessage.from_dict({"role": "user", "content": "", "name": None})
    assert message.name is None


def test_items_of_a_wrong_type_are_kept_and_told() -> None:
    message = types.Message.from_dict({**MESSAGE, "content": ["Hi", *MESSAGE["content"]]})
    with pytest.warns(WireTypeWarning, match="an array of ContentBlock is a string") as told:
        first, second = message.content
    assert told[0].filename == __file__
    assert [first, second.type] == ["Hi", "text"]


def test_showing_and_writing_do_not_warn() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "total_tokens": "3"})
    assert "total_tokens='3'" in repr(usage)
    assert usage.to_dict()["total_tokens"] == "3"


WRONG = [
    ({**MESSAGE, "id": 1}, "/id", "Message", "a string", "an integer"),
    ({**MESSAGE, "id": None}, "/id", "Message", "a string", "null"),
    ({k: v for k, v in MESSAGE.items() if k != "id"}, "/id", "Message", "a string", "missing"),
    ({**MESSAGE, "content": "Hi"}, "/content", "Message", "an array", "a string"),
    ({**MESSAGE, "content": ["Hi"]}, "/content/0", "Message", "an object", "a string"),
    (
        {**MESSAGE, "content": [*MESSAGE["content"], {"type": "text", "text": True}]},
        "/content/1/text",
        "TextBlock",
        "a string",
        "a boolean",
    ),
    (
        {**MESSAGE, "usage": {"input_tokens": 1.0, "output_tokens": 2}},
        "/usage/input_tokens",
        "MessageUsage",
        "an integer",
        "a number",
    ),
]


@pytest.mark.parametrize(("wire", "pointer", "model", "expected", "found"), WRONG)
def test_strict_names_the_first_wrong_value(
    wire: dict[str, Any], pointer: str, model: str, expected: str, found: str
) -> None:
    with pytest.raises(WireTypeError) as caught:
        types.Message.from_dict(wire, strict=True)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.pointer, error.model) == (pointer, model)
    assert (error.expected, error.found) == (expected, found)
    assert str(error) == f"{pointer} of a Message is {found}, the document says {expected}"
    assert error.partial.to_dict() == wire


def test_what_is_new_passes_strictly() -> None:
    wire = {
        **MESSAGE,
        "stop_reason": "tired",
        "content": [{"type": "hologram", "text": 3}],
        "new": {"key": 1},
    }
    message = types.Message.from_dict(wire, strict=True)
    assert message.content[0].type == "unknown"
    assert message.to_dict() == wire


def test_a_changed_model_is_checked_as_it_is_now() -> None:
    message = types.Message.from_dict(MESSAGE)
    setattr(message.content[0], "text", 3)  # noqa: B010  # a mistake type checkers refuse
    with pytest.raises(WireTypeError) as caught:
        message.check()
    assert caught.value.pointer == "/content/0/text"


# --- compared and shown


def test_equality_is_of_class_and_json() -> None:
    usage = types.ChatUsage(**USAGE)
    assert usage == types.ChatUsage.from_dict(dict(USAGE))
    assert usage != types.ChatUsage(**{**USAGE, "total_tokens": 4})
    assert usage != types.ResponseUsage.from_dict(dict(USAGE))
    assert usage != USAGE
    with pytest.raises(TypeError, match="unhashable"):
        hash(usage)


def test_repr_shows_what_is_there() -> None:
    usage = types.ChatUsage.from_dict({**USAGE, "cached_tokens": None})
    assert repr(usage) == "ChatUsage(prompt_tokens=1, completion_tokens=2, total_tokens=3)"
    unknown = types.UnknownContentBlock.from_dict({"type": "new"})
    assert repr(unknown) == "UnknownContentBlock(raw={'type': 'new'})"


def test_repr_is_short() -> None:
    text = "word " * 1000
    message = types.Message.from_dict(
        {**MESSAGE, "content": [{"type": "text", "text": text}] * 50, "stop_sequence": text}
    )
    shown = repr(message)
    assert len(shown) < 2000
    assert "… (5000 characters)" in shown
    assert "… (50 items)" in shown
    function = types.ChatFunctionDefinition(name="f", parameters={str(n): text for n in range(99)})
    assert len(repr(function)) < 1500


def test_rich_and_ipython_show_the_same() -> None:
    rich = pytest.importorskip("rich.pretty")
    usage = types.ChatUsage(**USAGE)
    assert rich.pretty_repr(usage) == repr(usage)

    class Printer:
        """The part of IPython's printer that is used."""

        def __init__(self) -> None:
            self.out = ""

        def text(self, text: str) -> None:
            self.out += text

        def breakable(self, separator: str = " ") -> None:
            self.out += separator

        def pretty(self, value: object) -> None:
            self.out += repr(value)

        def group(self, indent: int, opening: str, closing: str) -> Any:
            from contextlib import contextmanager

            @contextmanager
            def grouped() -> Iterator[None]:
                self.text(opening)
                yield
                self.text(closing)

            return grouped()

    printer = Printer()
    usage._repr_pretty_(printer, False)
    assert printer.out == repr(usage)
    usage._repr_pretty_(printer, True)
    assert printer.out.endswith("ChatUsage(…)")


def test_match_takes_blocks_and_events_apart() -> None:
    assert types.TextBlock.__match_args__[:2] == ("type", "text")
    assert "_wire" not in types.TextBlock.__match_args__
    match types.Message.from_dict(MESSAGE).content[0]:
        case types.ThinkingBlock():
            raise AssertionError
        case types.TextBlock(text=text):
            assert text == "Hi"
    match types.UnknownMessageStreamEvent.from_dict({"type": "new", "x": 1}):
        case types.UnknownMessageStreamEvent(raw={"x": x}):
            assert x == 1


def test_aliases_serve_as_annotations() -> None:
    @attrs.define
    class Settings:
        model: types.KimiModel = "kimi-k3"
        since: datetime.date | None = None

    import typing

    assert typing.get_type_hints(Settings)["model"] == types.KimiModel
