"""The service as an ASGI application: routes, errors as problem details, and the layers that each request passes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Route

import relgym
from relgym import resources
from relgym.service import page
from relgym.service.access.table import TokenTable
from relgym.service.answers import problem_response
from relgym.service.hub import Hub
from relgym.service.janitor import expire
from relgym.service.mcp.mounted import PATH as MCP_PATH
from relgym.service.mcp.mounted import MountedTools
from relgym.service.middleware.access import AccessControl
from relgym.service.middleware.body import BoundedBody
from relgym.service.middleware.origins import CheckedOrigins
from relgym.service.middleware.requests import Requests
from relgym.service.middleware.steps import Sockets, StepRoutes
from relgym.service.monitoring import routes as monitoring
from relgym.service.monitoring.draining import Drain, Draining, Running
from relgym.service.monitoring.metrics import Metrics
from relgym.service.monitoring.readiness import Readiness
from relgym.service.problems import Refused, problem
from relgym.service.settings import LOOPBACK, Settings
from relgym.service.store import Store
from relgym.service.store.quotas import Quotas
from relgym.service.transports import routes
from relgym.service.workers.pool import Pool
from relgym.tuning.service import CLIENT_SECONDS

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
        quotas = Quotas(settings.max_sessions, settings.max_tasks, settings.max_texts, settings.max_bytes)
        store, pool = Store(settings.data, settings.database, quotas), Pool(settings)
        app.state.hub = Hub(settings, store, pool)
        app.state.metrics = Metrics(pool.waiting, pool.running, lambda: store.failures)
        app.state.readiness = Readiness(app.state.hub)
        app.state.hub.observe = app.state.metrics.observe_verb
        app.state.tokens = TokenTable(store.tokens, settings.tokens, settings.rate, settings.concurrency)
        janitor = None
        if settings.expire is not None:
            janitor = asyncio.create_task(expire(app.state.hub, store, settings.expire))
        yield
        await tools.close()
        if janitor is not None:
            janitor.cancel()
        await app.state.hub.close()

    app = FastAPI(
        title="relgym",
        version=relgym.__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    for router in (monitoring.ROUTER, routes.ROUTER):
        app.include_router(router)
    tools = MountedTools(lambda: app.state.hub)
    app.router.routes.append(Route(MCP_PATH, endpoint=tools))
    app.router.routes.extend(page.routes(resources.playground()))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    # The one that is added last sees a request first.
    names = _names(settings)
    app.add_middleware(StepRoutes)
    app.add_middleware(Sockets, hub=lambda: app.state.hub)
    app.state.drain = Drain()
    app.add_middleware(Running, drain=app.state.drain)
    app.add_middleware(BoundedBody, limit=settings.body, seconds=CLIENT_SECONDS)
    app.add_middleware(AccessControl, table=lambda: app.state.tokens)
    app.add_middleware(CheckedOrigins, hosts=names, origins=settings.origins)
    app.add_middleware(Draining, drain=app.state.drain)
    app.add_middleware(Requests, metrics=lambda: app.state.metrics)
    return app


def _names(settings: Settings) -> frozenset[str] | None:
    """Return the names by which the service may be reached; `None` for any.

    A service with tokens may have names that it does not know. There, a page whose name was made to point at it gains
    nothing, since it has no token.
    """
    if settings.tokens and not settings.hosts:
        return None
    return frozenset(LOOPBACK) | settings.hosts


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem_response(error.problem, request.scope)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    found = problem(400, f"{place}: {first['msg']}", hint="/v1/openapi.json describes each request")
    return problem_response(found, request.scope)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = getattr(request.scope.get("route"), "path", None)
    methods = ", ".join(sorted(method for method, own in routes.ENDPOINTS if own == path))
    match error.status_code:
        case 404:
            detail, hint = f"there is no address {request.url.path!r}", "/v1/openapi.json lists all addresses"
            found = problem(404, detail, hint=hint)
        case 405:
            found = problem(405, f"this address does not take {request.method}", expected=methods or "GET")
        case status:
            found = problem(status, str(error.detail))
    response = problem_response(found, request.scope)
    if error.status_code == 405:
        response.headers["allow"] = methods or "GET"
    return response
