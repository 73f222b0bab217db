"""Verbs of sessions: steps through a task, whose history is a tree of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.questions.forms import (
    ACTION,
    ACTIONS,
    OBJECT_OR_NULL,
    OMITTED,
    SHARES,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    Field,
    Form,
)
from relgym.service.access.callers import CALLER
from relgym.service.encoding import dumps
from relgym.service.problems import Refused
from relgym.service.verbs.questions import question
from relgym.service.verbs.tasks import ANSWERS, BACKEND, FORMULA, OPTION_HINTS, OPTIONS, QUESTION, SUBJECT, TASK
from relgym.service.verbs.verb import Route, Verb
from relgym.tuning.service import BATCH_CALLS_LIMIT

if TYPE_CHECKING:
    from relgym.service.hub import Hub

KEY = "0f8c1d5d8e2c7f5f0f8c1d5d8e2c7f5f"
NODE = {
    "id": KEY,
    "node": 0,
    "parent": None,
    "steps": 0,
    "action": None,
    "reward": 0.0,
    "state": {"atoms": [], "fluents": {}},
    "actions": ["(press)"],
    "goal": False,
    "terminated": False,
    "truncated": False,
}
AFTER = {
    **NODE,
    "node": 1,
    "parent": 0,
    "steps": 1,
    "action": "(press)",
    "reward": 1.0,
    "state": {"atoms": ["(lit)"], "fluents": {}},
    "goal": True,
    "terminated": True,
}

SESSION = Field("session", TEXT, "The id of a session.", example=KEY)


async def _create(hub: Hub, asked: dict[str, Any]) -> bytes:
    if asked["seed"] is not None and asked["generator"] is not None:
        raise Refused(400, "there are a seed and a generator", hint="send one of them")
    CALLER.get().check_start(asked["state"] is not None)
    return (await hub.start(**asked)).view


async def _fork(hub: Hub, asked: dict[str, Any]) -> bytes:
    return (await hub.fork(asked["session"])).view


async def _get(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.present(asked["session"])


async def _remove(hub: Hub, asked: dict[str, Any]) -> bytes:
    await hub.remove_session(asked["session"])
    return b"{}"


async def _history(hub: Hub, asked: dict[str, Any]) -> bytes:
    return dumps(await hub.history(asked["session"]))


async def _step(hub: Hub, asked: dict[str, Any]) -> bytes:
    return (await hub.step(asked["session"], asked["action"], asked.get("draws"))).view


async def _steps(hub: Hub, asked: dict[str, Any]) -> bytes:
    actions = asked["steps"]
    if len(actions) > BATCH_CALLS_LIMIT:
        raise Refused(413, f"there are more than {BATCH_CALLS_LIMIT:,} steps", hint="send them in parts")
    CALLER.get().spend(max(len(actions) - 1, 0))
    nodes, failed = await hub.steps(asked["session"], actions)
    return b'{"nodes":[' + b",".join(nodes) + b'],"failed":' + dumps(failed) + b"}"


async def _undo(hub: Hub, asked: dict[str, Any]) -> bytes:
    return (await hub.undo(asked["session"])).view


async def _reset(hub: Hub, asked: dict[str, Any]) -> bytes:
    return (await hub.reset(asked["session"])).view


async def _goto(hub: Hub, asked: dict[str, Any]) -> bytes:
    return (await hub.go_to(asked["session"], asked["node"])).view


async def _ask(hub: Hub, asked: dict[str, Any]) -> bytes:
    own = question(asked["question"])
    return await hub.ask_session(asked["session"], own.name, own.subject_of(asked), asked["options"])


_PATH = "/v1/sessions/{session}"

SESSIONS = (
    Verb(
        "sessions.create",
        "Start a session: a task on an engine; the seed decides everything that is drawn",
        Form(
            TASK,
            BACKEND,
            Field("seed", WHOLE_OR_NULL, "The seed; without one, chance differs each time.", None, 7),
            Field("state", OBJECT_OR_NULL, "The state to start in; by default the start of the task.", None),
            Field("generator", TEXT_OR_NULL, "The state of a random generator (PCG64) in place of a seed.", None),
        ),
        _create,
        "play",
        (Route("POST", "/v1/sessions", 201),),
        NODE,
    ),
    Verb(
        "sessions.fork",
        "Start another session in the state where a session stands",
        Form(SESSION),
        _fork,
        "play",
        (Route("POST", f"{_PATH}/fork", 201),),
        NODE,
    ),
    Verb(
        "sessions.get",
        "Return the node where a session stands",
        Form(SESSION),
        _get,
        "read",
        (Route("GET", _PATH),),
        NODE,
    ),
    Verb(
        "sessions.remove",
        "Remove a session with its history",
        Form(SESSION),
        _remove,
        "play",
        (Route("DELETE", _PATH, 204),),
    ),
    Verb(
        "sessions.history",
        "Return the tree of nodes of a session",
        Form(SESSION),
        _history,
        "read",
        (Route("GET", f"{_PATH}/history"),),
        {"id": KEY, "node": 0, "nodes": [{"node": 0, "parent": None, "action": None}]},
    ),
    Verb(
        "sessions.step",
        "Carry out an action",
        Form(
            SESSION,
            Field("action", ACTION, "A text, or for RDDL values by the names of cells.", example="(press)"),
            Field("draws", SHARES, "Random numbers for this step, instead of the session's own.", OMITTED),
        ),
        _step,
        "play",
        (Route("POST", f"{_PATH}/step"),),
        AFTER,
    ),
    Verb(
        "sessions.steps",
        "Carry out actions one after the other, up to the first that fails; they share the time of one call",
        Form(SESSION, Field("steps", ACTIONS, "The actions, in order.", example=["(press)"])),
        _steps,
        "play",
        (Route("POST", f"{_PATH}/steps"),),
        {"nodes": [AFTER], "failed": None},
    ),
    Verb(
        "sessions.undo",
        "Go back to the node before the present one",
        Form(SESSION),
        _undo,
        "play",
        (Route("POST", f"{_PATH}/undo"),),
        NODE,
    ),
    Verb(
        "sessions.reset",
        "Go back to the start",
        Form(SESSION),
        _reset,
        "play",
        (Route("POST", f"{_PATH}/reset"),),
        NODE,
    ),
    Verb(
        "sessions.goto",
        "Go to a node; the next step begins a branch there",
        Form(SESSION, Field("node", WHOLE, "The number of a node.", example=0)),
        _goto,
        "play",
        (Route("POST", f"{_PATH}/goto"),),
        NODE,
    ),
    Verb(
        "sessions.ask",
        "Answer a question about the state where a session stands",
        Form(SESSION, QUESTION, FORMULA, SUBJECT, OPTIONS, elsewhere=OPTION_HINTS),
        _ask,
        "read",
        (Route("POST", f"{_PATH}/{{question}}"), Route("GET", f"{_PATH}/{{question}}", query=("formula", "subject"))),
        {"holds": False},
        ANSWERS,
    ),
)
