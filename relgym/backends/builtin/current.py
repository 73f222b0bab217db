"""The current state of an engine as rows of tables; a move to another state changes only the atoms that differ.

An exception, such as that of Ctrl-C, may end a move at any moment. So a move notes first which atoms and values it
changes: until it is complete, each of them may or may not be in the tables, and the next move sets it again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.strata import Strata, Stratum
from relgym.backends.builtin.tables import Acts
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values, Vocabulary
from relgym.model.program import Row, Symbol

Flip = tuple[Acts, Acts, Sequence[Stratum]]
"""The actions that add an atom, the actions that delete it, and the strata that depend on it."""

SymbolOf = Callable[[str, Row], Symbol | None]
"""A function that returns the symbol of an atom, if it has one."""


class CurrentTables:
    """Tables and numeric values that hold a state, at first the state without atoms and values.

    Attributes:
        bits: The true atoms.
        values: The values of numeric fluents.
        symbol_of: Returns the symbol of an atom.
        vocabulary: The numbers of atoms and fluents.
    """

    def __init__(self, vocabulary: Vocabulary, symbol_of: SymbolOf, compiler: Compiler, strata: Strata) -> None:
        self.bits = 0
        self.values: Values = ()
        self.symbol_of = symbol_of
        self.vocabulary = vocabulary
        self._tables = compiler.tables
        self._strata = strata
        # The atoms that a move has begun to change, as bits, and whether one has begun to change values.
        self._doubt = 0
        self._doubts_values = False
        # By the bit of an atom, the actions of its changes; made when it changes for the first time.
        self._flips: dict[int, Flip] = {}
        compiler.observers.append(self._flips.clear)

    def move_to(self, state: State) -> None:
        """Make a state the current one."""
        before, bits, doubt = self.bits, state.bits, self._doubt
        self._doubt = changed = before ^ bits | doubt
        if before or doubt:
            self.change(changed & ~bits, changed & bits)
        else:
            self.insert(self._rows(state))
        self.bits = bits
        self._doubt = 0
        self.move_values(state.values)

    def change(self, gone: int, come: int) -> None:
        """Delete and add the atoms of some bits, if they are not as wanted already; outdate strata that read them."""
        flips = self._flips
        if self._strata.known:
            left = gone | come
            while left:
                lowest = left & -left
                left ^= lowest
                for stratum in (flips.get(lowest) or self._flip(lowest))[2]:
                    stratum.fresh = False
        # Separate loops for deletions and additions are faster, and a search moves between states all the time.
        while gone:
            lowest = gone & -gone
            gone ^= lowest
            for act, item in (flips.get(lowest) or self._flip(lowest))[1]:
                act(item)
        while come:
            lowest = come & -come
            come ^= lowest
            for act, item in (flips.get(lowest) or self._flip(lowest))[0]:
                act(item)

    def insert(self, rows: Mapping[Symbol, Collection[Row]]) -> None:
        """Insert the rows of a state into empty tables."""
        for symbol, inserted in rows.items():
            self._tables[symbol].insert_all(inserted)
        self._strata.outdate()

    def move_values(self, values: Values) -> None:
        """Make some values of numeric fluents the current ones."""
        every = self._doubts_values
        if values is self.values and not every:
            return
        self._doubts_values = True
        fluents = self.vocabulary.fluents
        longest = len(fluents) if every else max(len(values), len(self.values))
        for number in range(longest):
            new = values[number] if number < len(values) else None
            old = self.values[number] if number < len(self.values) else None
            if every or new != old:
                self._tables.set_value(fluents[number], new)
        self._strata.outdate(numeric=True)
        self.values = values
        self._doubts_values = False

    def symbol_and_row(self, number: int) -> tuple[Symbol | None, Row]:
        """Return the symbol, if there is one, and the arguments of the atom with a number."""
        name, row = self.vocabulary.atoms[number]
        return self.symbol_of(name, row), row

    def _rows(self, state: State) -> dict[Symbol, list[Row]]:
        """Return the atoms of a state by their symbols."""
        rows: dict[Symbol, list[Row]] = {}
        for name, row in state.own_atoms():
            symbol = self.symbol_of(name, row)
            if symbol is not None:
                rows.setdefault(symbol, []).append(row)
        return rows

    def _flip(self, bit: int) -> Flip:
        """Find the actions that add and delete the atom of a bit, and the strata that depend on it."""
        symbol, row = self.symbol_and_row(bit.bit_length() - 1)
        enter, leave = self._tables[symbol].acts(row) if symbol else ((), ())
        strata = self._strata.reading(symbol) if symbol and self._strata.known else ()
        flip = self._flips[bit] = enter, leave, strata
        return flip
