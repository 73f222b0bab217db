"""Reading of files up to a size, without waiting for a named pipe that has no writer."""

from __future__ import annotations

import errno
import os
import select
import stat
from pathlib import Path

from relgym.tuning.read import CHUNK_BYTES, FILE_BYTES_LIMIT, PIPE_SECONDS


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file, a device or a pipe, at most `FILE_BYTES_LIMIT` of them.

    A byte 0 ends the reading, since no text has one: what `/dev/zero` begins with is enough to refuse it.

    Raises:
        OSError: if the file cannot be read, is larger, or is a named pipe without a writer.
        ValueError: if no file can have such a name.
    """
    with open(path, "rb", buffering=0, opener=_opened) as file:
        chunks: list[bytes] = []
        left = FILE_BYTES_LIMIT + 1
        while left > 0 and (chunk := file.read(min(left, CHUNK_BYTES))):
            chunks.append(chunk)
            left -= len(chunk)
            if b"\0" in chunk:
                break
    if left <= 0:
        raise OSError(errno.EFBIG, f"it has more than {FILE_BYTES_LIMIT:,} bytes")
    return b"".join(chunks)


def inside(folder: Path, name: str) -> Path | None:
    """The file of that name below a folder; None for a name that leads out of it, by `..`, as a root or by a link.

    >>> inside(Path("."), "../secret") is inside(Path("."), "/etc/passwd") is None
    True
    """
    path = folder / name
    if Path(name).is_absolute() or ".." in Path(name).parts or not path.resolve().is_relative_to(folder.resolve()):
        return None
    return path


def _opened(path: str, flags: int) -> int:
    """Return a descriptor that reads the file; for a named pipe, wait until a writer has written or closed it."""
    # Names of open descriptors, such as /dev/stdin, wait for their writers without a time limit.
    if not stat.S_ISFIFO(os.stat(path).st_mode) or path.startswith(("/dev/", "/proc/")):
        return os.open(path, flags)
    # A normal open would wait for a writer.
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    if not select.select([descriptor], [], [], PIPE_SECONDS)[0]:
        os.close(descriptor)
        raise OSError(errno.ETIMEDOUT, f"it is a pipe to which nobody has written for {PIPE_SECONDS:.0f} seconds")
    os.set_blocking(descriptor, True)
    return descriptor
