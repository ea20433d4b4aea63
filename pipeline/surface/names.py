"""Names for what the document leaves anonymous."""

from __future__ import annotations

import re

from pipeline.types import Json

__all__ = ["member_name", "pascal"]

_WORD = re.compile(r"[A-Za-z0-9]+")


def pascal(text: str) -> str:
    """`stop_reason` as `StopReason`; the case inside words is kept."""
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(text))


def member_name(hint: str, member: Json, index: int) -> str:
    """A name for an anonymous member of a union: by its one tag value, else by its number."""
    properties = member.get("properties", {}) if isinstance(member, dict) else {}
    for tag in ("type", "role", "object"):
        schema = properties.get(tag)
        values = isinstance(schema, dict) and (
            [schema["const"]] if "const" in schema else schema.get("enum")
        )
        if values and len(values) == 1 and isinstance(values[0], str):
            return f"{hint}{pascal(values[0])}"
    return f"{hint}Variant{index + 1}"
