"""PDDL as pure functions equals `relgym.batch` bit for bit, given the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import numpy as np
import pytest
from thorough import THOROUGH

import relgym.jax
from relgym.batched.batch import Batch
from relgym.catalogue.domains import catalogue, spec
from relgym.envs.vector.rewards import REWARDS
from tests.jax.environments import QUICK, bare

COPIES, STEPS = 24, 30

KINDS = (
    "baking",
    "blocks-above",
    "blocks-quantified",
    "casino",
    "elevator",
    "exploding-blocks",
    "fuel-transport",
    "tireworld",
    "zenotravel",
)
"""Domains of all kinds of conditions, effects, chances, numbers, derived predicates and rewards."""

DOMAINS = [item.name for item in catalogue() if item.language == "pddl"] if THOROUGH else KINDS
"""The whole catalogue in a thorough run; `tests/batched` tries the same steps by NumPy in every domain."""


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.mark.parametrize("name", DOMAINS)
def test_walks_equal_those_of_a_batch(name: str) -> None:
    functions = bare(relgym.jax.make(name))
    envs = relgym.jax.Vmap(functions, COPIES)
    batch = Batch(functions.task, COPIES)
    rng = np.random.default_rng(0)

    def turn(states: Any, given: Any, uniform: Any, numbers: Any) -> Any:
        """What is seen of some states, and a step by given actions; -2 stands for the picked ones."""
        picks = envs.pick(states, uniform[None])
        seen = envs.action_mask(states), envs.observe(states), picks
        return seen, envs.step_from(states, jax.numpy.where(given == -2, picks, given), numbers)

    compiled = jax.jit(turn, compiler_options=QUICK)
    begin = jax.jit(envs.init_from, compiler_options=QUICK)
    states = begin(rng.random((envs.start_draws, COPIES)))
    batch.reset(problems=np.asarray(states.problem))
    for copy in range(COPIES):
        batch.set_state(copy, envs.state_of(states, copy))
    rewards = REWARDS[spec(name).reward](batch)
    rewards.start(np.ones(COPIES, bool))
    for _ in range(STEPS):
        # Some actions are any, valid or not, or none at all.
        given = np.where(rng.random(COPIES) < 0.2, rng.integers(-1, batch.task.size + 1, COPIES), -2)
        uniform, numbers = rng.random(COPIES), rng.random((envs.step_draws, COPIES))
        values = np.asarray(states.values)
        seen, (states, reward, terminated, truncated) = compiled(states, given, uniform, numbers)
        mask, observation, picks = seen
        facts = observation["facts"] if batch.task.values else observation
        np.testing.assert_array_equal(mask.T, batch.mask)
        np.testing.assert_array_equal(facts.T[: len(batch.facts)], batch.facts)
        np.testing.assert_array_equal(values, batch.whole_values)
        np.testing.assert_array_equal(picks, batch.pick(uniform))
        rows = iter(numbers)
        done = batch.step(np.where(given == -2, picks, given), lambda _, rows=rows: next(rows))
        np.testing.assert_array_equal(terminated, batch.goal)
        np.testing.assert_array_equal(reward, rewards.of(done))
        assert not truncated.any()


def test_bits_and_actions_say_what_they_are_about() -> None:
    """Of problems with different objects, a constant, and facts that tell problems apart."""
    env = bare(relgym.jax.make("gripper"))
    for problem in (0, 9):
        task = env.task.tasks[problem]
        names = {kind: [item.object.name for item in task.typed if item.types == (kind,)] for kind in ("ball", "room")}

        def said(atom: Any, names: dict[str, list[str]] = names) -> str:
            name, objects = atom
            terms = [kind if number < 0 else names[kind][number] for kind, number in objects]
            return f"({' '.join([name, *terms])})"

        state = env.init_from(np.array([(problem + 0.5) / len(env.task.tasks)]))
        bits = np.flatnonzero(env.observe(state))
        told = {said(env.observed_atoms[bit]) for bit in bits}
        atoms = {str(atom) for atom in env.state_of(state).atoms}
        assert {text for text in told if "/goal" not in text} <= atoms
        assert {text for text in atoms if text.startswith(("(at ", "(robot-at ", "(empty "))} <= told
        goals = {text.replace("/goal", "") for text in told if "/goal" in text}
        assert goals == {str(literal) for literal in task.problem.goal.parts}
        for number, action in env.task.actions[problem].items():
            assert said(env.action_atoms[number]) == str(action)
