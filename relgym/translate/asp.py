"""A program as answer set programming, for clingo: what the engine runs, and what people read.

The rules are those of `asp_rules.SafeRules`, one clause each. Numeric fluents become predicates with their
value as the last argument, so that a comparison with an undefined one is false. Objects are integers
in what the engine runs, and names in readable text.

>>> from relgym.model.program import Role
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear, can = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1), Symbol(Role.APPLICABLE, "lift", 2)
>>> rule = Rule(Literal(can, (x, y)), (Literal(on, (x, y)), Without((Literal(clear, (y,)),)), Test("!=", x, y)))
>>> print(AspWriter((), Words(())).rule(rule))
can_lift(X,Y) :- on(X,Y), not clear(Y), X != Y.
>>> print(AspWriter((), Codes(), timed=lambda symbol: True).rule(rule))
c0(X0,X1,t) :- f1(X0,X1,t), not f2(X1,t), X0 != X1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import assert_never

from relgym.errors import UnsupportedFeature
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.program import Goal, Literal, Program, Role, Row, Rule, Symbol, Test, Without
from relgym.model.state import State
from relgym.model.terms import Object, Term, Variable
from relgym.translate.asp_names import Codes, Named, Names, Words, fresh
from relgym.translate.asp_numbers import Ranges, functions_read, intervals, numeric_tests, refuse
from relgym.translate.asp_rules import SafeRules
from relgym.translate.dependencies import is_numeric
from relgym.translate.flatten import variables_of

TIME = "t"
"""The parameter that tells states apart, in programs that are grounded once a state."""


class AspWriter:
    """Writes safe rules and facts as clauses.

    Symbols that are `timed` have the state's number as their last argument; every variable of a
    rule that is `watched` is handed to the function `@watch` as soon as it is bound.
    """

    def __init__(
        self,
        objects: Sequence[Object],
        names: Names,
        timed: Callable[[Named], bool] = lambda _: False,
        watched: Callable[[Rule], bool] = lambda _: False,
    ) -> None:
        self.names = names
        self._timed = timed
        self._watched = watched
        self._numbers = {item.name: number for number, item in enumerate(objects)}

    def atom(self, thing: Named, arguments: Sequence[str]) -> str:
        timed = [TIME] if self._timed(thing) else []
        every = ",".join([*arguments, *timed])
        return f"{self.names.predicate(thing)}({every})" if every else self.names.predicate(thing)

    def fact(self, symbol: Symbol, row: Row) -> str:
        return self.atom(symbol, [self.names.object(number) for number in row]) + "."

    def value(self, name: str, row: Row, value: Value) -> str:
        """The fact of a numeric value; raises `UnsupportedFeature` if it is not an integer."""
        if not isinstance(value, int):
            raise UnsupportedFeature(f"clingo has no numbers but integers, and '{name}' has the value {value}")
        return self.atom((name, len(row)), [*(self.names.object(number) for number in row), str(value)]) + "."

    def rule(self, rule: Rule) -> str:
        """The clause of a safe rule."""
        return _Clause(self, rule).text(self._watched(rule))

    def called(self, thing: Named, number: int) -> str:
        """The clause that takes the rows of a symbol, or a function, from `@facts` with a number."""
        columns = _columns(thing)
        return f"{self.atom(thing, columns)} :- {_tuple(columns)} = @facts({number})."

    def choice(self, symbol: Symbol, number: int) -> str:
        """The statement that the rows from `@facts` with a number may be true or false."""
        columns = _columns(symbol)
        return f"{{ {self.atom(symbol, columns)} }} :- {_tuple(columns)} = @facts({number})."

    def reported(self, symbol: Symbol, number: int) -> str:
        """The clause that gives every row of a symbol to `@answer`, with a number.

        A constraint that no result of the function lets through: a head would be found but once.
        """
        if symbol.arity == 0:
            # Without a variable to wait for, the function would be called before the symbol is looked at.
            return f"r{number}({number},{TIME}) :- {self.atom(symbol, ())}. :- r{number}(X,{TIME}), _ = @answer(X, ())."
        columns = _columns(symbol)
        return f":- {self.atom(symbol, columns)}, _ = @answer({number}, {_tuple(columns)})."

    def term(self, term: Term, variables: dict[Variable, str]) -> str:
        return variables[term] if isinstance(term, Variable) else self.names.object(self._numbers[term.name])


def _columns(thing: Named) -> list[str]:
    arity = thing.arity if isinstance(thing, Symbol) else thing[1] + 1
    return [f"X{column}" for column in range(arity)]


def _tuple(columns: list[str]) -> str:
    return columns[0] if len(columns) == 1 else f"({','.join(columns)})"


class _Clause:
    """One rule on its way to text."""

    def __init__(self, writer: AspWriter, rule: Rule) -> None:
        self._writer = writer
        self._rule = rule
        self._variables = writer.names.variables(_in_order(rule))
        self._values: dict[FluentValue, str] = {}

    def text(self, watched: bool) -> str:
        head = self._literal(self._rule.head)
        goals = [text for goal in self._rule.body for text in self._goal(goal)]
        if watched:
            goals += [f"0 = @watch({name})" for name in self._variables.values()]
        return f"{head} :- {', '.join(goals)}." if goals else f"{head}."

    def _literal(self, literal: Literal) -> str:
        return self._writer.atom(literal.symbol, [self._writer.term(term, self._variables) for term in literal.terms])

    def _goal(self, goal: Goal) -> list[str]:
        match goal:
            case Literal():
                return [self._literal(goal)]
            case Test() if is_numeric(goal):
                return self._comparison(goal)
            case Test(operator, left, right):
                return [f"{self._side(left)} {operator} {self._side(right)}"]
            case Without((Literal() as literal,)):
                return [f"not {self._literal(literal)}"]
            case Without((Test(operator, left, right),)):
                return [f"{self._side(left)} {'!=' if operator == '=' else '='} {self._side(right)}"]
            case _:
                raise AssertionError(f"not a goal of a safe rule: {goal}")

    def _comparison(self, test: Test) -> list[str]:
        known = len(self._values)
        left, right = self._side(test.left), self._side(test.right)
        found = [self._value(fluent) for fluent in list(self._values)[known:]]
        # As tuples, for the grounder would turn bounds of plain numbers into ranges, and go through all of them; and
        # it would solve an equation for a variable, with intermediate numbers that nobody has bounded.
        operators = ("<=", ">=") if test.operator == "=" else (test.operator,)
        return [*found, *(f"({left},) {operator} ({right},)" for operator in operators)]

    def _value(self, fluent: FluentValue) -> str:
        arguments = [self._writer.term(term, self._variables) for term in fluent.terms]
        return self._writer.atom((fluent.function, len(fluent.terms)), [*arguments, self._values[fluent]])

    def _side(self, side: Term | Expression) -> str:
        match side:
            case Variable() | Object():
                return self._writer.term(side, self._variables)
            case Number(value):
                return str(value) if value >= 0 else f"({value})"
            case FluentValue():
                return self._values.get(side) or self._new_value(side)
            case Arithmetic("-", (operand,)):
                return f"(-{self._side(operand)})"
            case Arithmetic(operator, operands):
                return f"({f' {operator} '.join(map(self._side, operands))})"
            case _:
                assert_never(side)

    def _new_value(self, fluent: FluentValue) -> str:
        name = fresh("N", {*self._variables.values(), *self._values.values()})
        self._values[fluent] = name
        return name


def _in_order(rule: Rule) -> list[Variable]:
    """The variables of a rule as they come in its text, head first."""
    goals = (rule.head, *rule.body)
    return list(dict.fromkeys(v for goal in goals for v in sorted(variables_of(goal), key=_terms(goal).index)))


def _terms(goal: Goal) -> list[Term]:
    """The variables of a goal of a safe rule, in its order."""
    match goal:
        case Literal(_, terms) | Without((Literal(_, terms),)):
            return list(terms)
        case _:
            return sorted(variables_of(goal), key=lambda variable: variable.name)


HEADER = """\
% {title}
%
% Run it with `clingo FILE` or `python -m clingo FILE`: its one answer set shows what holds in the state below.
% Another state: change the facts under "state"."""


def translate_asp(program: Program, state: State | None = None, readable: bool = False) -> str:
    """A complete program that clingo runs as it stands, the facts of `state` included (none without one).

    `readable` gives things their own names; without it they have those under which the engine runs
    the same clauses. Raises `UnsupportedFeature` if there are numbers that clingo cannot hold.
    """
    refuse(program.rules, program.constants)
    names = Words(program.objects) if readable else Codes()
    writer = AspWriter(program.objects, names)
    rules = SafeRules(program)
    safe = rules.safe(program.rules)
    blocks = [
        _block("what never changes", [*_facts(writer, rules), *_constants(writer, program)]),
        _block("state", _state(writer, program, state)),
        _block("rules", [writer.rule(rule) for rule in safe]),
        _block("conditions of effects, asked of actions that can be done", _questions(writer, rules)),
        _block("what may have no rules and facts", _defined(writer, safe)),
        _block("what is shown", _shown(writer, program)),
    ]
    title = "A task as a logic program."
    return "\n\n".join([HEADER.format(title=title), *filter(None, blocks)]) + "\n"


def _block(title: str, lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    return f"% {title}\n{text}" if text else ""


def _facts(writer: AspWriter, rules: SafeRules) -> Iterator[str]:
    for symbol, rows in rules.facts.items():
        if rows:
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
    found = intervals(((name, len(row)), value) for (name, row), value in every if (name, len(row)) in read)
    Ranges(found).check(test for _, test in numeric_tests(program.rules))
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
    used = {goal.symbol for rule in rules for goal in rule.body if isinstance(goal, Literal)}
    used |= {
        goal.body[0].symbol
        for rule in rules
        for goal in rule.body
        if isinstance(goal, Without) and isinstance(goal.body[0], Literal)
    }
    things: list[Named] = [
        *sorted(used - {rule.head.symbol for rule in rules}, key=str),
        *sorted(functions_read(rules)),
    ]
    for thing in things:
        arity = thing.arity if isinstance(thing, Symbol) else thing[1] + 1
        yield f"#defined {writer.names.predicate(thing)}/{arity}."


def _shown(writer: AspWriter, program: Program) -> Iterator[str]:
    yield "#show."
    heads = dict.fromkeys(rule.head.symbol for rule in program.rules)
    for symbol in heads:
        if symbol.role in (Role.APPLICABLE, Role.DERIVED, Role.GOAL):
            yield f"#show {writer.names.predicate(symbol)}/{symbol.arity}."
