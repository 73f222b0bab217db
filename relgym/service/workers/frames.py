"""Messages between the service and its workers: a header of JSON, and a body of bytes that is passed on unread."""

from __future__ import annotations

from io import BufferedReader
from typing import Any

from relgym.processes import frames
from relgym.service.encoding import dumps, loads

Header = dict[str, Any]


def encode(header: Header, body: bytes = b"") -> bytes:
    """Return a frame."""
    return frames.packed(dumps(header), body)


class AnswerParser:
    """Finds the answers in bytes that arrive in any pieces."""

    def __init__(self) -> None:
        """Begin with no byte."""
        self._frames = frames.FrameParser()

    def fed(self, data: bytes) -> list[tuple[Header, bytes]]:
        """Return the answers that are complete with some more bytes."""
        return [(loads(header), body) for header, body in self._frames.fed(data)]


def receive(stream: BufferedReader) -> tuple[Header, bytes] | None:
    """Receive a frame; `None` at the end of the stream."""
    try:
        header, body = frames.read(stream)
    except EOFError:
        return None
    return loads(bytes(header)), bytes(body)
