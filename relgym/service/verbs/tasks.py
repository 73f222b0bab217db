"""Verbs of tasks: texts are read once, and asked about states that are sent along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.questions.forms import (
    ACTION,
    DIGITS,
    GENERATED,
    OBJECT,
    OBJECT_OR_NULL,
    OMITTED,
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    Field,
    Form,
    ValueKind,
)
from relgym.service.encoding import dumps
from relgym.service.verbs.questions import QUESTIONS, question
from relgym.service.verbs.verb import Route, Verb

if TYPE_CHECKING:
    from relgym.service.hub import Hub

LAMP = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
DARK = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"
KEY = "5d8e2c7f5f0f8c1d5d8e2c7f5f0f8c1d"
ABOUT = {"language": "pddl", "name": "dark", "domain": "lamp", "features": []}

DIAGNOSTIC = {
    "code": "E201",
    "severity": "error",
    "message": "unknown predicate 'lut'",
    "file": "<domain>",
    "line": 1,
    "column": 70,
    "end_line": 1,
    "end_column": 75,
    "expected": "one of lit",
    "hint": "did you mean 'lit'?",
}

TASK = Field("task", TEXT, "The id of a task.", example=KEY)
TEXTS_OF_A_TASK = (
    Field("domain", TEXT, "The text of the domain.", example=LAMP),
    Field(
        "problem",
        TEXT,
        "The text of the problem or instance; empty where the domain's text holds it, too.",
        "",
        DARK,
    ),
    Field(
        "axioms",
        TEXTS,
        "Further derived predicates: texts, or names of ready-made ones, such as `stacks`.",
        [],
        ["(:derived (dark) (not (lit)))"],
    ),
)
FORMULA = Field("formula", TEXT, "The formula of `query`.", OMITTED, "(lit)")
SUBJECT = Field(
    "subject",
    ACTION,
    "The subject of `explain`, the action of `outcomes`, `preview`, `successor` and `trace`.",
    OMITTED,
)
QUESTION = Field(
    "question",
    ValueKind("the name of a question", {"type": "string", "enum": [*QUESTIONS]}, TEXT.fits),
    "; ".join(f"{own.name}: {own.summary}" for own in QUESTIONS.values()),
    example="query",
)
ANSWERS = {own.name: own.example for own in QUESTIONS.values()}
OPTIONS = Field("options", OBJECT, "What is said beside; each question has its own.", {}, {})
OPTION_HINTS = {
    name: f'it is an option: {{"options": {{"{name}": …}}}}'
    for own in QUESTIONS.values()
    for name in own.options.fields
}
"""Hints for options that stand beside `options`, by their names."""
BACKEND = Field("backend", TEXT, "The name of an engine.", "builtin", "sld")


async def _create(hub: Hub, asked: dict[str, Any]) -> bytes:
    task, _ = await hub.add_task(asked)
    return dumps(task)


async def _check(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.work("check", texts=asked)


async def _format(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.work("format", text=asked["text"])


async def _generate(hub: Hub, asked: dict[str, Any]) -> bytes:
    return await hub.work("generate", **asked)


async def _list(hub: Hub, _: dict[str, Any]) -> bytes:
    return dumps({"tasks": await hub.tasks()})


async def _get(hub: Hub, asked: dict[str, Any]) -> bytes:
    record = await hub.task(asked["task"])
    return dumps({"id": record.id, **record.about, **record.texts})


async def _remove(hub: Hub, asked: dict[str, Any]) -> bytes:
    await hub.remove_task(asked["task"])
    return b"{}"


async def _questions(hub: Hub, asked: dict[str, Any]) -> bytes:
    kinds = [] if asked["kind"] is None else [asked["kind"]]
    forms = [] if asked["form"] is None else [asked["form"]]
    chosen = {"kinds": kinds, "forms": forms, "count": int(asked["count"]), "seed": int(asked["seed"])}
    return await hub.ask(asked["task"], "builtin", "questions", "", chosen, None)


async def _ask(hub: Hub, asked: dict[str, Any]) -> bytes:
    own = question(asked["question"])
    return await hub.ask(
        asked["task"], asked["backend"], own.name, own.subject_of(asked), asked["options"], asked["state"]
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
        "Find all errors, warnings and lints of texts, also of half-written ones; an empty problem is none",
        Form(*TEXTS_OF_A_TASK),
        _check,
        "read",
        (Route("POST", "/v1/tasks/check"),),
        {"sound": False, "diagnostics": [DIAGNOSTIC]},
    ),
    Verb(
        "tasks.format",
        "Format a text: each word and comment stays, and lines are indented alike",
        Form(Field("text", TEXT, "A domain, a problem or axioms.", example=LAMP)),
        _format,
        "read",
        (Route("POST", "/v1/tasks/format"),),
        {
            "text": "(define (domain lamp)\n  (:predicates (lit))\n  (:action press\n    :effect (lit)))\n",
            "language": "pddl",
        },
    ),
    Verb(
        "tasks.generate",
        "Make a new problem of a domain of the catalogue",
        Form(
            Field("name", TEXT, "The name of the domain.", example="blocks"),
            *GENERATED,
        ),
        _generate,
        "read",
        (Route("POST", "/v1/tasks/generate"),),
        {
            "name": "blocks",
            "level": 0,
            "seed": 7,
            "parameters": {"blocks": 6},
            "domain": "(define (domain blocks) …",
            "axioms": [],
            "problem": "(define (problem blocks-6-7) …",
        },
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
        "tasks.questions",
        "Make questions about a task with verified answers, in words",
        Form(
            TASK,
            Field("kind", TEXT_OR_NULL, "The kind of questions; by default all that make sense.", None, "applicable"),
            Field("form", TEXT_OR_NULL, "The form of answers: boolean, choice or open.", None, "boolean"),
            Field("count", DIGITS, "The number of questions.", "10", "2"),
            Field("seed", DIGITS, "The seed of what is drawn.", "0", "7"),
        ),
        _questions,
        "read",
        (Route("GET", "/v1/tasks/{task}/questions", query=("kind", "form", "count", "seed")),),
        ANSWERS["questions"],
    ),
    Verb(
        "tasks.ask",
        "Answer a question about a state that is sent along, or about the first one",
        Form(
            TASK,
            QUESTION,
            BACKEND,
            Field("state", OBJECT_OR_NULL, "A state.", None, {"atoms": ["(lit)"], "fluents": {}}),
            FORMULA,
            SUBJECT,
            OPTIONS,
            elsewhere=OPTION_HINTS,
        ),
        _ask,
        "read",
        (Route("POST", "/v1/tasks/{task}/{question}"),),
        {"holds": False},
        ANSWERS,
    ),
)
