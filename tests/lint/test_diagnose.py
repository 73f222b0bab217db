"""`relgym.diagnose` finds everything that is wrong in a file, and the first error is the one that loading it raises.

Each folder here holds files with several findings, and expected.txt all of them, word for word.
`python tests/lint/test_diagnose.py` writes what is found now into these files, for a human to look at.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from pathlib import Path

import pytest

import relgym
from relgym import Diagnostic, Severity, diagnose
from relgym.diagnostics import CODES
from relgym.errors import RelgymWarning
from relgym.model.span import Source, Span

TESTS = Path(__file__).parents[1]
CASES = sorted(path.parent for path in Path(__file__).parent.glob("*/domain.*"))
BAD = sorted(path.parent for folder in ("bad", "bad_rddl") for path in TESTS.glob(f"{folder}/*/expected.txt"))


def found_in(case: Path) -> tuple[Diagnostic, ...]:
    """What is found in the files of a folder, which is the current directory."""
    [domain] = case.glob("domain.*")
    problem = next((path.name for stem in ("problem", "instance") for path in case.glob(f"{stem}.*")), None)
    axioms = [path.name for path in case.glob("axioms.pddl")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return diagnose(domain.name, problem, axioms=axioms)


def text_of(case: Path) -> str:
    return "".join(f"{found.severity.value}: {found}\n\n" for found in found_in(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_everything_is_found(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    assert text_of(case) == (case / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", BAD, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_the_first_error_is_the_one_that_loading_raises(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    first = found_in(case)[0]
    assert first.severity is Severity.ERROR
    text = str(first).replace(f" [{first.code}]", "", 1)
    assert text + "\n" == (case / "expected.txt").read_text(encoding="utf-8")


def test_every_code_is_in_the_documentation_and_in_some_file(monkeypatch: pytest.MonkeyPatch) -> None:
    table = (TESTS.parent / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \[`([EWI]\d{3})`\]\(\S+\) \| (.*?) \|$", table, re.MULTILINE))
    assert rows == dict(CODES)
    seen = set()
    for case in (*CASES, *BAD, *(path.parent for path in TESTS.glob("warned/*/domain.pddl"))):
        monkeypatch.chdir(case)
        seen |= {found.code for found in found_in(case)}
    # Other errors than those of files, a file with more than a thousand errors, the code of a family, and of playing.
    assert CODES.keys() - seen <= {"E000", "E001", "W100", "W120"}
    assert seen <= CODES.keys()


def test_every_code_that_the_source_gives_is_listed() -> None:
    package = TESTS.parent / "relgym"
    given = {
        code for path in package.rglob("*.py") for code in re.findall(r'\bcode="([A-Z]\d{3})"', path.read_text("utf-8"))
    }
    assert len(given) > 20
    assert given <= CODES.keys(), "add it to relgym.diagnostics.CODES and to docs/diagnostics.md"


def test_files_without_mistakes() -> None:
    assert diagnose("(define (domain d))") == ()
    folder = TESTS.parent / "domains" / "blocks"
    found = diagnose(folder / "domain.pddl", folder / "problems" / "train" / "p01.pddl")
    assert [item for item in found if item.severity is not Severity.INFO] == []


def test_a_file_that_is_not_there() -> None:
    [found] = diagnose("nowhere.pddl")
    assert (found.code, found.span, found.severity) == ("E101", None, Severity.ERROR)
    assert found.to_json()["line"] is None


def test_the_problem_of_a_domain_that_cannot_be_read_is_looked_at_for_its_brackets() -> None:
    found = diagnose("(define (domain d) (:predicates (p)", "(define (problem p) (:domain d) (:init (q")
    assert [item.message for item in found] == ["this '(' is not closed"] * 2


def test_more_errors_than_anybody_reads() -> None:
    facts = " ".join(f"(p a{number})" for number in range(1500))
    found = diagnose("(define (domain d) (:predicates (p ?x)))", f"(define (problem p) (:domain d) (:init {facts}))")
    assert len([item for item in found if item.severity is Severity.ERROR]) == 1001
    assert (found[1000].code, found[1000].message) == ("E001", "there are 500 more errors than are listed")


def test_reading_is_as_before_after_a_check() -> None:
    bad = "domain d { reward = 1 +; cpfs { }; }"
    assert diagnose(bad)[0].code == "E100"
    with pytest.raises(relgym.errors.ParseError):
        relgym.make(bad, "instance i { domain = d; horizon = 1; }")


def test_warnings_are_raised_as_before_after_a_check() -> None:
    domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    problem = "(define (problem p) (:init))"
    assert {"W105", "W106"} <= {item.code for item in diagnose(domain, problem)}
    with pytest.warns(RelgymWarning, match="does not name its domain") as caught:
        relgym.load(domain, problem)
    assert {item.message.code for item in caught} == {"W105", "W106"}


def test_what_a_domain_lacks_is_not_said_of_its_problems_again() -> None:
    domain = "(define (domain d) (:types t) (:predicates (p ?x - t)))"
    problem = "(define (problem p) (:domain d) (:objects a - t) (:init (= (total-cost) 0)) (:goal (not (p a))))"
    found = [item for item in diagnose(domain, problem) if item.code == "W102"]
    assert [item.message.split(": ")[1] for item in found] == [":typing", ":action-costs :negative-preconditions"]


def test_nothing_is_said_of_reachability_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).parent / "pddl-lints"
    files = (folder / "domain.pddl", folder / "problem.pddl")
    reach = {"W204", "W207", "I203"}
    assert {item.code for item in diagnose(*files)} >= reach
    monkeypatch.setattr("relgym.lint.task.DOMAIN_SECONDS", -1.0)
    left = [item for item in diagnose(*files) if item.code in reach]
    # That an action needs both a fact and its opposite is plain to see.
    assert [item.message.partition(":")[0] for item in left] == ["the action 'never' can never be applied"]


def test_the_form_in_json() -> None:
    place = Span(Source("d.pddl", "(a\n (b c))"), 4, 9)
    found = Diagnostic("E100", Severity.ERROR, "no", place, "yes", "try")
    assert json.loads(json.dumps(found.to_json())) == {
        "code": "E100",
        "severity": "error",
        "message": "no",
        "file": "d.pddl",
        "line": 2,
        "column": 2,
        "end_line": 2,
        "end_column": 7,
        "expected": "yes",
        "hint": "try",
    }


if __name__ == "__main__":
    for folder in CASES:
        os.chdir(folder)
        (folder / "expected.txt").write_text(text_of(folder), encoding="utf-8")
