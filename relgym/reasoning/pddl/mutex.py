"""Check mutex groups in states: a given state may be unreachable from the start.

>>> from relgym.model.program import Role
>>> from relgym.translate.analysis.invariants import InvariantPart
>>> at, names = Symbol(Role.FLUENT, "at", 1), [("at", (0,)), ("at", (1,))]
>>> check = MutexCheck([MutexGroup((InvariantPart(at, ()),))], lambda number: (at, names[number][1]))
>>> check.holds(0b01), check.holds(0b11), check.still_holds([0], [1], 0b10)
(True, False, True)
>>> check.exclusive([0, 1])
{0: 2, 1: 1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from relgym.model.bits import bits_of
from relgym.model.program import Row, Symbol
from relgym.translate.analysis.invariants import MutexGroup


class MutexCheck:
    """Checks that at most one atom of each instance of some groups is true in a state, given as bits."""

    def __init__(self, groups: Sequence[MutexGroup], atom: Callable[[int], tuple[Symbol | None, Row]]) -> None:
        """Take the groups; `atom` returns the symbol and the arguments of an atom by its number."""
        self._groups = groups
        self._atom = atom
        # The instances of each atom, as numbers.
        self._known: dict[int, list[int]] = {}
        self._numbers: dict[tuple[int, Row], int] = {}

    def holds(self, bits: int) -> bool:
        """Tell whether a state satisfies the groups."""
        met = self._instances(bits_of(bits)) if self._groups else []
        return len(met) == len({*met})

    def still_holds(self, gone: Iterable[int], come: Iterable[int], bits: int) -> bool:
        """Tell whether a state satisfies the groups, given the changed atoms from a state that satisfies them."""
        if not self._groups:
            return True
        came = self._instances(come)
        met = {*came}
        if len(met) < len(came):
            return False
        # An instance that loses an atom has no other true atom.
        return met.issubset(self._instances(gone)) or self.holds(bits)

    def exclusive(self, numbers: Iterable[int]) -> dict[int, int]:
        """Find for each of some atoms the bits of the others that are false wherever it is true."""
        members: dict[int, int] = {}
        own = {number: self._instances([number]) for number in numbers}
        for number, instances in own.items():
            for instance in instances:
                members[instance] = members.get(instance, 0) | 1 << number
        found = {}
        for number, instances in own.items():
            others = 0
            for instance in instances:
                others |= members[instance]
            if others:
                found[number] = others & ~(1 << number)
        return found

    def _instances(self, numbers: Iterable[int]) -> list[int]:
        """Return the instances of atoms."""
        known, found = self._known, list[int]()
        for number in numbers:
            found += known[number] if number in known else self._find(number)
        return found

    def _find(self, number: int) -> list[int]:
        """Find the instances of an atom."""
        symbol, row = self._atom(number)
        own = self._known[number] = []
        for index, group in enumerate(self._groups):
            part = group.part(symbol) if symbol else None
            if part is not None:
                instance = index, tuple([row[column] for column in part.columns])
                own.append(self._numbers.setdefault(instance, len(self._numbers)))
        return own
