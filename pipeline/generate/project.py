"""The client's package, rendered by our templates from what the generator's parser read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from openapi_python_client import Project
from openapi_python_client.schema.untrusted_string import UntrustedString
from openapi_python_client.strings import PythonCode

from pipeline.characters import words_of
from pipeline.errors import PipelineError, Problem
from pipeline.generate import documentation
from pipeline.generate.code import Coder
from pipeline.generate.context import ModelsModule, build_models
from pipeline.generate.parser import Parsed, parse
from pipeline.generate.resources import ResourceView, build_resources
from pipeline.generate.taken import RUNTIME, Runtime
from pipeline.generate.templates import TEMPLATES, rendered
from pipeline.generate.text import docstring, literal
from pipeline.surface import Surface
from pipeline.types import JsonObject, Tree

__all__ = ["ClientProject", "generate"]

# Views of every resource, and of the clients: attribute, suffix of the class, docstring.
VIEWS = (
    (
        "with_raw_response",
        "WithRawResponse",
        "The same calls, giving the HTTP response: its head, its body, and the answer by "
        "`parse()`.",
    ),
    (
        "with_streaming_response",
        "WithStreamingResponse",
        "The same calls, giving the HTTP response in a `with` block, its body still to be read.",
    ),
)


def generate(
    surface: Surface,
    tree: JsonObject,
    *,
    version: str,
    package_name: str = "evolink_kimi",
    document: str = "openapi.yaml",
    templates: Path = TEMPLATES,
    runtime: Path = RUNTIME,
) -> Tree:
    """The Python modules that vary with the document, unformatted.

    Args:
        surface: What `build_surface` made of `tree`.
        tree: The merged document with its overlays.
        version: Version of the package.
        package_name: Import name of the package, and its folder in the result.
        document: What to call the document in messages.
        templates: The folder of the templates.
        runtime: The folder of the hand-written modules, whose names are taken.

    Raises:
        PipelineError: for whatever the parser or the templates cannot represent.
    """
    own = Runtime(runtime)
    parsed = parse(surface, tree["info"], own, package_name=package_name, document=document)
    return ClientProject(
        parsed, surface, tree, own, version=version, document=document, templates=templates
    ).render()


class _Compiled(jinja2.BytecodeCache):
    """Compiled templates by their text: an update generates more than once."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class ClientProject(Project):
    """openapi-python-client's project with our templates, rendered to memory."""

    def __init__(
        self,
        parsed: Parsed,
        surface: Surface,
        tree: JsonObject,
        runtime: Runtime,
        *,
        version: str,
        document: str,
        templates: Path,
    ) -> None:
        super().__init__(openapi=parsed.data, config=parsed.config, custom_template_path=templates)
        self._templates = templates
        self._tree = tree
        self._runtime = runtime
        self._client_version = version
        self._surface = surface
        coder = Coder(surface, parsed.names)
        self._resources = build_resources(surface, parsed.names, coder, tree, runtime, document)
        roots = {o.id: o.id.partition(".")[0] for o in surface.operations}
        self._models = build_models(surface, parsed.names, coder, roots, document)
        # Only our own templates: a typo must not fall back to one of the generator's. A name that
        # is missing, and text of the document that no filter has made safe, are errors.
        self.env.loader = jinja2.FileSystemLoader(templates, encoding="utf-8-sig")
        self.env.bytecode_cache = _COMPILED
        self.env.undefined = jinja2.StrictUndefined
        self.env.finalize = _refuse_untrusted
        self.env.filters.update(
            docstring=docstring,
            literal=literal,
            method_doc=documentation.method_doc,
            stream_doc=documentation.stream_doc,
        )

    def render(self) -> Tree:
        """Every generated module: POSIX path to bytes."""
        self._files: Tree = {}
        self._create_package()
        self._build_models()
        self._build_api()
        return self._files

    def _create_package(self) -> None:
        public_names = self._runtime.public_names
        errors = public_names("errors")
        modules = [
            (".client", ["AsyncKimi", "Kimi"]),
            (".runtime.accumulate.base", ["StreamWarning"]),
            (".runtime.deltas", ["Delta"]),
            (".runtime.errors", errors),
            (".runtime.http_info", ["HTTPInfo", "RateLimit"]),
            (".runtime.http_response", ["AsyncResponse", "SyncResponse"]),
            (".runtime.model", ["Model", "UnknownModel", "WireTypeWarning"]),
            (".runtime.observe", ["Hooks", "RequestInfo", "ResponseInfo", "RetryInfo"]),
            (".runtime.omit", ["OMIT", "Omit"]),
            (".runtime.options", ["Timeout"]),
            (".runtime.raw", public_names("raw")),
            (".runtime.response_stream", public_names("response_stream")),
            (".runtime.secret", ["ApiKey"]),
            (".runtime.stream", ["AsyncStream", "Stream"]),
            (".runtime.stream_manager", public_names("stream_manager")),
            (".runtime.tool_calls", ["ToolCall"]),
            (".runtime.views", ["UsageSummary"]),
        ]
        names = sorted(name for _, group in modules for name in group)
        self._write(
            "__init__.py",
            "package_init.py.jinja",
            doc=documentation.package_doc(self._tree),
            modules=modules,
            all_names=names,
        )
        self._write("_version.py", "version.py.jinja", version=self._client_version)
        self._files[f"{self.package_name}/py.typed"] = b""

    def _build_models(self) -> None:
        shared = next((m for m in self._models if m.name == "shared"), None)
        shared_names = shared.public if shared else []
        shared_params = shared.public_params if shared else []
        for module in self._models:
            is_shared = module is shared
            self._write(
                f"models/{module.name}.py",
                "models_module.py.jinja",
                module=module,
                imports=[] if is_shared else [*shared_names, *_decoders(shared)],
                param_imports=[
                    (m.name, m.public_params)
                    for m in self._models
                    if m.public_params and m in (module, shared)
                ],
                replay_imports=list(self._replays_elsewhere(module, shared)),
            )
            if module.public_params:
                self._write(
                    f"params/{module.name}.py",
                    "params_module.py.jinja",
                    module=module,
                    model_imports=[] if is_shared else shared_names,
                    param_imports=[] if is_shared else shared_params,
                )
        models = [(f".{m.name}", m.public) for m in self._models]
        params = [(f".{m.name}", m.public_params) for m in self._models if m.public_params]
        for folder, modules, doc in (
            (
                "models",
                models,
                "The typed values of requests, answers and stream events.",
            ),
            ("params", params, "The shapes of the plain dicts that requests take."),
        ):
            self._write_lazy(f"{folder}/__init__.py", modules, doc)
        self._write_lazy(
            "types.py",
            [(f".models{name}", names) for name, names in models]
            + [(f".params{name}", names) for name, names in params],
            "Every model, and every shape of a plain dict, by name.",
        )

    def _replays_elsewhere(
        self, module: ModelsModule, shared: ModelsModule | None
    ) -> Iterator[tuple[str, list[str]]]:
        """What `to_input` gives and the module does not import, by the module that has it.

        An answer of two operations is shared, and the items of one request are not.
        """
        replays = _identifiers(*(model.replay or "" for model in module.models))
        for other in self._models:
            if other not in (module, shared):
                for folder, names in (("models", other.public), ("params", other.public_params)):
                    if kept := [name for name in names if name in replays]:
                        yield f"{folder}.{other.name}", kept

    def _build_api(self) -> None:
        resources = list(self._resources.values())
        self._write(
            "client.py",
            "client.py.jinja",
            doc=documentation.client_doc(self._tree, asynchronous=False),
            async_doc=documentation.client_doc(self._tree, asynchronous=True),
            resources=resources,
            views=VIEWS,
            servers=tuple(s["url"] for s in self._tree.get("servers", [])),
        )
        self._write(
            "resources/__init__.py",
            "plain_init.py.jinja",
            doc="The API's operations, one module a resource.",
        )
        self._write("raw/__init__.py", "raw_client.py.jinja", resources=resources)
        for root in resources:
            self._write_resource(root)

    def _write_resource(self, root: ResourceView) -> None:
        models = [(m.name, m.public) for m in self._models if m.name in (root.name, "shared")]
        decoders = [
            (m.name, [*m.public, *_decoders(m)])
            for m in self._models
            if m.name in (root.name, "shared")
        ]
        params = [
            (m.name, m.public_params)
            for m in self._models
            if m.name in (root.name, "shared") and m.public_params
        ]
        resources = root.walk()
        runtime_names = {
            name
            for resource in resources
            for method in resource.methods
            for name in _identifiers(
                method.response_decoder,
                method.event_decoder,
                *(d for _, d in method.statuses),
            )
        }
        self._write(
            f"resources/{root.name}.py",
            "resource_module.py.jinja",
            root=root,
            resources=resources,
            views=VIEWS,
            decoder_imports=[
                (m, kept) for m, ns in decoders if (kept := [n for n in ns if n in runtime_names])
            ],
            model_imports=[
                (m, kept) for m, ns in models if (kept := [n for n in ns if n not in runtime_names])
            ],
            param_imports=params,
        )
        self._write(
            f"raw/{root.name}.py",
            "raw_module.py.jinja",
            root=root,
            resources=resources,
            model_imports=models,
            param_imports=params,
        )

    def _write_lazy(self, path: str, modules: list[tuple[str, list[str]]], doc: str) -> None:
        names = sorted(name for _, group in modules for name in group)
        self._write(path, "lazy_names.py.jinja", modules=modules, all_names=names, doc=doc)

    def _write(self, path: str, template: str, **context: Any) -> None:
        data = rendered(self.env, template, self._templates, context)
        self._files[f"{self.package_name}/{path}"] = data


def _decoders(module: ModelsModule | None) -> list[str]:
    return [f"decode_{u.name}" for u in module.unions] if module else []


def _identifiers(*codes: str) -> set[str]:
    return words_of(" ".join(codes))


def _refuse_untrusted(value: object) -> object:
    if isinstance(value, UntrustedString | PythonCode):
        raise PipelineError(
            Problem(
                "a template prints text of the document without making it safe",
                document="generator-templates",
                remedy="Pass it through the docstring or literal filter.",
            )
        )
    return value
