"""Equations as answer set programs for clingo: clauses with one answer set, found by grounding alone.

A truth-valued function is a predicate that holds for the rows where it is true; any other has its value as the last
argument. Whole numbers that certainly fit into 32 bits are clingo's; other arithmetic, and random draws, are calls of
Python functions during grounding.

Branches that are not taken are not computed: a clause holds all conditions of the branch of its value.

>>> from relgym.model.rddl.expressions import Operation
>>> from relgym.model.rddl.equations import Equations, Function, Part
>>> lit, dark = Function(Part.STATE, "lit"), Function(Part.STEP, "dark")
>>> program = Equations({}, {("lit", False): lit}, {}, (lit,), (), (), 0)
>>> rules = EquationRules(program)
>>> rules.add(Equation(dark, (), Operation("~", (rddl.Fluent("lit"),))))
>>> [clause.text(None) for clause in rules.builder.clauses]
['dark :- not lit.']
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equation
from relgym.model.rddl.expressions import BOOL, NUMBERS, Value
from relgym.model.terms import Object, Variable
from relgym.translate.asp.equations.clauses import FALSE, AspLiteral, AspTest, Goal
from relgym.translate.asp.equations.scope import RuleScope
from relgym.translate.asp.equations.values import AspValueWriter, as_if
from relgym.tuning.clingo import INLINE_CONDITIONS_LIMIT

_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "~=": "="}
_COMPARED = {"==": "=", "~=": "!="}


class EquationRules(AspValueWriter):
    """Makes clauses of equations, each after those that it reads; `items` says how items are written."""

    def add(self, equation: Equation) -> None:
        """The clauses of an equation."""
        self.builder.begin(equation)
        scope = self.builder.with_variables(RuleScope(), equation.variables)
        arguments = tuple(scope.names[variable] for variable in equation.variables)
        head = self.builder.predicate(equation.function)
        match equation.function.range:
            case "bool":
                self._truth_clauses(AspLiteral(head, arguments), equation.value, scope)
            case "real":
                self._real_clauses(lambda term: AspLiteral(head, (*arguments, term)), equation.value, scope)
                self.builder.ranges.add(equation)
            case _:
                self._value_clauses(lambda term: AspLiteral(head, (*arguments, term)), equation.value, scope)
                if equation.function.range in NUMBERS:
                    self.builder.ranges.add(equation)

    # Clauses

    def _truth_clauses(self, head: AspLiteral, value: Value, scope: RuleScope) -> None:
        """Clauses for a head that holds where a value is true."""
        match value:
            case rddl.Operation("|" | "=>" as operator, (left, right)):
                self._truth_clauses(head, _not(left) if operator == "=>" else left, scope)
                self._truth_clauses(head, right, self._after(scope, left, operator == "=>", right))
            case rddl.Operation("~", (rddl.Operation("^", (left, right)),)):
                self._truth_clauses(head, _not(left), scope)
                self._truth_clauses(head, _not(right), self._after(scope, left, True, right))
            case rddl.Operation("~", (rddl.Aggregate("forall", variables, body),)):
                self._truth_clauses(head, rddl.Aggregate("exists", variables, _not(body)), scope)
            case rddl.Operation("~", (rddl.Operation("~", (part,)),)):
                self._truth_clauses(head, part, scope)
            case rddl.Operation("^", (left, right)) if _branches(right):
                self._truth_clauses(head, right, self._where(scope, left, True))
            case rddl.Operation("<=>" | "==", (left, right)) if self._are_truths(left, right):
                for wanted in (True, False):
                    self.builder.clause(head, self._where(scope, left, wanted), self._truth(right, scope, wanted))
            case rddl.Aggregate("exists", variables, body) if self.builder.ranges.may_fail(body):
                self._one_by_one(head, variables, body, scope)
            case rddl.Aggregate("exists", variables, body):
                self._truth_clauses(head, body, self.builder.with_variables(scope, variables))
            case rddl.If(condition, then, otherwise):
                self._truth_clauses(head, then, self._where(scope, condition, True))
                self._truth_clauses(head, otherwise, self._where(scope, condition, False))
            case rddl.Switch():
                self._truth_clauses(head, as_if(value), scope)
            case _:
                self.builder.clause(head, scope, self._truth(value, scope, True))

    def _one_by_one(self, head: AspLiteral, variables: Sequence[Variable], body: Value, scope: RuleScope) -> None:
        """Clauses for an `exists` whose body may fail: that is looked at for one row only if no other before holds."""
        for row in product(*(self.program.types[variable.types[0]] for variable in variables)):
            self.look()
            named = zip(variables, row, strict=True)
            names = {v: self.builder.items.term(item.name, self._number(v, item)) for v, item in named}
            inner = scope.with_names(names)
            literal = self.builder.new("found", inner)
            self._truth_clauses(literal, body, inner)
            self.builder.clause(head, scope, [literal])
            scope = self.builder.alone(scope.where([AspLiteral(literal.predicate, literal.terms, positive=False)]))

    def _number(self, variable: Variable, item: Object) -> int:
        return self.program.types[variable.types[0]].index(item)

    def _where(self, scope: RuleScope, condition: Value, wanted: bool) -> RuleScope:
        """The scope in which a condition is as wanted."""
        narrowed = scope.where(self._truth(condition, scope, wanted))
        return self.builder.alone(narrowed) if len(narrowed.conditions) > INLINE_CONDITIONS_LIMIT else narrowed

    def _after(self, scope: RuleScope, first: Value, wanted: bool, then: Value) -> RuleScope:
        """The scope for what is looked at only where another value is as wanted: no matter, if it cannot fail."""
        return self._where(scope, first, wanted) if self.builder.ranges.may_fail(then) else scope

    # Truth values

    def _truth(self, value: Value, scope: RuleScope, wanted: bool) -> list[Goal]:
        """Goals that hold, where the scope does, if a value is as wanted."""
        match value:
            case rddl.Constant(constant):
                return [] if constant == wanted else [FALSE]
            case rddl.Fluent(name, arguments, primed):
                goals, terms = self._values(arguments, scope)
                return [*goals, AspLiteral(self.builder.function(name, primed), tuple(terms), wanted)]
            case rddl.Operation("~", (part,)):
                return self._truth(part, scope, not wanted)
            case rddl.Operation("^" | "|" | "=>" as operator, (left, right)) if wanted == (operator == "^"):
                first = wanted or operator == "=>"
                goals = self._truth(left, scope, first)
                inner = scope.where(goals) if self.builder.ranges.may_fail(right) else scope
                return goals + self._truth(right, inner, wanted)
            case rddl.Operation("~=", (left, right)) if self._are_truths(left, right):
                return self._truth_of_new(rddl.Operation("<=>", (left, right)), scope, not wanted)
            case rddl.Operation("<" | "<=" | ">" | ">="):
                return self._comparison(value, scope, wanted)
            case rddl.Operation("==" | "~=", operands) if not self._are_truths(*operands):
                return self._comparison(value, scope, wanted)
            case rddl.Aggregate("forall", variables, body):
                return self._truth_of_new(rddl.Aggregate("exists", variables, _not(body)), scope, not wanted)
            case rddl.Draw():
                return [self._called(value, scope, wanted)]
            case _:
                return self._truth_of_new(value, scope, wanted)

    def _truth_of_new(self, value: Value, scope: RuleScope, wanted: bool) -> list[Goal]:
        """A value that is given a predicate of its own."""

        def make(narrow: RuleScope) -> AspLiteral:
            made = self.builder.new(_word(value), narrow)
            self._truth_clauses(made, value, narrow)
            return made

        literal = self.builder.once("truth", value, scope, make)
        return [AspLiteral(literal.predicate, literal.terms, wanted)]

    def _are_truths(self, left: Value, right: Value) -> bool:
        return self.builder.ranges.range_of(left) == BOOL == self.builder.ranges.range_of(right)

    def _comparison(self, value: rddl.Operation, scope: RuleScope, wanted: bool) -> list[Goal]:
        left, right = value.operands
        numbers = self.builder.ranges.range_of(left) in NUMBERS
        if numbers and not (self.builder.ranges.is_native(left) and self.builder.ranges.is_native(right)):
            return [self._called(value, scope, wanted)]
        for one, other in ((left, right), (right, left)):
            if not numbers and isinstance(one, rddl.Fluent):
                goals, (*terms, term) = self._values((*one.arguments, other), scope)
                equal = wanted == (value.operator == "==")
                return [*goals, AspLiteral(self.builder.function(one.name, one.primed), (*terms, term), equal)]
        goals, (first, second) = self._values(value.operands, scope)
        operator = _COMPARED.get(value.operator, value.operator) if wanted else _NEGATED[value.operator]
        if not numbers:
            return [*goals, AspTest(f"{first} {operator} {second}")]
        # As tuples, for the grounder would turn bounds of plain numbers into ranges, and go through all of them; and
        # it would solve an equation for a variable.
        operators = ("<=", ">=") if operator == "=" else (operator,)
        return [*goals, *(AspTest(f"({first},) {one} ({second},)") for one in operators)]


def _not(value: Value) -> Value:
    return rddl.Operation("~", (value,))


def _branches(value: Value) -> bool:
    """Return True if a truth value may be split into several clauses of one head."""
    match value:
        case rddl.Operation("|" | "=>") | rddl.Aggregate("exists") | rddl.If() | rddl.Switch():
            return True
        case _:
            return False


def _word(value: Value) -> str:
    match value:
        case rddl.Aggregate(operator):
            return operator
        case _:
            return "holds"
