"""Routes for operators: health, readiness, metrics."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

import relgym
from relgym.service.access.callers import CALLER
from relgym.service.monitoring.metrics import MEDIA_TYPE
from relgym.service.problems import Refused
from relgym.tuning.service import READY_SECONDS

ROUTER = APIRouter(tags=["operations"])


@ROUTER.get("/health")
async def health() -> dict[str, str]:
    """Tell that the service runs."""
    return {"status": "ok", "version": relgym.__version__}


@ROUTER.get("/ready")
async def ready(request: Request) -> dict[str, Any]:
    """Tell that the database and the workers answer; 503 if they do not."""
    hub = request.app.state.hub
    try:
        async with asyncio.timeout(READY_SECONDS):
            sessions, _ = await asyncio.gather(hub.store.count_sessions(), hub.pool.probe())
    except Refused:
        raise
    except Exception as error:
        raise Refused(503, f"the database or the workers do not answer: {type(error).__name__}") from error
    return {"status": "ok", "sessions": sessions, "replaced_workers": hub.pool.replaced}


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
