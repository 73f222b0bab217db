"""A program of equations as a text that clingo runs as it stands, with Python, for people to read.

>>> from relgym.model.equations import Part
>>> from relgym.model.rddl_expressions import Fluent, Operation
>>> lit = Function(Part.STATE, "lit")
>>> dark = Equation(Function(Part.STEP, "dark"), (), Operation("~", (Fluent("lit"),)))
>>> program = Equations({}, {("lit", False): lit}, {}, (lit,), (), (dark,), 0)
>>> print(translate_asp_equations(program, (True,), ()).partition("% state")[2].strip())
lit.
<BLANKLINE>
% equations
% step:dark = ~lit
dark :- not lit.
<BLANKLINE>
% what may have no clauses
#defined lit/0.
<BLANKLINE>
% what is shown
#show.
#show dark/0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from relgym.model.equations import Equation, Equations, Function, Values
from relgym.model.rddl_expressions import BOOL, INT, REAL, bare
from relgym.translate.asp_equations import EquationRules
from relgym.translate.asp_equations_clauses import Gathered, Goal, Literal, Predicate
from relgym.translate.asp_equations_items import Items, NamedItems
from relgym.translate.asp_numbers import LIMIT

_HEADER = """\
% An instance as a logic program.
%
% Run it with `python -m clingo --enable-python FILE`: its one answer set shows what follows from the state and the
% action below. Another state or action: change the facts. Numbers that clingo does not have are texts, for Python."""

_SCRIPT = """\
#script (python)
{random}from clingo import Function, Number, String, SymbolType

from relgym.rddl.scope import scope_of

globals().update(scope_of({{}}))

# the numbers in [0, 1) that decide the draws
u = {uniforms}


def value(term):
    if term.type == SymbolType.Number:
        return term.number
    return int(term.string) if term.string.lstrip("-").isdigit() else float(term.string)


def term(number):
    is_whole = isinstance(number, int) and abs(number) < 2**31
    return Number(int(number)) if is_whole else String(repr(number))


def pair(before, number):
    return Function("", [before, number])


def listed(term):
    found = []
    while term.type != SymbolType.Number:
        term, last = term.arguments
        found.append(value(last))
    return found[::-1]


def rows(numbers, size):
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def real(number):
    check(float(number))
    return float(number)


def watch(_):
    return Number(0)


{calls}
#end."""


def translate_asp_equations(
    program: Equations,
    state: Sequence[Values],
    action: Sequence[Values],
    uniforms: Sequence[float] | None = None,
    readable: bool = False,
) -> str:
    """All equations of a program, in a state and under an action; without `uniforms` each run draws anew.

    `readable` writes items as their names, not as numbers as the engine does.
    """
    rules = EquationRules(program, NamedItems() if readable else Items())
    equations = [line for equation in program.equations for line in _clauses(rules, equation)]
    fixed = [line for function, values in program.constants.items() for line in _facts(rules, function, values)]
    states, actions = (
        [line for pair in zip(functions, values, strict=True) for line in _facts(rules, *pair)]
        for functions, values in ((program.states, state), (program.actions, action))
    )
    given = [*program.constants, *program.states, *program.actions]
    blocks = [
        _HEADER,
        _script(rules, uniforms) if rules.calls else "",
        _block("what never changes", [*_items(rules), *fixed]),
        _block("action", actions),
        _block("state", states),
        _block("equations", equations),
        _block("what may have no clauses", _defined(rules, given)),
        _block("what is shown", ["#show.", *_shown(rules)]),
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _clauses(rules: EquationRules, equation: Equation) -> Iterator[str]:
    """What an equation says, and the clauses that it becomes."""
    known = len(rules.clauses)
    rules.add(equation)
    variables = ", ".join(variable.name for variable in equation.variables)
    yield f"% {equation.function}{f'({variables})' if variables else ''} = {bare(equation.value)}"
    yield from (clause.text(None) for clause in rules.clauses[known:])


def _script(rules: EquationRules, uniforms: Sequence[float] | None) -> str:
    drawn = f"[random() for _ in range({rules.program.uniforms})]" if uniforms is None else repr(list(uniforms))
    random = "from random import random\n\n" if uniforms is None else ""
    return _SCRIPT.format(random=random, uniforms=drawn, calls="\n\n\n".join(call.text() for call in rules.calls))


def _block(title: str, lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    return f"% {title}\n{text}" if text else ""


def _items(rules: EquationRules) -> Iterator[str]:
    for of, predicate in rules.types:
        yield from _line(Literal(predicate, (term,)) for term in _terms(rules, of))
    for of, predicate in rules.places:
        yield from _line(Literal(predicate, (term, str(n))) for n, term in enumerate(_terms(rules, of)))


def _facts(rules: EquationRules, function: Function, values: Values) -> Iterator[str]:
    """The facts of a function's values: the rows where it is true, or all rows with their values."""
    predicate = rules.predicate(function)
    rows = product(*(_terms(rules, of) for of in function.parameters))
    every = values if isinstance(values, list) else [values]
    pairs = zip(rows, every, strict=True)
    if function.range == BOOL:
        yield from _line(Literal(predicate, row) for row, value in pairs if value)
    else:
        yield from _line(Literal(predicate, (*row, _value(rules, function.range, value))) for row, value in pairs)


def _line(facts: Iterable[Literal]) -> Iterator[str]:
    text = " ".join(f"{fact.text(None)}." for fact in facts)
    if text:
        yield text


def _terms(rules: EquationRules, of: str) -> list[str]:
    return [rules.items.term(item.name, number) for number, item in enumerate(rules.program.types[of])]


def _value(rules: EquationRules, of: str, value: float) -> str:
    if of not in (INT, REAL):
        return _terms(rules, of)[int(value)]
    return str(value) if isinstance(value, int) and abs(value) < LIMIT else f'"{value!r}"'


def _defined(rules: EquationRules, given: Iterable[Function]) -> Iterator[str]:
    """Declarations of what may have no facts or clauses: without them clingo would warn."""
    arities = {rules.predicate(f): len(f.parameters) + (f.range != BOOL) for f in given}
    heads = {clause.head.predicate for clause in rules.clauses}
    for clause in rules.clauses:
        for literal in _literals(clause.body):
            if literal.predicate not in heads:
                arities[literal.predicate] = len(literal.terms)
    used: dict[Predicate, int] = dict(sorted(arities.items(), key=lambda pair: pair[0].name))
    for predicate, arity in used.items():
        yield f"#defined {predicate.name}/{arity}."


def _literals(goals: Iterable[Goal]) -> Iterator[Literal]:
    for goal in goals:
        if isinstance(goal, Literal):
            yield goal
        elif isinstance(goal, Gathered):
            yield from _literals(goal.goals)


def _shown(rules: EquationRules) -> Iterator[str]:
    for equation in rules.program.equations:
        function = equation.function
        arity = len(function.parameters) + (function.range != BOOL)
        yield f"#show {rules.predicate(function).name}/{arity}."
