"""Accounting of the views that give HTTP responses: each operation's twins, sync and async."""

from __future__ import annotations

from typing import Final

from pipeline.surface import Operation
from pipeline.verify.calls import ViewMethodFacts
from pipeline.verify.expected import literals
from pipeline.verify.ledger import Ledger
from pipeline.verify.operations import sent_by
from pipeline.verify.package import names_in

__all__ = ["check_raw"]

# What a call gives, by client.
_VIEWS: Final = {
    "with_raw_response": ("RawResponse", "RawResponse"),
    "with_streaming_response": ("StreamedResponseManager", "AsyncStreamedResponseManager"),
}


def check_raw(ledger: Ledger) -> None:
    """Every operation's method in every view, which the client and the resource lead to."""
    for operation in ledger.surface.operations:
        for client, number in (("Kimi", 0), ("AsyncKimi", 1)):
            for view, outcomes in _VIEWS.items():
                _check_view(ledger, operation, client, view, outcomes[number])


def _check_view(ledger: Ledger, operation: Operation, client: str, view: str, outcome: str) -> None:
    *path, name = operation.id.split(".")
    package = ledger.package
    spelled = f"{'.'.join([client, view, *path, name])}()"
    owner = _walk(ledger, client, [view, *path]) or ""
    resource = package.views.get(owner, "")
    found = [m for m in package.view_methods if m.class_name == owner and m.name == name]
    made = any(m.sends == name for m in found) and resource == _walk(ledger, client, path)
    if not ledger.expect(made, "view methods", operation.pointer, spelled):
        return
    leads = _walk(ledger, resource, [view]) == owner
    short = f"{'.'.join([client, *path, view, name])}()"
    ledger.agree(leads, operation.pointer, f"what {short} is")
    declared = [m for m in found if not m.sends] or found
    _check_arguments(ledger, operation, resource, declared, spelled)
    wanted = frozenset({outcome})
    returned = operation.response or operation.event
    if returned is not None:
        wanted |= ledger.pythons(ledger.expected.named(returned))
    answers = frozenset[str]().union(*(names_in(m.returns) for m in declared))
    ledger.agree(wanted <= answers, operation.pointer, f"what {spelled} returns")


def _check_arguments(
    ledger: Ledger,
    operation: Operation,
    resource: str,
    declared: list[ViewMethodFacts],
    spelled: str,
) -> None:
    """What type checkers see: the arguments that the resource's own method sends."""
    arguments: dict[tuple[str, str], str] = {}
    for method in ledger.package.methods:
        if method.class_name == resource and method.name == declared[0].name:
            arguments |= method.sent
    for sent in sent_by(ledger, operation):
        argument = arguments.get((sent.location, sent.wire))
        if argument is None:
            continue  # named already, as the resource's own method lacks it
        what = f"the {sent.location} argument {sent.wire!r} of {spelled}"
        found = all(argument in m.arguments for m in declared)
        if not ledger.expect(found, "view arguments", sent.pointer, what):
            continue
        if sent.wire == "stream" or ledger.expected.kinds(sent.type) is None:
            continue  # a switch, whose annotation says which of its values an overload is for
        for m in declared:
            values = literals(m.arguments[argument], ledger.package)
            ledger.compare(values, sent.type, sent.pointer, what)


def _walk(ledger: Ledger, owner: str, path: list[str]) -> str | None:
    found: str | None = owner
    for part in path:
        found = ledger.package.resources.get(found or "", {}).get(part)
    return found
