"""Determinisation and replanning."""

from __future__ import annotations

import pytest
from planning.stochastic.problems import crossing, small

import relgym
from relgym.catalogue.domains import spec
from relgym.errors import BackendError, RelgymError, UnsupportedFeature
from relgym.features import Feature, needed
from relgym.planning.stochastic.determinisation import determinised

DICE = """(define (domain dice) (:requirements :probabilistic-effects :conditional-effects :negative-preconditions)
  (:predicates (up ?n) (lucky) (won) (lost)) (:constants one two)
  (:action throw :effect (and (when (lucky) (won))
     (when (not (lucky)) (probabilistic 1/4 (won) 1/2 (probabilistic 1/3 (lost))))
     (forall (?n) (probabilistic 1/2 (up ?n)))))
  (:action throw-outcome-1 :precondition (lost) :effect (not (lost))))"""
THROW = "(define (problem p) (:domain dice) (:init) (:goal (won)))"


def test_all_outcomes_of_nested_draws() -> None:
    found = determinised(relgym.load(DICE, THROW), "all_outcomes")
    assert Feature.PROBABILISTIC not in needed(found.task)
    names = [action.name for action in found.task.domain.actions]
    # Won, lost, or neither; up or not. The name of an action of the domain is not taken.
    assert names == [*(f"throw-outcome-{n}" for n in ("1-2", 2, 3, 4, 5, 6)), "throw-outcome-1"]
    assert {found.names[name] for name in names[:-1]} == {"throw"} and found.names[names[-1]] == names[-1]
    effects = [str(action.effect) for action in found.task.domain.actions[:-1]]
    assert len({*effects}) == 6
    assert sum("(lost)" in effect for effect in effects) == 2


def test_the_likeliest_outcome_may_be_no_change() -> None:
    task = determinised(relgym.load(DICE, THROW), "most_likely").task
    assert "(lost)" not in str(task.domain.actions[0].effect)
    assert [action.name for action in task.domain.actions] == ["throw-outcome-1-2", "throw-outcome-1"]


def test_too_many_outcomes_are_refused() -> None:
    coins = " ".join(f"(probabilistic 1/2 (heads {coin}) 1/4 (tails {coin}))" for coin in "abcd")
    domain = f"""(define (domain coins) (:requirements :probabilistic-effects) (:constants a b c d)
      (:predicates (heads ?c) (tails ?c)) (:action toss :effect (and {coins})))"""
    task = relgym.load(domain, "(define (problem p) (:domain coins) (:init) (:goal (heads a)))")
    with pytest.raises(BackendError, match="the action 'toss' has more than 64 combinations"):
        relgym.solve(task, "replan")


def test_it_plans_again_where_the_outcome_differs() -> None:
    reasoner = relgym.Reasoner(crossing())
    policy = relgym.solve(reasoner, "replan", planner="search")
    assert str(policy(reasoner.initial_state)) in ("(jump)", "(wade)")
    assert policy(reasoner.state(["(far)"])) is None
    assert policy(reasoner.state(["(drowned)"])) is None
    before = policy.plans  # type: ignore[attr-defined]
    assert policy(reasoner.state(["(near)", "(wet)"])) is not None
    assert policy.plans == before + 1  # type: ignore[attr-defined]
    assert policy(reasoner.state(["(near)", "(wet)"])) is not None
    assert policy.plans == before + 1  # type: ignore[attr-defined]


def test_an_interrupt_of_the_planner_makes_no_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    task = crossing()
    policy = relgym.solve(task, "replan")
    start = relgym.Reasoner(task).initial_state
    with monkeypatch.context() as patched:
        interrupted = relgym.Plan("limit", interrupted=True)
        patched.setattr("relgym.planning.stochastic.replanning.plan", lambda *given, **more: interrupted)
        with pytest.raises(KeyboardInterrupt):
            policy(start)
    assert policy(start) is not None


def test_tireworld_punishes_a_planner_that_chooses_outcomes() -> None:
    reasoner = relgym.Reasoner(small("tireworld", 5))
    goals = {
        method: relgym.evaluate(reasoner, relgym.solve(reasoner, method, **options), episodes=10).goals
        for method, options in {"replan": {"planner": "search"}, "uct": {"trials": 40}, "lrtdp": {}}.items()
    }
    assert goals["lrtdp"] == 10
    assert goals["replan"] < 5 < goals["uct"]


def test_free_parameters_and_axioms_go_through() -> None:
    reasoner = relgym.Reasoner(small("navigation"))
    policy = relgym.solve(reasoner, "replan", planner="search")
    assert str(policy(reasoner.initial_state)).startswith("(move ")


def test_an_instance_takes_the_likeliest_result_of_each_draw() -> None:
    domain = """domain gamble {
      types { game : {@safe, @odd}; };
      pvariables { gain : { state-fluent, int, default = 0 }; odd : { action-fluent, bool, default = false }; };
      cpfs { gain' = if (odd) then (if (Bernoulli(0.4)) then 10 else 0) else 1; };
      reward = gain'; }"""
    model = relgym.load(domain, "instance i { domain = gamble; horizon = 2; }")
    reasoner = relgym.Reasoner(model)
    start = reasoner.initial_state
    assert relgym.solve(reasoner, "replan", trials=50)(start) == {}
    assert relgym.solve(reasoner, "value_iteration")(start) == {"odd": True}
    step = reasoner.results.likeliest(start.values, reasoner.action_values.checked({"odd": True}))
    assert (step.reward, step.state) == (0.0, (0,))
    assert relgym.solve(reasoner, "replan").method == "replan"


def test_infinite_draws_are_refused() -> None:
    chain = spec("unit-commitment-continuous")
    model = relgym.load(chain.domain, chain.problem("train", 0))
    with pytest.raises(UnsupportedFeature, match="does not support draws with infinitely many results"):
        relgym.solve(model, "replan")


@pytest.mark.parametrize(
    ("options", "message"),
    [({"planner": "none"}, "there is no planner 'none'"), ({"outcomes": "best"}, "there is no determinisation 'best'")],
)
def test_wrong_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        relgym.solve(crossing(), "replan", **options)  # type: ignore[arg-type]
