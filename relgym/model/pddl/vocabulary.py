"""The numbers of a task's atoms and numeric fluents, which the bits and values of states stand for."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import Any

from relgym.model import portable
from relgym.model.bits import bits_of
from relgym.model.numeric import Value
from relgym.model.pddl.formulas import Atom
from relgym.model.terms import Object
from relgym.tuning.model import DIFFERENCE_BITS, DIFFERENCE_CACHE_BITS, FEW_BITS

Key = tuple[str, tuple[int, ...]]
"""A ground atom or fluent: the predicate's or function's name, and object numbers."""

Values = tuple[Value | None, ...]
"""The values of the fluents of a vocabulary; `None` is undefined, and never the last one."""

NONE: frozenset[Atom] = frozenset()


class Vocabulary:
    """Numbers the atoms and numeric fluents of one task; it only ever grows."""

    __slots__ = (
        "__weakref__",
        "_differences",
        "_forms",
        "_growing",
        "_line_numbers",
        "_named",
        "_read",
        "atom_number",
        "atoms",
        "fluent_number",
        "fluents",
        "objects",
        "static_atoms",
        "static_values",
    )

    def __init__(
        self,
        objects: tuple[Object, ...],
        static_atoms: Iterable[Key] = (),
        static_values: Iterable[tuple[Key, Value]] = (),
    ) -> None:
        self.objects = objects
        self.static_atoms = tuple(static_atoms)
        self.static_values = tuple(static_values)
        self.atoms: list[Key] = []
        self.atom_number: dict[Key, int] = {}
        self.fluents: list[Key] = []
        self.fluent_number: dict[Key, int] = {}
        self._forget()

    def _forget(self) -> None:
        """Clear the caches of reads, which are no part of the vocabulary."""
        self._growing = Lock()
        self._named: dict[int, frozenset[Atom]] = {}
        # The atoms of bits in which two states differed that were read one after the other.
        self._differences: dict[int, frozenset[Atom]] = {}
        # The bits that were read last with their atoms: as a set to update for the next bits, and as the result.
        self._read: list[tuple[int, set[Atom], frozenset[Atom]]] = []
        self._forms: portable.Forms | None = None
        # The numbers of atoms by their lines in pickles.
        self._line_numbers: dict[str, int] = {}

    def atom(self, name: str, row: tuple[int, ...]) -> int:
        """The number of an atom, that is, its bit in every state of the task."""
        key = (name, row)
        number = self.atom_number.get(key)
        return self._number(key, self.atoms, self.atom_number) if number is None else number

    def fluent(self, name: str, row: tuple[int, ...]) -> int:
        """The number of a numeric fluent, that is, its position among every state's values."""
        key = (name, row)
        number = self.fluent_number.get(key)
        return self._number(key, self.fluents, self.fluent_number) if number is None else number

    def _number(self, key: Key, keys: list[Key], numbers: dict[Key, int]) -> int:
        """Number a key that was not known before; only one thread does so at a time."""
        with self._growing:
            if key not in numbers:
                number = len(keys)
                # Known to other threads only when the key is in the list. No call, in which a signal could strike,
                # stands between the two.
                keys += (key,)
                numbers[key] = number
            return numbers[key]

    def terms(self, row: tuple[int, ...]) -> tuple[Object, ...]:
        """Return the objects of a row of object numbers."""
        return tuple(self.objects[number] for number in row)

    def line_numbers(self, lines: Iterable[str]) -> list[int]:
        """The numbers of the atoms in some lines of a pickle."""
        known = self._line_numbers
        try:
            return [known[line] for line in lines]
        except KeyError:
            known |= {line: self.atom(*portable.key_of(line)) for line in lines}
            return [known[line] for line in lines]

    @property
    def forms(self) -> portable.Forms:
        """The texts and the lines of the atoms."""
        if self._forms is None:
            self._forms = portable.Forms(self.objects, self.atoms)
        return self._forms

    @property
    def header(self) -> str:
        """The objects and all that is static, in the form in which states are pickled with them."""
        return self.forms.header(self.static_atoms, self.static_values)

    def atoms_of(self, bits: int) -> frozenset[Atom]:
        """The atoms of these bits, and all static ones."""
        # States are mostly read one after the other, and two neighbours differ in a few atoms. Who reads takes the set
        # away meanwhile, as there may be others who do, in other threads.
        try:
            before, atoms, known = self._read.pop()
        except IndexError:
            known = NONE.union(*map(self._single, self.static_atoms))
            before, atoms = 0, set(known)
        changed = before ^ bits
        if changed:
            atoms ^= self._differences.get(changed) or self._difference(changed)
            known = frozenset(atoms)
        self._read.append((bits, atoms, known))
        return known

    def _difference(self, changed: int) -> frozenset[Atom]:
        # Sets of one atom keep its hash, which takes longer to work out than all the rest.
        atoms = NONE.union(*[self._named.get(bit) or self._name(bit) for bit in bits_of(changed)])
        if len(atoms) <= FEW_BITS:
            if len(self._differences) * (changed.bit_length() + DIFFERENCE_BITS) > DIFFERENCE_CACHE_BITS:
                self._differences.clear()
            self._differences[changed] = atoms
        return atoms

    def _name(self, bit: int) -> frozenset[Atom]:
        named = self._named[bit] = self._single(self.atoms[bit])
        return named

    def _single(self, key: Key) -> frozenset[Atom]:
        name, row = key
        return frozenset((Atom(name, self.terms(row)),))

    def __getstate__(self) -> dict[str, Any]:
        # Without the caches: they would make the pickle far larger.
        kept = (name for name in self.__slots__ if not name.startswith("_"))
        return {name: getattr(self, name) for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self._forget()
