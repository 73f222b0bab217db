"""LRTDP beside value iteration and linear programming."""

from __future__ import annotations

from random import Random

import pytest
from planning.stochastic.problems import by_linear_program, small

import relgym
from relgym.catalogue.domains import spec
from relgym.errors import RelgymError


@pytest.mark.parametrize(
    "options", [{}, {"penalty": 20}, {"criterion": "discounted"}, {"criterion": "probability"}], ids=str
)
@pytest.mark.parametrize(
    ("name", "problem"),
    [("tireworld", 0), ("tireworld", 6), ("river", 1), ("river", 6), ("exploding-blocks", 2), ("navigation", 7)],
)
def test_values_are_those_of_value_iteration(name: str, problem: int, options: dict[str, object]) -> None:
    reasoner = relgym.Reasoner(small(name, problem))
    exact = relgym.solve(reasoner, "value_iteration", **options)  # type: ignore[arg-type]
    found = relgym.solve(reasoner, "lrtdp", seed=problem, **options)  # type: ignore[arg-type]
    start = reasoner.initial_state
    assert found.value(start) == pytest.approx(exact.value(start), abs=1e-6)
    assert found.convergence is not None and exact.convergence is not None
    assert found.convergence.status == "solved"
    assert found.convergence.residual is not None and found.convergence.residual <= 1e-8
    assert found.convergence.states <= exact.convergence.states


def test_values_are_those_of_a_linear_program() -> None:
    reasoner = relgym.Reasoner(small("river", 6))
    expected = by_linear_program(reasoner, "cost", penalty=20.0)
    found = relgym.solve(reasoner, "lrtdp", penalty=20)
    start = reasoner.initial_state
    assert found.value(start) == pytest.approx(expected[start], abs=1e-6)


@pytest.mark.parametrize("criterion", ["cost", "probability", "discounted"])
@pytest.mark.parametrize("seed", range(12))
def test_values_of_random_processes_are_those_of_a_linear_program(seed: int, criterion: str) -> None:
    """Most of them have circles without a step to the goal, and dead ends that cannot be avoided."""
    reasoner = relgym.Reasoner(random_process(Random(seed)))
    start = reasoner.initial_state
    expected = by_linear_program(reasoner, criterion)[start]
    found = relgym.solve(reasoner, "lrtdp", criterion=criterion)
    assert found.value(start) == pytest.approx(expected, abs=1e-6)
    if criterion == "probability":
        low, high = relgym.evaluate(reasoner, found, episodes=60, horizon=300).interval
        # The intervals of 12 seeds at 95 % each may miss by a little.
        assert low - 0.1 <= expected <= high + 0.1


def random_process(rng: Random) -> relgym.Task:
    """Places with actions whose outcomes are other places, drawn."""
    places = range(rng.randint(4, 9))
    actions = []
    for here in places:
        for number in range(rng.randint(0 if here else 1, 3)):
            ends = {rng.choice(places): rng.randint(1, 5) for _ in range(3)}
            total = sum(ends.values()) + rng.choice((0, 0, 1))
            moves = (
                f"{weight}/{total} (and (not (at{here})) (at{end}))" if end != here else f"{weight}/{total} (at{here})"
                for end, weight in ends.items()
            )
            effect = f"(probabilistic {' '.join(moves)})"
            actions.append(f"(:action go{here}-{number} :precondition (at{here}) :effect {effect})")
    predicates = " ".join(f"(at{place})" for place in places)
    domain = (
        f"(define (domain d) (:requirements :probabilistic-effects) (:predicates {predicates}) {' '.join(actions)})"
    )
    return relgym.load(domain, f"(define (problem p) (:domain d) (:init (at0)) (:goal (at{places[-1]})))")


def test_a_policy_leaves_where_it_could_go_round_for_ever() -> None:
    """The way out of the ring is at its last place; each place is as likely to reach the goal as the others."""
    ring = range(5)
    actions = " ".join(
        f"(:action a{here} :precondition (p{here}) :effect (and (not (p{here})) (p{(here + 1) % 5})))" for here in ring
    )
    domain = f"""(define (domain d) (:requirements :probabilistic-effects)
      (:predicates (home) (lost) {" ".join(f"(p{here})" for here in ring)}) {actions}
      (:action b-dive :precondition (p1) :effect (and (not (p1)) (probabilistic 9/10 (home) 1/10 (lost))))
      (:action c-leave :precondition (p4) :effect (and (not (p4)) (probabilistic 19/20 (home) 1/20 (lost)))))"""
    task = relgym.load(domain, "(define (problem p) (:domain d) (:init (p2)) (:goal (home)))")
    policy = relgym.solve(task, "lrtdp", criterion="probability")
    reasoner = relgym.Reasoner(task)
    assert [str(policy(reasoner.state([f"(p{here})"]))) for here in (2, 3, 4)] == ["(a2)", "(a3)", "(c-leave)"]
    assert policy.value(reasoner.initial_state) == pytest.approx(0.95, abs=1e-9)


def test_states_from_which_the_goal_is_out_of_reach_are_not_expanded() -> None:
    """Behind a failure lies a ring, in which a policy would go round until giving up is cheaper."""
    ring = " ".join(f"(:action s{n} :precondition (p{n}) :effect (and (not (p{n})) (p{n + 1})))" for n in range(30))
    domain = f"""(define (domain d) (:requirements :probabilistic-effects)
      (:predicates (goal) (alive) {" ".join(f"(p{n})" for n in range(31))})
      (:action go :precondition (alive) :effect (and (not (alive)) (probabilistic 1/2 (goal) 1/2 (p0)))) {ring}
      (:action back :precondition (p30) :effect (and (not (p30)) (p0))))"""
    task = relgym.load(domain, "(define (problem p) (:domain d) (:init (alive)) (:goal (goal)))")
    policy, reasoner = relgym.solve(task, "lrtdp"), relgym.Reasoner(task)
    assert policy.value(reasoner.initial_state) == pytest.approx(251.0, abs=1e-6)
    lost = reasoner.state(["(p0)"])
    assert (policy(lost), policy.value(lost)) == (None, 500.0)
    assert policy.convergence is not None and policy.convergence.states == 3


def test_a_limit_and_an_interrupt_leave_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    task = small("exploding-blocks", 9)
    found = relgym.solve(task, "lrtdp", limits={"seconds": 0}).convergence
    assert found is not None and (found.status, found.residual) == ("limit", None)
    assert found.reason == "LRTDP did not answer within 0 s"
    calls = 0
    real = relgym.PDDLReasoner.outcomes

    def interrupted(self: relgym.PDDLReasoner, *arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 200:
            raise KeyboardInterrupt
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(relgym.PDDLReasoner, "outcomes", interrupted)
    policy = relgym.solve(task, "lrtdp")
    assert policy.convergence is not None and policy.convergence.reason == "LRTDP was interrupted"
    assert policy(relgym.Reasoner(task).initial_state) is not None


@pytest.mark.parametrize("most", [4, 10])
def test_values_at_a_limit_are_bounds(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Both methods, stopped early, have the exact value between them."""
    reasoner = relgym.Reasoner(small("river", 6))
    start = reasoner.initial_state
    exact = relgym.solve(reasoner, "value_iteration").value(start)
    real, calls = relgym.PDDLReasoner.outcomes, 0

    def interrupted(self: relgym.PDDLReasoner, *arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls > most:
            raise KeyboardInterrupt
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(relgym.PDDLReasoner, "outcomes", interrupted)
    low = relgym.solve(reasoner, "lrtdp")
    calls = 0
    high = relgym.solve(reasoner, "value_iteration")
    assert (low.value_is, high.value_is) == ("at least", "at most")
    assert low.value(start) < exact < high.value(start)  # type: ignore[operator]


def test_what_it_does_not_support_is_refused() -> None:
    sysadmin = spec("sysadmin")
    with pytest.raises(RelgymError, match="does not support RDDL"):
        relgym.solve(relgym.load(sysadmin.domain, sysadmin.problem("train", 0)), "lrtdp")
