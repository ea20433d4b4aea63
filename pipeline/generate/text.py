"""Document text as Python text: literals and docstrings that cannot be left from the inside."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

from pipeline.characters import HIDDEN, SPACES, escaped
from pipeline.types import Json, JsonObject
from pipeline.visible import code_span, visible

__all__ = [
    "cell",
    "docstring",
    "field_notes",
    "first_sentence",
    "literal",
    "paragraphs",
    "sentence",
]

_WIDTH = 96
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def literal(value: str | float | bool | tuple[Any, ...] | None) -> str:
    """A value as a Python expression: as `repr` has it, and the same in every version of Python."""
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    if not isinstance(value, str):
        return repr(value)
    quote = '"' if "'" in value and '"' not in value else "'"
    body = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return f"{quote}{SPACES.sub(_spelled, HIDDEN.sub(_spelled, body))}{quote}"


def _spelled(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or escaped(match[0])


def docstring(text: str, indent: int = 0) -> str:
    """A docstring in triple quotes, wrapped, for a place `indent` columns in.

    Whatever the text holds (quotes, backslashes, control and direction characters, braces), the
    result is one string literal with no escape that warns.
    """
    body = _escaped(_wrapped(text, _WIDTH - indent))
    lines = body.split("\n")
    pad = " " * indent
    if len(lines) == 1:
        return f'"""{lines[0]}"""'
    inner = "\n".join(pad + line if line else "" for line in lines[1:])
    return f'"""{lines[0]}\n{inner}\n{pad}"""'


def paragraphs(*parts: str | None) -> str:
    """The parts that are there, as paragraphs."""
    return "\n\n".join(p.strip() for p in parts if p and p.strip())


def first_sentence(text: str) -> str:
    """The first sentence or line of a description, without list markers."""
    line = text.strip().split("\n\n")[0].split("\n- ")[0].replace("\n", " ").removeprefix("- ")
    match = re.match(r".*?[.!?](?=\s|$)", line)
    return match.group() if match else line


def sentence(text: str) -> str:
    """A sentence with something at its end."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…", "。", "！", "？")) else f"{text}."


def cell(text: str) -> str:
    """Text as code in a cell of a Markdown table."""
    return code_span(text.replace("|", "\\u007c"))


def field_notes(schema: JsonObject) -> str:
    """What a schema says of its values beside the description: range, default, example."""
    notes: list[str] = []
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        notes.append(f"From {low} to {high}.")
    elif low is not None:
        notes.append(f"At least {low}.")
    elif high is not None:
        notes.append(f"At most {high}.")
    for keyword, words in (
        ("minItems", "At least {} items."),
        ("maxItems", "At most {} items."),
        ("minLength", "At least {} characters."),
        ("maxLength", "At most {} characters."),
    ):
        if schema.get(keyword) is not None:
            text = words.format(schema[keyword])
            notes.append(text.replace("s.", ".") if schema[keyword] == 1 else text)
    if "default" in schema:
        notes.append(f"The server's default is {_short(schema['default'])}.")
    examples = schema.get("examples") or ([schema["example"]] if "example" in schema else [])
    if examples:
        notes.append(f"Example: {_short(examples[0])}.")
    if schema.get("deprecated"):
        notes.append("Deprecated.")
    return " ".join(notes)


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if len(text) <= 80 else f"`{text[:76]}…`"


def _wrapped(text: str, width: int) -> str:
    out: list[str] = []
    for line in text.strip().split("\n"):
        stripped = line.rstrip()
        if len(stripped) <= width or stripped.lstrip().startswith("|"):
            out.append(stripped)
            continue
        lead = stripped[: len(stripped) - len(stripped.lstrip())]
        hang = lead + ("  " if re.match(r"\s*([-*]|[0-9]+\.)\s", stripped) else "")
        if re.match(r"\s*[A-Za-z0-9_\x80-\U0010ffff]+: ", stripped) and lead:
            hang = lead + "    "
        out.extend(
            textwrap.wrap(
                stripped,
                width,
                subsequent_indent=hang,
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
    return "\n".join(out)


def _escaped(text: str) -> str:
    # Half of a pair becomes text: no docstring may hold one, from Python 3.13 on.
    text = re.sub("[\ud800-\udfff]", lambda match: escaped(match[0]), text)
    text = text.replace("\\", "\\\\")
    # Quotes that would close the string: three or more, or any at the end.
    text = re.sub(r'"{3,}|"+\Z', lambda match: '\\"' * len(match.group()), text)
    return visible(text, "\n\t") or "…"
