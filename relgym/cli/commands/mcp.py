"""The command that serves tools for language models."""

from __future__ import annotations


def mcp() -> None:
    """Serve tools for language models (MCP) over standard input and output: load, step, query, explain, plan.

    \b
    relgym mcp
    claude mcp add relgym -- relgym mcp
    """
    from relgym.service.mcp.server import serve_stdio

    serve_stdio()
