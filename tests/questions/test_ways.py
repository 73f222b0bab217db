"""Every question has one answer: in Python, by the command, over the service in all its ways, and as a tool."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from questions.test_answers import PDDL, RDDL
from service.conftest import texts
from service.mcp.conftest import session_of, tools
from service.ways import Together

import relgym
from relgym.cli import main
from relgym.questions.asking import answer, ask, play_of
from relgym.service.verbs.questions import QUESTIONS

TASKS = {"pddl": PDDL, "rddl": RDDL}
# Only domains of the catalogue have generators.
GENERATED = {"pddl": texts("blocks"), "rddl": texts("sysadmin")}
SUBJECTS = {
    "pddl": {"action": "(shake)", "formula": "(near ?l)", "statement": "(press a)"},
    "rddl": {"action": "up___x = true", "formula": "count(x) + 3", "statement": "up___x = true"},
}
OPTIONS: dict[str, dict[str, Any]] = {
    "generate": {"seed": 7},
    "successor": {"seed": 3},
    "space": {"states": 30},
    "questions": {"count": 3},
    "policy": {"seconds": 20},
}
COMMANDS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "actions": ([], {}),
    "outcomes": ([], {"static": True}),
    "query": ([], {}),
    "explain": ([], {}),
    "translate": (["--to", "prolog", "--numbers"], {"to": "prolog", "names": False}),
}
"""The words that a command needs beside the subject, and the options of the question that mean the same."""

ASKED = [
    (language, name)
    for language in TASKS
    for name, question in QUESTIONS.items()
    if getattr(question, language) is not None
]


def reasoner_of(given: dict[str, Any]) -> Any:
    return relgym.Reasoner(relgym.load(given["domain"], given["problem"]))


def timeless(found: Any) -> Any:
    """An answer as JSON, without the seconds that parts of it have taken."""

    def without(form: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in form.items() if name != "seconds"}

    return json.loads(json.dumps(found), object_hook=without)


@pytest.mark.parametrize(("language", "name"), ASKED)
def test_python_and_the_service(together: Together, language: str, name: str) -> None:
    question, options = QUESTIONS[name], OPTIONS.get(name, {})
    given: dict[str, Any] = (GENERATED if name == "generate" else TASKS)[language]
    subject = SUBJECTS[language].get(question.about, "")
    with reasoner_of(given) as reasoner:
        play = play_of(reasoner)
        in_python = timeless(answer(play, question, subject, options, play.initial(), (), given))
    task = together("tasks.create", **given)["id"]
    about = {} if question.member is None else {question.member: subject}
    for way in together.ways.values():
        served = way("tasks.ask", {"task": task, "question": name, "options": options, **about})
        assert timeless(served) == in_python


@pytest.mark.parametrize("language", TASKS)
@pytest.mark.parametrize("name", COMMANDS)
def test_python_and_the_command(language: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (words, options), subject = COMMANDS[name], SUBJECTS[language].get(QUESTIONS[name].about)
    files = [tmp_path / f"domain.{language}", tmp_path / f"problem.{language}"]
    for file, text in zip(files, ("domain", "problem"), strict=True):
        file.write_text(TASKS[language][text])
    asked = [name, *map(str, files), *([] if subject is None else [subject]), *words]
    with reasoner_of(TASKS[language]) as reasoner:
        has_lines = "lines" in QUESTIONS[name].options.fields
        found = ask(reasoner, name, subject or "", **options, **({"lines": True} if has_lines else {}))
    assert main(asked) == 0
    if name == "translate":
        # Comments name the files, and texts without files have no names.
        found["text"] = found["text"].replace("<domain>", files[0].name)
    lines = found.pop("lines") if has_lines else found["text"].splitlines()
    assert capsys.readouterr().out.splitlines() == lines
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found))


@pytest.mark.parametrize("language", TASKS)
def test_python_and_tools(language: str) -> None:
    subjects = SUBJECTS[language]

    async def asked() -> dict[str, str]:
        given = TASKS[language]
        async with tools() as call:
            session = session_of(await call("load", domain=given["domain"], problem=given["problem"]))
            return {
                "actions": await call("list_actions", session=session),
                "query": await call("query", session=session, formula=subjects["formula"]),
                "explain": await call("explain", session=session, subject=subjects["statement"]),
            }

    found = asyncio.run(asked())
    with reasoner_of(TASKS[language]) as reasoner:
        for name, text in found.items():
            lines = ask(reasoner, name, subjects.get(QUESTIONS[name].about, ""), lines=True)["lines"]
            # A list has a title.
            told = text.splitlines() if name == "explain" or text == lines[0] else text.splitlines()[1:]
            assert [line.removeprefix("  ") if name != "explain" else line for line in told] == lines


def test_every_place_of_a_question_has_a_function() -> None:
    assert all(callable(QUESTIONS[name].function(language)) for language, name in ASKED)  # type: ignore[arg-type]


def test_questions_about_texts_need_them() -> None:
    with reasoner_of(PDDL) as reasoner, pytest.raises(relgym.RelgymError, match="is about texts"):
        ask(reasoner, "check")
