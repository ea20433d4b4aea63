"""Names that the client's own code uses, so that nothing of the document can be called so.

What the hand-written modules define is read from their text, since the pipeline doesn't import the
client.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path

from pipeline.errors import PipelineError, Problem

__all__ = ["CLASS_NAMES", "CLIENT", "MODEL", "class_members", "public_names"]

_RUNTIME = Path(__file__).parents[2] / "overlays" / "runtime"

# Classes and other capitalised names that the templates' modules import or define, and a builtin
# that only newer versions of Python have. A component called so gets a trailing underscore.
CLASS_NAMES = frozenset(
    "ARRAY Any AsyncClient AsyncKimi AsyncKimiWithRawResponse AsyncKimiWithStreamingResponse "
    "AsyncRawView AsyncResource AsyncStream AsyncStreamManager AsyncStreamedResponseManager "
    "AsyncStreamedView BOOLEAN CallOptions ChatResponseView ClassVar INTEGER Kimi "
    "KimiWithRawResponse KimiWithStreamingResponse Literal Mapping MessageResponseView Model "
    "NULL NUMBER OBJECT OMIT Omit Operation PythonFinalizationError RawResponse RawView Required "
    "ResponsesResponseView STRING Self Sequence Stream StreamManager StreamedResponseManager "
    "StreamedView SyncClient SyncResource TYPE_CHECKING Timeout TypeAlias TypedDict "
    "UnknownModel Unpack".split()
)

# Modules whose classes a client and a model inherit from.
CLIENT = ("client", "client_base")
MODEL = ("model",)


def public_names(module: str) -> list[str]:
    """`__all__` of a runtime module, sorted.

    Raises:
        PipelineError: if it has none.
    """
    for node in _parsed(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return sorted(ast.literal_eval(node.value))
    raise PipelineError(
        Problem("the module has no __all__", document=f"overlays/runtime/{module}.py")
    )


@functools.cache
def class_members(*modules: str) -> frozenset[str]:
    """Attributes and methods that the classes of runtime modules define."""
    names: set[str] = set()
    for module in modules:
        for node in ast.walk(_parsed(module)):
            if isinstance(node, ast.ClassDef):
                names.update(_members(node))
    return frozenset(names)


def _members(node: ast.ClassDef) -> set[str]:
    names: set[str] = set()
    for item in ast.walk(node):
        if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(item.name)
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            names.add(item.target.id)
    return names


@functools.cache
def _parsed(module: str) -> ast.Module:
    return ast.parse((_RUNTIME / f"{module}.py").read_text(encoding="utf-8"))
