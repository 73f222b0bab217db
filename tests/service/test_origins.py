"""A page of another site must not drive a service on loopback, nor one whose name was made to point there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import websockets
from service.conftest import Client, made, serving
from service.test_bounds import head, raw, status


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:80", "LOCALHOST:1"])
def test_the_names_of_loopback_are_answered(client: Client, host: str) -> None:
    assert status(raw(client.address, head("GET", "/health", host=host))) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[::1", "[::1].example", "192.168.0.7"],
)
def test_other_names_are_refused(client: Client, host: str) -> None:
    assert status(raw(client.address, head("POST", "/v1/sessions/x/undo", "Content-Length: 0", host=host))) == 421


def test_no_host_and_two_hosts_are_refused(client: Client) -> None:
    assert status(raw(client.address, b"GET /health HTTP/1.0\r\n\r\n")) == 421
    assert status(raw(client.address, head("GET", "/health", "Host: evil.example"))) == 400


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        (["Origin: http://localhost:8000"], 404),
        (["Origin: http://evil.example"], 403),
        (["Origin: http://localhost:3000"], 403),
        (["Origin: null"], 403),
        (["Origin: "], 403),
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], 403),
        (["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors"], 403),
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], 403),
        (["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"], 404),
        (["Sec-Fetch-Site: none"], 404),
    ],
)
def test_pages_of_other_origins_are_refused(client: Client, headers: list[str], code: int) -> None:
    sent = head("POST", "/v1/sessions/x/undo", "Content-Length: 0", *headers, host="localhost:8000")
    assert status(raw(client.address, sent)) == code


def test_a_link_of_another_site_may_lead_here(client: Client) -> None:
    sent = head("GET", "/health", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")
    assert status(raw(client.address, sent)) == 200


def test_no_other_origin_is_told_that_it_may_read(client: Client) -> None:
    preflight = ("Origin: http://evil.example", "Access-Control-Request-Method: DELETE")
    answer = raw(client.address, head("OPTIONS", "/v1/tasks/x", *preflight))
    assert status(answer) == 403
    assert b"access-control" not in raw(client.address, head("GET", "/health")).lower()


def test_sockets_of_other_origins_are_refused(client: Client) -> None:
    address = client.address.replace("http", "ws") + f"/v1/tasks/{made(client)}/ws"

    async def opened(origin: str) -> int:
        try:
            async with websockets.connect(address, origin=websockets.Origin(origin)):
                return 101
        except websockets.InvalidStatus as refusal:
            assert b"may not use" in (refusal.response.body or b"")
            return refusal.response.status_code

    assert asyncio.run(opened(client.address)) == 101
    assert asyncio.run(opened("http://evil.example")) == 403


def test_other_hosts_and_origins_can_be_allowed(tmp_path: Path) -> None:
    options = ("--allow-host", "relgym.example", "--allow-origin", "https://pages.example")
    with serving(tmp_path, *options) as (_, client):
        assert status(raw(client.address, head("GET", "/health", host="relgym.example"))) == 200
        assert status(raw(client.address, head("GET", "/health", "Origin: https://pages.example"))) == 200
        assert status(raw(client.address, head("GET", "/health", "Origin: https://other.example"))) == 403


def test_each_request_has_an_id(client: Client) -> None:
    own = raw(client.address, head("GET", "/v2", "X-Request-ID: abc-1")).decode()
    assert "x-request-id: abc-1" in own
    assert '"request_id":"abc-1"' in own
    made_up = [raw(client.address, head("GET", "/v2", 'X-Request-ID: a"b')).decode() for _ in range(2)]
    ids = [answer.split("x-request-id: ")[1].split("\r\n")[0] for answer in made_up]
    assert ids[0] != ids[1]
    assert len(ids[0]) == 16


def test_answers_may_load_nothing(client: Client) -> None:
    answer = raw(client.address, head("GET", "/health")).decode()
    assert "content-security-policy: default-src 'none'" in answer
    assert "x-content-type-options: nosniff" in answer
