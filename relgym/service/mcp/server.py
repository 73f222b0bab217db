"""Servers of the tools: over standard input and output for one model, and as a part of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import relgym
from relgym import libraries
from relgym.service.mcp.tools import Carry, ToolFailure, Tools

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS = """relgym plays and checks planning problems (PDDL, PPDDL, RDDL). `load` a problem: it gives a session
id. Then `list_actions`, `step` with one of them, and go on until the goal holds. `explain` says why an action is not
valid, `query` asks about the state, `plan` searches for a plan, `validate_plan` checks one. Long lists are cut, and say
so."""


CHANGING = frozenset({"load", "step", "undo"})
"""The tools that change something: they start a session, or move one."""


def server(carry: Carry) -> MCPServer[Any]:
    """Return a server of the tools.

    Args:
        carry: Carries out a verb of the service.

    Raises:
        RelgymError: The package mcp is not installed.
    """
    with libraries.extra("mcp", "MCP"):
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations

        from relgym.service.mcp.checked_server import CheckedServer
    made = CheckedServer("relgym", instructions=INSTRUCTIONS, version=relgym.__version__, log_level="WARNING")
    for tool in Tools(carry).every:
        # Nothing that a tool does reaches the world outside, and the history of a session keeps all that was done.
        hints = ToolAnnotations(
            read_only_hint=tool.__name__ not in CHANGING,
            destructive_hint=False,
            idempotent_hint=tool.__name__ not in CHANGING,
            open_world_hint=False,
        )
        made.add_tool(_failing_as(ToolError, tool), annotations=hints, structured_output=False)
    return made


def _failing_as(kind: type[Exception], tool: Any) -> Any:
    """Return a tool whose failures are errors of the protocol."""
    from functools import wraps

    @wraps(tool)
    async def carried_out(*arguments: Any, **options: Any) -> str:
        try:
            text: str = await tool(*arguments, **options)
        except ToolFailure as failure:
            raise kind(str(failure)) from None
        return text

    return carried_out


def serve_stdio() -> None:
    """Serve the tools over standard input and output, until the input ends; engines run in this process."""
    from relgym.service.local import LocalService

    service = LocalService()

    async def carry(verb: str, data: dict[str, Any]) -> Any:
        return service.call(verb, data)

    server(carry).run("stdio")
