"""The operations of an OpenAPI document: what a gateway that answers from examples needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias, cast
from urllib.parse import unquote

__all__ = ["Document", "Operation", "Protocol", "packaged_document"]

Protocol: TypeAlias = Literal["chat", "messages", "responses"]

_Media: TypeAlias = Mapping[str, Any] | None
"""A media type of a response; None if the response hasn't got it."""

_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_PROTOCOL_OF_PATH: Final[Mapping[str, Protocol]] = {
    "/chat/completions": "chat",
    "/messages": "messages",
    "/responses": "responses",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation and what the document shows of its answers.

    Attributes:
        id: operationId, or method and path.
        method: HTTP method, upper case.
        path: Path as the document writes it.
        protocol: Whose events its streams are made of; None if the document doesn't tell.
        required: Properties the JSON request body must have.
        has_body: Whether a JSON request body is expected.
        security: The alternatives of which a request must satisfy one: for each, the headers it
            needs, in lower case, with the scheme (such as `bearer`) in front of the key, or "".
        answers: Examples of a JSON answer with status 200, by name.
        streams: Examples of a stream, by name: its events in order.
        errors: Examples of a JSON body by status other than 200.
        can_stream: Whether the document declares an event stream.
        sentinel: Data of the frame that ends a stream without being an event.
    """

    id: str
    method: str
    path: str
    protocol: Protocol | None
    required: tuple[str, ...]
    has_body: bool
    security: tuple[tuple[tuple[str, str], ...], ...]
    answers: Mapping[str, Any]
    streams: Mapping[str, tuple[Any, ...]]
    errors: Mapping[int, Any]
    can_stream: bool
    sentinel: str | None


class Document:
    """An OpenAPI document's operations, found by path and method.

    Args:
        document: The whole document, as decoded from JSON.

    Raises:
        ValueError: It is no mapping, has no operation, or a reference that leads nowhere.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        if not isinstance(document, Mapping):
            raise ValueError(
                f"The document is a {type(document).__name__}, not a mapping; read its file first."
            )
        self._root = document
        self.operations: tuple[Operation, ...] = tuple(self._operations())
        if not self.operations:
            raise ValueError("The document has no operation; is it an OpenAPI document?")
        # Paths without parameters come first, as OpenAPI asks for.
        self._routes = sorted(
            ((_pattern(operation.path), operation) for operation in self.operations),
            key=lambda route: "{" in route[1].path,
        )

    def find(self, path: str) -> dict[str, Operation]:
        """Return the operations at a path, by method; empty if there are none."""
        found: dict[str, Operation] = {}
        for pattern, operation in self._routes:
            if pattern.fullmatch(path):
                found.setdefault(operation.method, operation)
        return found

    def _operations(self) -> Iterator[Operation]:
        paths = _mapping(self._root.get("paths"))
        for path, path_item in paths.items():
            item = self._resolve(path_item)
            for method in _METHODS:
                if method in item:
                    yield self._operation(path, method, self._resolve(item[method]))

    def _operation(self, path: str, method: str, node: Mapping[str, Any]) -> Operation:
        responses = {
            status: self._json_and_stream(response)
            for status, response in _mapping(node.get("responses")).items()
        }
        success, stream = responses.get("200", (None, None))
        body = _mapping(self._resolve(node.get("requestBody")).get("content"))
        body_media = self._resolve(body.get("application/json"))
        protocol = self._protocol(path, success)
        sse = _mapping(_mapping(stream).get("x-sse"))
        return Operation(
            id=node.get("operationId") or f"{method.upper()} {path}",
            method=method.upper(),
            path=path,
            protocol=protocol,
            required=tuple(dict.fromkeys(self._required(body_media.get("schema")))),
            has_body="application/json" in body,
            security=self._security(node),
            answers=self._examples(success),
            streams={
                name: tuple(value)
                for name, value in self._examples(stream).items()
                if isinstance(value, list)
            },
            errors={
                int(status): example
                for status, (media, _) in responses.items()
                if status.isdecimal() and status != "200"
                for example in list(self._examples(media).values())[:1]
            },
            can_stream=stream is not None,
            sentinel=sse.get("sentinel") if sse else "[DONE]" if protocol == "chat" else None,
        )

    def _json_and_stream(self, response: Any) -> tuple[_Media, _Media]:
        content = _mapping(self._resolve(response).get("content"))
        json_media, stream = (
            self._resolve(content[name]) if name in content else None
            for name in ("application/json", "text/event-stream")
        )
        return json_media, stream

    def _protocol(self, path: str, success: _Media) -> Protocol | None:
        view = self._resolve(_mapping(success).get("schema")).get("x-response-view")
        if view in _PROTOCOL_OF_PATH.values():
            return cast(Protocol, view)
        for suffix, protocol in _PROTOCOL_OF_PATH.items():
            if path.endswith(suffix):
                return protocol
        return None

    def _required(self, schema: Any) -> Iterator[str]:
        node = self._resolve(schema)
        yield from node.get("required", ())
        for part in node.get("allOf", ()):
            yield from self._required(part)

    def _security(self, node: Mapping[str, Any]) -> tuple[tuple[tuple[str, str], ...], ...]:
        schemes = _mapping(_mapping(self._root.get("components")).get("securitySchemes"))
        alternatives: list[tuple[tuple[str, str], ...]] = []
        for requirement in node.get("security", self._root.get("security", ())):
            headers: list[tuple[str, str]] = []
            for name in requirement:
                scheme = self._resolve(schemes.get(name))
                if scheme.get("type") == "apiKey" and scheme.get("in") == "header":
                    headers.append((str(scheme["name"]).lower(), ""))
                elif scheme.get("type") == "http":
                    headers.append(("authorization", str(scheme.get("scheme")).lower()))
            alternatives.append(tuple(headers))
        return tuple(alternatives)

    def _examples(self, media: _Media) -> dict[str, Any]:
        if media is None:
            return {}
        if "example" in media:
            return {"example": media["example"]}
        named = {
            name: self._resolve(node) for name, node in _mapping(media.get("examples")).items()
        }
        return {name: example["value"] for name, example in named.items() if "value" in example}

    def _resolve(self, node: Any) -> Mapping[str, Any]:
        """Follow references; keywords beside a `$ref` win over those it leads to."""
        seen: set[str] = set()
        resolved = _mapping(node)
        while isinstance(reference := resolved.get("$ref"), str):
            if reference in seen:
                raise ValueError(f"The reference {reference!r} leads back to itself.")
            seen.add(reference)
            beside = {key: value for key, value in resolved.items() if key != "$ref"}
            resolved = {**_mapping(self._lookup(reference)), **beside}
        return resolved

    def _lookup(self, reference: str) -> Any:
        if not reference.startswith("#"):
            raise ValueError(f"The reference {reference!r} leaves the document; bundle it first.")
        node: Any = self._root
        for token in unquote(reference[1:]).split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            try:
                node = node[int(key)] if isinstance(node, list) else node[key]
            except (KeyError, IndexError, ValueError, TypeError):
                raise ValueError(f"The reference {reference!r} leads nowhere.") from None
        return node


@cache
def packaged_document() -> Document:
    """Return the document this client was generated from, as the package carries it.

    Raises:
        ValueError: The package carries none.
    """
    package = __name__.rsplit(".", 2)[0]
    file = resources.files(package).joinpath("openapi.json")
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(
            f"The package {package!r} carries no openapi.json; give the gateway a document."
        ) from None
    return Document(json.loads(text))


def _mapping(node: Any) -> Mapping[str, Any]:
    return node if isinstance(node, Mapping) else {}


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^{}]*\}", path)
    return re.compile("[^/]+".join(map(re.escape, parts)))
