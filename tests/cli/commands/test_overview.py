"""relgym list: the catalogue with how hard it is, and the problems of one domain."""

from __future__ import annotations

import json
import re

import pytest

from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import catalogue, spec
from relgym.catalogue.generate import generate
from relgym.envs.measure import main


def words(text: str, first: str) -> list[str]:
    """The words of the first line that begins with one."""
    return next(line.split() for line in text.splitlines() if line.strip().startswith(first))


def test_every_domain_is_listed_as_commands_take_it(run):
    out = run("list").out
    assert max(map(len, out.splitlines())) <= 80
    text = " ".join(out.split())
    for own in catalogue():
        assert own.name in text
    assert words(out, "blocks")[:6] == ["blocks", "3…12", "Blocks", "on", "a", "table,"]
    assert words(out, "sysadmin")[:4] == ["sysadmin", "5…40", "Computers", "in"]
    assert words(out, "builtin")[1] == run("list", "--json").json["engines"]["builtin"]["version"]


def test_every_domain_has_its_numbers_among_the_baselines(run):
    out = run("list", "--baselines").out
    assert re.search(r"^ *environment +objects +plan +random +replan +uct +learned *$", out, re.M)
    assert re.search(r"^ *environment +objects +random +replan +uct *$", out, re.M)
    assert max(map(len, out.splitlines())) <= 80
    assert "…  " not in out  # Nothing is cut.
    for own in catalogue():
        assert "?" not in words(out, own.id[:16])
    assert words(out, "Blocks")[:3] == ["Blocks", "3…12", "2…10+"]
    assert words(out, "SysAdmin")[:3] == ["SysAdmin", "5…40", "92/276"]


def test_train_and_test_stand_apart(run):
    """What random actions and methods reach on the problems on which all were measured."""
    known = difficulty(spec("tireworld"))
    cells = words(run("list", "--baselines").out, "Tireworld")[-4:]
    for cell, name in zip(cells, ["random", "replan", "uct", "learned"], strict=True):
        shares = [getattr(known.train["p06"], name), getattr(known.test["p01"], name)]
        assert cell == "/".join(f"{share:.0%}" for share in shares)
    found = {each["name"]: each["reached"] for each in run("list", "--json").json["environments"]}
    assert found["tireworld"]["train"] == known.reached("train")
    assert found["tireworld"]["test"]["learned"] == known.test["p01"].learned
    instance = difficulty(spec("sysadmin")).test["p01"]
    assert found["sysadmin"]["test"]["uct"] == instance.uct and found["sysadmin"]["test"]["random"] == instance.random


def test_descriptions_need_a_wide_terminal(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    out = run("list", "--baselines").out
    assert "Blocks on a table, which a hand stacks" in out
    assert words(out, "FuelTransport")[10] == "metric"


def test_the_problems_of_a_domain(run):
    known = difficulty(spec("hanoi"))
    out = run("list", "hanoi").out
    assert "The towers of Hanoi" in out
    first = known.train["p01"]
    assert words(out, "train/p01")[1:] == [
        f"{first.objects}",
        f"{first.atoms}",
        f"{first.branching:g}",
        f"{first.shortest}",
        f"{first.random:.0%}",
        *["-"] * 3,
    ]
    assert words(out, "test/p06")[-6:-4] == ["≤", str(known.test["p06"].plan)]
    assert words(run("list", "tireworld").out, "test/p01")[-3:-1] == ["0%", "100%"]
    assert "relgym/Hanoi-v0, relgym/HanoiTest-v0; reward: goal, at most" in out
    assert run("list", "relgym/SysAdmin-v0", "--json").json["difficulty"]["train"]["p01"]["actions"] == 5


def test_an_unknown_name_is_told(run):
    ran = run("list", "bloks")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no domain 'bloks'; did you mean 'blocks'?\n" in ran.err


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "env.toml").write_text('id = "Mine"\ndescription = "Blocks."\nmax_episode_steps = 9\n')
    (tmp_path / "domain.pddl").write_text(spec("blocks").domain.read_text())
    (tmp_path / "problems" / "train").mkdir(parents=True)
    for seed in (1, 2):
        (tmp_path / "problems" / "train" / f"p{seed}.pddl").write_text(generate("blocks", seed, blocks=3))
    return tmp_path


def test_of_a_folder_of_ones_own_what_is_known_is_shown(run, folder, capsys):
    assert words(run("list", str(folder)).out, "train/p1")[1:] == ["?"] * 5
    assert main([str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder / 'difficulty.toml'}\n"
    assert words(run("list", str(folder)).out, "train/p1")[1] == "3"
    (folder / "problems" / "train" / "p1.pddl").write_text(generate("blocks", 1, blocks=4))
    assert words(run("list", str(folder)).out, "train/p2")[1:] == ["?"] * 5


def test_only_environments_that_there_are_are_named(run, folder):
    """There are none of problems that there are not."""
    assert "\nrelgym/Mine-v0; reward: goal" in run("list", str(folder)).out
    assert json.loads(run("list", str(folder), "--json").out)["ids"] == {"train": "relgym/Mine-v0"}


def test_a_wrong_file_is_told(run, folder):
    (folder / "difficulty.toml").write_text("[train]\np1 = { objects = 3 }\n")
    ran = run("list", str(folder))
    assert ran.code == 1
    assert ran.err.splitlines() == [
        f"error: {folder / 'difficulty.toml'}: train.p1.atoms: Field required",
        f"{folder / 'difficulty.toml'}: train.p1.random: Field required",
        f"hint: `python -m relgym.envs.measure {folder}` writes it again",
    ]
    (folder / "difficulty.toml").write_text("[train")
    assert run("list", str(folder)).err.startswith(f"error: {folder / 'difficulty.toml'}: Expected ']'")
    assert main(["bloks"]) == 1
