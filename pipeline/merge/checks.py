"""What must hold before documents can be merged, and what no merge can mend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.errors import Problem
from pipeline.grammar import HTTP_METHODS, Node, component_kind, walk
from pipeline.merge.naming import Naming
from pipeline.merge.report import MergePart
from pipeline.merge.source import Found, Source, mapping_of
from pipeline.pointer import join, resolve
from pipeline.types import Json

__all__ = ["check_operation_ids", "check_parts", "check_requirements", "snake"]

_PREFIX = re.compile(r"([A-Za-z][A-Za-z0-9]*)?")
_VERSION = re.compile(r"3\.[01]\.\d+(-.+)?")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|\d+|[^\W\d_A-Za-z]+")


def check_parts(parts: Sequence[MergePart]) -> list[Problem]:
    """Problems that make parts unfit to be read at all, of all parts together."""
    problems: list[Problem] = []
    names: set[str] = set()
    for part in parts:
        name = part.document.name
        if name in names:
            problems.append(
                Problem(
                    "two of the documents to merge have this name",
                    document=name,
                    remedy="Give each document a name of its own",
                )
            )
        names.add(name)
        if not _PREFIX.fullmatch(part.prefix):
            problems.append(
                Problem(
                    f"the component prefix {part.prefix!r} is no word of ASCII letters and digits",
                    document=name,
                    remedy="Use a prefix in PascalCase, such as Chat",
                )
            )
        lines = part.document.lines
        problems.extend(
            Problem(reason, document=name, pointer=pointer, line=lines.get(pointer))
            for pointer, reason in _shape(part.document.tree)
        )
    return problems


def _shape(tree: Json) -> Iterator[tuple[str, str]]:
    """Pointers and reasons for what the merge relies on and the document does not have."""
    if not isinstance(tree, dict):
        yield "", "an OpenAPI document is an object"
        return
    version = tree.get("openapi")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        yield "/openapi", f"OpenAPI 3.0 and 3.1 can be merged, this is {version!r}"
    for key in ("info", "paths", "webhooks", "components"):
        if not isinstance(tree.get(key, {}), dict):
            yield join("", key), f"{key} must be an object"
    for key in ("servers", "security", "tags"):
        entries = tree.get(key, [])
        if not isinstance(entries, list):
            yield join("", key), f"{key} must be a list"
            continue
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict):
                yield join("", key, index), f"an entry of {key} must be an object"
            elif key == "tags" and not isinstance(entry.get("name"), str):
                yield join("", key, index), "a tag needs a name"
    yield from _tags_twice(tree.get("tags"))
    components = tree.get("components")
    for section, entries in components.items() if isinstance(components, dict) else ():
        if component_kind(section) is not None and not isinstance(entries, dict):
            yield join("/components", section), f"{section} must be an object"
        elif section != "schemas" and component_kind(section) is not None:
            for name, value in entries.items():
                if not isinstance(value, dict):
                    yield (
                        join("/components", section, name),
                        "a component must be an object",
                    )
    for key in ("paths", "webhooks"):
        items = tree.get(key)
        for path, item in items.items() if isinstance(items, dict) else ():
            if not path.startswith("x-") and not isinstance(item, dict):
                yield join("", key, path), "a path item must be an object"
    for node in walk(tree):
        if node.kind == "path-item":
            yield from _lists(node, ("parameters",), dict)
            for method in HTTP_METHODS:
                if not isinstance(node.value.get(method, {}), dict):
                    yield join(node.pointer, method), "an operation must be an object"
        elif node.kind == "operation":
            yield from _lists(node, ("parameters", "security", "servers"), dict)
            yield from _lists(node, ("tags",), str)
            if not isinstance(node.value.get("operationId", ""), str):
                yield join(node.pointer, "operationId"), "operationId must be a string"


def _tags_twice(tags: Json) -> Iterator[tuple[str, str]]:
    names: set[str] = set()
    for index, tag in enumerate(tags if isinstance(tags, list) else ()):
        name = tag.get("name") if isinstance(tag, dict) else None
        if isinstance(name, str) and name in names:
            yield join("/tags", index), f"the tag {name} is declared twice"
        elif isinstance(name, str):
            names.add(name)


def _lists(node: Node, keys: Sequence[str], item: type) -> Iterator[tuple[str, str]]:
    what = "strings" if item is str else "objects"
    for key in keys:
        value = node.value.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, item) for entry in value):
            yield join(node.pointer, key), f"{key} must be a list of {what}"


def check_requirements(source: Source, problems: list[Problem]) -> None:
    """Names that must be of something in the same document: schemes, operations, mapped schemas."""
    schemes = source.tree.get("components", {}).get("securitySchemes", {})
    operations = {n.value.get("operationId") for n in source.nodes if n.kind == "operation"}
    for node in source.nodes:
        if node.kind == "security-requirement":
            for name in node.value:
                if name not in schemes:
                    problems.append(
                        source.problem(
                            f"the security requirement names {name}, which is no security scheme",
                            join(node.pointer, name),
                            "Declare it under #/components/securitySchemes",
                        )
                    )
        elif node.kind == "link":
            wanted = node.value.get("operationId")
            if wanted is not None and wanted not in operations:
                problems.append(
                    source.problem(
                        f"the link names the operation {wanted!r}, which is not in the document",
                        join(node.pointer, "operationId"),
                    )
                )
        elif node.kind == "schema":
            for tag, text in mapping_of(node.value).items():
                if not isinstance(text, str):
                    problems.append(
                        source.problem(
                            "a discriminator mapping entry must be a string",
                            join(node.pointer, "discriminator", "mapping", tag),
                            "Write the name or the URI of a schema",
                        )
                    )


def snake(name: str) -> str:
    """`createMessage`, `CreateMessage`, `create-message` and `create.message`: `create_message`."""
    return "_".join(word.casefold() for word in _WORD.findall(name))


def check_operation_ids(
    sources: Sequence[Source],
    found: Sequence[Found],
    naming: Naming,
    problems: list[Problem],
) -> None:
    """Operation ids that are equal, or become so in snake case or without regard to case.

    Counts every operation that is written down: under paths, webhooks and callbacks, and in
    components. An operation in a component that documents share is one; behind two paths it is two.
    """
    _no_operation_twice(sources, found, naming, problems)
    owners: dict[str, tuple[tuple[Json, ...], Source, str, str]] = {}
    for source in sources:
        for node in source.nodes:
            name = node.value.get("operationId") if node.kind == "operation" else None
            if not isinstance(name, str):
                continue
            identity = naming.identity(source.target_at(node.pointer))
            keys = (f"case {name.casefold()}", f"snake {snake(name)}")
            known_as = [
                owners.setdefault(key, (identity, source, node.pointer, name)) for key in keys
            ]
            clash = next((owner for owner in known_as if owner[0] != identity), None)
            if clash is None:
                continue
            _, other, there, known = clash
            spelled = "" if known == name else f" ({known!r} there; clients fold the two into one)"
            problems.append(
                source.problem(
                    f"the operationId {name!r} is also used in {other.name} at #{there}{spelled}",
                    join(node.pointer, "operationId"),
                    "Give one of the operations another id",
                )
            )


def _no_operation_twice(
    sources: Sequence[Source],
    found: Sequence[Found],
    naming: Naming,
    problems: list[Problem],
) -> None:
    """One path item with operation ids under two paths: each id is there twice then."""
    owners: dict[tuple[Json, ...], tuple[Source, str, str]] = {}
    for source in sources:
        for key in ("paths", "webhooks"):
            for path in source.tree.get(key, {}):
                at = join("", key, path)
                target = found[source.index].get(join(at, "$ref"))
                item = resolve(sources[target.source].tree, target.pointer) if target else {}
                if target is None or not any(
                    "operationId" in item.get(m, {}) for m in HTTP_METHODS
                ):
                    continue
                known, there, other = owners.setdefault(
                    naming.identity(target), (source, at, f"{key} {path}")
                )
                if other != f"{key} {path}":
                    problems.append(
                        source.problem(
                            "its operationIds are there twice, since the same path item is in "
                            f"{known.name} at #{there}",
                            at,
                            "Write one of the path items out, with operationIds of its own",
                        )
                    )
