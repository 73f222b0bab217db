"""Clients of the tools, as programs for language models have them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client

from relgym.service.local import LocalService
from relgym.service.mcp.server import server

Call = Callable[..., Awaitable[str]]
"""Calls a tool by its name; returns its text, which begins with `Error` if it has failed."""


def caller(client: Client) -> Call:
    async def call(tool: str, **arguments: Any) -> str:
        found = await client.call_tool(tool, arguments)
        text: str = found.content[0].text
        assert text.startswith("Error") == bool(found.is_error), text
        return text

    return call


@asynccontextmanager
async def tools() -> AsyncIterator[Call]:
    """The tools in this process."""
    service = LocalService()

    async def carry(verb: str, data: dict[str, Any]) -> Any:
        return service.call(verb, data)

    async with Client(server(carry)) as client:
        yield caller(client)


def session_of(loaded: str) -> str:
    """The session id in the answer of `load`."""
    [line] = [line for line in loaded.splitlines() if line.startswith("session: ")]
    return line.removeprefix("session: ")


async def played(call: Call) -> list[str]:
    """Play Blocks to the goal as a model would, by what the tools say; returns all their answers."""
    found = [await call("load", domain="blocks", problem="p01")]
    session = session_of(found[0])
    found.append(await call("step", session=session, actions=["(stack b1 b2)"]))
    found.append(await call("explain", session=session, subject="(stack b1 b2)"))
    found.append(await call("list_actions", session=session, contains="b1"))
    found.append(await call("step", session=session, actions=["(pick-up b1)"]))
    found.append(await call("validate_plan", session=session, plan=["(stack b1 b2)"]))
    found.append(await call("undo", session=session))
    found.append(await call("step", session=session, actions=["(pick-up b1)", "(stack b1 b2)"]))
    found.append(await call("show_state", session=session))
    found.append(await call("query", session=session, formula="(on ?x ?y)"))
    return found


def check_played(found: list[str]) -> None:
    """Check the answers of `played`."""
    loaded, refused, explained, listed, step, valid, undone, done, state, answers = found
    assert "(on b1 b2) is false: no such fact" in loaded
    assert "Valid actions (2):\n  (pick-up b1)\n  (unstack b2 b3)" in loaded
    assert "(stack b1 b2) is not applicable" in refused
    assert "`explain` says which conditions fail" in refused
    assert "(holding b1) is false: no such fact" in explained
    assert listed == "Valid actions that contain 'b1' (1):\n  (pick-up b1)"
    assert "Now true (1):\n  (holding b1)" in step
    assert valid == "The plan is valid: after its 1 actions the goal holds."
    assert "After 0 steps" in undone
    assert "Carried out 2 of 2 actions. Reward: 1.\nAfter 2 steps: the goal holds." in done
    assert "The goal holds." in state
    assert answers == "Answers (2):\n  ?x = b1, ?y = b2\n  ?x = b2, ?y = b3"
