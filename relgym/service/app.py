"""The service as an ASGI application: routes, errors as problem details, a bound of the size of requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import relgym
from relgym.service import operations, sessions, sockets, tasks
from relgym.service.hub import Hub
from relgym.service.problems import MEDIA_TYPE, Refused, problem
from relgym.service.settings import Settings

DESCRIPTION = """Relational reasoning over HTTP: tasks of PDDL and RDDL, sessions that step through them, and questions
about states, on any logic engine. Errors are problem details (RFC 9457) with the place in the text, what was expected,
and what to do."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application.

    Args:
        settings: Its limits and sizes.
    """
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = Hub(settings)
        yield
        await app.state.hub.close()

    app = FastAPI(
        title="relgym",
        version=relgym.__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/v1/openapi.json",
    )
    for router in (operations.ROUTER, tasks.ROUTER, sessions.ROUTER, sockets.ROUTER):
        app.include_router(router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(BoundedBody, limit=settings.body)
    return app


def problem_response(found: dict[str, Any]) -> Response:
    """Return problem details as a response."""
    return Response(orjson.dumps(found), found["status"], media_type=MEDIA_TYPE)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem_response(error.problem)


async def _malformed(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    return problem_response(problem(400, f"{place}: {first['msg']}", hint="/v1/openapi.json describes each request"))


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem_response(problem(error.status_code, str(error.detail)))


class BoundedBody:
    """Refuses requests whose body is too large, before it is read as a whole."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        """Pass on requests of at most `limit` bytes to `app`."""
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen = 0
        limit = self._limit

        async def bounded() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise Refused(413, f"the request has more than {limit:,} bytes", hint="send smaller texts")
            return message

        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > limit:
            refused = Refused(413, f"the request has more than {limit:,} bytes", hint="send smaller texts")
            await problem_response(refused.problem)(scope, receive, send)
            return
        await self._app(scope, bounded, send)
