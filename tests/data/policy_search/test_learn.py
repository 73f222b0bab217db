"""Learned policies of RDDL: they improve, repeat with their seed, carry over to other objects, and are valid."""

from __future__ import annotations

import pickle
import re
from itertools import pairwise
from pathlib import Path

import pytest

import relgym
from relgym.catalogue.domains import catalogue, spec
from relgym.data import learn_policy
from relgym.data.policy_search import learn
from relgym.errors import ModelError, RelgymError, SimulationError, UnsupportedFeature
from relgym.planning import load_policy

LAMPS = """domain lamps {
  types { lamp : object; };
  pvariables {
    NEXT(lamp, lamp) : { non-fluent, bool, default = false };
    lit(lamp) : { state-fluent, bool, default = false };
    press(lamp) : { action-fluent, bool, default = false };
  };
  cpfs { lit'(?l) = if (press(?l)) then ~lit(?l) else (lit(?l) ^ Bernoulli(0.9)); };
  reward = (sum_{?l : lamp} [lit(?l)]) - 0.1 * (sum_{?l : lamp} [press(?l)]);
  action-preconditions { forall_{?l : lamp, ?m : lamp} [NEXT(?l, ?m) => ~(press(?l) ^ press(?m))]; };
}"""

FEW = {"generations": 12, "population": 8, "episodes": 2}


def lamps(count: int, most: str = "pos-inf") -> relgym.Instance:
    """Lamps in a row, of which no two neighbours may be pressed at once."""
    names = [f"l{number}" for number in range(count)]
    row = " ".join(f"NEXT({one}, {other});" for one, other in pairwise(names))
    constants = f"non-fluents {{ {row} }};" if row else ""
    return relgym.load(
        LAMPS,
        f"instance row{count} {{ domain = lamps; objects {{ lamp : {{ {', '.join(names)} }}; }}; {constants} "
        f"max-nondef-actions = {most}; horizon = 20; }}",
    )


def domain_with(fluents: str, cpfs: str = "", more: str = "") -> relgym.Instance:
    text = f"""domain d {{ types {{ t : object; kind : {{ @a, @b, @c }}; }};
      pvariables {{ x : {{ state-fluent, real, default = 0.0 }}; {fluents} }};
      cpfs {{ x' = x; {cpfs} }}; reward = x; {more} }}"""
    return relgym.load(text, "instance i { domain = d; objects { t : { o1, o2 }; }; horizon = 3; }")


def test_it_improves_on_its_start() -> None:
    instance = lamps(3)
    start = learn_policy(instance, generations=0)
    policy = learn_policy(instance, **FEW, seed=1)
    before, after = (relgym.evaluate(instance, each, episodes=30).mean for each in (start, policy))
    assert start.returns == () and len(policy.returns) == 12
    # Weights of 0 press nothing, and no lamp is ever lit.
    assert before == 0.0
    assert after > 30
    assert policy.returns[-1] > policy.returns[0]


def test_it_is_a_function_of_its_seed() -> None:
    policies = [learn_policy(lamps(2), **FEW, seed=seed) for seed in (3, 3, 4)]
    same = [policies[0].weights.tolist() == each.weights.tolist() for each in policies]
    assert same == [True, True, False]


def test_it_carries_over_to_other_objects() -> None:
    larger = lamps(9, most="2")
    policy = learn_policy([lamps(2), lamps(3)], **FEW).for_instance(larger)
    state = relgym.Reasoner(larger).initial_state
    action = policy(state)
    assert action is not None and len(action) == 2
    assert relgym.Reasoner(larger).is_valid(state, action)
    reached = relgym.evaluate(larger, policy, episodes=10).mean
    assert reached > 2 * relgym.evaluate(larger, relgym.solve(larger, "random"), episodes=10).mean


def test_preconditions_that_no_two_cells_meet_together() -> None:
    instance = lamps(5)
    policy = learn_policy(instance, **FEW)
    # All lamps are wanted; taken one by one, those that are not next to another one remain. Which is first depends on
    # the weights, and these on the last bits of sums, which differ from processor to processor.
    action = policy(relgym.Reasoner(instance).initial_state)
    assert action is not None
    pressed = [f"press___l{number}" in action for number in range(5)]
    assert not any(one and other for one, other in pairwise(pressed))
    assert all(pressed[number] or any(pressed[max(0, number - 1) : number + 2]) for number in range(5))


@pytest.mark.parametrize("name", [own.name for own in catalogue("rddl")])
def test_every_domain_of_the_catalogue(name: str) -> None:
    """A policy with random weights has valid actions in a test instance, which `evaluate` checks."""
    own = spec(name)
    train, test = (relgym.load(own.domain, own.problem(split, 0)) for split in ("train", "test"))
    policy = learn_policy(train, generations=1, population=4, episodes=1, horizon=10)
    assert policy.weights.size and policy.returns
    found = relgym.evaluate(test, policy.for_instance(test), episodes=1, horizon=10)
    assert len(found.returns) == 1


def test_enumerated_and_whole_values() -> None:
    instance = domain_with(
        "pick : { action-fluent, kind, default = @b }; push(t) : { action-fluent, int, default = 0 };",
        more="action-preconditions { forall_{?o : t} [push(?o) >= -2]; forall_{?o : t} [push(?o) <= 3]; };",
    )
    policy = learn_policy(instance, generations=3, population=4)
    action = policy(relgym.Reasoner(instance).initial_state)
    assert action is not None
    assert all(value in ("a", "c") if name == "pick" else value in range(-2, 4) for name, value in action.items())


def test_a_cell_with_one_value_keeps_it() -> None:
    text = """domain d {{ types {{ kind : {{ @a }}; }};
      pvariables {{ x : {{ state-fluent, bool, default = false }}; pick : {{ action-fluent, kind, default = @a }};
        {fluent} }};
      cpfs {{ x' = {value}; }}; reward = x; }}"""
    for fluent, value, best in (
        ("set : { action-fluent, bool, default = false };", "set", {"set": True}),
        ("", "x", {}),
    ):
        instance = relgym.load(text.format(fluent=fluent, value=value), "instance i { domain = d; horizon = 4; }")
        policy = learn_policy(instance, generations=10, population=8)
        assert policy(relgym.Reasoner(instance).initial_state) == best


ROOM = """domain room {
  types { lamp : object; box : object; };
  pvariables {
    NEAR(lamp, box) : { non-fluent, real, default = 1.0 };
    lit(lamp) : { state-fluent, bool, default = false };
    full(box) : { state-fluent, bool, default = false };
    press(lamp) : { action-fluent, bool, default = false };
    fill(box) : { action-fluent, bool, default = false };
  };
  cpfs {
    lit'(?l) = press(?l) ^ ~(exists_{?b : box} [full(?b) ^ NEAR(?l, ?b) > 2]);
    full'(?b) = fill(?b);
  };
  reward = sum_{?l : lamp} [lit(?l)];
}"""


@pytest.mark.parametrize("boxes", [("",), ("b",), ("", "b"), ("b", "")])
def test_a_type_may_have_no_objects(boxes: tuple[str, ...]) -> None:
    def room(names: str) -> relgym.Instance:
        return relgym.load(
            ROOM,
            f"instance i {{ domain = room; objects {{ lamp : {{ l1, l2 }}; box : {{ {names} }}; }}; "
            "max-nondef-actions = pos-inf; horizon = 5; }",
        )

    policy = learn_policy([room(names) for names in boxes], generations=10, population=8, episodes=1)
    for names in ("", "b, c"):
        other = room(names)
        action = policy.for_instance(other)(relgym.Reasoner(other).initial_state)
        assert action is not None and {"press___l1", "press___l2"} <= action.keys()


def test_the_discount_is_that_of_learning() -> None:
    larger = lamps(3)
    for discount in (None, 0.5):
        policy = learn_policy(lamps(2), generations=0, discount=discount)
        for each in (policy, policy.for_instance(larger)):
            assert each.criterion is not None and each.criterion.discount == (discount or 1.0)


def test_a_best_value_is_found() -> None:
    text = """domain d { types { kind : { @a, @b, @c }; };
      pvariables { x : { state-fluent, real, default = 0.0 }; pick : { action-fluent, kind, default = @b };
        push : { action-fluent, real, default = 0.0 }; };
      cpfs { x' = push; }; reward = (pick == @c) - pow[push - 1.5, 2];
      action-preconditions { push >= -4; push <= 4; }; }"""
    instance = relgym.load(text, "instance i { domain = d; horizon = 4; }")
    action = learn_policy(instance, generations=60, population=12)(relgym.Reasoner(instance).initial_state)
    assert action is not None and action["pick"] == "c"
    assert action["push"] == pytest.approx(1.5, abs=0.1)


def test_an_interrupt_and_a_limit_leave_what_was_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(items, doing):
        yield from [*items][:2]
        raise KeyboardInterrupt

    late = learn_policy(lamps(2), limits={"seconds": 0})
    assert late.returns == () and late.reason == "learning stopped at its limit after 0 generations"
    monkeypatch.setattr(learn, "tracked", interrupted)
    policy = learn_policy(lamps(2), **FEW)
    assert len(policy.returns) == 2 and policy.reason == "learning was interrupted after 2 generations"
    assert policy(relgym.Reasoner(lamps(2)).initial_state) is not None


def test_numbers_that_are_too_large_are_an_error() -> None:
    instance = domain_with(
        "y : { state-fluent, int, default = 3 }; a : { action-fluent, bool, default = false };", "y' = y * 1000;"
    )
    with pytest.raises(
        SimulationError, match=r"a whole number is too large to be observed: that of y(.|\n)*expected: at most 64 bits"
    ):
        learn_policy(instance, horizon=20)


def test_it_refuses_what_it_cannot_learn() -> None:
    blocks = spec("blocks")
    task = relgym.load(blocks.domain, blocks.problem("train", 0))
    with pytest.raises(ModelError, match="policies are learned for RDDL only"):
        learn_policy(task)
    with pytest.raises(ModelError, match="policies are learned for RDDL only"):
        learn_policy(relgym.Reasoner(task))
    with pytest.raises(UnsupportedFeature, match="the values of 'choose' are objects"):
        learn_policy(domain_with("choose : { action-fluent, t, default = o1 };"))
    with pytest.raises(UnsupportedFeature, match="no action-fluents"):
        learn_policy(domain_with(""))
    with pytest.raises(UnsupportedFeature, match="the action of all defaults is not valid"):
        learn_policy(
            domain_with("a : { action-fluent, bool, default = false };", more="action-preconditions { a | x > 1; };")
        )
    with pytest.raises(ModelError, match="not of the domain"):
        learn_policy([lamps(2), domain_with("a : { action-fluent, bool, default = false };")])
    with pytest.raises(ModelError, match="learned in the domain 'lamps'"):
        learn_policy(lamps(2), generations=0).for_instance(domain_with(""))
    for wrong in (
        {"generations": -1},
        {"population": 3},
        {"episodes": 0},
        {"seed": -1},
        {"discount": 2},
        {"discount": "half"},
        {"horizon": 0},
    ):
        with pytest.raises(RelgymError, match="cannot be"):
            learn_policy(lamps(2), **wrong)
    with pytest.raises(RelgymError, match="the instances cannot be"):
        learn_policy([])


def test_a_learned_policy_survives_a_file_and_pickle(tmp_path: Path) -> None:
    """Also for an instance with other objects, as the policy itself."""
    policy = learn_policy(lamps(3), **FEW)
    policy.save(tmp_path / "policy.json")
    for model in (lamps(3), lamps(5)):
        own, again = policy.for_instance(model), load_policy(tmp_path / "policy.json", model)
        assert again.to_json() == own.to_json()
        sent = pickle.loads(pickle.dumps(own))
        state = relgym.Reasoner(model).initial_state
        assert again(state) == sent(state) == own(state)
        assert relgym.evaluate(model, sent, episodes=2).returns == relgym.evaluate(model, own, episodes=2).returns
    other = domain_with("press : { action-fluent, bool, default = false };")
    with pytest.raises(ModelError, match="is a policy for the problem"):
        load_policy(tmp_path / "policy.json", other)
    text = (tmp_path / "policy.json").read_text()
    (tmp_path / "policy.json").write_text(re.sub(r'"terms":\d+', '"terms":99', text))
    with pytest.raises(ModelError, match="learned in another version of the domain"):
        load_policy(tmp_path / "policy.json", lamps(3))
