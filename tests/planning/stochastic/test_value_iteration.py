"""Value iteration beside linear programming and hand-made values."""

from __future__ import annotations

import pytest
from planning.stochastic.problems import by_linear_program, crossing, small

import relgym
from relgym.errors import ModelError, RelgymError

CRITERIA = ["cost", "probability", "discounted"]


def test_the_cheapest_way_depends_on_the_penalty() -> None:
    for penalty, action, cost in ((500.0, "(wade)", 10.0), (10.0, "(jump)", (1 + 0.25 * 10) / 0.75), (1.0, None, 1.0)):
        policy = relgym.solve(crossing(), "value_iteration", penalty=penalty)
        start = relgym.Reasoner(crossing()).initial_state
        chosen = policy(start)
        assert (None if chosen is None else str(chosen)) == action
        assert policy.value(start) == pytest.approx(cost, abs=1e-7)
        assert policy.convergence is not None and policy.convergence.status == "solved"


def test_an_action_that_leads_nowhere_is_not_chosen_for_its_probability() -> None:
    """To pace to and fro is as probable to reach the goal as to go there; a policy that paces never does."""
    domain = """(define (domain pace) (:predicates (left) (right) (home))
      (:action a-pace :precondition (left) :effect (and (right) (not (left))))
      (:action b-back :precondition (right) :effect (and (left) (not (right))))
      (:action c-enter :precondition (right) :effect (home)))"""
    task = relgym.load(domain, "(define (problem p) (:domain pace) (:init (left)) (:goal (home)))")
    policy = relgym.solve(task, "value_iteration", criterion="probability")
    assert relgym.evaluate(task, policy, episodes=1, horizon=5).goals == 1


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("name", ["tireworld", "river", "navigation"])
def test_values_are_those_of_a_linear_program(name: str, criterion: str) -> None:
    reasoner = relgym.Reasoner(small(name))
    policy = relgym.solve(reasoner, "value_iteration", criterion=criterion)
    expected = by_linear_program(reasoner, criterion)
    assert len(expected) > 5
    for state, value in expected.items():
        if not reasoner.goal(state):
            assert policy.value(state) == pytest.approx(value, abs=1e-6)


def test_returns_of_rollouts_have_the_value_as_their_mean() -> None:
    task = small("tireworld")
    for criterion in CRITERIA:
        policy = relgym.solve(task, "value_iteration", criterion=criterion)
        value = policy.value(relgym.Reasoner(task).initial_state)
        low, high = relgym.evaluate(task, policy, episodes=400, seed=1600).interval
        assert value is not None and low <= value <= high


def test_action_costs_are_those_of_the_metric() -> None:
    domain = """(define (domain toll) (:requirements :action-costs :probabilistic-effects)
      (:predicates (a) (b)) (:functions (total-cost))
      (:action cheap :precondition (a) :effect (and (increase (total-cost) 3) (probabilistic 1/2 (and (b) (not (a))))))
      (:action dear :precondition (a) :effect (and (increase (total-cost) 7) (b) (not (a)))))"""
    problem = """(define (problem p) (:domain toll) (:init (a) (= (total-cost) 0)) (:goal (b))
      (:metric minimize (total-cost)))"""
    task = relgym.load(domain, problem)
    policy = relgym.solve(task, "value_iteration")
    start = relgym.Reasoner(task).initial_state
    assert str(policy(start)) == "(cheap)"
    assert policy.value(start) == pytest.approx(6.0, abs=1e-7)
    assert policy.convergence is not None and policy.convergence.states == 2


LAMP = """domain lamp {
  pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
  cpfs { lit' = if (press) then Bernoulli(0.5) else lit; };
  reward = lit - 0.25 * press; }"""


def test_a_horizon_makes_the_action_depend_on_the_step() -> None:
    instance = relgym.load(LAMP, "instance dark { domain = lamp; horizon = 3; discount = 1.0; }")
    reasoner = relgym.Reasoner(instance)
    policy = relgym.solve(reasoner, "value_iteration")
    dark = reasoner.initial_state
    # With 1 step left a lamp that is lit later pays nothing; with 2 steps it pays 1 half of the time.
    assert [policy.value(dark, step) for step in (0, 1, 2)] == pytest.approx([0.875, 0.25, 0.0])
    assert [policy(dark, step) for step in (0, 1, 2, 3)] == [{"press": True}, {"press": True}, {}, None]
    mean = relgym.evaluate(reasoner, policy, episodes=400, seed=1600).mean
    assert mean == pytest.approx(0.875, abs=0.15)


def test_a_discount_needs_no_horizon() -> None:
    instance = relgym.load(LAMP, "instance dark { domain = lamp; horizon = 3; discount = 0.5; }")
    process = relgym.Reasoner(instance)
    policy = relgym.solve(process, "value_iteration", horizon=200)
    # V(lit) = 1 / (1 - 0.5), V(dark) = -0.25 + 0.5 (V(dark) + V(lit)) / 2.
    assert policy.value(process.initial_state) == pytest.approx((-0.25 + 0.25 * 2) / 0.75)


def test_a_limit_leaves_what_is_known() -> None:
    policy = relgym.solve(small("exploding-blocks", 9), "value_iteration", limits={"seconds": 0.2})
    found = policy.convergence
    assert found is not None
    assert (found.status, found.residual) == ("limit", None)
    assert found.reason == "value iteration did not answer within 0.2 s"


def test_what_cannot_be_listed_is_refused() -> None:
    cart = spec_instance("cart-pole-continuous")
    with pytest.raises(ModelError, match="the actions cannot be listed: 'force' has too many values"):
        relgym.solve(cart, "value_iteration")


def spec_instance(name: str) -> relgym.Instance:
    from relgym.catalogue.domains import spec

    return relgym.load(spec(name).domain, spec(name).problem("train", 0))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "there is no method 'magic'"),
        ({"criterion": "return"}, "there is no criterion 'return'"),
        ({"penalty": 0}, "the penalty cannot be 0"),
        ({"penalty": 5, "criterion": "probability"}, "the criterion 'probability' has no penalty"),
        ({"discount": 1, "criterion": "discounted"}, "the discount cannot be 1"),
        ({"discount": 0.5}, "the criterion 'cost' has no discount"),
        ({"horizon": 4}, "a policy for PDDL has no horizon"),
        ({"tolerence": 1}, "the method 'value_iteration' has no option 'tolerence'"),
        ({"tolerance": 0}, "the tolerance cannot be 0"),
        ({"seed": -1}, "the seed cannot be -1"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        relgym.solve(crossing(), **{"method": "value_iteration", **options})  # type: ignore[arg-type]


def test_endless_returns_are_refused() -> None:
    text = "instance dark { domain = lamp; horizon = pos-inf; discount = 1.0; }"
    with pytest.raises(RelgymError, match="needs a horizon or a discount"):
        relgym.solve(relgym.load(LAMP, text), "value_iteration")
