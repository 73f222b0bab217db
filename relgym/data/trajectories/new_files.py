"""Files that appear under their names only when they are whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from relgym.errors import RelgymError


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Make a temporary file that takes the place of `path` at the end, and disappears after an error.

    Args:
        path: The file to write; one that exists is replaced.

    Yields:
        The path of the temporary file, beside the other one.

    Raises:
        RelgymError: The file cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(".part", f".{path.name}.", path.parent)
    except OSError as error:
        raise _unwritable(path, error) from None
    os.close(handle)
    try:
        yield Path(name)
        # Temporary files are readable by their owner only; this one gets the rights of any new file.
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _unwritable(path: Path, error: OSError) -> RelgymError:
    return RelgymError(f"cannot write the file '{path}': {(error.strerror or str(error)).lower()}")
