"""relgym solve: policies on the command line, for both languages."""

from __future__ import annotations

import json

import pytest


def test_a_task(run, tmp_path):
    out = tmp_path / "policy.json"
    ran = run("solve", "tireworld", "0", "--episodes", "20", "-o", str(out))
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:4] == [
        "lrtdp: lowest expected cost to the goal, 500 for a dead end",
        "first action: (drive l2 l6)",
        "value of the start: 5",
        "64 states, residual 0.0e+00",
    ]
    assert lines[4].startswith("20 episodes: mean ") and lines[4].endswith(", 20 reached the goal")
    assert json.loads(out.read_text())["method"] == "lrtdp"
    assert [*tmp_path.iterdir()] == [out]


def test_json(run):
    found = run("solve", "navigation", "0", "-m", "value_iteration", "--criterion", "probability", "--json").json
    assert found["criterion"]["name"] == "probability"
    assert (found["value"], found["evaluation"]) == (1.0, None)
    assert found["action"].startswith("(move ")


def test_an_instance(run):
    ran = run("solve", "sysadmin", "0", "--trials", "5", "--horizon", "5", "--episodes", "2")
    assert ran.code == 0
    assert ran.out.startswith("uct: highest expected return, horizon 5, discount 1\nfirst action: ")
    assert ran.out.splitlines()[-1].endswith(", 0 terminated")
    found = run("solve", "sysadmin", "0", "-m", "value_iteration", "--horizon", "4", "--json").json
    assert found["convergence"]["status"] == "solved" and isinstance(found["action"], dict)


def test_an_interrupt_of_the_first_episode_keeps_the_policy(run, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("relgym.planning.stochastic.evaluation.evaluate", interrupted)
    ran = run("solve", "tireworld", "0", "--episodes", "20", "--json")
    assert (ran.code, ran.json["action"], ran.json["evaluation"]) == (0, "(drive l2 l6)", None)
    assert ran.err == "interrupted: no episode was played to its end\n"


def test_a_limit(run):
    ran = run("solve", "exploding-blocks", "9", "-m", "value_iteration", "--limit", "0")
    assert ran.code == 2
    assert "not finished: value iteration did not answer within 0 s" in ran.out


def test_options_of_the_method(run, tmp_path):
    out = tmp_path / "policy.json"
    asked = ("--horizon", "3", "--set", "trials=4", "--set", "exploration = 1.5", "-o", str(out))
    assert run("solve", "sysadmin", "0", "-m", "uct", *asked).code == 0
    assert json.loads(out.read_text())["options"] == {"trials": 4, "exploration": 1.5}


def test_a_limit_of_gradients_keeps_the_best_plan(run):
    ran = run("solve", "cart-pole-continuous", "0", "-m", "gradient", "--limit", "0")
    assert ran.code == 0
    assert "0 iterations, not finished: planning by gradients did not answer within 0 s" in ran.out


@pytest.mark.parametrize(
    ("arguments", "value_is", "line"),
    [
        (("exploding-blocks", "9", "-m", "lrtdp"), "at least", "value of the start: at least 1\n"),
        (("exploding-blocks", "9", "-m", "value_iteration"), "at most", "value of the start: at most 500"),
        (("exploding-blocks", "9", "--criterion", "probability", "-m", "lrtdp"), "at most", "start: at most 1"),
        (("exploding-blocks", "9", "--criterion", "discounted", "-m", "value_iteration"), "at least", "at least 0"),
        (("sysadmin", "0", "-m", "value_iteration"), None, "value of the start: not known"),
    ],
    ids=str,
)
def test_a_value_at_a_limit_is_a_bound_or_none(run, arguments, value_is, line):
    assert line in run("solve", *arguments, "--limit", "0").out
    found = run("solve", *arguments, "--limit", "0", "--json").json
    assert (found["value_is"], found["convergence"]["status"]) == (value_is, "limit")
    assert found["convergence"]["bound"] == value_is
    assert (found["value"] is None) == (value_is is None)


def test_a_value_of_a_search_is_an_estimate(run):
    ran = run("solve", "sysadmin", "0", "-m", "uct", "--trials", "5", "--json")
    assert ran.json["value_is"] == "estimate"
    assert run("solve", "tireworld", "0", "--json").json["value_is"] == "exact"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("tireworld", "0", "-m", "magic"), "there is no method 'magic'"),
        (("tireworld", "0", "-m", "lrtdp", "--trials", "3"), "the method 'lrtdp' has no option 'trials'"),
        (("tireworld", "0", "-m", "lrtdp", "--set", "depht"), "--set depht gives no value"),
        (("sysadmin", "0", "-m", "uct", "--set", "trails=3"), "did you mean 'trials'?"),
        (("sysadmin", "0", "-m", "gradient", "--set", "plan=tree"), "there is no form of plans 'tree'"),
        (("tireworld", "0", "-m", "noop"), "the method 'noop' does not support PDDL"),
        (("tireworld", "0", "--criterion", "speed"), "there is no criterion 'speed'"),
        (("sysadmin", "0", "-x", "(:derived (p) (q))"), "RDDL has no axioms"),
        (("sysadmin", "0", "--penalty", "3"), "the criterion 'return' has no penalty"),
        (("tireworld", "0", "--horizon", "4"), "--horizon bounds the episodes of PDDL, and none are played"),
    ],
)
def test_one_error(run, arguments, error, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("solve", *arguments)
    assert ran.code == 1
    assert ran.err.startswith("error: ") and error in ran.err
    assert [*tmp_path.iterdir()] == []


def test_the_command_says_which_it_took_and_why(run, monkeypatch):
    monkeypatch.setattr("relgym.planning.methods.CANDIDATES", {"uct": {"trials": 2}, "noop": {}})
    ran = run("solve", "sysadmin", "0", "--horizon", "3")
    assert "was chosen: mean return of 2 episodes of 3 steps: " in ran.out.splitlines()[-1]
    found = run("solve", "sysadmin", "0", "--horizon", "3", "--json").json
    assert {each["method"] for each in found["choice"]["tried"]} == {"uct", "noop"}
    assert run("solve", "tireworld", "0", "--json").json["choice"] is None
