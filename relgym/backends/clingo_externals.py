"""One ground program for many states: their atoms are externals, of which only those that differ are switched.

It is ground over the atoms that have been seen so far, which in practice are those that can be reached;
a state with an atom that it has not is not its business (`covers`). After the externals are set the
program is stratified and has one answer set, which propagation alone finds: no search, so no time limit.

Source of the technique: Gebser et al., Multi-shot ASP solving with clingo, 2019, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from relgym.backends.clingo_facts import Facts
from relgym.backends.clingo_library import library
from relgym.errors import BackendError
from relgym.model.program import Role, Row, Rule, Symbol
from relgym.model.state import State, Vocabulary, bits_of
from relgym.translate.asp import AspWriter, Named

if TYPE_CHECKING:
    from clingo import Model
    from clingo import Symbol as Term


class Externals:
    """Answers about some symbols in every state whose atoms were seen when it was made."""

    def __init__(
        self,
        symbols: Sequence[Symbol],
        needed: Sequence[Named],
        rules: Callable[[Symbol], Sequence[Rule]],
        writer: AspWriter,
        facts: Facts,
        vocabulary: Vocabulary,
    ) -> None:
        clingo = library()
        self.symbols = tuple(symbols)
        self._places = {writer.names.predicate(symbol): place for place, symbol in enumerate(symbols)}
        self._answers: dict[Term, tuple[int, Row]] = {}
        self._control = control = clingo.Control(["--warn=none"])
        control.enable_cleanup = False
        self._vocabulary = vocabulary
        self._fluents = {(s.name, s.arity): s for s in needed if isinstance(s, Symbol) and s.role is Role.FLUENT}
        # The program literal of each atom of the vocabulary, 0 for those that do not matter.
        self._literals: list[int] = []
        with control.backend() as backend:
            for name, row in vocabulary.atoms:
                symbol = self._fluents.get((name, len(row)))
                literal = 0
                if symbol is not None:
                    numbers = [clingo.Number(number) for number in row]
                    literal = backend.add_atom(clingo.Function(writer.names.predicate(symbol), numbers))
                    backend.add_external(literal)
                self._literals.append(literal)
        ruled = [thing for thing in needed if isinstance(thing, Symbol) and rules(thing)]
        fixed = [thing for thing in needed if thing not in ruled and thing not in self._fluents.values()]
        lines = [writer.called(thing, number) for number, thing in enumerate(fixed)]
        lines += [writer.rule(rule) for symbol in ruled for rule in rules(symbol)]
        lines += ["#show.", *(f"#show {writer.names.predicate(symbol)}/{symbol.arity}." for symbol in symbols)]
        control.add("base", [], "\n".join(lines))
        control.ground([("base", [])], context=_Calls(fixed, facts))
        self._matter = sum(1 << bit for bit, literal in enumerate(self._literals) if literal)
        self._bits = 0
        self._looked = len(self._literals)
        self._missing = 0

    def covers(self, state: State) -> bool:
        """Whether all atoms of a state that matter were seen when this was made."""
        atoms = self._vocabulary.atoms
        while self._looked < len(atoms):
            name, row = atoms[self._looked]
            if (name, len(row)) in self._fluents:
                self._missing |= 1 << self._looked
            self._looked += 1
        return not state.bits & self._missing

    def answers(self, state: State) -> list[list[Row]]:
        """The rows of all symbols in a state that is covered."""
        bits = state.bits & self._matter
        literals, assign = self._literals, self._control.assign_external
        for bit in bits_of(self._bits ^ bits):
            assign(literals[bit], bool(bits >> bit & 1))
        self._bits = bits
        found: list[list[Row]] = [[] for _ in self.symbols]
        known = self._answers

        def read(model: Model) -> bool:
            for term in model.symbols(shown=True):
                answer = known.get(term)
                if answer is None:
                    answer = known[term] = self._places[term.name], tuple([item.number for item in term.arguments])
                found[answer[0]].append(answer[1])
            return False

        if not self._control.solve(on_model=read).satisfiable:
            raise BackendError("clingo finds no answer set: the rules are not stratified")
        return found


class _Calls:
    """The function through which a program that is ground takes what never changes."""

    def __init__(self, things: Sequence[Named], facts: Facts) -> None:
        self._things = things
        self._facts = facts

    def facts(self, number: Term) -> Sequence[Term]:
        return self._facts.terms(self._things[number.number])
