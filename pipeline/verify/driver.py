"""Run by `round_trip` in a process of its own: decodes, reads and encodes examples.

Arguments: the folder that holds the package, and its name. Standard input: a JSON array of
`[pointer, operationId, place, value]`. Standard output: a JSON array of `[pointer, reason]`.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import warnings
from typing import Any


def main(folder: str, package_name: str) -> None:
    sys.path.insert(0, folder)
    warnings.simplefilter("error")
    package = importlib.import_module(package_name)
    testing = f"{package_name}.testing"  # imports pytest
    for module in pkgutil.walk_packages(package.__path__, f"{package_name}."):
        if not module.name.endswith("__main__") and not module.name.startswith(testing):
            importlib.import_module(module.name)
    operation_type = importlib.import_module(f"{package_name}.runtime.operation").Operation
    resources = importlib.import_module(f"{package_name}.resources")
    operations: dict[str, Any] = {}
    for module in pkgutil.iter_modules(resources.__path__, f"{resources.__name__}."):
        for value in vars(sys.modules[module.name]).values():
            if isinstance(value, operation_type):
                operations[value.id] = value
    failures = []
    for pointer, name, place, value in json.load(sys.stdin):
        reason = check(operations[name], place, value)
        if reason:
            failures.append([pointer, reason])
    json.dump(failures, sys.stdout)


def check(operation: Any, place: str, value: Any) -> str | None:
    """Why a value does not go round, None if it does."""
    if place == "request":
        decode = operation.request
    elif place == "event":
        decode = operation.event
    elif place.startswith("2"):
        decode = operation.response
    elif place in operation.statuses:
        decode = operation.statuses[place] or as_sent
    else:
        decode = None
    if decode is None:
        return "there is nothing to decode it with"
    try:
        read = decode(value)
        touch(read)
        back = encoded(read)
    except Exception as error:
        return f"does not decode: {type(error).__name__}: {error}"
    if not same(value, back):
        return f"comes back as {json.dumps(back, ensure_ascii=False)[:400]}"
    if not same(value, encoded(decode(json.loads(json.dumps(value))))):
        return "comes back changed when it was not read"
    return None


def as_sent(value: Any) -> Any:
    """What becomes of an answer of which the document says nothing that can be decoded."""
    return value


def encoded(value: Any) -> Any:
    """The JSON of a decoded value: a model, or what models are in."""
    if isinstance(value, list):
        return [encoded(item) for item in value]
    if isinstance(value, dict):
        return {key: encoded(item) for key, item in value.items()}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return value.isoformat() if hasattr(value, "isoformat") else value


def touch(value: Any) -> None:
    """Read every field of a model, and of the models in it."""
    if isinstance(value, list):
        for item in value:
            touch(item)
    elif isinstance(value, dict):
        for item in value.values():
            touch(item)
    elif hasattr(value, "to_dict"):
        if type(value).__name__.startswith("Unknown"):
            raise ValueError(f"not known to the document: {value!r}")
        for name in type(value)._fields:
            touch(getattr(value, name))


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal, telling 1 from true and from 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


if __name__ == "__main__":
    main(*sys.argv[1:])
