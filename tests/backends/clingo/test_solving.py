"""One solve of clingo that goes on from state to state."""

from __future__ import annotations

from random import Random

import pytest

from relgym.backends.clingo.solving import OPTIONS, Solving
from relgym.errors import BackendError
from relgym.tuning.clingo import FIRST_DECISIONS_LIMIT

clingo = pytest.importorskip("clingo", reason="engine missing: clingo")

MANY = 60

PROGRAM = f"""
{{ on(1..{MANY}) }}. wall(7). wall(8).
edge(X) :- on(X), not on(X-1).
run(X) :- on(X), X = 1. run(X) :- on(X), run(X-1).
wall(X) :- on(X), X < 5.
back(X) :- on(X), back(X+1).
gap :- on(X), not run(X).
"""

REPORTED = ("edge", "run", "wall", "back", "gap")


def solving(text: str, choices: str, reported: tuple[str, ...]) -> tuple[Solving, list[str]]:
    """A ground program, and what its places report."""
    control = clingo.Control(OPTIONS)
    control.add("base", [], text)
    control.ground([("base", [])])
    atoms = sorted(control.symbolic_atoms, key=lambda atom: atom.symbol)
    told = [atom for atom in atoms if atom.symbol.name in reported]
    literals = [atom.literal for atom in atoms if atom.symbol.name == choices]
    return Solving(control, literals, [atom.literal for atom in told]), [str(atom.symbol) for atom in told]


def expected(on: set[int]) -> set[str]:
    run = next((x for x in range(1, MANY + 1) if x not in on), MANY + 1)
    found = {f"edge({x})" for x in on if x - 1 not in on} | {f"run({x})" for x in range(1, run)}
    found |= {f"wall({x})" for x in {7, 8} | {x for x in on if x < 5}}
    return found | ({"gap"} if any(x > run for x in on) else set())


@pytest.mark.parametrize("most", [1, 3, FIRST_DECISIONS_LIMIT, MANY])
def test_every_state_has_its_own_answers(most):
    """States may differ in up to `most` choices from the last: in few, in more than any before, in all."""
    program, names = solving(PROGRAM, "on", REPORTED)
    rng = Random(most)
    on: set[int] = set()
    for turn in range(300):
        changed = rng.sample(range(1, MANY + 1), MANY if turn == 150 else rng.randint(0, most))
        on.symmetric_difference_update(changed)
        for x in changed:
            program.choose(x - 1, x in on)
        found = program.solve()
        assert len(found) == len(set(found))
        assert {names[place] for place in found} == expected(on)


def test_what_was_said_of_a_state_is_said_again():
    program, names = solving(PROGRAM, "on", REPORTED)
    for _ in range(50):
        for on in ({1}, set(), set(range(1, MANY + 1)), {1, 2, 9}):
            for x in range(1, MANY + 1):
                program.choose(x - 1, x in on)
            assert {names[place] for place in program.solve()} == expected(on)


def test_a_program_without_choices():
    program, names = solving("yes. also :- yes.", "on", ("yes", "also", "no"))
    assert [names[place] for place in program.solve()] == ["also", "yes"]
    assert [names[place] for place in program.solve()] == ["also", "yes"]


@pytest.mark.parametrize(
    "loop", ["odd :- on(1), not odd.", "left :- on(1), not right. right :- on(1), not left."], ids=["odd", "even"]
)
def test_what_does_not_follow_is_an_error_and_no_end(loop):
    program, names = solving(f"{{ on(1..3) }}. last :- on(3). {loop}", "on", ("last", "left", "right", "odd"))
    for _ in range(5):
        program.choose(2, True)
        assert [names[place] for place in program.solve()] == ["last"]
        program.choose(0, True)
        with pytest.raises(BackendError, match="not stratified"):
            program.solve()
        program.choose(0, False)
        assert [names[place] for place in program.solve()] == ["last"]
        program.choose(2, False)
        assert program.solve() == []
