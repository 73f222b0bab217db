"""Frames between the service and its workers: a header of JSON, and a body of bytes that is passed on unread.

>>> frame = encode({"op": "step"}, b"{}")
>>> length, more = LENGTHS.unpack(frame[:8])
>>> frame[8 : 8 + length], frame[8 + length :]
(b'{"op":"step"}', b'{}')
>>> frames = FrameParser()
>>> frames.fed(frame + frame[:5])
[({'op': 'step'}, b'{}')]
>>> frames.fed(frame[5:])
[({'op': 'step'}, b'{}')]
"""

from __future__ import annotations

from io import BufferedReader
from struct import Struct
from typing import Any

from relgym.service.encoding import dumps, loads

LENGTHS = Struct("!II")
"""The lengths of header and body, in bytes."""

Header = dict[str, Any]


def encode(header: Header, body: bytes = b"") -> bytes:
    """Return a frame."""
    text = dumps(header)
    return LENGTHS.pack(len(text), len(body)) + text + body


class FrameParser:
    """Finds the frames in bytes that arrive in any parts."""

    def __init__(self) -> None:
        """Begin with no byte."""
        self._rest = b""

    def fed(self, data: bytes) -> list[tuple[Header, bytes]]:
        """Return the frames that are complete with some more bytes."""
        data = self._rest + data if self._rest else data
        found, start, size = [], 0, LENGTHS.size
        while len(data) - start >= size:
            header, body = LENGTHS.unpack_from(data, start)
            middle = start + size + header
            if middle + body > len(data):
                break
            found.append((loads(data[start + size : middle]), data[middle : middle + body]))
            start = middle + body
        self._rest = data[start:]
        return found


def receive(stream: BufferedReader) -> tuple[Header, bytes] | None:
    """Receive a frame; `None` at the end of the stream."""
    start = stream.read(LENGTHS.size)
    if len(start) < LENGTHS.size:
        return None
    header, body = LENGTHS.unpack(start)
    rest = stream.read(header + body)
    return None if len(rest) < header + body else (loads(rest[:header]), rest[header:])
