"""A program as a Prolog text that SWI-Prolog runs by itself, with a state, for people to read and to ask.

Its rules are the clauses that the swipl engine runs. The engine has numbers in place of objects, and rows of recursive
predicates as facts; here they are tabled, for the state may change at the prompt.

>>> from relgym.model.program import Literal, Symbol
>>> from relgym.model.terms import Object, Variable
>>> x, clear, lift = Variable("?x"), Symbol(Role.FLUENT, "clear", 1), Symbol(Role.APPLICABLE, "lift", 1)
>>> rule = Rule(Literal(lift, (x,)), (Literal(clear, (x,)),))
>>> program = Program((Object("b1"),), (clear,), {}, (), {}, (rule,), ((lift,),), frozenset())
>>> print(translate_prolog(program).partition("% --- actions ---")[2].strip())
% the action lift
applicable(lift(X)) :- clear(X).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from relgym.model.numeric import Value
from relgym.model.pddl.state import State
from relgym.model.program import Program, Role, Row, Rule
from relgym.translate.program.origins import Sources, block, comment, divides, explained, said_above, said_of
from relgym.translate.prolog.clauses import PrologWriter
from relgym.translate.prolog.names import APPLICABLE, DERIVED, PrologNames, code_of, compound
from relgym.translate.prolog.program import ProgramText, together

_HEADER = """\
:- encoding(utf8).
% {title} as a Prolog program.
%
% Run it with `swipl FILE`, and ask:
{questions}
% From a shell:
%   swipl -g "forall(applicable(Action), (writeq(Action), nl))" -t halt FILE
% Another state: change the facts under "state" here, or at the prompt by assertz/1 and retract/1.
% What actions do is not part of the program, but for the conditions of their effects."""

_WIDTH = 120
"""The length of lines, in characters; longer declarations and clauses are broken."""

_DIRECTIVES = ":- style_check(-singleton).\n:- style_check(-discontiguous)."


def translate_prolog(
    program: Program, state: State | None = None, names: bool = True, said: Sources | None = None
) -> str:
    """A complete program that SWI-Prolog runs without relgym.

    Args:
        program: The program of a task.
        state: The state whose facts the text holds; without one it holds no facts that may change.
        names: True if objects have their names; otherwise they are numbers, as the swipl engine has them.
        said: What comments say; see `origins.sources`.
    """
    listing = _Listing(program, names, said or Sources())
    writer = listing.writer
    blocks = [
        listing.header(),
        _DIRECTIVES,
        block("names", map(comment, listing.legend())),
        *listing.rules(),
        block("objects and types", _facts(writer, program, Role.TYPE)),
        block("what never changes", [*_facts(writer, program, Role.STATIC), *_constants(writer, program)]),
        block("state", _state(writer, program, state)),
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


class _Listing:
    """The parts of the text of one program: rules as the engine has them, what depends on rules tabled."""

    def __init__(self, program: Program, names: bool, said: Sources) -> None:
        self.program = program
        self.said = said
        self._named = names
        self.writer = PrologWriter(program.objects, PrologNames(program, coded=not names), _WIDTH)
        self.text = ProgramText(program, self.writer)
        heads = dict.fromkeys(rule.head.symbol for rule in program.rules)
        # Tabling returns each row once, even if it has several proofs.
        self._tabled = [symbol for symbol in heads if symbol.role is Role.DERIVED or symbol in self.text.kept]
        self._derives = [symbol for symbol in heads if symbol.role is Role.DERIVED]
        self.writer.repeating -= set(self._tabled)

    def header(self) -> str:
        rules = self.program.rules
        asked = [("applicable(Action).", "the valid actions"), *_questions(self.writer, rules, Role.APPLICABLE)]
        if self._derives:
            asked.append((f"{DERIVED}(Atom).", "the derived atoms"))
        asked += [*_questions(self.writer, rules, Role.DERIVED), ("goal.", "whether the goal holds")]
        return _HEADER.format(title=comment(self.said.title)[2:], questions=explained(asked, "?- "))

    def legend(self) -> Iterator[str]:
        yield from self.writer.names.legend()
        if not self._named:
            yield from (f"{code_of(number)} is the object {item}" for number, item in enumerate(self.program.objects))

    def rules(self) -> Iterator[str]:
        rules = together(self.program.rules)
        actions = [rule for rule in rules if rule.head.symbol.role in (Role.APPLICABLE, Role.CONDITION)]
        goals = [rule for rule in rules if rule.head.symbol.role is Role.GOAL]
        others = [rule for rule in rules if rule not in actions and rule not in goals]
        yield block("what has facts, or none", self._declarations())
        if divides(self.program):
            yield block("numbers", self.text.arithmetic())
        yield block("derived predicates", [*self._tables(), *self._clauses(others), *self._derived()])
        yield block("actions", self._clauses(actions))
        yield block("goal", self._clauses(goals))

    def _declarations(self) -> Iterator[str]:
        tabled = set(self._tabled)
        every = [self.writer.indicator(thing) for thing in self.text.dynamic() if thing not in tabled]
        roles = {rule.head.symbol.role for rule in self.program.rules}
        asked = (Role.APPLICABLE, APPLICABLE), (Role.DERIVED, DERIVED)
        every += [f"{name}/1" for role, name in asked if role not in roles]
        # Tables are brought up to date when facts of incremental predicates change.
        how = "([{}], [incremental(true)])" if tabled else " {}"
        yield from (f":- dynamic{how.format(one)}." for one in every)

    def _tables(self) -> Iterator[str]:
        yield from (f":- table {self.writer.indicator(symbol)} as incremental." for symbol in self._tabled)

    def _clauses(self, rules: Iterable[Rule]) -> Iterator[str]:
        for said, rule in said_above(rules, self.said.texts):
            yield from said
            yield self.writer.rule(rule)

    def _derived(self) -> Iterator[str]:
        """The clauses of the predicate that gives all derived atoms."""
        if self._derives:
            yield "% all derived atoms"
        for symbol in self._derives:
            atom = self.writer.atom(symbol, [f"X{column + 1}" for column in range(symbol.arity)])
            yield f"{compound(DERIVED, [atom])} :- {atom}."


def _questions(writer: PrologWriter, rules: Sequence[Rule], role: Role) -> Iterator[tuple[str, str]]:
    """The questions after all that rules of a role define, and what they are after."""
    for symbol, rule in {rule.head.symbol: rule for rule in rules if rule.head.symbol.role is role}.items():
        yield writer.rule(Rule(rule.head, ())), said_of(symbol)


def _facts(writer: PrologWriter, program: Program, role: Role) -> Iterator[str]:
    for symbol, rows in program.facts.items():
        if symbol.role is role:
            yield from (writer.fact(symbol, row) for row in sorted(rows))


def _constants(writer: PrologWriter, program: Program) -> Iterator[str]:
    return (writer.value(name, row, value) for (name, row), value in sorted(program.constants.items(), key=_key))


def _key(item: tuple[tuple[str, Row], Value]) -> tuple[str, Row]:
    return item[0]


def _state(writer: PrologWriter, program: Program, state: State | None) -> Iterator[str]:
    if state is None:
        return
    symbols = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
    yield from (writer.fact(symbols[name, len(row)], row) for name, row in sorted(state.own_atoms()))
    yield from (writer.value(name, row, value) for (name, row), value in sorted(state.own_values(), key=_key))
