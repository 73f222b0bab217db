"""The command line on RDDL files."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.conftest import Run

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
        "   computed in the order glow, lit\n"
        "house.rddl: instance house of lamp\n"
        "   2 objects, horizon 7, discount 0.9\n"
        "   a step: 2 action values, 2 state values, 2 random numbers\n"
    )


def test_check_as_json(run: Run, house: Path) -> None:
    form = run("check", "lamp.rddl", "house.rddl", "--json").json
    [domain], [problem] = form["domains"], form["problems"]
    assert (domain["name"], domain["language"], domain["order"]) == ("lamp", "rddl", ["glow", "lit"])
    assert domain["conditions"] == {"preconditions": 1, "invariants": 0, "termination": 0}
    assert (problem["objects"], problem["values"], problem["actions"], problem["draws"]) == (2, 2, 2, 2)


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


def test_commands_that_need_a_reasoner_say_that_it_is_not_there(run: Run, house: Path) -> None:
    ran = run("actions", "lamp.rddl", "house.rddl")
    assert ran.code != 0
    assert "lamp.rddl is RDDL, which no reasoner carries yet" in ran.err
    assert "relgym.make(domain, instance) plays it" in ran.err
