"""A program as Prolog clauses: what the swipl engine runs, and what people read and run by hand.

Nested bodies become control constructs in place: `\\+ (...)`, `\\+ \\+ (...)`, `( A -> true ; B -> true )`.
The rows of recursive symbols, and of every second one in a chain of others, are kept as facts: `derive`
computes them anew, pushing each new row through the rules that rest on it. Objects are integers in what
the engine runs, and atoms in readable text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.program import Literal, Program, Role, Row, Rule, Symbol, Test
from relgym.model.state import State
from relgym.model.terms import Object, Term, Variable
from relgym.resources import kb
from relgym.translate.consequences import sizes_of
from relgym.translate.dependencies import goals_in
from relgym.translate.prolog_clauses import PrologWriter
from relgym.translate.prolog_names import Named, Names, columns_of


class ProgramText:
    """The clauses of a program, in the parts of which a text or an engine is made."""

    def __init__(self, program: Program, writer: PrologWriter) -> None:
        self.program = program
        self.writer = writer
        self._defined = {rule.head.symbol for rule in program.rules}
        self.layers = self._kept_layers()
        self.kept = frozenset(symbol for layer in self.layers for symbol in layer)
        writer.repeating |= self._defined - self.kept

    def _kept_layers(self) -> list[tuple[Symbol, ...]]:
        """The strata whose rows are kept: recursive ones, and those that rest on one that is not kept.

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
        """What has facts instead of clauses: all that may change, and all that rules use but nothing defines."""
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
            key=lambda thing: (self.writer.names.predicate(thing), columns_of(thing)),
        )

    def declarations(self) -> list[str]:
        return [f":- dynamic {self.writer.indicator(thing)}." for thing in self.dynamic()]

    def arithmetic(self) -> list[str]:
        """The hand-written rules that clauses with a quotient rest on."""
        return kb("prolog", "arithmetic.pl").read_text(encoding="utf-8").splitlines()

    def rules(self) -> list[str]:
        """A clause for each rule of a symbol that is not kept, those of one symbol together."""
        plain = [rule for rule in self.program.rules if rule.head.symbol not in self.kept]
        order = {symbol: place for place, symbol in enumerate(dict.fromkeys(rule.head.symbol for rule in plain))}
        return [self.writer.rule(rule) for rule in sorted(plain, key=lambda rule: order[rule.head.symbol])]

    def strata(self) -> list[str]:
        """The clauses that compute the symbols that are kept; `derive_0`, `derive_1`, ... do it, in this order."""
        sizes = sizes_of(self.program)
        found: list[str] = []
        for number, layer in enumerate(self.layers):
            rules = [rule for rule in self.program.rules if rule.head.symbol in layer]
            found.extend(self.writer.stratum(number, layer, rules, sizes))
        return found


def functions_in(rules: Iterable[Rule]) -> set[tuple[str, int]]:
    """The numeric functions that rules read, by name and arity."""
    tests = (goal for rule in rules for goal in goals_in(rule.body) if isinstance(goal, Test))
    return {(fluent.function, len(fluent.terms)) for test in tests for fluent in _fluents(test)}


def _fluents(test: Test) -> Iterator[FluentValue]:
    todo: list[Term | Expression] = [test.left, test.right]
    while todo:
        match todo.pop():
            case FluentValue() as found:
                yield found
            case Arithmetic(_, operands):
                todo.extend(operands)
            case Number() | Variable() | Object():
                continue
            case other:
                assert_never(other)


HEADER = """\
% {title}
%
% Run it with `swipl FILE`, and ask, for example:
{questions}
% Objects are written as {objects}. Another state: change the facts under "state" (assertz, retract), then
% call `derive`, which computes the derived facts anew."""


def translate_prolog(program: Program, state: State | None = None, readable: bool = False) -> str:
    """A complete program that swipl runs as it stands, the facts of `state` included (none without one).

    `readable` gives objects their own names; without it they are the integers by which the engine knows them.
    """
    writer = PrologWriter(program.objects, Names(), readable)
    text = ProgramText(program, writer)
    derive = ", ".join(f"derive_{number}" for number in range(len(text.layers))) or "true"
    blocks = [
        _block("what changes, and what may have no facts", text.declarations()),
        _block("numbers", text.arithmetic()),
        _block("rules", text.rules()),
        _block("derived facts", [*text.strata(), f"derive :- {derive}."]),
        _block("objects and types", _facts(writer, program, Role.TYPE)),
        _block("what never changes", [*_facts(writer, program, Role.STATIC), *_constants(writer, program)]),
        _block("state", _state(writer, program, state)),
        ":- derive.",
    ]
    return "\n\n".join([_header(writer, program, state, readable), *filter(None, blocks)]) + "\n"


def _block(title: str, lines: list[str]) -> str:
    return "\n".join([f"% --- {title} ---", *lines]) if lines else ""


def _header(writer: PrologWriter, program: Program, state: State | None, readable: bool) -> str:
    asked = [rule.head for rule in program.rules if rule.head.symbol.role in (Role.APPLICABLE, Role.DERIVED, Role.GOAL)]
    heads = dict.fromkeys(asked)
    questions = [f"%   ?- {writer.rule(Rule(head, ()))}" for head in list(heads)[:3] + list(heads)[3:][-1:]]
    text = HEADER.format(
        title="A task of relgym" + (" in one of its states" if state is not None else ", without a state"),
        questions="\n".join(questions or ["%   ?- listing."]),
        objects="their names" if readable else "integers, the first of them as 2",
    )
    lines = [":- encoding(utf8).", ":- style_check(-singleton).", ":- style_check(-discontiguous)."]
    return "\n".join([text, "", *lines])


def _facts(writer: PrologWriter, program: Program, role: Role) -> list[str]:
    return [
        writer.fact(symbol, row)
        for symbol, rows in program.facts.items()
        if symbol.role is role
        for row in sorted(rows)
    ]


def _constants(writer: PrologWriter, program: Program) -> list[str]:
    return [writer.value(name, row, value) for (name, row), value in sorted(program.constants.items(), key=_key)]


def _key(item: tuple[tuple[str, Row], Value]) -> tuple[str, Row]:
    return item[0]


def _state(writer: PrologWriter, program: Program, state: State | None) -> list[str]:
    if state is None:
        return []
    symbols = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
    atoms = sorted(state.own_atoms())
    return [
        *(writer.fact(symbols[name, len(row)], row) for name, row in atoms),
        *(writer.value(name, row, value) for (name, row), value in sorted(state.own_values(), key=_key)),
    ]
