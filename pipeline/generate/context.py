"""What the templates are given: surfaces turned into names, code fragments and documentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from keyword import iskeyword

from pipeline.characters import is_identifier, words_of
from pipeline.errors import PipelineError, Problem
from pipeline.generate.code import Coder, Decoder
from pipeline.generate.groups import SHARED, group_components, reachable
from pipeline.generate.parser import Names
from pipeline.generate.text import field_notes, literal, paragraphs
from pipeline.generate.views import view_statements, viewed_class
from pipeline.pointer import join
from pipeline.surface import Component, Enum, Field, ListOf, OneOf, Ref, Surface, TypeExpr

__all__ = [
    "AliasView",
    "FieldView",
    "ModelView",
    "ModelsModule",
    "UnionView",
    "build_models",
]

# Where the next request takes what an answer's `to_input` gives, by `x-response-view`.
_REPLAY_KEYS = {"chat": "messages", "messages": "messages", "responses": "input"}

# The response views of runtime/views.py, by the value of `x-response-view`.
VIEWS = {
    "chat": "ChatResponseView",
    "messages": "MessageResponseView",
    "responses": "ResponsesResponseView",
}

# What the modules of TypedDicts use in annotations.
_PARAM_NAMES = frozenset(
    "Any Literal Mapping Required Sequence TypeAlias TypedDict None str int float bool list dict "
    "datetime".split()
)


@dataclass(frozen=True, slots=True)
class FieldView:
    name: str
    wire: str
    wire_code: str
    annotation: str
    argument: str  # how `__init__` declares it
    argument_rank: int  # required arguments first
    is_made: bool  # what `__init__` is given may not be what the attribute holds
    nullable: bool
    required: bool
    always: bool  # required and not nullable: a plain type
    decoder: Decoder
    view: list[str]  # the statements that read it when a model is made over a JSON object
    viewed: str | None  # the class whose `_view` they call
    doc: str
    param_annotation: str


@dataclass(frozen=True, slots=True)
class ModelView:
    name: str
    component: str
    view: str | None
    replay: str | None  # type of the items of a request that its `to_input` gives
    fields: tuple[FieldView, ...]
    doc: str
    is_request: bool
    has_plain_keys: bool  # whether every key can be written as a name in a class body


@dataclass(frozen=True, slots=True)
class UnionView:
    name: str
    component: str
    parts: list[str]  # what its annotation is made of: models and other unions
    tag: str | None
    tag_name: str | None  # attribute name of the tag
    tags: tuple[tuple[str, str], ...]
    default: str | None
    required: tuple[tuple[str, tuple[str, ...]], ...]
    unknown: str
    doc: str
    param_annotation: str
    is_request: bool


@dataclass(frozen=True, slots=True)
class AliasView:
    name: str
    component: str
    annotation: str
    quoted: bool
    on_classes: bool  # made of other components, so it follows them
    doc: str
    param_annotation: str
    is_request: bool


@dataclass(slots=True)
class ModelsModule:
    """One module of models, and its twin of TypedDicts."""

    name: str
    title: str
    models: list[ModelView] = field(default_factory=list)
    unions: list[UnionView] = field(default_factory=list)
    aliases: list[AliasView] = field(default_factory=list)

    @property
    def public(self) -> list[str]:
        """Names of the models, unions, unknowns and aliases, sorted."""
        names = [m.name for m in self.models] + [a.name for a in self.aliases]
        names += [n for u in self.unions for n in (u.name, u.unknown)]
        return sorted(names)

    @property
    def public_params(self) -> list[str]:
        """Names of the TypedDicts and their unions, sorted."""
        return sorted(f"{v.name}Param" for v in self.views if v.is_request)

    @property
    def views(self) -> list[ModelView | UnionView | AliasView]:
        return [*self.models, *self.unions, *self.aliases]


def build_models(
    surface: Surface, names: Names, coder: Coder, roots: dict[str, str], document: str
) -> list[ModelsModule]:
    """The modules of models, the shared one first, then one a resource in document order.

    Raises:
        PipelineError: if two things would have one name, a property of a request has none, or a
            response view is not known.
    """
    groups = group_components(surface, roots)
    sent: list[TypeExpr | None] = [Ref(o.body) for o in surface.operations if o.body]
    sent.extend(p.type for o in surface.operations for p in o.parameters)
    requested = reachable(surface, sent)
    came = [
        kind for o in surface.operations for kind in (o.response, o.event, *o.statuses.values())
    ]
    answered = reachable(surface, came)
    titles = {root: root.replace("_", " ") for root in roots.values()}
    order = [SHARED, *dict.fromkeys(roots.values())]
    modules = {n: ModelsModule(n, titles.get(n, "every resource")) for n in order}
    problems = list(_unknown_views(surface, document))
    if problems:
        raise PipelineError(problems)
    for component in surface.components.values():
        module = modules[groups[component.name]]
        is_request = component.name in requested
        if component.kind == "model":
            is_answer = component.name in answered
            problems.extend(_nameless(component, document) if is_request else ())
            module.models.append(
                _model(component, surface, names, coder, is_request=is_request, is_answer=is_answer)
            )
        elif component.kind == "union":
            module.unions.append(_union(component, surface, names, coder, is_request))
        else:
            module.aliases.append(_alias(component, surface, names, coder, is_request))
    if problems:
        raise PipelineError(problems)
    for module in modules.values():
        module.aliases = _ordered(module.aliases)
    _check_public(surface, list(modules.values()), document)
    return [m for m in modules.values() if m.public]


def _unknown_views(surface: Surface, document: str) -> Iterator[Problem]:
    for component in surface.components.values():
        if component.view is not None and component.view not in VIEWS:
            yield Problem(
                f"there is no response view {component.view!r}",
                document=document,
                pointer=join(component.pointer, "x-response-view"),
                remedy=f"Use one of {', '.join(VIEWS)}.",
            )


def _nameless(component: Component, document: str) -> Iterator[Problem]:
    for f in component.fields:
        if not f.wire:
            yield Problem(
                "a TypedDict, which requests take, has no place for a key without a name",
                document=document,
                pointer=f.pointer,
                remedy="Remove the property by overlay.",
            )


def _check_public(surface: Surface, modules: list[ModelsModule], document: str) -> None:
    """`types` holds all names of all modules, derived ones like `UnknownItem` too."""
    owners: dict[str, str] = {}
    problems: list[Problem] = []
    for module in modules:
        for view in module.views:
            for name in _claimed(view):
                other = owners.setdefault(name, view.component)
                if other != view.component:
                    problems.append(
                        Problem(
                            f"{name!r} would stand for it and for {other!r}",
                            document=document,
                            pointer=surface.components[view.component].pointer,
                            remedy="Rename one of the two.",
                        )
                    )
    if problems:
        raise PipelineError(problems)


def _claimed(view: ModelView | UnionView | AliasView) -> Iterator[str]:
    yield view.name
    if isinstance(view, UnionView):
        yield view.unknown
    if view.is_request:
        yield f"{view.name}Param"


def _model(
    component: Component,
    surface: Surface,
    names: Names,
    coder: Coder,
    *,
    is_request: bool,
    is_answer: bool,
) -> ModelView:
    python = names.fields[component.name]
    fields = tuple(
        _field(
            f,
            python[f.wire],
            surface,
            coder,
            is_request=is_request,
            # What contains itself could be nested deeper than the stack.
            is_viewed=is_answer and component.name not in reachable(surface, [f.type]),
        )
        for f in component.fields
    )
    view = None if component.view is None else VIEWS[component.view]
    return ModelView(
        name=names.classes[component.name],
        component=component.name,
        view=view,
        replay=_replay(component, surface, coder) if view else None,
        fields=fields,
        doc=paragraphs(component.schema.get("description")) or _named(component.name),
        is_request=is_request,
        has_plain_keys=all(_is_plain_key(f.wire, names) for f in component.fields),
    )


def _is_plain_key(key: str, names: Names) -> bool:
    """Whether a key means itself in a class body, and hides nothing that annotations name."""
    return (
        is_identifier(key)
        and not iskeyword(key)
        and not key.startswith("__")  # names in a class body are mangled
        and key not in _PARAM_NAMES
        and key not in names.classes.values()
    )


def _replay(component: Component, surface: Surface, coder: Coder) -> str | None:
    """Type of the items in the request that an answer's own items are sent back as."""
    key = _REPLAY_KEYS[component.view or ""]
    for operation in surface.operations:
        if operation.response != Ref(component.name) or operation.body is None:
            continue
        for f in surface.components[operation.body].fields:
            members = f.type.members if isinstance(f.type, OneOf) else (f.type,)
            for member in members:
                if f.wire == key and isinstance(member, ListOf):
                    # Always dicts, the first of what a caller may give: a list of them can be
                    # added to one that takes models too.
                    return coder.annotation(member.item, param=True).partition(" | ")[0]
    return None


def _field(
    f: Field, name: str, surface: Surface, coder: Coder, *, is_request: bool, is_viewed: bool
) -> FieldView:
    plain = coder.annotation(f.type)
    optional = plain if plain in ("Any", "None") or plain.endswith("| None") else f"{plain} | None"
    always = f.is_answered and not f.nullable
    param = param_type = coder.annotation(f.type, param=True)
    given = param if is_request else plain
    if not always and given not in ("Any", "None") and not given.endswith("| None"):
        given = f"{given} | None"
    default = ""
    if always and isinstance(f.type, Enum) and len(f.type.values) == 1:
        default = literal(f.type.values[0])
    elif not f.required:
        default = "OMIT" if f.nullable else "None"
    argument = f"{name}: {given}"
    if default:
        argument += f"{' | Omit' if default == 'OMIT' else ''} = {default}"
    decoder = coder.decoder(f.type)
    view: list[str] = []
    if is_viewed:  # models of requests alone are seldom read
        view = view_statements(
            name, literal(f.wire), decoder, nullable=f.nullable, required=f.is_answered
        )
    if f.nullable and param not in ("Any", "None"):
        param = f"{param} | None"
    return FieldView(
        name=name,
        wire=f.wire,
        wire_code=literal(f.wire),
        annotation=plain if always else optional,
        argument=argument,
        argument_rank=1 if default else 0,
        is_made=decoder.decode is not None or (is_request and param_type != plain),
        nullable=f.nullable,
        required=f.is_answered,
        always=always,
        decoder=decoder,
        view=view,
        viewed=viewed_class(decoder) if view else None,
        doc=field_doc(f, surface),
        param_annotation=f"Required[{param}]" if f.is_sent else param,
    )


def field_doc(f: Field, surface: Surface) -> str:
    """What the document says of a property, or else of the component it is."""
    description = f.schema.get("description")
    notes = field_notes(f.schema)
    if isinstance(f.type, Ref) and not description:
        schema = surface.components[f.type.name].schema
        description = schema.get("description")
        notes = notes or field_notes(schema)
    return paragraphs(description, notes)


def _union(
    component: Component, surface: Surface, names: Names, coder: Coder, is_request: bool
) -> UnionView:
    name = names.classes[component.name]
    first = surface.components[component.members[0]]
    tag_name = names.fields[first.name].get(component.tag) if component.tag else None
    required = tuple(
        (
            names.classes[m],
            tuple(f.wire for f in surface.components[m].fields if f.is_always_there),
        )
        for m in component.members
    )
    return UnionView(
        name=name,
        component=component.name,
        parts=coder.annotation(component.type).split(" | "),
        tag=component.tag,
        tag_name=tag_name,
        tags=tuple((v, names.classes[m]) for v, m in component.tags.items()),
        default=names.classes[component.default] if component.default else None,
        required=required,
        unknown=f"Unknown{name}",
        doc=paragraphs(component.schema.get("description")) or _named(component.name),
        param_annotation=coder.annotation(component.type, param=True),
        is_request=is_request,
    )


def _alias(
    component: Component, surface: Surface, names: Names, coder: Coder, is_request: bool
) -> AliasView:
    below = reachable(surface, [component.type])
    return AliasView(
        name=names.classes[component.name],
        component=component.name,
        annotation=coder.annotation(component.type),
        # A type that contains itself can only be spelled as a string.
        quoted=component.name in below,
        on_classes=bool(below),
        doc=paragraphs(component.schema.get("description"), field_notes(component.schema))
        or _named(component.name),
        param_annotation=coder.annotation(component.type, param=True),
        is_request=is_request and component.kind != "enum",
    )


def _ordered(aliases: list[AliasView]) -> list[AliasView]:
    """Aliases after those they are made of."""
    pending = list(aliases)
    done: list[AliasView] = []
    while pending:
        names = {a.name for a in pending}
        ready = [
            a
            for a in pending
            if a.quoted or not any(_mentions(a.annotation, n) for n in names - {a.name})
        ]
        done.extend(ready)
        pending = [a for a in pending if a not in ready]
    return done


def _mentions(annotation: str, name: str) -> bool:
    return name in words_of(annotation)


def _named(name: str) -> str:
    return f"The document's `{name}`."
