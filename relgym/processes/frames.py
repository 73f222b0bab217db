"""Frames between two processes: each has some parts of bytes, whose lengths stand before them.

>>> data = packed(b"header", b"body")
>>> frames = FrameParser()
>>> [[bytes(part) for part in parts] for parts in frames.fed(data + data[:9])]
[[b'header', b'body']]
>>> [[bytes(part) for part in parts] for parts in frames.fed(data[9:])]
[[b'header', b'body']]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from struct import Struct
from typing import BinaryIO

_COUNT = Struct("!I")


@cache
def _lengths(count: int) -> Struct:
    return Struct(f"!{count}Q")


def _start(lengths: Sequence[int]) -> bytes:
    return _COUNT.pack(len(lengths)) + _lengths(len(lengths)).pack(*lengths)


def packed(*parts: bytes) -> bytes:
    """Return a frame."""
    return b"".join((_start([*map(len, parts)]), *parts))


def write(file: BinaryIO, parts: Sequence[memoryview]) -> None:
    """Write a frame whose parts are not copied.

    Raises:
        OSError: The other end is closed.
    """
    file.write(_start([part.nbytes for part in parts]))
    for part in parts:
        file.write(part)
    file.flush()


def read(file: BinaryIO) -> list[bytearray]:
    """Read the parts of a frame.

    Raises:
        EOFError: The other end is closed.
    """
    (count,) = _COUNT.unpack(_filled(file, _COUNT.size))
    lengths = _lengths(count)
    return [_filled(file, length) for length in lengths.unpack(_filled(file, lengths.size))]


def _filled(file: BinaryIO, size: int) -> bytearray:
    data = bytearray(size)
    view, at = memoryview(data), 0
    while at < size:
        count = file.readinto(view[at:])  # type: ignore[attr-defined]  # all files of bytes have it
        if not count:
            raise EOFError
        at += count
    return data


class FrameParser:
    """Finds the frames in bytes that arrive in any pieces."""

    def __init__(self) -> None:
        """Begin with no byte."""
        self._rest = b""

    def fed(self, data: bytes) -> list[list[bytes]]:
        """Return the parts of the frames that are complete with some more bytes."""
        data = self._rest + data if self._rest else data
        frames, start, size = [], 0, len(data)
        while start + _COUNT.size <= size:
            lengths = _lengths(_COUNT.unpack_from(data, start)[0])
            at = start + _COUNT.size + lengths.size
            if at > size:
                break
            parts = []
            for length in lengths.unpack_from(data, start + _COUNT.size):
                parts.append(data[at : at + length])
                at += length
            if at > size:
                break
            frames.append(parts)
            start = at
        self._rest = data[start:]
        return frames
