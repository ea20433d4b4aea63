"""A copy of the checkout to work in, and the step that makes its results the checkout's.

The results are laid beside what they replace, on the same disk; then a journal is written, and only
then are folders renamed. A run that is killed before the journal leaves nothing but litter, which
the next one removes; one that is killed after it is finished by the next.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.folders import files_of, is_cache, is_hidden, read_bytes

__all__ = ["commit", "digest", "locked", "recover", "require_writable", "scratch", "sweep"]

_STAGING = ".update-staging"
_JOURNAL = ".update-journal.json"

# What is made anew wherever it is needed, or is nothing of an update's: anywhere, and where builds
# leave their results.
_LEFT_BEHIND = frozenset((".git", ".venv", ".nox", ".hypothesis", "node_modules"))
_BUILT = frozenset(("dist", "build"))
_BUILT_IN = ("", "generated")


@contextmanager
def locked(
    root: Path, *, patience: float = 300.0, told: Callable[[], None] | None = None
) -> Iterator[None]:
    """Hold the one lock of a checkout, so that two updates run one after the other.

    The lock goes with the process, however it ends, and leaves no file in the checkout.

    Args:
        patience: Seconds to wait for another update.
        told: Called once if there is one to wait for.

    Raises:
        PipelineError: if the other update is still at work after that.
    """
    with _lock_file(root) as handle:
        end = time.monotonic() + patience
        waiting = False
        while not _try_lock(handle):
            if not waiting and told is not None:
                told()
            waiting = True
            if time.monotonic() >= end:
                raise PipelineError(
                    Problem(
                        f"another update has been at work here for {patience:g} seconds",
                        document=str(root),
                        remedy="Wait for it, or end it",
                    )
                )
            time.sleep(0.1)
        yield


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def _lock_file(root: Path) -> Iterator[int]:
        path = Path(tempfile.gettempdir()) / f"{_name(root)}.lock"
        handle = os.open(path, os.O_RDWR | os.O_CREAT)
        try:
            yield handle
        finally:
            os.close(handle)

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    @contextmanager
    def _lock_file(root: Path) -> Iterator[int]:
        handle = os.open(root, os.O_RDONLY)
        try:
            yield handle
        finally:
            os.close(handle)

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


@contextmanager
def scratch(root: Path) -> Iterator[Path]:
    """A copy of the checkout, removed at the end with all that this process leaves beside it."""
    prefix = f"{_name(root)}-"
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        work, others = Path(folder, "checkout"), Path(folder, "temporary")
        shutil.copytree(root, work, ignore=_left_behind(root), symlinks=True)
        others.mkdir()
        before, tempfile.tempdir = tempfile.tempdir, str(others)
        try:
            yield work
        finally:
            tempfile.tempdir = before


def sweep(root: Path) -> None:
    """Remove what updates of this checkout that were killed left in the temporary folder.

    The caller holds the lock, so that none of it is in use.
    """
    for litter in Path(tempfile.gettempdir()).glob(f"{_name(root)}-*"):
        shutil.rmtree(litter, ignore_errors=True)


def _name(root: Path) -> str:
    """The beginning of the names that this checkout's updates have in the temporary folder."""
    found = root.stat()  # in another container a path may be another checkout's
    key = f"{root.resolve()} {found.st_dev} {found.st_ino}"
    return f"evolink-kimi-update-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def _left_behind(root: Path) -> Callable[[str, list[str]], set[str]]:
    """What of a folder's content no copy of a checkout needs, for `shutil.copytree`."""
    built_in = {str(root / name) for name in _BUILT_IN}

    def ignored(folder: str, names: list[str]) -> set[str]:
        built = _BUILT if folder in built_in else frozenset[str]()
        return {n for n in names if n in _LEFT_BEHIND | built or is_cache(n) or _is_ours(n)}

    return ignored


def _is_ours(name: str) -> bool:
    return name.startswith(".update-")


def require_writable(root: Path, names: Sequence[str]) -> None:
    """Refuse a checkout in which nothing can be replaced, before the work rather than after it.

    Args:
        names: What is to be replaced.

    Raises:
        PipelineError: if it cannot be written, or what is to be replaced leads elsewhere by a
            link: that would be written to.
    """
    if not os.access(root, os.W_OK):
        raise PipelineError(
            Problem(
                "the checkout cannot be written, so nothing can be taken in",
                document=str(root),
                remedy="See to its permissions, or update a copy",
            )
        )
    found = [(name, root / name) for name in names]
    for name in names:
        found += [(f"{name}/{n}", path) for n, path in files_of(root / name, is_hidden)]
    links = [name for name, path in found if path.is_symlink()]
    if links:
        raise PipelineError(
            [
                Problem(
                    "is a link, and an update replaces files of the checkout only",
                    document=name,
                    remedy="Put what it leads to in its place",
                )
                for name in links
            ]
        )


def digest(root: Path, names: Sequence[str]) -> str:
    """One digest of some files and folders of a checkout, without what tools and editors leave.

    Raises:
        PipelineError: if a file cannot be read.
    """
    total = hashlib.sha256()
    for name in names:
        path = root / name
        if path.is_file():
            total.update(f"{name}\0".encode() + read_bytes(path, root))
        for inner, file in files_of(path, is_hidden):
            total.update(f"{name}/{inner}\0".encode() + read_bytes(file, root))
    return total.hexdigest()


def commit(root: Path, work: Path, names: Sequence[str]) -> None:
    """Replace files and folders of a checkout by those of the copy: all of them or none.

    Raises:
        PipelineError: if one cannot be replaced; the checkout is then as it was.
    """
    staging = root / _STAGING
    try:
        _clear(root)
        for name in names:
            source, target = work / name, staging / "new" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=_left_behind(work), symlinks=True)
            else:
                shutil.copyfile(source, target)
        (staging / "old").mkdir()
        _write_journal(root, names)
    except OSError as error:
        with suppress(OSError):
            _clear(root)
        raise _unreplaced(error) from error
    done: list[str] = []
    try:
        for name in names:
            done.append(name)
            _replace(root, name)
    except OSError as error:
        for name in reversed(done):
            _put_back(root, name)
        _clear(root)
        raise _unreplaced(error) from error
    except BaseException:
        recover(root)
        raise
    _clear(root)


def recover(root: Path) -> bool:
    """Finish what an update that was cut off had begun to replace; True if there was anything."""
    names = _read_journal(root)
    try:
        for name in names or ():
            _replace(root, name)
        if names is not None or (root / _STAGING).exists():
            _clear(root)
    except OSError as error:
        raise PipelineError(
            Problem(
                "an update that was cut off cannot be brought to its end: "
                f"{error.strerror or error}",
                document=str(error.filename or root),
                remedy="Close what holds the file, or see to its permissions, and run it again",
            )
        ) from error
    return names is not None


def _read_journal(root: Path) -> list[str] | None:
    """What an update had begun to replace; None if there is no such list."""
    try:
        names = json.loads((root / _JOURNAL).read_bytes())
    except (OSError, ValueError):
        return None
    known = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return names if known else None


def _write_journal(root: Path, names: Sequence[str]) -> None:
    draft = root / _STAGING / "journal.json"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(list(names), file)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(root / _JOURNAL)


def _replace(root: Path, name: str) -> None:
    """Put the new in the place of the old; again without effect, whatever was done before."""
    new, old, target = _three(root, name)
    if not new.exists():
        return
    if target.exists():
        old.parent.mkdir(parents=True, exist_ok=True)
        target.rename(old)
    new.rename(target)


def _put_back(root: Path, name: str) -> None:
    new, old, target = _three(root, name)
    if target.exists() and not new.exists():
        target.rename(new)
    if old.exists():
        old.rename(target)


def _three(root: Path, name: str) -> tuple[Path, Path, Path]:
    return root / _STAGING / "new" / name, root / _STAGING / "old" / name, root / name


def _clear(root: Path) -> None:
    # The journal first: without it the staged folders are litter.
    (root / _JOURNAL).unlink(missing_ok=True)
    shutil.rmtree(root / _STAGING, ignore_errors=True)


def _unreplaced(error: OSError) -> PipelineError:
    name = error.filename or "the checkout"
    return PipelineError(
        Problem(
            f"cannot be replaced: {error.strerror or error}",
            document=str(name),
            remedy="Nothing was changed. Close what holds the file, or see to its permissions",
        )
    )
