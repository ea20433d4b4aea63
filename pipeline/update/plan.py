"""What would change: documents, wire and API of a checkout, compared with its last release."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.build import PACKAGE, merged, overlaid, telling_origins
from pipeline.changes.api import compare_api
from pipeline.changes.api_record import FORMAT, record_api
from pipeline.changes.change import Change
from pipeline.changes.documents import Edit, compare_documents
from pipeline.changes.report import ChangeReport
from pipeline.changes.wire import compare_wire
from pipeline.characters import settled
from pipeline.compose import load_runtime
from pipeline.errors import PipelineError, Problem
from pipeline.generate import generate
from pipeline.read import parse_document
from pipeline.sources import load, read_source, unknown_renames
from pipeline.surface import build_surface
from pipeline.types import Json, JsonObject
from pipeline.update.incoming import Incoming
from pipeline.update.listing import with_source
from pipeline.visible import code_span
from pipeline.write import to_json

__all__ = ["RELEASED", "Baseline", "State", "compare", "examine", "put", "read_baseline"]

# The folder of a checkout that holds what the last release was.
RELEASED = "released"


@dataclass(frozen=True, slots=True)
class Baseline:
    """The last release: its document and the record of its API; None before the first."""

    document: JsonObject | None
    api: JsonObject | None


@dataclass(frozen=True, slots=True)
class State:
    """What a checkout's inputs amount to: the document before and after overlays, and the API."""

    merged: JsonObject
    document: JsonObject
    api: JsonObject
    notes: tuple[str, ...] = ()

    def files(self, version: str) -> dict[str, bytes]:
        """What the folder of the last release holds once this is released under a version."""
        api = {"version": version, **self.api}
        return {"openapi.json": to_json(self.document), "api.json": to_json(api)}


def read_baseline(root: Path) -> Baseline:
    """The last release as the checkout records it.

    Raises:
        PipelineError: if a record is there and is none, or only one of the two is there: what is
            taken for a first release breaks nothing.
    """
    names = ("openapi.json", "api.json")
    document, api = (_record(root / RELEASED / name) for name in names)
    if (document is None) is not (api is None):
        there, gone = names if api is None else names[::-1]
        raise _bad_record(gone, f"the record is not there, and {there} is")
    if api is not None and api.get("format") != FORMAT:
        raise PipelineError(
            Problem(
                f"the record of the API has the format {api.get('format')!r}, and this is {FORMAT}",
                document=f"{RELEASED}/api.json",
                remedy="Record the release again with the pipeline it was made with",
            )
        )
    if api is not None and not _is_named(api.get("names")):
        raise _bad_record("api.json", "this is no record of an API")
    return Baseline(document, api)


def _record(path: Path) -> JsonObject | None:
    try:
        value: Json = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _bad_record(path.name, f"the record cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise _bad_record(path.name, "the record is no object")
    return value


def _is_named(names: Json) -> bool:
    return isinstance(names, dict) and all(
        isinstance(entry, dict) and "kind" in entry for entry in names.values()
    )


def _bad_record(name: str, reason: str) -> PipelineError:
    return PipelineError(
        Problem(
            reason,
            document=f"{RELEASED}/{name}",
            remedy="Restore it from git. Without the folder, what is there counts as the release",
        )
    )


def put(incoming: Iterable[Incoming], folder: Path) -> None:
    """Write documents, and what sources.toml says of them, into an `openapi/` folder."""
    listing = folder / "sources.toml"
    for item in incoming:
        (folder / item.source.file).write_bytes(item.data)
        text = with_source(listing.read_text(encoding="utf-8"), item.source)
        listing.write_text(text, encoding="utf-8", newline="\n")
    load(listing)


def examine(root: Path) -> State:
    """Read, merge, overlay, lint and generate; nothing is written.

    Raises:
        PipelineError: naming document, overlay action, pointer, reason and remedy.
    """
    whole = merged(root)
    applied = overlaid(whole.tree, root)
    document = applied.tree
    with telling_origins(root):
        surface = build_surface(document)
        templates = root / "generator-templates"
        modules = generate(
            surface,
            document,
            version="0",
            package_name=PACKAGE,
            templates=templates,
            runtime=root / "overlays" / "runtime",
        )
    runtime = load_runtime(root / "overlays")
    files = {**modules, **{f"{PACKAGE}/{path}": data for path, data in runtime.items()}}
    notes = (*whole.report.remarks(), *applied.notes, *surface.notes)
    return State(whole.tree, document, record_api(files, PACKAGE), notes)


def compare(
    root: Path, incoming: Iterable[Incoming], baseline: Baseline, state: State
) -> ChangeReport:
    """The report of a state against the last release, and of documents against those at hand.

    Args:
        root: The checkout as it is, with the documents before.
    """
    old_merged, unmerged = _merged_before(root)
    vendor, notes = _vendor_changes(old_merged, state.merged)
    document = baseline.document if baseline.document is not None else state.document
    return ChangeReport(
        sources=dict(_source_edits(root, incoming)),
        merged=[] if old_merged is None else list(compare_documents(old_merged, state.merged)),
        overlaid=list(compare_documents(document, state.document)),
        wire=compare_wire(document, state.document),
        api=[] if baseline.api is None else compare_api(baseline.api, state.api),
        vendor=vendor,
        notes=[*map(_quoted, state.notes), *unmerged, *notes],
    )


def _vendor_changes(
    old: JsonObject | None, new: JsonObject
) -> tuple[list[Change], tuple[str, ...]]:
    if old is None:
        return [], ()
    try:
        return compare_wire(old, new), ()
    except PipelineError as error:
        # Overlays have mended it: without them it is not an OpenAPI document that can be compared.
        reason = _quoted(error.problems[0])
        told = f"Without overlays the documents cannot be compared: {reason}"
        return [], (told,)


def _merged_before(root: Path) -> tuple[JsonObject | None, tuple[str, ...]]:
    """The documents at hand as one; people may have made sources.toml ready for the new ones."""
    try:
        return merged(root, ahead=True).tree, tuple(_renamed_since(root / "openapi"))
    except PipelineError as error:
        told = (
            "The documents before this update cannot be merged, so nothing is told of what the "
            f"vendor changed and overlays hide: {_quoted(error.problems[0])}"
        )
        return None, (told,)


def _renamed_since(folder: Path) -> Iterable[str]:
    """What people changed in the renames of sources.toml for the new documents' sake."""
    for source in load(folder / "sources.toml"):
        for old, new in unknown_renames(source, folder).items():
            yield (
                f"{code_span(source.file)} before this update has no {code_span(old)}, which "
                f"sources.toml renames to {code_span(new)}. Where {code_span(new)} takes the place "
                "of another schema, hidden changes have that as `$ref: to another schema`."
            )


def _quoted(message: object) -> str:
    """What a step says, with the same characters escaped in every version of Python."""
    return code_span(settled(str(message)))


def _source_edits(root: Path, incoming: Iterable[Incoming]) -> Iterable[tuple[str, list[Edit]]]:
    folder = root / "openapi"
    listed = {s.file: s for s in load(folder / "sources.toml")}
    for item in incoming:
        new = parse_document(item.data, item.source.file).tree
        if item.is_new:
            yield item.source.file, [Edit("added", "", after=item.source.operation)]
            continue
        try:
            old = read_source(replace(listed[item.source.file], renames={}), folder).tree
        except PipelineError:
            old = {}
        yield item.source.file, list(compare_documents(old, new))
