"""Routes for operators: health, readiness, metrics."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress

from fastapi import APIRouter, Request, Response

import relgym
from relgym.service.access.callers import CALLER
from relgym.service.encoding import dumps
from relgym.service.monitoring.metrics import MEDIA_TYPE
from relgym.service.problems import Refused
from relgym.tuning.service import READY_SECONDS

ROUTER = APIRouter(tags=["operations"])


@ROUTER.get("/health")
async def health() -> dict[str, str]:
    """Tell that the service runs."""
    return {"status": "ok", "version": relgym.__version__}


@ROUTER.get("/ready")
async def ready(request: Request) -> dict[str, str]:
    """Tell that the database and the workers answer, as of a second ago; 503 if they do not."""
    await request.app.state.readiness.check()
    return {"status": "ok"}


@ROUTER.get("/v1/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """Return the description of all routes, which is made once."""
    state = request.app.state
    if not hasattr(state, "openapi"):
        text = dumps(request.app.openapi())
        state.openapi = text, f'"{hashlib.sha256(text).hexdigest()[:32]}"'
    text, tag = state.openapi
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="application/json")


@ROUTER.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return metrics in the text form of Prometheus."""
    CALLER.get().allow("metrics", "admin")
    found, store = request.app.state.metrics, request.app.state.hub.store
    # Without the database the last numbers stand: this is when its failures are looked at.
    with suppress(Refused, TimeoutError):
        async with asyncio.timeout(READY_SECONDS):
            found.sessions, found.database_bytes = await store.count_sessions(), await store.size()
    return Response(found.text(), media_type=MEDIA_TYPE)
