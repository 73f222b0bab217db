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

from relgym.migration import knows_former
from relgym.model import portable
from relgym.model.bits import bits_of, mask_of
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.vocabulary import Key, Values, Vocabulary


def trimmed(values: Iterable[Value | None]) -> Values:
    """The values without the undefined ones at the end, so that equal states have equal tuples."""
    kept = list(values)
    while kept and kept[-1] is None:
        kept.pop()
    return tuple(kept)


@knows_former("state")
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

        >>> from relgym.model.terms import Object
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
        rows = _rows(vocabulary, ((key, None) for key in self.own_atoms()), self.own_values())
        fixed = _rows(vocabulary, ((key, None) for key in vocabulary.static_atoms), vocabulary.static_values)
        lines = [f"<tr><th>{name}</th><td>{words}</td></tr>" for name, words in rows]
        lines += [f'<tr style="color: #59616c"><th>{name}</th><td>{words}</td></tr>' for name, words in fixed]
        return f"<table>{''.join(lines)}</table>"

    def __contains__(self, atom: Atom) -> bool:
        return atom in self.atoms


def _rows(
    vocabulary: Vocabulary, atoms: Iterable[tuple[Key, None]], values: Iterable[tuple[Key, Value]]
) -> list[tuple[str, str]]:
    """Return names with descriptions as HTML, in alphabetical order; objects in the order of the task."""
    texts: dict[str, list[str]] = {}
    for (name, row), value in sorted(chain(atoms, values), key=lambda item: item[0]):
        words = " ".join(str(term) for term in vocabulary.terms(row))
        said = [words] if value is None else [words, f"= {value}"]
        texts.setdefault(name, []).append(escape(" ".join(part for part in said if part)) or "true")
    return [(escape(name), ", ".join(words)) for name, words in texts.items()]


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
