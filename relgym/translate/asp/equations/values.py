"""Numbers and items as clauses: what clingo has itself, branch by branch, and the rest as calls.

Whole numbers are those of clingo where that is sure to hold them. What a real-valued function is given becomes a finite
real number at once, so that whatever reads it computes as every engine does.
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.expressions import BOOL, REAL, Value
from relgym.model.terms import Variable
from relgym.translate.asp.equations.calls import CallWriter, Head
from relgym.translate.asp.equations.clauses import FALSE, AspLiteral, AspPredicate, Gathered, Goal
from relgym.translate.asp.equations.scope import RuleScope
from relgym.translate.equations.finiteness import is_infinite
from relgym.tuning.clingo import CLAUSE_BINDINGS_LIMIT


class AspValueWriter(CallWriter):
    """Writes clauses that give numbers and items."""

    # Clauses

    def _real_clauses(self, head: Head, value: Value, scope: RuleScope) -> None:
        """Clauses for a head that has a finite real number as an argument."""
        match value:
            case rddl.If(condition, then, otherwise):
                self._real_clauses(head, then, self._where(scope, condition, True))
                self._real_clauses(head, otherwise, self._where(scope, condition, False))
            case rddl.Switch():
                self._real_clauses(head, as_if(value), scope)
            case rddl.Fluent() if self._is_finite_real(value):
                self._value_clauses(head, value, scope)
            case _ if not isinstance(value, rddl.Constant) and self.builder.ranges.range_of(value) == BOOL:
                self._real_clauses(head, rddl.If(value, rddl.Constant(1.0), rddl.Constant(0.0)), scope)
            case _:
                literal = self._called_real(value, scope)
                self.builder.clause(head(literal.terms[-1]), scope, [literal])

    def _is_finite_real(self, value: rddl.Fluent) -> bool:
        return self.builder.ranges.range_of(value) == REAL and not is_infinite(value, self.program)

    def _value_clauses(self, head: Head, value: Value, scope: RuleScope) -> None:
        """Clauses for a head that has a value as an argument."""
        match value:
            case rddl.If(condition, then, otherwise):
                self._value_clauses(head, then, self._where(scope, condition, True))
                self._value_clauses(head, otherwise, self._where(scope, condition, False))
            case rddl.Switch():
                self._value_clauses(head, as_if(value), scope)
            case _ if not isinstance(value, rddl.Constant) and self.builder.ranges.range_of(value) == BOOL:
                self.builder.clause(head("1"), scope, self._truth(value, scope, True))
                self.builder.clause(head("0"), scope, self._truth(value, scope, False))
            case _:
                goals, term = self._value(value, scope)
                self.builder.clause(head(term), scope, goals)

    # Numbers and items

    def _values(self, values: Sequence[Value], scope: RuleScope) -> tuple[list[Goal], list[str]]:
        terms = [self._value(value, scope) for value in values]
        return [goal for goals, _ in terms for goal in goals], [term for _, term in terms]

    def _value(self, value: Value, scope: RuleScope) -> tuple[list[Goal], str]:
        """A term for a number or an item, and the goals that bind it."""
        match value:
            case Variable():
                return [], scope.names[value]
            case rddl.Item(name, _, number):
                return [], self.builder.items.term(name, number)
            case rddl.Constant(constant) if self.builder.ranges.is_native(value):
                return [], str(int(constant)) if constant >= 0 else f"({int(constant)})"
            case _ if self.builder.ranges.range_of(value) == BOOL:
                return self._value_of_new(value, scope)
            case rddl.Fluent(name, arguments, primed):
                goals, terms = self._values(arguments, scope)
                variable = self.builder.variable("V")
                return [*goals, AspLiteral(self.builder.function(name, primed), (*terms, variable))], variable
            case rddl.If() | rddl.Switch():
                return self._value_of_new(value, scope)
            case rddl.Operation("*") if (branch := self._guarding(value)) is not None:
                return self._value_of_new(branch, scope)
            case rddl.Operation("+" | "-" as operator, (operand,)) if self.builder.ranges.is_native(value):
                goals, term = self._value(operand, scope)
                return goals, f"({'' if operator == '+' else '-'}{term})"
            case rddl.Operation(operator, operands) if self.builder.ranges.is_native(value):
                goals, terms = self._values(operands, scope)
                return goals, f"({operator.join(terms)})"
            case rddl.Aggregate("sum" | "min" | "max") if self.builder.ranges.is_native(value):
                return self._gathered(value, scope)
            case _:
                call = self._called(value, scope, None)
                return [call], call.terms[-1]

    def _value_of_new(self, value: Value, scope: RuleScope) -> tuple[list[Goal], str]:
        """A value that is given a predicate of its own."""

        def make(narrow: RuleScope) -> AspLiteral:
            made = self.builder.new("value", narrow)
            self._value_clauses(lambda term: AspLiteral(made.predicate, (*made.terms, term)), value, narrow)
            return made

        literal = self.builder.once("value", value, scope, make)
        variable = self.builder.variable("V")
        return [AspLiteral(literal.predicate, (*literal.terms, variable))], variable

    def _gathered(self, value: rddl.Aggregate, scope: RuleScope) -> tuple[list[Goal], str]:
        """An aggregate that clingo has itself, in a predicate of its own, for it is often needed twice."""

        def make(narrow: RuleScope) -> AspLiteral:
            made, total = self.builder.new(value.operator, narrow), self.builder.variable("V")
            gathered = self._gathering(value, narrow, total)
            self.builder.clause(AspLiteral(made.predicate, (*made.terms, total)), narrow, [gathered])
            return made

        literal = self.builder.once("value", value, scope, make)
        variable = self.builder.variable("V")
        return [AspLiteral(literal.predicate, (*literal.terms, variable))], variable

    def _gathering(self, value: rddl.Aggregate, scope: RuleScope, total: str) -> Goal:
        inner = self.builder.with_variables(scope, value.variables)
        names = tuple(inner.names[variable] for variable in value.variables)
        if self.builder.ranges.range_of(value.body) == BOOL and value.operator == "sum":
            operator, terms = "count", names
            goals = self._truth(value.body, inner, True)
        else:
            operator = value.operator
            goals, term = self._value(value.body, inner)
            terms = (term, *names)
        if self.builder.size(inner) > CLAUSE_BINDINGS_LIMIT or FALSE in goals:
            item = AspPredicate(self.builder.identifiers.predicate("item"))
            self.builder.clause(AspLiteral(item, (*scope.terms, *terms)), inner, goals)
            if operator != "count":
                # A computed term occurs in heads only: in a body it would not bind its variables.
                terms = (self.builder.variable("V"), *names)
            goals = [AspLiteral(item, (*scope.terms, *terms))]
        return Gathered(
            total, operator, terms, tuple(self.builder.guarded(RuleScope(inner.names, value.variables), goals))
        )


def as_if(value: rddl.Switch) -> Value:
    """The switch as branches one within the other; without a default the last case needs no test."""
    cases = list(value.cases)
    last = cases.pop()[1] if value.default is None else value.default
    for label, branch in reversed(cases):
        last = rddl.If(rddl.Operation("==", (value.subject, label)), branch, last)
    return last
