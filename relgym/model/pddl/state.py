"""States as bits: immutable, hashable, equal by content; a bit per atom inside, sets of atoms outside.

Atoms and numeric fluents are numbered as they are met, once per task, in a `Vocabulary`. A state is
an int with the bits of its true atoms, and a tuple of values. Static atoms stand in the vocabulary once.
The numbers mean something in one vocabulary only; `portable.py` writes states for files and other processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import chain
from threading import Lock
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from relgym.model import portable
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.formulas import Atom
from relgym.model.terms import Object

Key = tuple[str, tuple[int, ...]]
"""A ground atom or fluent: the predicate's or function's name, and object numbers."""

Values = tuple[Value | None, ...]
"""The values of the fluents of a vocabulary; `None` is undefined, and never the last one."""


NONE: frozenset[Atom] = frozenset()

ROOM, EACH = 1 << 25, 1 << 13
"""Limits in bits of cached differences between states: of all together, and the overhead counted for each."""


class Vocabulary:
    """Numbers the atoms and numeric fluents of one task; it only ever grows."""

    __slots__ = (
        "__weakref__",
        "_differences",
        "_growing",
        "_line_numbers",
        "_named",
        "_read",
        "atom_number",
        "atoms",
        "fluent_number",
        "fluents",
        "forms",
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
        self.forms = portable.Forms(self.objects, self.atoms)
        # The numbers of atoms by their lines in pickles.
        self._line_numbers: dict[str, int] = {}

    def atom(self, name: str, row: tuple[int, ...]) -> int:
        """The number of an atom, that is, its bit in every state of the task."""
        key = (name, row)
        number = self.atom_number.get(key)
        return self._number(key, self.atoms, self.atom_number) if number is None else number

    def fluent(self, name: str, row: tuple[int, ...]) -> int:
        """The number of a numeric fluent, that is, its place among every state's values."""
        key = (name, row)
        number = self.fluent_number.get(key)
        return self._number(key, self.fluents, self.fluent_number) if number is None else number

    def _number(self, key: Key, keys: list[Key], numbers: dict[Key, int]) -> int:
        """Number a key that was not known before; only one thread does so at a time."""
        with self._growing:
            if key not in numbers:
                keys.append(key)
                # Known to other threads only now that the key is at its place.
                numbers[key] = len(keys) - 1
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
    def header(self) -> str:
        """The objects and all that is static, in the form in which states are pickled with them."""
        return self.forms.header(self.static_atoms, self.static_values)

    def atoms_of(self, bits: int) -> frozenset[Atom]:
        """The atoms of these bits, and all static ones."""
        # States are mostly read one after the other, and two neighbours differ in a few atoms. Who reads takes the set
        # away meanwhile, as there may be others who do, in other threads.
        try:
            before, atoms, found = self._read.pop()
        except IndexError:
            found = NONE.union(*map(self._single, self.static_atoms))
            before, atoms = 0, set(found)
        changed = before ^ bits
        if changed:
            atoms ^= self._differences.get(changed) or self._difference(changed)
            found = frozenset(atoms)
        self._read.append((bits, atoms, found))
        return found

    def _difference(self, changed: int) -> frozenset[Atom]:
        # Sets of one atom keep its hash, which takes longer to work out than all the rest.
        atoms = NONE.union(*[self._named.get(bit) or self._name(bit) for bit in bits_of(changed)])
        if len(atoms) <= FEW:
            if len(self._differences) * (changed.bit_length() + EACH) > ROOM:
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
        kept = (name for name in self.__slots__ if not name.startswith("_") and name != "forms")
        return {name: getattr(self, name) for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self._forget()


FEW, BYTES = 16, 64
"""The number of set bits above which a number is split, and the size of its pieces in bytes."""


def bits_of(bits: int) -> Iterator[int]:
    """The positions of the ones in `bits`, lowest first.

    >>> list(bits_of(0b1101))
    [0, 2, 3]
    >>> list(bits_of(mask_of(range(0, 2000, 9)))) == list(range(0, 2000, 9))
    True
    """
    if bits.bit_count() <= FEW:
        words: Iterable[int] = (bits,)
    else:
        # To take one of many bits out of a long number takes time for all the others.
        data = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
        words = (int.from_bytes(data[start : start + BYTES], "little") for start in range(0, len(data), BYTES))
    place = 0
    for word in words:
        while word:
            lowest = word & -word
            yield place + lowest.bit_length() - 1
            word ^= lowest
        place += 8 * BYTES


def mask_of(positions: Iterable[int]) -> int:
    """The int with ones at some positions; those may be many.

    >>> mask_of([3, 0, 2]) == 0b1101
    True
    """
    wanted = list(positions)
    data = bytearray(max(wanted, default=0) // 8 + 1)
    for position in wanted:
        data[position >> 3] |= 1 << (position & 7)
    return int.from_bytes(data, "little")


def trimmed(values: Iterable[Value | None]) -> Values:
    """The values without the undefined ones at the end, so that equal states have equal tuples."""
    kept = list(values)
    while kept and kept[-1] is None:
        kept.pop()
    return tuple(kept)


class State:
    """A state of a task: its true atoms, and the values of its numeric fluents.

    Args:
        vocabulary: The numbers of atoms and fluents.
        bits: An int in which bit `i` is set if the atom of number `i` is true.
        values: The values of fluents by their numbers; `None` for undefined ones.

    Attributes:
        atoms: The true atoms, for people.
        fluents: The defined numeric values, for people.
    """

    __slots__ = ("_hash", "bits", "values", "vocabulary")

    # Computed on the first use: states are made at every step.
    _hash: int

    def __init__(self, vocabulary: Vocabulary, bits: int, values: Values = ()) -> None:
        self.vocabulary = vocabulary
        self.bits = bits
        self.values = values

    def own_atoms(self) -> Iterator[Key]:
        """Yield the true atoms that actions may change, as names and object numbers."""
        atoms = self.vocabulary.atoms
        return (atoms[bit] for bit in bits_of(self.bits))

    def own_values(self) -> Iterator[tuple[Key, Value]]:
        """Yield the defined values that actions may change, by names and object numbers."""
        for key, value in zip(self.vocabulary.fluents, self.values, strict=False):
            if value is not None:
                yield key, value

    @property
    def atoms(self) -> frozenset[Atom]:
        """All true atoms that are not derived, static ones too."""
        return self.vocabulary.atoms_of(self.bits)

    @property
    def fluents(self) -> Mapping[FluentValue, Value]:
        """All defined numeric values, static ones too."""
        vocabulary = self.vocabulary
        every = [*vocabulary.static_values, *self.own_values()]
        return MappingProxyType({FluentValue(name, vocabulary.terms(row)): v for (name, row), v in every})

    def changed(self, delete: int, add: int) -> State:
        """Return the state after deletes and then adds.

        Args:
            delete: The bits of the deleted atoms.
            add: The bits of the added atoms.

        Returns:
            A new state with the same numeric values.
        """
        return State(self.vocabulary, self.bits & ~delete | add, self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = self.vocabulary, other.vocabulary
        if mine is theirs:
            return self.bits == other.bits and self.values == other.values
        return (
            mine.objects == theirs.objects
            and set(self.own_atoms()) == set(other.own_atoms())
            and dict(self.own_values()) == dict(other.own_values())
            and set(mine.static_atoms) == set(theirs.static_atoms)
            and dict(mine.static_values) == dict(theirs.static_values)
        )

    def __hash__(self) -> int:
        # By content, not by bits: two vocabularies may number the same atoms differently.
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(frozenset(self.own_atoms()))
            return self._hash

    def to_json(self, static: bool = False) -> dict[str, Any]:
        """Return the state as data for `json.dumps`, the same for equal states in every process.

        Derived atoms are left out. `Reasoner.state_from_json` reads the form.

        Args:
            static: If True, atoms and values that no action changes are listed, too.

        Returns:
            A dictionary: `atoms` are the true atoms as texts, sorted; `fluents` maps the text of each defined numeric
            fluent to its value, sorted by the texts. A value is an int, a float, or a text such as `"3/2"`.

        >>> own = Vocabulary((Object("a"), Object("b")))
        >>> State(own, 1 << own.atom("on", (0, 1))).to_json()
        {'atoms': ['(on a b)'], 'fluents': {}}
        """
        vocabulary, forms = self.vocabulary, self.vocabulary.forms
        texts, values = forms.texts(bits_of(self.bits)), [*self.own_values()]
        if static:
            texts += map(forms.text, vocabulary.static_atoms)
            values += vocabulary.static_values
        numbers = {forms.text(key): portable.written(value) for key, value in values}
        return {"atoms": sorted(texts), "fluents": {text: numbers[text] for text in sorted(numbers)}}

    def __reduce__(self) -> tuple[Callable[[str, str], State], tuple[str, str]]:
        # By sorted texts: bits differ from vocabulary to vocabulary, and hashes from process to process.
        return unpickled, self.portable

    @property
    def portable(self) -> tuple[str, str]:
        """The texts from which `unpickled` makes the state: the part common to the task's states, and its own part."""
        values = [portable.value_line(key, value) for key, value in self.own_values()]
        lines = self.vocabulary.forms.lines(bits_of(self.bits))
        return self.vocabulary.header, portable.body(lines, values)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        # Nothing of a state ever changes, so a copy of an environment may share it, vocabulary and all.
        return self

    def __repr__(self) -> str:
        atoms = sorted(map(str, self.atoms))
        values = sorted(f"(= {fluent} {value})" for fluent, value in self.fluents.items())
        return f"State({' '.join(atoms + values)})"

    def _repr_html_(self) -> str:
        """The state in a notebook: a row for each predicate and function, what no action changes last and in grey.

        A picture takes a task: an environment shows itself as one, and `relgym.Painter` draws any state.
        """
        vocabulary = self.vocabulary
        own = _rows(vocabulary, ((key, None) for key in self.own_atoms()), self.own_values())
        fixed = _rows(vocabulary, ((key, None) for key in vocabulary.static_atoms), vocabulary.static_values)
        lines = [f"<tr><th>{name}</th><td>{words}</td></tr>" for name, words in own]
        lines += [f'<tr style="color: #59616c"><th>{name}</th><td>{words}</td></tr>' for name, words in fixed]
        return f"<table>{''.join(lines)}</table>"

    def __contains__(self, atom: Atom) -> bool:
        return atom in self.atoms


def _rows(
    vocabulary: Vocabulary, atoms: Iterable[tuple[Key, None]], values: Iterable[tuple[Key, Value]]
) -> list[tuple[str, str]]:
    """Return names with descriptions as HTML, in alphabetical order; objects in the order of the task."""
    told: dict[str, list[str]] = {}
    for (name, row), value in sorted(chain(atoms, values), key=lambda item: item[0]):
        words = " ".join(str(term) for term in vocabulary.terms(row))
        said = [words] if value is None else [words, f"= {value}"]
        told.setdefault(name, []).append(escape(" ".join(part for part in said if part)) or "true")
    return [(escape(name), ", ".join(words)) for name, words in told.items()]


class Fresh(State):
    """A state that is filled in by who makes it: to call a constructor takes longer than all else that makes one."""

    __slots__ = ()

    __init__ = object.__init__


_LOADING = Lock()
"""Held while the vocabulary of a pickled state is made: states may be read in several threads."""

_LOADED: WeakValueDictionary[str, Vocabulary] = WeakValueDictionary()
"""The vocabularies of states that were read from pickles, by their headers."""

_LATEST: deque[Vocabulary] = deque(maxlen=16)
"""The latest of these vocabularies; they stay even where no state of theirs is kept."""


def unpickled(header: str, body: str) -> State:
    """The state of a pickle, over the vocabulary that all pickles with this header share in a process."""
    lines, values = portable.body_of(body)
    vocabulary = _LOADED.get(header) or _loaded(header)
    bits = mask_of(vocabulary.line_numbers(lines))
    numbered = {vocabulary.fluent(*key): value for key, value in map(portable.value_of, values)}
    return State(vocabulary, bits, tuple(map(numbered.get, range(max(numbered, default=-1) + 1))))


def _loaded(header: str) -> Vocabulary:
    with _LOADING:
        vocabulary = _LOADED.get(header)
        if vocabulary is None:
            vocabulary = _LOADED[header] = Vocabulary(*portable.header_of(header))
            _LATEST.append(vocabulary)
    return vocabulary
