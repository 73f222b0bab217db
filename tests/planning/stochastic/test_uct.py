"""UCT: decisions, seeds, limits, and actions that are too many to list."""

from __future__ import annotations

import pytest
from planning.stochastic.problems import crossing, small

import relgym
from relgym.catalogue.domains import spec
from relgym.errors import RelgymError


def instance(name: str) -> relgym.Instance:
    return relgym.load(spec(name).domain, spec(name).problem("train", 0))


@pytest.mark.parametrize("name", ["tireworld", "river", "navigation"])
def test_many_trials_find_the_best_action_and_its_value(name: str) -> None:
    reasoner = relgym.Reasoner(small(name))
    exact = relgym.solve(reasoner, "value_iteration")
    policy = relgym.solve(reasoner, "uct", trials=200)
    state = reasoner.initial_state
    assert policy(state) == exact(state)
    assert policy.value(state) == pytest.approx(exact.value(state), abs=0.1)


def test_a_decision_depends_on_seed_state_and_step_alone() -> None:
    model = instance("sysadmin")
    policies = [relgym.solve(model, "uct", trials=15, seed=4) for _ in range(2)]
    reasoner = relgym.Reasoner(model)
    state = reasoner.initial_state
    other = reasoner.outcomes(state, {})[1].state
    first = [policies[0](state, 3), policies[0](other, 4), policies[0].value(other, 4)]
    second = [policies[1](other, 4), policies[1].value(other, 4), policies[1](state, 3)]
    assert first == [second[2], second[0], second[1]]
    values = {relgym.solve(model, "uct", trials=15, seed=seed).value(state, 3) for seed in range(4)}
    assert len(values) > 1


def test_the_goal_and_dead_ends_have_no_action() -> None:
    reasoner = relgym.Reasoner(crossing())
    policy = relgym.solve(reasoner, "uct", trials=5, penalty=40)
    assert (policy(reasoner.state(["(far)"])), policy.value(reasoner.state(["(far)"]))) == (None, 0.0)
    assert (policy(reasoner.state(["(drowned)"])), policy.value(reasoner.state(["(drowned)"]))) == (None, 40.0)


@pytest.mark.parametrize("criterion", ["cost", "probability", "discounted"])
@pytest.mark.parametrize(("name", "problem"), [("navigation", 5), ("river", 5), ("tireworld", 5)])
def test_few_trials_reach_goals_that_chance_seldom_reaches(name: str, problem: int, criterion: str) -> None:
    reasoner = relgym.Reasoner(small(name, problem))
    policy = relgym.solve(reasoner, "uct", trials=20, criterion=criterion)
    assert relgym.evaluate(reasoner, policy, episodes=3, horizon=40).goals == 3


def test_an_episode_gets_out_of_a_valley_of_estimates() -> None:
    """Two boxes at the ends of a row go to its middle one by one: a relaxed plan carries both at once."""
    domain = """(define (domain row) (:predicates (next ?x ?y) (at ?x) (box ?b) (in ?b ?x) (held ?b) (free))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) :effect (and (at ?y) (not (at ?x))))
      (:action get :parameters (?b ?x) :precondition (and (at ?x) (in ?b ?x) (free))
        :effect (and (held ?b) (not (in ?b ?x)) (not (free))))
      (:action put :parameters (?b ?x) :precondition (and (at ?x) (held ?b))
        :effect (and (in ?b ?x) (free) (not (held ?b)))))"""
    ways = " ".join(f"(next p{n} p{n + 1}) (next p{n + 1} p{n})" for n in range(8))
    problem = f"""(define (problem p) (:domain row) (:objects b c {" ".join(f"p{n}" for n in range(9))})
      (:init (at p0) (free) (in b p0) (in c p8) {ways}) (:goal (and (in b p4) (in c p4))))"""
    task = relgym.load(domain, problem)
    policy = relgym.solve(task, "uct", trials=2)
    found = [relgym.evaluate(task, policy, episodes=1, horizon=60) for _ in range(2)]
    assert found[0].goals == 1
    assert found[0].returns == found[1].returns, "an episode begins with nothing learned"


def test_where_the_goal_is_out_of_reach_there_is_no_action() -> None:
    domain = """(define (domain d) (:predicates (a) (b) (g))
      (:action to :precondition (a) :effect (and (b) (not (a))))
      (:action fro :precondition (b) :effect (and (a) (not (b))))
      (:action go :precondition (and (a) (g)) :effect (b)))"""
    reasoner = relgym.Reasoner(relgym.load(domain, "(define (problem p) (:domain d) (:init (a)) (:goal (g)))"))
    policy = relgym.solve(reasoner, "uct", trials=3)
    assert (policy(reasoner.initial_state), policy.value(reasoner.initial_state)) == (None, 500.0)


def test_tasks_with_too_many_actions_have_random_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.planning.stochastic.goal_estimates.ESTIMATE_ACTIONS_LIMIT", 1)
    task = small("tireworld")
    reasoner = relgym.Reasoner(task)
    exact = relgym.solve(reasoner, "value_iteration")
    policy = relgym.solve(reasoner, "uct", trials=1000)
    state = reasoner.initial_state
    assert policy(state) == exact(state)
    # The mean of the trials: some of them have explored.
    value = policy.value(state)
    assert value is not None and 4.5 < value < 15


def test_the_last_step_looks_one_step_ahead() -> None:
    domain = """domain lamp {
      pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
      cpfs { lit' = lit | press; }; reward = lit - 0.25 * press; }"""
    model = relgym.load(domain, "instance dark { domain = lamp; horizon = 3; }")
    policy = relgym.solve(model, "uct", trials=30)
    dark = relgym.Reasoner(model).initial_state
    assert [policy(dark, step) for step in range(4)] == [{"press": True}, {"press": True}, {}, None]
    assert policy.value(dark, 2) == 0.0


def test_actions_of_reals_are_widened() -> None:
    """The best push is at the end of the range that carries the car on."""
    domain = """domain slope {
      pvariables { x : { state-fluent, real, default = 0.0 }; push : { action-fluent, real, default = 0.0 }; };
      cpfs { x' = x + push; }; reward = x'; action-preconditions { push >= -2.0; push <= 3.0; }; }"""
    model = relgym.load(domain, "instance i { domain = slope; horizon = 4; }")
    policy = relgym.solve(model, "uct", trials=200)
    chosen = policy(relgym.Reasoner(model).initial_state)
    assert chosen["push"] > 2


@pytest.mark.parametrize("name", ["sysadmin", "racing-car"])
def test_it_is_better_than_baselines(name: str) -> None:
    reasoner = relgym.Reasoner(instance(name))
    mean = {
        method: relgym.evaluate(reasoner, relgym.solve(reasoner, method, **options), episodes=3, horizon=20).mean
        for method, options in {"uct": {"trials": 15}, "random": {}}.items()
    }
    assert mean["uct"] > mean["random"]


def test_seconds_bound_a_decision() -> None:
    policy = relgym.solve(instance("sysadmin"), "uct", trials=None, limits={"seconds": 0.05})
    assert policy(relgym.Reasoner(instance("sysadmin")).initial_state) is not None
    assert policy.trials > 1
    assert relgym.solve(crossing(), "uct", limits={"seconds": 0})(relgym.Reasoner(crossing()).initial_state) is not None


@pytest.mark.parametrize("options", [{"trials": 0}, {"depth": 0}, {"exploration": 0}, {"trials": "many"}], ids=str)
def test_wrong_options_are_named(options: dict[str, object]) -> None:
    with pytest.raises(RelgymError, match="cannot be"):
        relgym.solve(crossing(), "uct", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["recommender", "mars-rover", "unit-commitment", "elevators"])
def test_random_actions_are_valid_and_repeat_with_the_seed(name: str) -> None:
    reasoner = relgym.Reasoner(instance(name))
    returns = [relgym.evaluate(reasoner, relgym.solve(reasoner, "random"), episodes=3).returns for _ in range(2)]
    assert returns[0] == returns[1]
    assert len({*returns[0]}) > 1
    assert relgym.evaluate(reasoner, relgym.solve(reasoner, "noop"), episodes=1, horizon=3).returns


def test_pddl_has_no_noop() -> None:
    with pytest.raises(RelgymError, match="does not support PDDL"):
        relgym.solve(crossing(), "noop")
