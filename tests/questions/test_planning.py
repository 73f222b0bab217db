"""Long questions in one process: plans, policies, state spaces and sets of questions."""

from __future__ import annotations

from base64 import b64decode
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from questions.test_answers import PDDL, RDDL

from relgym.catalogue.domains import spec
from relgym.planning import registry
from relgym.service.local import LocalService
from relgym.service.problems import Refused


@cache
def service() -> LocalService:
    return LocalService()


@cache
def blocks() -> str:
    own = spec("blocks")
    texts = {"domain": own.domain.read_text("utf-8"), "problem": own.problem("train", 0).read_text("utf-8")}
    return str(service().call("tasks.create", texts)["id"])


def ask(question: str, task: str = "", **options: Any) -> dict[str, Any]:
    asked = {"task": task or blocks(), "question": question, "options": options}
    return dict(service().call("tasks.ask", asked))


def test_a_plan_says_who_found_it_and_how_sure_it_is() -> None:
    found = ask("plan")
    assert (found["status"], found["plan"], found["cost"]) == ("solved", ["(pick-up b1)", "(stack b1 b2)"], 2)
    assert (found["planner"], found["claimed"], found["reason"]) == ("search", False, None)
    best = ask("plan", planner="search", optimal=True)
    assert (best["status"], best["cost"], best["bound"]) == ("optimal", 2, 2)


@pytest.mark.parametrize("planner", registry.OWN)
def test_each_planner_may_be_asked(planner: str) -> None:
    if not registry.is_installed(planner):
        with pytest.raises(Refused, match=f"the planner '{planner}' is not installed"):
            ask("plan", planner=planner)
        return
    found = ask("plan", planner=planner)
    assert (found["plan"], found["planner"]) == (["(pick-up b1)", "(stack b1 b2)"], planner)
    instance = service().call("tasks.create", RDDL)["id"]
    with pytest.raises(Refused) as refused:
        ask("plan", instance, planner=planner)
    assert refused.value.problem["hint"] == "`policy` says what to do next"


def test_a_plan_begins_where_the_state_is() -> None:
    state = service().call("tasks.ask", {"task": blocks(), "question": "successor", "subject": "(pick-up b1)"})["state"]
    asked = {"task": blocks(), "question": "plan", "state": state}
    assert service().call("tasks.ask", asked)["plan"] == ["(stack b1 b2)"]


def test_planners_of_a_task() -> None:
    found = {each["name"]: each for each in ask("planners")["planners"]}
    assert found["search"]["optimal"]
    assert found["search"]["refused"] is None
    assert "luck" not in found
    chance = service().call("tasks.create", PDDL)["id"]
    refused = {each["name"]: each["refused"] for each in ask("planners", chance)["planners"]}
    assert refused["luck"] is None
    assert "does not support: probabilistic" in refused["search"]
    every = service().call("planners", {})["planners"]
    assert {"luck", "search", "fast-downward"} <= {each["name"] for each in every}


@pytest.mark.parametrize(
    ("question", "options", "detail"),
    [
        ("plan", {"planner": "serch"}, "there is no planner 'serch'"),
        ("plan", {"states": 0}, "0 states are not possible"),
        ("plan", {"count": 11}, "11 plans are not possible"),
        ("plan", {"seconds": 0}, "seconds has another kind of value"),
        ("policy", {"method": "uc"}, "there is no method 'uc'"),
        ("space", {"states": 501}, "501 states are not possible"),
        ("questions", {"count": 0}, "0 questions are not possible"),
        ("questions", {"kinds": ["aplicable"]}, "there is no kind of questions 'aplicable'"),
    ],
)
def test_options_that_are_wrong(question: str, options: dict[str, Any], detail: str) -> None:
    with pytest.raises(Refused) as refusal:
        ask(question, **options)
    assert refusal.value.problem["detail"] == detail
    assert refusal.value.problem.get("expected") or refusal.value.problem.get("hint")


def test_a_policy_advises_an_action() -> None:
    found = ask("policy")
    assert (found["action"], found["value"], found["method"]) == ("(pick-up b1)", 2.0, "lrtdp")
    assert (found["convergence"]["status"], found["value_is"]) == ("solved", "exact")
    instance = service().call("tasks.create", RDDL)["id"]
    assert ask("policy", instance, method="noop")["action"] == {}


def test_a_state_space_has_nodes_and_edges() -> None:
    found = ask("space")
    assert (found["states"], found["goal_states"], found["depth"], found["distance"]) == (22, 4, 6, 2)
    assert len(found["nodes"]) == 22
    assert len(found["edges"]) == found["transitions"] == 42
    first = found["edges"][0]
    assert (first["from"], first["action"], first["probability"]) == (0, "(pick-up b1)", 1.0)
    assert found["nodes"][0] == {"depth": 0, "goal": False, "distance": 2, "dead_end": False, "expanded": True}
    assert (found["present"], "svg" in found) == (0, False)
    assert ask("space", picture=True)["svg"].startswith("<svg")
    part = ask("space", states=5, whole=True)
    assert (part["states"], part["complete"]) == (5, False)
    assert "(ontable b1)" in part["nodes"][0]["state"]["atoms"]


def test_questions_have_answers() -> None:
    found = ask("questions", kinds=["applicable"], count=4)["questions"]
    assert [each["kind"] for each in found] == ["applicable"] * 4
    assert sorted(each["answer"] for each in found) == ["no", "no", "yes", "yes"]
    verb = service().call("tasks.questions", {"task": blocks(), "kind": "applicable", "count": "4"})
    assert verb["questions"] == found
    instance = service().call("tasks.create", RDDL)["id"]
    made = ask("questions", instance, kinds=["reward"], count=2)["questions"]
    assert [each["kind"] for each in made] == ["reward"] * 2


def test_a_film_has_a_picture_for_each_step() -> None:
    node = service().call("sessions.create", {"task": blocks()})
    for action in ("(pick-up b1)", "(stack b1 b2)"):
        service().call("sessions.step", {"session": node["id"], "action": action})
    found = service().call("sessions.ask", {"session": node["id"], "question": "film"})
    film = Image.open(BytesIO(b64decode(found["gif"])))
    assert (film.format, found["frames"], film.n_frames) == ("GIF", 3, 3)
