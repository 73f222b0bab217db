"""Mistakes on the command line: one clear message on standard error, the exit code, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from relgym.backends.builtin.engine import Builtin
from relgym.errors import BackendError, MissingEngine

FERRY = ("ferry.pddl", "crossing.pddl")

WRONG = [
    ((), "Usage"),
    (("fly",), "No such command"),
    (("explian", *FERRY, "goal"), "Did you mean 'explain'"),
    (("actions", "fery.pddl", "crossing.pddl"), "did you mean 'ferry.pddl'?"),
    (("check", "fery.pddl"), "did you mean 'ferry.pddl'?"),
    (("simulate", *FERRY, "--plan", "plan.txt", "--episodes", "3"), "--episodes and --steps go with random actions"),
    (("actions",), "Missing argument"),
    (("actions", *FERRY, "--backend", "prolog"), "there is no engine"),
    (("actions", *FERRY, "--backend", "bultin"), "did you mean 'builtin'?"),
    (("actions", *FERRY, "--limit", "0"), "0.02 or more"),
    (("actions", *FERRY, "--seed", "x"), "--seed"),
    (("actions", *FERRY, "--fast"), "No such option"),
    (("translate", *FERRY, "--to", "java"), "not one of"),
    (("actions", "nothing.pddl", "crossing.pddl"), "cannot read the domain file"),
    (("actions", "ferry.pddl", "nothing.pddl"), "cannot read the problem file"),
    (("actions", "ferry.pddl", "."), "cannot read the problem file"),
    (("actions", "ferry.pddl", "ferry.pddl"), "ferry.pddl:1:"),
    (("actions", "sokobann", "0"), "did you mean 'sokoban'"),
    (("actions", "sokoban", "999"), "'sokoban' has no train problem 999"),
    (("actions", "sokoban", "p99.pddl"), "'sokoban' has no train problem 'p99.pddl'"),
    (("actions", *FERRY, "--after", "nothing.txt"), "cannot read the plan file"),
    (("actions", *FERRY, "--after", "(board red east"), "not closed"),
    (("actions", *FERRY, "--axioms", "nothing.pddl"), "cannot read the axioms file"),
    (("actions", "binary.pddl", "crossing.pddl"), "binary"),
    (("actions", "empty.pddl", "crossing.pddl"), "expected"),
    (("actions", "deep.pddl", "crossing.pddl"), "deep.pddl:1:"),
    (("query", *FERRY, "(at red"), "not closed"),
    (("query", *FERRY, "(att ?c ?p)"), "did you mean 'at'"),
    (("query", *FERRY, ""), "empty"),
    (("explain", *FERRY, "(at green east)"), "unknown object 'green'"),
    (("explain", *FERRY, "(at red)"), "takes 2 arguments"),
    (("play", "sokobann"), "did you mean 'sokoban'"),
    (("play", "nothing.pddl"), "cannot read the domain file 'nothing.pddl'"),
    (("play", "ferry.pddl"), "there is no problem expected: the problem's file"),
    (("play", "./folder"), "the folder './folder' has no env.toml"),
    (("actions", "fery.pddl", "crossing.pddl"), "hint: did you mean 'ferry.pddl'?"),
    (("query", *FERRY, "(far red)", "--axioms", "(:derived (far ?c) (att ?c))"), "<axioms>:1:21: unknown"),
    (("check", "nothing.pddl"), "cannot read"),
    (("check", "plan.txt"), "plan.txt:2:1: this is neither a domain nor a problem"),
    (("check", "misspelled.pddl"), "misspelled.pddl:2:1: this is neither a domain nor a problem"),
    (("check", "empty.pddl"), "empty.pddl is empty"),
    (("check", "crossing.pddl"), "cannot be checked without the domain 'ferry'"),
    (("check", *FERRY, "throw.pddl"), "is of the domain 'dice'"),
    (("check", "folder"), "the folder 'folder' has no env.toml"),
    (("generate", "blocks", "--out", "plan.txt/new"), "cannot make the folder 'plan.txt/new': not a directory"),
    (("outcomes", *FERRY, "(sail west)"), "takes 2 arguments, not 1"),
    (("outcomes", *FERRY, "(fly west east)"), "unknown action 'fly'"),
    (("explain", *FERRY, "(sial east west)"), "unknown action 'sial'"),
    (("explain", *FERRY, "(sail east red)"), "'red' is of type car, not port"),
    (("explain", *FERRY), "Missing argument 'X'."),
    (("validate", "blocks", "0"), "Missing argument 'PLAN'."),
    (("simulate", *FERRY, "--plan", "(sail east mars)"), "unknown object 'mars'"),
    (("play", *FERRY, "--problem", "crossing.pddl"), "there are two problems, 'crossing.pddl' and 'crossing.pddl'"),
]

UNANSWERED = [
    (("outcomes", *FERRY, "(sail west east)"), "(boat west) is false: no such fact"),
    (("actions", *FERRY, "--after", "(land red east)"), "step 1 cannot be taken: (land red east) is not applicable"),
    (("query", *FERRY, "(at ?c ?p)", "--after", "(board red east) (land blue east)"), "step 2 cannot be taken"),
]


@pytest.fixture(autouse=True)
def bad_files(files: Path) -> None:
    (files / "binary.pddl").write_bytes(b"\x7fELF\0\0\1")
    (files / "empty.pddl").write_bytes(b"")
    (files / "deep.pddl").write_text("(" * 100_000)
    (files / "misspelled.pddl").write_text("; all that\n(defin (domain d))  \n")
    (files / "folder").mkdir()


@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    ("arguments", "words"), WRONG, ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else ""
)
def test_wrong_input(run, arguments: tuple[str, ...], words: str, flags: tuple[str, ...]) -> None:
    ran = run(*arguments, *flags)
    assert ran.code == 1
    assert "Traceback" not in ran.err
    if arguments and arguments[0] == "check":
        assert words in ran.err
        if flags:
            assert any(words in error for error in ran.json["errors"])
    elif arguments:
        # Messages about the command line itself stand in a box, and are broken into lines.
        assert words in " ".join(ran.err.replace("│", " ").split())
        assert_told(ran, words, flags)


def assert_told(ran, words: str, flags: tuple[str, ...]) -> None:
    """Standard output is empty, or with --json the error as JSON."""
    if not flags:
        assert ran.out == ""
        return
    assert set(ran.json) == {"error"}
    assert words in " ".join(ran.error.split())


@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    ("arguments", "words"), UNANSWERED, ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else ""
)
def test_no_answer(run, arguments: tuple[str, ...], words: str, flags: tuple[str, ...]) -> None:
    ran = run(*arguments, *flags)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.startswith("error: ")
    assert_told(ran, words, flags)


def test_an_invalid_action_stops_a_simulation(run) -> None:
    ran = run("simulate", *FERRY, "--plan", "(board red east) (board blue east) (sail east west)", "--json")
    assert ran.code == 2
    assert [line["action"] for line in ran.lines[:-1]] == [None, "(board red east)"]
    assert ran.lines[-1]["error"]["message"].startswith("step 2 cannot be taken: (board blue east) is not applicable")
    assert ran.err == (
        "error: step 2 cannot be taken: (board blue east) is not applicable: 2 of 3 conditions fail\n"
        "  (at blue east) is false: no such fact\n"
        "  (boat east) is true: a fact\n"
        "  (not (exists (?d - car) (aboard ?d))) is false\n"
        "    (exists (?d - car) (aboard ?d)) is true: with ?d = red\n"
        "      (aboard red) is true: a fact; it became true at step 1, (board red east)\n"
    )


def test_an_engine_that_is_missing(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(self: Builtin, *arguments: object) -> None:
        raise MissingEngine("SWI-Prolog is not installed", hint="apt-get install swi-prolog-nox")

    monkeypatch.setattr(Builtin, "__init__", missing)
    ran = run("actions", *FERRY, "--json")
    assert (ran.code, ran.json["error"]["message"]) == (3, "SWI-Prolog is not installed")
    assert ran.err == "error: SWI-Prolog is not installed\nhint: apt-get install swi-prolog-nox\n"


def test_an_engine_that_gives_up(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(self: Builtin, *arguments: object) -> None:
        raise BackendError("the builtin engine did not answer within 30 s")

    monkeypatch.setattr(Builtin, "answers", late)
    assert run("actions", *FERRY).code == 2


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (KeyboardInterrupt(), ""),
        (OSError(28, "No space left"), "error: No"),
        (PermissionError(13, "Permission denied", "its/folder"), "error: 'its/folder': Permission denied"),
    ],
)
def test_what_comes_from_outside(run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, words: str) -> None:
    def interrupted(self: Builtin, *arguments: object) -> None:
        raise raised

    monkeypatch.setattr(Builtin, "answers", interrupted)
    ran = run("actions", *FERRY)
    assert ran.code not in (0, 2)
    assert words in ran.err


def test_an_engine_that_cannot_carry_the_task(run) -> None:
    ran = run("actions", *FERRY, "--backend", "clingo")
    assert ran.code in (1, 3)
    assert ran.out == ""
    assert ran.err.startswith("error: ")


def test_warnings_go_to_standard_error(run, files: Path) -> None:
    text = (files / "ferry.pddl").read_text().replace(":adl", ":strips")
    (files / "ferry.pddl").write_text(text)
    ran = run("actions", *FERRY, "--json")
    assert ran.code == 0
    assert ran.json["actions"]
    assert ran.err.startswith("warning: ferry.pddl:")
    assert ":disjunctive-preconditions" in ran.err
    assert ".py" not in ran.err


@pytest.mark.parametrize(
    "name", ["actions", "simulate", "outcomes", "query", "explain", "check", "play", "translate", "graph"]
)
def test_help_has_examples(run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert f"relgym {name} " in ran.out.replace("Usage: relgym", "")


def test_help_has_examples_of_both_languages(run) -> None:
    told = run("--help").out
    assert "relgym check domain.pddl problem.pddl" in told
    assert "relgym check domain.rddl instance.rddl" in told


def relgym(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "relgym.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)


def test_as_a_process() -> None:
    done = relgym("query", *FERRY, "(boat ?p)", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"variables": ["?p"], "answers": [["east"]]}\n', "")
    done = relgym("actions", "nothing.pddl", "crossing.pddl")
    assert done.returncode == 1
    assert done.stderr.startswith("error: cannot read the domain file 'nothing.pddl'")


def test_exit_codes(run) -> None:
    assert run("--version").out.startswith("relgym 0.")
    assert run("simulate", *FERRY, "--plan", "(land red east)").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("serve --port abc", "Invalid value for '--port': 'abc' is not a whole number"),
        ("serve --port 1.5", "Invalid value for '--port': '1.5' is not a whole number"),
        ("serve --port 70000", "Invalid value for '--port': 70000 is not 65535 or less"),
        ("plan blocks 0 --limit many", "Invalid value for '--limit': 'many' is not a number"),
        ("plan blocks 0 --limit nan", "Invalid value for '--limit': nan is not 0 or more"),
        ("token create --scope all", "Invalid value for '--scope': 'all' is not one of 'read', 'play', 'admin'"),
    ],
)
def test_wrong_values_of_options_are_told_in_plain_words(run, words: str, said: str) -> None:
    ran = run(*words.split())
    assert (ran.code, ran.out) == (1, "")
    assert said in " ".join(ran.err.replace("│", " ").split())


def test_names_of_any_letters(files: Path) -> None:
    text = (files / "crossing.pddl").read_text().replace("red", "röd[1]")
    (files / "crossing.pddl").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    done = relgym("query", *FERRY, "(at ?c east)", "--json", env=environment)
    assert done.stdout == '{"variables": ["?c"], "answers": [["r\\u00f6d[1]"]]}\n'
    done = relgym("actions", *FERRY, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "(sail east west)" in done.stdout


def test_a_pipe_that_closes_early() -> None:
    plan = " ".join(["(board red east) (land red east)"] * 200)
    command = [sys.executable, "-m", "relgym.cli", "simulate", *FERRY, "--plan", plan, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("words", [("check", "lamp"), ("actions", "lamp", "0")])
def test_what_env_toml_says_wrongly_is_told_with_file_and_key(run, words, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    problem = Path("lamp/problems/train/p01.pddl")
    problem.parent.mkdir(parents=True)
    problem.write_text("(define (problem dark) (:domain lamp) (:init) (:goal (on)))")
    Path("lamp/domain.pddl").write_text(
        "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))"
    )
    Path("lamp/env.toml").write_text('id = "Lamp"\ndescription = "A lamp."\nmax_episode_steps = 1\n[free]\npres = []\n')
    ran = run(*words)
    assert ran.code == 1
    assert ran.err.startswith("error: lamp/env.toml: free.pres: there is no action 'pres' whose")
