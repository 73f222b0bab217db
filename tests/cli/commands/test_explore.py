"""relgym explore: figures, limits, errors."""

from __future__ import annotations

import pytest


def test_figures_as_json(run):
    ran = run("explore", "tireworld", "0", "--json")
    assert ran.code == 0
    assert ran.json == {
        "states": 80,
        "transitions": 111,
        "start_states": 1,
        "goal_states": 30,
        "dead_ends": 2,
        "stuck": 25,
        "depth": 10,
        "distance": 2,
        "branching": {"mean": 0.9, "largest": 4},
        "components": 80,
        "largest_component": 1,
        "complete": True,
        "stopped": None,
    }


def test_figures_for_people(run):
    ran = run("explore", "blocks", "0")
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == ["states             22", "transitions        42"]
    assert "branching          1.91 on average, 3 at most" in ran.out


def test_a_limit_of_states_is_kept(run):
    found = run("explore", "slide-tile", "test/0", "--states", "100", "--json").json
    assert (found["states"], found["complete"], found["stopped"]) == (100, False, "states")
    found = run("explore", "slide-tile", "test/0", "--limit", "0", "--json").json
    assert (found["states"], found["transitions"], found["stopped"]) == (1, 0, "seconds")


def test_rddl(run):
    found = run("explore", "sysadmin", "0", "--json").json
    assert (found["states"], found["dead_ends"], found["goal_states"]) == (32, None, 0)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("uav", "0"), "the actions cannot be listed"),
        (("sysadmin", "0", "--axioms", "stacks"), "RDDL has no axioms"),
        (("blocks", "0", "--executor", "threads"), "there is no executor 'threads'"),
        (("nowhere", "0"), "there is no domain 'nowhere'"),
    ],
)
def test_errors(run, arguments, error):
    ran = run("explore", *arguments)
    assert ran.code == 1
    assert error in ran.err


def test_a_picture_and_a_file(run, tmp_path):
    picture, table = tmp_path / "space.svg", tmp_path / "space.sqlite"
    assert run("explore", "blocks", "0", "-o", str(picture)).code == 0
    assert picture.read_text().startswith("<svg ")
    assert run("explore", "blocks", "0", "-o", str(table)).code == 0
    assert table.stat().st_size > 1000
    ran = run("explore", "crafting", "0", "-o", str(tmp_path / "large.svg"))
    assert (ran.code, ran.err.splitlines()[0]) == (1, "error: a picture of 1,134 states shows nothing")
    ran = run("explore", "blocks", "0", "-o", str(tmp_path / "space.png"))
    assert "has no known ending" in ran.err
    assert sorted(tmp_path.iterdir()) == [table, picture]
