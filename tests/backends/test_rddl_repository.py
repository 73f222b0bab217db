"""Every engine computes what the default one does, on problems of the package rddlrepository that many people wrote.

The default engine plays an instance with random actions; then each other engine in turn is given the same states,
actions and uniform numbers. Of a large instance fewer steps are compared, so that all of them take seconds.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from math import isclose, prod
from pathlib import Path
from typing import Any

import pytest
from rddlrepository_files import PLAYED, WRONG, instances, name_of, needs_repository
from thorough import THOROUGH

from relgym.backends import registry
from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.steppers import ListStepper
from relgym.errors import RelgymWarning, SimulationError, UnsupportedFeature
from relgym.features import needed_by
from relgym.model.rddl.equations import Equations
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State, StepResult

pytestmark = needs_repository

STEPS = 12 if THOROUGH else 5
VALUES = 4_000
"""Values that are compared at most, and three steps at least."""

FEWEST = 3


@dataclass
class Played:
    """What the default engine found; `failed` is the step that ended it, where the file says what cannot be."""

    dynamics: Dynamics
    steps: list[tuple[State, Action, list[float], StepResult, list[object]]] = field(default_factory=list)
    failed: tuple[State, Action, list[float]] | None = None


def size(program: Equations) -> int:
    """How many values a step has."""
    return sum(prod(program.sizes(equation.function)) for equation in program.equations)


def verdicts(dynamics: Dynamics, step: StepResult, action: Action) -> list[object]:
    """What is said of the state after a step: the end, the broken invariant, and which actions are refused."""
    refused = (dynamics.refused(step.state, acted) for acted in (action, dynamics.idle))
    return [dynamics.ended(step.state), dynamics.broken(step.state), *refused]


def played(domain: Path) -> Played:
    with warnings.catch_warnings():
        # Two instances name another domain than their own.
        warnings.simplefilter("ignore", RelgymWarning)
        env = RDDLEnv(domain, instances(domain)[0])
    dynamics = env.dynamics
    found = Played(dynamics)
    # One form of values for the whole walk.
    env._profile = None
    stepper = env._stepper
    plain = stepper.step

    def recorded(state: Any, action: Any, uniforms: Any) -> Any:
        held = stepper.listed(state), stepper.listed_action(action), uniforms.tolist()
        found.failed = held
        step = dynamics.step(*held)
        after = plain(state, action, uniforms)
        found.failed = None
        found.steps.append((*held, step, verdicts(dynamics, step, held[1])))
        return after

    stepper.step = recorded  # type: ignore[method-assign]
    env.reset(seed=2)
    env.action_space.seed(2)
    try:
        for _ in range(min(STEPS, max(FEWEST, VALUES // size(dynamics.program)))):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
    except SimulationError:
        assert name_of(domain) in WRONG
    return found


@pytest.mark.parametrize("domain", PLAYED, ids=name_of)
def test_engines_agree_with_the_default_one(engines: list[str], domain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Arrays for a few steps take longer to write than lists take to step; other tests compare them.
    monkeypatch.setattr(rddl_env.stepping, "stepper_of", ListStepper)
    expected = played(domain)
    assert expected.steps or expected.failed
    instance = expected.dynamics.layout.instance
    for backend in engines:
        if backend == "builtin":
            continue
        if needed_by(expected.dynamics.program).keys() - registry.evaluator_class(backend).features:
            with pytest.raises(UnsupportedFeature):
                Dynamics(instance, backend)
            continue
        dynamics = Dynamics(instance, backend)
        agree(dynamics, expected, WRONG.get(name_of(domain)))
        dynamics.close()


def agree(dynamics: Dynamics, expected: Played, wrong: str | None) -> None:
    """Compare what an engine makes of the same steps; `wrong` is the error of the last one, if there was one."""
    engine = dynamics.engine.name
    for state, action, uniforms, step, said in expected.steps:
        found = dynamics.step(state, action, uniforms)
        assert close(found.state, step.state), engine
        assert close(found.computed, step.computed), engine
        assert close(found.reward, step.reward), engine
        assert verdicts(dynamics, step, action) == said, engine
    if expected.failed is not None:
        with pytest.raises(SimulationError, match=wrong):
            dynamics.step(*expected.failed)


def close(found: object, expected: object) -> bool:
    """Reals to within a few units in the last place, all else equal; of the same types throughout."""
    if type(found) is not type(expected):
        return False
    if isinstance(found, list | tuple):
        return len(found) == len(expected) and all(map(close, found, expected))
    if isinstance(found, float):
        return isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)
    return found == expected
