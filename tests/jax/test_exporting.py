"""Exported environments do what those that they were made of do, and run without relgym."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jax
import numpy as np
import pytest

import relgym.jax
from relgym.errors import RelgymError
from tests.jax.environments import quick

ALONE = """
import sys
sys.modules["relgym"] = None
import json, zipfile, jax, jax.export
archive = zipfile.ZipFile(sys.argv[1])
told = json.loads(archive.read("environment.json"))
init, step, mask = (
    jax.export.deserialize(bytearray(archive.read(name + ".stablehlo"))) for name in ("init", "step", "mask")
)
states = init.call(jax.numpy.zeros((told["start_draws"], 5)))
valid = mask.call(states)
states, *_ = step.call(states, valid.argmax(axis=1).astype("int32"), jax.numpy.zeros((told["step_draws"], 5)))
print(told["actions"][0][str(int(valid[0].argmax()))], states[0].tolist())
"""


def exported(env: Any, folder: Path) -> Path:
    file = folder / "environment.zip"
    relgym.jax.export(env, file)
    return file


def test_walks_are_those_of_the_environment(tmp_path: Path) -> None:
    env = relgym.jax.AutoReset(relgym.jax.make("tireworld", 0, max_episode_steps=3))
    file = exported(env, tmp_path)
    assert file.stat().st_size < 100_000
    loaded = relgym.jax.load(file)
    envs = relgym.jax.Vmap(env, 4)
    sample, mask, step, observe = map(quick, (envs.sample, envs.action_mask, envs.step, envs.observe))
    ours, theirs = quick(envs.init)(jax.random.key(0)), loaded.init(jax.random.key(0), 4)
    for seed in range(5):
        keys = jax.random.split(jax.random.key(seed))
        actions = sample(ours, keys[0])
        assert (loaded.sample(theirs, keys[0]) == actions).all()
        assert (loaded.action_mask(theirs) == mask(ours)).all()
        ours, *ends = step(ours, actions, keys[1])
        theirs, *others = loaded.step(theirs, actions, keys[1])
        assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), (tuple(ours), ends), (theirs, others)))
        assert (loaded.observe(theirs) == observe(ours)).all()


def test_rddl_is_exported_too(tmp_path: Path) -> None:
    with jax.enable_x64(True):
        env = relgym.jax.make("sysadmin")
        loaded = relgym.jax.load(exported(env, tmp_path))
        states = loaded.init(jax.random.key(0), 3)
        actions = loaded.sample(states, jax.random.key(1))
        states, *_ = loaded.step(states, actions, jax.random.key(2))
        envs = relgym.jax.Vmap(env, 3)
        expected, *_ = quick(lambda: envs.step(envs.init(jax.random.key(0)), actions, jax.random.key(2)))()
        assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), states, tuple(expected)))
        with pytest.raises(RelgymError, match="have no mask"):
            loaded.action_mask(states)
    assert loaded.actions == []


def test_files_run_without_relgym(tmp_path: Path) -> None:
    env = relgym.jax.make("blocks", 0)
    file = exported(env, tmp_path)
    program = [sys.executable, "-c", ALONE, str(file)]
    said = subprocess.run(program, capture_output=True, text=True, timeout=120, check=True).stdout
    state = env.init(jax.random.key(0))
    number = int(np.argmax(env.action_mask(state)))
    after, *_ = env.step(state, number, jax.random.key(0))
    inner: Any = env
    facts = [[word] * 5 for word in after.facts.tolist()]
    assert said.strip() == f"{inner.action(number)} {facts}"


def test_what_is_no_exported_environment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RelgymError, match="this is no exported environment"):
        relgym.jax.load(tmp_path / "missing.zip")
    other = tmp_path / "other.zip"
    other.write_text("text")
    with pytest.raises(RelgymError, match="this is no exported environment"):
        relgym.jax.load(other)
    with ZipFile(other, "w") as archive:
        archive.writestr("environment.json", '{"format": 99}')
    with pytest.raises(RelgymError, match="the file has the format 99"):
        relgym.jax.load(other)
    with pytest.raises(RelgymError, match=r"relgym\.jax"):
        relgym.jax.export("blocks", other)  # type: ignore[arg-type]
