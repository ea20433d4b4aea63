"""Whether this package still is what was built: every digest that can be computed again, is.

Digests find what was changed by accident, or by somebody who changed one place only. They are no
signature: who replaces the package and the attestation together is not found out.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module, metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple

from .bytecode import compare

__all__ = ["Check", "verify"]

_BUILD: Final = "__build__.py"
_STATEMENT: Final = "https://in-toto.io/Statement/v1"
# What tools leave in an installed package.
_LITTER: Final = ("__pycache__", ".DS_Store")


class Check(NamedTuple):
    """One thing that was looked at.

    Attributes:
        name: What was looked at, in a word.
        ok: Whether it is as it was built; None if it could not be looked at.
        detail: What was found, for people.
    """

    name: str
    ok: bool | None
    detail: str


def verify(attestation: Path | None = None, sources: Path | None = None) -> list[Check]:
    """Compute digests again and compare them with those that were written down.

    Args:
        attestation: The attestation that was built beside the wheel; the digests of the package's
            files are compared with it, and those of wheel and sdist if they are in its folder.
        sources: A checkout of the pipeline; the documents in it are compared with those this
            package names, and with an attestation all that it was made from.

    Returns:
        A check for each comparison. Nothing is raised for what does not fit.

    Raises:
        ModuleNotFoundError: if there is no `__build__` module: this is not a built package.
        OSError: if the attestation cannot be read.
        ValueError: if it is not an attestation.
    """
    package = __name__.rpartition(".")[0]
    build = import_module(f"{package}.__build__")
    found = {path: file.read_bytes() for path, file in _files(files(package), "")}
    checks = [
        _content(found, build.CONTENT_SHA256),
        _document(found, build.DOCUMENT_SHA256),
        *_bytecode(files(package)),
        *_installed(package, build, found),
    ]
    statement = None if attestation is None else _read(attestation)
    if attestation is not None and statement is not None:
        checks.append(_attested(found, package, statement))
        checks.extend(_artifacts(attestation.parent, statement))
    if sources is not None:
        checks.append(_sources(sources / "openapi", build.SOURCES))
        if statement is not None:
            checks.append(_inputs(sources, statement))
    return checks


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.name in _LITTER or entry.name.endswith(".pyc"):
            continue
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry


def _content(found: Mapping[str, bytes], expected: str) -> Check:
    lines = (f"{_sha256(found[p])}  {p}\n" for p in sorted(found) if p != _BUILD)
    actual = _sha256("".join(lines).encode())
    detail = f"{len(found) - 1} files of the package, {actual}"
    return Check("content", actual == expected, detail + _unless(actual, expected))


def _document(found: Mapping[str, bytes], expected: str) -> Check:
    if "openapi.json" not in found:
        return Check("document", False, "openapi.json is missing")
    actual = _sha256(found["openapi.json"])
    return Check(
        "document", actual == expected, f"openapi.json, {actual}" + _unless(actual, expected)
    )


def _bytecode(package: Traversable) -> Iterator[Check]:
    """Python's caches of the package's modules, which run in their place."""
    caches = compare(package)
    yield _listing("bytecode", f"{caches.same} compiled modules of this Python", caches.wrong)
    if caches.others:
        told = f"only the Pythons that made them can compare those of {', '.join(caches.others)}"
        yield Check("bytecode", None, told)


def _installed(package: str, build: Any, found: Mapping[str, bytes]) -> list[Check]:
    """What the installer wrote down (RECORD, METADATA), and the bill of materials."""
    try:
        distribution = metadata.distribution(build.DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return [Check("record", None, f"{build.DISTRIBUTION} is not installed, only importable")]
    beside = Path(str(distribution.locate_file(f"{package}/{_BUILD}")))
    if not _same(beside, files(package) / _BUILD):
        return [Check("record", None, "the installed distribution is another copy than this one")]
    if distribution.read_text("RECORD") is None:
        return [Check("record", None, "the installer left no RECORD")]
    recorded = distribution.files or []
    wrong = [str(f) for f in recorded if f.hash and not _intact(f)]
    digested = {f.as_posix() for f in recorded if f.hash}
    extra = sorted(f"{package}/{path}" for path in found)
    wrong += [f"{path} (not in RECORD)" for path in extra if path not in digested]
    return [
        _listing("record", f"{len(recorded)} installed files by RECORD", wrong),
        Check(
            "version",
            distribution.version == build.VERSION,
            f"{distribution.version}" + _unless(distribution.version, build.VERSION),
        ),
        _bill(recorded, build),
    ]


def _intact(path: metadata.PackagePath) -> bool:
    if path.hash is None:
        return True
    try:
        digest = hashlib.new(path.hash.mode, path.read_binary()).digest()
    except (OSError, ValueError):
        return False
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == path.hash.value


def _bill(recorded: Sequence[metadata.PackagePath], build: Any) -> Check:
    """The bill of materials (PEP 770) names this version, this document and its sources."""
    path = next((f for f in recorded if f.parts[-2:-1] == ("sboms",)), None)
    if path is None:
        return Check("sbom", False, "there is no bill of materials in .dist-info/sboms")
    try:
        bill = json.loads(path.read_binary())
        component = bill["metadata"]["component"]
        digests = {c["name"]: h["content"] for c in bill["components"] for h in c.get("hashes", [])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Check("sbom", False, f"{path.name} cannot be read: {type(error).__name__}: {error}")
    expected = {"openapi.json": build.DOCUMENT_SHA256, **build.SOURCES}
    named = (component["name"], component["version"]) == (build.DISTRIBUTION, build.VERSION)
    return Check(
        "sbom",
        named and digests == expected,
        f"{path.name}: {component['name']} {component['version']}, {len(digests)} documents",
    )


def _attested(found: Mapping[str, bytes], package: str, statement: Mapping[str, Any]) -> Check:
    inside = f"{package}/"
    expected = {
        path.removeprefix(inside): digest
        for path, digest in _digests(statement["predicate"]["runDetails"]["byproducts"], "name")
        if path.startswith(inside)
    }
    wrong = [p for p in sorted(expected.keys() | found) if _digest(found.get(p)) != expected.get(p)]
    return _listing("attested", f"{len(expected)} files of the package by the attestation", wrong)


def _artifacts(folder: Path, statement: Mapping[str, Any]) -> Iterator[Check]:
    for name, expected in _digests(statement["subject"], "name"):
        actual = _digest(_read_if_there(folder / name))
        if actual is None:
            yield Check("artifact", None, f"{name} is not beside the attestation")
        else:
            yield Check(
                "artifact", actual == expected, f"{name}, {actual}" + _unless(actual, expected)
            )


def _sources(folder: Path, expected: Mapping[str, str]) -> Check:
    wrong = [n for n, digest in expected.items() if _digest(_read_if_there(folder / n)) != digest]
    return _listing("sources", f"{len(expected)} documents of the vendor", wrong)


def _inputs(root: Path, statement: Mapping[str, Any]) -> Check:
    inputs = [
        (uri.removeprefix("file:"), digest)
        for uri, digest in _digests(
            statement["predicate"]["buildDefinition"]["resolvedDependencies"], "uri"
        )
        if uri.startswith("file:")
    ]
    wrong = [path for path, digest in inputs if _digest(_read_if_there(root / path)) != digest]
    return _listing("inputs", f"{len(inputs)} files the package was generated from", wrong)


def _read(path: Path) -> dict[str, Any]:
    try:
        statement = json.loads(path.read_bytes())
        kind = statement["_type"]
        byproducts = statement["predicate"]["runDetails"]["byproducts"]
        inputs = statement["predicate"]["buildDefinition"]["resolvedDependencies"]
        list(_digests(statement["subject"], "name"))
        list(_digests(byproducts, "name"))
        list(_digests(inputs, "uri"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: not an attestation: {type(error).__name__}: {error}") from None
    if kind != _STATEMENT:
        raise ValueError(f"{path}: not an attestation: its _type is {kind!r}, not {_STATEMENT!r}")
    return dict(statement)


def _digests(entries: Sequence[Mapping[str, Any]], key: str) -> Iterator[tuple[str, str]]:
    for entry in entries:
        yield str(entry[key]), str(entry["digest"]["sha256"])


def _listing(name: str, what: str, wrong: Sequence[str]) -> Check:
    if not wrong:
        return Check(name, True, what)
    shown = ", ".join(wrong[:5]) + (f" and {len(wrong) - 5} more" if len(wrong) > 5 else "")
    return Check(name, False, f"{what}; not as they were: {shown}")


def _unless(actual: str, expected: str) -> str:
    return "" if actual == expected else f", where {expected} was built"


def _same(one: Path, other: Traversable) -> bool:
    try:
        return isinstance(other, Path) and one.samefile(other)
    except OSError:
        return False


def _read_if_there(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _digest(data: bytes | None) -> str | None:
    return None if data is None else _sha256(data)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
