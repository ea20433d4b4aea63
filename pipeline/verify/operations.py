"""Accounting of operations: constants, methods, arguments, statuses, rules of streams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.generate.operation_ids import stream_name
from pipeline.pointer import join
from pipeline.surface import ListOf, Operation, Ref, TypeExpr
from pipeline.verify.calls import MethodFacts, OperationFacts
from pipeline.verify.expected import literals
from pipeline.verify.ledger import Ledger
from pipeline.verify.package import names_in

__all__ = ["Sent", "check_operations", "sent_by"]

_CLIENTS = ("Kimi", "AsyncKimi")


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that a call sends: a parameter, or a key of the body."""

    location: str
    wire: str
    pointer: str
    type: TypeExpr


def check_operations(ledger: Ledger) -> None:
    """Every operation: what describes it, and its methods on both clients."""
    for operation in ledger.surface.operations:
        facts = next(
            (
                f
                for f in ledger.package.operations
                if f.value("method") == operation.method and f.value("path") == operation.path
            ),
            None,
        )
        what = f"{operation.method} {operation.path}"
        if ledger.expect(facts, "operations", operation.pointer, what) and facts is not None:
            _check_constant(ledger, operation, facts)
            for client in _CLIENTS:
                _check_methods(ledger, operation, facts.constant, client)


def _check_constant(ledger: Ledger, operation: Operation, facts: OperationFacts) -> None:
    pointer = operation.pointer
    ledger.agree(facts.value("id") == operation.id, pointer, "the operationId")
    for name, kind in (("response", operation.response), ("event", operation.event)):
        _check_decoder(ledger, facts, name, kind, pointer)
    body = Ref(operation.body) if operation.body else None
    _check_decoder(ledger, facts, "request", body, join(pointer, "requestBody"))
    for status, kind in operation.statuses.items():
        here = join(pointer, "responses", status)
        decoder = facts.statuses.get(status)
        if not ledger.expect(decoder is not None, "statuses", here, f"the answer {status}"):
            continue
        objects = ledger.expected.objects(kind) if kind else frozenset[str]()
        decoded = ledger.decodes(names_in(decoder), objects)
        ledger.agree(decoded, here, f"what decodes the answer {status}")
    for key, name in (("terminal-events", "terminal_events"), ("error-events", "error_events")):
        listed = facts.value(name) or ()
        for event in operation.sse.get(key, ()):
            ledger.expect(event in listed, "stream rules", pointer, f"{key} {event!r}")
    sentinel = operation.sse.get("sentinel")
    if sentinel is not None:
        found = facts.value("sentinel") == sentinel
        ledger.expect(found, "stream rules", pointer, f"the sentinel {sentinel!r}")
    if isinstance(operation.response, Ref):
        fields = ledger.surface.components[operation.response.name].fields
        lists = [f.wire for f in fields if f.is_answered and isinstance(f.type, ListOf)]
        listed = facts.value("answer_keys") or ()
        ledger.agree(not lists or lists == list(listed), pointer, "what each answer has")
        view = ledger.surface.components[operation.response.name].view
        ledger.agree(facts.value("protocol") == view, pointer, "the protocol")


def _check_decoder(
    ledger: Ledger, facts: OperationFacts, name: str, kind: TypeExpr | None, pointer: str
) -> None:
    objects = ledger.expected.objects(kind) if kind else frozenset[str]()
    decoded = ledger.decodes(names_in(facts.keywords.get(name)), objects)
    ledger.agree(decoded, pointer, f"what decodes the {name}")


def _check_methods(ledger: Ledger, operation: Operation, constant: str, client: str) -> None:
    *path, name = operation.id.split(".")
    owner: str | None = client
    for part in path:
        owner = ledger.package.resources.get(owner or "", {}).get(part)
    streams = operation.event is not None and operation.response is not None
    names = [name, stream_name(name)] if streams else [name]
    for wanted in names:
        methods = [m for m in ledger.package.methods if m.class_name == owner and m.name == wanted]
        spelled = ".".join([client, *path, wanted])
        found = any(m.constant == constant for m in methods)
        if not ledger.expect(found, "methods", operation.pointer, f"{spelled}()"):
            continue
        switches = streams and wanted == name
        for sent in sent_by(ledger, operation):
            if streams and not switches and sent.wire == "stream":
                continue
            _check_argument(ledger, methods, constant, sent, f"of {spelled}()")
        returned = operation.response or operation.event
        if returned is not None:
            objects = ledger.pythons(ledger.expected.named(returned))
            answers = frozenset[str]().union(*(names_in(m.returns) for m in methods))
            ledger.agree(objects <= answers, operation.pointer, f"what {spelled}() returns")


def _check_argument(
    ledger: Ledger, methods: list[MethodFacts], constant: str, sent: Sent, where: str
) -> None:
    what = f"the {sent.location} argument {sent.wire!r} {where}"
    place = (sent.location, sent.wire)
    argument = next((m.sent.get(place) for m in methods if m.constant == constant), None)
    found = argument is not None and all(argument in m.arguments for m in methods)
    if not ledger.expect(found, "arguments", sent.pointer, what) or argument is None:
        return
    if sent.wire == "stream" or ledger.expected.kinds(sent.type) is None:
        return  # a switch, whose annotation says which of its values an overload is for
    for method in methods:
        values = literals(method.arguments[argument], ledger.package)
        ledger.compare(values, sent.type, sent.pointer, what)


def sent_by(ledger: Ledger, operation: Operation) -> Iterator[Sent]:
    """The parameters of an operation, and the keys of its body."""
    for p in operation.parameters:
        yield Sent(p.location, p.wire, p.pointer, p.type)
    if operation.body is not None:
        for f in ledger.surface.components[operation.body].fields:
            yield Sent("body", f.wire, f.pointer, f.type)
