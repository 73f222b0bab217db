"""One ground program for many states: their atoms are a free choice, and each state decides which are true.

It is ground over the atoms that are given; a state with another one is not its business (`covers`). When every
choice is decided the program has one answer set, which propagation alone finds: no search, so no time limit.

Source of the technique: Gebser et al., Multi-shot ASP solving with clingo, 2019, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from relgym.backends.clingo.facts import ClingoFacts
from relgym.backends.clingo.library import library
from relgym.backends.clingo.solving import OPTIONS, Solving
from relgym.model.bits import bits_of
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key, Vocabulary
from relgym.model.program import Role, Row, Rule, Symbol
from relgym.translate.asp.program import AspWriter
from relgym.translate.program.origins import Named
from relgym.tuning.clingo import COUNTED_BINDINGS_LIMIT

if TYPE_CHECKING:
    from clingo import Symbol as Term


class TooManyBindings(Exception):
    """The ground program would be so large that it is better to ground each state separately."""


class GroundChoices:
    """Answers about some symbols in every state that is made of given atoms.

    Raises `TooManyBindings` when the watched rules of the writer have too many bindings.
    """

    def __init__(
        self,
        symbols: Sequence[Symbol],
        needed: Sequence[Named],
        rules: Callable[[Symbol], Sequence[Rule]],
        writer: AspWriter,
        facts: ClingoFacts,
        vocabulary: Vocabulary,
        atoms: Iterable[tuple[Symbol, Row]],
    ) -> None:
        clingo = library()
        self.symbols = tuple(symbols)
        self._vocabulary = vocabulary
        fluents = [thing for thing in needed if isinstance(thing, Symbol) and thing.role is Role.FLUENT]
        ruled = [thing for thing in needed if isinstance(thing, Symbol) and rules(thing)]
        fixed = [thing for thing in needed if thing not in ruled and thing not in fluents]
        rows: dict[Symbol, list[Row]] = {symbol: [] for symbol in fluents}
        for symbol, row in atoms:
            rows[symbol].append(row)
        called = [facts.terms(thing) for thing in fixed]
        called += [[facts.term(row) for row in several] for several in rows.values()]
        # Choices must stand in the text: of atoms that come from elsewhere the grounder believes that they are
        # facts, and leaves out all instances of a rule but the first where its head has no variables.
        lines = [writer.called(thing, number) for number, thing in enumerate(fixed)]
        lines += [writer.choice(symbol, len(fixed) + number) for number, symbol in enumerate(fluents)]
        lines += [writer.rule(rule) for symbol in ruled for rule in rules(symbol)]
        control = clingo.Control(OPTIONS)
        control.enable_cleanup = False
        control.add("base", [], "\n".join(lines))
        control.ground([("base", [])], context=_CountedCalls(called, clingo.Number(0)))
        self._fluents = {(symbol.name, symbol.arity) for symbol in fluents}
        self._known: dict[Key, int] = {}
        literals: list[int] = []
        for symbol, several in rows.items():
            predicate = writer.names.predicate(symbol)
            for row in several:
                self._known[symbol.name, row] = len(literals)
                literals.append(control.symbolic_atoms[clingo.Function(predicate, [*map(clingo.Number, row)])].literal)
        atoms_of = control.symbolic_atoms.by_signature
        predicates = [(writer.names.predicate(symbol), symbol.arity) for symbol in symbols]
        reported = [(number, atom) for number, each in enumerate(predicates) for atom in atoms_of(*each)]
        # The places of the symbols, and the terms or rows for which they may hold.
        self._reported: list[tuple[int, Term | Row]] = [(number, atom.symbol) for number, atom in reported]
        self._program = Solving(control, literals, [atom.literal for _, atom in reported])
        # By the bits of the vocabulary: the atoms' places among the literals (-1: none), and which have one or not.
        self._choices: list[int] = []
        self._chosen = 0
        self._unknown = 0
        self._bits = 0

    def covers(self, state: State) -> bool:
        """Return True if the ground program knows all atoms of a state that its rules read."""
        atoms = self._vocabulary.atoms
        for bit in range(len(self._choices), len(atoms)):
            name, row = key = atoms[bit]
            self._choices.append(self._known.get(key, -1))
            if key in self._known:
                self._chosen |= 1 << bit
            elif (name, len(row)) in self._fluents:
                self._unknown |= 1 << bit
        return not state.bits & self._unknown

    def answers(self, state: State) -> list[list[Row]]:
        """The rows of all symbols in a state that is covered."""
        bits = state.bits & self._chosen
        for bit in bits_of(self._bits ^ bits):
            self._program.choose(self._choices[bit], bool(bits >> bit & 1))
        self._bits = bits
        answered: list[list[Row]] = [[] for _ in self.symbols]
        reported = self._reported
        for place in self._program.solve():
            number, row = reported[place]
            if not isinstance(row, tuple):
                row = tuple([item.number for item in row.arguments])
                reported[place] = number, row
            answered[number].append(row)
        return answered


class _CountedCalls:
    """The functions that a program calls while it is grounded."""

    def __init__(self, called: Sequence[Sequence[Term]], nothing: Term) -> None:
        self._called = called
        self._nothing = nothing
        self._count = 0

    def facts(self, number: Term) -> Sequence[Term]:
        return self._called[number.number]

    def watch(self, _: Term) -> Term:
        self._count += 1
        if self._count > COUNTED_BINDINGS_LIMIT:
            raise TooManyBindings
        return self._nothing
