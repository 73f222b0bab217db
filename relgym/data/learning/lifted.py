"""Lifted atoms over the terms of an action: its parameters, and after them the constants of the domain.

>>> on = LiftedAtom("on", (0, 2))
>>> on.ground(("a", "b", "table"))
'(on a table)'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from relgym.data.learning.signature import Signature
from relgym.model.pddl.formulas import Atom, Equal, Formula, Not
from relgym.model.terms import Object, Variable

EQUALITY = "="
"""The name under which equality of two terms is an atom like the others."""


@dataclass(frozen=True, slots=True, order=True)
class LiftedAtom:
    """An atom whose arguments are terms of an action.

    Attributes:
        predicate: The name of the predicate; `=` for equality.
        places: For each argument the number of the term.
    """

    predicate: str
    places: tuple[int, ...]

    def ground(self, terms: Sequence[str]) -> str:
        """Return the text of the atom for some objects."""
        return f"({' '.join([self.predicate, *[terms[place] for place in self.places]])})"

    def holds(self, terms: Sequence[str], state: frozenset[str]) -> bool:
        """Return True if the atom is true for some objects in a state.

        Args:
            terms: The names of the objects and constants.
            state: The true atoms.
        """
        if self.predicate == EQUALITY:
            first, second = self.places
            return terms[first] == terms[second]
        return self.ground(terms) in state


@dataclass(frozen=True, slots=True, order=True)
class LiftedLiteral:
    """A lifted atom or its negation."""

    atom: LiftedAtom
    positive: bool

    def holds(self, terms: Sequence[str], state: frozenset[str]) -> bool:
        """Return True if the literal is true for some objects in a state."""
        return self.atom.holds(terms, state) is self.positive


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of an action.

    Attributes:
        parameters: The parameters, with their types.
        constants: The constants, with their types.
    """

    parameters: tuple[Variable, ...]
    constants: tuple[Variable, ...]

    @classmethod
    def of(cls, parameters: Iterable[Variable], signature: Signature) -> Terms:
        """Return the terms of an action."""
        constants = signature.domain.constants
        return cls(tuple(parameters), tuple(Variable(item.object.name, item.types) for item in constants))

    @property
    def all(self) -> tuple[Variable, ...]:
        """Parameters, then constants."""
        return self.parameters + self.constants

    def term(self, place: int) -> Variable | Object:
        """Return the term of a number, as formulas have it."""
        count = len(self.parameters)
        return self.parameters[place] if place < count else Object(self.constants[place - count].name)

    def atom(self, atom: LiftedAtom) -> Atom:
        """Return an atom as effects have it."""
        return Atom(atom.predicate, tuple(map(self.term, atom.places)))

    def formula(self, literal: LiftedLiteral) -> Formula:
        """Return a literal as preconditions have it."""
        atom = literal.atom
        condition: Formula = self.atom(atom)
        if atom.predicate == EQUALITY:
            first, second = map(self.term, atom.places)
            condition = Equal(first, second)
        return condition if literal.positive else Not(condition)


def candidates(terms: Terms, signature: Signature) -> list[LiftedAtom]:
    """List the lifted atoms that an action may be about: those whose terms have fitting types.

    Args:
        terms: The terms of the action.
        signature: The predicates and types.

    Returns:
        The atoms of the predicates, then equalities; none about constants alone, but for predicates without arguments
        and effects on constants.
    """
    kinds = [variable.types for variable in terms.all]
    atoms = []
    for predicate in signature.predicates:
        fitting = [
            [place for place, types in enumerate(kinds) if signature.overlap(types, parameter.types)]
            for parameter in predicate.parameters
        ]
        atoms += [LiftedAtom(predicate.name, places) for places in product(*fitting)]
    count = len(terms.parameters)
    for first, second in combinations(range(len(kinds)), 2):
        if first < count and signature.overlap(kinds[first], kinds[second]):
            atoms.append(LiftedAtom(EQUALITY, (first, second)))
    return atoms
