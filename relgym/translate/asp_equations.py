"""Equations as answer set programming, for clingo: clauses with one answer set, found by grounding alone.

A truth-valued function is a predicate that holds for the rows where it is true, any other has its value as the last
argument. Whole numbers that surely have 32 bits are clingo's; all other arithmetic, and what a draw is, are calls of
Python functions, which the clauses make while they are grounded.

What a branch does not take is not computed: a clause holds all conditions of the branch in which its value stands.
But clingo calls a function as soon as its arguments are known. So a call stands in a clause of its own, and what it
is called with in another.

>>> from relgym.model.rddl_expressions import Operation
>>> from relgym.model.equations import Part
>>> lit, dark = Function(Part.STATE, "lit"), Function(Part.STEP, "dark")
>>> program = Equations({}, {("lit", False): lit}, {}, (lit,), (), (), 0)
>>> rules = EquationRules(program)
>>> rules.add(Equation(dark, (), Operation("~", (Fluent("lit"),))))
>>> [clause.text(None) for clause in rules.clauses]
['dark :- not lit.']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import assert_never

from relgym.model.equations import Equation, Equations, Function, Part
from relgym.model.rddl_expressions import (
    BOOL,
    NUMBERS,
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    If,
    Item,
    Matrix,
    Operation,
    Switch,
    Uniform,
    Value,
)
from relgym.model.terms import Object, Variable
from relgym.translate.asp_equations_clauses import Clause, Gathered, Goal, Identifiers, Literal, Predicate, Test
from relgym.translate.asp_equations_items import Items
from relgym.translate.asp_equations_ranges import ValueRanges
from relgym.translate.asp_equations_scope import Scope, changes, variables_in

WATCHED = 100_000
"""Bindings of a clause's variables from which on it tells `@watch` how it gets on, so that it can be stopped."""

_LONG = 6
"""Conditions that are worth a predicate of their own."""

_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "~=": "="}
_COMPARED = {"==": "=", "~=": "!="}

Head = Callable[[str], Literal]
"""The head of a clause that gives a value."""


@dataclass(frozen=True, slots=True)
class PythonCall:
    """A function that clauses call: `NAME(a0, a1, ..)` is the value of the expression, over the functions of a scope.

    In the expression `value(a0)` stands for an argument that is a number, `listed(a0)` for a list.
    """

    name: str
    arity: int
    expression: str

    def text(self) -> str:
        arguments = ", ".join(f"a{number}" for number in range(self.arity))
        return f"def {self.name}({arguments}):\n    return term({self.expression})\n"


@dataclass(slots=True)
class _Inputs:
    """What a call is called with."""

    goals: list[Goal] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    drawn: bool = False

    def take(self, goals: Iterable[Goal], term: str, decoded: str = "value") -> str:
        """The text of a new argument."""
        self.goals += goals
        self.terms.append(term)
        return f"{decoded}(a{len(self.terms) - 1})"


class EquationRules:
    """Makes clauses of equations, each after those that it reads; `items` says how items are written."""

    def __init__(self, program: Equations, items: Items | None = None) -> None:
        self.clauses: list[Clause] = []
        self.calls: list[PythonCall] = []
        self.program = program
        self.items = items or Items()
        self._ranges = ValueRanges(program)
        self._identifiers = Identifiers()
        self._predicates: dict[Function, Predicate] = {}
        self._types: dict[str, Predicate] = {}
        self._places: dict[str, Predicate] = {}
        self._variables = Identifiers()
        # By identity, so what they are about is kept.
        self._kept: list[object] = []
        self._made: dict[tuple[str, int, int], Literal] = {}
        self._narrow: dict[tuple[int, tuple[Variable, ...]], Scope] = {}
        self._plain: dict[tuple[tuple[Variable, str], ...], Scope] = {}

    def predicate(self, function: Function) -> Predicate:
        """The predicate of a function."""
        found = self._predicates.get(function)
        if found is None:
            index = f"_{function.index + 1}" if function.part.value == function.name else ""
            prefix = "next_" if function.part is Part.NEXT else ""
            name = self._identifiers.predicate(f"{prefix}{function.name}{index}")
            given = function.part in (Part.STATE, Part.ACTION)
            found = self._predicates[function] = Predicate(name, timed=given)
        return found

    def type_predicate(self, of: str) -> Predicate:
        """The predicate that holds for the items of a type."""
        if of not in self._types:
            self._types[of] = Predicate(self._identifiers.predicate(of))
        return self._types[of]

    def place_predicate(self, of: str) -> Predicate:
        """The predicate of the items of a type and their numbers, where they are not the same."""
        if of not in self._places:
            self._places[of] = Predicate(self._identifiers.predicate(f"number_of_{of}"))
        return self._places[of]

    def variable(self, name: str) -> str:
        """A new variable."""
        return self._variables.variable(name)

    @property
    def types(self) -> Sequence[tuple[str, Predicate]]:
        """The types whose predicates are used."""
        return tuple(self._types.items())

    @property
    def places(self) -> Sequence[tuple[str, Predicate]]:
        """The types whose items' numbers are used."""
        return tuple(self._places.items())

    def add(self, equation: Equation) -> None:
        """The clauses of an equation."""
        self._variables = Identifiers()
        scope = self._with_variables(Scope(), equation.variables)
        own = tuple(scope.names[variable] for variable in equation.variables)
        head = self.predicate(equation.function)
        self._kept.append(equation)
        if equation.function.range == BOOL:
            self._truth_clauses(Literal(head, own), equation.value, scope)
        else:
            self._value_clauses(lambda term: Literal(head, (*own, term)), equation.value, scope)
            if equation.function.range in NUMBERS:
                self._ranges.add(equation)

    # Clauses

    def _truth_clauses(self, head: Literal, value: Value, scope: Scope) -> None:
        """Clauses for a head that holds where a value is true."""
        match value:
            case Operation("|" | "=>" as operator, (left, right)):
                self._truth_clauses(head, _not(left) if operator == "=>" else left, scope)
                self._truth_clauses(head, right, self._after(scope, left, operator == "=>", right))
            case Operation("~", (Operation("^", (left, right)),)):
                self._truth_clauses(head, _not(left), scope)
                self._truth_clauses(head, _not(right), self._after(scope, left, True, right))
            case Operation("~", (Aggregate("forall", variables, body),)):
                self._truth_clauses(head, Aggregate("exists", variables, _not(body)), scope)
            case Operation("~", (Operation("~", (part,)),)):
                self._truth_clauses(head, part, scope)
            case Operation("^", (left, right)) if _branches(right):
                self._truth_clauses(head, right, self._where(scope, left, True))
            case Operation("<=>" | "==", (left, right)) if self._are_truths(left, right):
                for wanted in (True, False):
                    self._clause(head, self._where(scope, left, wanted), self._truth(right, scope, wanted))
            case Aggregate("exists", variables, body) if self._ranges.may_fail(body):
                self._one_by_one(head, variables, body, scope)
            case Aggregate("exists", variables, body):
                self._truth_clauses(head, body, self._with_variables(scope, variables))
            case If(condition, then, otherwise):
                self._truth_clauses(head, then, self._where(scope, condition, True))
                self._truth_clauses(head, otherwise, self._where(scope, condition, False))
            case Switch():
                self._truth_clauses(head, _as_if(value), scope)
            case _:
                self._clause(head, scope, self._truth(value, scope, True))

    def _value_clauses(self, head: Head, value: Value, scope: Scope) -> None:
        """Clauses for a head that has a value as an argument."""
        match value:
            case If(condition, then, otherwise):
                self._value_clauses(head, then, self._where(scope, condition, True))
                self._value_clauses(head, otherwise, self._where(scope, condition, False))
            case Switch():
                self._value_clauses(head, _as_if(value), scope)
            case _ if not isinstance(value, Constant) and self._ranges.range_of(value) == BOOL:
                self._clause(head("1"), scope, self._truth(value, scope, True))
                self._clause(head("0"), scope, self._truth(value, scope, False))
            case _:
                goals, term = self._value(value, scope)
                self._clause(head(term), scope, goals)

    def _one_by_one(self, head: Literal, variables: Sequence[Variable], body: Value, scope: Scope) -> None:
        """Clauses for an `exists` whose body may fail: that is looked at for one row only if no other before holds."""
        for row in product(*(self.program.types[variable.types[0]] for variable in variables)):
            named = zip(variables, row, strict=True)
            names = {v: self.items.term(item.name, self._number(v, item)) for v, item in named}
            inner = scope.with_names(names)
            found = self._new("found", inner)
            self._truth_clauses(found, body, inner)
            self._clause(head, scope, [found])
            scope = self._alone(scope.where([Literal(found.predicate, found.terms, positive=False)]))

    def _number(self, variable: Variable, item: Object) -> int:
        return self.program.types[variable.types[0]].index(item)

    def _clause(self, head: Literal, scope: Scope, goals: Iterable[Goal]) -> None:
        body = self._guarded(scope, [*scope.conditions, *goals])
        if self._size(scope) > WATCHED:
            body += [Test(f"0 = @watch({scope.names[variable]})") for variable in scope.variables]
        if Test("#false") not in body:
            self.clauses.append(Clause(head, tuple(body)))
            head.predicate.timed |= any(goal.timed for goal in body)

    def _guarded(self, scope: Scope, goals: Sequence[Goal]) -> list[Goal]:
        """The goals, and before them the types of the variables that none of them binds."""
        bound = {term for goal in goals if isinstance(goal, Literal) and goal.positive for term in goal.terms}
        free = [v for v in scope.open if scope.names[v] not in bound]
        return [*(Literal(self.type_predicate(v.types[0]), (scope.names[v],)) for v in free), *goals]

    # Scopes

    def _with_variables(self, scope: Scope, variables: Sequence[Variable]) -> Scope:
        names = {variable: self.variable(variable.name) for variable in variables}
        return scope.with_names(names, tuple(variables))

    def _where(self, scope: Scope, condition: Value, wanted: bool) -> Scope:
        """The scope in which a condition is as wanted."""
        found = scope.where(self._truth(condition, scope, wanted))
        return self._alone(found) if len(found.conditions) > _LONG else found

    def _after(self, scope: Scope, first: Value, wanted: bool, then: Value) -> Scope:
        """The scope for what is looked at only where another value is as wanted: no matter, if it cannot fail."""
        return self._where(scope, first, wanted) if self._ranges.may_fail(then) else scope

    def _alone(self, scope: Scope) -> Scope:
        """The scope with one condition for all that it has."""
        case = self._new("case", scope)
        self._clause(case, scope, ())
        return scope.only(case)

    def _narrowed(self, value: Value, scope: Scope) -> Scope:
        """The scope with the variables alone that a value reads."""
        read = variables_in(value)
        own = tuple(variable for variable in scope.variables if variable in read)
        if scope.conditions and not (self._never_changes(value) and self._size(scope, own) <= WATCHED):
            if own == scope.variables:
                return scope
            known = self._narrow.get((id(scope), own))
            if known is None:
                self._kept.append(scope)
                narrow = scope.over(own)
                asked = self._new("asked", narrow)
                self._clause(asked, scope, ())
                known = self._narrow[id(scope), own] = narrow.only(asked)
            return known
        narrow = scope.over(own)
        return self._plain.setdefault(tuple(narrow.names.items()), narrow)

    def _never_changes(self, value: Value) -> bool:
        """Whether a value that cannot fail is the same for all states, so that it may be computed once, for all."""
        if self._ranges.may_fail(value):
            return False
        return not changes(value, lambda name, primed: self._function(name, primed).timed)

    def _function(self, name: str, primed: bool) -> Predicate:
        return self.predicate(self.program.functions[name, primed])

    def _size(self, scope: Scope, own: Sequence[Variable] | None = None) -> int:
        return prod(self.program.size(v.types[0]) for v in (scope.variables if own is None else own))

    def _new(self, name: str, scope: Scope) -> Literal:
        """A new predicate over the variables of a scope."""
        return Literal(Predicate(self._identifiers.predicate(name)), scope.terms)

    # Truth values

    def _truth(self, value: Value, scope: Scope, wanted: bool) -> list[Goal]:
        """Goals that hold, where the scope does, if a value is as wanted."""
        match value:
            case Constant(constant):
                return [] if constant == wanted else [Test("#false")]
            case Fluent(name, arguments, primed):
                goals, terms = self._values(arguments, scope)
                return [*goals, Literal(self._function(name, primed), tuple(terms), wanted)]
            case Operation("~", (part,)):
                return self._truth(part, scope, not wanted)
            case Operation("^" | "|" | "=>" as operator, (left, right)) if wanted == (operator == "^"):
                first = wanted or operator == "=>"
                goals = self._truth(left, scope, first)
                inner = scope.where(goals) if self._ranges.may_fail(right) else scope
                return goals + self._truth(right, inner, wanted)
            case Operation("~=", (left, right)) if self._are_truths(left, right):
                return self._truth_of_new(Operation("<=>", (left, right)), scope, not wanted)
            case Operation("<" | "<=" | ">" | ">="):
                return self._comparison(value, scope, wanted)
            case Operation("==" | "~=", operands) if not self._are_truths(*operands):
                return self._comparison(value, scope, wanted)
            case Aggregate("forall", variables, body):
                return self._truth_of_new(Aggregate("exists", variables, _not(body)), scope, not wanted)
            case Draw():
                return [self._called(value, scope, wanted)]
            case _:
                return self._truth_of_new(value, scope, wanted)

    def _truth_of_new(self, value: Value, scope: Scope, wanted: bool) -> list[Goal]:
        """A value that is given a predicate of its own."""
        narrow = self._narrowed(value, scope)
        key = "truth", id(value), id(narrow)
        found = self._made.get(key)
        if found is None:
            self._kept += [value, narrow]
            found = self._made[key] = self._new(_word(value), narrow)
            self._truth_clauses(found, value, narrow)
        return [Literal(found.predicate, found.terms, wanted)]

    def _are_truths(self, left: Value, right: Value) -> bool:
        return self._ranges.range_of(left) == BOOL == self._ranges.range_of(right)

    def _comparison(self, value: Operation, scope: Scope, wanted: bool) -> list[Goal]:
        left, right = value.operands
        numbers = self._ranges.range_of(left) in NUMBERS
        if numbers and not (self._ranges.is_native(left) and self._ranges.is_native(right)):
            return [self._called(value, scope, wanted)]
        goals, (first, second) = self._values(value.operands, scope)
        operator = _COMPARED.get(value.operator, value.operator) if wanted else _NEGATED[value.operator]
        if not numbers:
            return [*goals, Test(f"{first} {operator} {second}")]
        # As tuples, for the grounder would turn bounds of plain numbers into ranges, and go through all of them; and
        # it would solve an equation for a variable.
        operators = ("<=", ">=") if operator == "=" else (operator,)
        return [*goals, *(Test(f"({first},) {one} ({second},)") for one in operators)]

    # Numbers and items

    def _values(self, values: Sequence[Value], scope: Scope) -> tuple[list[Goal], list[str]]:
        found = [self._value(value, scope) for value in values]
        return [goal for goals, _ in found for goal in goals], [term for _, term in found]

    def _value(self, value: Value, scope: Scope) -> tuple[list[Goal], str]:
        """A term for a number or an item, and the goals that bind it."""
        match value:
            case Variable():
                return [], scope.names[value]
            case Item(name, _, number):
                return [], self.items.term(name, number)
            case Constant(constant) if self._ranges.is_native(value):
                return [], str(int(constant)) if constant >= 0 else f"({int(constant)})"
            case _ if self._ranges.range_of(value) == BOOL:
                return self._value_of_new(value, scope)
            case Fluent(name, arguments, primed):
                goals, terms = self._values(arguments, scope)
                variable = self.variable("V")
                return [*goals, Literal(self._function(name, primed), (*terms, variable))], variable
            case If() | Switch():
                return self._value_of_new(value, scope)
            case Operation("+" | "-" as operator, (operand,)) if self._ranges.is_native(value):
                goals, term = self._value(operand, scope)
                return goals, f"({'' if operator == '+' else '-'}{term})"
            case Operation(operator, operands) if self._ranges.is_native(value):
                goals, terms = self._values(operands, scope)
                return goals, f"({operator.join(terms)})"
            case Aggregate("sum" | "min" | "max") if self._ranges.is_native(value):
                return self._gathered(value, scope)
            case _:
                found = self._called(value, scope, None)
                return [found], found.terms[-1]

    def _value_of_new(self, value: Value, scope: Scope) -> tuple[list[Goal], str]:
        """A value that is given a predicate of its own."""
        narrow = self._narrowed(value, scope)
        key = "value", id(value), id(narrow)
        found = self._made.get(key)
        if found is None:
            self._kept += [value, narrow]
            made = found = self._made[key] = self._new("value", narrow)
            self._value_clauses(lambda term: Literal(made.predicate, (*made.terms, term)), value, narrow)
        variable = self.variable("V")
        return [Literal(found.predicate, (*found.terms, variable))], variable

    def _gathered(self, value: Aggregate, scope: Scope) -> tuple[list[Goal], str]:
        """An aggregate that clingo has itself; it has a predicate, for there may be no two on one variable."""
        narrow = self._narrowed(value, scope)
        inner = self._with_variables(narrow, value.variables)
        own = tuple(inner.names[variable] for variable in value.variables)
        head, total = self._new(value.operator, narrow), self.variable("V")
        items = Scope(inner.names, value.variables, ())
        if self._ranges.range_of(value.body) == BOOL and value.operator == "sum":
            operator, terms = "count", own
            goals = self._truth(value.body, inner, True)
        else:
            operator = value.operator
            goals, term = self._value(value.body, inner)
            terms = (term, *own)
        if self._size(inner) > WATCHED:
            single = Literal(Predicate(self._identifiers.predicate("item")), (*narrow.terms, *terms))
            self._clause(single, inner, goals)
            goals = [single]
        body = self._guarded(items, goals)
        if Test("#false") in body:
            return [], "0"
        gathered = Gathered(total, operator, terms, tuple(body))
        self._clause(Literal(head.predicate, (*head.terms, total)), narrow, [gathered])
        variable = self.variable("V")
        return [Literal(head.predicate, (*head.terms, variable))], variable

    # Calls

    def _called(self, value: Value, scope: Scope, wanted: bool | None) -> Literal:
        """The value of a call, as the last term of the literal; or the literal for what it says to be as wanted."""
        narrow = self._narrowed(value, scope)
        key = "call", id(value), id(narrow)
        found = self._made.get(key)
        if found is None:
            self._kept += [value, narrow]
            found = self._made[key] = self._new_call(value, narrow, wanted is not None)
        if wanted is None:
            return Literal(found.predicate, (*found.terms, self.variable("V")))
        return Literal(found.predicate, found.terms, wanted)

    def _new_call(self, value: Value, scope: Scope, decides: bool) -> Literal:
        inputs = _Inputs()
        text = self._compared(value, scope, inputs) if isinstance(value, Operation) else None
        expression = text or self._python(value, scope, inputs)
        if not inputs.terms:
            # Without a variable to wait for, the function would be called in any case.
            inputs.take((), "0")
        call = PythonCall(f"call_{len(self.calls) + 1}", len(inputs.terms), expression)
        self.calls.append(call)
        given = Predicate(self._identifiers.predicate("given"))
        names = [self.variable("A") for _ in inputs.terms]
        self._clause(Literal(given, (*scope.terms, *inputs.terms)), scope, inputs.goals)
        made = f"@{call.name}({','.join(names)})"
        known = Literal(given, (*scope.terms, *names))
        found = self._new("draw" if inputs.drawn else "test" if decides else "value", scope)
        result, head = "1", found
        more: list[Goal] = []
        if not decides:
            result = self.variable("V")
            more, term = self.items.from_number(result, self._ranges.range_of(value), self)
            head = Literal(found.predicate, (*found.terms, term))
        body: list[Goal] = [known, Test(f"{result} = {made}", timed=inputs.drawn), *more]
        self.clauses.append(Clause(head, tuple(body)))
        found.predicate.timed = any(goal.timed for goal in body)
        return found

    def _compared(self, value: Operation, scope: Scope, inputs: _Inputs) -> str | None:
        if value.operator not in _NEGATED:
            return None
        left, right = (self._python(part, scope, inputs) for part in value.operands)
        return f"{left} {'!=' if value.operator == '~=' else value.operator} {right}"

    def _python(self, value: Value, scope: Scope, inputs: _Inputs) -> str:
        """A number as a Python expression, over what clingo has found."""
        match value:
            case Constant(constant):
                return repr(constant)
            case Fluent(name, (), primed) if self.program.functions[name, primed] in self.program.constants:
                return repr(self.program.constants[self.program.functions[name, primed]])
            case Draw(name, arguments, _, uniform):
                parts = [self._python(part, scope, inputs) for part in arguments]
                return f"{name}_({', '.join([*parts, self._uniform(uniform, scope, inputs)])})"
            case _ if self._ranges.is_native(value):
                return inputs.take(*self._value(value, scope))
            case Operation("+" | "-" as operator, (operand,)):
                return f"({operator}{self._python(operand, scope, inputs)})"
            case Operation("+" | "-" | "*" | "/" as operator, (left, right)):
                first, second = (self._python(part, scope, inputs) for part in (left, right))
                return f"({first} {operator} {second})"
            case Call(name, arguments):
                return f"{name}_({', '.join(self._python(part, scope, inputs) for part in arguments)})"
            case DrawItem():
                return self._draw_item(value, scope, inputs)
            case DrawAny(variable, body):
                listed = self._listed(value, (variable,), body, scope, inputs)
                return self._drawn(value.normalised, listed, self._uniform(value.uniform, scope, inputs))
            case Aggregate(operator, variables, body):
                return self._folded(operator, variables, self._listed(value, variables, body, scope, inputs))
            case Fluent() | Variable() | Item() | If() | Switch() | Operation():
                return inputs.take(*self._value(value, scope))
            case DrawVector() | External() | Matrix() | Object():
                raise AssertionError(f"not carried: {value}")
            case _:
                assert_never(value)

    def _folded(self, operator: str, variables: Sequence[Variable], listed: str) -> str:
        size = prod(self.program.size(variable.types[0]) for variable in variables)
        match operator:
            case "sum" | "min" | "max":
                return f"{operator}({listed})"
            case "prod":
                return f"product({listed})"
            case "avg":
                return f"(sum({listed})/{size})"
            case "argmin" | "argmax":
                return f"{operator.removeprefix('arg')}(range({size}), key={listed}.__getitem__)"
            case _:
                raise AssertionError(f"not carried: {operator}")

    def _draw_item(self, value: DrawItem, scope: Scope, inputs: _Inputs) -> str:
        weights = [weight for _, weight in value.weights]
        texts = ["0" if weight is None else self._python(weight, scope, inputs) for weight in weights]
        entries = f"[{', '.join(texts)}]"
        if None in weights:
            entries = f"completed_({entries}, {weights.index(None)})"
        return self._drawn(value.normalised, entries, self._uniform(value.uniform, scope, inputs))

    def _drawn(self, normalised: bool, weights: str, uniform: str) -> str:
        return f"{'discrete' if normalised else 'unnormalised'}_({weights}, {uniform})"

    def _uniform(self, uniform: Uniform | None, scope: Scope, inputs: _Inputs) -> str:
        """The uniform number of a draw, for the items of the variables around it."""
        assert uniform is not None, "not plain: a draw without a uniform number"
        inputs.drawn = True
        if not uniform.around:
            return f"u[{uniform.start}]"
        goals, place = self.place(uniform.around, scope)
        return f"u[{inputs.take(goals, f'{uniform.start}+{place}')}]"

    def place(self, variables: Sequence[Variable], scope: Scope) -> tuple[list[Goal], str]:
        """The place of a row of items in a list over all of them."""
        goals: list[Goal] = []
        terms = []
        for at, variable in enumerate(variables):
            stride = prod(self.program.size(other.types[0]) for other in variables[at + 1 :])
            more, number = self.items.to_number(scope.names[variable], variable.types[0], self)
            goals += more
            terms.append(number if stride == 1 else f"{stride}*{number}")
        return goals, "+".join(terms)

    def _listed(self, value: Value, variables: Sequence[Variable], body: Value, scope: Scope, inputs: _Inputs) -> str:
        """The values of a body for all rows of items, as a list that grows by one value after the other."""
        narrow = self._narrowed(value, scope)
        inner = self._with_variables(narrow, variables)
        single, growing = (Predicate(self._identifiers.predicate(name)) for name in ("item", "list"))
        goals, place = self.place(variables, inner)
        own = narrow.terms
        self._value_clauses(lambda term: Literal(single, (*own, place, term)), body, inner.where(goals))
        growing.timed = single.timed
        self._clause(Literal(growing, (*own, "0", "0")), narrow, ())
        number, item, before, after = map(self.variable, ("N", "V", "L", "L"))
        known = (Literal(growing, (*own, number, before)), Literal(single, (*own, number, item)))
        grown = Literal(growing, (*own, f"{number}+1", after))
        self.clauses.append(Clause(grown, (*known, Test(f"{after} = @pair({before},{item})"))))
        size = prod(self.program.size(variable.types[0]) for variable in variables)
        whole = self.variable("L")
        return inputs.take([Literal(growing, (*own, str(size), whole))], whole, "listed")


def _not(value: Value) -> Value:
    return Operation("~", (value,))


def _branches(value: Value) -> bool:
    """Whether a truth value may be spread over clauses of one head."""
    match value:
        case Operation("|" | "=>") | Aggregate("exists") | If() | Switch():
            return True
        case _:
            return False


def _as_if(value: Switch) -> Value:
    """The switch as branches one within the other; without a default the last case needs no test."""
    cases = list(value.cases)
    last = cases.pop()[1] if value.default is None else value.default
    for label, branch in reversed(cases):
        last = If(Operation("==", (value.subject, label)), branch, last)
    return last


def _word(value: Value) -> str:
    match value:
        case Aggregate(operator):
            return operator
        case _:
            return "holds"
