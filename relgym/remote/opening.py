"""Opening a socket to a service: what answers in its place is told in words."""

from __future__ import annotations

import socket as sockets
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING

from relgym import libraries
from relgym.errors import RelgymError, ServiceError
from relgym.remote.answers import problem_of, read_json, shown
from relgym.remote.problems import ProblemDetails, error_of
from relgym.tuning.remote import ANSWER_BYTES_LIMIT, CLOSE_SECONDS, SMALL_CHARACTERS

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

EXPECTED = "the address that `relgym serve` prints"


def opened(address: str, token: str, seconds: float) -> ClientConnection:
    """Open a socket to a service.

    Args:
        address: The address, `http://HOST:PORT`.
        token: A token of the service, or an empty text.
        seconds: The time for it.

    Raises:
        OSError: Nothing answers there.
        ServiceError: What answers is not a service, or refuses the token.
        RelgymError: The address or the token cannot be sent.
    """
    with libraries.extra("remote", "a remote environment", ServiceError):
        from websockets.exceptions import InvalidStatus, WebSocketException
        from websockets.sync.client import connect
    headers = {"Authorization": f"Bearer {token!s}"} if token else {}
    url = f"ws{address.removeprefix('http')}/v1/ws"
    try:
        # Newer versions of the package connect on entering, older ones at once: this does for both.
        client_connection = connect(
            url,
            additional_headers=headers,
            open_timeout=seconds,
            close_timeout=CLOSE_SECONDS,
            max_size=ANSWER_BYTES_LIMIT,
            compression=None,
        ).__enter__()
    except InvalidStatus as error:
        status = error.response.status_code
        if status in (401, 403):
            raise error_of(_refusal(status, error.response.body)) from None
        raise ServiceError(
            f"{address} is not a relgym service: it answers with the HTTP status {status}", expected=EXPECTED
        ) from None
    except WebSocketException as error:
        raise ServiceError(f"{address} is not a relgym service: {shown(str(error))}", expected=EXPECTED) from None
    except ValueError as error:
        # A host that no name can have.
        raise RelgymError(f"{address!r} cannot be the address of a service: {error}", expected=EXPECTED) from None
    _limit_sending(client_connection.socket, seconds)
    return client_connection


def _refusal(status: int, body: bytes | bytearray | None) -> ProblemDetails:
    """Return the problem details of a refused connection, if its body has any."""
    with suppress(ValueError, ServiceError):
        return ProblemDetails({**problem_of(read_json(body or b"")).found, "status": status})
    return ProblemDetails({"status": status, "detail": "it does not allow the connection"})


def _limit_sending(socket: sockets.socket, seconds: float) -> None:
    """Make a write fail after a time: the thread that answers pings would else wait for ever, and all others for it."""
    size = (
        struct.pack("L", round(seconds * 1000)) if sys.platform == "win32" else struct.pack("ll", int(seconds) + 1, 0)
    )
    with suppress(OSError):
        socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDTIMEO, size)


def broken_off(socket: ClientConnection) -> None:
    """End a socket whose other end may not answer."""
    with suppress(OSError):
        socket.socket.shutdown(sockets.SHUT_RDWR)
    socket.close()


@contextmanager
def sending(socket: ClientConnection, text: str, seconds: float) -> Iterator[None]:
    """Break a socket off if a large text is not sent in time; a small one fits into the system's buffers."""
    if len(text) <= SMALL_CHARACTERS:
        yield
        return
    timer = Timer(seconds, broken_off, [socket])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
