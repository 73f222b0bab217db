"""A server of tools that says in short words what is wrong with a call: the tool's name, or an argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from relgym.errors import did_you_mean
from relgym.service.mcp.answers import Form, problem

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context


class CheckedServer(MCPServer[Any]):
    """A server of tools; calls of another form are refused as relgym refuses requests."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None) -> Any:
        """Call a tool; raises `ToolError` if there is none of this name, or the arguments have another form."""
        tools = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        known = _among(tools, name, name, "tool")
        for argument in arguments:
            _among(known, argument, name, "argument")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            [first, *_] = error.__cause__.errors()
            argument = str(first["loc"][0])
            wrong = "is missing" if first["type"] == "missing" else "has another kind of value"
            expected = f"{_kind(known[argument])}: {known[argument]['description']}"
            found = {"detail": f"the argument '{argument}' {wrong}", "expected": expected}
            raise _failure(name, found) from None


def _among(known: Mapping[str, Any], name: str, tool: str, what: str) -> Any:
    """Return what is known by a name; raises `ToolError` if nothing is."""
    if name not in known:
        found = {"detail": f"there is no {what} '{name}'", "expected": f"one of {', '.join(known)}"}
        raise _failure(tool, {**found, "hint": did_you_mean(name, known)})
    return known[name]


def _failure(tool: str, found: Form) -> ToolError:
    """Return the failure of a tool, with the words by which the package begins those that tools raise."""
    return ToolError(f"Error executing tool {tool}: {problem(found)}")


def _kind(schema: Form) -> str:
    """Return in words what a JSON Schema takes.

    >>> _kind({"type": "integer", "minimum": 1, "maximum": 200})
    'a whole number from 1 to 200'
    >>> _kind({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]})
    'a list of texts'
    """
    match schema:
        case {"anyOf": [first, *_]}:
            return _kind(first)
        case {"type": "integer"}:
            low, high = schema.get("minimum"), schema.get("maximum")
            return "a whole number" + (f" from {low}" if low is not None else "") + (f" to {high}" if high else "")
        case {"type": "array"}:
            return "a list of texts"
        case {"type": "boolean"}:
            return "true or false"
        case _:
            return "a text"
