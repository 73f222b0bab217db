"""Questions about RDDL on the command line: actions, outcomes, query, explain."""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.conftest import Run

from relgym.catalogue.domains import catalogue
from relgym.cli.commands import questions

LAMPS = """\
domain lamps {
    types { room : object; hue : {@red, @blue}; };
    pvariables {
        NEXT(room, room) : { non-fluent, bool, default = false };
        lit(room)        : { state-fluent, bool, default = false };
        shade            : { state-fluent, hue, default = @red };
        presses          : { state-fluent, int, default = 0 };
        press(room)      : { action-fluent, bool, default = false };
        paint            : { action-fluent, hue, default = @red };
    };
    cpfs {
        lit'(?r) = if (press(?r)) then Bernoulli(0.75) else lit(?r);
        shade' = paint;
        presses' = presses + (sum_{?r : room} press(?r));
    };
    reward = sum_{?r : room} lit(?r);
    action-preconditions {
        forall_{?r : room} (press(?r) => ~lit(?r) ^ exists_{?s : room} (NEXT(?s, ?r) ^ lit(?s)));
        (paint == @blue) => (presses > 0);
    };
}
"""

HOUSE = """\
instance house {
    domain = lamps;
    objects { room : {hall, attic, cellar}; };
    non-fluents { NEXT(hall, attic); NEXT(attic, cellar); };
    init-state { lit(hall); };
    max-nondef-actions = 1;
    horizon = 7;
    discount = 0.9;
}
"""

TANK = """\
domain tank {
    pvariables {
        level : { state-fluent, real, default = 1.0 };
        pour  : { action-fluent, real, default = 0.0 };
        shut  : { action-fluent, bool, default = false };
        turns : { action-fluent, int, default = 0 };
    };
    cpfs { level' = level + pour + Normal(0.0, 1.0) - Poisson(0.5); };
    reward = level;
    action-preconditions { pour >= 0; pour <= 2; turns >= 0; shut => level > 0; level < 3; };
}
"""

FULL = "instance full { domain = tank; max-nondef-actions = 2; horizon = 5; discount = 1; }"

FILES = ("lamps.rddl", "house.rddl")
DRAWN = ("tank.rddl", "full.rddl")
START = {"lit___hall": True, "lit___attic": False, "lit___cellar": False, "shade": "@red", "presses": 0}
UP = {**START, "lit___attic": True, "presses": 1}
DOWN = {**START, "presses": 1}


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with domains and instances."""
    texts = {"lamps.rddl": LAMPS, "house.rddl": HOUSE, "tank.rddl": TANK, "full.rddl": FULL}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "plan.txt").write_text("// two steps\nnoop\npress___attic = true\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_actions(run: Run, backend: str) -> None:
    ran = run("actions", *FILES, "--backend", backend, "--json")
    assert (ran.code, ran.out, ran.err) == (0, '{"actions": [{}, {"press___attic": true}]}\n', "")
    assert run("actions", *FILES, "--backend", backend).out == "noop\npress___attic = true\n"
    # The seed is one with which the lamp is lit.
    after = run("actions", *FILES, "--backend", backend, "--after", "plan.txt", "--seed", "1")
    assert after.out == "noop\npress___cellar = true\npaint = @blue\n"


def test_what_is_printed_can_be_said(run: Run) -> None:
    plan = ";".join(run("actions", *FILES, "--after", "plan.txt", "--seed", "1").out.splitlines())
    assert run("simulate", *FILES, "--after", "plan.txt", "--seed", "1", "--plan", plan).code == 0


def test_actions_that_have_no_list(run: Run) -> None:
    ran = run("actions", *DRAWN, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "actions": None,
        "reason": "the actions cannot be listed: 'pour' has too many values",
        "noop": True,
        "choices": {"shut": [True]},
        "bounds": {"pour": [0.0, 2.0], "turns": [0, None]},
    }
    assert run("actions", *DRAWN).out == (
        "the actions cannot be listed: 'pour' has too many values\n"
        "noop is valid\n"
        "what one value may be while all others keep their defaults; at most 2 may differ from them\n"
        "   pour   a number from 0 to 2       turns  a whole number from 0 on\n"
        "   shut   true\n"
    )


def test_a_real_action_is_told_of_where_one_alone_may_be_taken(run: Run, house: Path) -> None:
    (house / "full.rddl").write_text(FULL.replace("max-nondef-actions = 2", "max-nondef-actions = 1"))
    assert run("actions", *DRAWN, "--json").json["bounds"]["pour"] == [0.0, 2.0]


def test_a_state_in_which_noop_is_not_valid(run: Run, house: Path) -> None:
    (house / "full.rddl").write_text(FULL.replace("domain = tank;", "domain = tank; init-state { level = 3; };"))
    ran = run("actions", *DRAWN)
    assert ran.out.splitlines()[1] == "noop is not valid: the action breaks (level < 3)"
    assert run("actions", *DRAWN, "--json").json["noop"] is False


def test_many_combinations(run: Run, house: Path) -> None:
    rooms = ", ".join(f"r{number}" for number in range(12))
    text = HOUSE.replace("hall, attic, cellar", f"hall, attic, cellar, {rooms}").replace("= 1;", "= pos-inf;")
    (house / "house.rddl").write_text(text)
    ran = run("actions", *FILES, "--json")
    assert ran.json["reason"] == "more than 1000 combinations of actions may be taken"
    assert (ran.json["choices"], ran.json["bounds"]) == ({"press___attic": [True]}, {})


def test_outcomes(run: Run, backend: str) -> None:
    ran = run("outcomes", *FILES, "press___attic=true", "--backend", backend, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "outcomes": [
            {"probability": 0.75, "reward": 1.0, "fluents": UP},
            {"probability": 0.25, "reward": 1.0, "fluents": DOWN},
        ],
        "samples": None,
    }


def test_outcomes_for_people(run: Run) -> None:
    assert run("outcomes", *FILES, "press___attic = 1").out == (
        "0.75, reward 1\n   lit___attic  false -> true   presses      0 -> 1\n0.25, reward 1\n   presses  0 -> 1\n"
    )
    assert (
        run("outcomes", *FILES, "noop", "--after", "plan.txt", "--seed", "1").out == "1, reward 2\n   nothing changes\n"
    )


def test_outcomes_that_are_drawn(run: Run) -> None:
    ran = run("outcomes", *DRAWN, "pour = 1")
    assert (ran.code, ran.out) == (1, "")
    assert "has too many results to list them\nhint: --samples draws some" in ran.err
    drawn = run("outcomes", *DRAWN, "pour = 1", "--samples", "5", "--seed", "2", "--json")
    assert drawn.json["samples"] == 5
    assert [outcome["probability"] for outcome in drawn.json["outcomes"]] == [0.2] * 5
    assert run("outcomes", *DRAWN, "pour = 1", "--samples", "5", "--seed", "2", "--json") == drawn
    assert run("outcomes", *DRAWN, "pour = 1", "--samples", "5", "--seed", "3", "--json") != drawn
    many = run("outcomes", *FILES, "press___attic=true", "--samples", "2000", "--json").json["outcomes"]
    assert [outcome["fluents"] for outcome in many] == [UP, DOWN]
    assert many[0]["probability"] == pytest.approx(0.75, abs=0.05)


def test_query(run: Run, backend: str) -> None:
    lamps = (*FILES, "--backend", backend)
    assert run("query", *lamps, "lit(?r)", "--json").out == '{"variables": ["?r"], "answers": [["hall"]]}\n'
    assert run("query", *lamps, "~lit(?r) ^ (shade == ?h)").out == "?r = attic, ?h = @red\n?r = cellar, ?h = @red\n"
    assert run("query", *lamps, "lit(attic)").out == "false\n"
    assert run("query", *lamps, "exists_{?r : room} lit(?r)", "--json").out == '{"holds": true}\n'
    assert run("query", *lamps, "sum_{?r : room} lit(?r)", "--json").out == '{"value": 1}\n'
    assert run("query", *lamps, "shade", "--json").out == '{"value": "@red"}\n'
    assert run("query", *lamps, "presses + 1", "--after", "plan.txt").out == "2\n"


def test_explain(run: Run, backend: str) -> None:
    lamps = (*FILES, "--backend", backend)
    told = run("explain", *lamps, "press___hall=true").out
    assert told.startswith("the action may not be taken: a precondition fails\n  forall_{?r : room} (press(?r) => ")
    assert "press(hall) is true, by the action\n" in told
    assert told.endswith("lit(hall) is true, in the state\n")
    assert run("explain", *lamps, "noop").out.startswith("the action may be taken: every precondition holds\n")
    assert run("explain", *lamps, "lit(attic)").out == "lit(attic) is false, in the state\n"
    assert run("explain", *lamps, "presses == 0", "--json").json["text"].startswith("presses == 0 is true")


def test_explaining_the_last_step(run: Run) -> None:
    after = ("--after", "plan.txt", "--seed", "1")
    told = run("explain", *FILES, "lit___attic", *after).out
    assert told.startswith(
        "lit'(attic) is true\n  press(attic) is true, by the action\n  Bernoulli(0.75) is true: drawn"
    )
    assert run("explain", *FILES, "lit___attic'", *after).out == told
    assert run("explain", *FILES, "presses'", *after).out.startswith("presses' is 1\n")
    assert run("explain", *FILES, "reward", *after).out.startswith("reward is 1\n")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("outcomes", *FILES, "press___hall=true"), 2, "it fails for hall"),
        (("outcomes", *FILES, "press___atic=true"), 1, "hint: did you mean 'press___attic'?"),
        (
            ("outcomes", *DRAWN, "pour = 3", "--samples", "3"),
            1,
            "'3' is no value of 'pour'\nexpected: a number from 0 to 2",
        ),
        (("outcomes", *FILES, "noop", "--samples", "0"), 1, "--samples"),
        (("outcomes", "blocks", "0", "(pick-up a)", "--samples", "3"), 1, "leave --samples out"),
        (
            ("actions", *FILES, "--after", "noop;press___hall=true"),
            2,
            "step 2 cannot be taken: the action breaks forall",
        ),
        (("actions", *FILES, "--axioms", "plan.txt"), 1, "RDDL has no axioms"),
        (("actions", "blocks", "0", "--non-fluents", "plan.txt"), 1, "PDDL has no non-fluents"),
        (("query", *FILES, "lti(?r)"), 1, "<query>:1:1: "),
        (("query", *FILES, "presses + (sum_{?r : room}"), 1, "<query>:1:"),
        (("query", *DRAWN, "Normal(0, 1)"), 1, "a question cannot draw"),
        (("explain", *FILES, "lit(?r)"), 1, "'?r' is free"),
        (("explain", *FILES, "reward"), 2, "no step has been taken that 'reward' could come from"),
        (("explain", *FILES, "lit___atic", "--after", "noop"), 1, "did you mean 'lit___attic'?"),
        (("explain", *FILES, "press___attic = maybe"), 1, "'maybe' is no value of 'press___attic'"),
    ],
)
@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["text", "json"])
def test_what_is_wrong_is_said(
    run: Run, arguments: tuple[str, ...], code: int, words: str, flags: tuple[str, ...]
) -> None:
    ran = run(*arguments, *flags)
    assert (ran.code, ran.answer) == (code, "")
    assert words in ran.err


def test_an_instance_whose_non_fluents_have_a_file(run: Run, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (house / "plan.rddl").write_text(
        "non-fluents plan { domain = lamps; objects { room : {hall, attic, cellar}; };"
        " non-fluents { NEXT(hall, attic); NEXT(attic, cellar); }; }"
    )
    text = HOUSE.replace("    non-fluents { NEXT(hall, attic); NEXT(attic, cellar); };\n", "    non-fluents = plan;\n")
    (house / "short.rddl").write_text(text.replace("    objects { room : {hall, attic, cellar}; };\n", ""))
    short = ("lamps.rddl", "short.rddl")
    assert run("actions", *short).code == 1
    for command, *more in (
        ("actions",),
        ("outcomes", "press___attic=true"),
        ("query", "lit(?r)"),
        ("explain", "noop"),
        ("simulate", "--plan", "noop"),
        ("graph", "--ground"),
        ("translate", "--to", "rddl"),
    ):
        ran = run(command, *short, *more, "--non-fluents", "plan.rddl")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == run(command, *FILES, *more).out
    monkeypatch.setattr("sys.stdin", io.StringIO("noop\n"))
    assert "\n1: noop, reward 1\n" in run("play", "lamps.rddl", "-n", "short.rddl", "--non-fluents", "plan.rddl").out


@pytest.mark.parametrize("command", [questions.actions, questions.outcomes, questions.query, questions.explain])
def test_the_examples_of_the_help_run(run: Run, command: Callable[..., None]) -> None:
    known = {spec.name for spec in catalogue("rddl")}
    lines = [shlex.split(line) for line in (command.__doc__ or "").splitlines() if line.startswith("    relgym ")]
    examples = [words[1:] for words in lines if words[2] in known]
    assert examples
    for words in examples:
        ran = run(*words)
        assert (ran.code, ran.err) == (0, ""), words
        assert ran.out
