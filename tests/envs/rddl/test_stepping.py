"""Steps of environments by lists and by arrays: the same, whatever is asked."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.steppers import ListStepper, Stepper
from relgym.envs.rddl.stepping import stepper_of
from relgym.errors import InvalidAction, SimulationError
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.reasoner import RDDLReasoner

LIGHTS = """domain lights {
  types { lamp : object; hue : {@red, @green}; };
  pvariables {
    LOAD(lamp) : { non-fluent, real, default = 1.5 };
    lit(lamp) : { state-fluent, bool, default = false };
    colour(lamp) : { state-fluent, hue, default = @red };
    heat(lamp) : { state-fluent, real, default = 1.0 };
    count : { state-fluent, int, default = 0 };
    sum : { interm-fluent, real };
    press(lamp) : { action-fluent, bool, default = false };
    paint(lamp) : { action-fluent, hue, default = @red };
    power(lamp) : { action-fluent, real, default = 0.0 };
    extra : { action-fluent, int, default = 0 };
  };
  cpfs {
    sum = sum_{?l : lamp} [power(?l)];
    lit'(?l) = lit(?l) ~= (press(?l) ^ Bernoulli(0.75));
    colour'(?l) = if (press(?l)) then paint(?l) else colour(?l);
    heat'(?l) = heat(?l) + power(?l) + Uniform(0.0, LOAD(?l)) / (9 - count);
    count' = count + extra;
  };
  reward = sum + (sum_{?l : lamp} [lit(?l)]);
  action-preconditions {
    forall_{?l : lamp} [power(?l) >= 0 ^ power(?l) <= 2];
    extra >= 0; extra <= 4;
    forall_{?l : lamp} [press(?l) => ~lit(?l)];
  };
  state-invariants { count <= 5; };
  termination { exists_{?l : lamp} [heat(?l) > 20]; };
}"""

INSTANCE = "instance three { domain = lights; objects { lamp : {a, b, c}; }; max-nondef-actions = 6; horizon = 30; }"

Make = Callable[[Any], Stepper]


def made(monkeypatch: pytest.MonkeyPatch, stepper: Make, form: Any = "cells", **options: Any) -> RDDLEnv:
    monkeypatch.setattr(rddl_env.stepping, "stepper_of", stepper)
    return RDDLEnv(LIGHTS, INSTANCE, form=form, **options)


def plain(element: Any) -> Any:
    return {name: value.tolist() for name, value in element.items()}


def large() -> RDDLEnv:
    """An instance for which arrays pay."""
    lamps = ", ".join(f"l{number}" for number in range(2000))
    return RDDLEnv(LIGHTS, INSTANCE.replace("a, b, c", lamps), form="arrays")


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_the_same_steps(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    lists, arrays = (made(monkeypatch, stepper, form) for stepper in (ListStepper, ArrayStepper))
    ends = set()
    for seed in range(12):
        told = [env.reset(seed=seed) for env in (lists, arrays)]
        assert plain(told[0][0]) == plain(told[1][0])
        lists.action_space.seed(seed)
        while True:
            action = lists.action_space.sample()
            own, other = lists.step(action), arrays.step(action)
            assert plain(own[0]) == plain(other[0])
            assert {name: type(value) for name, value in own[0].items()} == {
                name: type(value) for name, value in other[0].items()
            }
            assert own[1:] == other[1:]
            assert type(other[1]) is float
            assert lists.get_state() == arrays.get_state()
            assert hash(lists.get_state()) == hash(arrays.get_state())
            assert arrays.observation_space.contains(other[0])
            if own[2] or own[3]:
                ends.add((own[2], own[4]["broken"]))
                break
    assert (False, "(count <= 5)") in ends, "no episode broke the invariant"


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"power": [0.0, 3.0, 0.0]}, "3.0 is no value of 'power___b'"),
        ({"power": [0.0, np.nan, 0.0]}, "nan is no value of 'power___b'"),
        ({"extra": 1.5}, "1.5 is no value of 'extra'"),
        ({"extra": "much"}, "'much' is no value of 'extra'"),
        ({"press": [1, 1]}, "of the shape (2,)"),
        ({"press": [[1, 1], [1]]}, "'press' is given as no array"),
        ({"press": np.array([1, 2, 0], np.int8)}, "2 is no value of 'press___b'"),
        ({"press": np.array([1, -1, 0])}, "-1 is no value of 'press___b'"),
        ({"push": [1, 1, 1]}, "there is no fluent 'push'"),
        ({"press": [1, 1, 1], "paint": [1, 1, 1], "extra": 1}, "7 actions differ"),
        ({"press": [1, 1, 0]}, "it fails for b"),
    ],
)
def test_what_is_refused(monkeypatch: pytest.MonkeyPatch, stepper: Make, action: dict[str, Any], reason: str) -> None:
    env = made(monkeypatch, stepper, "arrays", raise_on_invalid=True)
    env.reset(seed=0)
    lit = env.reasoner.state({"lit___b": True})
    env.set_state(lit)
    with pytest.raises(InvalidAction) as raised:
        env.step(action)
    assert reason in str(raised.value)
    assert env.get_state() == lit


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
@pytest.mark.parametrize("value", [3.0, np.nan, "much", None, [1.0, 2.0], 10**30])
def test_all_cells_are_read_as_some_are(monkeypatch: pytest.MonkeyPatch, stepper: Make, value: Any) -> None:
    env = made(monkeypatch, stepper, raise_on_invalid=True)
    env.reset(seed=0)
    idle = {name: space.low if name[:5] in ("power", "extra") else 0 for name, space in env.action_space.spaces.items()}
    for given in ({**idle, "paint___a": "green"}, {**idle, "paint___a": np.int64(1)}):
        assert [*env._acted.taken(given, env._stepper)[1]] == [1, 0, 0]
    with pytest.raises(InvalidAction) as part:
        env.step({"power___b": value})
    with pytest.raises(InvalidAction) as all_of_it:
        env.step({**idle, "power___b": value})
    assert str(part.value) == str(all_of_it.value)


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
def test_many_cells_are_read_as_few_are(monkeypatch: pytest.MonkeyPatch, stepper: Make) -> None:
    env = made(monkeypatch, stepper)
    every = {"extra": 3, "paint___b": 1, "paint___c": 1, "power___a": 0.5, "power___c": 2, "press___c": True}
    every |= {"press___a": 0, "paint___a": np.int64(1), "power___b": np.array(1.0)}
    assert len(every) == 9
    values = env._stepper.listed_action(env._acted.taken(every, env._stepper))
    assert values == env._stepper.listed_action(env._stepper.with_cells(every))
    for wrong in ({"press___b": 2}, {"pres": 1}, {"paint___c": "blue"}, {"extra": 1.5}, {"power___a": [1.0, 2.0]}):
        with pytest.raises(InvalidAction):
            env._acted.taken(every | wrong, env._stepper)


def test_what_was_shown_may_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    lists, arrays = (made(monkeypatch, stepper) for stepper in (ListStepper, ArrayStepper))
    for env in (lists, arrays):
        env.reset(seed=4)
    for number in range(12):
        action = {"press___a": number == 0, "paint___a": number % 2, "power___b": 1.0}
        action = action if lists.reasoner.is_valid(lists.get_state(), action) else {}
        own, other = lists.step(action)[0], arrays.step(action)[0]
        assert plain(own) == plain(other)
        assert [*own] == [*other]
        other["heat___a"][...] = 9
        for name in other:
            other[name] = None


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
def test_items_by_their_names(monkeypatch: pytest.MonkeyPatch, stepper: Make) -> None:
    env = made(monkeypatch, stepper, "arrays")
    env.reset(seed=0)
    observation, *_ = env.step({"paint": np.array(["green", "red", "green"]), "press": [True, True, False]})
    assert observation["colour"].tolist() == [1, 0, 0]


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
def test_what_cannot_be_computed(monkeypatch: pytest.MonkeyPatch, stepper: Make) -> None:
    env = made(monkeypatch, stepper)
    env.reset(seed=0)
    env.set_state(env.reasoner.state({"count": 9}))
    with pytest.raises(SimulationError) as raised:
        env.step({})
    assert "in step 1, heat(a) cannot be computed" in str(raised.value)


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
def test_why_a_step_led_where_it_did(monkeypatch: pytest.MonkeyPatch, stepper: Make) -> None:
    env = made(monkeypatch, stepper)
    env.reset(seed=0)
    env.step({"extra": 3, "power___a": 2})
    assert env.explain_step("count").text == "count' is 3"
    assert env.explain_step("heat___a").text == "heat'(a) is 3.00275"


def test_the_engine_and_the_size_decide() -> None:
    env = large()
    assert isinstance(stepper_of(env.reasoner), ArrayStepper)
    reasoner = RDDLReasoner(env.reasoner.instance, "sld")
    assert isinstance(stepper_of(reasoner), ListStepper)
    small = RDDLEnv(LIGHTS, INSTANCE)
    assert isinstance(stepper_of(small.reasoner), ListStepper)


def test_nothing_is_shared() -> None:
    env = large()
    env.reset(seed=0)
    paint = np.ones(2000, np.int64)
    press = np.arange(2000) < 4
    env.step({"press": press})
    before = env.get_state()
    power = np.zeros(2000)
    power[0] = 2
    observation, *_ = env.step({"power": power})
    state = env.get_state()
    for array in (power, paint, press, *observation.values()):
        array[...] = 1
    assert env.get_state() == state
    env.set_state(before)
    assert env.get_state() == before


def test_copies_go_the_same_way() -> None:
    env = large()
    env.reset(seed=3)
    env.step({"press": np.arange(2000) < 5})
    others = [deepcopy(env), pickle.loads(pickle.dumps(env))]
    found = [each.step({"extra": 1}) for each in (env, *others)]
    assert plain(found[0][0]) == plain(found[1][0]) == plain(found[2][0])
    assert found[0][1:] == found[1][1:] == found[2][1:]


def test_quick_questions_of_steps_tell_of_missing_values() -> None:
    """Where the flags of the processor tell of a number that is none, the step is done by what names it."""
    objects = ", ".join(f"o{number}" for number in range(40))
    domain = read_domain("""domain d { types { t : object; };
      pvariables { x(t) : { state-fluent, real, default = 1.0 }; by(t) : { action-fluent, real, default = 1.0 }; };
      cpfs { x'(?t) = if (x(?t) > 2) then x(?t) / by(?t) else x(?t) + 1; }; reward = sum_{?t : t} x(?t); }""")
    instance = read_instance(f"instance i {{ domain = d; objects {{ t : {{ {objects} }}; }}; }}", domain)
    stepper = ArrayStepper(RDDLReasoner(instance))
    zero, none = stepper.with_cells({"by___o3": 0.0}), np.zeros(0)
    # The branch that divides is not taken yet.
    state, _, reward = stepper.step(stepper.start, zero, none)
    state, _, _ = stepper.step(state, zero, none)
    assert (reward, state[0].tolist()) == (40.0, [3.0] * 40)
    assert stepper._question._failures == 0
    with pytest.raises(SimulationError, match=r"x\(o3\) cannot be computed"):
        stepper.step(state, zero, none)
    assert stepper._question._failures == 1
    assert stepper.step(state, stepper.idle, none)[0][0].tolist() == [3.0] * 40
