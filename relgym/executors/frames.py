"""Frames between a process and its workers: pickled objects, whose arrays are passed on without a copy.

>>> from io import BytesIO
>>> import numpy as np
>>> file = BytesIO()
>>> send(file, {"rows": np.arange(3)})
>>> _ = file.seek(0)
>>> receive(file)["rows"].tolist()
[0, 1, 2]
"""

from __future__ import annotations

import pickle
from struct import Struct
from typing import Any, BinaryIO

_COUNT = Struct("!I")
_LENGTH = Struct("!Q")


def send(file: BinaryIO, item: Any) -> None:
    """Write an object; large arrays stand behind the pickle as they are in memory (PEP 574).

    Raises:
        OSError: The other end is closed.
    """
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(item, protocol=5, buffer_callback=buffers.append)
    parts = [memoryview(data), *(buffer.raw() for buffer in buffers)]
    file.write(_COUNT.pack(len(parts)) + b"".join(_LENGTH.pack(part.nbytes) for part in parts))
    for part in parts:
        file.write(part)
    file.flush()


def receive(file: BinaryIO) -> Any:
    """Read an object.

    Raises:
        EOFError: The other end is closed.
    """
    (count,) = _COUNT.unpack(_read(file, _COUNT.size))
    lengths = [_LENGTH.unpack(_read(file, _LENGTH.size))[0] for _ in range(count)]
    data, *buffers = [_read(file, length) for length in lengths]
    return pickle.loads(data, buffers=buffers)


def _read(file: BinaryIO, size: int) -> bytearray:
    found = bytearray(size)
    view, at = memoryview(found), 0
    while at < size:
        count = file.readinto(view[at:])  # type: ignore[attr-defined]  # all files of bytes have it
        if not count:
            raise EOFError
        at += count
    return found
