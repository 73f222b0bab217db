"""relgym in WebAssembly answers as it does here, for every kind of question and on long walks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from relgym.catalogue.domains import spec
from relgym.service.browser import answer
from tests.playground.site.node import Node, asked, run

MEASURE = Path(__file__).with_name("measure.py")
QUESTIONS = ("actions", "derived", "goal")


def both(node: Node, verb: str, data: dict[str, Any], theirs: dict[str, Any] | None = None) -> tuple[Any, Any]:
    """The answers of relgym here and in Node, which must be equal but for the names of sessions."""
    here, there = asked(answer, verb, data), node.call(verb, data if theirs is None else theirs)
    assert without_names(here) == without_names(there)
    return here, there


def without_names(found: Any) -> Any:
    """An answer without ids of sessions."""
    if isinstance(found, dict) and isinstance(found.get("ok"), dict) and "node" in found["ok"]:
        return {"ok": {name: value for name, value in found["ok"].items() if name not in ("id", "session")}}
    return found


def texts(name: str) -> dict[str, Any]:
    """A task of the catalogue."""
    own = spec(name)
    axioms = [path.read_text("utf-8") for path in own.axiom_files()]
    return {
        "domain": own.domain.read_text("utf-8"),
        "problem": own.problem("train", 1).read_text("utf-8"),
        "axioms": axioms,
    }


def test_the_engines_are_those_without_libraries(node: Node) -> None:
    here, _ = both(node, "engines", {})
    assert here == {"ok": {"engines": ["builtin", "sld"]}}


def test_an_engine_that_is_not_there_is_refused(node: Node) -> None:
    task = both(node, "tasks.create", texts("blocks"))[0]["ok"]["id"]
    here, _ = both(node, "sessions.create", {"task": task, "backend": "clingo", "seed": 0})
    assert here["problem"]["detail"] == "there is no engine 'clingo'"
    assert here["problem"]["expected"] == "builtin, sld"


@pytest.mark.parametrize("backend", ["builtin", "sld"])
@pytest.mark.parametrize("name", ["blocks-above", "sysadmin"])
def test_first_valid_actions_and_explanations(node: Node, name: str, backend: str) -> None:
    task = both(node, "tasks.create", texts(name))[0]["ok"]["id"]
    here, there = both(node, "sessions.create", {"task": task, "backend": backend, "seed": 3})
    assert here["ok"]["actions"]
    formulas = {"blocks-above": ["goal", "(on b1 b2)"], "sysadmin": ["running(c1)", "support(c1)"]}
    questions = [{"question": "explain", "subject": each} for each in here["ok"]["actions"][:2] + formulas[name]]
    for asks in [*questions, {"question": "space", "options": {"states": 5}}]:
        found, _ = both(
            node, "sessions.ask", {"session": here["ok"]["id"], **asks}, {"session": there["ok"]["id"], **asks}
        )
        assert found["ok"]


def test_beliefs_are_those_of_clingo(node: Node) -> None:
    task = both(node, "tasks.create", texts("search-and-rescue-partial"))[0]["ok"]["id"]
    here, there = both(node, "sessions.create", {"task": task, "backend": "builtin", "seed": 3})
    sessions = [{"session": found["ok"]["id"]} for found in (here, there)]
    for _ in range(3):
        found, _ = both(node, "sessions.ask", *({**session, "question": "belief"} for session in sessions))
        assert len(found["ok"]["possible"]) > len(found["ok"]["known"])
        action = here["ok"]["actions"][-1]
        here, _ = both(node, "sessions.step", *({**session, "action": action} for session in sessions))


def test_an_error_has_its_place(node: Node) -> None:
    domain = "(define (domain d)\n  (:predicates (lit))\n  (:action a :precondition (lite) :effect (lit)))"
    problem = "(define (problem p) (:domain d) (:goal (lit)))"
    here, _ = both(node, "tasks.create", {"domain": domain, "problem": problem})
    found = here["problem"]
    assert (found["status"], found["line"], found["column"]) == (422, 3, 29)
    assert "did you mean 'lit'?" in found["hint"]


@pytest.mark.parametrize(
    "name", ["blocks", "exploding-blocks", "logistics", "sokoban", "zenotravel", "wildfire", "sysadmin"]
)
def test_a_walk_of_200_steps_is_the_same(node: Node, name: str) -> None:
    task = both(node, "tasks.create", texts(name))[0]["ok"]["id"]
    choose = Random(0)
    view, session, twin = None, "", ""
    for step in range(200):
        if view is None or not view["actions"] or view["terminated"] or view["truncated"]:
            here, there = both(node, "sessions.create", {"task": task, "backend": "builtin", "seed": step})
            view, session, twin = here["ok"], here["ok"]["id"], there["ok"]["id"]
        action = choose.choice(view["actions"])
        here, _ = both(
            node, "sessions.step", {"session": session, "action": action}, {"session": twin, "action": action}
        )
        view = here["ok"]
        if step % 40 == 0:
            for question in QUESTIONS:
                both(
                    node,
                    "sessions.ask",
                    {"session": session, "question": question},
                    {"session": twin, "question": question},
                )


def test_simulators_walk_in_webassembly(site: Path, tmp_path: Path) -> None:
    """How fast they do is checked by `make load`: here it counts that they get there."""
    short = tmp_path / "short.py"
    short.write_text(re.sub("STEPS = [0-9_]+", "STEPS = 5_000", MEASURE.read_text("utf-8")), "utf-8")
    rates = json.loads(run(site / "pyodide", short))
    assert rates.keys() == {"blocks", "sokoban", "logistics"}
    assert all(rate > 0 for rate in rates.values())
