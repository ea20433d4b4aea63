"""Changing sources.toml: the lines of one source, with comments and all else left as they are."""

from __future__ import annotations

import json
import re

from pipeline.errors import PipelineError, Problem
from pipeline.sources import Source

__all__ = ["with_source"]

_TABLE = re.compile(r"^\[\[source\]\][ \t]*$", re.MULTILINE)
_SET_BY_UPDATES = ("sha256", "etag", "modified")


def with_source(text: str, source: Source) -> str:
    """A list of sources in which one is brought up to date, or added at its end.

    Raises:
        PipelineError: if the file's lines are not laid out as this pipeline writes them.
    """
    starts = [match.start() for match in _TABLE.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        if re.search(rf'^file = "{re.escape(source.file)}"$', text[start:end], re.MULTILINE):
            return text[:start] + _updated(text[start:end], source) + text[end:]
    keys = ("file", "page", "operation", "sha256", "etag", "modified", "prefix")
    lines = [f"{key} = {_string(value)}" for key in keys if (value := getattr(source, key))]
    return f"{text.rstrip()}\n\n[[source]]\n" + "\n".join(lines) + "\n"


def _updated(table: str, source: Source) -> str:
    # Renames are a table of their own below; keys of the same names there are not meant.
    own, mark, rest = table.partition("\n[")
    for key in _SET_BY_UPDATES:
        value = getattr(source, key)
        new = f"{key} = {_string(value)}\n" if value else ""
        found = re.search(rf"^{key} = .*\n?", own, re.MULTILINE)
        if found is not None:
            own = own[: found.start()] + new + own[found.end() :]
        elif new:
            anchor = re.search(r"^sha256 = .*\n?", own, re.MULTILINE)
            if anchor is None:
                raise PipelineError(
                    Problem(
                        f"the line `sha256 = …` of {source.file} is not to be found",
                        document="sources.toml",
                        remedy="Write each key of a source on a line of its own",
                    )
                )
            own = own[: anchor.end()] + new + own[anchor.end() :]
    return own + mark + rest


def _string(value: str) -> str:
    """A basic string of TOML; JSON's escapes are among TOML's."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
