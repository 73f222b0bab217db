"""Walks on which a walker is compared with a reasoner, state by state."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import relgym
from relgym.errors import AmbiguousAction, InvalidAction, ModelError
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator


def compared(walker: PDDLSimulator, reasoner: Reasoner, state: State) -> None:
    """All that a walker says is what a reasoner says."""
    assert walker.state == state
    assert walker.goal() == reasoner.goal(state)
    rows = [(name, row) for name, rows in walker.derived().items() for row in rows]
    derived = {Atom(name, reasoner.vocabulary.terms(row)) for name, row in rows}
    assert derived == reasoner.derived(state)
    assert len(rows) == len(derived)
    valid = reasoner.valid_actions(state)
    assert walker.valid_actions() == valid
    numbered = Counter(walker.action(number) for number in walker.actions())
    assert sorted((action for action, ways in numbered.items() if ways == 1), key=str) == sorted(valid, key=str)


def walk_through(keeps: bool, domain: str, problem: str, seed: int, engine: str = "builtin") -> None:
    """Walk with all rows kept that can be, or with all found anew.

    Of four seeds, one remembers states, one remembers none, and two ground the task, one of which remembers no states.
    """
    with Reasoner(relgym.load(domain, problem), engine) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: keeps)
        if seed % 4 > 1:
            assert walker.ground()
        if seed % 2:
            walker.forget()
        walk(reasoner, walker, 60, seed)


def walk(reasoner: Reasoner, walker: PDDLSimulator, steps: int, seed: int, *further: State) -> None:
    """Walk at random from the start, with jumps to states met before, and to further ones."""
    rng, chance = random.Random(seed), random.Random(seed)
    stepped: list[Action] = []
    met = [*further, reasoner.initial_state]
    walker.go_to(met[-1])
    for _ in range(steps):
        state = met[-1]
        compared(walker, reasoner, state)
        if stepped and not walker.chooses and (past := rng.choice(stepped)) not in walker.valid_actions():
            with pytest.raises(InvalidAction):
                walker.step(past, chance)
            compared(walker, reasoner, state)
        numbers = sorted(walker.actions())
        if not numbers or rng.random() < 0.1:
            met.append(rng.choice(met))
            walker.go_to(met[-1])
            continue
        number = rng.choice(numbers)
        action = walker.action(number)
        before = chance.getstate()
        try:
            met.append(reasoner.successor(state, action, chance))
        except AmbiguousAction:
            with pytest.raises(AmbiguousAction):
                walker.number(action)
            continue
        except ModelError as error:
            assert "contradict" in error.message
            chance.setstate(before)
            with pytest.raises(ModelError, match="contradict"):
                walker.apply(number, chance)
            continue
        assert walker.number(action) == number
        after = chance.getstate()
        chance.setstate(before)
        if rng.random() < 0.5:
            assert sorted(walker.apply(number, chance)) == sorted(walker.actions())
        else:
            assert walker.step(action, chance) == walker.look()
            stepped.append(action)
        assert chance.getstate() == after
