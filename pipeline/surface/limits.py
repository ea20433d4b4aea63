"""What a document may say and the client has no form for: refused, or noted where nothing is lost.

Everything here would otherwise pass through in silence, because no reader of schemas or operations
asks for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import walk
from pipeline.pointer import join
from pipeline.references import follow_reference, operations
from pipeline.surface.spelling import IDENTITY
from pipeline.types import Json, JsonObject
from pipeline.values import canonical

__all__ = ["beyond_the_client", "left_to_the_server"]

_VERSION = re.compile(r"3\.1\.\d+(-.+)?")
# Lists that are sets.
_SETS = frozenset(("required", "type", "enum"))
_DIALECTS = frozenset(
    {
        "https://spec.openapis.org/oas/3.1/dialect/base",
        "https://json-schema.org/draft/2020-12/schema",
    }
)


def beyond_the_client(tree: JsonObject) -> Iterator[Problem]:
    """A problem for each thing that the client would have to know of, and doesn't."""
    version = tree.get("openapi")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        yield Problem(
            f"a client is generated from OpenAPI 3.1, and this is {version!r}",
            pointer="/openapi" if "openapi" in tree else "",
            remedy="Convert the documents to 3.1, in which null, for one, is written in another "
            "way; or, where it makes no difference, set the version by overlay.",
        )
    dialect = tree.get("jsonSchemaDialect")
    if dialect is not None and dialect not in _DIALECTS:
        yield Problem(
            f"schemas in the dialect {dialect!r} are not read",
            pointer="/jsonSchemaDialect",
            remedy="Remove it by overlay if the schemas are JSON Schema 2020-12.",
        )
    for node in walk(tree):
        if node.kind == "schema":
            for keyword in sorted(IDENTITY & node.value.keys()):
                yield Problem(
                    f"{keyword!r} changes what references mean, and is not followed",
                    pointer=join(node.pointer, keyword),
                    remedy="Write the schema without it, by overlay.",
                )
        elif node.kind == "server" and node.value["url"][:1] in ("", "/", "."):
            yield Problem(
                "the address of a server is relative, and the client is at no address itself",
                pointer=join(node.pointer, "url"),
                remedy="Write the whole address out by overlay.",
            )
        elif node.kind == "server" and node.value.get("variables"):
            yield Problem(
                "a server address with variables has no value to be called at",
                pointer=join(node.pointer, "variables"),
                remedy="Write the address out by overlay.",
            )
        elif node.kind in ("path-item", "operation") and node.value.get("servers"):
            yield Problem(
                "servers of one path or operation: the client calls all at one address",
                pointer=join(node.pointer, "servers"),
                remedy="Move them to the root by overlay, or remove them.",
            )
    yield from _unfit_security(tree)


def _unfit_security(tree: JsonObject) -> Iterator[Problem]:
    """Operations that the client's bearer token does not open."""
    schemes = (tree.get("components") or {}).get("securitySchemes") or {}
    told: set[str] = set()
    for _, _, operation, at, _ in operations(tree):
        own = "security" in operation
        pointer = join(at, "security") if own else "/security"
        wanted = operation.get("security") if own else tree.get("security")
        if not wanted or pointer in told:
            continue
        if not any(all(_is_bearer(tree, schemes.get(n)) for n in option) for option in wanted):
            told.add(pointer)
            names = sorted({name for option in wanted for name in option})
            yield Problem(
                f"{', '.join(names)}: the client sends a bearer token and nothing else",
                pointer=pointer,
                remedy="Say by overlay how the API is opened with a bearer token.",
            )


def _is_bearer(tree: JsonObject, scheme: Json) -> bool:
    try:
        scheme, _ = follow_reference(tree, scheme, "")
    except PipelineError:
        return False
    return (
        isinstance(scheme, dict)
        and scheme.get("type") == "http"
        and str(scheme.get("scheme")).lower() == "bearer"
    )


def left_to_the_server(tree: JsonObject) -> Iterator[tuple[str, str]]:
    """Pointer and sentence for what is kept in the document and goes no further."""
    for node in walk(tree):
        if node.kind == "schema":
            keywords = node.value.keys()
            if "discriminator" in keywords and not {"oneOf", "anyOf"} & keywords:
                text = "a discriminator without oneOf or anyOf tells nothing apart"
                yield join(node.pointer, "discriminator"), text
            for keyword in sorted(_SETS & keywords):
                for value in _repeated(node.value[keyword]):
                    told = json.dumps(value, ensure_ascii=False)
                    yield join(node.pointer, keyword), f"{told} is in the list twice"
        elif node.kind == "response":
            for field in ("headers", "links"):
                if node.value.get(field):
                    yield join(node.pointer, field), f"{field} of answers have no type"


def _repeated(listed: Json) -> list[Json]:
    """What a list has more than once, such as an item that both vendor and overlay add."""
    if not isinstance(listed, list):
        return []
    texts = [canonical(value) for value in listed]
    return [value for i, value in enumerate(listed) if texts[i] in texts[:i]]
