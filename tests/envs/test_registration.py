"""Ids, specs, and `relgym.make`."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from envs.stacks import STACKS, wrapped
from envs.texts import FORK, LINE, ROADS
from gymnasium.envs.registration import EnvSpec

import relgym
from relgym.catalogue import domains as catalogue
from relgym.envs import DiscreteActions, FlatObservation, PDDLEnv, register_all
from relgym.errors import RelgymError, RelgymWarning


def fresh(code: str) -> str:
    """What a new Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "imports",
    [
        "import gymnasium as gym; import relgym",
        "import relgym; import gymnasium as gym",
        "import relgym; from gymnasium.envs.registration import registry; import gymnasium as gym",
        "from relgym.envs import PDDLEnv; import gymnasium as gym",
        "import gymnasium as gym; gym.make('relgym:relgym/Blocks-v0')",
    ],
)
def test_ids_are_known_whatever_is_imported_first(imports: str) -> None:
    known = fresh(f"{imports}; print(*sorted(i for i in gym.registry if i.startswith('relgym/')))").split()
    assert known == sorted(name for own in catalogue.catalogue() for name in own.ids.values())


def test_importing_relgym_does_not_import_gymnasium() -> None:
    assert fresh("import sys, relgym; print('gymnasium' in sys.modules, 'numpy' in sys.modules)") == "False False\n"


def test_registering_reads_no_domain() -> None:
    code = """
import relgym.read.source as source
source.read_source = None
import relgym.read.pddl.domain, relgym.read.pddl.problem, relgym.read.rddl.loading
relgym.read.pddl.domain.read_source = relgym.read.pddl.problem.read_source = relgym.read.rddl.loading.read_source = None
import gymnasium as gym
print(gym.spec("relgym/Blocks-v0").max_episode_steps, gym.spec("relgym/SysAdmin-v0").max_episode_steps)
"""
    assert fresh(code) == "100 None\n"


def test_registering_again_changes_nothing() -> None:
    before = dict(gym.registry)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register_all()
    assert gym.registry == before


ENV_TOML = 'id = "Roads"\ndescription = "Roads."\nmax_episode_steps = 7\n'


def folder_of_roads(folder: Path, env_toml: str = ENV_TOML) -> Path:
    for split in ("train", "test"):
        (folder / "problems" / split).mkdir(parents=True)
        (folder / "problems" / split / "p01.pddl").write_text(FORK)
    (folder / "domain.pddl").write_text(ROADS)
    (folder / "env.toml").write_text(env_toml)
    return folder


def test_a_folder_of_ones_own_is_registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gym.envs.registration, "registry", gym.registry.copy())
    folder = folder_of_roads(tmp_path / "roads")
    monkeypatch.chdir(tmp_path)
    for steps in (7, 8):
        (folder / "env.toml").write_text(ENV_TOML.replace("7", str(steps)))
        assert relgym.register_folder("roads") == ("relgym/Roads-v0", "relgym/RoadsTest-v0")
        assert gym.spec("relgym/Roads-v0").max_episode_steps == steps
    monkeypatch.chdir("/")
    env = gym.make("relgym/RoadsTest-v0")
    assert env.reset(seed=0)[1]["problem_file"] == str(folder / "problems" / "test" / "p01.pddl")
    assert gym.make_vec("relgym/Roads-v0", 2, "vector_entry_point").reset(seed=0)[0].shape[0] == 2


def test_a_folder_with_the_id_of_another_is_refused(tmp_path: Path) -> None:
    folder = folder_of_roads(tmp_path / "roads", ENV_TOML.replace("Roads", "Blocks"))
    with pytest.raises(RelgymError) as caught:
        relgym.register_folder(folder)
    assert str(caught.value) == (
        f"{folder / 'env.toml'}: id: there is another relgym/Blocks-v0 already\nhint: choose another id"
    )


def test_a_folder_without_problems_is_refused(tmp_path: Path) -> None:
    folder = folder_of_roads(tmp_path / "roads")
    for file in folder.glob("problems/*/*"):
        file.unlink()
    with pytest.raises(RelgymError, match="has no problems"):
        relgym.register_folder(folder)


def test_a_broken_folder_does_not_break_the_import(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RelgymError("env.toml is not whole")

    monkeypatch.setattr(catalogue, "catalogue", broken)
    with pytest.warns(RelgymWarning, match="not whole"):
        register_all()


def test_splits_hold_different_problems() -> None:
    train, test = (gym.make(f"relgym/Blocks{split}-v0").unwrapped for split in ("", "Test"))
    assert set(train.problems.files).isdisjoint(test.problems.files)
    assert len(train.problems) >= 10
    assert len(test.problems) >= 5
    _, info = train.reset(seed=0)
    assert info["domain_file"].endswith("domains/blocks/domain.pddl")
    assert Path(info["problem_file"]).parent.name == "train"


@pytest.mark.parametrize("stack", STACKS)
def test_a_spec_survives_json_and_pickling(stack: str) -> None:
    env = wrapped(gym.make("relgym/Sokoban-v0", backend="sld", max_episode_steps=7), stack)
    for spec in (EnvSpec.from_json(env.spec.to_json()), pickle.loads(pickle.dumps(env.spec))):
        assert spec == env.spec
        again = gym.make(spec)
        assert type(again) is type(env)
        assert again.unwrapped.backend == "sld"
        assert _first(again) == _first(env)


def _first(env: gym.Env[Any, Any]) -> str:
    observation, info = env.reset(seed=3)
    return f"{observation} {info}"


def test_a_spec_of_files_survives_json(tmp_path: Path) -> None:
    path = tmp_path / "line.pddl"
    path.write_text(LINE)
    env = relgym.make(
        ROADS,
        [FORK, path],
        max_episode_steps=5,
        limits=relgym.Limits(seconds=3),
        free={"go": ("?y",)},
        wrappers=[DiscreteActions, FlatObservation],
    )
    assert json.loads(env.spec.to_json())["kwargs"]["problems"] == [FORK, str(path)]
    again = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(again, FlatObservation)
    assert again.unwrapped.limits == relgym.Limits(seconds=3)
    assert again.spec == env.spec
    assert _first(again) == _first(env)


def test_make_takes_one_problem_or_several(tmp_path: Path) -> None:
    path = tmp_path / "line.pddl"
    path.write_text(LINE)
    for problems, number in ((LINE, 1), (path, 1), (str(path), 1), ([path, FORK], 2), (iter([FORK, path, LINE]), 3)):
        env = relgym.make(ROADS, problems)
        assert isinstance(env.unwrapped, PDDLEnv)
        assert len(env.unwrapped.problems) == number
        assert env.reset(options={"problem": "line"})[1]["problem_file"] in (str(path), "<problem 0>", "<problem 2>")


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "p.pddl"
    path.write_text(LINE)
    assert relgym.make(ROADS, path).unwrapped.reasoner.task.problem.name == "line"
    path.write_text(FORK)
    assert relgym.make(ROADS, path).unwrapped.reasoner.task.problem.name == "fork"


@pytest.mark.parametrize("env_id", ["relgym/Blocks-v0", "relgym/CartPole-v0"])
def test_environments_say_themselves_that_they_must_be_reset(env_id: str) -> None:
    env = gym.make(env_id, render_mode="ansi")
    for call in (lambda: env.step(env.action_space.sample()), env.render):
        with pytest.raises(gym.error.ResetNeeded):
            call()
    env.reset(seed=0)
    assert env.render()


def test_rollouts_of_pddl_are_not_compiled() -> None:
    with pytest.raises(RelgymError, match="rollouts of PDDL are not compiled"):
        gym.make_vec("relgym/Blocks-v0", 2, vectorization_mode="vector_entry_point", rollouts="jax")
    with pytest.raises(RelgymError, match="'numpy' or 'jax'"):
        gym.make_vec("relgym/Blocks-v0", 2, vectorization_mode="vector_entry_point", rollouts="torch")
