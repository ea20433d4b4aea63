"""OperationIds as names: `chat.completions.create` is a method of a resource of a resource."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from keyword import iskeyword

from pipeline.errors import Problem
from pipeline.generate.groups import SHARED
from pipeline.generate.taken import CLIENT, Runtime
from pipeline.pointer import join
from pipeline.surface import ListOf, MapOf, OneOf, Operation, TypeExpr
from pipeline.surface.names import pascal

__all__ = ["constant_of", "stream_name", "wrong_operation_ids"]

# What every resource has.
_VIEWS = frozenset({"with_raw_response", "with_streaming_response"})
# What annotations and decorators in the bodies of clients and resources name.
_NAMED = frozenset("property str int float bool object tuple datetime overload".split())
# A module called so would be a name in the package that holds it.
_NO_MODULES = frozenset({"list", "self"})
_REMEDY = "Set another one by overlay."


def constant_of(operation_id: str) -> str:
    """The name of the constant that describes an operation in its module."""
    return f"_{operation_id.replace('.', '_').upper()}"


def stream_name(method: str) -> str:
    """The name of the method beside `method` that opens an accumulating stream."""
    return "stream" if method == "create" else f"stream_{method}"


def wrong_operation_ids(
    operations: Sequence[Operation], classes: frozenset[str], runtime: Runtime
) -> Iterator[Problem]:
    """A problem for each operationId that is no path of names, or claims one that is taken.

    Args:
        classes: Names of classes that annotations in the modules of resources may have.
        runtime: What the client's own classes have.
    """
    of_clients = runtime.class_members(*CLIENT)
    of_resources = runtime.class_members("resource") | _VIEWS
    ledger = _Ledger()
    boxes: defaultdict[str, set[str]] = defaultdict(set)
    for operation in operations:
        boxes[_resource(operation)] |= _boxes(operation.response)
    for operation in operations:
        pointer = join(operation.pointer, "operationId")
        parts = tuple(operation.id.split("."))
        if len(parts) < 2 or not all(map(_is_name, parts)):
            yield Problem(
                f"the operationId {operation.id!r} does not name a resource and a method",
                pointer=pointer,
                remedy="Set one such as 'messages.create' by overlay.",
            )
            continue
        taken = [
            *({parts[0]} & {SHARED, *_VIEWS, *_NO_MODULES, *of_clients}),
            *({*parts[1:]} & of_resources),
            *({*parts} & (_NAMED | classes)),
            *({parts[-1]} & boxes[_resource(operation)]),
        ]
        if taken:
            yield Problem(
                f"{sorted(taken)[0]!r} is the name of a part of the client",
                pointer=pointer,
                remedy=_REMEDY,
            )
        has_stream = operation.event is not None and operation.response is not None
        other = ledger.claim(parts, has_stream)
        if other is not None:
            yield Problem(
                f"the operationId {operation.id!r} claims a name of {other!r}",
                pointer=pointer,
                remedy=_REMEDY,
            )


def _resource(operation: Operation) -> str:
    return operation.id.rpartition(".")[0]


def _boxes(kind: TypeExpr | None) -> set[str]:
    """The builtins that the annotation of an answer names beside those that options do."""
    match kind:
        case MapOf(value):
            return {"dict", *_boxes(value)}
        case ListOf(item):
            return {"list", *_boxes(item)}
        case OneOf(members):
            return {name for member in members for name in _boxes(member)}
        case _:
            return set()


class _Ledger:
    """Who has which name: modules, classes, their attributes, constants."""

    def __init__(self) -> None:
        self._owners: dict[tuple[str, ...], tuple[str, object]] = {}

    def claim(self, parts: tuple[str, ...], has_stream: bool) -> str | None:
        """Claim the names of an operation. Gives the operation that has one of them already."""
        operation_id = ".".join(parts)
        # Operations share what says the same of both; a method belongs to one only.
        claims: list[tuple[tuple[str, ...], object]] = [(("module", parts[0].lower()), parts[0])]
        for n in range(1, len(parts)):
            name = pascal(".".join(parts[:n]))
            claims.append((("attribute", *parts[:n]), "resource"))
            claims.append((("class", name), parts[:n]))
            claims.append((("class", f"Async{name}"), ("async", *parts[:n])))
        methods = [parts]
        if has_stream:
            methods.append((*parts[:-1], stream_name(parts[-1])))
        claims.extend((("attribute", *method), object()) for method in methods)
        claims.append((("constant", constant_of(operation_id)), object()))
        clash = None
        for key, meaning in claims:
            owner, known = self._owners.setdefault(key, (operation_id, meaning))
            if known != meaning and clash is None:
                clash = owner
        return clash


def _is_name(part: str) -> bool:
    return part.isascii() and part.isidentifier() and not iskeyword(part) and part[0] != "_"
