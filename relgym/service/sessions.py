"""Routes of sessions: steps through a task, whose history is a tree of nodes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from relgym.service.requests import Explain, GoTo, NewSession, Query, Step
from relgym.service.tasks import hub_of, json_response

ROUTER = APIRouter(prefix="/v1/sessions", tags=["sessions"])


@ROUTER.post("", status_code=201)
async def create(request: Request, asked: NewSession) -> Response:
    """Start a session."""
    return json_response((await hub_of(request).start(asked.task, asked.backend, asked.seed)).view, 201)


@ROUTER.get("/{session}")
async def present(request: Request, session: str) -> Response:
    """Return the node where the session stands."""
    return json_response((await hub_of(request).present(session)).view)


@ROUTER.delete("/{session}", status_code=204)
async def remove(request: Request, session: str) -> None:
    """Remove a session with its history."""
    await hub_of(request).remove_session(session)


@ROUTER.get("/{session}/history")
async def history(request: Request, session: str) -> dict[str, Any]:
    """Return the tree of nodes."""
    return await hub_of(request).history(session)


@ROUTER.post("/{session}/step")
async def step(request: Request, session: str, asked: Step) -> Response:
    """Carry out an action."""
    return json_response((await hub_of(request).step(session, asked.action)).view)


@ROUTER.post("/{session}/undo")
async def undo(request: Request, session: str) -> Response:
    """Go back to the node before the present one."""
    return json_response((await hub_of(request).undo(session)).view)


@ROUTER.post("/{session}/reset")
async def reset(request: Request, session: str) -> Response:
    """Go back to the start."""
    return json_response((await hub_of(request).reset(session)).view)


@ROUTER.post("/{session}/goto")
async def go_to(request: Request, session: str, asked: GoTo) -> Response:
    """Go to a node; the next step begins a branch there."""
    return json_response((await hub_of(request).go_to(session, asked.node)).view)


@ROUTER.post("/{session}/query")
async def query(request: Request, session: str, asked: Query) -> Response:
    """Find the objects for which a formula holds, or whether it holds."""
    return json_response(await hub_of(request).ask_session(session, "query", asked.formula))


@ROUTER.post("/{session}/explain")
async def explain(request: Request, session: str, asked: Explain) -> Response:
    """Explain why an action is or is not applicable, or why a formula does or does not hold."""
    return json_response(await hub_of(request).ask_session(session, "explain", asked.subject))


@ROUTER.get("/{session}/derived")
async def derived(request: Request, session: str) -> Response:
    """Return the derived atoms."""
    return json_response(await hub_of(request).ask_session(session, "derived", ""))
