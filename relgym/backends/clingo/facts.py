"""The facts of a state in clingo's terms: a number for one argument, else a tuple of numbers.

>>> from relgym.model.program import Symbol
>>> on = Symbol(Role.FLUENT, "on", 2)
>>> program = Program((), (on,), {}, (), {("fuel", (0,)): 7}, (), (), frozenset())
>>> vocabulary = Vocabulary(())
>>> facts = ClingoFacts(program, vocabulary, {})
>>> facts.move_to(State(vocabulary, 1 << vocabulary.atom("on", (3, 4))))
>>> facts.terms(on), facts.terms(("fuel", 1))
([Function('', [Number(3), Number(4)], True)], [Function('', [Number(0), Number(7)], True)])
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from relgym.backends.clingo.library import library
from relgym.model.bits import bits_of
from relgym.model.numeric import Value
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Program, Role, Row, Symbol
from relgym.translate.asp.numbers import fits
from relgym.translate.program.origins import Named

if TYPE_CHECKING:
    from clingo import Symbol as Term


class ClingoFacts:
    """The rows of all symbols that rules do not define, and the values of functions, in one state after another."""

    def __init__(self, program: Program, vocabulary: Vocabulary, fixed: Mapping[Symbol, Collection[Row]]) -> None:
        self._clingo = library()
        self._vocabulary = vocabulary
        self._fixed = fixed
        self._lasting: dict[Named, list[Term]] = {}
        self._program = program
        self._terms: dict[Row, Term] = {}
        self._rows: dict[Term, Row] = {}
        self.fluents = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
        self._holding: dict[Symbol, dict[int, Term]] = {symbol: {} for symbol in program.fluents}
        # The atoms among the facts, as bits, and those that are being changed: they may or may not be there.
        self._bits = self._doubt = 0
        self.state = State(vocabulary, 0)
        self.asked: Mapping[Symbol, Row] = {}

    def move_to(self, state: State) -> None:
        self.state = state

    def terms(self, thing: Named) -> Sequence[Term]:
        """The rows of a symbol, or of a numeric function with the value as last argument."""
        if isinstance(thing, Symbol) and thing.role is Role.FLUENT:
            self._follow()
            return list(self._holding.get(thing, {}).values())
        if thing in self._program.functions and not isinstance(thing, Symbol):
            return [self._pair(row, value) for (name, row), value in self.values() if (name, len(row)) == thing]
        if isinstance(thing, Symbol) and thing in self.asked:
            return [self.term(self.asked[thing])]
        lasting = self._lasting.get(thing)
        if lasting is None:
            lasting = self._lasting[thing] = self._unchanging(thing)
        return lasting

    def rows(self, symbol: Symbol) -> list[Row]:
        """The rows of a symbol that no rule defines."""
        if symbol.role is Role.FLUENT:
            self._follow()
            atoms = self._vocabulary.atoms
            return [atoms[bit][1] for bit in self._holding.get(symbol, ())]
        return list(self._fixed.get(symbol, ()))

    def values(self) -> list[tuple[tuple[str, Row], Value]]:
        """The values that the state gives; those of other functions stand in the program."""
        return list(self.state.own_values())

    def term(self, row: Row) -> Term:
        known = self._terms.get(row)
        if known is None:
            number, function = self._clingo.Number, self._clingo.Function
            known = number(row[0]) if len(row) == 1 else function("", [number(item) for item in row])
            self._terms[row] = known
            self._rows[known] = row
        return known

    def row(self, term: Term) -> Row:
        known = self._rows.get(term)
        if known is None:
            single = term.type is self._clingo.SymbolType.Number
            known = (term.number,) if single else tuple([item.number for item in term.arguments])
            self._terms[known] = term
            self._rows[term] = known
        return known

    def _pair(self, row: Row, value: Value) -> Term:
        number = self._clingo.Number
        last: Term = number(value) if fits(value) else self._clingo.String(str(value))
        term: Term = self._clingo.Function("", [*map(number, row), last]) if row else last
        return term

    def _unchanging(self, thing: Named) -> list[Term]:
        if isinstance(thing, Symbol):
            return [self.term(row) for row in self._fixed.get(thing, ())]
        constants = self._program.constants.items()
        return [self._pair(row, value) for (name, row), value in constants if (name, len(row)) == thing]

    def _follow(self) -> None:
        """Take over the atoms in which the state differs from the last one that was looked at."""
        bits = self.state.bits
        atoms = self._vocabulary.atoms
        self._doubt = changed = self._bits ^ bits | self._doubt
        for bit in bits_of(changed):
            name, row = atoms[bit]
            holding = self._holding[self.fluents[name, len(row)]]
            if bits >> bit & 1:
                holding[bit] = self.term(row)
            else:
                holding.pop(bit, None)
        self._bits, self._doubt = bits, 0
