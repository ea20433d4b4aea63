"""The statements of a model's `_view`: straight-line code that reads the fields of an answer.

They fill the attributes whose values are of the documented types. What is not, and what takes more
than a call to read, is left to `Model.__getattr__`, which reads it, and tells of it, at first use.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.generate.code import Decoder

__all__ = ["view_statements", "viewed_class"]

_PYTHON_TYPES = {
    "STRING": ("str",),
    "INTEGER": ("int",),
    "NUMBER": ("float", "int"),
    "BOOLEAN": ("bool",),
    "OBJECT": ("dict",),
    "ARRAY": ("list",),
}


def view_statements(
    name: str, wire_code: str, decoder: Decoder, *, nullable: bool, required: bool
) -> list[str]:
    """Statements that read one field; none if it is left to the first use.

    They know `self` and `wire`. Those of a required field raise KeyError where it is absent; an
    optional one reads None then. A null where the document has none is left, as that is to be told
    of.
    """
    value = _value_code(decoder)
    kinds = decoder.kinds
    if value is None and decoder.plain:
        # A value of the other types is left to the first use.
        value, kinds = "value", decoder.plain
    test = _test_code(kinds)
    if value is None or test is None:
        return []
    if required:
        return list(_statements(name, wire_code, value, test, nullable))
    if not test:
        return [f"self.{name} = wire.get({wire_code})"]
    # Mostly absent, so asked for first.
    return [
        f"if {wire_code} not in wire:",
        f"    self.{name} = None",
        "else:",
        *(f"    {line}" for line in _statements(name, wire_code, value, test, nullable)),
    ]


def _statements(name: str, wire_code: str, value: str, test: str, nullable: bool) -> Iterator[str]:
    """Statements that read a field which is there."""
    if not test:
        yield f"self.{name} = wire[{wire_code}]"
        return
    yield f"value = wire[{wire_code}]"
    if nullable and value == "value":
        yield f"if value is None or {test}:"
        yield f"    self.{name} = value"
        return
    yield f"if {test}:"
    if value.startswith("["):
        # One of several items that is no object leaves all of them to the first use.
        yield f"    items_{name} = []"
        yield "    for item in value:"
        yield "        if type(item) is not dict:"
        yield "            break"
        yield f"        items_{name}.append({value[1:].partition(' for ')[0]})"
        yield "    else:"
        yield f"        self.{name} = items_{name}"
    else:
        yield f"    self.{name} = {value}"
    if nullable:
        yield "elif value is None:"
        yield f"    self.{name} = None"


def _value_code(decoder: Decoder) -> str | None:
    """The expression of the attribute's value; None if it takes more than a call."""
    decode = decoder.decode
    if decode is None:
        return "value"
    inner = decode.removeprefix("list_of(").removesuffix(")") if "(" in decode else decode
    if not inner.removesuffix("._view").isidentifier() or decoder.kinds == ("STRING",):
        return None
    call = f"view_{inner.removesuffix('._view')}" if inner.endswith("._view") else inner
    if inner == decode:
        return f"{call}(value)" if decoder.kinds == ("OBJECT",) else None
    return f"[{call}(item) for item in value]" if decoder.kinds == ("ARRAY",) else None


def viewed_class(decoder: Decoder) -> str | None:
    """The class X whose `view_X`, a name for its `_view` that needs no lookup, is called."""
    value = _value_code(decoder) or ""
    name = value.partition("view_")[2].partition("(")[0]
    return name or None


def _test_code(kinds: tuple[str, ...]) -> str | None:
    """The condition under which a value is of these types; "" for any, None if it is not known."""
    if not kinds:
        return ""
    types: dict[str, None] = {}
    for kind in kinds:
        if kind not in _PYTHON_TYPES:
            return None
        types.update(dict.fromkeys(_PYTHON_TYPES[kind]))
    tests = [f"type(value) is {kind}" for kind in types]
    return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
