"""Names of domains and problems: one rule and one error for Python and the command line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.catalogue.entries import entry, find, meant
from relgym.errors import ParseError, RelgymError
from relgym.model.rddl.domain import Instance
from relgym.read.pddl.loading import load_task

DOMAIN = "(define (domain lamp) (:predicates (on)))"
DARK = "(define (problem dark) (:domain lamp) (:init) (:goal (on)))"
ENV = 'id = "Lamp"\ndescription = "A lamp."\nmax_episode_steps = 5\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lamp_folder(folder: Path) -> Path:
    (folder / "problems/train").mkdir(parents=True)
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "problems/train/dark.pddl").write_text(DARK)
    (folder / "env.toml").write_text(ENV)
    return folder


@pytest.mark.parametrize("name", ["blocks", "Blocks", "relgym/Blocks-v0"])
@pytest.mark.parametrize("problem", [2, "2", "p03", "p03.pddl", "train/2", "train/p03"])
def test_names_of_a_domain_and_a_problem(name: str, problem: int | str) -> None:
    expected = load_task(spec("blocks").domain, spec("blocks").problem("train", 2))
    assert relgym.load(name, problem).problem == expected.problem


def test_without_a_problem_the_first_one_is_meant() -> None:
    assert relgym.load("blocks") == relgym.load("blocks", 0)
    assert relgym.load("relgym/BlocksTest-v0") == relgym.load("blocks", "test/0") != relgym.load("blocks")


def test_tasks_by_name_have_the_axioms_and_free_parameters_of_their_env_toml() -> None:
    by_name = {schema.name: schema.free for schema in relgym.load("sokoban").domain.actions}
    assert by_name == {**by_name, **{name: tuple(free) for name, free in spec("sokoban").free.items()}}


def test_instances_by_name() -> None:
    found = relgym.load("sysadmin", "test/p02")
    assert isinstance(found, Instance)
    assert found == relgym.load("relgym/SysAdminTest-v0", 1) == relgym.load("sysadmin", ["test/p02"])
    with pytest.raises(RelgymError, match="axioms are for PDDL"):
        relgym.load("sysadmin", 0, "stacks")


def test_a_file_or_text_may_be_the_problem_of_a_domain_by_name(tmp_path: Path) -> None:
    path = spec("blocks").problem("test", 4)
    copy = tmp_path / "mine.pddl"
    copy.write_text(path.read_text())
    expected = relgym.load("blocks", "test/4")
    for given in (path, copy, str(copy), path.read_text(), relgym.Text(path.read_text()), [copy]):
        assert relgym.load("blocks", given) == expected


def test_a_folder_with_an_env_toml_is_a_domain(here: Path) -> None:
    folder = lamp_folder(here / "lamp")
    for given in (folder, str(folder), "lamp", "./lamp"):
        assert relgym.load(given).problem.name == "dark"


def test_a_file_goes_before_a_name(here: Path) -> None:
    (here / "blocks").write_text(DOMAIN)
    assert meant("blocks") is None
    assert relgym.load("blocks", DARK + "\n").domain.name == "lamp"


def test_texts_and_paths_are_no_names(here: Path) -> None:
    (here / "mine.pddl").write_text(DOMAIN)
    texts: list[Any] = [DOMAIN, relgym.Text("blocks"), "", "; only a comment", "mine.pddl", Path("mine.pddl")]
    assert [meant(each, texts=True) for each in texts] == [None] * len(texts)
    with pytest.raises(ParseError, match=r"cannot read the domain file 'nothing.pddl'"):
        relgym.load("nothing.pddl", DARK)
    with pytest.raises(ParseError, match=r"cannot read the domain file 'nothing/blocks'"):
        relgym.load("nothing/blocks", DARK)
    with pytest.raises(ParseError, match=r"cannot read the domain file 'blocks'"):
        relgym.load(Path("blocks"), DARK)
    with pytest.raises(RelgymError, match="3 is neither a path nor a text"):
        relgym.load(3, DARK)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bloks", "there is no domain 'bloks'; did you mean 'blocks'?"),
        ("relgym/", "there is no domain 'relgym/'; did you mean 'relgym/Uav-v0'?"),
        ("relgym/Blosks-v0", "there is no domain 'relgym/Blosks-v0'; did you mean 'relgym/Blocks-v0'?"),
        ("mydomain", "there is no domain 'mydomain'; did you mean 'mydomain.pddl'?"),
        ("qqq", "there is no domain 'qqq'"),
        ("a" * 5000, f"there is no domain '{'a' * 5000}'"),
    ],
)
def test_the_error_for_a_misspelt_name_says_what_is_near_and_what_can_be_given(
    name: str, message: str, here: Path
) -> None:
    (here / "mydomain.pddl").write_text(DOMAIN)
    with pytest.raises(RelgymError) as caught:
        relgym.load(name, 0)
    assert caught.value.message == message
    assert caught.value.expected == (
        "a domain's name, an environment's id, a folder with an env.toml, a file, or the text itself"
    )
    assert re.match("the domains are .*, blocks, .*, sysadmin, ", str(caught.value.hint))
    with pytest.raises(RelgymError, match=re.escape(message)):
        meant(name)


def test_a_folder_without_an_env_toml(here: Path) -> None:
    (here / "folder").mkdir()
    for given in ("folder", "./folder", Path("folder")):
        with pytest.raises(RelgymError, match=f"the folder '{given}' has no env.toml"):
            relgym.load(given, DARK)


@pytest.mark.parametrize(("name", "problem"), [("blocks", 99), ("sysadmin", 99), ("blocks", "p99"), ("blocks", True)])
def test_an_unknown_problem(name: str, problem: int | str) -> None:
    with pytest.raises(RelgymError, match=f"'{name}' has no train problem {problem!r}"):
        relgym.load(name, problem)


def test_find_knows_names_only() -> None:
    assert find("bloks") is None
    with pytest.raises(RelgymError, match="expected: a domain's name, an environment's id, or a folder"):
        entry("bloks")


def test_the_catalogue_is_not_imported_for_files() -> None:
    code = f"import sys, relgym; relgym.load({DOMAIN!r}, {DARK!r}); print('relgym.catalogue.domains' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "False\n"
