"""The command line on RDDL files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from cli.conftest import Run

from relgym.backends import registry
from relgym.catalogue.domains import SPLITS, spec
from relgym.errors import MissingEngine, UnsupportedFeature
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

CHECKED = [("sysadmin", "test"), ("game-of-life", "train"), ("hanoi", "train")]

LAMP = """\
domain lamp {
    types { room : object; };
    pvariables {
        BRIGHT(room) : { non-fluent, real, default = 0.5 };
        lit(room)    : { state-fluent, bool, default = false };
        glow(room)   : { interm-fluent, real };
        press(room)  : { action-fluent, bool, default = false };
    };
    cpfs {
        lit'(?r) = if (glow(?r) > 0) then lit(?r) ~= press(?r) else Bernoulli(0.5);
        glow(?r) = BRIGHT(?r) * lit(?r);
    };
    action-preconditions { (sum_{?r : room} press(?r)) <= 1; };
}
"""

HOUSE = """\
instance house {
    domain = lamp;
    objects { room : {hall, attic}; };
    max-nondef-actions = 1;
    horizon = 7;
    discount = 0.9;
}
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with a domain and an instance."""
    (tmp_path / "lamp.rddl").write_text(LAMP)
    (tmp_path / "house.rddl").write_text(HOUSE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_says_what_files_hold(run: Run, house: Path) -> None:
    ran = run("check", "lamp.rddl", "house.rddl")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "lamp.rddl: domain lamp (RDDL)\n"
        "   1 non-fluent, 1 state-fluent, 1 action-fluent, 1 interm-fluent\n"
        "   a step computes, each line from those above it\n"
        "     1  glow\n"
        "     2  lit'\n"
        "house.rddl: instance house of lamp\n"
        "   2 objects, horizon 7, discount 0.9\n"
        "   a step: 2 action values, 2 state values, 2 random numbers\n"
        "   uses real numbers\n"
    ) + "".join(f"   {name}: {carried}\n" for name, carried in engines("lamp.rddl", "house.rddl").items())


def engines(domain: str, instance: str) -> dict[str, str]:
    """Which engines play an instance, or why they do not."""
    found = {}
    model = read_domain(Path(domain))
    for name in registry.names():
        try:
            Dynamics(read_instance(Path(instance), model), name).close()
        except MissingEngine as error:
            found[name] = f"not installed: {error}".splitlines()[0]
        except UnsupportedFeature as error:
            found[name] = f"no: {error.message}"
        else:
            found[name] = "yes"
    return found


def test_check_says_which_engines_carry_an_instance(run: Run, house: Path) -> None:
    (house / "lamp.rddl").write_text(LAMP.replace("else Bernoulli(0.5)", "else ($guess[]() > 0)"))
    ran = run("check", "lamp.rddl", "house.rddl", "--json")
    assert (ran.code, ran.json["errors"]) == (0, [])
    [problem] = ran.json["problems"]
    assert problem["features"] == {"functions of the caller": "lamp.rddl:10:70", "real numbers": "lamp.rddl:11:20"}
    assert problem["engines"]["builtin"] == "yes"
    assert problem["engines"]["swipl"].startswith(("no: the engine 'swipl' does not support: functions of", "not inst"))
    (house / "lamp.rddl").write_text(LAMP.replace("real", "int").replace("0.5 }", "5 }"))
    assert "   uses truth values, items and whole numbers alone\n" in run("check", "lamp.rddl", "house.rddl").out


def test_check_as_json(run: Run, house: Path) -> None:
    form = run("check", "lamp.rddl", "house.rddl", "--json").json
    [domain], [problem] = form["domains"], form["problems"]
    assert (domain["name"], domain["language"], domain["order"]) == ("lamp", "rddl", [["glow"], ["lit'"]])
    assert domain["conditions"] == {"preconditions": 1, "invariants": 0, "termination": 0}
    assert (problem["objects"], problem["values"], problem["actions"], problem["draws"]) == (2, 2, 2, 2)


def test_long_levels_are_broken_into_lines(run: Run, house: Path) -> None:
    fluents = [f"quan-tity-{number}" for number in range(12)]
    declared = " ".join(f"{name} : {{ interm-fluent, real }};" for name in fluents)
    text = LAMP.replace("press(room)", f"{declared} press(room)")
    (house / "lamp.rddl").write_text(
        text.replace("glow(?r) =", f"{' '.join(f'{name} = 1;' for name in fluents)} glow(?r) =")
    )
    lines = run("check", "lamp.rddl").out.splitlines()
    assert lines[3] == "     1  " + ", ".join(fluents[:7]) + ","
    assert lines[4] == "        " + ", ".join([*fluents[7:], "glow"])
    assert lines[5] == "     2  lit'"


def test_one_file_may_hold_both(run: Run, house: Path) -> None:
    (house / "both.rddl").write_text(LAMP + HOUSE)
    ran = run("check", "both.rddl")
    assert ran.code == 0
    assert "domain lamp" in ran.out
    assert "instance house" in ran.out


def test_check_says_what_is_wrong_with_every_file(run: Run, house: Path) -> None:
    (house / "other.rddl").write_text(HOUSE.replace("hall", "lamp.").replace("attic", "cellar"))
    (house / "typo.rddl").write_text(LAMP.replace("BRIGHT(?r) *", "BRIHGT(?r) *"))
    ran = run("check", "lamp.rddl", "house.rddl", "other.rddl", "typo.rddl")
    assert ran.code == 1
    assert "instance house" in ran.out
    assert "typo.rddl:11:20: " in ran.err
    assert "did you mean 'BRIGHT'?" in ran.err
    assert ran.err.count("other.rddl:3:27: '.' cannot stand here") == 1
    assert "Traceback" not in ran.err


def test_an_instance_alone(run: Run, house: Path) -> None:
    ran = run("check", "house.rddl")
    assert ran.code == 1
    assert "house.rddl cannot be checked without its domain" in ran.err
    assert "relgym check DOMAIN INSTANCE" in ran.err


def test_check_takes_domains_that_come_along(run: Run) -> None:
    ran = run("check", "relgym/SysAdminTest-v0", "game-of-life", "hanoi", "--json")
    assert (ran.code, ran.json["errors"]) == (0, [])
    assert [form["name"] for form in ran.json["domains"]] == ["hanoi", "sysadmin", "game-of-life"]
    counted = Counter((form["domain"], Path(form["file"]).parent.name) for form in ran.json["problems"])
    numbers = {name: len(spec(name).problems(split)) for name, split in CHECKED}
    assert counted == {(name, split): numbers[name] for name, split in CHECKED}


def test_check_takes_the_axioms_of_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "env.toml").write_text(
        'id = "Stack"\ndescription = "A stack."\nmax_episode_steps = 1\naxioms = ["more.pddl"]\n'
    )
    (tmp_path / "domain.pddl").write_text("(define (domain stack) (:predicates (on ?x ?y)))")
    (tmp_path / "more.pddl").write_text(
        "(define (axioms more) (:predicates (held ?x)) (:derived (held ?x) (on ?x ?x)))"
    )
    [domain] = run("check", str(tmp_path), "--json").json["domains"]
    assert domain["axioms"] == 1


def test_check_says_what_is_there_if_a_name_is_none(run: Run) -> None:
    ran = run("check", "sysadmn", "sysadmin")
    assert ran.code == 1
    assert "there is no domain 'sysadmn'" in ran.err
    assert "did you mean 'sysadmin'?" in ran.err
    assert "instance sysadmin-5-2-1 of sysadmin" in ran.out


def test_other_commands_find_the_instance(run: Run) -> None:
    assert run("actions", "relgym/SysAdminTest-v0", "p01") == run("actions", "sysadmin", "test/0")
    assert "'sysadmin' has no test problem 'p77'" in run("actions", "sysadmin", "test/p77").err


def test_list_has_the_domains_of_both_languages(run: Run) -> None:
    found = {item["name"]: item for item in run("list", "--json").json["environments"]}
    assert (found["sysadmin"]["language"], found["blocks"]["language"]) == ("rddl", "pddl")
    assert found["sysadmin"]["ids"] == {"train": "relgym/SysAdmin-v0", "test": "relgym/SysAdminTest-v0"}
    assert found["sysadmin"]["max_episode_steps"] is None
    assert found["sysadmin"]["problems"] == {split: len(spec("sysadmin").problems(split)) for split in SPLITS}
    pddl, rddl = run("list").out.split("RDDL  ")
    assert " blocks " in pddl
    assert " sysadmin " in rddl
    assert " sysadmin " not in pddl
