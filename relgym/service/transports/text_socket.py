"""A socket as the service uses it: texts come in and go out, and one that is idle for long is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.types import Receive, Send


class TextSocket:
    """The texts of a socket, over the functions of an ASGI application."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """Begin before the handshake."""
        self._receive = receive
        self._send = send

    async def accept(self) -> bool:
        """Accept the socket; returns whether the client is still there."""
        message = await self._receive()
        if message["type"] != "websocket.connect":
            return False
        await self._send({"type": "websocket.accept"})
        return True

    async def receive(self) -> str | None:
        """Return the next text; `None` once the client has gone or the socket is closed, as after a frame of bytes."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        if text is None:
            await self.close(1003, "frames are texts")
        return text

    async def send(self, text: str) -> None:
        """Send a text; one for a client that has gone is lost."""
        try:  # noqa: SIM105 - one for each step, and `suppress` takes a microsecond
            await self._send({"type": "websocket.send", "text": text})
        except (OSError, RuntimeError):
            pass

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the socket."""
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})


class IdleTimer:
    """Closes a socket on which no frame has come for long, and for which nothing is being done.

    Attributes:
        at: When the last frame came, in seconds of the event loop.
    """

    def __init__(self, socket: TextSocket, seconds: float, is_busy: Callable[[], bool]) -> None:
        """Begin; must be called in the event loop.

        Args:
            socket: The socket.
            seconds: The seconds without a frame.
            is_busy: Tells whether an answer is being made.
        """
        self._socket = socket
        self._seconds = seconds
        self._is_busy = is_busy
        self._loop = asyncio.get_running_loop()
        self._closing: asyncio.Task[None] | None = None
        self.at = self._loop.time()
        self._timer = self._loop.call_later(seconds, self._check)

    def touch(self) -> None:
        """Note that a frame has come."""
        self.at = self._loop.time()

    def cancel(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def _check(self) -> None:
        left = self.at + self._seconds - self._loop.time()
        if self._is_busy() or left > 0:
            self._timer = self._loop.call_later(max(left, min(self._seconds, 1.0)), self._check)
        else:
            self._closing = self._loop.create_task(self._socket.close(1001, "no frame for a long time"))
