"""Accounting of components: classes, fields, unions, and the shapes of plain dicts."""

from __future__ import annotations

import ast

from pipeline.generate.groups import reachable
from pipeline.pointer import join
from pipeline.surface import Component, Enum, Field, OneOf, Ref, TypeExpr
from pipeline.verify.expected import literals
from pipeline.verify.ledger import Ledger
from pipeline.verify.package import ClassFacts, names_in

__all__ = ["check_models"]


def check_models(ledger: Ledger) -> None:
    """Every component, and every field of it with its type, on the way out too."""
    sent: list[TypeExpr | None] = [Ref(o.body) for o in ledger.surface.operations if o.body]
    sent.extend(p.type for o in ledger.surface.operations for p in o.parameters)
    requested = reachable(ledger.surface, sent)
    for component in ledger.surface.components.values():
        _check_component(ledger, component)
        if component.name in requested and component.kind != "enum":
            _check_param(ledger, component)


def _check_component(ledger: Ledger, component: Component) -> None:
    python = ledger.python(component.name)
    pointer = component.pointer
    exported = ledger.package.exported
    shown = all(python in exported.get(place, ()) for place in ("types.py", "models"))
    ledger.agree(shown, pointer, f"the public name of {component.name!r}")
    if component.kind == "model":
        facts = ledger.facts(component)
        if ledger.expect(facts, "models", pointer, f"the model {component.name!r}") and facts:
            for field in component.fields:
                _check_field(ledger, facts, field)
        return
    alias = ledger.package.aliases.get(python)
    if component.kind == "union":
        _check_union(ledger, component, alias)
        return
    if ledger.expect(alias is not None, "aliases", pointer, f"the schema {component.name!r}"):
        _check_annotation(ledger, alias, component.type, pointer, f"the type {component.name!r}")


def _check_field(ledger: Ledger, facts: ClassFacts, field: Field) -> None:
    what = f"the property {field.wire!r}"
    attribute = facts.attribute(field.wire)
    annotation = facts.annotations.get(attribute or "")
    found = (
        attribute is not None
        and annotation is not None
        and attribute in facts.arguments
        and attribute in facts.assigned
    )
    if not ledger.expect(found, "fields", field.pointer, what) or attribute is None:
        return
    entry = facts.fields[attribute]
    expected = ledger.expected
    _check_annotation(ledger, annotation, field.type, field.pointer, what)
    kinds = expected.kinds(field.type)
    if kinds is not None:
        values = literals(facts.arguments[attribute], ledger.package)
        ledger.compare(values, field.type, field.pointer, f"the argument for {what}")
    ledger.agree(entry.kinds == (kinds or frozenset()), field.pointer, f"the JSON type of {what}")
    ledger.agree(entry.nullable is field.nullable, field.pointer, f"the null of {what}")
    if kinds is None:
        return
    decoded = ledger.decodes(entry.decoders, expected.objects(field.type))
    texts = expected.text_decoders(field.type) <= entry.decoders
    ledger.agree(decoded and texts, field.pointer, f"what decodes {what}")


def _check_annotation(
    ledger: Ledger,
    annotation: ast.expr | None,
    kind: TypeExpr,
    pointer: str,
    what: str,
    *,
    param: bool = False,
) -> None:
    expected = ledger.expected
    if expected.kinds(kind) is None:
        return  # anything at all
    names = names_in(annotation)
    wanted = {
        f"{ledger.python(name)}{'Param' if _has_param(ledger, name, param) else ''}"
        for name in expected.named(kind)
    }
    ledger.agree(wanted <= names, pointer, f"the type of {what}")
    ledger.compare(literals(annotation, ledger.package), kind, pointer, what)
    members = kind.members if isinstance(kind, OneOf) else (kind,)
    for member in members:
        if isinstance(member, Enum) and member.open:
            bases = {type(v).__name__ for v in member.values}
            ledger.agree(bases <= names, pointer, f"the openness of {what}")


def _has_param(ledger: Ledger, name: str, param: bool) -> bool:
    return param and ledger.surface.components[name].kind != "enum"


def _check_union(ledger: Ledger, component: Component, alias: ast.expr | None) -> None:
    python = ledger.python(component.name)
    pointer = component.pointer
    facts = ledger.package.unions.get(python)
    what = f"the union {component.name!r}"
    if not ledger.expect(facts is not None and alias is not None, "unions", pointer, what):
        return
    assert facts is not None
    ledger.agree(facts.tag == component.tag, pointer, f"what tells the members of {what} apart")
    ledger.agree(
        facts.default == (component.default and ledger.python(component.default)),
        pointer,
        f"what an object without the tag is, of {what},",
    )
    for value, member in component.tags.items():
        here = join(pointer, "discriminator", "mapping", value)
        if ledger.expect(value in facts.tags, "union members", here, f"the member {value!r}"):
            ledger.agree(
                facts.tags[value] == ledger.python(member), here, f"the class of {value!r}"
            )
    wanted = ledger.pythons(ledger.expected.named(component.type))
    for name in sorted(wanted - names_in(alias)):
        ledger.expect(False, "union types", pointer, f"the member {name!r} of {what}")
    ledger.agree(facts.unknown in names_in(alias), pointer, f"the unknown member of {what}")
    if component.tag is None:
        members = ledger.pythons(frozenset(component.members))
        for name in sorted(members - facts.by_keys):
            ledger.expect(False, "union members", pointer, f"the member {name!r} of {what}")


def _check_param(ledger: Ledger, component: Component) -> None:
    name = f"{ledger.python(component.name)}Param"
    pointer = component.pointer
    what = f"the dict of {component.name!r}"
    exported = ledger.package.exported
    shown = all(name in exported.get(place, ()) for place in ("types.py", "params"))
    ledger.agree(shown, pointer, f"the public name of {what}")
    if component.kind != "model":
        alias = ledger.package.aliases.get(name)
        if ledger.expect(alias is not None, "dicts", pointer, what):
            _check_annotation(ledger, alias, component.type, pointer, what, param=True)
        return
    keys = ledger.package.typed_dicts.get(name)
    if not ledger.expect(keys is not None, "dicts", pointer, what) or keys is None:
        return
    for field in component.fields:
        key = f"the key {field.wire!r} of {what}"
        annotation = keys.get(field.wire)
        if not ledger.expect(annotation is not None, "dict keys", field.pointer, key):
            continue
        required = "Required" in names_in(annotation)
        ledger.agree(required is field.is_sent, field.pointer, f"whether {key} is required")
        _check_annotation(ledger, annotation, field.type, field.pointer, key, param=True)
