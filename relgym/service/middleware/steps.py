"""The short way of steps and sockets: the framework's routes take several times as long as the step itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from relgym.service.access.callers import CALLER
from relgym.service.answers import problem_response, refuse
from relgym.service.hub import Hub
from relgym.service.problems import Refused
from relgym.service.transports.general_socket import converse
from relgym.service.transports.routes import ENDPOINTS
from relgym.service.transports.sockets import play
from relgym.service.transports.text_socket import TextSocket

_PATH = re.compile(r"/v1/sessions/([^/]+)/(steps?)")

_PLAY = re.compile(r"/v1/tasks/([^/]+)/ws")

_GENERAL = "/v1/ws"

_ROLE = "role"


class StepRoutes:
    """Carries out steps by the functions that the routes have, which describe them in OpenAPI."""

    def __init__(self, app: ASGIApp) -> None:
        """Pass on other requests to `app`."""
        self._app = app
        self._routes = {
            word: SimpleNamespace(path=f"/v1/sessions/{{session}}/{word}", name=f"sessions.{word}")
            for word in ("step", "steps")
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            if scope["type"] == "http" and scope["method"] == "HEAD":
                # The server leaves out the body.
                asked = {**scope, "method": "GET"}
                await self._app(asked, receive, send)
                scope["route"] = asked.get("route")
                return
            await self._app(scope, receive, send)
            return
        # Logs and metrics name requests by their routes.
        route = scope["route"] = self._routes[found[2]]
        scope["path_params"] = {"session": found[1]}
        try:
            response = await ENDPOINTS["POST", route.path](Request(scope, receive))
        except Refused as refused:
            response = problem_response(refused.problem, scope)
        await response(scope, receive, send)


class Sockets:
    """Serves sockets."""

    def __init__(self, app: ASGIApp, hub: Callable[[], Hub]) -> None:
        """Pass on other requests to `app`.

        Args:
            app: What carries out other requests.
            hub: Returns what carries out frames.
        """
        self._app = app
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        found = _PLAY.fullmatch(scope["path"])
        try:
            if found is None and scope["path"] != _GENERAL:
                expected = f"{_GENERAL}, or /v1/tasks/ID/ws"
                raise Refused(404, f"there is no socket {scope['path']!r}", expected=expected)
            scope["route"] = SimpleNamespace(path=_GENERAL if found is None else "/v1/tasks/{task}/ws")
            query = _query(scope, (_ROLE,) if found is None else (_ROLE, "backend", "session"))
        except Refused as refused:
            await refuse(refused.problem, scope, receive, send)
            return
        if query.get(_ROLE) == "agent":
            CALLER.set(replace(CALLER.get(), is_agent=True))
        socket = TextSocket(receive, send)
        serving = converse(self._hub(), socket) if found is None else play(self._hub(), socket, found[1], query)
        # In a task of its own: at each frame, the interpreter goes through all coroutines that wait for one another.
        await asyncio.create_task(CALLER.get().metered(serving))


def _query(scope: Scope, known: Collection[str]) -> Mapping[str, str]:
    """Return the parameters in the address of a socket; raises `Refused` for others than those that are known."""
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    for name in query:
        if name not in known:
            raise Refused(400, f"there is no parameter '{name}'", expected=f"one of {', '.join(known)}")
    if query.get(_ROLE, "agent") != "agent":
        raise Refused(400, f"there is no role '{query[_ROLE]}'", expected="agent")
    return query
