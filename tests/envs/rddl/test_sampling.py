"""Sampled actions of RDDL: all accepted, and evenly drawn as far as that goes, in lists and in arrays."""

from __future__ import annotations

import numpy as np
import pytest

from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_sampling import ArraySampler
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.sampling import ListSampler
from relgym.envs.rddl.steppers import ListStepper
from relgym.errors import RelgymError

ROTA = """
domain rota {
    types { ranger : object; area : object; };
    pvariables {
        guarded(area)        : { state-fluent, bool, default = false };
        guard(ranger, area)  : { action-fluent, bool, default = false };
    };
    cpfs { guarded'(?a) = exists_{?r : ranger} guard(?r, ?a); };
    reward = sum_{?a : area} guarded(?a);
    action-preconditions { forall_{?r : ranger} ((sum_{?a : area} guard(?r, ?a)) == 1); };
}
instance week {
    domain = rota;
    objects { ranger : {r1, r2, r3, r4}; area : {a1, a2, a3, a4, a5, a6}; };
    max-nondef-actions = pos-inf;
    horizon = 10;
}
"""


@pytest.fixture(autouse=True, params=[ListStepper, ArrayStepper])
def stepper(request, monkeypatch):
    """The instances here are small; arrays serve them as well, if more slowly."""
    monkeypatch.setattr(rddl_env.stepping, "stepper_of", request.param)
    return request.param


def test_which_sampler_is_used(stepper):
    env = RDDLEnv(ROTA, ROTA)
    assert isinstance(env.unwrapped._sampler, ArraySampler if stepper is ArrayStepper else ListSampler)


def test_sampling_where_hardly_any_action_is_accepted():
    """Each ranger guards one area: of 2 ** 24 actions 6 ** 4, and not the default."""
    env = RDDLEnv(ROTA, ROTA)
    env.reset(seed=0)
    env.action_space.seed(1)
    for _ in range(10):
        assert not env.step(env.action_space.sample())[4]["invalid_action"]


def test_sampling_says_where_nothing_is_accepted():
    env = RDDLEnv(ROTA.replace("== 1", "== 7"), ROTA)
    env.reset(seed=0)
    with pytest.raises(RelgymError, match="no valid action was found"):
        env.action_space.sample()


SAMPLED = """
domain mixed {
    types { box : object; hue : {@red, @green, @blue}; };
    pvariables {
        on(box)   : { action-fluent, bool, default = false };
        tint(box) : { action-fluent, hue, default = @green };
        mode      : { action-fluent, hue, default = @red };
        force     : { action-fluent, real, default = 0.5 };
        count(box) : { action-fluent, int, default = 0 };
    };
    cpfs {};
    reward = 0;
    action-preconditions { force >= 0; force <= 1; forall_{?b : box} (count(?b) >= 0 ^ count(?b) <= 3); };
}
instance boxes {
    domain = mixed;
    objects { box : {b1, b2, b3}; };
    max-nondef-actions = pos-inf;
    horizon = 10;
}
"""


def sampled(text, times, seed=0):
    env = RDDLEnv(text, text)
    env.reset(seed=0)
    env.action_space.seed(seed)
    return [env.action_space.sample() for _ in range(times)]


def test_each_cell_is_evenly_drawn_where_nothing_limits_their_number():
    actions = sampled(SAMPLED, 1200)
    for name, size in [("on___b1", 2), ("tint___b2", 3), ("mode", 3), ("count___b3", 4)]:
        shares = np.bincount([int(action[name]) for action in actions], minlength=size) / len(actions)
        assert shares == pytest.approx(np.full(size, 1 / size), abs=0.05), name
    forces = np.array([float(action["force"]) for action in actions])
    assert not (forces == 0.5).any()
    assert np.histogram(forces, 4, (0, 1))[0] / len(actions) == pytest.approx(np.full(4, 0.25), abs=0.05)
    # One cell says nothing of another.
    both = np.mean([action["on___b1"] and action["on___b2"] for action in actions])
    assert both == pytest.approx(0.25, abs=0.05)


def test_as_many_cells_are_drawn_as_the_limit_allows_or_fewer():
    defaults = {"force": 0.5, "tint___b1": 1, "tint___b2": 1, "tint___b3": 1}
    actions = sampled(SAMPLED.replace("pos-inf", "3"), 1200)
    other = [[name for name, value in action.items() if value != defaults.get(name, 0)] for action in actions]
    shares = np.bincount([len(names) for names in other], minlength=5) / len(actions)
    assert shares == pytest.approx([0.25, 0.25, 0.25, 0.25, 0], abs=0.05)
    each = np.array([sum(name in names for names in other) for name in actions[0]])
    assert each / each.sum() == pytest.approx(np.full(len(each), 1 / len(each)), abs=0.03)
    tints = [int(action["tint___b1"]) for action in actions if action["tint___b1"] != 1]
    assert np.mean([tint == 0 for tint in tints]) == pytest.approx(0.5, abs=0.1)


def test_what_preconditions_leave_of_many_cells_is_seldom_nothing():
    """At most one area for each ranger: of 24 truth values half are drawn, and the surplus is dropped."""
    actions = sampled(ROTA.replace("== 1", "<= 1"), 300)
    counts = [sum(map(int, action.values())) for action in actions]
    assert max(counts) == 4
    assert np.mean(counts) > 3
    areas = np.sum([[int(value) for value in action.values()] for action in actions], axis=0)
    assert areas / areas.sum() == pytest.approx(np.full(24, 1 / 24), abs=0.02)


def test_the_seed_decides():
    text = ROTA.replace("== 1", "<= 2")
    first, again, other = sampled(text, 5, seed=3), sampled(text, 5, seed=3), sampled(text, 5, seed=4)
    assert first == again != other


def test_without_a_state_or_where_nothing_is_enforced_all_is_accepted():
    env = RDDLEnv(ROTA, ROTA, enforce=False)
    counts = [sum(map(int, env.action_space.sample().values())) for _ in range(20)]
    env.reset(seed=0)
    counts += [sum(map(int, env.action_space.sample().values())) for _ in range(20)]
    assert np.mean(counts) == pytest.approx(12, abs=2)
