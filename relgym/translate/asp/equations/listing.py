"""Readable programs of equations for clingo and Python that run without relgym.

>>> from relgym.model.rddl.equations import Part
>>> from relgym.model.rddl.expressions import Fluent, Operation
>>> lit = Function(Part.STATE, "lit")
>>> dark = Equation(Function(Part.STEP, "dark"), (), Operation("~", (Fluent("lit"),)))
>>> program = Equations({}, {("lit", False): lit}, {}, (lit,), (), (dark,), 0)
>>> print(translate_asp_equations(program, (True,), ()).partition("% --- state ---")[2].strip())
% lit
lit.
<BLANKLINE>
% --- equations ---
% dark = ~lit
dark :- not lit.
<BLANKLINE>
% --- what may have no clauses ---
#defined lit/0.
<BLANKLINE>
% --- what is shown ---
#show.
#show dark/0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from relgym.model.rddl.equations import Equation, Equations, Function, Values, as_list
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.translate.asp.equations.clauses import AspLiteral, AspPredicate, Gathered, Goal
from relgym.translate.asp.equations.items import Items, NamedItems
from relgym.translate.asp.equations.lower import EquationRules
from relgym.translate.asp.numbers import ABSOLUTE_VALUE_LIMIT
from relgym.translate.equations.origins import draws, said_by, said_of
from relgym.translate.equations.python_library import definitions, names_in
from relgym.translate.program.origins import block, comment, explained

_HEADER = """\
% {title} as an answer set program.
%
% Run it with `{command}`.
% Its one answer set shows what follows from the state and the action below:
{answers}
% A fluent that is true or false is a fact where it is true; any other has its value as its last argument. Numbers that
% clingo does not have are texts. Another state or action: change the facts under "state" and "action"."""

_SCRIPT = """\
#script (python)
{random}from clingo import Function, Number, String, SymbolType

{library}
{uniforms}

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
    names: bool = True,
    title: str = "An instance",
) -> str:
    """A complete program that clingo runs without relgym, with Python where it draws or computes real numbers.

    Args:
        program: The program of an instance.
        state: The values of the state's fluents.
        action: The values of the action's fluents.
        uniforms: The numbers in [0, 1) that decide the draws; without them each run draws anew.
        names: True if items have their names; otherwise they are numbers, as the clingo engine has them.
        title: What the first line calls the program.
    """
    rules = EquationRules(program, NamedItems() if names else Items())
    equations = [line for equation in program.equations for line in _clauses(rules, equation)]
    fixed = [line for function, values in program.constants.items() for line in _facts(rules, function, values)]
    states, actions = (
        [line for pair in zip(functions, values, strict=True) for line in _facts(rules, *pair)]
        for functions, values in ((program.states, state), (program.actions, action))
    )
    given = [*program.constants, *program.states, *program.actions]
    blocks = [
        _header(rules, title),
        block("names", map(comment, _legend(rules, names))),
        _script(rules, uniforms) if rules.calls else "",
        block("what never changes", [*_items(rules), *fixed]),
        block("state", [*_fluents(rules, program.states), *states]),
        block("action", [*_fluents(rules, program.actions), *actions]),
        block("equations", equations),
        block("what may have no clauses", _defined(rules, given)),
        block("what is shown", ["#show.", *_shown(rules)]),
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _clauses(rules: EquationRules, equation: Equation) -> Iterator[str]:
    """Yield a comment about an equation, and the clauses of the equation."""
    known = len(rules.builder.clauses)
    rules.add(equation)
    yield comment(said_by(equation))
    yield from (clause.text(None) for clause in rules.builder.clauses[known:])


def _header(rules: EquationRules, title: str) -> str:
    program = rules.builder.program
    shown = [(_pattern(rules, item.function), said_of(item.function)) for item in program.equations]
    command = "python -m clingo --enable-python FILE" if rules.calls else "clingo FILE"
    return _HEADER.format(title=comment(title)[2:], command=command, answers=explained(shown))


def _pattern(rules: EquationRules, function: Function) -> str:
    """The atom of a function, with its types as variables."""
    terms = [of[:1].upper() + of[1:] for of in function.parameters] + ["Value"] * (function.range != BOOL)
    return rules.builder.predicate(function).atom(terms, None)


def _fluents(rules: EquationRules, functions: Sequence[Function]) -> Iterator[str]:
    """Return a comment with the possible facts of a state or an action."""
    if functions:
        yield comment(", ".join(_pattern(rules, function) for function in functions))


def _legend(rules: EquationRules, names: bool) -> Iterator[str]:
    """Yield explanations of the names that differ from the names in the files."""
    for function in (*rules.builder.program.constants, *rules.builder.program.states, *rules.builder.program.actions):
        arity = len(function.parameters) + (function.range != BOOL)
        if rules.builder.predicate(function).name != function.name:
            yield f"{rules.builder.predicate(function).name}/{arity} is the {said_of(function)}"
    if not names:
        for of, items in rules.builder.program.types.items():
            yield from (f"{number} is the {of} {item.name}" for number, item in enumerate(items))


def _script(rules: EquationRules, uniforms: Sequence[float] | None) -> str:
    drawn = f"[random() for _ in range({rules.builder.program.uniforms})]" if uniforms is None else repr(list(uniforms))
    random = "from random import random\n\n" if uniforms is None and rules.builder.program.uniforms else ""
    comments = [f"#   {comment(line)[2:]}" for line in draws(rules.builder.program)]
    if comments:
        comments.insert(0, "# The numbers in [0, 1) that decide the draws by their places, to be replaced at will:")
    called = set().union(*(names_in(call.expression) for call in rules.calls))
    return _SCRIPT.format(
        random=random,
        library=definitions({"check", *called}) + "\n",
        uniforms="\n".join([*comments, f"u = {drawn}", ""]) if comments else "",
        calls="\n\n\n".join(call.text() for call in rules.calls),
    )


def _items(rules: EquationRules) -> Iterator[str]:
    for of, predicate in rules.builder.types:
        yield from _line(AspLiteral(predicate, (term,)) for term in _terms(rules, of))
    for of, predicate in rules.builder.places:
        yield from _line(AspLiteral(predicate, (term, str(n))) for n, term in enumerate(_terms(rules, of)))


def _facts(rules: EquationRules, function: Function, values: Values) -> Iterator[str]:
    """The facts of a function's values: the rows where it is true, or all rows with their values."""
    predicate = rules.builder.predicate(function)
    rows = product(*(_terms(rules, of) for of in function.parameters))
    pairs = zip(rows, as_list(values), strict=True)
    if function.range == BOOL:
        yield from _line(AspLiteral(predicate, row) for row, value in pairs if value)
    else:
        yield from _line(AspLiteral(predicate, (*row, _value(rules, function.range, value))) for row, value in pairs)


def _line(facts: Iterable[AspLiteral]) -> Iterator[str]:
    text = " ".join(f"{fact.text(None)}." for fact in facts)
    if text:
        yield text


def _terms(rules: EquationRules, of: str) -> list[str]:
    return [rules.builder.items.term(item.name, number) for number, item in enumerate(rules.builder.program.types[of])]


def _value(rules: EquationRules, of: str, value: float) -> str:
    if of not in (INT, REAL):
        return _terms(rules, of)[int(value)]
    return str(value) if isinstance(value, int) and abs(value) < ABSOLUTE_VALUE_LIMIT else f'"{value!r}"'


def _defined(rules: EquationRules, given: Iterable[Function]) -> Iterator[str]:
    """Return declarations of predicates that may have no facts or clauses: without them clingo would warn."""
    arities = {rules.builder.predicate(f): len(f.parameters) + (f.range != BOOL) for f in given}
    heads = {clause.head.predicate for clause in rules.builder.clauses}
    for clause in rules.builder.clauses:
        for literal in _literals(clause.body):
            if literal.predicate not in heads:
                arities[literal.predicate] = len(literal.terms)
    used: dict[AspPredicate, int] = dict(sorted(arities.items(), key=lambda pair: pair[0].name))
    for predicate, arity in used.items():
        yield f"#defined {predicate.name}/{arity}."


def _literals(goals: Iterable[Goal]) -> Iterator[AspLiteral]:
    for goal in goals:
        if isinstance(goal, AspLiteral):
            yield goal
        elif isinstance(goal, Gathered):
            yield from _literals(goal.goals)


def _shown(rules: EquationRules) -> Iterator[str]:
    for equation in rules.builder.program.equations:
        function = equation.function
        arity = len(function.parameters) + (function.range != BOOL)
        yield f"#show {rules.builder.predicate(function).name}/{arity}."
