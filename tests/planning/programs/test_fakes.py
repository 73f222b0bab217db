"""Fast Downward's programs replaced by small scripts that fail in all ways that programs fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import relgym
from relgym.planning.planner import MissingPlanner, PlannerError
from relgym.planning.programs import fast_downward, installed
from relgym.processes import programs

DOMAIN = """(define (domain d) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
PROBLEM = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"

TRANSLATES = "import sys; open(sys.argv[-1], 'w').write('begin_version')"
PLAN = "(a0-go o0-a o1-b)\n; cost = 1 (unit cost)\n"


class Fakes:
    """A folder with a translator and a search program."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder, self.scratch = folder, scratch
        self.translator(TRANSLATES)

    def translator(self, code: str) -> None:
        package = self.folder / "fast_downward" / "translate"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(code)

    def search(self, code: str) -> None:
        path = self.folder / "downward"
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)

    def plan(self, **limits: float) -> relgym.Plan:
        task = relgym.load(DOMAIN, PROBLEM)
        try:
            return relgym.plan(task, "fast-downward", limits={"seconds": 20, **limits})
        finally:
            assert list(self.scratch.iterdir()) == []


@pytest.fixture
def fakes(tmp_path, monkeypatch) -> Fakes:
    folder, scratch = tmp_path / "bin", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    monkeypatch.setattr(fast_downward, "package_folder", lambda *names: folder)
    monkeypatch.setattr(installed, "version_of", lambda package: "1.2.3")
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    return Fakes(folder, scratch)


def test_a_plan(fakes):
    fakes.search(f"open('plan', 'w').write({PLAN!r}); print('Solution found.')")
    plan = fakes.plan()
    assert (plan.status, list(map(str, plan)), plan.cost, plan.version) == ("solved", ["(go a b)"], 1, "1.2.3")
    assert "Solution found." in plan.log


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a0-go o1-b o0-a)\n; cost = 1 (unit cost)\n", r"gave a plan that is not valid: step 1 cannot be taken"),
        ("; cost = 0 (unit cost)\n", r"gave a plan that is not valid: the goal does not hold after step 0"),
        ("(a0-go o0-a)\n; cost = 1 (unit cost)\n", r"not an action of the task: '\(a0-go o0-a\)'"),
        ("(fly o0-a o1-b)\n; cost = 1 (unit cost)\n", r"not an action of the task: '\(fly o0-a o1-b\)'"),
        ("\x00\xff)(\n; cost = 1 (unit cost)\n", r"not an action of the task"),
        ("(a0-go o0-a o1-b)\n; cost = many\n", r"printed a cost that is not a whole number"),
    ],
)
def test_plans_that_are_none(fakes, text, message):
    fakes.search(f"open('plan', 'w').write({text!r})")
    with pytest.raises(PlannerError, match=message):
        fakes.plan()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('who knows')", "the search ended without a plan; the last line is: who knows"),
        ("raise SystemExit(33)", "the search died with exit code 33; it printed nothing"),
        ("import os; os.kill(os.getpid(), 9)", "the search was killed by signal 9"),
        ("open('plan', 'w').write('(a0-go o0-a')", "the search ended without a plan"),
    ],
)
def test_searches_that_die(fakes, code, message):
    fakes.search(code)
    with pytest.raises(PlannerError, match=message):
        fakes.plan()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise ValueError('no')", "the translator died with exit code 1; the last line is: ValueError: no"),
        ("", "the translator ended without a translation"),
        ("import sys; open(sys.argv[-1], 'w').write('begin_operator\\nx\\nmany')", "its translation cannot be read"),
    ],
)
def test_translators_that_die(fakes, code, message):
    fakes.translator(code)
    fakes.search("")
    with pytest.raises(PlannerError, match=message):
        fakes.plan()


def test_unsolvable_is_a_claim(fakes):
    fakes.search("raise SystemExit(11)")
    plan = fakes.plan()
    assert (plan.status, plan.claimed) == ("unsolvable", True)
    assert "claims" in plan.reason


def test_a_search_that_gives_up_is_followed_by_a_complete_one(fakes):
    fakes.search("import sys; sys.exit(11 if 'blind()' in ''.join(sys.argv) else 12)")
    assert fakes.plan().status == "unsolvable"


@pytest.mark.parametrize(("code", "word"), [(22, "MB"), (23, "seconds|within")])
def test_limits_that_a_planner_notices(fakes, code, word):
    fakes.search(f"raise SystemExit({code})")
    plan = fakes.plan()
    assert plan.status == "limit"
    assert plan.reason is not None and any(each in plan.reason for each in word.split("|"))


def test_a_search_that_hangs_ends(fakes):
    fakes.search("import time; time.sleep(60)")
    plan = fakes.plan(seconds=1.5)
    assert plan.status == "limit"
    assert "did not answer within 1.5 s" in plan.reason


def test_a_search_that_fills_the_disk_ends(fakes, monkeypatch):
    monkeypatch.setattr(programs, "PROGRAM_DISK_MEGABYTES", 1)
    monkeypatch.setattr(programs, "DISK_LOOK_SECONDS", 0.0)
    fakes.search("import time\nfor i in range(8): open(str(i), 'wb').write(b'x' * 2**19)\ntime.sleep(60)")
    plan = fakes.plan()
    assert plan.status == "limit"
    assert "disk" in plan.reason


def test_a_missing_program(fakes):
    with pytest.raises(MissingPlanner, match="there is no program") as error:
        fakes.plan()
    assert "relgym[planners]" in error.value.hint


def test_a_program_that_may_not_be_run(fakes):
    fakes.search("")
    (fakes.folder / "downward").chmod(0o644)
    with pytest.raises(MissingPlanner, match="cannot be executed"):
        fakes.plan()
