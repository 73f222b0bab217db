"""A graceful stop: requests that are being carried out end, new ones are refused, and sessions stay in the database."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from relgym.service.answers import refuse
from relgym.service.problems import Refused

_ENDING = Refused(503, "the service is about to end", hint="try again at once: another one may be there")


class Drain:
    """The state of a service that may be about to end.

    Attributes:
        is_begun: Whether it is.
        running: The number of requests that are being carried out: their bodies have arrived, and they are no sockets.
    """

    def __init__(self) -> None:
        """Begin with a service that goes on."""
        self.is_begun = False
        self.running = 0


class Draining:
    """Refuses requests to a service that is about to end, except those about its health."""

    def __init__(self, app: ASGIApp, drain: Drain) -> None:
        """Pass on requests to `app`."""
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        drain = self._drain
        if drain.is_begun and scope["path"] != "/health":
            await refuse({**_ENDING.problem, "retry_after": 1}, scope, receive, send)
            return
        await self._app(scope, receive, send)


class Running:
    """Counts the requests that are being carried out. It stands behind what reads bodies, for which nobody waits."""

    def __init__(self, app: ASGIApp, drain: Drain) -> None:
        """Pass on requests to `app`."""
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._drain.running += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._drain.running -= 1
