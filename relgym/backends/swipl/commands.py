"""The commands by which the swipl engine changes what Prolog holds.

A command is a character code and its arguments: add or take away a fact, set a numeric value or take it
away, derive a stratum, collect garbage. Each is a clause of `change/2`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from relgym.backends.swipl.codes import END, text_of
from relgym.caching import Cache
from relgym.model.bits import bits_of
from relgym.model.numeric import Value
from relgym.model.pddl.vocabulary import Values, Vocabulary
from relgym.model.program import Role, Row, Symbol
from relgym.translate.program.origins import Named
from relgym.translate.prolog.clauses import PrologWriter
from relgym.translate.prolog.names import code_of, number_text
from relgym.tuning.prolog import DIFFERENCE_CACHE_LIMIT

Function = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """The change from one state to another: commands, the strata made stale (as bits), the number of deleted facts."""

    text: bytes
    stale: int
    gone: int


class Commands:
    """The commands of one program; `clauses` are those that Prolog does not have yet.

    `stale` tells for a symbol or function which strata depend on it, as bits.
    """

    def __init__(self, writer: PrologWriter, vocabulary: Vocabulary, stale: Mapping[Named, int]) -> None:
        self.clauses = [
            "change([]).",
            "change([Command|Rest]) :- change(Command, Rest).",
            "load_facts(Commands, []) :- change(Commands).",
        ]
        self._writer = writer
        self._vocabulary = vocabulary
        self._stale = stale
        self._codes = 0
        self._symbols: dict[tuple[str, int], Symbol] = {}
        self._add: dict[Symbol, str] = {}
        self._take: dict[Symbol, str] = {}
        self._set: dict[Function, str] = {}
        self._unset: dict[Function, str] = {}
        self._atoms: list[tuple[str, str, int]] = []
        self._differences: Cache[tuple[int, int], Difference] = Cache(DIFFERENCE_CACHE_LIMIT)

    def command(self, goals: str, arguments: Sequence[str] = (), tail: str = "Rest") -> str:
        """The code of a new command that calls `goals`; it is followed by its arguments, then by `tail`."""
        code = code_of(self._codes)
        self._codes += 1
        following = f"[{', '.join(arguments)}|{tail}]" if arguments else tail
        self.clauses.append(f"change({code}, {following}) :- {goals}, change(Rest).")
        return chr(code)

    def know_facts(self, symbol: Symbol) -> None:
        """Make commands for a symbol that the program or states have facts of."""
        columns = [f"X{column}" for column in range(symbol.arity)]
        fact = self._writer.atom(symbol, columns)
        if symbol.role is Role.FLUENT:
            self._symbols[symbol.name, symbol.arity] = symbol
        self._add[symbol] = self.command(f"assertz({fact})", columns)
        self._take[symbol] = self.command(f"retract({fact}), !", columns)

    def know_values(self, function: Function) -> None:
        """Make commands for the values of a function that rules read."""
        columns = [f"X{column}" for column in range(function[1])]
        old, new = (self._writer.atom(function, [*columns, value]) for value in ("_", "Value"))
        goals = f"relgym:number_and_rest(Codes, Value, Rest), retractall({old}), assertz({new})"
        self._set[function] = self.command(goals, columns, "Codes")
        self._unset[function] = self.command(f"retractall({old})", columns)

    @property
    def functions(self) -> AbstractSet[Function]:
        """The functions whose values are known."""
        return self._set.keys()

    def fact(self, symbol: Symbol, row: Row) -> str:
        """The command that adds a fact."""
        return self._add[symbol] + text_of(row)

    def value(self, function: str, row: Row, value: Value | None) -> str:
        """The command that sets or takes away a value; none if no rule reads it."""
        key = (function, len(row))
        if key not in self._set:
            return ""
        if value is None:
            return self._unset[key] + text_of(row)
        return self._set[key] + text_of(row) + number_text(value) + END

    def atoms(self, old: int, new: int) -> Difference:
        """Return the change from the atoms `old` to the atoms `new`, both as bits."""
        changed = old ^ new
        key = (changed, changed & new)
        difference = self._differences.get(key)
        if difference is None:
            difference = self._differences.keep(key, self._difference(*key))
        return difference

    def _difference(self, changed: int, come: int) -> Difference:
        self._know_atoms()
        gone = changed ^ come
        going = [self._atoms[bit] for bit in bits_of(gone)]
        coming = [self._atoms[bit] for bit in bits_of(come)]
        stale = 0
        for _, _, mask in going + coming:
            stale |= mask
        text = "".join([take for _, take, _ in going] + [add for add, _, _ in coming])
        return Difference(text.encode(), stale, len(going))

    def _know_atoms(self) -> None:
        for name, row in self._vocabulary.atoms[len(self._atoms) :]:
            symbol = self._symbols[name, len(row)]
            text = text_of(row)
            self._atoms.append((self._add[symbol] + text, self._take[symbol] + text, self._stale.get(symbol, 0)))

    def values(self, old: Values, new: Values) -> Difference:
        """Return the change from the values `old` to the values `new`."""
        parts: list[str] = []
        stale = 0
        width = max(len(old), len(new))
        before, after = (values + (None,) * (width - len(values)) for values in (old, new))
        for (name, row), was, will_be in zip(self._vocabulary.fluents, before, after, strict=False):
            if was is not will_be:
                parts.append(self.value(name, row, will_be))
                stale |= self._stale.get((name, len(row)), 0)
        return Difference("".join(parts).encode(), stale, len(parts))
