"""One file or text that holds a domain and a problem, given once or twice, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import relgym
from relgym.cli import main
from relgym.errors import ParseError, RelgymError
from relgym.service.local import LocalService

PDDL = """; A competition hands out such files.
(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))
(define (problem dark) (:domain lamp) (:init) (:goal (on)))
"""
TURNED = """(define (problem dark) (:domain lamp) (:init) (:goal (on)))
(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))
"""
RDDL = """domain lamp { pvariables { on : { state-fluent, bool }; press : { action-fluent, bool, default = false }; };
  cpfs { on' = on | press; }; reward = on; }
instance dark { domain = lamp; horizon = 5; }
"""
TEXTS = {"pddl": PDDL, "problem-first": TURNED, "rddl": RDDL}


@pytest.fixture(params=TEXTS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    found = tmp_path / ("both.rddl" if request.param == "rddl" else "both.pddl")
    found.write_text(TEXTS[request.param])
    return found


def test_load(file: Path) -> None:
    once, twice = relgym.load(file), relgym.load(file, file)
    assert str(once) == str(twice)
    assert relgym.load(relgym.Text(file.read_text())).domain.name == "lamp"


def test_make(file: Path) -> None:
    for given in ((file,), (file, file), (file, [file])):
        env = relgym.make(*given)
        env.reset(seed=0)
        env.step(env.action_space.sample())
        env.close()


def test_diagnose(file: Path) -> None:
    assert relgym.diagnose(file) == relgym.diagnose(file, file)
    text = file.read_text().replace("dark", "dark)", 1) if file.suffix == ".pddl" else file.read_text() + "}"
    found = relgym.diagnose(relgym.Text(text))
    assert found
    assert found[0].severity.value == "error"


def test_an_error_of_the_problem_is_found() -> None:
    (found,) = relgym.diagnose(relgym.Text(PDDL.replace("(:goal (on))", "(:goal (off))")))
    assert found.message == "unknown predicate 'off'"
    assert (found.to_json()["file"], found.to_json()["line"]) == ("<domain>", 3)
    with pytest.raises(RelgymError, match="<domain>:3:"):
        relgym.load(relgym.Text(PDDL.replace("(:goal (on))", "(:goal (off))")))


@pytest.mark.parametrize("words", [["actions"], ["check"], ["translate", "--to", "prolog"], ["render"]])
def test_commands(file: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    command, *options = words
    printed = []
    for names in ([str(file)], [str(file), str(file)]):
        assert main([command, *names, *options]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0]


@pytest.mark.parametrize("command", ["outcomes", "explain"])
def test_commands_with_one_word_more(file: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    action = "(press)" if file.suffix == ".pddl" else "press = true"
    printed = []
    for names in ([str(file)], [str(file), str(file)]):
        assert main([command, *names, action]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_query_validate_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "both.pddl"
    file.write_text(PDDL)
    assert main(["query", str(file), "(on)"]) == 0
    assert main(["validate", str(file), "(press)"]) == 0
    assert main(["plan", str(file), "--planner", "search"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["false", "the plan is valid: 1 actions, cost 1"]


def test_record_and_questions(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    episodes = []
    for names in ([str(file)], [str(file), str(file)]):
        out = tmp_path / "episodes.jsonl"
        assert main(["record", *names, "--episodes", "1", "--output", str(out)]) == 0
        assert main(["replay", str(out)]) == 0
        episodes.append(len(out.read_text().splitlines()))
        out.unlink()
        assert main(["questions", *names, "--count", "1"]) == 0
    assert episodes[0] == episodes[1] > 1
    capsys.readouterr()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_service(text: str) -> None:
    service = LocalService()
    for texts in ({"domain": text}, {"domain": text, "problem": text}):
        assert service.call("tasks.check", texts)["sound"]
        task = service.call("tasks.create", texts)
        session = service.call("sessions.create", {"task": task["id"]})
        assert session["state"]["atoms" if "define" in text else "fluents"] is not None


@pytest.mark.parametrize(
    "text", [PDDL.partition("(define (problem")[0], RDDL.partition("instance")[0]], ids=["pddl", "rddl"]
)
def test_a_domain_alone_has_no_problem(text: str) -> None:
    with pytest.raises(RelgymError, match="there is no problem") as caught:
        relgym.load(relgym.Text(text))
    assert "one file that holds the domain and the problem" in str(caught.value)
    with pytest.raises(RelgymError, match="there is no problem"):
        relgym.make(relgym.Text(text))
    assert not [found for found in relgym.diagnose(relgym.Text(text)) if found.severity.value == "error"]


def test_a_text_that_cannot_be_read_says_why() -> None:
    with pytest.raises(ParseError, match="closes nothing"):
        relgym.load(relgym.Text(f"{PDDL}) (on)"))
