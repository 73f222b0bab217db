"""Without a name, planners take turns: who is asked, for how long, and what comes of it."""

from __future__ import annotations

from math import inf

import pytest
from planning.installed import needs_downward

import relgym
from relgym.features import Feature
from relgym.planning import planning
from relgym.planning.choice import Turn, turns
from relgym.planning.planner import Finding, Planner, PlannerError, Request

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :effect (p)))"
PROBLEM = "(define (problem x) (:domain d) (:init) (:goal (p)))"
NUMERIC = """(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (c))
  (:action a :precondition (> (c) 3) :effect (p)) (:action b :effect (increase (c) 1)))"""
COUNTING = "(define (problem x) (:domain d) (:init (= (c) 0)) (:goal (p)))"


class Cast:
    """Planners that say what a test wants, one after another."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parts: dict[str, Finding | BaseException] = {}
        self.asked: list[tuple[str, float]] = []
        monkeypatch.setattr(planning, "planner_class", self._class)
        monkeypatch.setattr(planning, "turns", lambda *of: tuple(Turn(name, 0.5, inf) for name in self.parts))

    def _class(self, name: str) -> type[Planner]:
        cast = self

        class Player(Planner):
            features = frozenset(Feature)
            optimal = True
            own = name.startswith("own")

            @classmethod
            def version(cls) -> str:
                return "1"

            def solve(self, request: Request) -> Finding:
                cast.asked.append((name, request.limits.seconds))
                part = cast.parts[name]
                if isinstance(part, BaseException):
                    raise part
                return part

        Player.name = name
        return Player

    def plan(self, **parts: Finding | BaseException) -> relgym.Plan:
        self.parts = parts
        return relgym.plan(relgym.load(DOMAIN, PROBLEM), limits={"seconds": 16})


@pytest.fixture
def cast(monkeypatch) -> Cast:
    return Cast(monkeypatch)


def test_the_next_planner_has_its_turn_after_a_limit_and_a_refusal(cast):
    plan = cast.plan(
        own=Finding("limit", reason="slow"), b=Finding("refused", reason="no"), c=Finding("solved", [["(a)"]]),
        d=Finding("solved", [["(a)"]]),
    )  # fmt: skip
    assert (plan.status, plan.planner, plan.reason) == ("solved", "c", None)
    assert [name for name, _ in cast.asked] == ["own", "b", "c"]
    # Nobody has used any time, so each gets half of all.
    assert all(7.5 < seconds <= 8 for _, seconds in cast.asked)


def test_a_proof_ends_the_turns(cast):
    plan = cast.plan(own=Finding("unsolvable", reason="proved"), b=Finding("solved", [["(a)"]]))
    assert (plan.status, plan.claimed, plan.reason) == ("unsolvable", False, "proved")


def test_limits_are_summed_up(cast):
    plan = cast.plan(
        own=Finding("limit", reason="slow", bound=3), b=Finding("limit", reason="slower", bound=5),
        c=Finding("refused", reason="no"),
    )  # fmt: skip
    assert (plan.status, plan.bound, plan.reason) == ("limit", 5, "slow; slower; no")


def test_all_refuse(cast):
    plan = cast.plan(own=Finding("refused", reason="no"), b=Finding("refused", reason="never"))
    assert (plan.status, plan.reason) == ("refused", "never")


def test_an_interrupt_ends_the_turns(cast):
    plan = cast.plan(own=Finding("limit", reason="stopped", interrupted=True), b=Finding("solved", [["(a)"]]))
    assert (plan.status, plan.reason, plan.interrupted) == ("limit", "stopped", True)
    plan = cast.plan(own=KeyboardInterrupt(), b=Finding("solved", [["(a)"]]))
    assert (plan.status, plan.reason, plan.interrupted) == ("limit", "the planner 'own' was interrupted", True)
    assert not cast.plan(own=Finding("limit", reason="slow")).interrupted


def test_a_planner_that_dies_is_followed_by_the_next_one(cast):
    plan = cast.plan(b=PlannerError("the planner 'b' failed"), own=Finding("solved", [["(a)"]]))
    assert (plan.status, plan.planner) == ("solved", "own")
    assert "the planner 'b' failed" in plan.log


def test_a_plan_that_is_not_valid_is_followed_by_the_next_planner(cast):
    plan = cast.plan(b=Finding("solved", [[]]), own=Finding("solved", [["(a)"]]))
    assert (plan.status, plan.planner) == ("solved", "own")
    assert "gave a plan that is not valid" in plan.log


def test_all_die(cast):
    with pytest.raises(PlannerError, match="the planner 'b' failed"):
        cast.plan(b=PlannerError("the planner 'b' failed"), c=PlannerError("the planner 'c' failed"))


def test_turns_are_those_of_planners_that_support_the_task():
    task = relgym.load(DOMAIN, PROBLEM)
    every = {"search", "fast-downward", "pyperplan", "symk", "kstar", "clingo"}
    assert [turn.planner for turn in turns(task, False, 1, every)] == ["search", "fast-downward", "search"]
    assert [turn.planner for turn in turns(task, False, 1, every - {"fast-downward"})] == [
        "search", "pyperplan", "search",
    ]  # fmt: skip
    assert [turn.planner for turn in turns(task, False, 3, every)] == ["kstar", "symk"]
    assert turns(task, False, 3, {"search"}) == (Turn("search", 1.0),)
    numeric = relgym.load(NUMERIC, COUNTING)
    assert [turn.planner for turn in turns(numeric, False, 1, {"search", "pyperplan"})] == ["search"]
    shares = [turn.share for turn in turns(task, True, 1, every)]
    assert shares[-1] == 1.0
    assert all(0 < share < 1 for share in shares[:-1])


def test_the_default_choice_plans():
    assert relgym.plan(relgym.load(DOMAIN, PROBLEM)).status == "solved"
    assert len(relgym.plan(relgym.load(NUMERIC, COUNTING))) == 5
    assert relgym.plan(relgym.load(DOMAIN, PROBLEM), optimal=True).status == "optimal"


@pytest.mark.parametrize("planner", [None, "search", "clingo", pytest.param("fast-downward", marks=needs_downward)])
def test_draws_of_the_start_do_not_matter_from_a_known_state(planner):
    domain = """(define (domain d) (:requirements :probabilistic-effects) (:predicates (p) (q))
      (:action a :precondition (q) :effect (p)))"""
    problem = "(define (problem x) (:domain d) (:init (probabilistic 1/4 (q))) (:goal (p)))"
    reasoner = relgym.Reasoner(relgym.load(domain, problem))
    assert relgym.plan(reasoner, planner).status == "refused"
    plan = relgym.plan(reasoner, planner, state=reasoner.state(["(q)"]))
    assert (plan.found, list(map(str, plan))) == (True, ["(a)"])
    assert relgym.plan(reasoner, planner, state=reasoner.state([])).status == "unsolvable"
