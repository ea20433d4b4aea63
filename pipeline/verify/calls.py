"""Resources of a generated package, read as text: operations, methods, and what they send."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.types import Json

__all__ = ["MethodFacts", "OperationFacts", "ResourceFacts", "ViewFacts", "ViewMethodFacts"]
__all__ += ["read_resources", "read_views"]

# The functions that take an operation's parameters, and where those go.
_LOCATIONS = {"with_path": "path", "query_parameters": "query", "header_parameters": "header"}


@dataclass(slots=True)
class OperationFacts:
    """An `Operation(...)` of a resource module."""

    constant: str
    keywords: dict[str, ast.expr]

    def value(self, name: str) -> Json:
        """The value of a keyword that is a literal or a frozenset of one."""
        node = self.keywords.get(name)
        if isinstance(node, ast.Call) and node.args:
            node = node.args[0]
        return None if node is None else ast.literal_eval(node)

    @property
    def statuses(self) -> dict[str, ast.expr]:
        """The decoder of each status."""
        node = self.keywords.get("statuses")
        if not isinstance(node, ast.Dict):
            return {}
        return {
            ast.literal_eval(k): v
            for k, v in zip(node.keys, node.values, strict=True)
            if k is not None
        }


@dataclass(slots=True)
class MethodFacts:
    """A method of a resource class.

    Attributes:
        constant: The operation it performs; empty for an overload, which only declares.
        arguments: The annotation of each keyword argument.
        sent: The argument that is sent as each key: `("body", "model")` → `model`.
        returns: What it is annotated to return.
    """

    class_name: str
    name: str
    constant: str
    arguments: dict[str, ast.expr | None]
    sent: dict[tuple[str, str], str]
    returns: ast.expr | None


@dataclass(slots=True)
class ResourceFacts:
    """What a resource module, or the client's, defines."""

    operations: list[OperationFacts] = field(default_factory=list)
    methods: list[MethodFacts] = field(default_factory=list)
    resources: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class ViewMethodFacts:
    """A method of a view that gives HTTP responses.

    Attributes:
        sends: The method of the resource that it calls; empty for an overload.
        arguments: The annotation of each keyword argument, those of an unpacked TypedDict too.
        returns: What it is annotated to return.
    """

    class_name: str
    name: str
    sends: str
    arguments: dict[str, ast.expr | None]
    returns: ast.expr | None


@dataclass(slots=True)
class ViewFacts:
    """What a module of views defines.

    Attributes:
        methods: Of its views.
        resources: Class to the classes of what is below it, by attribute.
        views: View to the class of its resource.
    """

    methods: list[ViewMethodFacts] = field(default_factory=list)
    resources: dict[str, dict[str, str]] = field(default_factory=dict)
    views: dict[str, str] = field(default_factory=dict)


def read_resources(module: ast.Module) -> ResourceFacts:
    """Read the module of a resource or of the client."""
    facts = ResourceFacts()
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call):
            keywords = {k.arg: k.value for k in node.value.keywords if k.arg}
            facts.operations.append(OperationFacts(ast.unparse(node.target), keywords))
        elif isinstance(node, ast.ClassDef):
            below = facts.resources.setdefault(node.name, {})
            for item in node.body:
                if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                if any(ast.unparse(d) == "property" for d in item.decorator_list):
                    if item.returns is not None:
                        below[item.name] = ast.unparse(item.returns)
                else:
                    facts.methods.append(_method(node, item))
    return facts


def read_views(module: ast.Module) -> ViewFacts:
    """Read a module of views that give HTTP responses."""
    facts = ViewFacts(resources=read_resources(module).resources)
    defined = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    unpacked: dict[str, dict[str, ast.expr | None]] = {
        node.name: {
            ast.unparse(item.target): item.annotation
            for item in node.body
            if isinstance(item, ast.AnnAssign)
        }
        for node in defined
        if "TypedDict" in map(ast.unparse, node.bases)
    }
    for node in defined:
        for item in node.body:
            if isinstance(item, ast.Assign) and ast.unparse(item.targets[0]) == "_resource_class":
                facts.views[node.name] = ast.unparse(item.value)
            elif isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                facts.methods.append(_view_method(node, item, unpacked))
    return facts


def _view_method(
    owner: ast.ClassDef,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    unpacked: dict[str, dict[str, ast.expr | None]],
) -> ViewMethodFacts:
    arguments = {a.arg: a.annotation for a in node.args.kwonlyargs}
    rest = node.args.kwarg.annotation if node.args.kwarg is not None else None
    if isinstance(rest, ast.Subscript) and ast.unparse(rest.value) == "Unpack":
        arguments |= unpacked.get(ast.unparse(rest.slice), {})
    sends = [
        ast.literal_eval(inner.args[0])
        for inner in ast.walk(node)
        if isinstance(inner, ast.Call) and ast.unparse(inner.func) == "self._send"
    ]
    return ViewMethodFacts(
        owner.name, node.name, sends[0] if sends else "", arguments, node.returns
    )


def _method(owner: ast.ClassDef, node: ast.FunctionDef | ast.AsyncFunctionDef) -> MethodFacts:
    constants = [
        n.id
        for statement in node.body
        for n in ast.walk(statement)
        if isinstance(n, ast.Name) and n.id.startswith("_") and n.id.isupper()
    ]
    return MethodFacts(
        class_name=owner.name,
        name=node.name,
        constant=constants[0] if constants else "",
        arguments={a.arg: a.annotation for a in node.args.kwonlyargs},
        sent=dict(_sent(node)),
        returns=node.returns,
    )


def _sent(node: ast.AST) -> Iterator[tuple[tuple[str, str], str]]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and inner.args and isinstance(inner.args[0], ast.Dict):
            name = inner.func.attr if isinstance(inner.func, ast.Attribute) else ""
            name = inner.func.id if isinstance(inner.func, ast.Name) else name
            if name in _LOCATIONS:
                for key, value in _pairs(inner.args[0]):
                    yield (_LOCATIONS[name], key), value
        elif isinstance(inner, ast.AnnAssign) and isinstance(inner.value, ast.Dict):
            for key, value in _pairs(inner.value):
                yield ("body", key), value
        elif isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Subscript):
            place = inner.targets[0].slice
            if isinstance(place, ast.Constant) and isinstance(place.value, str):
                yield ("body", place.value), place.value


def _pairs(node: ast.Dict) -> Iterator[tuple[str, str]]:
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(value, ast.Name):
            yield str(key.value), value.id
