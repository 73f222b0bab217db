"""Bounds of requests: their size, the time in which they arrive, and what stands in them."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from service.conftest import Client
from service.test_errors import refused
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from relgym.service import json_checks
from relgym.service.encoding import received
from relgym.service.middleware.body import BoundedBody
from relgym.service.problems import Refused
from relgym.service.transports import connections


def raw(address: str, sent: bytes, *more: bytes, pause: float = 0.0) -> bytes:
    """Send bytes as they are, and return all that comes until the other side ends the connection."""
    host, port = address.removeprefix("http://").rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(sent)
        for part in more:
            time.sleep(pause)
            connection.sendall(part)
        got = b""
        while part := connection.recv(65536):
            got += part
        return got


def head(method: str, path: str, *headers: str, host: str = "localhost") -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {host}",
        "Connection: close",
        "Content-Type: application/json",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def test_a_chunked_body_over_the_limit_is_too_large(client: Client) -> None:
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = raw(client.address, head("POST", "/v1/tasks", "Transfer-Encoding: chunked") + chunk * 80 + b"0\r\n\r\n")
    assert status(answer) == 413
    assert b"4,000,000 bytes" in answer


def test_a_chunked_body_below_the_limit_is_read(client: Client) -> None:
    answer = raw(client.address, head("POST", "/v1/tasks", "Transfer-Encoding: chunked") + b"2\r\n{}\r\n0\r\n\r\n")
    assert status(answer) == 400
    assert b"the member 'domain' is missing" in answer


def test_a_body_that_is_cut_off_ends_its_connection_alone(client: Client) -> None:
    host, port = client.address.removeprefix("http://").rsplit(":", 1)
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(head("POST", "/v1/tasks", "Content-Length: 1000") + b'{"domain"')
    assert client.get("/health").status == 200


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"domain": "\xff", "problem": ""}', "UTF-8"),
        ('{"domain": "", "problem": ""}'.encode("utf-16-le"), "null character"),
        (b'{"domain": "\\u0000", "problem": ""}', "null character"),
        (b'{"domain": "\\ud800", "problem": ""}', "surrogate"),
        (b'{"domain": NaN, "problem": ""}', "NaN"),
        (b'{"domain": 1e999, "problem": ""}', "too large"),
        (b'{"domain": ' + b"[" * 5000 + b"]" * 5000 + b"}", "deep"),
        (b'{"domain": ' + b'{"a":' * 200 + b"1" + b"}" * 200 + b"}", "deep"),
        (b'{"domain": ' + b"9" * 5000 + b"}", "digits"),
        (b'{"domain": ' + b"9" * 50 + b', "problem": ""}', "a text"),
        (b"{", "JSON"),
    ],
)
def test_odd_json_is_refused(client: Client, body: bytes, said: str) -> None:
    answer = raw(client.address, head("POST", "/v1/tasks", f"Content-Length: {len(body)}") + body)
    assert status(answer) == 400, answer
    assert said in answer.decode()


@pytest.mark.parametrize(
    "path", ["/v1/sessions/%00", "/v1/tasks/%ff%fe", "/v1/sessions/%f0%9f%90%9e", "/v1/tasks/" + "a" * 5000]
)
def test_odd_ids_are_unknown(client: Client, path: str) -> None:
    refused(client.get(path), 404)


@pytest.mark.parametrize("seed", [2**63, 2**64, 10**30, -1])
def test_a_seed_that_is_too_large_is_refused(client: Client, seed: int) -> None:
    refused(client.post("/v1/sessions", {"task": "x", "seed": seed}), 400)


def test_a_header_that_is_too_large_is_refused(client: Client) -> None:
    answer = raw(client.address, head("GET", "/health", *(f"X-{number}: {'x' * 1000}" for number in range(40))))
    assert status(answer) == 431


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\x02\x00\x01\x00", b"GET /\xff HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_request_is_refused(client: Client, sent: bytes) -> None:
    assert status(raw(client.address, sent)) == 400


@pytest.mark.parametrize(
    "text",
    [
        '"\\ud800"',
        '["\\u0000"]',
        "[" * 101 + "]" * 101,
        "-Infinity",
        "[1e999]",
        "1e999",
        '{"a":-1E+999}',
        "9" * 299 + "e99",
    ],
)
def test_json_that_cannot_be_kept_is_refused(text: str) -> None:
    for read in (json_checks.check, received):
        with pytest.raises(Refused) as refusal:
            read(text.encode())
        assert refusal.value.problem["status"] == 400


@pytest.mark.parametrize(
    ("text", "is_deep"),
    [
        ('{"calls":[' + ",".join(['{"verb":"engines","data":{}}'] * 500) + "]}", False),
        ('["' + "[{" * 500 + '"]', False),
        ('["\\"' + "[{" * 500 + '"]', False),
        ("[" * 100 + "]" * 100 + "", False),
        ("[" * 101 + "]" * 101, True),
        # Strings with brackets make no pairs with the brackets around them.
        ('["]",' * 101 + "1" + ',"["]' * 101, True),
        ('{"a":' * 101 + "1" + "}" * 101, True),
    ],
)
def test_depth_is_that_of_brackets_outside_strings(text: str, is_deep: bool) -> None:
    assert json_checks.is_deep(text.encode()) is is_deep


def test_whole_numbers_are_exact() -> None:
    assert received(b'{"seed":123456789012345678901}') == {"seed": 123456789012345678901}


async def _echo(request: Request) -> Response:
    return Response(await request.body())


@contextmanager
def echoing() -> Iterator[str]:
    """A server that answers bodies of at most 1,000 bytes that arrive in time, on a thread of its own."""
    app = BoundedBody(Starlette(routes=[Route("/", _echo, methods=["GET", "POST"])]), 1000, 0.3)
    server = uvicorn.Server(uvicorn.Config(app, port=0, http=connections.BoundedProtocol, log_config=None))
    thread = threading.Thread(target=asyncio.run, args=(server.serve(),))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.4)
    monkeypatch.setattr(connections, "CLIENT_SECONDS", 0.4)
    monkeypatch.setattr(connections.BoundedProtocol, "most", 3)
    with echoing() as address:
        yield address


def test_a_header_that_arrives_too_slowly_ends_the_connection(slow: str) -> None:
    assert status(raw(slow, b"GET / HTTP/1.1\r\n")) == 408
    assert status(raw(slow, b"")) == 408
    assert status(raw(slow, b"\r\n", b"\r\n", pause=0.1)) == 408


def test_a_body_that_arrives_too_slowly_ends_the_connection(slow: str) -> None:
    started = time.monotonic()
    answer = raw(slow, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n", b"a", b"b", pause=0.1)
    assert status(answer) == 408
    assert b"within 0.3 s" in answer
    assert time.monotonic() - started < 10


def test_the_rest_of_a_refused_body_may_not_take_for_ever(slow: str) -> None:
    answer = raw(slow, b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
    assert status(answer) == 413


def test_a_connection_goes_on_after_a_refused_body(slow: str) -> None:
    first = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n" + b"a" * 2000
    second = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"
    answer = raw(slow, first, second, pause=0.2)
    assert status(answer) == 413
    assert answer.endswith(b"abc")


def test_connections_are_bounded(slow: str) -> None:
    host, port = slow.removeprefix("http://").rsplit(":", 1)
    time.sleep(0.05)
    several = [socket.create_connection((host, int(port)), timeout=20) for _ in range(3)]
    time.sleep(0.1)
    assert status(raw(slow, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")) == 503
    for one in several:
        one.close()
    time.sleep(0.1)
    assert status(raw(slow, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) == 200


def test_ids_look_like_no_numbers() -> None:
    """Ids of sessions have digits behind an e: they must not take the slow way of large numbers."""
    frame = b'{"id":1,"verb":"sessions.step","data":{"session":"4e4820e915","action":"(go e123 b9e999)"}}'
    assert json_checks._SUSPECT.search(frame) is None
    assert json_checks._SUSPECT.search(b'{"a": 4e482}') is not None
