"""pyRDDLGym agrees on states and rewards, with every draw of both at the same quantile."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rddlrepository_files import DOMAINS, WRONG, instances, name_of

from relgym.catalogue.domains import SPLITS, catalogue
from relgym.envs.rddl.env import RDDLEnv
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.state import RDDLState

pytest.importorskip("pyRDDLGym", reason="pyRDDLGym is not installed")

REPLAY = Path(__file__).with_name("rddl_replay.py")

STEPS = 12

PLAYED = [
    *(
        pytest.param(domain, instances(domain)[0], id=name_of(domain))
        for domain in DOMAINS
        if name_of(domain) not in WRONG
    ),
    *(
        pytest.param(own.domain, own.problems(split)[0], id=own.ids[split])
        for own in catalogue("rddl")
        for split in SPLITS
    ),
]


@pytest.mark.parametrize("u", [0.3137, 0.8071])
@pytest.mark.parametrize(("domain", "instance"), PLAYED)
def test_steps_agree(domain: Path, instance: Path, u: float) -> None:
    env = RDDLEnv(domain, instance)
    simulator = env.dynamics
    env.reset(seed=0)
    env.action_space.seed(5)
    actions, ours = [], []
    for _ in range(STEPS):
        sampled = env.action_space.sample()
        step = simulator.step(
            env.get_state().values, env.reasoner.action_values.values(sampled), [u] * simulator.uniforms
        )
        actions.append({name: value.item() for name, value in sampled.items()})
        ours.append((step, simulator.ended(step.state) is not None))
        env.set_state(RDDLState(simulator.program, step.state))
    asked = {"domain": str(domain), "instance": str(instance), "u": u, "actions": actions}
    done = subprocess.run(
        [sys.executable, str(REPLAY)], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    fluents = simulator.layout.of_kind(Kind.STATE)
    for (step, ended), theirs in zip(ours, json.loads(done.stdout.splitlines()[-1]), strict=True):
        for fluent, values in zip(fluents, step.state, strict=True):
            flat = values if isinstance(values, list) else [values]
            assert flat == pytest.approx(theirs["state"][fluent.name], rel=1e-6, abs=1e-9), fluent.name
        assert step.reward == pytest.approx(theirs["reward"], rel=1e-6, abs=1e-9)
        assert ended == theirs["done"]
