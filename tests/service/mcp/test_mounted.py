"""The tools at `/mcp` of a service: the same play, the rights of a token, and nothing that rests on a connection."""

from __future__ import annotations

import asyncio
from typing import Any

from mcp import Client
from service.conftest import Client as HTTPClient
from service.mcp.conftest import caller, check_played, played, session_of


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
