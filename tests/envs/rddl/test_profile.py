"""The faster stepper is found while an environment is used, and nothing but its speed depends on which one that is."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from typing import Any

import pytest

from relgym.backends.builtin.instructions import instructions
from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.profile import ProfilingRun
from relgym.envs.rddl.steppers import ListStepper
from relgym.envs.rddl.stepping import profile_of, stepper_of
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.translate.equations.agreement import values_agree
from relgym.translate.equations.equations import equations_of
from relgym.tuning.envs import COLD_STEPS, GAIN_SHARE, PROFILED_TURNS, REST_RATIO, TURN_STEPS

NETWORK = """domain network {
  types { host : object; };
  pvariables {
    LINK(host, host) : { non-fluent, bool, default = true };
    up(host) : { state-fluent, bool, default = true };
    age(host) : { state-fluent, int, default = 0 };
    reboot(host) : { action-fluent, bool, default = false };
  };
  cpfs {
    up'(?x) = if (reboot(?x)) then true
      else if (up(?x)) then Bernoulli(
        0.3 + 0.5 * (sum_{?y : host} [LINK(?y, ?x) ^ up(?y)]) / (sum_{?y : host} LINK(?y, ?x)))
      else Bernoulli(0.05);
    age'(?x) = if (up(?x)) then age(?x) + 1 else 0;
  };
  reward = sum_{?x : host} [up(?x) - 0.75 * reboot(?x)];
  action-preconditions { (sum_{?x : host} reboot(?x)) <= 2; forall_{?x : host} [reboot(?x) => age(?x) < 9]; };
  termination { forall_{?x : host} [~up(?x)]; };
}"""


def instance(hosts: int) -> str:
    names = ", ".join(f"h{number}" for number in range(hosts))
    return f"instance some {{ domain = network; objects {{ host : {{{names}}}; }}; horizon = 40; }}"


Seconds = Callable[[bool, int], float]
"""The CPU time of a step, by whether it is one of arrays, and by how many came before it."""


def played(run: ProfilingRun, seconds: Seconds, steps: int) -> list[bool]:
    """The forms of the steps."""
    forms = []
    for number in range(steps):
        forms.append(run.arrays)
        if not run.passes():
            run.told(seconds(run.arrays, number))
    return forms


RUN = 2 * PROFILED_TURNS * (COLD_STEPS + TURN_STEPS)
"""The steps of one profiling run, if each takes long enough."""


@pytest.mark.parametrize("begins", [False, True])
@pytest.mark.parametrize("faster", [False, True])
def test_the_faster_form_goes_on(begins: bool, faster: bool) -> None:
    run = ProfilingRun(begins, patience=0.02)
    forms = played(run, lambda arrays, _: 0.001 if arrays is faster else 0.002, 20 + RUN + 100)
    assert forms[:10] == [begins] * 10
    assert {*forms[20 : 20 + RUN]} == {False, True}
    assert forms[20 + RUN :] == [faster] * 100


def test_a_little_faster_is_not_enough() -> None:
    run = ProfilingRun(False, patience=0)
    assert not played(run, lambda arrays, _: 0.001 * (GAIN_SHARE + 0.01 if arrays else 1), 500)[-1]
    run = ProfilingRun(False, patience=0)
    assert played(run, lambda arrays, _: 0.001 * (GAIN_SHARE - 0.01 if arrays else 1), 500)[-1]


def test_one_disturbed_turn_decides_nothing() -> None:
    run = ProfilingRun(False, patience=0)

    def seconds(arrays: bool, number: int) -> float:
        return 0.004 if arrays and number < 2 * RUN // PROFILED_TURNS else 0.0005 if arrays else 0.001

    assert played(run, seconds, 500)[-1]


def test_what_is_hopeless_is_given_up_at_once() -> None:
    run = ProfilingRun(True, patience=0)
    forms = played(run, lambda arrays, _: 0.001 if arrays else 10.0, 500)
    assert forms.count(False) == COLD_STEPS + 2


def test_runs_are_repeated_seldom_and_follow_what_changes() -> None:
    run = ProfilingRun(False, patience=0)
    forms = played(run, lambda arrays, number: 0.001 * (1 + (arrays is (number < 3000))), 8000)
    tried = forms[:3000].count(True)
    assert 0 < tried <= RUN
    assert forms[-1], "the second run did not see that lists have become slow"
    assert forms.index(True, RUN) > RUN * REST_RATIO * 0.9


class Flips:
    """Changes the stepper with every step, or never."""

    def __init__(self, arrays: bool, flips: bool) -> None:
        self.arrays, self._flips = arrays, flips

    def passes(self) -> bool:
        return False

    def told(self, seconds: float) -> None:
        assert seconds >= 0
        self.arrays = self.arrays is not self._flips


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_the_form_of_a_step_changes_nothing_else(monkeypatch: pytest.MonkeyPatch, form: Any) -> None:
    """Nor what is sampled: the sampler stays the same."""
    envs = []
    for stepper, flips in ((ListStepper, False), (ListStepper, True), (ArrayStepper, False), (ArrayStepper, True)):
        monkeypatch.setattr(rddl_env.stepping, "stepper_of", stepper)
        profile = lambda _, own, f=flips: Flips(isinstance(own, ArrayStepper), f)  # noqa: E731
        monkeypatch.setattr(rddl_env.stepping, "profile_of", profile)
        envs.append(RDDLEnv(NETWORK, instance(4), form=form))
    used: dict[int, set[type]] = {}
    for seed in range(4):
        told = [repr(env.reset(seed=seed)) for env in envs]
        assert len({*told}) == 1
        for env in envs:
            env.action_space.seed(seed)
        over = False
        while not over:
            actions = [env.action_space.sample() for env in envs]
            assert repr(actions[0]) == repr(actions[1])
            assert repr(actions[2]) == repr(actions[3])
            steps = [env.step(actions[0]) for env in envs]
            assert len({repr(step) for step in steps}) == 1
            assert len({env.get_state() for env in envs}) == 1
            assert len({repr(env.explain_step("reward")) for env in envs}) == 1
            over = steps[0][2] or steps[0][3]
            for number, env in enumerate(envs):
                used.setdefault(number, set()).add(type(env._stepper))
    assert [len(used[number]) for number in range(4)] == [1, 2, 1, 2]


def test_a_copy_goes_on_in_the_form_that_was_found() -> None:
    env = RDDLEnv(NETWORK, instance(30))
    env.reset(seed=1)
    before = isinstance(env._stepper, ArrayStepper)
    assert env._profile is not None
    env._profile.arrays = not before
    env.step({})
    copy = pickle.loads(pickle.dumps(env))
    assert isinstance(copy._stepper, ArrayStepper) is not before
    assert copy.get_state() == env.get_state()
    assert repr(copy.step({})) == repr(env.step({}))
    assert repr(copy.explain_step("reward")) == repr(env.explain_step("reward"))


def test_only_what_surely_agrees_is_tried() -> None:
    env = RDDLEnv(NETWORK, instance(30))
    assert profile_of(env.reasoner, stepper_of(env.reasoner)) is not None
    for change in (("0.75 *", "0.7 *"), ("0.3 +", "exp[-1] +")):
        inexact = RDDLEnv(NETWORK.replace(*change), instance(30))
        assert profile_of(inexact.reasoner, stepper_of(inexact.reasoner)) is None
    few = RDDLEnv(NETWORK, instance(2))
    assert profile_of(few.reasoner, stepper_of(few.reasoner)) is None
    other = RDDLEnv(NETWORK, instance(30), backend="sld")
    assert profile_of(other.reasoner, stepper_of(other.reasoner)) is None


def test_laziness_is_seen_where_nothing_is_tried() -> None:
    """All hosts are up, so that the last part of the condition is never looked at: lists take almost nothing."""
    slow = "exists_{?y : host, ?z : host} [exp[-age(?y)] > 2 ^ up(?z)]"
    eager = NETWORK.replace("if (reboot(?x))", f"if (reboot(?x) | {slow})")
    lazy = NETWORK.replace("if (reboot(?x))", f"if (reboot(?x) | ~up(?x) ^ {slow})")
    steppers = [stepper_of(RDDLEnv(text, instance(10)).reasoner) for text in (eager, lazy)]
    assert [*map(type, steppers)] == [ArrayStepper, ListStepper]


@pytest.mark.parametrize(
    ("value", "agrees"),
    [
        ("sum_{?x : t} [r(?x)]", False),
        ("sum_{?x : t} [0.25 * C(?x)]", True),
        ("sum_{?x : t} [C(?x) * D(?x)]", False),
        ("sum_{?x : t} [if (p(?x)) then -1.5 else 2]", True),
        ("sum_{?x : t} [if (p(?x)) then 0.1 else 2]", False),
        ("sum_{?x : t} [n(?x)]", True),
        ("sum_{?x : t} [n(?x) * 0.5]", False),
        ("max_{?x : t} [r(?x)] + min_{?x : t} [r(?x)] / 3", True),
        ("prod_{?x : t} [2 * C(?x)]", True),
        ("prod_{?x : t} [0.5 * p(?x)]", False),
        ("(sum_{?x : t} p(?x)) / 3", True),
        ("(sum_{?x : t} n(?x)) / 3", False),
        ("sqrt[abs[(max_{?x : t} r(?x))]]", True),
        ("ln[3]", False),
        ("Uniform(1, 2) * 0.3", True),
        ("Uniform(1, 2) * Poisson(3)", False),
        ("Normal(0, 1)", False),
    ],
)
def test_what_surely_agrees(value: str, agrees: bool) -> None:
    domain = read_domain(
        """domain d { types { t : object; }; pvariables { p(t) : { state-fluent, bool, default = false };
        n(t) : { state-fluent, int, default = 0 }; r(t) : { state-fluent, real, default = 0.0 };
        C(t) : { non-fluent, int, default = 3 }; D(t) : { non-fluent, real, default = 0.1 }; };
        cpfs { p'(?x) = p(?x); n'(?x) = n(?x); r'(?x) = r(?x); }; reward = """
        + value
        + "; }"
    )
    program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b, c}; }; }", domain))
    assert values_agree(program, program.equations) is agrees


def test_counting_leaves_other_tracers_alone() -> None:
    def tracer(*_: Any) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        with pytest.raises(ZeroDivisionError):
            instructions(lambda: 1 / 0, limit=100)
        assert instructions(sum, [1, 2, 3], limit=100) == 0
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
