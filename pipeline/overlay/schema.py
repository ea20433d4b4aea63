"""Validate overlay documents against the official JSON Schema of their version."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.pointer import join
from pipeline.types import Json, JsonObject

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

__all__ = ["VERSIONS", "Violation", "violations"]

# The feature versions whose schemas lie in `pipeline/schemas/overlay`.
VERSIONS = ("1.0", "1.1", "1.2")

_SCHEMAS = Path(__file__).parent.parent / "schemas" / "overlay"
_EXTENSION = "Delete it, or begin its name with 'x-' if it is an extension"
# The patterns of the schemas, put into words.
_PATTERNS = {
    r"^\$": ("is not a JSONPath query", "Begin it with '$'"),
    r"^[^#]*$": ("has a fragment", "Name the whole document: delete '#' and what follows"),
    r"^#\/components\/actions\/(?:[^~/]|~0|~1)+$": (
        "does not lead to a reusable action",
        "Write '#/components/actions/NAME', with '~' in the name as '~0' and '/' as '~1'",
    ),
}
# The characters of a URI reference (RFC 3986, section 2): jsonschema checks this format only with
# a further package installed, and then only on some platforms.
_URI_REFERENCE = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")


class Violation(NamedTuple):
    """JSON pointer into the overlay document, what is wrong there, and what to do about it."""

    pointer: str
    reason: str
    remedy: str


def violations(tree: Json, version: str) -> list[Violation]:
    """What the official schema of a feature version (one of `VERSIONS`) objects to."""
    validator = _validator(version)
    root: Any = validator.schema
    found = (v for error in validator.iter_errors(tree) for v in _told(error, root))
    return list(dict.fromkeys(found))


@cache
def _validator(version: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, FormatChecker

    formats = FormatChecker(formats=())
    formats.checks("uri-reference")(_is_uri_reference)
    schema = json.loads((_SCHEMAS / f"{version}.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema, format_checker=formats)


def _is_uri_reference(value: object) -> bool:
    return not isinstance(value, str) or _URI_REFERENCE.fullmatch(value) is not None


def _told(error: ValidationError, root: JsonObject) -> Iterator[Violation]:
    """One error of the validator as violations a person can act on."""
    pointer = join("", *error.absolute_path)
    value: Any = error.instance
    rule: Any = error.validator_value
    match error.validator:
        case "oneOf":
            # Only an action is a choice: with `$ref` it is a reusable action, else an inline one.
            branch = 0 if isinstance(value, dict) and "$ref" in value else 1
            for cause in error.context or ():
                if cause.schema_path[0] == branch:
                    yield from _told(cause, root)
        case "required":
            for key in rule:
                if key not in value:
                    yield Violation(pointer, f"the field {key!r} is missing", "Add it")
        case "unevaluatedProperties":
            known = _known_fields(error, root)
            for key in value:
                if key not in known and not key.startswith("x-"):
                    close = difflib.get_close_matches(key, sorted(known), n=1)
                    remedy = f"Did you mean {close[0]!r}?" if close else _EXTENSION
                    yield Violation(join(pointer, key), f"there is no field {key!r} here", remedy)
        case "type":
            allowed = rule if isinstance(rule, str) else " or ".join(rule)
            reason = f"expected {allowed}, found {_type_name(value)}"
            yield Violation(pointer, reason, f"Make it of type {allowed}")
        case "pattern":
            reason, remedy = _PATTERNS.get(rule, (f"does not match {rule}", "Correct it"))
            yield Violation(pointer, f"{value!r} {reason}", remedy)
        case "minItems":
            yield Violation(pointer, "the list is empty", "Add at least one entry")
        case "uniqueItems":
            yield Violation(pointer, _repeated(value), "Delete one of them")
        case "format":
            yield Violation(pointer, f"{value!r} is not a {rule}", "Percent-encode or correct it")
        case _:
            yield Violation(pointer, error.message, "See the Overlay Specification")


def _known_fields(error: ValidationError, root: JsonObject) -> set[str]:
    """The properties that the schema of an object names, its `allOf` and `$ref` included.

    `unevaluatedProperties` also trips over known properties whose value is invalid; those have
    errors of their own.
    """
    pending: list[Any] = [error.schema]
    names: set[str] = set()
    while pending:
        schema = pending.pop()
        names.update(schema.get("properties", ()))
        pending.extend(schema.get("allOf", ()))
        if "$ref" in schema:
            pending.append(root["$defs"][schema["$ref"].rpartition("/")[2]])
    return names


def _repeated(items: list[Json]) -> str:
    texts = [json.dumps(item, sort_keys=True, ensure_ascii=False) for item in items]
    later = next(i for i, text in enumerate(texts) if text in texts[:i])
    return f"entries {texts.index(texts[later]) + 1} and {later + 1} are the same"


def _type_name(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {str: "string", dict: "object", list: "array", int: "number", float: "number"}
    return names.get(type(value), type(value).__name__)
