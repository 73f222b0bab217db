"""Projections of states: the atoms and numbers that a precondition, a goal or the conditions of an effect read.

States with the same projection have the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from relgym.model.bits import mask_of
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Symbol
from relgym.simulate.progression import Progression

Part = int | tuple[int, Values]
"""The projection of a state: some of its atoms, and its numbers if they are read."""


@dataclass(slots=True)
class Projection:
    """The part of states that something reads.

    Attributes:
        symbols: The symbols of the atoms that are read.
        is_numeric: Whether values are read.
        mask: The bits of these atoms, as far as atoms are numbered.
    """

    symbols: frozenset[Symbol]
    is_numeric: bool
    mask: int = 0

    def part(self, bits: int, values: Values) -> Part:
        """Project a state."""
        own = bits & self.mask
        return (own, values) if self.is_numeric else own


class Projector:
    """Makes projections, and extends them by the atoms that are numbered later."""

    def __init__(self, system: Progression) -> None:
        self._views = system.views
        self._vocabulary = system.vocabulary
        self._numbered = 0
        self._masks: dict[Symbol, int] = {}
        self._projections: list[Projection] = []

    def make(self, *symbols: Symbol) -> Projection:
        """Make the projection to what the rules of some symbols read."""
        dependencies = self._views.dependencies
        read = frozenset[Symbol]().union(*map(dependencies.below, symbols))
        projection = Projection(read, dependencies.numeric(symbols))
        self._projections.append(projection)
        self._extend(projection)
        return projection

    def update(self) -> bool:
        """Extend all projections; returns whether atoms have been numbered since the last call."""
        atoms = len(self._vocabulary.atoms)
        if atoms == self._numbered:
            return False
        new: dict[Symbol, list[int]] = {}
        for number in range(self._numbered, atoms):
            symbol, _ = self._views.tables.symbol_and_row(number)
            if symbol is not None:
                new.setdefault(symbol, []).append(number)
        self._numbered = atoms
        for symbol, numbers in new.items():
            self._masks[symbol] = self._masks.get(symbol, 0) | mask_of(numbers)
        for projection in self._projections:
            self._extend(projection)
        return True

    def _extend(self, projection: Projection) -> None:
        for symbol in projection.symbols & self._masks.keys():
            projection.mask |= self._masks[symbol]
