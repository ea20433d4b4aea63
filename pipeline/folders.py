"""The files of a folder: what counts as one, what is litter, and what a step would pass over."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from pipeline.errors import PipelineError, Problem

__all__ = [
    "as_committed",
    "files_of",
    "is_backup",
    "is_cache",
    "is_hidden",
    "read_bytes",
    "read_text",
    "strays",
]

_DOCUMENTS = (".yaml", ".yml", ".json")
_BACKUPS = ("~", ".bak", ".orig", ".rej")


def is_cache(name: str) -> bool:
    """Whether a file or folder is what Python and its tools leave."""
    return (
        name == "__pycache__"
        or name.endswith(".pyc")
        or (name.startswith(".") and name.endswith("_cache"))
    )


def is_hidden(name: str) -> bool:
    """Whether a file is what editors and systems leave: `.#x.yaml`, `.x.swp`, `.DS_Store`."""
    return name.startswith(".") or is_cache(name)


def is_backup(name: str) -> bool:
    """Whether a file is an older state of another one."""
    return name.endswith(_BACKUPS)


def files_of(folder: Path, is_litter: Callable[[str], bool]) -> Iterator[tuple[str, Path]]:
    """The files in a folder and below it, by their POSIX paths in it; none if there is no folder.

    A link to a folder is not followed: it is one of them, and no file when it is read.

    Args:
        is_litter: Tells by its name which file or folder is none of them.

    Raises:
        PipelineError: if a folder cannot be read.
    """

    def failed(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            raise _unreadable(Path(error.filename or folder), folder, error)

    for parent, folders, names in os.walk(folder, onerror=failed):
        links = [name for name in folders if Path(parent, name).is_symlink()]
        folders[:] = sorted(n for n in folders if n not in links and not is_litter(n))
        for name in sorted(names + links):
            if not is_litter(name):
                path = Path(parent, name)
                yield path.relative_to(folder).as_posix(), path


def read_bytes(path: Path, folder: Path) -> bytes:
    """A file of a folder.

    Raises:
        PipelineError: if it cannot be read, such as a link that leads nowhere or to a folder.
    """
    try:
        # A pipe would be waited for.
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EINVAL, "it is no file", str(path))
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, folder, error) from None


def read_text(path: Path, folder: Path) -> bytes:
    """A text file of a folder as git holds it: with LF, whatever an editor made of them, no BOM.

    Raises:
        PipelineError: if it cannot be read.
    """
    return as_committed(read_bytes(path, folder)).removeprefix(b"\xef\xbb\xbf")


def as_committed(data: bytes) -> bytes:
    """Bytes with git's ends of lines, which `.gitattributes` asks for."""
    return data.replace(b"\r\n", b"\n")


def strays(folder: Path, is_read: Callable[[str], bool]) -> Iterator[str]:
    """Documents of a folder that are not read, by their paths in it."""
    for name, _ in files_of(folder, is_hidden):
        if name.lower().endswith(_DOCUMENTS) and not is_read(name):
            yield name


def _unreadable(path: Path, folder: Path, error: OSError) -> PipelineError:
    inside = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
    return PipelineError(
        Problem(
            f"cannot be read: {error.strerror or error}",
            document=f"{folder.name}/{inside}",
            remedy="See to its permissions or, if it is a link or a pipe, remove it",
        )
    )
