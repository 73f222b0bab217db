"""The learners of examples/ in JAX run, and their policies read what environments give."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import relgym.jax
from tests.pages.test_scripts import EXAMPLES

pytestmark = pytest.mark.usefixtures("quick_compiler")


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module `ppo_jax`, with a network and a training that are as small as can be."""
    spec = importlib.util.spec_from_file_location("ppo_jax", EXAMPLES / "ppo_jax.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ppo_jax", module)
    spec.loader.exec_module(module)
    for name, value in {"ROUNDS": 1, "WIDTH": 4, "EPOCHS": 1, "PARTS": 1, "STEPS": 4}.items():
        monkeypatch.setattr(module, name, value)
    return module


def test_a_small_training(learner: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(learner.SIZES, "blocks", ([{"blocks": 2}], []))
    options = ["--problems", "1", "--unseen", "1", "--copies", "2", "--updates", "1"]
    monkeypatch.setattr(sys, "argv", ["ppo_jax.py", *options])
    learner.main()
    first, *steps, last = capsys.readouterr().out.splitlines()
    assert first == "1 problems of 1 sizes, 12 actions"
    assert len(steps) == 10
    assert steps[-1].split()[0] == "80"
    assert last.startswith("unseen: ") and " of 1 (" in last


def test_problems_of_the_tests_are_not_those_of_the_training(learner: Any) -> None:
    sizes = [{"blocks": 3}, {"blocks": 4}]
    seen = learner.problems("blocks", sizes, 40)
    unseen = learner.problems("blocks", sizes, 40, seen)
    assert len({learner.body(text) for text in seen + unseen}) == 160


def test_relations_hold_the_facts_of_a_state(learner: Any) -> None:
    texts = learner.problems("gripper", [{"balls": 1, "rooms": 2}, {"balls": 2, "rooms": 3}], 1)
    env = relgym.jax.make(learner.spec("gripper").domain, texts)
    relations = learner.Relations(env)
    state = env.init_from(jnp.array([0.9]))
    facts = relations.facts(env.observe(state)[None])
    counts: dict[str, int] = {}
    for atom in env.state_of(state).atoms:
        counts[atom.predicate] = counts.get(atom.predicate, 0) + 1
    for name, places in (("at", 2), ("robot-at", 1), ("empty", 1)):
        assert facts[name, places].sum() == counts[name]
    assert facts["at/goal", 2].sum() == 2
    assert facts["at/done", 2].sum() == 0
    scores, values = learner.relational(
        relations, learner.relational_weights(relations, 0), np.stack([env.observe(state)] * 2)
    )
    assert scores.shape == (2, env.action_space.n)
    assert values.shape == (2,)
