"""Simulating and playing RDDL."""

from __future__ import annotations

import io
import json
from pathlib import Path
from statistics import fmean, stdev

import pytest
from cli.conftest import Run

ROBOT = """\
domain robot {
    types { cell : object; mood : {@calm, @wild}; };
    pvariables {
        NEXT(cell, cell) : { non-fluent, bool, default = false };
        at(cell)         : { state-fluent, bool, default = false };
        temper           : { state-fluent, mood, default = @calm };
        fuel             : { state-fluent, real, default = 10.0 };
        count            : { state-fluent, int, default = 0 };
        go(cell)         : { action-fluent, bool, default = false };
        be               : { action-fluent, mood, default = @calm };
        burn             : { action-fluent, real, default = 0.5 };
        jumps            : { action-fluent, int, default = 0 };
    };
    cpfs {
        at'(?c) = if (exists_{?d : cell} go(?d)) then go(?c) else at(?c);
        temper' = be;
        fuel' = fuel - burn + 0.0 * Normal(0.0, 1.0);
        count' = count + jumps;
    };
    reward = 2 * (sum_{?c : cell} go(?c)) - burn + Bernoulli(0.5);
    action-preconditions {
        forall_{?c : cell} (go(?c) => exists_{?d : cell} (at(?d) ^ NEXT(?d, ?c)));
        burn >= 0; burn <= 2; jumps >= 0;
    };
    state-invariants { count < 100; };
    termination { at(c3); };
}
"""

MAZE = """\
instance maze {
    domain = robot;
    objects { cell : {c1, c2, c3}; };
    non-fluents { NEXT(c1, c2); NEXT(c2, c3); NEXT(c2, c1); };
    init-state { at(c1); };
    max-nondef-actions = 2;
    horizon = 6;
    discount = 0.9;
}
"""

FILES = ("robot.rddl", "maze.rddl")


@pytest.fixture(autouse=True)
def maze(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with a domain and an instance."""
    (tmp_path / "robot.rddl").write_text(ROBOT)
    (tmp_path / "maze.rddl").write_text(MAZE)
    (tmp_path / "plan.txt").write_text("// the whole way\ngo___c2 = true, burn = 2\n\nnoop\ngo___c3=1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch):
    """Make these lines the standard input, which is no terminal."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


START = {"at___c1": True, "at___c2": False, "at___c3": False, "temper": "@calm", "fuel": 10.0, "count": 0}


def test_random_episodes(run: Run) -> None:
    ran = run("simulate", *FILES, "--episodes", "5", "--seed", "3", "--json")
    assert (ran.code, ran.err) == (0, "")
    form = ran.json
    assert form["instance"] == "maze"
    assert len(form["returns"]) == len(form["steps"]) == 5
    assert all(1 <= steps <= 6 for steps in form["steps"])
    assert form["mean"] == pytest.approx(fmean(form["returns"]))
    assert form["deviation"] == pytest.approx(stdev(form["returns"]))
    assert form["steps_per_second"] > 0
    again = run("simulate", *FILES, "--episodes", "5", "--seed", "3", "--json").json
    assert (again["returns"], again["steps"]) == (form["returns"], form["steps"])
    other = run("simulate", *FILES, "--episodes", "5", "--seed", "4", "--json").json
    assert other["returns"] != form["returns"]


def test_random_episodes_for_people(run: Run) -> None:
    lines = run("simulate", *FILES, "-e", "1", "--steps", "1").out.splitlines()
    assert lines[0] == "maze: 1 episode of random actions"
    assert lines[1].startswith("   return: mean ")
    assert "standard deviation 0, " in lines[1]
    assert lines[2].startswith("   steps: 1 an episode, ")
    assert run("simulate", *FILES).out.startswith("maze: 20 episodes of random actions\n")


def test_an_instance_without_a_horizon(run: Run, maze: Path) -> None:
    (maze / "maze.rddl").write_text(MAZE.replace("horizon = 6", "horizon = pos-inf").replace("NEXT(c2, c3); ", ""))
    ran = run("simulate", *FILES)
    assert (ran.code, ran.out) == (1, "")
    assert "'maze' has no horizon" in ran.err
    assert "hint: --steps 100" in ran.err
    assert run("simulate", *FILES, "--steps", "9", "-e", "2", "--json").json["steps"] == [9, 9]


def test_a_plan(run: Run) -> None:
    ran = run("simulate", *FILES, "--plan", "plan.txt", "--json")
    assert (ran.code, ran.err) == (0, "")
    start, first, second, last = ran.lines
    assert start == {
        "step": 0,
        "action": None,
        "observation": START,
        "reward": 0.0,
        "terminated": False,
        "truncated": False,
    }
    assert (first["step"], first["action"]) == (1, {"go___c2": True, "burn": 2.0})
    assert first["observation"] == {**START, "at___c1": False, "at___c2": True, "fuel": 8.0}
    assert first["reward"] in (0.0, 1.0)
    assert (second["action"], second["observation"]["fuel"]) == ({}, 7.5)
    assert (last["terminated"], last["truncated"]) == (True, False)


def test_a_plan_for_people(run: Run) -> None:
    ran = run("simulate", *FILES, "--plan", "go___c2=true,burn=2;be=wild", "--after", "jumps=4")
    lines = ran.out.splitlines()
    assert lines[0] == "0: start"
    assert "count    4" in ran.out
    at = next(number for number, line in enumerate(lines) if line.startswith("1: "))
    assert lines[at].startswith("1: go___c2 = true, burn = 2, reward ")
    assert lines[at + 1] == "   at___c1  true -> false   at___c2  false -> true   fuel     9.5 -> 7.5"
    assert lines[at + 2].startswith("2: be = @wild, reward ")
    assert lines[at + 3] == "   temper  @calm -> @wild   fuel    7.5 -> 7"


def test_ends(run: Run) -> None:
    ran = run("simulate", *FILES, "--plan", "go___c2=1;go___c3=1;noop")
    assert ran.code == 2
    assert "The episode has ended, a condition of its end holds. Return " in ran.out
    assert ran.err == "error: step 3 cannot be taken: the episode has ended, a condition of its end holds\n"
    ran = run("simulate", *FILES, "--plan", "noop;noop;noop;noop;noop;noop")
    assert "The episode has ended, its horizon is reached." in ran.out
    ran = run("simulate", *FILES, "--plan", "jumps=100")
    assert "The episode has ended, an invariant is broken: (count < 100)." in ran.out


def test_a_game(run: Run, say) -> None:
    say(
        "go___c3=true",
        "",
        "gi___c2=true",
        "go___c2 = maybe",
        "be=wilt",
        "burn=3",
        "jumps=1.5",
        "go___c2",
        "burn=1,burn=1",
    )
    ran = run("play", "robot.rddl", "--problem", "maze.rddl")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("maze of robot: horizon 6, discount 0.9\n")
    assert "actions, at most 2 other than their defaults\n" in ran.out
    assert "burn     a number from 0 to 2; 0.5 by default" in ran.out
    assert "be       @calm or @wild; @calm by default" in ran.out
    assert "jumps    a whole number from 0 on; 0 by default" in ran.out
    told = ran.out.split("state\n", 2)[-1].split("\n", 2)[2]
    refusal, told = told.split("~\n", 1)
    assert refusal.startswith(
        "robot.rddl:22:9: the action breaks forall_{?c : cell} (go(?c) => (exists_{?d : cell} (at("
    )
    assert told == (
        "there is no action 'gi___c2'\n"
        "hint: did you mean 'go___c2'?\n"
        "expected: noop, or NAME = VALUE with go___c1, go___c2, go___c3, be, burn or jumps\n"
        "'maybe' is no value of 'go___c2'\n"
        "expected: true or false\n"
        "'wilt' is no value of 'be'\n"
        "hint: did you mean '@wild'?\n"
        "expected: @calm or @wild\n"
        "'3' is no value of 'burn'\n"
        "expected: a number from 0 to 2\n"
        "'1.5' is no value of 'jumps'\n"
        "expected: a whole number from 0 on\n"
        "'go___c2' has no value\n"
        "expected: go___c2 = VALUE\n"
        "'burn' is named twice\n"
        "expected: each name once\n"
    )


def test_a_game_goes_on_to_its_end(run: Run, say) -> None:
    say(
        "go___c2=true,be=wild",
        "random",
        "?",
        "actions",
        "state",
        "burn=1,be=wild,jumps=1",
        "go___c3=true",
        "noop",
        "(never)",
    )
    out = run("play", "robot.rddl", "-n", "maze.rddl", "--seed", "1").out
    assert "1: go___c2 = true, be = @wild, reward " in out
    assert (
        "   at___c1  true -> false    temper   @calm -> @wild\n   at___c2  false -> true    fuel     10 -> 9.5\n" in out
    )
    assert "3 actions differ from their defaults; at most 2 may" in out
    assert out.count("actions, at most 2 other than their defaults") == 2
    assert out.count("NAME = VALUE, NAME = VALUE") == 2
    assert "\n2: " in out
    assert "The episode has ended, " in out
    assert "never" not in out


def test_asking_why(run: Run, say) -> None:
    say(
        "why noop",
        "why reward",
        "go___c2 = true",
        "why reward",
        "why at___c2",
        "why exists_{?c : cell} at(?c)",
        "why at(?c)",
    )
    told = run("play", "robot.rddl", "-n", "maze.rddl").out
    assert "the action may be taken: every precondition holds\n" in told
    assert "no step has been taken that 'reward' could come from\nhint: --after noop" in told
    assert "\nreward is " in told
    assert "\nat'(c2) is true" in told
    assert "exists_{?c : cell} at(?c) is true, for ?c = c2\n" in told
    assert "'?c' is free in at(?c)\n" in told


def test_a_game_as_json(run: Run, say) -> None:
    say("go___c2=true", "", "go___c9=true", "noop")
    ran = run("play", "robot.rddl", "-n", "maze.rddl", "--json")
    assert ran.code == 1
    start, first = map(json.loads, ran.answer.splitlines())
    assert start["observation"] == START
    assert (first["step"], first["action"]) == (1, {"go___c2": True})
    assert ran.err.startswith("error: step 2 cannot be taken: there is no action 'go___c9'\n")
    say("noop")
    after = run("play", "robot.rddl", "-n", "maze.rddl", "--json", "--after", "go___c2=true").lines
    assert after[0]["observation"]["at___c2"] is True
    assert [line["step"] for line in after] == [0, 1]


def test_what_is_seen_where_not_all_is(run: Run, maze: Path, say) -> None:
    text = ROBOT.replace("go(cell) ", "smoke : { observ-fluent, bool }; go(cell) ").replace(
        "temper' = be;", "temper' = be; smoke = burn > 1;"
    )
    (maze / "robot.rddl").write_text(text)
    say("burn=2")
    out = run("play", "robot.rddl", "-n", "maze.rddl").out
    assert "observation\n   smoke  false\n1: burn = 2, reward " in out
    assert out.endswith("\n   smoke  false -> true\n")
    assert "temper" not in out


def test_domains_that_come_with_relgym(run: Run, say) -> None:
    say("reboot___c1=true")
    assert "1: reboot___c1 = true, reward " in run("play", "sysadmin", "--problem", "test/1").out
    assert run("simulate", "sysadmin", "p02", "-e", "1").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("play", "robot.rddl"), 1, "there is no problem\nexpected: the problem's file"),
        (("play", "robot.rddl", "-n", "mace.rddl"), 1, "did you mean 'maze.rddl'?"),
        (("play", "sysadmin", "-n", "77"), 1, "'sysadmin' has no train problem 77"),
        (("simulate", "robto.rddl", "maze.rddl"), 1, "did you mean 'robot.rddl'?"),
        (("simulate", *FILES, "--plan", "plam.txt"), 1, "did you mean 'plan.txt'?"),
        (("simulate", *FILES, "--axioms", "plan.txt"), 1, "RDDL has no axioms"),
        (("simulate", *FILES, "--after", "noop"), 1, "random actions begin at the start"),
        (("simulate", *FILES, "--plan", "noop", "--steps", "3"), 1, "--episodes and --steps go with random actions"),
        (("simulate", *FILES, "--plan", "go___c4 = true"), 1, "did you mean 'go___c"),
        (
            ("simulate", *FILES, "--plan", "go___c3 = true"),
            2,
            "robot.rddl:22:9: step 1 cannot be taken: the action breaks forall",
        ),
    ],
)
def test_what_is_wrong_is_said(run: Run, arguments: tuple[str, ...], code: int, words: str) -> None:
    ran = run(*arguments)
    assert ran.code == code
    assert words in ran.err
    assert ran.err.startswith("error: ")
