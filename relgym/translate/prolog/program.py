"""A program as Prolog clauses: what the swipl engine runs; `prolog/listing.py` makes a text for people of it.

Nested bodies become control constructs in place: `\\+ (...)`, `\\+ \\+ (...)`, `( A -> true ; B -> true )`.
The rows of recursive symbols, and of every second one in a chain of others, are kept as facts: `derive`
computes them anew, pushing each new row through the rules that depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.model.numeric import FluentValue
from relgym.model.program import Literal, Program, Role, Rule, Symbol
from relgym.resources import kb
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.join_order import sizes_of
from relgym.translate.program.origins import Named, numeric_parts
from relgym.translate.prolog.clauses import PrologWriter


class ProgramText:
    """The clauses of a program, in the parts that make up a text or an engine."""

    def __init__(self, program: Program, writer: PrologWriter) -> None:
        self.program = program
        self.writer = writer
        self._defined = {rule.head.symbol for rule in program.rules}
        self.layers = self._kept_layers()
        self.kept = frozenset(symbol for layer in self.layers for symbol in layer)
        writer.repeating |= self._defined - self.kept

    def _kept_layers(self) -> list[tuple[Symbol, ...]]:
        """The strata whose rows are kept: recursive ones, and those that depend on one that is not kept.

        A symbol that is not kept is worked out wherever it is asked for; if it rested on others like it,
        the work would multiply with each of them.
        """
        layers: list[tuple[Symbol, ...]] = []
        plain: set[Symbol] = set()
        for layer in self.program.strata:
            rules = [rule for rule in self.program.rules if rule.head.symbol in layer]
            below = {g.symbol for rule in rules for g in goals_in(rule.body) if isinstance(g, Literal)}
            if layer[0].role not in (Role.DERIVED, Role.AUX):
                continue
            if self.program.recursive.intersection(layer) or plain & below:
                layers.append(layer)
            else:
                plain.update(layer)
        return layers

    def dynamic(self) -> list[Named]:
        """Return everything that has facts instead of clauses: changing things, and things that nothing defines."""
        used = {g.symbol for rule in self.program.rules for g in goals_in(rule.body) if isinstance(g, Literal)}
        functions = [*self.program.functions, *((name, len(row)) for name, row in self.program.constants)]
        return sorted(
            {
                *self.program.fluents,
                *self.program.facts,
                *functions,
                *self.kept,
                *(used - self._defined),
                *functions_in(self.program.rules),
            },
            key=self.writer.indicator,
        )

    def declarations(self) -> list[str]:
        return [f":- dynamic {self.writer.indicator(thing)}." for thing in self.dynamic()]

    def arithmetic(self) -> list[str]:
        """The hand-written rules that clauses with a quotient depend on."""
        return kb("prolog", "arithmetic.pl").read_text(encoding="utf-8").splitlines()

    def rules(self) -> list[str]:
        """A clause for each rule of a symbol that is not kept, those of one symbol together."""
        plain = [rule for rule in self.program.rules if rule.head.symbol not in self.kept]
        return [self.writer.rule(rule) for rule in together(plain)]

    def strata(self) -> list[str]:
        """The clauses that compute the symbols that are kept; `derive_0`, `derive_1`, ... do it, in this order."""
        sizes = sizes_of(self.program)
        texts: list[str] = []
        for number, layer in enumerate(self.layers):
            rules = [rule for rule in self.program.rules if rule.head.symbol in layer]
            texts.extend(self.writer.stratum(number, layer, rules, sizes))
        return texts


def together(rules: Sequence[Rule]) -> list[Rule]:
    """The rules, those of one symbol together, in the order in which the symbols come."""
    order = {symbol: index for index, symbol in enumerate(dict.fromkeys(rule.head.symbol for rule in rules))}
    return sorted(rules, key=lambda rule: order[rule.head.symbol])


def functions_in(rules: Iterable[Rule]) -> set[tuple[str, int]]:
    """The numeric functions that rules read, by name and arity."""
    fluents = (part for part in numeric_parts(rules) if isinstance(part, FluentValue))
    return {(fluent.function, len(fluent.terms)) for fluent in fluents}
