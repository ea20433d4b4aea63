"""Texts that try to become more than text, and what no file may have become of them."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path

from pipeline.types import Tree

__all__ = ["PLANTED", "TEXTS", "check_code"]

PLANTED = "planted_name"
TEXTS = [
    f'x """\nimport os; {PLANTED}()\n"""',
    f"x '''\n{PLANTED}()\n'''",
    f'a"\n    {PLANTED} = 1 #',
    f"a'\n    {PLANTED} = 1 #",
    f'"+{PLANTED}()+"',
    f"'+{PLANTED}()+'",
    f"{{{{ {PLANTED} }}}} {{% include '{PLANTED}' %}} {{{PLANTED}()}}",
    f"${{{PLANTED}}} %s %({PLANTED})s \\N{{{PLANTED}}}",
    f"\r{PLANTED}()\r\n\x0b{PLANTED}()\x0c\x85{PLANTED}()\u2028{PLANTED}()\u2029",
    f"# {PLANTED}\n{PLANTED}()",
    "C:\\users \\d+ \\x \\",
    'ends with "',
    'ends with \\"',
    '"quoted"',
    '""""""',
    "\\" * 5 + '"""',
    "\u202e\u2066 bidi \u2069\u202c \ufeff \x00\x1b[31m \ud800",
    "]]> <script> `code` | table | --- \n- list\n# heading",
    "__import__('os').getcwd()",
    "noqa: F401 # type: ignore",
    "#!/bin/sh -*- coding: latin-1 -*-",
    f"\n::error file=a.py::{PLANTED}",
    f"::set-output name={PLANTED}::1\n  ::add-mask::{PLANTED}",
    f"##[set-env name=A]{PLANTED} ##vso[task.setvariable variable=a]{PLANTED}",
    f"\n/close {PLANTED}\n/merge\n",
    f"@{PLANTED} #1 https://{PLANTED}.example <https://{PLANTED}.example>",
    f"![{PLANTED}](https://{PLANTED}.example/a.png) [{PLANTED}](javascript:{PLANTED}())",
    f"<!-- bench: begin --> </details><img src=x onerror={PLANTED}()> --> <!-- bench: end -->",
    f"\n```\n{PLANTED}()\n```\n~~~\n{PLANTED}\n",
    f"`a` `` {PLANTED} ``` **{PLANTED}** ",
    f"\n## A second opinion\n\n## [9.9.9] - 2030-01-01\n\n- {PLANTED}\n",
    f"| {PLANTED} | b |\n|---|---|\n| c | {PLANTED} |",
    f'\n"""\n[[release]]\nversion = "9.9.9"\nchanges = "{PLANTED}"\n',
    f"\x1b]0;{PLANTED}\x07\x1b[2J\x9b31m\x7f\b\b{PLANTED}\u200b\u2067{PLANTED}",
]


def check_code(files: Tree, *, part: bool = True) -> None:
    """Every file parses and compiles without a warning, and no planted name is a name in it.

    Args:
        part: Whether it may not be part of a name either.
    """
    for path, data in files.items():
        assert not Path(path).is_absolute() and ".." not in Path(path).parts
        assert path.isascii() and path == path.strip()
        if not path.endswith(".py"):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compile(data, path, "exec")
        text = data.decode("utf-8")
        # Characters that hide or reorder what a reader sees are spelled out.
        assert not any(c in text for c in "\x00\x0b\x0c\x1b\x85\u2028\u2029\u202e\u2066\ufeff\r")
        for node in ast.walk(ast.parse(data)):
            found = [
                getattr(node, attribute, None)
                for attribute in ("id", "attr", "arg", "name", "module", "asname")
            ]
            for name in found:
                assert name != PLANTED, path
                assert not (part and isinstance(name, str) and PLANTED in name), path
