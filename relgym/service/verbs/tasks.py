"""Verbs of tasks: texts are read once, and asked about states that are sent along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.service.encoding import dumps
from relgym.service.verbs.forms import ACTION, OBJECT, OBJECT_OR_NULL, TEXT, TEXTS, Field, Form
from relgym.service.verbs.verb import Route, Verb

if TYPE_CHECKING:
    from relgym.service.hub import Hub

LAMP = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
DARK = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"
KEY = "5d8e2c7f5f0f8c1d5d8e2c7f5f0f8c1d"
ABOUT = {"language": "pddl", "name": "dark", "domain": "lamp", "features": []}

TASK = Field("task", TEXT, "The id of a task.", example=KEY)
TEXTS_OF_A_TASK = (
    Field("domain", TEXT, "The text of the domain.", example=LAMP),
    Field("problem", TEXT, "The text of the problem or instance.", example=DARK),
    Field("axioms", TEXTS, "Texts of further derived predicates.", [], ["(:derived (dark) (not (lit)))"]),
)
SUBJECT = Field(
    "subject",
    ACTION,
    "The formula of `query`, the subject of `explain`, the action of `outcomes`, `preview`, `successor` and `trace`.",
    "",
    "(press)",
)
OPTIONS = Field("options", OBJECT, "What is said beside; each question has its own.", {}, {})
BACKEND = Field("backend", TEXT, "The name of an engine.", "builtin", "sld")


async def _create(hub: Hub, asked: dict[str, Any]) -> bytes:
    task, _ = await hub.add_task(asked)
    return dumps(task)


async def _check(hub: Hub, asked: dict[str, Any]) -> bytes:
    return dumps(await hub.check(asked))


async def _list(hub: Hub, _: dict[str, Any]) -> bytes:
    return dumps({"tasks": await hub.tasks()})


async def _get(hub: Hub, asked: dict[str, Any]) -> bytes:
    record = await hub.task(asked["task"])
    return dumps({"id": record.id, **record.about, **record.texts})


async def _remove(hub: Hub, asked: dict[str, Any]) -> bytes:
    await hub.remove_task(asked["task"])
    return b"{}"


async def _ask(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.ask(
        asked["task"], asked["backend"], asked["question"], asked["subject"], asked["options"], asked["state"]
    )


TASKS = (
    Verb(
        "tasks.create",
        "Read a domain and a problem; equal texts are one task, whose id is their hash",
        Form(*TEXTS_OF_A_TASK),
        _create,
        "play",
        (Route("POST", "/v1/tasks", 201),),
        {"id": KEY, **ABOUT},
    ),
    Verb(
        "tasks.check",
        "Read a domain and a problem without keeping them",
        Form(*TEXTS_OF_A_TASK),
        _check,
        "read",
        (Route("POST", "/v1/tasks/check"),),
        ABOUT,
    ),
    Verb(
        "tasks.list",
        "List all tasks, the oldest first",
        Form(),
        _list,
        "read",
        (Route("GET", "/v1/tasks"),),
        {"tasks": [{"id": KEY, **ABOUT}]},
    ),
    Verb(
        "tasks.get",
        "Return a task with its texts",
        Form(TASK),
        _get,
        "read",
        (Route("GET", "/v1/tasks/{task}"),),
        {"id": KEY, **ABOUT, "domain": LAMP, "problem": DARK, "axioms": []},
    ),
    Verb(
        "tasks.remove",
        "Remove a task with its sessions",
        Form(TASK),
        _remove,
        "play",
        (Route("DELETE", "/v1/tasks/{task}", 204),),
    ),
    Verb(
        "tasks.ask",
        "Answer a question about a state that is sent along, or about the first one",
        Form(
            TASK,
            Field("question", TEXT, "The name of the question.", example="actions"),
            BACKEND,
            Field("state", OBJECT_OR_NULL, "A state.", None, {"atoms": ["(lit)"], "fluents": {}}),
            SUBJECT,
            OPTIONS,
        ),
        _ask,
        "read",
        (Route("POST", "/v1/tasks/{task}/{question}"),),
        {"actions": ["(press)"]},
    ),
)
