"""The part of a state on which something rests: a precondition, a goal, the conditions of an effect.

States that agree on this part have the same answer, however they differ elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from relgym.model.bits import mask_of
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Symbol
from relgym.simulate.progression import Progression
from relgym.translate.program.dependencies import Dependencies

Part = int | tuple[int, Values]
"""The part of a state that is read: some of its atoms, and its numbers if they are read."""


@dataclass(slots=True)
class Projection:
    """The part of a state that something reads.

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


def projection(dependencies: Dependencies, symbols: Iterable[Symbol]) -> Projection:
    """Find what the rules of some symbols read; the mask has no bits yet."""
    asked = tuple(symbols)
    read = frozenset[Symbol]().union(*map(dependencies.below, asked))
    return Projection(read, dependencies.numeric(asked))


class Atoms:
    """Tells projections of atoms that are numbered only when they are met."""

    def __init__(self, system: Progression) -> None:
        self._system = system
        self._vocabulary = system.vocabulary
        self._met = 0
        self._masks: dict[Symbol, int] = {}

    def have_grown(self) -> bool:
        """Tell whether atoms have been numbered since the last `tell`."""
        return len(self._vocabulary.atoms) > self._met

    def tell(self, projections: Iterable[Projection]) -> None:
        """Let projections read all atoms that are numbered."""
        new: dict[Symbol, list[int]] = {}
        for number in range(self._met, len(self._vocabulary.atoms)):
            symbol, _ = self._system.views.tables.symbol_and_row(number)
            if symbol is not None:
                new.setdefault(symbol, []).append(number)
        self._met = len(self._vocabulary.atoms)
        for symbol, numbers in new.items():
            self._masks[symbol] = self._masks.get(symbol, 0) | mask_of(numbers)
        for projection in projections:
            for symbol in projection.symbols & self._masks.keys():
                projection.mask |= self._masks[symbol]
