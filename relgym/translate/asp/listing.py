"""A program as a text that clingo runs by itself, with a state, for people to read and to ask.

Its rules are the safe clauses of `program.py` that the clingo engine grounds. There objects are numbers, actions are
predicates, and what changes may have the number of a state as its last argument.

>>> from relgym.model.program import Literal
>>> from relgym.model.terms import Object
>>> x, clear, lift = Variable("?x"), Symbol(Role.FLUENT, "clear", 1), Symbol(Role.APPLICABLE, "lift", 1)
>>> rule = Rule(Literal(lift, (x,)), (Literal(clear, (x,)),))
>>> program = Program((Object("b1"),), (clear,), {}, (), {}, (rule,), ((lift,),), frozenset())
>>> print(translate_asp(program).partition("% --- rules ---")[2].partition("\\n\\n")[0].strip())
% the action lift
applicable(lift(X)) :- clear(X).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relgym.model.pddl.state import State
from relgym.model.program import Literal, Program, Role, Rule, Symbol
from relgym.model.terms import Variable
from relgym.translate.asp.names import AspNames
from relgym.translate.asp.numbers import (
    NumberRanges,
    functions_compared,
    functions_read,
    intervals,
    refuse,
    tests_in_rules,
)
from relgym.translate.asp.program import AspWriter
from relgym.translate.asp.rules import EVERYTHING, SafeRules, calls
from relgym.translate.program.origins import Named, Sources, block, comment, explained, said_above, said_of, things

_HEADER = """\
% {title} as an answer set program.
%
% Run it with `clingo FILE`, or with `python -m clingo FILE`. Its one answer set shows what holds in the state below:
{answers}
% More of it: add `#show on/2.` for a predicate `on` of two arguments. Another state: change the facts under "state".
% What actions do is not part of the program, but for the conditions of their effects."""

_SHOWN = (Role.APPLICABLE, Role.DERIVED, Role.GOAL)


def translate_asp(program: Program, state: State | None = None, names: bool = True, said: Sources | None = None) -> str:
    """A complete program that clingo runs without relgym.

    Args:
        program: The program of a task.
        state: The state whose facts the text holds; without one it holds no facts that may change.
        names: True if objects have their names; otherwise they are numbers, as the clingo engine has them.
        said: What comments say; see `origins.sources`.

    Raises:
        UnsupportedFeature: There are numbers that clingo cannot hold.
    """
    refuse(program.rules, program.constants, hint="Prolog has such numbers: --to prolog")
    said = said or Sources()
    spelling = AspNames(program.objects, things(program), coded=not names)
    writer = AspWriter(program.objects, spelling)
    rules = SafeRules(program)
    safe = rules.safe(program.rules)
    blocks = [
        block("objects and what never changes", [*_facts(writer, rules, safe), *_constants(writer, program)]),
        block("state", _state(writer, program, state)),
        block("rules", _clauses(writer, safe, said)),
        block("conditions of effects, asked of actions that are valid", _questions(writer, rules)),
        block("what may have no rules and facts", _defined(writer, safe)),
        block("what is shown", _shown(writer, program)),
    ]
    objects = () if names else (f"{number} is the object {item.name}" for number, item in enumerate(program.objects))
    legend = block("names", map(comment, (*objects, *spelling.legend())))
    return "\n\n".join(filter(None, [_header(writer, program, said.title), legend, *blocks])) + "\n"


def _header(writer: AspWriter, program: Program, title: str) -> str:
    heads = {rule.head.symbol: rule.head for rule in program.rules if rule.head.symbol.role in _SHOWN}
    asked = sorted(heads.values(), key=lambda head: _SHOWN.index(head.symbol.role))
    texts = [(writer.rule(Rule(head, ())).removesuffix("."), said_of(head.symbol)) for head in asked]
    return _HEADER.format(title=comment(title)[2:], answers=explained(texts))


def _clauses(writer: AspWriter, rules: Sequence[Rule], sources: Sources) -> Iterator[str]:
    for said, rule in said_above(rules, sources.texts):
        yield from said
        yield writer.rule(rule)


def _facts(writer: AspWriter, rules: SafeRules, safe: Sequence[Rule]) -> Iterator[str]:
    called = {literal.symbol for rule in safe for literal in calls(rule.body)}
    for symbol, rows in rules.facts.items():
        if rows and (symbol != EVERYTHING or EVERYTHING in called):
            yield " ".join(writer.fact(symbol, row) for row in sorted(rows))


def _constants(writer: AspWriter, program: Program) -> Iterator[str]:
    read = functions_read(program.rules)
    for (name, row), value in program.constants.items():
        if (name, len(row)) in read:
            yield writer.value(name, row, value)


def _state(writer: AspWriter, program: Program, state: State | None) -> Iterator[str]:
    if state is None:
        return
    known = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
    for name, row in sorted(state.own_atoms()):
        yield writer.fact(known[name, len(row)], row)
    read = functions_read(program.rules)
    values = [(key, value) for key, value in state.own_values() if (key[0], len(key[1])) in read]
    every = [*values, *program.constants.items()]
    compared = functions_compared(program.rules)
    ranges = intervals(((name, len(row)), value) for (name, row), value in every if (name, len(row)) in compared)
    NumberRanges(ranges).check(test for _, test in tests_in_rules(program.rules))
    for (name, row), value in values:
        yield writer.value(name, row, value)


def _questions(writer: AspWriter, rules: SafeRules) -> Iterator[str]:
    for symbol, questions in rules.asked.items():
        for given in questions.values():
            action = Symbol(Role.APPLICABLE, symbol.name, given.arity)
            if symbol.role is Role.CONDITION and action in rules.heads:
                terms = tuple(Variable(f"?x{column}") for column in range(given.arity))
                yield writer.rule(Rule(Literal(given, terms), (Literal(action, terms),)))


def _defined(writer: AspWriter, rules: Sequence[Rule]) -> Iterator[str]:
    """Declarations of what stands in bodies, but possibly in no head: without them clingo would warn."""
    used = {literal.symbol for rule in rules for literal in calls(rule.body)}
    every: list[Named] = [
        *sorted(used - {rule.head.symbol for rule in rules}, key=str),
        *sorted(functions_read(rules)),
    ]
    yield from (f"#defined {writer.names.signature(thing)}." for thing in every)


def _shown(writer: AspWriter, program: Program) -> Iterator[str]:
    yield "#show."
    shown = (rule.head.symbol for rule in program.rules if rule.head.symbol.role in _SHOWN)
    yield from dict.fromkeys(f"#show {writer.names.signature(symbol)}." for symbol in shown)
