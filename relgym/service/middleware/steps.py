"""The short way of steps: the framework's routes take several times as long as the step itself."""

from __future__ import annotations

import re
from types import SimpleNamespace

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from relgym.service.middleware.answers import problem_response
from relgym.service.problems import Refused
from relgym.service.routes import ENDPOINTS

_PATH = re.compile(r"/v1/sessions/([^/]+)/(steps?)")


class Steps:
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
