"""Routes for operators: health, readiness, engines, the catalogue."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

import relgym
from relgym.backends import registry
from relgym.catalogue import catalogue

ROUTER = APIRouter()


@ROUTER.get("/health")
async def health() -> dict[str, str]:
    """Tell that the service runs."""
    return {"status": "ok", "version": relgym.__version__}


@ROUTER.get("/ready")
async def ready(request: Request) -> dict[str, Any]:
    """Tell that the database answers, and how many workers have been replaced."""
    hub = request.app.state.hub
    return {"status": "ok", "sessions": await hub.store.count_sessions(), "replaced_workers": hub.pool.replaced}


@ROUTER.get("/v1/engines")
async def engines() -> dict[str, Any]:
    """List the engines."""
    return {"engines": registry.names()}


@ROUTER.get("/v1/catalogue")
async def domains() -> dict[str, Any]:
    """List the PDDL domains that come with relgym, with the texts of their first problems."""
    return {
        "domains": [
            {
                "name": spec.name,
                "description": spec.description,
                "domain": spec.domain.read_text(encoding="utf-8"),
                "problem": spec.problem("train", 0).read_text(encoding="utf-8"),
                "axioms": [path.read_text(encoding="utf-8") for path in spec.axiom_files()],
            }
            for spec in catalogue("pddl")
        ]
    }
