"""The tools at `/mcp` of a service: the same play, the rights of a token, and nothing that rests on a connection."""

from __future__ import annotations

import asyncio
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from service.conftest import Client as HTTPClient
from service.conftest import serving
from service.mcp.conftest import caller, check_played, played, session_of

from relgym.cli import main


def token(data: Path, *options: str) -> str:
    with redirect_stdout(StringIO()) as output:
        assert main(["token", "create", "--data", str(data), *options]) == 0
    return output.getvalue().strip()


def test_a_client_plays_to_the_goal_over_http(client: HTTPClient) -> None:
    async def play() -> list[str]:
        async with Client(f"{client.address}/mcp") as tools:
            return await played(caller(tools))

    check_played(asyncio.run(play()))


def test_sessions_are_those_of_the_service(client: HTTPClient) -> None:
    """A session goes on over another connection, and over REST."""

    async def begun() -> str:
        async with Client(f"{client.address}/mcp") as tools:
            return session_of(await caller(tools)("load", domain="blocks"))

    async def gone_on(session: str) -> str:
        async with Client(f"{client.address}/mcp") as tools:
            return await caller(tools)("step", session=session, actions=["(pick-up b1)"])

    session = asyncio.run(begun())
    assert "(holding b1)" in asyncio.run(gone_on(session))
    assert client.get(f"/v1/sessions/{session}").json()["steps"] == 1


def test_several_clients_at_once(client: HTTPClient) -> None:
    async def play() -> list[list[str]]:
        async def one() -> list[str]:
            async with Client(f"{client.address}/mcp") as tools:
                return await played(caller(tools))

        return await asyncio.gather(*(one() for _ in range(4)))

    for found in asyncio.run(play()):
        check_played(found)


def test_wrong_requests(client: HTTPClient) -> None:
    for body in ({}, [], {"jsonrpc": "2.0", "id": 1, "method": "none"}):
        answer: Any = client.post("/mcp", body)
        assert 400 <= answer.status < 500 or "error" in answer.text, answer


def test_rights_are_those_of_the_token(tmp_path: Path) -> None:
    tokens = {"play": token(tmp_path), "agent": token(tmp_path, "--agent"), "read": token(tmp_path, "--scope", "read")}

    async def asked(address: str, text: str) -> list[str]:
        http = httpx2.AsyncClient(headers={"authorization": f"Bearer {text}"})
        async with http, Client(streamable_http_client(f"{address}/mcp", http_client=http)) as tools:
            call = caller(tools)
            loaded = await call("load", domain="blocks")
            if loaded.startswith("Error"):
                return [loaded]
            session = session_of(loaded)
            valid = await call("validate_plan", session=session, plan=["(pick-up b1)", "(stack b1 b2)"])
            await call("step", session=session, actions=["(pick-up b1)"])
            return [loaded, valid, await call("undo", session=session)]

    with serving(tmp_path) as (_, client):
        assert client.post("/mcp", {}).status == 401
        _, valid, undone = asyncio.run(asked(client.address, tokens["play"]))
        assert valid.startswith("The plan is valid")
        assert "After 0 steps" in undone
        _, valid, undone = asyncio.run(asked(client.address, tokens["agent"]))
        assert valid.startswith("The plan is valid")
        assert "an agent may not carry out 'sessions.undo'" in undone
        [refused] = asyncio.run(asked(client.address, tokens["read"]))
        assert "needs a token with the scope 'play'" in refused
