"""Sockets of clients: whole frames of text are read and written here, all other frames by the library.

uvicorn's class stops reading and begins again around each frame, which are two calls of the system, and takes each
frame through a reader for everything that the protocol allows (RFC 6455, section 5).
"""

from __future__ import annotations

import asyncio
from collections import deque
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # The package was built without a compiler.
    from websockets.utils import apply_mask

from relgym.tuning.service import QUEUED_FRAMES_LIMIT

TEXT = 0x81
"""The first byte of a text that is one frame."""

MASKED = 0x80
LAST = 0x80
OPCODE = 0x0F

LONG, LONGER = 126, 127
"""Lengths that stand for a longer number behind them, of 2 or 8 bytes."""


class Messages:
    """Messages that nobody has taken yet; as much of `asyncio.Queue` as one taker needs."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin with nothing."""
        self._loop = loop
        self._waiting: deque[Any] = deque()
        self._arrived: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        """Return the number of messages."""
        return len(self._waiting)

    def empty(self) -> bool:
        """Tell whether there is none."""
        return not self._waiting

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._waiting.append(message)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def get(self) -> Any:
        """Take the first message."""
        while not self._waiting:
            self._arrived = self._loop.create_future()
            await self._arrived
        return self._waiting.popleft()


class TextFrameProtocol(WebSocketsSansIOProtocol):
    """A socket whose frames are mostly short texts."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Begin with the handshake."""
        super().__init__(*arguments, **options)
        self.queue: Any = Messages(self.loop)
        # The beginning of a frame.
        self._begun = b""
        # The bytes of a frame that the library reads and that have not arrived yet.
        self._missing = 0
        # Whether a message of several frames is under way.
        self._is_divided = False
        # Whether the library may be inside a frame.
        self._is_early = False
        self._longest = min(self.config.ws_max_size, (1 << 16) - 1)

    def data_received(self, data: bytes) -> None:
        """Read what has arrived."""
        if self._is_early or not self.handshake_complete:
            # Bytes between the request and the answer go to the library, which then knows where frames end.
            self._is_early |= self.handshake_initiated
            super().data_received(data)
            return
        if self._missing:
            data = self._passed_on(data, 0, self._missing)
        if self._begun:
            data = self._begun + data
        start = 0
        while (place := _place(data, start)) is not None:
            first, payload, end = place
            if not self._is_fast(first, data[start + 1], end - payload):
                data = self._passed_on(data, start, end)
                start = 0
            elif end <= len(data):
                self._take(data, start, payload, end)
                start = end
            else:
                break
        self._begun = data[start:]

    def _is_fast(self, first: int, second: int, size: int) -> bool:
        is_short = size <= self._longest and second & 0x7F != LONGER
        is_whole = first == TEXT and second >= MASKED and not self._is_divided
        return is_whole and is_short and self.conn.state is State.OPEN

    def _take(self, data: bytes, start: int, payload: int, end: int) -> None:
        """Take a frame that is a whole text."""
        try:
            text = apply_mask(data[payload:end], data[payload - 4 : payload]).decode()
        except UnicodeDecodeError:
            # As uvicorn does, which would also log a traceback.
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if len(self.queue) >= QUEUED_FRAMES_LIMIT and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _passed_on(self, data: bytes, start: int, end: int) -> bytes:
        """Let the library read a frame, as far as it has arrived; returns what stands behind it."""
        if not self._missing:
            opcode, is_last = data[start] & OPCODE, bool(data[start] & LAST)
            # Control frames may stand between the frames of a message.
            if opcode < 0x8:
                self._is_divided = not is_last
        part = data[start:end]
        self._missing = end - start - len(part)
        super().data_received(part)
        return data[end:]

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        is_ending = self.close_sent or self.disconnected or self.conn.state is not State.OPEN
        if text is None or is_ending or not self.handshake_complete or not self.writable.is_set():
            await super().send(message)
            return
        payload = text.encode()
        size = len(payload)
        if size < LONG:
            head = pack("!BB", TEXT, size)
        elif size < 1 << 16:
            head = pack("!BBH", TEXT, LONG, size)
        else:
            head = pack("!BBQ", TEXT, LONGER, size)
        self.transport.write(head + payload)


def _place(data: bytes, start: int) -> tuple[int, int, int] | None:
    """Return the first byte of a frame, where its payload begins, and where it ends; `None` if too few bytes are there.

    >>> _place(bytes([0x81, 0x82, 1, 2, 3, 4]) + b"ab", 0)
    (129, 6, 8)
    >>> _place(bytes([0x82, 126, 1]), 0)
    """
    if len(data) - start < 2:
        return None
    first, second = data[start], data[start + 1]
    size, payload = second & 0x7F, start + 2
    if size >= LONG:
        count = 2 if size == LONG else 8
        if len(data) < payload + count:
            return None
        size = int.from_bytes(data[payload : payload + count], "big")
        payload += count
    if second & MASKED:
        payload += 4
    return first, payload, payload + size
