"""Tokens: who has none is refused, and who has one may do what it allows, so often as it allows."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import websockets
from service.conftest import Client, serving, texts, wait_until_ready
from service.test_bounds import head, raw, status
from service.test_errors import refused

from relgym.cli import main
from relgym.service.access.tokens import parts_of
from relgym.service.middleware.access import PUBLIC
from relgym.tuning.service import LOOK_SECONDS

Make = Callable[..., str]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tokens")


@pytest.fixture(scope="module")
def first(data: Path) -> str:
    """A token that is there before the service starts."""
    with redirect_stdout(StringIO()) as output:
        assert main(["token", "create", "--data", str(data), "--name", "first"]) == 0
    return output.getvalue().strip()


@pytest.fixture(scope="module")
def address(data: Path, first: str) -> Iterator[str]:
    with serving(data) as (_, client):
        yield client.address


@pytest.fixture
def make(data: Path, capsys: pytest.CaptureFixture[str]) -> Make:
    """Makes a token with options of the command line, and waits until the service knows it."""

    def made(*options: str) -> str:
        assert main(["token", "create", "--data", str(data), *options]) == 0
        time.sleep(LOOK_SECONDS)
        return capsys.readouterr().out.strip()

    return made


def test_only_the_hash_of_a_token_is_kept(data: Path, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    key, secret = parts_of(first) or ("", "")
    assert main(["token", "list", "--data", str(data)]) == 0
    listed = capsys.readouterr().out
    assert re.search(rf"^{key}  play   valid    expires never  first$", listed, re.MULTILINE)
    assert main(["token", "list", "--data", str(data), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tokens"][0]["name"] == "first"
    with sqlite3.connect(data / "relgym.sqlite") as connection:
        kept = str(connection.execute("SELECT * FROM tokens").fetchall())
    assert key in kept
    assert secret not in kept + listed


def test_what_needs_no_token(address: str) -> None:
    wait_until_ready(Client(address))
    for path in ("/health", "/", "/v1/openapi.json"):
        assert Client(address).get(path).status == 200, path


@pytest.mark.parametrize("token", [None, "", "x", "relgym_0123456789abcdef_" + "a" * 43, "relgym_" + "é" * 60])
def test_who_has_no_token_is_refused(address: str, token: str | None) -> None:
    refused(Client(address, token).get("/v1/tasks"), 401)
    refused(Client(address, token).post("/v1/tasks", texts("blocks")), 401)
    refused(Client(address, token).get("/v1/engines"), 401)


def test_the_secret_is_looked_at(address: str, first: str) -> None:
    refused(Client(address, first[:-1] + ("A" if first[-1] != "A" else "B")).get("/v1/tasks"), 401)
    assert Client(address, first).get("/v1/tasks").status == 200
    assert b"www-authenticate: Bearer" in raw(address, head("GET", "/v1/tasks"))
    assert status(raw(address, head("GET", "/v1/tasks", f"Authorization: Basic {first}"))) == 401
    assert status(raw(address, head("GET", f"/v1/tasks?token={first}"))) == 401


def test_every_path_but_the_public_ones_needs_a_token(address: str) -> None:
    paths = Client(address).get("/v1/openapi.json").json()["paths"]
    asked = [(method.upper(), re.sub(r"{[^}]*}", "x", path)) for path, methods in paths.items() for method in methods]
    assert len(asked) > 15
    for method, path in [
        *asked,
        ("GET", "/metrics"),
        ("GET", "/mcp"),
        ("POST", "/mcp"),
        ("POST", "/"),
        ("GET", "/v1/x"),
    ]:
        if path not in PUBLIC:
            assert status(raw(address, head(method, path, "Content-Length: 0"))) == 401, (method, path)


def test_a_token_ends(address: str, data: Path, make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    brief = make("--days", "0.00001")
    token = make("--name", "short")
    refused(Client(address, brief).get("/v1/tasks"), 401)
    assert Client(address, token).get("/v1/tasks").status == 200
    key, _ = parts_of(token) or ("", "")
    assert main(["token", "revoke", key, "--data", str(data)]) == 0
    time.sleep(LOOK_SECONDS)
    refused(Client(address, token).get("/v1/tasks"), 401)
    assert main(["token", "revoke", key, "--data", str(data)]) == 1
    assert "no valid token" in capsys.readouterr().err


def test_a_token_has_limits(address: str, make: Make) -> None:
    client = Client(address, make("--rate", "2"))
    codes = [client.get("/v1/engines").status for _ in range(5)]
    assert codes[:2] == [200, 200]
    assert 429 in codes
    for name, value in client.headers.items():
        answer = raw(address, head("GET", "/v1/engines", f"{name}: {value}"))
    assert status(answer) == 429
    assert b"retry-after: 1" in answer
    assert b"2 requests each second" in answer


def test_a_token_has_so_many_sockets(address: str, make: Make) -> None:
    token = make("--concurrency", "2")
    client = Client(address, token)
    task = client.post("/v1/tasks", texts("blocks")).json()["id"]

    async def opened() -> None:
        url = address.replace("http", "ws") + f"/v1/tasks/{task}/ws"
        async with websockets.connect(url, additional_headers=client.headers):
            assert client.get("/v1/engines").status == 200
            async with websockets.connect(url, additional_headers=client.headers):
                refused(client.get("/v1/engines"), 429)
        while client.get("/v1/engines").status == 429:
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(opened(), 30))


def test_browsers_send_the_token_of_a_socket_as_a_subprotocol(address: str, first: str) -> None:
    task = Client(address, first).post("/v1/tasks", texts("blocks")).json()["id"]
    url = address.replace("http", "ws") + f"/v1/tasks/{task}/ws"

    async def opened(*offered: str) -> str | None:
        protocols = [websockets.Subprotocol(name) for name in offered]
        async with websockets.connect(url, subprotocols=protocols or None) as socket:
            await socket.send(json.dumps({"type": "reset"}))
            assert json.loads(await socket.recv())["type"] == "observation"
            return socket.subprotocol

    assert asyncio.run(opened("relgym", f"relgym.bearer.{first}")) == "relgym"
    for offered in ((), ("relgym",), ("relgym", "relgym.bearer.x")):
        with pytest.raises(websockets.InvalidStatus) as refusal:
            asyncio.run(opened(*offered))
        assert refusal.value.response.status_code == 401


def test_a_socket_ends_with_its_token(address: str, data: Path, make: Make) -> None:
    token = make()
    task = Client(address, token).post("/v1/tasks", texts("blocks")).json()["id"]

    async def played() -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with websockets.connect(
            address.replace("http", "ws") + f"/v1/tasks/{task}/ws", additional_headers=headers
        ) as socket:
            await socket.send(json.dumps({"type": "reset"}))
            await socket.recv()
            assert main(["token", "revoke", (parts_of(token) or ("",))[0], "--data", str(data)]) == 0
            await asyncio.sleep(LOOK_SECONDS)
            await socket.send(json.dumps({"type": "state"}))
            with pytest.raises(websockets.ConnectionClosed) as end:
                await socket.recv()
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1008

    asyncio.run(played())


def test_a_service_that_others_reach_needs_a_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 1
    assert "there is no valid token" in capsys.readouterr().err
    assert main(["token", "create", "--data", str(tmp_path), "--days", "0"]) == 0
    assert main(["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 1


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--port", port, "--data", str(tmp_path / "data")]) == 1
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()
    assert main(["serve", "--host", "no host", "--port", "0", "--data", str(tmp_path / "data")]) == 1
    assert "cannot listen on no host" in capsys.readouterr().err


def test_a_service_with_a_token_may_be_reached_by_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "create", "--data", str(tmp_path), "--scope", "admin"]) == 0
    token = capsys.readouterr().out.strip()
    with serving(tmp_path, "--host", "0.0.0.0") as (_, client):
        with sqlite3.connect(tmp_path / "relgym.sqlite") as connection:
            assert (
                status(
                    raw(client.address, head("GET", "/v1/tasks", f"Authorization: Bearer {token}", host="any.example"))
                )
                == 200
            )
            connection.execute("DELETE FROM tokens")
        time.sleep(LOOK_SECONDS)
        refused(client.get("/v1/tasks"), 401)


@pytest.mark.parametrize(
    "options", [["--scope", "all"], ["--days", "-1"], ["--owner", "none"], ["--name", "n" * 101], ["--rate", "0"]]
)
def test_wrong_options_are_refused(tmp_path: Path, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "create", "--data", str(tmp_path), *options]) == 1
    assert capsys.readouterr().out == ""
