"""Which release an installer takes: yanked ones, and another package of the same name elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.indexes import Index, static_index
from tests.support.installing import Environment, Release

pytestmark = pytest.mark.index
OLD = "0.0.9"


@pytest.fixture
def serve(dependencies: list[Path], tmp_path: Path) -> Iterator[Callable[..., Index]]:
    """Serves releases and their dependencies from a folder, some of them yanked."""
    with ExitStack() as stack:

        def start(*releases: Release, yanked: Release | None = None) -> Index:
            folder = tmp_path / f"index-{len(list(tmp_path.glob('index-*')))}"
            folder.mkdir()
            for path in [*dependencies, *(p for r in releases for p in r.files)]:
                shutil.copyfile(path, folder / path.name)
            reasons = {} if yanked is None else {p.name: "loses text" for p in yanked.files}
            return stack.enter_context(static_index(folder, reasons))

        yield start


def test_a_yanked_release_is_passed_over(
    serve: Callable[..., Index],
    current: Release,
    release: Callable[[str], Release],
    fresh: Environment,
) -> None:
    index = serve(release(OLD), current, yanked=current)
    fresh.install("evolink-kimi", index=index)
    assert fresh.version == OLD


def test_a_yanked_release_is_still_there_for_who_pinned_it(
    serve: Callable[..., Index],
    current: Release,
    release: Callable[[str], Release],
    fresh: Environment,
) -> None:
    index = serve(release(OLD), current, yanked=current)
    said = fresh.try_install(f"evolink-kimi=={current.version}", index=index)
    assert said.returncode == 0, said.stdout
    assert fresh.version == current.version
    assert "loses text" in said.stdout


def test_one_index_keeps_a_foreign_package_of_the_same_name_out(
    serve: Callable[..., Index],
    current: Release,
    release: Callable[[str], Release],
    fresh: Environment,
) -> None:
    internal, foreign = serve(current), serve(release("99.0"))
    fresh.install("evolink-kimi", index=internal)
    assert fresh.version == current.version

    # What the documentation warns of: pip takes the highest version of all indexes.
    fresh.install(
        *("--upgrade", "evolink-kimi", "--extra-index-url", foreign.simple), index=internal
    )
    # uv takes a package from the first index that has it, and extra ones come first.
    assert fresh.version == "99.0"


def test_uv_takes_a_package_from_the_first_index_that_has_it(
    serve: Callable[..., Index],
    current: Release,
    release: Callable[[str], Release],
    fresh: Environment,
) -> None:
    if fresh.tool == "pip":
        pytest.skip("pip has no order of indexes")
    internal, foreign = serve(current), serve(release("99.0"))
    fresh.install("evolink-kimi", "--extra-index-url", internal.simple, index=foreign)
    assert fresh.version == current.version
