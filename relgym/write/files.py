"""Files that are written as a whole: a file has its old content or its new one, whatever happens meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path
from tempfile import mkstemp

from relgym.errors import RelgymError


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Make a temporary file that takes the place of `path` at the end, and disappears after an error.

    The new file keeps the permissions of the old one. A device or a pipe cannot be replaced, and is written itself.

    Args:
        path: The file to write; one that exists is replaced.

    Yields:
        The path to write to.

    Raises:
        OSError: The file cannot be written.
    """
    given = Path(path)
    if given.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(given))
    if given.exists() and not given.is_file():
        yield given
        return
    target = given.resolve()
    handle, name = mkstemp(".part", f".{target.name}.", target.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        # Temporary files are readable by their owner only.
        part.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def new_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Do as `whole_file`, but raise `RelgymError` with the name of a file that cannot be written."""
    try:
        with whole_file(path) as part:
            yield part
    except OSError as error:
        raise RelgymError(f"cannot write the file '{path}': {(error.strerror or str(error)).lower()}") from None


def check_apart(output: str | os.PathLike[str], sources: Iterable[str | os.PathLike[str]]) -> None:
    """Raise `RelgymError` if a file to write is one of those that are read, which would be lost."""
    if any(Path(output).exists() and Path(output).samefile(source) for source in sources):
        raise RelgymError(f"'{output}' is read, and would be lost if it were written", hint="choose another file")


def _umask() -> int:
    # It can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
