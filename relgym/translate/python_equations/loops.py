"""Loops over the items of variables, which check the clock between blocks of items where they compute many values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import Aggregate, DrawAny, Matrix, Slot, Value
from relgym.model.rddl.traversal import parts_of
from relgym.model.terms import Variable
from relgym.tuning.limits import BLOCK_VALUES

Names = Mapping[Variable, str]
"""The Python names of the variables in scope."""


class Loops:
    """Writes the loops of one program, with a new name for each variable."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self._count = 0
        # By identity; each entry keeps its value alive.
        self._unlooked: dict[int, tuple[Value | Slot, int]] = {}

    def fresh(self) -> str:
        """Return a name that nothing else has."""
        self._count += 1
        return f"v{self._count}"

    def sizes(self, variables: Sequence[Variable]) -> list[int]:
        """Return the numbers of items of variables."""
        return [self._program.size(variable.types[0]) for variable in variables]

    def rows(self, variables: Sequence[Variable]) -> int:
        """Return the number of rows of items of variables."""
        return prod(self.sizes(variables))

    def clauses(self, variables: Sequence[Variable], names: Names, *bodies: Value) -> tuple[str, Names]:
        """Write the clauses of a comprehension over variables, and return them with the names in it.

        If the clauses compute many values of the bodies within, one of them visits its items in blocks, and checks the
        clock before each block.
        """
        inner = dict(names)
        sizes = self.sizes(variables)
        at, step = _blocks(sizes, sum(map(self.unlooked, bodies)))
        clauses = []
        for index, (variable, size) in enumerate(zip(variables, sizes, strict=True)):
            name = inner[variable] = self.fresh()
            if index == at:
                block = self.fresh()
                clauses.append(f"for {block} in blocks({size}, {step}) for {name} in {block}")
            else:
                clauses.append(f"for {name} in range({size})")
        return " ".join(clauses), inner

    def block(self, rows: int, body: Value) -> int | None:
        """Return the number of rows between two checks of the clock, or None if the loop over them needs no check."""
        place, step = _blocks([rows], self.unlooked(body))
        return None if place is None else step

    def items(self, variables: Sequence[Variable], *bodies: Value) -> list[str]:
        """Return the iterables of loops over variables, where each loop is a statement of its own."""
        sizes = self.sizes(variables)
        at, step = _blocks(sizes, sum(map(self.unlooked, bodies)))
        texts = [f"range({size})" for size in sizes]
        if at is not None:
            texts[at] = f"watched({texts[at]}, {step})"
        return texts

    def unlooked(self, value: Value | Slot) -> int:
        """Return the largest number of values computed for one value between two checks of the clock."""
        known = self._unlooked.get(id(value))
        if known is None:
            match value:
                case Aggregate(_, variables):
                    around = self.sizes(variables)
                case DrawAny(variable):
                    around = self.sizes([variable])
                case Matrix(_, row, column):
                    around = self.sizes([row, column])
                case _:
                    around = []
            total = sum(map(self.unlooked, parts_of(value)))
            place, _ = _blocks(around, total)
            known = value, 1 + (prod(around) * total if place is None else BLOCK_VALUES)
            self._unlooked[id(value)] = known
        return known[1]


def _blocks(sizes: Sequence[int], inside: int) -> tuple[int | None, int]:
    """Find the innermost loop that computes many values, if any, and the number of its items in a block."""
    inside = max(1, inside)
    for index in reversed(range(len(sizes))):
        if inside * sizes[index] >= BLOCK_VALUES:
            return index, max(1, BLOCK_VALUES // inside)
        inside *= sizes[index]
    return None, 0
