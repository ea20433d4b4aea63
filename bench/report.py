"""A run as a table for people, as JSON, and as the chart and table of docs/performance.md."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from .rows import Row

__all__ = ["as_json", "line", "save", "save_docs", "table_head"]

_CLIENTS = {
    "kimi": "evolink-kimi",
    "kimi_speed": "with extras",
    "openai": "openai",
    "anthropic": "anthropic",
    "mistral": "mistralai",
}
_BEGIN, _END = "<!-- bench: begin -->", "<!-- bench: end -->"


def table_head() -> str:
    """The head of the printed table."""
    peers = "".join(f"{_CLIENTS[name]:>11}" for name in ("openai", "anthropic", "mistral"))
    return f"{'':2}{'ratio to hand-written httpx':68}{'ours':>7}{'bar':>7}{peers}   ours   ±"


def line(row: Row) -> str:
    """A row as a line."""
    mark = {True: "✓", False: "✗", None: " "}[row.is_met]
    bar = "" if row.bar is None else f"{row.bar:.2f}"
    peers = "".join(
        f"{row.ratios[name]:11.1f}" if name in row.ratios else f"{'–':>11}"
        for name in ("openai", "anthropic", "mistral")
    )
    ours = row.values["kimi_speed" if row.key == "concurrent-speed" else "kimi"]
    apart = max((row.spread.get(name, 0.0) for name in ("kimi", "reference")), default=0.0)
    return (
        f"{mark} {row.what:68}{row.ratio:7.2f}{bar:>7}{peers} {ours:8.2f} {row.unit:3} ±{apart:.0%}"
    )


def as_json(rows: Sequence[Row], form: str) -> dict[str, Any]:
    """A run, and where it ran."""
    return {
        "form": form,
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "versions": _versions(),
        "rows": [{**row._asdict(), "met": row.is_met} for row in rows],
    }


def _versions() -> dict[str, str]:
    found = {}
    for name in ("evolink-kimi", "httpx", "openai", "anthropic", "mistralai", "httpx-aiohttp"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def save(run: dict[str, Any], folder: Path) -> Path:
    """Write a run into a folder, under the name of its form."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{run['form']}.json"
    text = json.dumps(run, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")
    return path


def save_docs(run: dict[str, Any], folder: Path) -> None:
    """Write a run's chart, and its table between the marks of `performance.md`."""
    page = folder / "performance.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    text = f"{before}{_BEGIN}\n{_markdown(run)}{_END}{after}"
    page.write_text(text, encoding="utf-8", newline="\n")
    (folder / "performance.svg").write_text(_chart(run), encoding="utf-8", newline="\n")


def _markdown(run: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items())
    lines = [
        f"{run['date'][:10]}, Python {run['python']}, {run['system']}, {run['cores']} cores; "
        f"{versions}.",
        "",
        "| what | bar | ours | openai | anthropic | mistralai | ours, absolute | ± |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in run["rows"]:
        ours = "kimi_speed" if row["key"] == "concurrent-speed" else "kimi"
        peers = [row["ratios"].get(name) for name in ("openai", "anthropic", "mistral")]
        bar = "" if row["bar"] is None else f"≤ {row['bar']:g}"
        ratio = f"{row['ratio']:.2f}" if row["met"] is not False else f"**{row['ratio']:.2f}**"
        apart = max((row["spread"].get(name, 0.0) for name in (ours, "reference")), default=0.0)
        cells = [
            row["what"],
            bar,
            ratio,
            *("" if peer is None else f"{peer:.1f}" for peer in peers),
            f"{row['values'][ours]:.2f} {row['unit']}",
            f"{apart:.0%}" if row["spread"] else "",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


# What the chart shows: the key of a row and a short name for it.
_SHOWN = (
    ("import-client", "import and make a client"),
    ("cold-chat", "cold start, chat"),
    ("chunks-stream-plain-chat", "chat events"),
    ("chunks-stream-sent-chat", "chat, as sent"),
    ("chunks-stream-unlike-chat", "chat, unlike events"),
    ("chunks-stream-plain-messages", "messages events"),
    ("chunks-stream-sent-messages", "messages, as sent"),
    ("chunks-stream-unlike-messages", "messages, unlike events"),
    ("chunks-stream-plain-responses", "responses events"),
    ("chunks-stream-sent-responses", "responses, as sent"),
    ("chunks-stream-unlike-responses", "responses, unlike events"),
    ("chunks-accumulate-plain-chat", "chat, accumulated"),
    ("chunks-accumulate-plain-messages", "messages, accumulated"),
    ("chunks-accumulate-plain-responses", "responses, accumulated"),
    ("call-chat", "JSON call, chat"),
    ("concurrent", "200 async streams"),
)
_COLOURS = {
    "kimi": "#2563eb",
    "openai": "#94a3b8",
    "anthropic": "#d6a77a",
    "mistral": "#c4b5d9",
}
_LEFT, _WIDTH, _BAR, _GAP = 170, 760, 11, 12
_LARGEST = 64.0


def _chart(run: dict[str, Any]) -> str:
    """Horizontal bars on a logarithmic axis: times the CPU of hand-written httpx."""
    rows = {row["key"]: row for row in run["rows"]}
    parts: list[str] = []
    y = 46
    for key, name in _SHOWN:
        ratios = rows[key]["ratios"] if key in rows else {}
        shown = [client for client in _COLOURS if client in ratios]
        middle = y + len(shown) * _BAR / 2 + 4
        parts.append(
            f'<text x="{_LEFT - 8}" y="{middle:g}" text-anchor="end">{escape(name)}</text>'
        )
        for client in shown:
            end = _x(ratios[client])
            begin, width = min(end, _x(1)), abs(end - _x(1))
            parts.append(
                f'<rect x="{begin:.1f}" y="{y}" width="{max(width, 1):.1f}" height="{_BAR - 1}" '
                f'fill="{_COLOURS[client]}"/>'
                f'<text x="{max(end, _x(1)) + 4:.1f}" y="{y + 9}" class="v">'
                f"{ratios[client]:.2f}</text>"
            )
            y += _BAR
        y += _GAP
    lines = [
        f'<line x1="{_x(mark):.1f}" x2="{_x(mark):.1f}" y1="34" y2="{y}" '
        f'stroke="{"#475569" if mark == 1 else "#e2e8f0"}"/>'
        f'<text x="{_x(mark):.1f}" y="30" text-anchor="middle" class="v">{mark:g}×</text>'
        for mark in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32)
    ]
    legend = "".join(
        f'<rect x="{_LEFT + 130 * index}" y="4" width="10" height="10" fill="{colour}"/>'
        f'<text x="{_LEFT + 14 + 130 * index}" y="13">{_CLIENTS[client]}</text>'
        for index, (client, colour) in enumerate(_COLOURS.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y + 4}" '
        'font-family="sans-serif" font-size="11">'
        "<title>CPU time as a multiple of hand-written httpx; less is better</title>"
        "<style>.v{font-size:9px;fill:#475569}</style>"
        f'<rect width="{_WIDTH}" height="{y + 4}" fill="white"/>'
        f"{legend}{''.join(lines)}{''.join(parts)}</svg>\n"
    )


def _x(ratio: float) -> float:
    """Where a ratio is on the axis, from 1/8 to `_LARGEST`."""
    from math import log2

    least = -3.0
    part = (log2(max(ratio, 0.125)) - least) / (log2(_LARGEST) - least)
    return _LEFT + part * (_WIDTH - _LEFT - 20)
