"""The frames of sockets, byte by byte: cut anywhere, of several parts, of another kind, and wrong ones."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from struct import pack
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from service.conftest import Client

from relgym.service.transports.text_frames import TextFrameProtocol

TEXT, BINARY, MORE, CLOSE, PING, PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA


def frame(opcode: int, payload: bytes, *, last: bool = True, mask: bytes | None = b"\x01\x02\x03\x04") -> bytes:
    """Return a frame of a client."""
    size, masked = len(payload), 0x80 if mask else 0
    if size < 126:
        head = pack("!BB", opcode | 0x80 * last, masked | size)
    elif size < 1 << 16:
        head = pack("!BBH", opcode | 0x80 * last, masked | 126, size)
    else:
        head = pack("!BBQ", opcode | 0x80 * last, masked | 127, size)
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


class Raw:
    """A socket whose bytes the test sees."""

    def __init__(self, client: Client | SimpleNamespace) -> None:
        host, _, port = client.address.removeprefix("http://").partition(":")
        self.socket = socket.create_connection((host, int(port)), 20)
        head = f"GET /v1/ws HTTP/1.1\r\nhost: {host}:{port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        key = "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nsec-websocket-version: 13\r\n\r\n"
        self.socket.sendall((head + key).encode())
        self._stream = self.socket.makefile("rb")
        while self._stream.readline() != b"\r\n":
            pass

    def close(self) -> None:
        self._stream.close()
        self.socket.close()

    def receive(self) -> tuple[int, bytes]:
        """Return the opcode and the payload of the next frame of the service."""
        first, size = self._stream.read(2)
        if size >= 126:
            size = int.from_bytes(self._stream.read(2 if size == 126 else 8), "big")
        return first & 0xF, self._stream.read(size)

    def answer(self) -> object:
        """Return the id of the frame that is answered next."""
        opcode, payload = self.receive()
        assert opcode == TEXT
        return json.loads(payload)["id"]


@pytest.fixture
def raw(client: Client) -> Iterator[Raw]:
    """A socket to the service."""
    with closing(Raw(client)) as opened:
        yield opened


def call(number: object) -> bytes:
    return json.dumps({"id": number, "verb": "engines"}).encode()


def test_frames_may_be_cut_anywhere_and_arrive_together(raw: Raw) -> None:
    data = (
        frame(TEXT, call(1)) + frame(TEXT, call("é" * 70)) + frame(PING, b"here") + frame(TEXT, call(3), mask=b"abcd")
    )
    for cut in (1, 2, 3, 5, 7, len(data)):
        for start in range(0, len(data), cut):
            raw.socket.sendall(data[start : start + cut])
        found = [raw.receive() for _ in range(4)]
        assert (PONG, b"here") in found
        ids = [json.loads(payload)["id"] for opcode, payload in found if opcode == TEXT]
        assert sorted(ids, key=str) == [1, 3, "é" * 70]


def test_a_message_of_several_frames(raw: Raw) -> None:
    text = call("x" * 300)
    parts = [frame(TEXT, text[:10], last=False), frame(MORE, text[10:200], last=False), frame(PING, b"")]
    raw.socket.sendall(b"".join(parts))
    assert raw.receive() == (PONG, b"")
    raw.socket.sendall(frame(MORE, text[200:]) + frame(TEXT, call(2)))
    assert {raw.answer(), raw.answer()} == {"x" * 300, 2}


@pytest.mark.parametrize("size", [125, 126, 65_535, 65_536, 300_000])
def test_frames_of_all_lengths(raw: Raw, size: int) -> None:
    text = call("").replace(b'""', b'"' + b"x" * (size - len(call(""))) + b'"')
    assert len(text) == size
    raw.socket.sendall(frame(TEXT, text) + frame(TEXT, call(1)))
    answers = {raw.answer(), raw.answer()}
    assert 1 in answers
    assert any(isinstance(each, str) and len(each) == size - len(call("")) for each in answers)


def test_more_frames_than_are_read_ahead(raw: Raw) -> None:
    raw.socket.sendall(b"".join(frame(TEXT, call(number)) for number in range(300)))
    assert {raw.answer() for _ in range(300)} == {*range(300)}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"{}", mask=None), 1002),
        (frame(TEXT, b"{", last=False) + frame(TEXT, b"}"), 1002),
        (frame(MORE, b"{}"), 1002),
        (frame(TEXT | 0x40, b"{}"), 1002),
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(BINARY, b"{}"), 1003),
        (pack("!BBQ", TEXT | 0x80, 0x80 | 127, 1 << 40), 1009),
        (frame(CLOSE, pack("!H", 1000)), 1000),
    ],
    ids=["unmasked", "begun twice", "not begun", "reserved", "no UTF-8", "bytes", "too large", "end"],
)
def test_frames_that_end_the_socket(raw: Raw, data: bytes, code: int) -> None:
    raw.socket.sendall(frame(TEXT, call(1)) + data)
    found = [raw.receive()]
    while found[-1][0] != CLOSE:
        found.append(raw.receive())
    assert found[-1][1][:2] == pack("!H", code)


@contextmanager
def pinging(timeout: float) -> Iterator[Raw]:
    """A socket of a server that soon sends pings, and closes the socket if a pong does not come in time."""

    async def silent(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    config = uvicorn.Config(
        silent,
        port=0,
        ws=TextFrameProtocol,
        ws_ping_interval=0.02,
        ws_ping_timeout=timeout,
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=asyncio.run, args=(server.serve(),))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with closing(Raw(SimpleNamespace(address=f"http://127.0.0.1:{port}"))) as raw:
            yield raw
    finally:
        server.should_exit = True
        thread.join()


def test_a_socket_whose_client_is_gone_is_closed() -> None:
    with pinging(timeout=0.02) as raw:
        assert raw.receive()[0] == PING
        opcode, reason = raw.receive()
        assert (opcode, reason[2:]) == (CLOSE, b"keepalive ping timeout")
        assert raw.socket.recv(1) == b""


def test_a_socket_whose_client_answers_pings_stays_open() -> None:
    with pinging(timeout=20.0) as raw:
        # A ping is sent once the one before it is answered.
        for _ in range(3):
            opcode, payload = raw.receive()
            assert opcode == PING
            raw.socket.sendall(frame(PONG, payload))
