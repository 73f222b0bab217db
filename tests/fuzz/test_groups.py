"""Random domains in which things are moved about, so that there are mutex groups, and actions that seem to keep them.

Every group that is found has to hold in every state that is met, and a walker that relies on groups has to say what a
reasoner says, in states from elsewhere too.
"""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import pytest
from simulate.walks import walk
from thorough import examples_of

import relgym
from relgym.reasoning.pddl.mutex import MutexCheck
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import jumps

SEEDS = range(examples_of(25))

KEEP_ALL, FIND_ALL = (lambda action: True), (lambda action: False)

OBJECTS = {"ball": ("a", "b", "c"), "room": ("r", "s", "t")}


class Draft:
    """A random domain and problem, as text."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.predicates = {
            f"p{number}": tuple(rng.choice(["ball", "room", "object"]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3])))
            for number in range(rng.randint(2, 5))
        }
        actions = "".join(self.action(number) for number in range(rng.randint(1, 4)))
        predicates = "".join(
            f"({name} {' '.join(f'?{n} - {type_}' for n, type_ in enumerate(types))})"
            for name, types in self.predicates.items()
        )
        objects = " ".join(f"{' '.join(names)} - {type_}" for type_, names in OBJECTS.items())
        self.domain = (
            "(define (domain d) (:requirements :adl) (:types ball room - object)"
            f" (:constants {objects}) (:predicates {predicates}) {actions})"
        )
        self.problem = (
            "(define (problem p) (:domain d)"
            f" (:init {' '.join(self.atoms(rng.randint(1, 6)))}) (:goal ({self.atom()[1:-1]})))"
        )

    def atom(self) -> str:
        """A ground atom."""
        name = self.rng.choice([*self.predicates])
        terms = [self.rng.choice(self.members(type_)) for type_ in self.predicates[name]]
        return f"({' '.join([name, *terms])})"

    def atoms(self, number: int) -> list[str]:
        return [self.atom() for _ in range(number)]

    def members(self, type_: str) -> list[str]:
        return [name for own, names in OBJECTS.items() if type_ in (own, "object") for name in names]

    def literal(self, variables: dict[str, str], like: tuple[str, ...] = ()) -> tuple[str, ...]:
        """An atom over variables, with terms of another one where they fit."""
        name = self.rng.choice([*self.predicates])
        terms = []
        for type_ in self.predicates[name]:
            fitting = [v for v, own in variables.items() if type_ in (own, "object")]
            kept = [term for term in like if term in fitting]
            term = self.rng.choice(kept if kept and self.rng.random() < 0.7 else fitting or self.members(type_))
            terms.append(self.rng.choice(self.members(type_)) if self.rng.random() < 0.05 else term)
        return name, *terms

    def action(self, number: int) -> str:
        rng = self.rng
        variables = {f"?{name}": rng.choice(["ball", "room", "object"]) for name in "xyz"[: rng.randint(1, 3)]}
        needs = [self.literal(variables) for _ in range(rng.randint(1, 3))]
        condition, effect = [text(need) for need in needs], []
        for need in needs:
            if rng.random() < 0.8:
                effect.append(f"(not {text(need)})")
                if rng.random() < 0.8:
                    effect.append(text(self.literal(variables, need[1:])))
        if not effect or rng.random() < 0.2:
            effect.append(text(self.literal(variables)))
        if rng.random() < 0.2:
            effect.append(f"(not {text(self.literal(variables))})")
        if rng.random() < 0.2:
            condition.append(f"(not {text(self.literal(variables))})")
        if len(variables) > 1 and rng.random() < 0.3:
            condition.append("(not (= ?x ?y))")
        if rng.random() < 0.15:
            effect.append(f"(when {text(self.literal(variables))} {text(self.literal(variables))})")
        if rng.random() < 0.1:
            effect.append(f"(forall (?w - ball) {text(self.literal({**variables, '?w': 'ball'}))})")
        typed = " ".join(f"{name} - {type_}" for name, type_ in variables.items())
        return (
            f"\n(:action act{number} :parameters ({typed}) :precondition (and {' '.join(condition)})"
            f" :effect (and {' '.join(effect)}))"
        )


def text(literal: tuple[str, ...]) -> str:
    return f"({' '.join(literal)})"


@pytest.mark.parametrize("seed", SEEDS)
def test_groups(seed: int):
    draft = Draft(seed)
    with Reasoner(relgym.load(draft.domain, draft.problem)) as reasoner:
        changing = {symbol.name for symbol in reasoner.translation.program.fluents}
        drawn = [draft.atoms(draft.rng.randint(0, 8)) for _ in range(2)]
        elsewhere = [reasoner.state([a for a in atoms if a[1:-1].split()[0] in changing]) for atoms in drawn]
        for keeps in (KEEP_ALL, FIND_ALL):
            walker = PDDLSimulator(reasoner, keeps=keeps)
            if keeps is KEEP_ALL:
                walker.forget()
            hold_everywhere(reasoner, walker, Random(seed))
            with patch.object(jumps, "FIRST_FILLS", 0 if seed % 2 else 60):
                walk(reasoner, walker, 15, seed)
                walk(reasoner, walker, 15, seed, *elsewhere)


def hold_everywhere(reasoner: Reasoner, walker: PDDLSimulator, rng: Random) -> None:
    """The groups on which a walker relies hold in all states of some walks."""
    mutex: MutexCheck = walker._system.jumps.mutex
    for _ in range(5):
        state = reasoner.initial_state
        for _ in range(20):
            assert mutex.holds(state.bits), state
            actions = reasoner.valid_actions(state)
            if not actions:
                break
            state = reasoner.successor(state, rng.choice(actions))
