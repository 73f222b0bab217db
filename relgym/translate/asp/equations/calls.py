"""Calls of Python functions for values that clingo cannot compute itself.

clingo calls a function as soon as its arguments are known. Therefore a call has a clause of its own, and its arguments
another one, which holds the conditions under which the value is needed.

>>> print(PythonCall("half", 1, "value(a0) / 2").text())
def half(a0):
    return term(value(a0) / 2)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import assert_never

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import REAL, Value
from relgym.model.terms import Object, Variable
from relgym.translate.asp.equations.clauses import AspLiteral, AspPredicate, AspTest, Clause, Goal
from relgym.translate.asp.equations.items import Items
from relgym.translate.asp.equations.scope import RuleScope
from relgym.translate.asp.equations.sums import added
from relgym.translate.asp.equations.writer import ClauseBuilder
from relgym.translate.equations.conditions import lazy_product
from relgym.translate.equations.finiteness import may_be_infinite, may_overflow, takes_tested

COMPARED = {"==": "==", "~=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
"""Comparisons in Python."""

Head = Callable[[str], AspLiteral]
"""The head of a clause that gives a value."""


@dataclass(frozen=True, slots=True)
class PythonCall:
    """A function that clauses call: `NAME(a0, a1, ..)` is the value of the expression, over the functions of a scope.

    In the expression `value(a0)` stands for an argument that is a number, `listed(a0)` for a list. There `real` makes a
    finite real number of one, and `rows` makes a matrix of a list.
    """

    name: str
    arity: int
    expression: str

    def text(self) -> str:
        arguments = ", ".join(f"a{number}" for number in range(self.arity))
        return f"def {self.name}({arguments}):\n    return term({self.expression})"


@dataclass(slots=True)
class _Inputs:
    """The arguments of a call, with the goals that bind them."""

    goals: list[Goal] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    drawn: bool = False

    def take(self, goals: Iterable[Goal], term: str, decoded: str = "value") -> str:
        """The text of a new argument."""
        self.goals += goals
        self.terms.append(term)
        return f"{decoded}(a{len(self.terms) - 1})"


class CallWriter(ABC):
    """Writes clauses that call functions; `calls` are those functions."""

    def __init__(self, program: Equations, items: Items | None = None, look: Callable[[], None] = lambda: None) -> None:
        self.program = program
        # Called for each row that has clauses of its own; it raises an error when the time is over.
        self.look = look
        self.builder = ClauseBuilder(program, items)
        self.calls: list[PythonCall] = []

    @abstractmethod
    def _value(self, value: Value, scope: RuleScope) -> tuple[list[Goal], str]:
        """A term for a number or an item, and the goals that bind it."""

    @abstractmethod
    def _truth(self, value: Value, scope: RuleScope, wanted: bool) -> list[Goal]:
        """Goals that hold, where the scope does, if a value is as wanted."""

    @abstractmethod
    def _where(self, scope: RuleScope, condition: Value, wanted: bool) -> RuleScope:
        """The scope in which a condition is as wanted."""

    @abstractmethod
    def _value_clauses(self, head: Head, value: Value, scope: RuleScope) -> None:
        """Clauses for a head that has a value as an argument."""

    def _called(self, value: Value, scope: RuleScope, wanted: bool | None) -> AspLiteral:
        """The value of a call, as the last term of the literal; or the literal for what it says to be as wanted."""
        call = self.builder.once("call", value, scope, lambda narrow: self._new_call(value, narrow, wanted is not None))
        if wanted is None:
            return AspLiteral(call.predicate, (*call.terms, self.builder.variable("V")))
        return AspLiteral(call.predicate, call.terms, wanted)

    def _called_real(self, value: Value, scope: RuleScope) -> AspLiteral:
        """A number made real by the call that computes it, as the last term of the literal; it must be finite."""
        call = self.builder.once("real", value, scope, lambda narrow: self._new_call(value, narrow, False, "real({})"))
        return AspLiteral(call.predicate, (*call.terms, self.builder.variable("V")))

    def _new_call(self, value: Value, scope: RuleScope, decides: bool, form: str = "{}") -> AspLiteral:
        inputs = _Inputs()
        text = self._compared(value, scope, inputs) if isinstance(value, rddl.Operation) else None
        expression = form.format(text or self._python(value, scope, inputs))
        if not inputs.terms:
            # Without a variable to wait for, the function would be called in any case.
            inputs.take((), "0")
        names = [self.builder.variable("A") for _ in inputs.terms]
        given, since = AspPredicate(self.builder.identifiers.predicate("given")), len(self.builder.clauses)
        self.builder.clause(AspLiteral(given, (*scope.terms, *inputs.terms)), scope, inputs.goals)
        known = self.builder.shared(AspLiteral(given, (*scope.terms, *names)), since)
        made = f"@{self._call(len(names), expression)}({','.join(names)})"
        literal = self.builder.new("draw" if inputs.drawn else "test" if decides else "value", scope)
        result, head = "1", literal
        more: list[Goal] = []
        if not decides:
            result = self.builder.variable("V")
            more, term = self.builder.items.from_number(result, self.builder.ranges.range_of(value), self.builder)
            head = AspLiteral(literal.predicate, (*literal.terms, term))
        body: list[Goal] = [known, AspTest(f"{result} = {made}", timed=inputs.drawn), *more]
        self.builder.clauses.append(Clause(head, tuple(body)))
        literal.predicate.timed = any(goal.timed for goal in body)
        return literal

    def _call(self, arity: int, expression: str) -> str:
        """The name of the function that gives the value of an expression."""
        for call in self.calls:
            if (call.arity, call.expression) == (arity, expression):
                return call.name
        self.calls.append(PythonCall(f"call_{len(self.calls) + 1}", arity, expression))
        return self.calls[-1].name

    def _compared(self, value: rddl.Operation, scope: RuleScope, inputs: _Inputs) -> str | None:
        if value.operator not in COMPARED:
            return None
        left, right = (self._finite(part, scope, inputs) for part in value.operands)
        return f"{left} {COMPARED[value.operator]} {right}"

    def _finite(self, value: Value, scope: RuleScope, inputs: _Inputs) -> str:
        """A number that is compared or handed to a function: `checked` raises an error for an infinite one."""
        text = self._python(value, scope, inputs)
        return f"checked({text})" if may_be_infinite(value, self.program) else text

    def _python(self, value: Value, scope: RuleScope, inputs: _Inputs) -> str:
        """A number as a Python expression, over what clingo has found."""
        match value:
            case rddl.Constant(constant):
                return repr(constant)
            case rddl.Fluent(name, (), primed) if self.program.functions[name, primed] in self.program.constants:
                return repr(self.program.constants[self.program.functions[name, primed]])
            case rddl.Draw(name, arguments):
                parts = [self._python(part, scope, inputs) for part in arguments]
                return f"{name}_({', '.join([*parts, self._uniform(rddl.drawn_by(value), scope, inputs)])})"
            case _ if self.builder.ranges.is_native(value):
                return inputs.take(*self._value(value, scope))
            case rddl.Operation("+" | "-" as operator, (operand,)):
                return f"({operator}{self._python(operand, scope, inputs)})"
            case rddl.Operation("*") if (branch := self._guarding(value)) is not None:
                return inputs.take(*self._value(branch, scope))
            case rddl.Operation("+" | "-" | "*" as operator, (left, right)):
                first, second = (self._python(part, scope, inputs) for part in (left, right))
                return f"({first} {operator} {second})"
            case rddl.Operation("/", (left, right)):
                return f"({self._python(left, scope, inputs)} / {self._finite(right, scope, inputs)})"
            case rddl.Call(name, arguments):
                written = self._finite if takes_tested(value) else self._python
                return f"{name}_({', '.join(written(part, scope, inputs) for part in arguments)})"
            case rddl.DrawItem():
                return self._draw_item(value, scope, inputs)
            case rddl.DrawAny(variable, body):
                listed = self._listed((variable,), body, scope, inputs)
                return f"{value.quantile}_({listed}, {self._uniform(rddl.drawn_by(value), scope, inputs)})"
            case rddl.Aggregate("sum", variables, body):
                return f"sum({self._summed(variables, body, scope, inputs)})"
            case rddl.Aggregate(operator, variables, body):
                listed = self._listed(variables, body, scope, inputs)
                if may_overflow(value, self.program):
                    listed = f"all_checked({listed})"
                return self._folded(operator, variables, listed)
            case rddl.Matrix():
                return self._matrix(value, scope, inputs)
            case rddl.Fluent() | Variable() | rddl.Item() | rddl.If() | rddl.Switch() | rddl.Operation():
                return inputs.take(*self._value(value, scope))
            case rddl.DrawVector() | rddl.External() | Object():
                raise AssertionError(f"not carried: {value}")
            case _:
                assert_never(value)

    def _guarding(self, value: rddl.Operation) -> rddl.If | None:
        """A product as a branch, where factors beside a truth value are not to be computed if that is false."""
        guarded = lazy_product(value, self.program)
        if guarded is None:
            return None
        nothing: float = 0.0 if self.builder.ranges.range_of(value) == REAL else 0
        return rddl.If(*guarded, rddl.Constant(nothing))

    def _folded(self, operator: str, variables: Sequence[Variable], listed: str) -> str:
        size = prod(self.program.size(variable.types[0]) for variable in variables)
        match operator:
            case "min" | "max":
                return f"{operator}({listed})"
            case "prod":
                return f"product({listed})"
            case "avg":
                return f"(sum({listed})/{size})"
            case "argmin" | "argmax":
                return f"{operator.removeprefix('arg')}(range({size}), key={listed}.__getitem__)"
            case _:
                return f"det_(rows({listed}, {self.program.size(variables[0].types[0])}))"

    def _matrix(self, value: rddl.Matrix, scope: RuleScope, inputs: _Inputs) -> str:
        """One entry, for which the whole is computed."""
        listed = self._listed((value.row, value.column), value.body, scope, inputs)
        numbers = [
            self.builder.items.to_number(scope.names[place], place.types[0], self.builder) for place in value.places
        ]
        row, column = (inputs.take(goals, term) for goals, term in numbers)
        return f"{value.operator}_(rows({listed}, {self.program.size(value.row.types[0])}))[{row}][{column}]"

    def _draw_item(self, value: rddl.DrawItem, scope: RuleScope, inputs: _Inputs) -> str:
        weights = [weight for _, weight in value.weights]
        texts = ["0" if weight is None else self._python(weight, scope, inputs) for weight in weights]
        entries = f"[{', '.join(texts)}]"
        if None in weights:
            entries = f"completed_({entries}, {weights.index(None)})"
        return f"{value.quantile}_({entries}, {self._uniform(rddl.drawn_by(value), scope, inputs)})"

    def _uniform(self, uniform: rddl.Uniform, scope: RuleScope, inputs: _Inputs) -> str:
        """The uniform number of a draw, for the items of the variables around it."""
        inputs.drawn = True
        if not uniform.around:
            return f"u[{uniform.start}]"
        goals, place = self.builder.place(uniform.around, scope)
        return f"u[{inputs.take(goals, f'{uniform.start}+{place}')}]"

    def _listed(self, variables: Sequence[Variable], body: Value, scope: RuleScope, inputs: _Inputs) -> str:
        """The values of a body for all rows of items, as a list."""
        listing = self.builder.once("list", body, scope, lambda narrow: self._new_list(variables, body, narrow))
        return self._taken(listing, inputs)

    def _summed(self, variables: Sequence[Variable], body: Value, scope: RuleScope, inputs: _Inputs) -> str:
        """The values of a body for the rows of items for which it adds something, as a list."""
        condition, term = added(body, self.builder.ranges)
        if condition is None:
            return self._listed(variables, body, scope, inputs)
        made = self.builder.once("sum", body, scope, lambda narrow: self._new_sum(variables, condition, term, narrow))
        return self._taken(made, inputs)

    def _taken(self, listing: AspLiteral, inputs: _Inputs) -> str:
        whole = self.builder.variable("L")
        return inputs.take([AspLiteral(listing.predicate, (*listing.terms, whole))], whole, "listed")

    def _new_list(self, variables: Sequence[Variable], body: Value, narrow: RuleScope) -> AspLiteral:
        return self._grown(variables, body, self.builder.with_variables(narrow, variables), narrow)

    def _new_sum(self, variables: Sequence[Variable], condition: Value, term: Value, narrow: RuleScope) -> AspLiteral:
        inner = self.builder.with_variables(narrow, variables)
        grown = self._grown(variables, term, self._where(inner, condition, True), narrow)
        around = self.builder.narrowed(condition, narrow)
        rows = self.builder.with_variables(around, variables)
        goals, place = self.builder.place(variables, rows)
        skipped = self.builder.new("skipped", around).predicate
        without = [*goals, *self._truth(condition, rows, False)]
        self.builder.clause(AspLiteral(skipped, (*around.terms, place)), rows, without)
        number, same = self.builder.variable("N"), self.builder.variable("L")
        before = AspLiteral(grown.predicate, (*narrow.terms, number, same))
        after = AspLiteral(grown.predicate, (*narrow.terms, f"{number}+1", same))
        self.builder.clauses.append(Clause(after, (before, AspLiteral(skipped, (*around.terms, number)))))
        return grown

    def _grown(self, variables: Sequence[Variable], body: Value, inner: RuleScope, narrow: RuleScope) -> AspLiteral:
        """A list that grows by one value after the other."""
        since = len(self.builder.clauses)
        single, growing = (AspPredicate(self.builder.identifiers.predicate(name)) for name in ("item", "list"))
        goals, place = self.builder.place(variables, inner)
        terms = narrow.terms
        self._value_clauses(lambda term: AspLiteral(single, (*terms, place, term)), body, inner.where(goals))
        growing.timed = single.timed
        number, item, before, after = map(self.builder.variable, ("N", "V", "L", "L"))
        known = (
            AspLiteral(growing, (*terms, number, before)),
            self.builder.shared(AspLiteral(single, (*terms, number, item)), since),
        )
        self.builder.clause(AspLiteral(growing, (*terms, "0", "0")), narrow, ())
        grown = AspLiteral(growing, (*terms, f"{number}+1", after))
        self.builder.clauses.append(Clause(grown, (*known, AspTest(f"{after} = @pair({before},{item})"))))
        size = prod(self.program.size(variable.types[0]) for variable in variables)
        return AspLiteral(growing, (*terms, str(size)))
