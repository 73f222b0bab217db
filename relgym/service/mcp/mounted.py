"""The tools as a part of the service, over streamable HTTP at `/mcp`: each request stands alone.

They are started by the first request, since the package mcp takes a while to import.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from starlette.types import Receive, Scope, Send

from relgym.errors import RelgymError
from relgym.service.access.callers import CALLER
from relgym.service.answers import problem_response
from relgym.service.encoding import loads
from relgym.service.hub import Hub
from relgym.service.mcp.server import server
from relgym.service.problems import problem
from relgym.service.verbs.table import call

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH = "/mcp"


class MountedTools:
    """An ASGI application that answers requests of the protocol."""

    def __init__(self, hub: Callable[[], Hub]) -> None:
        """Wait for a first request.

        Args:
            hub: Returns the hub of the service.
        """
        self._hub = hub
        self._running: asyncio.Task[None] | None = None
        self._manager: asyncio.Future[StreamableHTTPSessionManager] | None = None
        self._ended = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["method"] != "POST":
            # A stream of a server that pushes nothing would stay open for ever.
            refused = problem(405, f"this address does not take {scope['method']}", expected="POST")
            response = problem_response(refused, scope)
            response.headers["allow"] = "POST"
            await response(scope, receive, send)
            return
        try:
            manager = await self._started()
        except RelgymError as error:
            refused = problem(503, f"the service has no tools for language models: {error.message}", hint=error.hint)
            await problem_response(refused, scope)(scope, receive, send)
            return
        await manager.handle_request(scope, receive, send)

    async def close(self) -> None:
        """End what is being answered."""
        self._ended.set()
        if self._running is not None:
            await self._running

    async def _started(self) -> StreamableHTTPSessionManager:
        if self._manager is None:
            self._manager = asyncio.get_running_loop().create_future()
            # It is left in the task in which it is entered.
            self._running = asyncio.create_task(self._run(self._manager))
        return await asyncio.shield(self._manager)

    async def _run(self, started: asyncio.Future[StreamableHTTPSessionManager]) -> None:
        try:
            made = await asyncio.to_thread(server, self._carry)
        except RelgymError as error:
            started.set_exception(error)
            return
        # Hosts and origins are checked for all requests of the service alike.
        made.streamable_http_app(stateless_http=True, json_response=True)
        manager = made.session_manager
        manager.security_settings = None
        async with manager.run():
            started.set_result(manager)
            await self._ended.wait()

    async def _carry(self, verb: str, data: dict[str, Any]) -> Any:
        if verb != "sessions.fork":
            return loads(await call(self._hub(), verb, data))
        # A tool forks to check a plan only, and removes the fork again: no agent ever sees it.
        before = CALLER.set(replace(CALLER.get(), is_agent=False))
        try:
            return loads(await call(self._hub(), verb, data))
        finally:
            CALLER.reset(before)
