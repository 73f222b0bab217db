"""Origins of symbols, as words for the comments of printed programs.

>>> said_of(Symbol(Role.APPLICABLE, "pick-up", 1)), said_of(("fuel", 1)), said_of(Symbol(Role.CONDITION, "go", 2, 0))
('the action pick-up', 'the function fuel', 'condition 1 of an effect of the action go')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from textwrap import dedent

from relgym.model.numeric import Arithmetic, Expression, FluentValue, subexpressions
from relgym.model.program import Literal, Program, Role, Rule, Symbol
from relgym.translate.program.dependencies import goals_in, numeric_tests
from relgym.translate.program.task import Schema, Translation
from relgym.write.pddl import write_action

Named = Symbol | tuple[str, int]
"""A symbol, or a numeric function by name and arity."""

PREFIXES = {
    Role.FLUENT: "p_",
    Role.STATIC: "p_",
    Role.DERIVED: "p_",
    Role.TYPE: "type_",
    Role.APPLICABLE: "",
    Role.CONDITION: "when_",
    Role.GOAL: "",
    Role.AUX: "aux_",
    Role.QUERY: "query_",
}
"""Prefixes for the predicates whose own name is taken, and for those that have no name of their own."""

_MARKS = re.compile(r"\b(?:applicable|derived|condition|goal|aux|query):|/\d+|#\d+")

_FIRST = (Role.FLUENT, Role.STATIC, Role.DERIVED)


def said_of(thing: Named) -> str:
    """Describe a thing as a part of its domain."""
    if not isinstance(thing, Symbol):
        return f"the function {thing[0]}"
    name, part = " or ".join(thing.name.split()), part_of(thing).removesuffix(" part")
    return _SAID[thing.role].format(name=name, number=thing.index + 1, part=part)


_SAID = {
    Role.FLUENT: "the predicate {name}",
    Role.STATIC: "the predicate {name}",
    Role.DERIVED: "the derived predicate {name}",
    Role.TYPE: "the type {name}",
    Role.APPLICABLE: "the action {name}",
    Role.CONDITION: "condition {number} of an effect of the action {name}",
    Role.GOAL: "the goal",
    Role.QUERY: "query {number}",
    Role.AUX: "a part of {part}",
}


def part_of(symbol: Symbol) -> str:
    """Return the name of an auxiliary symbol without roles, arities and numbers.

    >>> part_of(Symbol(Role.AUX, "negated in applicable:lift/2", 1, 3))
    'negated in lift'
    """
    return _MARKS.sub("", symbol.name)


def name_of(thing: Named) -> str:
    """Return the name that a thing should have in a printed program: that of the files, if it has one there.

    >>> name_of(Symbol(Role.TYPE, "lift stairs", 1)), name_of(Symbol(Role.CONDITION, "go", 2, 0))
    ('lift_or_stairs', 'when_go_1')
    """
    if not isinstance(thing, Symbol):
        return thing[0]
    match thing.role:
        case Role.TYPE:
            return "_or_".join(thing.name.split())
        case Role.CONDITION | Role.QUERY:
            return f"{PREFIXES[thing.role]}{thing.name}_{thing.index + 1}"
        case Role.AUX:
            return PREFIXES[thing.role] + "_".join(re.findall(r"\w+", part_of(thing)))
    return thing.name


def prefix_of(thing: Named) -> str:
    """Return the prefix for the name of a thing where that name is taken."""
    return PREFIXES[thing.role] if isinstance(thing, Symbol) else "value_"


def is_of_domain(thing: Named) -> bool:
    """Return True if a thing has its name from the domain, not from relgym."""
    return not isinstance(thing, Symbol) or thing.role not in (Role.CONDITION, Role.AUX, Role.QUERY, Role.GOAL)


def is_action(thing: Named) -> bool:
    """Return True if a thing is the symbol of an action's rows."""
    return isinstance(thing, Symbol) and thing.role is Role.APPLICABLE


def columns_of(thing: Named) -> int:
    """The arity of a thing's predicate; that of a function has its value as its last argument."""
    return thing.arity if isinstance(thing, Symbol) else thing[1] + 1


@dataclass(frozen=True, slots=True)
class Sources:
    """The texts for a program's comments: `title` names the program, `texts` give the source of a symbol."""

    title: str = "A task"
    texts: Mapping[Symbol, str] = field(default_factory=dict)


def sources(translation: Translation, steps: int = 0) -> Sources:
    """The sources of a task; `steps` is how many actions have led to the state of the text."""
    task = translation.task
    after = f", after {steps} action{'' if steps == 1 else 's'}," if steps else ""
    title = f"Problem {task.problem.name} of domain {task.domain.name}{after}"
    return Sources(title, {schema.symbol: _text(schema) for schema in translation.schemas})


def _text(schema: Schema) -> str:
    text = write_action(schema.action)
    chosen, bound = schema.variables[: schema.free], schema.variables[schema.free :]
    if bound:
        names = [" ".join(variable.name for variable in each) or "nothing" for each in (chosen, bound)]
        text += f"\nThe agent chooses {names[0]}; the precondition binds {names[1]}, which come last below."
    return text


def origin(rule: Rule, texts: Mapping[Symbol, str]) -> Iterator[str]:
    """Return comments on the source of a rule: its subject, its place, and the text there."""
    symbol = rule.head.symbol
    text = texts.get(symbol, "")
    place = ""
    if rule.span is not None:
        source = rule.span.source
        place = f", {PurePath(source.name).name}:{rule.span.line}"
        if symbol.role in (Role.CONDITION, Role.DERIVED):
            text = text or dedent(" " * (rule.span.column - 1) + source.text[rule.span.start : rule.span.end])
    yield comment(said_of(symbol) + place)
    yield from map(comment, text.splitlines())


def comment(text: str) -> str:
    """A line of a comment: no name can end it."""
    return f"% {''.join(letter if letter.isprintable() else ' ' for letter in text)}".rstrip()


def explained(texts: Sequence[tuple[str, str]], begin: str = "") -> str:
    """Lines of comments with texts, such as questions, and what each is about."""
    width = max((len(text) for text, _ in texts), default=0)
    return "\n".join(comment(f"  {begin}{text:{width}}  % {said}") for text, said in texts)


def block(title: str, lines: Iterable[str]) -> str:
    """A part of a program under its title; none without lines."""
    text = "\n".join(lines).strip("\n")
    return f"% --- {title} ---\n{text}" if text else ""


def said_above(rules: Iterable[Rule], texts: Mapping[Symbol, str]) -> Iterator[tuple[list[str], Rule]]:
    """Rules with the comments that stand above them: none where the rule before says the same."""
    before: list[str] = []
    for rule in rules:
        said = list(origin(rule, texts))
        yield [] if said == before else said, rule
        before = said


def things(program: Program) -> Iterator[Named]:
    """All that has a predicate in a printed program, each once: predicates, functions, types, then what rules define.

    Names are given in this order, so that those of the domain come before those that relgym makes.
    """
    named: dict[Named, None] = dict.fromkeys([*program.fluents, *program.facts])
    for rule in program.rules:
        for goal in goals_in((rule.head, *rule.body)):
            if isinstance(goal, Literal):
                named[goal.symbol] = None
    symbols = [thing for thing in named if isinstance(thing, Symbol)]
    yield from (symbol for symbol in symbols if symbol.role in _FIRST)
    yield from functions_of(program)
    yield from (symbol for symbol in symbols if symbol.role not in _FIRST)


def functions_of(program: Program) -> Iterator[tuple[str, int]]:
    """The numeric functions of a program by name and arity: those with values, and those that rules read."""
    keys = dict.fromkeys([*program.functions, *((name, len(row)) for name, row in program.constants)])
    read = (part for part in numeric_parts(program.rules) if isinstance(part, FluentValue))
    yield from keys | dict.fromkeys((part.function, len(part.terms)) for part in read)


def divides(program: Program) -> bool:
    """Return True if a rule contains a division."""
    return any(isinstance(part, Arithmetic) and part.operator == "/" for part in numeric_parts(program.rules))


def numeric_parts(rules: Iterable[Rule]) -> Iterator[Expression]:
    """Every expression in the comparisons of rules."""
    for rule in rules:
        for test in numeric_tests(rule.body):
            for side in test.sides:
                yield from subexpressions(side)
