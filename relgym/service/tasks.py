"""Routes of tasks: texts are read once, and asked about states that are sent along."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from relgym.service.hub import Hub
from relgym.service.problems import Refused
from relgym.service.requests import Ask, NewTask

ROUTER = APIRouter(prefix="/v1/tasks", tags=["tasks"])


def hub_of(request: Request) -> Hub:
    """Return the hub of the service."""
    hub: Hub = request.app.state.hub
    return hub


def json_response(body: bytes, status: int = 200) -> Response:
    """Return JSON that is written already."""
    return Response(body, status, media_type="application/json")


@ROUTER.post("", status_code=201)
async def create(request: Request, asked: NewTask) -> Response:
    """Read a domain and a problem; equal texts are one task, whose id is their hash."""
    task, _ = await hub_of(request).add_task(asked.model_dump())
    return json_response(orjson.dumps(task), 201)


@ROUTER.post("/check")
async def check(request: Request, asked: NewTask) -> dict[str, Any]:
    """Read a domain and a problem without keeping them."""
    return await hub_of(request).check(asked.model_dump())


@ROUTER.get("")
async def every(request: Request) -> dict[str, Any]:
    """List all tasks, the oldest first."""
    return {"tasks": [{"id": key, **about} for key, about in await hub_of(request).store.tasks()]}


@ROUTER.get("/{task}")
async def one(request: Request, task: str) -> dict[str, Any]:
    """Return a task with its texts."""
    record = await hub_of(request).task(task)
    return {"id": record.id, **record.about, **record.texts}


@ROUTER.delete("/{task}", status_code=204)
async def remove(request: Request, task: str) -> None:
    """Remove a task with its sessions."""
    if not await hub_of(request).store.remove_task(task):
        raise Refused(404, f"there is no task {task!r}")


@ROUTER.post("/{task}/{question}")
async def ask(request: Request, task: str, question: str, asked: Ask) -> Response:
    """Answer a question about a state: `actions`, `query`, `derived`, `explain`, `outcomes`, `successor` or `goal`."""
    return json_response(await hub_of(request).ask(task, asked.backend, question, asked.subject, asked.state))
