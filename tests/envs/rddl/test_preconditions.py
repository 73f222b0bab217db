"""Which preconditions do not hold, and the action cells that they read: by arrays the same as one by one."""

from __future__ import annotations

import numpy as np
import pytest

from relgym.envs.rddl import array_sampling as process_array_sampling
from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_sampling import ArraySampler, sampler_of
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.steppers import ListStepper
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.reasoner import RDDLReasoner

BOUND = """
domain bound {
    types { room : object; hue : {@red, @green, @blue}; };
    pvariables {
        NEXT(room, room) : { non-fluent, bool, default = false };
        exit(room)       : { state-fluent, room };
        shade            : { state-fluent, hue, default = @green };
        open(room)       : { action-fluent, bool, default = false };
        paint(room, hue) : { action-fluent, int, default = 0 };
        tone             : { action-fluent, hue, default = @red };
        power            : { action-fluent, real, default = 1.0 };
    };
    cpfs { exit'(?r) = exit(?r); shade' = shade; };
    reward = 0;
    action-preconditions {
        forall_{?r : room} [(open(?r) => ~open(exit(?r))) ^ ((sum_{?h : hue} [paint(?r, ?h)]) <= 4)];
        forall_{?r : room, ?q : room} [NEXT(?r, ?q) => (open(?r) | open(?q))];
        (tone ~= shade) ^ (paint(r2, @blue) >= power);
        (power >= -3) ^ (power <= 3);
        forall_{?r : room, ?h : hue} [(paint(?r, ?h) >= 0) ^ (paint(?r, ?h) <= 3)];
    };
}
instance rooms {
    domain = bound;
    objects { room : {r1, r2, r3}; };
    non-fluents { NEXT(r1, r2); NEXT(r2, r3); };
    init-state { exit(r1) = r2; exit(r2) = r3; exit(r3) = r1; };
    max-nondef-actions = pos-inf;
    horizon = 10;
}
"""


def test_arrays_find_the_same_faults():
    domain = read_domain(BOUND)
    reasoner = RDDLReasoner(read_instance(BOUND, domain))
    stepper, simulator = ArrayStepper(reasoner), reasoner.dynamics
    sampler = sampler_of(reasoner, stepper, lambda action: True, lambda: stepper.start)
    assert isinstance(sampler, ArraySampler)
    rng = np.random.default_rng(0)
    cells = [(position, place) for position, sizes in enumerate([(3,), (9,), None, None]) for place in places(sizes)]
    known = set()
    for _ in range(100):
        action = tuple(sampler._any(rng))
        found = [
            sorted({cells[number] for number in row})
            for rows in sampler._faults(stepper.start, action, rng)
            for row in rows.tolist()
        ]
        wanted = [sorted(set(row)) for row in simulator.faults(simulator.start, stepper.listed_action(action))]
        assert sorted(found, key=str) == sorted(wanted, key=str)
        known |= {str(row) for row in wanted}
    assert len(known) == 8, "one of the conditions never failed"


def test_not_all_faults_are_looked_at_where_they_are_very_many(monkeypatch):
    monkeypatch.setattr(process_array_sampling, "REPAIRED_CELLS_LIMIT", 4)
    monkeypatch.setattr(rddl_env.stepping, "stepper_of", ArrayStepper)
    text = BOUND.replace("<= 4", "<= 1")
    env = RDDLEnv(text, text)
    env.reset(seed=0)
    env.action_space.seed(0)
    action = [np.full((3,), True), np.full((3, 3), 3), np.array(1), np.array(1.0)]
    faults = [*env.unwrapped._sampler._faults(env._state, tuple(action), np.random.default_rng(0))]
    assert [rows.shape for rows in faults] == [(2, 2), (1, 3), (1, 1)]
    assert not env.step(env.action_space.sample())[4]["invalid_action"]


def places(sizes):
    return [None] if sizes is None else range(*sizes)


@pytest.mark.parametrize("stepper", [ListStepper, ArrayStepper])
def test_sampling_mends_what_objects_and_numbers_break(monkeypatch, stepper):
    monkeypatch.setattr(rddl_env.stepping, "stepper_of", stepper)
    env = RDDLEnv(BOUND, BOUND)
    env.reset(seed=0)
    env.action_space.seed(0)
    for _ in range(20):
        assert not env.step(env.action_space.sample())[4]["invalid_action"]
