"""HTTP connections with bounds: how many there are, and how slow and how large each may be.

uvicorn waits for ever for a header, for the rest of a body that it has refused, and for a client that does not read.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from relgym.tuning.service import (
    CLIENT_SECONDS,
    CONNECTIONS_LIMIT,
    HEADER_BYTES_LIMIT,
    HEADER_SECONDS,
    LINGER_SECONDS,
    LINGERING_LIMIT,
)

_REFUSAL = b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_LARGE = b"431 Request Header Fields Too Large"


class BoundedProtocol(HttpToolsProtocol):
    """Ends connections whose clients take too long or send too large a header.

    Attributes:
        most: The number of connections at once.
    """

    most = CONNECTIONS_LIMIT

    _arriving: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _header_bytes = 0
    _is_header = True
    _is_ended = False

    def connection_made(self, transport: Any) -> None:
        """Begin a connection, unless there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self.most + LINGERING_LIMIT:
            self._is_ended = True
            transport.abort()
            return
        if len(self.connections) > self.most:
            self._end(b"503 Service Unavailable")
            return
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._arrived()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self._is_ended or self.transport.is_closing():
            return
        if self._is_header:
            self._header_bytes += len(data)
            if self._arriving is None:
                self._expect()
        super().data_received(data)
        if self._is_header and self._header_bytes > HEADER_BYTES_LIMIT:
            self._end(_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Begin a request."""
        self._is_header = False
        self._arrived()
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEADER_BYTES_LIMIT:
            self._end(_TOO_LARGE)
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Read a part of a body."""
        if not self._is_ended:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request; a next header may follow."""
        self._is_header = True
        self._header_bytes = 0
        self._arrived()
        if not self._is_ended:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """End a response; what is left of a body that was refused must arrive soon, so that the client reads why."""
        super().on_response_complete()
        if not self._is_header and not self.transport.is_closing():
            self._expect()

    def pause_writing(self) -> None:
        """Wait for the client to read, for a while."""
        super().pause_writing()
        self._unread = self.loop.call_later(CLIENT_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        if self.flow is not None:
            super().resume_writing()

    def _expect(self) -> None:
        """Wait for the rest of a header or body, for a while."""
        self._arrived()
        self._arriving = self.loop.call_later(HEADER_SECONDS, self._late)

    def _arrived(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _late(self) -> None:
        self._arriving = None
        if self._is_header:
            self._end(b"408 Request Timeout")
        else:
            self.transport.close()

    def _end(self, status: bytes) -> None:
        if not self._is_ended and not self.transport.is_closing():
            self._is_ended = True
            self.transport.write(_REFUSAL % status)
            # Later bytes are thrown away: closing a connection with unread bytes would take back the answer.
            self.transport.write_eof()
            self.loop.call_later(LINGER_SECONDS, self.transport.close)


def protocol(most: int) -> type[BoundedProtocol]:
    """Return the protocol of a server that takes so many connections at once."""
    return type("ServedProtocol", (BoundedProtocol,), {"most": most})
