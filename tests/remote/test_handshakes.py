"""Whatever comes in place of a handshake, and whatever cannot be connected to, ends in an error in words."""

from __future__ import annotations

import socket as sockets
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from remote.hostile import checked, raw

from relgym import remote
from relgym.errors import RelgymError, ServiceError

pytestmark = pytest.mark.usefixtures("few_tries")


def status(line: bytes, body: bytes = b"") -> Callable[[sockets.socket, Event], None]:
    def answer(socket: sockets.socket, ended: Event) -> None:
        socket.recv(65536)
        socket.sendall(b"HTTP/1.1 " + line + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    return answer


def written(data: bytes) -> Callable[[sockets.socket, Event], None]:
    def answer(socket: sockets.socket, ended: Event) -> None:
        socket.recv(65536)
        socket.sendall(data)

    return answer


def endless(data: bytes) -> Callable[[sockets.socket, Event], None]:
    def answer(socket: sockets.socket, ended: Event) -> None:
        socket.recv(65536)
        socket.sendall(b"HTTP/1.1 ")
        while not ended.wait(0.02):
            socket.sendall(data)

    return answer


def nothing(socket: sockets.socket, ended: Event) -> None:
    ended.wait()


SWITCH = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

STATUSES = (
    b"200 OK", b"204 No Content", b"301 Moved", b"302 Found\r\nLocation: http://127.0.0.1:1/",
    b"307 Again\r\nLocation: /",
    b"400 Bad", b"401 Who", b"403 No", b"404 None", b"407 Proxy", b"418 Tea", b"421 Other", b"426 Upgrade", b"429 Many",
    b"500 Bad", b"502 Gateway", b"503 Busy", b"504 Late",
)  # fmt: skip

BODIES = (
    b"[]", b"null", b"\xff", b'{"status": "x"}', b'{"detail": 1}', b"[" * 100_000, b'{"detail": "\\ud800"}',
    b'{"code": 7}',
    b'{"status": 200}', b'{"detail": NaN}', b"x" * 2_000_000, b'{"hint": {}}',
)  # fmt: skip

HANDSHAKES = {
    **{
        f"status {line.decode()}": status(line)
        for line in STATUSES
    },
    **{f"refused {body[:20]!r}": status(b"401 Who", body) for body in BODIES},
    "nothing": nothing, "closed": lambda socket, ended: None, "empty": written(b""), "line": written(b"\r\n\r\n"),
    "no HTTP": written(b"220 mail\r\n"), "binary": written(bytes(range(256)) * 40), "HTTP/0.9": written(b"<html>"),
    "HTTP/2": written(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "long line": written(b"HTTP/1.1 200 " + b"a" * 100_000),
    "no number": written(b"HTTP/1.1 OK\r\n\r\n"), "many headers": written(b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 5000),
    "odd header": written(b"HTTP/1.1 101 OK\r\nno colon\r\n\r\n"), "no accept": written(SWITCH + b"\r\n"),
    "wrong accept": written(SWITCH + b"Sec-WebSocket-Accept: bm8=\r\n\r\n"),
    "odd length": written(b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"),
    "long length": written(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999999\r\n\r\n"),
    "no UTF-8": written(b"HTTP/1.1 200 \xff\xfe\r\n\xff: \xff\r\n\r\n"),
    "chunked": written(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "drip": endless(b"2"), "drip of headers": endless(b"101 OK\r\na: b\r\n"),
}  # fmt: skip
"""What may come in place of the handshake of a websocket."""


@pytest.mark.parametrize("name", HANDSHAKES)
def test_handshakes(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("relgym.remote.connection.CONNECT_SECONDS", 0.4)
    with raw(HANDSHAKES[name]) as address, pytest.raises(ServiceError) as found:
        remote.make(address, "relgym/Blocks-v0", timeout=0.4)
    text = checked(found.value)
    assert any(words in text for words in ("is not a relgym service", "cannot be reached", "refuses the token")), text


def test_there_are_enough_handshakes() -> None:
    assert len(HANDSHAKES) >= 40


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), "1", None, True])
def test_timeouts_that_are_none(timeout: Any) -> None:
    with pytest.raises(RelgymError, match=r"timeout cannot be .*\nexpected: a number of seconds above 0"):
        remote.make("http://127.0.0.1:1", "relgym/Blocks-v0", timeout=timeout)


@pytest.mark.parametrize("token", ["a\r\nb", "ä", "\x00"])
def test_tokens_that_cannot_be_sent(token: str) -> None:
    with pytest.raises(RelgymError, match="the token has characters that cannot be sent"):
        remote.make("http://127.0.0.1:1", "relgym/Blocks-v0", token=token)


@pytest.mark.parametrize(
    "address", ["http://a..b", f"http://{'a' * 70}.invalid", "http://[::1", "http://a b", "http://\x00"]
)
def test_hosts_that_cannot_be(address: str) -> None:
    with pytest.raises(RelgymError) as found:
        remote.make(address, "relgym/Blocks-v0")
    checked(found.value)
