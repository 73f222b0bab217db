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
from relgym.errors import RelgymError, RelgymWarning

ROOT = os.environ.get("RELGYM_PDDLGYM")
if ROOT is None:
    pytest.skip("no files of PDDLGym: set RELGYM_PDDLGYM to a folder with them", allow_module_level=True)

# What PDDLGym reads by patterns alone: an `(and` without an end before the actions, and a supertype of `object`.
REFUSED = {
    "test_probabilistic_domain_alt": "not closed",
    "test_probabilistic_domain_alt_2": "not closed",
    "hierarchical_type_test_domain": "is of type block, not entity",
}

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
        if domain.stem in REFUSED:
            with pytest.raises(RelgymError, match=REFUSED[domain.stem]):
                relgym.load(domain, problems(domain)[0])
            return
        taken = 0
        for number, problem in enumerate(problems(domain)):
            with relgym.Reasoner(relgym.load(domain, problem)) as reasoner:
                taken += walk(reasoner, random.Random(number))
        assert taken > 0


def walk(reasoner: relgym.Reasoner, rng: random.Random) -> int:
    """Take some steps: what is listed as valid can be done; a few problems begin in a dead end. How many were taken."""
    state = reasoner.initial_state
    for step in range(STEPS):
        valid = reasoner.valid_actions(state)
        if not valid:
            return step
        state = reasoner.successor(state, rng.choice(valid), rng)
    return STEPS
