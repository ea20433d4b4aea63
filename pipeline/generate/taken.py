"""Names that the client's own code uses, so that nothing of the document can be called so.

What the hand-written modules define is read from their text, since the pipeline doesn't import the
client.
"""

from __future__ import annotations

import ast
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.folders import read_bytes

__all__ = ["CLASS_NAMES", "CLIENT", "MODEL", "RUNTIME", "Runtime"]

RUNTIME = Path(__file__).parents[2] / "overlays" / "runtime"

# Classes and other capitalised names that the templates' modules import or define, and builtins
# that only newer versions of Python have. A component called so gets a trailing underscore.
CLASS_NAMES = frozenset(
    "ARRAY Any AsyncClient AsyncKimi AsyncKimiWithRawResponse AsyncKimiWithStreamingResponse "
    "AsyncRawView AsyncResource AsyncStream AsyncStreamManager AsyncStreamedResponseManager "
    "AsyncStreamedView BOOLEAN CallOptions ChatResponseView ClassVar INTEGER ImportCycleError Kimi "
    "KimiWithRawResponse KimiWithStreamingResponse Literal Mapping MessageResponseView Model "
    "NULL NUMBER OBJECT OMIT Omit Operation PythonFinalizationError RawResponse RawView Required "
    "ResponsesResponseView STRING Self Sequence Stream StreamManager StreamedResponseManager "
    "StreamedView SyncClient SyncResource TYPE_CHECKING Timeout TypeAlias TypedDict "
    "UnknownModel Unpack".split()
)

# Modules whose classes a client and a model inherit from.
CLIENT = ("client", "client_base")
MODEL = ("model",)


class Runtime:
    """What the hand-written modules of a checkout define.

    Args:
        folder: Where they are.
    """

    def __init__(self, folder: Path = RUNTIME) -> None:
        self._folder = folder
        self._modules: dict[str, ast.Module] = {}

    def public_names(self, module: str) -> list[str]:
        """`__all__` of a module, sorted.

        Raises:
            PipelineError: if it has none, or cannot be read.
        """
        for node in self._parsed(module).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                return sorted(ast.literal_eval(node.value))
        raise PipelineError(Problem("the module has no __all__", document=_path(module)))

    def class_members(self, *modules: str) -> frozenset[str]:
        """Attributes and methods that the classes of modules define.

        Raises:
            PipelineError: if one cannot be read.
        """
        names: set[str] = set()
        for module in modules:
            for node in ast.walk(self._parsed(module)):
                if isinstance(node, ast.ClassDef):
                    names.update(_members(node))
        return frozenset(names)

    def _parsed(self, module: str) -> ast.Module:
        if module not in self._modules:
            data = read_bytes(self._folder / f"{module}.py", self._folder)
            try:
                self._modules[module] = ast.parse(data)
            except (SyntaxError, ValueError) as error:
                raise PipelineError(
                    Problem(
                        f"not Python: {getattr(error, 'msg', error)}",
                        document=_path(module),
                        line=getattr(error, "lineno", None),
                    )
                ) from None
        return self._modules[module]


def _path(module: str) -> str:
    return f"overlays/runtime/{module}.py"


def _members(node: ast.ClassDef) -> set[str]:
    names: set[str] = set()
    for item in ast.walk(node):
        if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(item.name)
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            names.add(item.target.id)
    return names
