"""YAML text into parser events, by libyaml or by PyYAML's own parser with the same outcome."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.events import Event, ScalarEvent
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError

from pipeline.errors import PipelineError, Problem

__all__ = ["YamlSyntaxError", "yaml_events"]

# c-printable of YAML 1.2, section 5.1: what a YAML stream may hold unescaped.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Ordinary characters in YAML 1.2, but line breaks in YAML 1.1 and so to PyYAML; and the byte order
# mark, on which its two parsers differ. They see private-use characters in place of these.
_HIDDEN = "\x85\u2028\u2029\ufeff"
_PRIVATE_USE = range(0xE000, 0xF900)


class YamlSyntaxError(PipelineError):
    """The text is not YAML, as against YAML whose content cannot be taken."""


class _PythonParser(Reader, Scanner, Parser):
    """PyYAML's own parser, for where it was built without libyaml, made to agree with it.

    The two differ on tabs: YAML (6.1, 6.2) allows them between tokens and inside plain scalars,
    only not as indentation. The methods are PyYAML's, with libyaml's handling of tabs. (A tab right
    after a tag, or before the first text of a block scalar, still gets an error from only one.)
    """

    _take_break: Any = Scanner.scan_line_break

    def __init__(self, stream: str) -> None:
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_to_next_token(self) -> None:
        while True:
            while self.peek() == " " or (
                self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)
            ):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0\r\n":
                    self.forward()
            if not self._take_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str] | None:
        length = 0
        while self.peek(length) in " \t":
            length += 1
        blanks = self.prefix(length)
        self.forward(length)
        if self.peek() not in "\r\n":
            return [blanks] if blanks else []
        self._take_break()
        self.allow_simple_key = True
        breaks: list[str] = []
        while not self._at_document_marker():
            if self.peek() not in " \t\r\n":
                return breaks or [" "]
            if self.peek() == "\t" and self.column < indent:
                raise ScannerError(
                    "while scanning a plain scalar",
                    start_mark,
                    "found a tab character that violates indentation",
                    self.get_mark(),
                )
            if self.peek() in " \t":
                self.forward()
            else:
                breaks.append(self._take_break())
        return None

    def _at_document_marker(self) -> bool:
        return self.column == 0 and self.prefix(3) in ("---", "...") and self.peek(3) in "\0 \t\r\n"


# None where PyYAML was built without libyaml: `yaml.cyaml` cannot be imported there.
_LIBYAML_PARSER: Any = vars(yaml.cyaml)["CParser"] if yaml.__with_libyaml__ else None


def yaml_events(
    text: str, document: str | None = None, first_line: int = 1, *, pure: bool = False
) -> Iterator[Event]:
    """The events of a YAML stream; marks count lines from 0, within `text`.

    Args:
        text: The text, without a byte order mark.
        document: What messages call it.
        first_line: The line the text starts on, for messages.
        pure: Use PyYAML's Python parser even where libyaml is there.

    Raises:
        YamlSyntaxError: if the text is not YAML.
    """
    if bad := _UNPRINTABLE.search(text):
        raise YamlSyntaxError(
            Problem(
                reason=f"the character U+{ord(bad[0]):04X} is not allowed in YAML",
                document=document,
                line=first_line + text.count("\n", 0, bad.start()),
                remedy="Write it as an escape in a double-quoted string, or leave it out",
            )
        )
    restore: dict[int, str] = {}
    if any(hidden in text for hidden in _HIDDEN):
        free = [code for code in _PRIVATE_USE if chr(code) not in text]
        restore = dict(zip(free, _HIDDEN, strict=False))
        text = text.translate({ord(hidden): code for code, hidden in restore.items()})
    factory: Any = _PythonParser if pure or _LIBYAML_PARSER is None else _LIBYAML_PARSER
    parser = factory(text)
    try:
        while parser.check_event():
            event: Any = parser.get_event()
            if restore and type(event) is ScalarEvent:
                event.value = event.value.translate(restore)
            yield event
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = "" if mark is None else f" (column {mark.column + 1})"
        parts = [part for part in (error.context, error.problem) if part]
        raise YamlSyntaxError(
            Problem(
                reason=f"not valid YAML: {', '.join(parts)}{place}",
                document=document,
                line=None if mark is None else first_line + mark.line,
            )
        ) from None
    except (ValueError, OverflowError):
        # Only PyYAML's own parser lets these out, from chr() and int().
        raise YamlSyntaxError(
            Problem(
                reason="not valid YAML: a number in an escape or a directive is out of range",
                document=document,
                line=first_line + int(parser.line),
            )
        ) from None
