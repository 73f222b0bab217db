"""Problems of the package rddlrepository by their names: in Python, on the command line and in recordings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rddlrepository_files import ROOT, needs_repository

import relgym
from relgym.catalogue import repository
from relgym.catalogue.entries import find
from relgym.cli import main
from relgym.data import record, replay
from relgym.errors import RelgymError

NAME = "SysAdmin_MDP_ippc2011"
FOLDER = ROOT / "competitions/IPPC2011/SysAdmin/MDP"


@needs_repository
def test_the_names_are_those_that_the_package_gives_its_problems() -> None:
    manager = pytest.importorskip("rddlrepository").RDDLRepoManager()
    assert {*repository.folders()} == {*manager.list_problems()}
    for name in repository.folders():
        found = repository.repository_spec(name)
        assert found is not None and found.domain.is_file()
        assert [*found.instances] == manager.get_problem(name).list_instances()


@needs_repository
@pytest.mark.parametrize("name", [NAME, f"rddlrepository/{NAME}"])
@pytest.mark.parametrize("instance", ["2", 2, "instance2", "instance2.rddl", "train/instance2"])
def test_a_problem_is_loaded_by_its_name_and_the_number_of_its_instance(name: str, instance: int | str) -> None:
    assert relgym.load(name, instance) == relgym.load(FOLDER / "domain.rddl", FOLDER / "instance2.rddl")


@needs_repository
def test_without_an_instance_the_first_one_is_meant() -> None:
    assert relgym.load(NAME) == relgym.load(FOLDER / "domain.rddl", FOLDER / "instance1.rddl")
    assert relgym.load("CartPole_Continuous_gym") == relgym.load("CartPole_Continuous_gym", "0")


@needs_repository
def test_an_environment_of_a_problem_by_name_plays_its_files() -> None:
    env = relgym.make("CartPole_Continuous_gym", "0")
    by_path = relgym.make(ROOT / "gym/CartPole/Continuous/domain.rddl", ROOT / "gym/CartPole/Continuous/instance0.rddl")
    assert env.spec is not None and env.spec.id == "relgym/Files"
    for made in (env, relgym.make(NAME, problem=3)):
        made.reset(seed=1)
    assert env.reset(seed=3)[0] == by_path.reset(seed=3)[0]
    assert relgym.make(NAME, problem=3).reset()[1]["problem_file"] == str(FOLDER / "instance3.rddl")
    array = relgym.make(NAME, 1, form="arrays").reset(seed=0)[0]
    assert array["running"].shape == (10,)


@needs_repository
def test_a_domain_of_relgym_goes_before_one_of_the_package() -> None:
    """`Elevators` is a name of both."""
    assert relgym.load("Elevators", 0) == relgym.load("elevators", 0)
    assert relgym.load("rddlrepository/Elevators", 0).domain != relgym.load("Elevators", 0).domain


@needs_repository
@pytest.mark.parametrize(
    ("name", "instance", "message", "expected"),
    [
        (NAME, "0", f"'{NAME}' has no instance 0", "one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
        (NAME, "test/1", f"'{NAME}' has no instance test/1", "one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
        (
            "CartPole_Continous_gym",
            "0",
            "there is no domain 'CartPole_Continous_gym'; did you mean 'CartPole_Continuous_gym'?",
            "a domain's name, an environment's id, a folder with an env.toml, a file, or the text itself",
        ),
        (
            "rddlrepository/Elevator",
            "0",
            "rddlrepository has no problem 'Elevator'; did you mean 'Elevators'?",
            "one of ",
        ),
        ("rddlrepository/", "1", "'rddlrepository/' names no problem of rddlrepository", "one of "),
    ],
)
def test_wrong_names_and_instances(name: str, instance: str, message: str, expected: str) -> None:
    for function in (relgym.load, relgym.make):
        with pytest.raises(RelgymError) as caught:
            function(name, instance)
        assert caught.value.message == message
        assert str(caught.value.expected).startswith(expected)


@needs_repository
def test_the_command_line_knows_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["actions", NAME, "1", "--json"]) == 0
    by_name = json.loads(capsys.readouterr().out)
    assert main(["actions", str(FOLDER / "domain.rddl"), str(FOLDER / "instance1.rddl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == by_name
    assert main(["list", NAME]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{NAME}: ") and "instance10" in out and f"relgym.make('{NAME}', 'instance1')" in out
    assert main(["check", NAME]) == 0
    assert "instance10.rddl" in capsys.readouterr().out
    assert main(["generate", NAME]) == 1
    assert "a domain has a generator if" in capsys.readouterr().err


@needs_repository
def test_recordings_are_made_of_names(tmp_path: Path) -> None:
    file = tmp_path / "walks.jsonl"
    record("CartPole_Continuous_gym", path=file, max_steps=3)
    assert main(["record", NAME, "2", "--steps", "2", "-e", "1", "-o", str(tmp_path / "two.jsonl")]) == 0
    for path in (file, tmp_path / "two.jsonl"):
        assert replay(path)
        assert str(ROOT) not in path.read_text()


def test_where_the_package_is_missing_its_names_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository, "PACKAGE", "rddlrepository_that_is_not_installed")
    repository.folders.cache_clear()
    try:
        assert find("CartPole_Continuous_gym") is None
        for name in ("CartPole_Continuous_gym", "rddlrepository/UAV_Mixed", "Traffic_POMDP_ippc2014"):
            with pytest.raises(RelgymError, match=re.escape("rddlrepository, which is not installed")) as caught:
                relgym.load(name, "0")
            assert caught.value.hint == "pip install rddlrepository"
        with pytest.raises(RelgymError, match="there is no domain 'CartPol'"):
            relgym.load("CartPol", "0")
    finally:
        repository.folders.cache_clear()
