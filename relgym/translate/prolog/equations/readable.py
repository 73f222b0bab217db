"""Equations as clauses that people read: a fluent is a predicate of its items, and of its value unless it is a truth.

It spells the values of `PrologValueWriter` with names where the engine has vectors: `at(L, F)` for `arg(P, At, 1)`.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; n : { state-fluent, int, default = 0 }; };
...   cpfs { on'(?x) = ~on(?x); n' = sum_{?x : t} on(?x); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> writer = NamedWriter(program)
>>> for equation in program.equations[:2]:
...     print(writer.clause(equation))
next_on(X) :-
    t(X),
    \\+ ( on(X) ).
next_n(V) :-
    aggregate_all(count, ( t(X), on(X) ), V).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from relgym.model.rddl.equations import Equation, Equations, Function, Values, as_list, label
from relgym.model.rddl.expressions import (
    BOOL,
    REAL,
    Aggregate,
    DrawAny,
    DrawItem,
    Fluent,
    Matrix,
    Uniform,
    Value,
    drawn_by,
)
from relgym.model.terms import Variable
from relgym.translate.prolog.equations.names import atom
from relgym.translate.prolog.equations.reads import ClauseScope, Number
from relgym.translate.prolog.equations.text import branched, clause, gathered, joined, literal, negated, once
from relgym.translate.prolog.equations.values import QUANTIFIERS, PrologValueWriter
from relgym.translate.prolog.names import operand, quoted

_ITEMS_COMPARED = {"==": "==", "~=": r"\=="}

_OF_LISTS = {
    "prod": "product_of",
    "min": "least_of",
    "max": "greatest_of",
    "argmin": "item_of_least",
    "argmax": "item_of_greatest",
}
"""The library's predicates of lists of values, by aggregates."""


class NamedWriter(PrologValueWriter):
    """Writes the clauses of one program; `called` are the predicates beyond Prolog's own that they call.

    Items have their names, or their numbers from 1 on.
    """

    def __init__(self, program: Equations, names: bool = True) -> None:
        super().__init__(program, plain=True)
        self._named = names
        self.called: set[str] = set()
        self.numbered: set[str] = set()
        self.left: set[str] = set()

    def clause(self, equation: Equation) -> str:
        """The clause of a function."""
        function = equation.function
        scope = ClauseScope("", {}, self.names.variables()).with_items(equation.variables)
        among, items = self._among(equation.variables, scope), list(scope.items.values())
        name = self.names.predicate(function)
        if function.range == BOOL:
            return clause(atom(name, items), [*among, self.condition(equation.value, scope)])
        target = scope.variables.fresh("V")
        goals = self.assigned(equation.value, target, scope, function.range)
        return clause(atom(name, [*items, target]), [*among, *goals])

    def facts(self, function: Function, values: Values) -> Iterator[str]:
        """The facts of a function: the rows where it is true, or all rows with their values."""
        name = self.names.predicate(function)
        rows = product(*(range(size) for size in self.program.sizes(function)))
        for row, value in zip(rows, as_list(values), strict=True):
            items = [self.item(of, number) for of, number in zip(function.parameters, row, strict=True)]
            if function.range != BOOL:
                yield f"{atom(name, [*items, self.shown(function.range, value)])}."
            elif value:
                yield f"{atom(name, items)}."

    def indicator(self, function: Function) -> str:
        """The name and arity of a function's predicate, as directives take them."""
        arity = len(function.parameters) + (function.range != BOOL)
        return f"{operand(quoted(self.names.predicate(function)))}/{arity}"

    def shown(self, of: str, value: bool | float) -> str:
        """A value of a range that is no truth."""
        return self.item(of, int(value)) if of in self.program.types else literal(value)

    def item(self, of: str, number: int) -> str:
        return quoted(label(self.program.types[of][number])) if self._named else str(number + 1)

    def sign(self, operator: str, operand: Value) -> str:
        items = self.range_of(operand) in self.program.types
        return _ITEMS_COMPARED[operator] if items else super().sign(operator, operand)

    def library(self, name: str, *arguments: str) -> str:
        self.called.add(name)
        return atom(name, arguments)

    def computed(self, function: str, numbers: Sequence[str], target: str) -> str:
        self.left.add(function)
        return super().computed(function, numbers, target)

    # -- reads -------------------------------------------------------------------------------

    def _held(self, function: Function, arguments: Sequence[Value], scope: ClauseScope) -> list[str]:
        goals, items = self._plain_ones(arguments, scope)
        return [*goals, atom(self.names.predicate(function), items)]

    def assigned(self, value: Value, target: str, scope: ClauseScope, of: str | None = None) -> list[str]:
        """The goals that bind a variable to a value, without another variable for what a predicate gives."""
        given = self.range_of(value)
        if isinstance(value, Fluent) and given == BOOL:
            return self._decided(value, target, scope, of)
        if of != REAL or given == REAL:
            match value:
                case Fluent(name, arguments, primed):
                    return self._read(self.program.functions[name, primed], arguments, scope, target)[0]
                case Aggregate(operator) if operator not in QUANTIFIERS:
                    return self._folded_into(value, scope, target)[0]
        return super().assigned(value, target, scope, of)

    def _fluent(self, function: Function, arguments: Sequence[Value], scope: ClauseScope) -> Number:
        return self._read(function, arguments, scope, scope.variables.fresh("V"))

    def _read(self, function: Function, arguments: Sequence[Value], scope: ClauseScope, target: str) -> Number:
        if function.range == BOOL:
            held = joined(self._held(function, arguments, scope))
            return [branched(held, f"{target} = 1", f"{target} = 0")], target
        goals, items = self._plain_ones(arguments, scope)
        return [*goals, atom(self.names.predicate(function), [*items, target])], target

    def _among(self, variables: Iterable[Variable], scope: ClauseScope) -> list[str]:
        """The goals that bind variables to the items of their types."""
        return [atom(self.names.of_type(variable.types[0]), [scope.items[variable]]) for variable in variables]

    def _number_of(self, item: str, of: str, scope: ClauseScope) -> Number:
        self.numbered.add(of)
        number = scope.variables.fresh("N")
        return [atom(self.names.number_of(of), [item, number])], number

    def _uniform(self, uniform: Uniform, scope: ClauseScope) -> Number:
        target, first = scope.variables.fresh("U"), uniform.start
        goals: list[str] = []
        terms: list[str] = []
        stride = 1
        around = [*zip(uniform.around, uniform.sizes, strict=True)]
        for variable, size in reversed(around):
            reads, number = self._number_of(scope.items[variable], variable.types[0], scope)
            goals += reads
            terms.insert(0, number if stride == 1 else f"{stride} * {number}")
            first -= stride
            stride *= size
        if not terms:
            return [f"uniform({first}, {target})"], target
        place = scope.variables.fresh("P")
        total = " + ".join([*terms, *([str(first)] if first else [])]).replace("+ -", "- ")
        return [*goals, f"{place} is {total}", f"uniform({place}, {target})"], target

    # -- aggregates --------------------------------------------------------------------------

    def _quantified(self, value: Aggregate, scope: ClauseScope) -> list[str]:
        inner = scope.with_items(value.variables)
        among, holds = self._among(value.variables, inner), self.condition(value.body, inner)
        if value.operator == "exists":
            return [once(joined([*among, holds]))]
        return [negated(joined([*among, negated(holds)]))]

    def folded(self, value: Aggregate | DrawAny | Matrix, scope: ClauseScope) -> Number:
        return self._folded_into(value, scope, scope.variables.fresh("V"))

    def _folded_into(self, value: Aggregate | DrawAny | Matrix, scope: ClauseScope, target: str) -> Number:
        match value:
            case DrawAny(variable, body):
                goals, weights = self._all(body, (variable,), scope)
                return self.drawn(value, goals, weights, scope)
            case Matrix(operator, row, column, body):
                goals, entries = self._all(body, (row, column), scope)
                places = [self._number_of(scope.items[place], place.types[0], scope) for place in value.places]
                numbers = [str(self.program.size(row.types[0])), *(number for _, number in places)]
                goals += [goal for reads, _ in places for goal in reads]
                return [*goals, self._of_matrix(operator, numbers, entries, target)], target
        match value.operator:
            case "argmin" | "argmax" as operator:
                goals, pairs = self._all(value.body, value.variables, scope, paired=True)
                return [*goals, self.library(_OF_LISTS[operator], pairs, target)], target
            case "det":
                goals, entries = self._all(value.body, value.variables, scope)
                size = str(self.program.size(value.variables[0].types[0]))
                return [*goals, self._of_matrix("det", [size], entries, target)], target
        if value.operator == "sum" and self.range_of(value.body) == BOOL:
            inner = scope.with_items(value.variables)
            counted = joined([*self._among(value.variables, inner), self.condition(value.body, inner)])
            return [gathered("aggregate_all", "count", counted, target)], target
        goals, values = self._all(value.body, value.variables, scope)
        match value.operator:
            case "prod" | "min" | "max" as operator:
                return [*goals, self.library(_OF_LISTS[operator], values, target)], target
            case "avg":
                count = prod(self.program.size(variable.types[0]) for variable in value.variables)
                total = scope.variables.fresh("Total")
                mean = f"{target} is {total} / float({count})"
                if self.range_of(value.body) != REAL:
                    mean = self.library("quotient", total, str(count), target)
                return [*goals, f"sum_list({values}, {total})", mean], target
            case _:
                return [*goals, f"sum_list({values}, {target})"], target

    def _of_matrix(self, function: str, numbers: Sequence[str], entries: str, target: str) -> str:
        self.left.add(function)
        return self.library("computed", function, f"[{', '.join(numbers)}|{entries}]", target)

    def _all(self, body: Value, variables: Sequence[Variable], scope: ClauseScope, paired: bool = False) -> Number:
        """The goal that lists the values of a body for all items, and the list; with the items if they are `paired`."""
        inner = scope.with_items(variables)
        entry, values = scope.variables.fresh("V"), scope.variables.fresh("Values")
        goals = [*self._among(variables, inner), *self.assigned(body, entry, inner)]
        template = f"{entry}-{inner.items[variables[0]]}" if paired else entry
        return [gathered("findall", template, joined(goals), values)], values

    def drawn(self, value: DrawItem | DrawAny, goals: list[str], weights: str, scope: ClauseScope) -> Number:
        place, u = self._uniform(drawn_by(value), scope)
        number, item = scope.variables.fresh("N"), scope.variables.fresh("V")
        of = self.range_of(value)
        self.numbered.add(of)
        draw = self.library(value.quantile, weights, u, number)
        return [*goals, *place, draw, atom(self.names.number_of(of), [item, number])], item
