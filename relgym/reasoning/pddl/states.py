"""The states of one task: its starts, and states made from atoms or brought from elsewhere."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any

from relgym.arguments import check_mapping, check_several
from relgym.caching import Cache
from relgym.errors import ModelError
from relgym.model import portable
from relgym.model.bits import mask_of
from relgym.model.numeric import ZERO_AT_START, FluentValue, Value, exact
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State, trimmed
from relgym.model.pddl.vocabulary import Key, Values, Vocabulary
from relgym.model.program import Row, Symbol
from relgym.model.terms import Object
from relgym.read.pddl.loading import read_atom
from relgym.reasoning.pddl.outcomes import expanded
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.randomness import Generator
from relgym.translate.program.task import Translation
from relgym.tuning.reasoning import CACHED_ENTRY_BYTES

ONE = ord("1")


class States:
    """Makes states of one task, all of them over one vocabulary."""

    def __init__(self, translation: Translation, vocabulary: Vocabulary, transition: Transition) -> None:
        self.task = translation.task
        self.translation = translation
        self.vocabulary = vocabulary
        self._transition = transition
        # For each atom that a user gave, by its text or as an atom: 0 if it is static, else its bit number plus 1.
        self._places: Cache[Atom | str, int] = Cache(transition.caches, CACHED_ENTRY_BYTES)

    @cached_property
    def likeliest_start(self) -> State:
        """The start in which each draw of a probabilistic :init is at its likeliest."""
        delta = self._transition.likeliest(self.translation.chance, (), {})
        return self._transition.apply(self._certain_start, delta)

    def starts(self) -> list[tuple[Fraction, State]]:
        """All possible starts with their probabilities, each once."""
        return expanded(self._transition, self._certain_start, self.translation.chance, (), {})

    def drawn_start(self, rng: Generator) -> State:
        delta = self._transition.drawn(self.translation.chance, (), {}, rng)
        return self._transition.apply(self._certain_start, delta)

    @cached_property
    def _certain_start(self) -> State:
        return self._made(self.translation.start_atoms, self.translation.start_values.items())

    def _made(self, atoms: Iterable[Key], values: Iterable[tuple[Key, Value]]) -> State:
        bits = mask_of(self.vocabulary.atom(name, row) for name, row in atoms)
        return State(self.vocabulary, bits, self._numbered(values))

    def _numbered(self, values: Iterable[tuple[Key, Value]]) -> Values:
        numbered = {self.vocabulary.fluent(name, row): value for (name, row), value in values}
        return trimmed(numbered.get(place) for place in range(len(self.vocabulary.fluents)))

    def own(self, state: State) -> State:
        """The state over this vocabulary, for it may come from another reasoner of an equal task."""
        if not isinstance(state, State):
            raise ModelError(
                f"{reprlib.repr(state)} is not a state",
                expected="a State: the initial state, or what `state` makes of atoms",
            )
        if state.vocabulary is self.vocabulary:
            return state
        if state.vocabulary.objects != self.task.objects:
            raise ModelError("the state is of another task")
        atoms, values = [*state.own_atoms()], [*state.own_values()]
        for name, row in (*atoms, *(key for key, _ in values)):
            if (name, len(row)) not in self._changing:
                raise ModelError(f"the state is of another task: no action of this one changes '{name}'")
        return self._made(atoms, values)

    @cached_property
    def _changing(self) -> frozenset[tuple[str, int]]:
        """The names and numbers of arguments of the predicates and functions that actions change."""
        program = self.translation.program
        return frozenset({(symbol.name, symbol.arity) for symbol in program.fluents} | {*program.functions})

    def of(self, atoms: Iterable[Atom | str], fluents: Mapping[FluentValue | str, Value]) -> State:
        """The state with these atoms and values; static ones may be left out, but not changed.

        So may `(total-cost)` and `(reward)`, which are 0 then, and whatever need not have a value.
        """
        if isinstance(atoms, str):
            raise ModelError(f"{atoms!r} is a text, not several atoms", expected="a list of atoms, such as ['(p a b)']")
        check_several("atoms", atoms, "a list of atoms, such as ['(p a b)']", ModelError)
        check_mapping("fluents", fluents, "a dictionary, such as {'(cost)': 3}", ModelError)
        items = list(atoms)
        try:
            places = list(map(self._places.__getitem__, items))
        except (KeyError, TypeError):
            places = self._learned(items)
        # Set the bits as binary digits: setting one bit of a long int copies all of it.
        digits = bytearray(b"0") * (len(self.vocabulary.atoms) + 1)
        for place in places:
            digits[place] = ONE
        digits.reverse()
        values = self._changing_values(fluents)
        return State(self.vocabulary, int(digits, 2) >> 1, self._numbered(values) if values else ())

    def from_json(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_json` gave as data, or a line of the command line's JSON."""
        match data:
            case {"atoms": list() | tuple() as atoms, **more} if isinstance(values := more.get("fluents", {}), Mapping):
                return self.of(atoms, {text: _read(text, value) for text, value in values.items()})
            case _:
                raise ModelError(
                    f"{reprlib.repr(data)} is not a state in JSON",
                    expected="a dictionary with a list of texts as 'atoms', and perhaps numbers by texts as 'fluents'",
                )

    def _learned(self, items: Sequence[Atom | str]) -> list[int]:
        """Return the numbers of some atoms, which are cached; raises `ModelError` for other atoms."""
        places = []
        for item in items:
            known = isinstance(item, Atom | str)
            place = self._places.get(item) if known else None
            if place is None:
                place = self._place(item)
                if known:
                    self._places.keep(item, place)
            places.append(place)
        return places

    def _place(self, item: Atom | str) -> int:
        # The reader reports what is wrong with an atom that does not fit the task.
        atom = _plain(item) if isinstance(item, str) else item
        if not isinstance(atom, Atom) or not self._fits(atom):
            atom = read_atom(str(item), self.task)
        row = tuple(self.task.number[term.name] for term in atom.terms)
        if atom.predicate in self.task.derived:
            raise ModelError(f"{atom} is derived, and cannot be set", expected="atoms that are not derived")
        if self.translation.symbol(atom.predicate) in self._fluents:
            return self.vocabulary.atom(atom.predicate, row) + 1
        if (atom.predicate, row) not in self._statics:
            raise ModelError(f"{atom} cannot become true: no action changes '{atom.predicate}'")
        return 0

    @cached_property
    def _statics(self) -> frozenset[Key]:
        return frozenset(self.vocabulary.static_atoms)

    @cached_property
    def _fluents(self) -> frozenset[Symbol]:
        return frozenset(self.translation.program.fluents)

    def _fits(self, atom: Atom) -> bool:
        """Return True for a ground atom of the task's predicates and objects, with objects of the declared types."""
        predicate = self.task.predicates.get(atom.predicate)
        if predicate is None or len(predicate.parameters) != len(atom.terms):
            return False
        numbers = [self.task.number.get(term.name) for term in atom.terms]
        ranges = (self.task.ranged(variable.types) for variable in predicate.parameters)
        return all(number in column for number, column in zip(numbers, ranges, strict=True))

    def _changing_values(self, fluents: Mapping[FluentValue | str, Value]) -> Collection[tuple[Key, Value]]:
        if not fluents and not self.translation.start_values:
            return ()
        changing = {name for name, _ in self.translation.program.functions}
        given: dict[Key, Value] = {}
        for fluent, number in fluents.items():
            fluent_key, value = self._key(fluent), _exact(fluent, number)
            if fluent_key[0] in changing:
                given[fluent_key] = value
            elif self.translation.static_values.get(fluent_key) != value:
                raise ModelError(f"{fluent} cannot become {value}: no action changes it")
        # Effects read fluents that are defined in every state without a test.
        for name, row in self.translation.start_values:
            if name in self.translation.total and (name, row) not in given:
                if name not in ZERO_AT_START:
                    missing = FluentValue(name, self.vocabulary.terms(row))
                    raise ModelError(f"the state has no value of {missing}", expected=f"a number for {missing}")
                given[name, row] = 0
        return given.items()

    def _key(self, fluent: FluentValue | str) -> tuple[str, Row]:
        words = str(fluent).strip("() \t\n").lower().split()
        function = self.task.functions.get(words[0]) if words else None
        if function is None or len(words) - 1 != len(function.parameters):
            raise ModelError(f"{fluent} is not a numeric fluent of the task")
        unknown = [word for word in words[1:] if word not in self.task.number]
        if unknown:
            raise ModelError(f"{fluent} speaks of '{unknown[0]}', which is not an object of the task")
        return words[0], tuple(self.task.number[word] for word in words[1:])


def _exact(fluent: FluentValue | str, value: object) -> Value:
    """A number in the form that states hold: whole ones as `int`, those of NumPy would overflow.

    A float is the decimal number that it prints as, and so equal to the one of a file: 0.1 is 1/10.
    """
    match value:
        case Integral():
            return int(value)
        case Rational():
            return exact(Fraction(value))
        case Decimal() if value.is_finite():
            return exact(Fraction(value))
        case Real() if isfinite(value):
            return exact(Fraction(repr(float(value))))
        case _:
            raise ModelError(f"{value!r} is no value of {fluent}", expected="a finite number")


def _plain(text: str) -> Atom | None:
    """The atom of a text in the form `(p a b)`; it need not be one of the task."""
    if text[:1] != "(" or text[-1:] != ")":
        return None
    name, *objects = text[1:-1].split(" ")
    return Atom(name, tuple(map(Object, objects)))


def _read(fluent: str, value: Any) -> Any:
    """A value that JSON holds: a fraction is a text there."""
    if not isinstance(value, str):
        return value
    try:
        return portable.read(value)
    except (ValueError, ZeroDivisionError):
        raise ModelError(f"{value!r} is no value of {fluent}", expected='a number, or a text such as "3/2"') from None
