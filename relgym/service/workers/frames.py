"""Frames between the service and its workers: a header of JSON, and a body of bytes that is passed on unread.

>>> frame = encode({"op": "step"}, b"{}")
>>> length, more = LENGTHS.unpack(frame[:8])
>>> frame[8 : 8 + length], frame[8 + length :]
(b'{"op":"step"}', b'{}')
"""

from __future__ import annotations

import socket
from asyncio import StreamReader
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


async def read(reader: StreamReader) -> tuple[Header, bytes]:
    """Read a frame; raises `IncompleteReadError` at the end of the stream."""
    header, body = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
    return loads(await reader.readexactly(header)), await reader.readexactly(body)


def receive(connection: socket.socket) -> tuple[Header, bytes] | None:
    """Receive a frame; `None` at the end of the stream."""
    start = _exactly(connection, LENGTHS.size)
    if start is None:
        return None
    header, body = LENGTHS.unpack(start)
    rest = _exactly(connection, header + body)
    return None if rest is None else (loads(rest[:header]), rest[header:])


def _exactly(connection: socket.socket, count: int) -> bytes | None:
    parts = []
    while count:
        part = connection.recv(min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
