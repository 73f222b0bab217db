"""UCT: decisions, seeds, limits, and actions that are too many to list."""

from __future__ import annotations

import pytest
from planning.stochastic.problems import crossing, small

import relgym
from relgym.catalogue.domains import spec
from relgym.errors import RelgymError


def instance(name: str) -> relgym.Instance:
    return relgym.load(spec(name).domain, spec(name).problem("train", 0))


def test_many_trials_find_the_best_action_and_its_value() -> None:
    task = small("tireworld")
    reasoner = relgym.Reasoner(task)
    exact = relgym.solve(reasoner, "value_iteration")
    policy = relgym.solve(reasoner, "uct", trials=1000)
    state = reasoner.initial_state
    assert policy(state) == exact(state)
    # The mean of the trials: some of them have explored.
    value = policy.value(state)
    assert value is not None and 4.5 < value < 15


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


def test_there_is_no_table_to_write(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RelgymError, match="cannot be written: it decides when it is asked"):
        relgym.solve(crossing(), "uct").save(tmp_path / "policy.json")
    assert [*tmp_path.iterdir()] == []


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
