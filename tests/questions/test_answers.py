"""Answers to questions: in both languages, on all engines, equal over REST, over the socket and in one process."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from service.conftest import texts
from service.ways import Session, Together

from relgym.backends.clingo import history
from relgym.errors import MissingEngine
from relgym.service.local import LocalService
from relgym.service.verbs.questions import QUESTIONS

ENGINES = ["builtin", "sld", "swipl", "clingo"]

LAMPS = """(define (domain lamps) (:requirements :adl :numeric-fluents :derived-predicates :probabilistic-effects)
  (:types lamp) (:predicates (lit ?l - lamp) (dark) (seen-lit ?l - lamp) (near ?l - lamp)) (:functions (switched))
  (:derived (dark) (forall (?l - lamp) (not (lit ?l))))
  (:derived (seen-lit ?l - lamp) (near ?l))
  (:action press :parameters (?l - lamp) :precondition (not (lit ?l))
    :effect (and (lit ?l) (increase (switched) 1)))
  (:action shake :effect (probabilistic 1/4 (forall (?l - lamp) (not (lit ?l))))))"""
TWO = """(define (problem two) (:domain lamps) (:objects a b - lamp) (:init (near a) (= (switched) 0))
  (:goal (and (lit a) (lit b))))"""

COUNTERS = """domain counters {
  types { counter : object; };
  pvariables {
    count(counter) : { state-fluent, int, default = 0 };
    full(counter) : { derived-fluent, bool };
    next-count(counter) : { interm-fluent, int };
    up(counter) : { action-fluent, bool, default = false };
  };
  cpfs {
    next-count(?c) = count(?c) + up(?c);
    count'(?c) = if (Bernoulli(0.75)) then next-count(?c) else count(?c);
    full(?c) = count(?c) >= 2;
  };
  reward = sum_{?c : counter} count'(?c);
  termination { forall_{?c : counter} (count(?c) >= 2); };
}"""
ONE = """instance one { domain = counters; objects { counter : {x}; };
  max-nondef-actions = 1; horizon = 5; discount = 1; }"""

PDDL, RDDL = (
    {"domain": LAMPS, "problem": TWO, "axioms": []},
    {"domain": COUNTERS, "problem": ONE, "axioms": []},
)


def begun(together: Together, given: dict[str, Any], backend: str) -> tuple[str, Session]:
    task = together("tasks.create", **given)["id"]
    session, _ = together.session(task=task, backend=backend, seed=3)
    return task, session


def about(question: str, subject: Any) -> dict[str, Any]:
    """The member of a request that has a subject, if there is one."""
    return {} if subject is None else {str(QUESTIONS[question].member): subject}


@pytest.mark.parametrize("backend", ENGINES)
def test_pddl(together: Together, backend: str) -> None:
    task, session = begun(together, PDDL, backend)
    lit = together("sessions.step", session=session, action="(press a)")
    state = {"atoms": ["(lit a)"], "fluents": {"(switched)": 1}}
    assert lit["state"] == state

    def ask(question: str, subject: str | None = None, **options: Any) -> Any:
        given = {"question": question, "options": options, **about(question, subject)}
        found = together("sessions.ask", session=session, **given)
        if question != "belief":
            assert found == together("tasks.ask", task=task, backend=backend, state=state, **given)
        return found

    assert ask("actions") == {"actions": ["(press b)", "(shake)"]}
    assert ask("query", "(lit ?l)") == {"variables": ["?l"], "answers": [["a"]]}
    assert ask("query", "(dark)") == {"holds": False}
    assert ask("derived") == {"derived": ["(seen-lit a)"]}
    assert ask("explain", "(press a)")["holds"] is False
    press = {"action": "(press b)", "valid": True, "missing": None, "by_luck": False}
    assert ask("explain", "(lit b)", achievers=True)["achievers"] == [press]
    preview = [
        {"probability": 0.75, "added": [], "deleted": [], "fluents": {}},
        {"probability": 0.25, "added": [], "deleted": ["(lit a)"], "fluents": {}},
    ]
    assert ask("preview", "(shake)") == {"outcomes": preview}
    added = {"probability": 1.0, "added": ["(lit b)"], "deleted": [], "fluents": {"(switched)": [1, 2]}}
    assert ask("preview", "(press b)") == {"outcomes": [added]}
    after = together("tasks.ask", task=task, backend=backend, state=state, question="picture")["svg"]
    assert ask("preview", "(shake)", picture=True) == {"outcomes": preview, "svg": after}, "the likeliest is drawn"
    outcomes = ask("outcomes", "(shake)")["outcomes"]
    assert outcomes == [
        {"probability": 0.75, **state, "derived": ["(seen-lit a)"]},
        {"probability": 0.25, **state, "atoms": [], "derived": ["(dark)", "(seen-lit a)"]},
    ]
    assert ask("successor", "(press b)")["state"] == {"atoms": ["(lit a)", "(lit b)"], "fluents": {"(switched)": 2}}
    drawn = {str(ask("successor", "(shake)", seed=seed)) for seed in range(9)}
    assert drawn == {str({"state": state}), str({"state": {**state, "atoms": []}})}
    assert ask("goal") == {"goal": False}
    found = ask("plan")
    assert (found["status"], found["plan"], found["cost"], found["planner"]) == ("solved", ["(press b)"], 1, "luck")
    few = {"optimal": True, "states": 1}
    assert together("tasks.ask", task=task, question="plan", options=few)["status"] == "limit"
    names = ask("names")
    assert {"name": "a", "types": ["lamp"]} in names["objects"]
    assert {"name": "dark", "parameters": [], "derived": True} in names["predicates"]
    assert names["actions"][0] == {"name": "press", "parameters": [{"name": "?l", "types": ["lamp"]}], "free": ["?l"]}
    assert ask("strata") == {
        "strata": [["dark"], ["seen-lit"]],
        "derived": ["dark", "seen-lit"],
        "recursive": [],
    }
    assert ask("belief") == {
        "seen": ["(lit a)"],
        "known": ["(lit a)"],
        "possible": ["(lit a)"],
        "actions": ["(press b)", "(shake)"],
    }


@pytest.mark.parametrize("backend", ENGINES)
def test_rddl(together: Together, backend: str) -> None:
    task, session = begun(together, RDDL, backend)
    state = {"fluents": {"count___x": 0}}

    def ask(question: str, subject: Any = None, **options: Any) -> Any:
        given = {"question": question, "options": options, **about(question, subject)}
        found = together("sessions.ask", session=session, **given)
        assert found == together("tasks.ask", task=task, backend=backend, state=state, **given)
        return found

    up = {"up___x": True}
    assert ask("actions") == {"actions": [{}, up]}
    assert ask("query", "count(x) + 3") == {"value": 3}
    assert ask("derived") == {"derived": {"full___x": False}}
    assert ask("explain", "up___x = true") == ask("explain", up)
    changed, same = ask("preview", up)["outcomes"]
    assert changed == {
        "probability": 0.75,
        "reward": 1,
        "added": [],
        "deleted": [],
        "fluents": {"count___x": [0, 1]},
    }
    assert same == {"probability": 0.25, "reward": 0, "added": [], "deleted": [], "fluents": {}}
    after = {"fluents": {"count___x": 1}}
    svg = together("tasks.ask", task=task, backend=backend, state=after, question="picture")["svg"]
    assert ask("preview", up, picture=True)["svg"] == svg
    assert [each["fluents"] for each in ask("outcomes", up)["outcomes"]] == [{"count___x": 1}, {"count___x": 0}]
    sampled = ask("outcomes", up, samples=200)["outcomes"]
    assert sum(each["probability"] for each in sampled) == pytest.approx(1)
    assert sampled[0]["probability"] == pytest.approx(0.75, abs=0.15)
    assert ask("goal") == {"goal": False}
    trace = ask("trace", up, seed=0)
    assert trace["before"] == {"count___x": 0}
    assert trace["action"] == up
    assert trace["computed"] == {"full___x": False, "next-count___x": 1}
    assert {"fluents": trace["after"]} == ask("successor", up, seed=0)["state"]
    assert trace["reward"] == trace["after"]["count___x"]
    assert {ask("trace", up, seed=seed)["reward"] for seed in range(9)} == {0, 1}
    names = ask("names")
    assert names["objects"] == [{"name": "x", "types": ["counter"]}]
    assert [own["name"] for own in names["actions"]] == ["up"]
    assert "bounds" not in names["actions"][0]
    assert [own["name"] for own in names["functions"]] == ["count", "next-count"]
    assert [own["name"] for own in names["predicates"]] == ["full"]
    assert ask("strata") == {"strata": [["next-count", "full"], ["count'"]], "derived": ["full"], "recursive": []}


@pytest.mark.parametrize("given", [PDDL, RDDL], ids=["pddl", "rddl"])
def test_programs(together: Together, given: dict[str, Any]) -> None:
    found = {}
    for backend in ENGINES:
        _, session = begun(together, given, backend)
        found[backend] = together("sessions.ask", session=session, question="translate")
    assert {backend: each["language"] for backend, each in found.items()} == {
        "builtin": "python",
        "sld": "prolog",
        "swipl": "prolog",
        "clingo": "asp",
    }
    compile(found["builtin"]["text"], "program", "exec")
    assert found["sld"] == found["swipl"]
    with_numbers = together("sessions.ask", session=session, question="translate", options={"names": False})
    assert with_numbers["text"] != found["clingo"]["text"]


@pytest.mark.parametrize("domain", ["tireworld", "sysadmin"])
def test_checks_and_further_problems_of_a_task(together: Together, domain: str) -> None:
    given = texts(domain)
    task = together("tasks.create", **given)["id"]
    assert together("tasks.ask", task=task, question="check") == together("tasks.check", **given)
    wanted = {"level": 1, "seed": 7}
    made = together("tasks.ask", task=task, question="generate", options=wanted)
    assert made == together("tasks.generate", name=domain, **wanted)
    assert made["problem"] != given["problem"]
    other = together("tasks.create", **PDDL)["id"]
    found = together.refused("tasks.ask", task=other, question="generate")
    assert (found["status"], found["detail"]) == (422, "there is no generator for this domain")


@pytest.mark.parametrize("given", [PDDL, RDDL, texts("blocks")], ids=["pddl", "rddl", "blocks"])
def test_pictures(together: Together, given: dict[str, Any]) -> None:
    _, session = begun(together, given, "builtin")
    found = together("sessions.ask", session=session, question="picture")
    drawn = ElementTree.fromstring(found["svg"])
    assert (float(drawn.attrib["width"]), float(drawn.attrib["height"])) == (found["width"], found["height"])
    assert "data-objects" in found["svg"] or "data-fluent" in found["svg"]
    alone = together("sessions.ask", session=session, question="picture", options={"goal": False})
    # An instance of RDDL has no goal.
    assert (alone != found) is (given is not RDDL)
    assert together("sessions.ask", session=session, question="picture", options={"goal": True}) == found


def test_a_domain_of_the_catalogue_is_drawn_by_its_scene_also_when_it_is_edited(together: Together) -> None:
    given = texts("blocks")
    _, session = begun(together, given, "builtin")
    own = together("sessions.ask", session=session, question="picture")["svg"]
    edited = {**given, "domain": str(given["domain"]).replace("(:action", "; edited\n (:action", 1)}
    _, session = begun(together, edited, "builtin")
    assert together("sessions.ask", session=session, question="picture")["svg"] == own
    # Another domain of this name is drawn as a graph.
    other = {"domain": LAMPS.replace("lamps", "blocks"), "problem": TWO.replace("lamps", "blocks"), "axioms": []}
    _, session = begun(together, other, "builtin")
    assert "<svg" in together("sessions.ask", session=session, question="picture")["svg"]


def test_the_goal_is_in_the_picture_if_asked(together: Together) -> None:
    _, session = begun(together, texts("blocks"), "builtin")
    told = together("sessions.ask", session=session, question="picture", options={"goal": True})
    plain = together("sessions.ask", session=session, question="picture", options={"goal": False})
    assert "data-goal" in told["svg"]
    assert "data-goal" not in plain["svg"]
    assert told["width"] > plain["width"]
    assert told == together("sessions.ask", session=session, question="picture")


def test_atoms_that_are_held_possible_are_ghosts(together: Together) -> None:
    _, session = begun(together, texts("search-and-rescue-partial"), "builtin")
    ask = {"session": session, "question": "picture"}
    plain = together("sessions.ask", **ask)
    drawn = together("sessions.ask", **ask, options={"possible": ["(at person1 c1-1)", "(hands-free)"]})
    # The scene has a place for one of them; what a goal wants stays.
    assert drawn["svg"].count("data-possible") == 1
    assert 'data-possible="(at person1 c1-1)"><title>possible: at person1 c1-1</title>' in drawn["svg"]
    assert drawn["svg"].count("data-goal") == plain["svg"].count("data-goal")
    assert (drawn["width"], drawn["height"]) == (plain["width"], plain["height"])
    wrong = together.refused("sessions.ask", **ask, options={"possible": ["(att person1 c1-1)"]})
    assert (wrong["status"], wrong["detail"]) == (422, "unknown predicate 'att'")
    _, session = begun(together, RDDL, "builtin")
    wrong = together.refused("sessions.ask", session=session, question="picture", options={"possible": ["(up)"]})
    assert wrong["detail"] == "beliefs about RDDL are not drawn"


def test_networks(together: Together) -> None:
    _, session = begun(together, RDDL, "builtin")
    lifted = together("sessions.ask", session=session, question="network")
    assert [node["name"] for node in lifted["nodes"]][:2] == ["count", "up"]
    ground = together("sessions.ask", session=session, question="network", options={"ground": True})
    assert "count___x" in [node["name"] for node in ground["nodes"]]
    ElementTree.fromstring(ground["svg"])


def test_a_belief_follows_the_steps_of_a_session(together: Together) -> None:
    _, session = begun(together, PDDL, "builtin")
    together("sessions.step", session=session, action="(press b)")
    shaken = together("sessions.step", session=session, action="(shake)")
    found = together("sessions.ask", session=session, question="belief")
    # Whether the lamp b is still lit cannot be seen.
    assert (found["seen"], found["known"], found["possible"]) == ([], [], ["(lit b)"])
    assert shaken["node"] == 2


def test_a_belief_without_clingo_lists_the_states(monkeypatch: pytest.MonkeyPatch) -> None:
    service = LocalService()
    session = service.call("sessions.create", {"task": service.call("tasks.create", PDDL)["id"]})["id"]
    for action in ("(press b)", "(shake)"):
        service.call("sessions.step", {"session": session, "action": action})
    asked = {"session": session, "question": "belief"}
    with_clingo = service.call("sessions.ask", asked)

    def missing() -> None:
        raise MissingEngine("the engine 'clingo' is not installed")

    monkeypatch.setattr(history, "library", missing)
    assert service.call("sessions.ask", asked) == with_clingo
    assert with_clingo["possible"] == ["(lit b)"]


def test_every_question_is_asked_here(request: pytest.FixtureRequest) -> None:
    files = request.path, request.path.with_name("test_planning.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [name for name in QUESTIONS if f'"{name}"' not in text] == []


def test_numbers_of_actions_have_bounds(together: Together) -> None:
    domain = str(RDDL["domain"]).replace("up(counter)", "push : { action-fluent, real, default = 0.5 }; up(counter)", 1)
    domain = domain.rstrip()[:-1] + "  action-preconditions { push >= -1.5; };\n}"
    task = together("tasks.create", **{**RDDL, "domain": domain})["id"]
    [push] = [own for own in together("tasks.ask", task=task, question="names")["actions"] if own["name"] == "push"]
    assert (push["default"], push["bounds"]) == (0.5, {"push": [-1.5, None]})
