"""Every RDDL domain goes the same way on every engine that carries it, and those that do not say why.

Gymnasium finds nothing wrong with it, in a thorough run on any of them.
"""

from __future__ import annotations

import warnings
from functools import cache

import pytest
from gymnasium.utils.env_checker import check_env
from thorough import THOROUGH

from relgym.backends import registry
from relgym.catalogue.domains import catalogue, spec
from relgym.envs.check import BOUNDED
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import UnsupportedFeature
from relgym.features import needed_by

STEPS = 50 if THOROUGH else 15

Walk = list[tuple[dict, float, bool, bool]]


def walk(env: RDDLEnv, actions: list[dict]) -> Walk:
    """The steps of these actions, episodes starting anew where one ends."""
    env.reset(seed=7)
    found: Walk = []
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(action)
        assert not info["invalid_action"]
        found.append((observation, reward, terminated, truncated))
        if terminated or truncated:
            env.reset()
    return found


@cache
def reference(name: str) -> tuple[list[dict], Walk]:
    """Sampled actions, and where they lead on the default engine."""
    env = made(name, "builtin")
    env.reset(seed=7)
    env.action_space.seed(7)
    actions = []
    for _ in range(STEPS):
        actions.append(env.action_space.sample())
        _, _, terminated, truncated, _ = env.step(actions[-1])
        if terminated or truncated:
            env.reset()
    return actions, walk(env, actions)


def made(name: str, backend: str) -> RDDLEnv:
    own = spec(name)
    return RDDLEnv(own.domain, own.problems("train")[0], backend=backend)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [own.name for own in catalogue("rddl")])
def test_same_seed_same_trajectory(name: str, backend: str) -> None:
    actions, expected = reference(name)
    missing = needed_by(made(name, "builtin").dynamics.program).keys() - registry.evaluator_class(backend).features
    if missing:
        with pytest.raises(UnsupportedFeature) as caught:
            made(name, backend)
        assert all(feature.value in str(caught.value) for feature in missing)
        return
    env = made(name, backend)
    found = walk(env, actions)
    # An ordinary run asks Gymnasium about the default engine, and in `tests/envs/rddl` about each other one in turn.
    if THOROUGH or backend == "builtin":
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", BOUNDED)
            check_env(env, skip_render_check=True, skip_close_check=True)
    env.close()
    for (seen, reward, *ends), (wanted, earned, *ended) in zip(found, expected, strict=True):
        assert {key: pytest.approx(value, rel=1e-9, abs=1e-12) for key, value in wanted.items()} == seen
        assert reward == pytest.approx(earned, rel=1e-9, abs=1e-12)
        assert ends == ended
