"""Docstrings of the client, resources and methods, put together from the document's texts."""

from __future__ import annotations

from pipeline.generate.resources import MethodView
from pipeline.generate.text import paragraphs, sentence
from pipeline.types import JsonObject

__all__ = ["client_doc", "method_doc", "package_doc", "stream_doc"]


def package_doc(tree: JsonObject) -> str:
    """Docstring of the package."""
    info = tree["info"]
    return paragraphs(
        f"A client for the {info['title']}: typed, streaming, aware of reasoning.",
        info.get("description"),
    )


def client_doc(tree: JsonObject, *, asynchronous: bool) -> str:
    """Docstring of `Kimi` or `AsyncKimi`."""
    kind = "The asynchronous client" if asynchronous else "The client"
    servers = "\n".join(
        f"- {s['url']}" + (f": {s['description']}" if s.get("description") else "")
        for s in tree.get("servers", [])
    )
    return paragraphs(
        f"{kind} of the {tree['info']['title']}.",
        "The key is `api_key` or the environment variable `EVOLINK_API_KEY`, the address "
        "`base_url` or `EVOLINK_BASE_URL`; without either, the document's hosts in their order:",
        servers,
    )


def method_doc(method: MethodView, prefix: str) -> str:
    """Docstring of a method that makes a call."""
    returns = f"The answer, a `{method.response}`"
    if method.has_stream:
        returns += f"; with `stream=True` an iterator (`{prefix}Stream`) of its events"
    return _doc(method, f"{returns}.", stream=method.has_stream)


def stream_doc(method: MethodView) -> str:
    """Docstring of a method that opens an accumulating stream."""
    returns = (
        f"A context manager; inside it a stream with events, text, reasoning and the final "
        f"`{method.response}`."
    )
    return _doc(method, returns, stream=False)


def _doc(method: MethodView, returns: str, *, stream: bool) -> str:
    operation = method.operation
    lines = [
        _argument(argument.name, argument.doc or f"The request's `{argument.wire}`.")
        for argument in method.arguments
    ]
    if stream:
        lines.append(_argument("stream", "Whether to return events as they arrive."))
    lines += [
        _argument("extra_headers", "Headers to add; with None as value, to leave out."),
        _argument("extra_query", "Query parameters to add."),
        _argument("extra_body", "Body properties the document doesn't know."),
        _argument(
            "timeout",
            "Seconds for each wait, a `Timeout`, or None for no limit; what is not given is the "
            "client's.",
        ),
        _argument("max_retries", "How often to try again; the client's if not given."),
        _argument("deadline", "Seconds for the whole call, retries included, or None."),
    ]
    return paragraphs(
        sentence(method.summary),
        method.description,
        f"`{operation.method} {operation.path}`",
        "Args:\n" + "\n".join(lines),
        f"Returns:\n    {returns}",
        "Raises:\n    APIStatusError: a subclass for each kind of answer that is not a success.\n"
        "    APIConnectionError: if no answer arrived.",
    )


def _argument(name: str, doc: str) -> str:
    first, *rest = [line for line in doc.split("\n") if line.strip()]
    return "\n".join([f"    {name}: {first}", *(f"        {line}" for line in rest)])
