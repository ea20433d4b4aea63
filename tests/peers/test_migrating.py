"""docs/migrating.md: the other packages' side of each row, and that it gives what ours does."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.migrating import Row, Side, here, rows, worth

pytestmark = pytest.mark.peers
ROWS = list(rows(Path(__file__).parents[2] / "docs" / "migrating.md"))


def there(package: str) -> Side:
    # By name: the packages are requirements of `nox -s peers` alone, not of the type checkers.
    module: Any = import_module(package)
    names = {name: getattr(module, name) for name in module.__all__} | {package: module}
    if package == "openai":
        return Side(
            make=lambda url: module.OpenAI(api_key="key", base_url=f"{url}/v1"),
            names=names,
            failure=module.OpenAIError,
        )
    return Side(
        make=lambda url: module.Anthropic(api_key="key", base_url=url),
        names=names,
        failure=module.AnthropicError,
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"line{row.line}")
def test_both_sides_of_a_row_give_the_same(row: Row) -> None:
    wanted = worth(row.ours[0], here(), row.resource)
    for code in row.theirs:
        assert worth(code, there(row.package), row.resource) == wanted
