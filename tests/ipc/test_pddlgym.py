"""The files of PDDLGym, played: every problem is read, and a random agent takes some steps in it.

`RELGYM_PDDLGYM` names a folder with them, as `pip download --no-deps pddlgym` and unpacking the wheel give it: a
`NAME.pddl` is a domain whose problems lie in `NAME/` and `NAME_test/`.
"""

from __future__ import annotations

import os
import random
import warnings
from pathlib import Path

import pytest

import relgym
from relgym.errors import AmbiguousAction, ParseError, RelgymWarning
from relgym.model.pddl.domain import ActionSchema

ROOT = os.environ.get("RELGYM_PDDLGYM")
if ROOT is None:
    pytest.skip("no files of PDDLGym: set RELGYM_PDDLGYM to a folder with them", allow_module_level=True)

# What PDDLGym reads by patterns alone: an `(and` without an end before the actions.
NOT_PDDL = ("test_probabilistic_domain_alt", "test_probabilistic_domain_alt_2")

# In these an action atom may be that of two operators at once.
SEVERAL_OPERATORS = ("travel",)

STEPS = 5


def problems(domain: Path) -> list[Path]:
    folders = (domain.with_suffix(""), domain.with_name(f"{domain.stem}_test"))
    return [file for folder in folders for file in sorted(folder.glob("*.pddl"))]


DOMAINS = [domain for domain in sorted(Path(ROOT).rglob("*.pddl")) if problems(domain)]


def test_the_folder_holds_domains() -> None:
    assert DOMAINS, f"no domain with problems lies below {ROOT}"


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: f"{domain.parent.name}/{domain.stem}")
def test_play(domain: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        if domain.stem in NOT_PDDL:
            with pytest.raises(ParseError, match="not closed"):
                relgym.load(domain, problems(domain)[0])
            return
        taken = 0
        for number, problem in enumerate(problems(domain)):
            with relgym.Reasoner(relgym.load(domain, problem)) as reasoner:
                taken += walk(reasoner, random.Random(number))
        assert taken > 0


def walk(reasoner: relgym.Reasoner, rng: random.Random) -> int:
    """Take some steps, by action atoms where there are some; how many were taken, for a few begin in a dead end."""
    state = reasoner.initial_state
    for step in range(STEPS):
        valid = reasoner.valid_actions(state)
        if not valid:
            return step
        action = rng.choice(valid)
        text = atom_of(reasoner.task.actions[action.name], action)
        try:
            assert reasoner.resolve(state, text) == action
        except AmbiguousAction:
            # PDDLGym takes the operator that comes first in a set.
            assert reasoner.task.domain.name in SEVERAL_OPERATORS
            text = str(action)
        state = reasoner.successor(state, text, rng)
    return STEPS


def atom_of(schema: ActionSchema, action: relgym.Action) -> str:
    """The text by which PDDLGym names an action: the atom of its action predicate, or the operator itself."""
    if schema.atom is None:
        return str(action)
    chosen = {name: term.name for name, term in zip(schema.free, action.terms, strict=True)}
    return f"({' '.join([schema.atom.predicate, *(chosen.get(term.name, term.name) for term in schema.atom.terms)])})"
