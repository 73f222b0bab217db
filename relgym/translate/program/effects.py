"""Effects in the form in which they are carried out: contexts, each with what fires it.

A `Context` holds the unconditional changes of one scope. Scopes that a condition or a universal
quantifier opens are its `inner` contexts; each has a condition symbol that engines answer, whose
first columns are the columns of the scope around it. Probabilistic effects are its `chances`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import TRUE, Compare, Forall, Formula, Not
from relgym.model.pddl.problem import Task
from relgym.model.program import Role, Rule, Symbol
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.normalize import (
    Binding,
    Normalizer,
    conjunction,
    replace,
    substitute_expression,
)
from relgym.translate.program.rules import RuleWriter
from relgym.translate.program.symbols import fluents_in

Reference = int
"""Where an argument comes from: a column (0, 1, …), or the object with number n as `~n`."""


@dataclass(frozen=True, slots=True)
class Change:
    """An atom to add or delete."""

    predicate: str
    arguments: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """A numeric effect, its `operator` as in `Assign`; `value` is over the variables of its context."""

    function: str
    arguments: tuple[Reference, ...]
    operator: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Context:
    """The changes of one scope; `condition` is `None` where it fires whenever its surroundings do."""

    condition: Symbol | None
    variables: tuple[Variable, ...]
    adds: tuple[Change, ...]
    deletes: tuple[Change, ...]
    updates: tuple[Update, ...]
    inner: tuple[Context, ...]
    chances: tuple[tuple[tuple[Fraction, Context], ...], ...]

    def conditions(self) -> Iterator[Symbol]:
        """All condition symbols of this context and those inside it."""
        if self.condition is not None:
            yield self.condition
        for context in self.inner:
            yield from context.conditions()
        for chance in self.chances:
            for _, context in chance:
                yield from context.conditions()


class EffectWriter:
    """Writes the effect of one action as contexts, and the rules of their conditions."""

    def __init__(self, name: str, task: Task, rules: RuleWriter, normalizer: Normalizer) -> None:
        self.name = name
        self.task = task
        self.rules_writer = rules
        self.normalizer = normalizer
        self.rules: list[Rule] = []
        self._numbers = count()

    def context(
        self,
        effect: Effect,
        variables: tuple[Variable, ...],
        bound: int,
        binding: Binding | None = None,
        conditions: tuple[Formula, ...] = (),
        condition: Symbol | None = None,
    ) -> Context:
        """The context of an effect in a scope with these variables, the first `bound` being the action's."""
        binding = binding or {}
        places = {variable: place for place, variable in enumerate(variables)}
        adds: list[Change] = []
        deletes: list[Change] = []
        updates: list[Update] = []
        inner: list[Context] = []
        chances: list[tuple[tuple[Fraction, Context], ...]] = []
        todo: list[Effect] = [effect]
        while todo:
            part = todo.pop(0)
            match part:
                case All(parts):
                    todo = [*parts, *todo]
                case Add(atom):
                    adds.append(Change(atom.predicate, self._references(atom.terms, binding, places)))
                case Delete(atom):
                    deletes.append(Change(atom.predicate, self._references(atom.terms, binding, places)))
                case Assign(operator, fluent, value):
                    arguments = self._references(fluent.terms, binding, places)
                    updates.append(Update(fluent.function, arguments, operator, substitute_expression(value, binding)))
                case When() | ForallEffect():
                    inner.append(self._inner(part, variables, bound, binding, conditions))
                case Probabilistic(outcomes):
                    chances.append(
                        tuple(
                            (share, self.context(outcome, variables, bound, binding, conditions))
                            for share, outcome in outcomes
                        )
                    )
                case _:
                    assert_never(part)
        return Context(condition, variables, tuple(adds), tuple(deletes), tuple(updates), tuple(inner), tuple(chances))

    def _inner(
        self,
        effect: When | ForallEffect,
        variables: tuple[Variable, ...],
        bound: int,
        binding: Binding,
        conditions: tuple[Formula, ...],
    ) -> Context:
        """A conditional or universal effect; one condition serves a `forall` with a `when` right inside."""
        scope: Effect = effect
        while isinstance(scope, When | ForallEffect):
            if isinstance(scope, ForallEffect):
                renaming = {variable: self.normalizer.fresh(variable) for variable in scope.variables}
                variables = (*variables, *renaming.values())
                binding = {**binding, **renaming}
            else:
                conditions = (*conditions, self.normalizer.normal(scope.condition, binding))
            scope = scope.effect
        symbol = Symbol(Role.CONDITION, self.name, len(variables), next(self._numbers))
        formula = conjunction(list(conditions))
        self.rules.append(self.rules_writer.rule(symbol, variables, formula, bound, effect.span))
        return self.context(scope, variables, bound, binding, conditions, symbol)

    def _references(
        self, terms: tuple[Term, ...], binding: Binding, places: Mapping[Variable, int]
    ) -> tuple[Reference, ...]:
        replaced = [replace(term, binding) for term in terms]
        return tuple(~self.task.number[term.name] if isinstance(term, Object) else places[term] for term in replaced)


OPERATORS = {"increase": "+", "decrease": "-", "scale-up": "*", "scale-down": "/"}
"""The arithmetic of each numeric effect that starts from the old value."""


def new_value(change: Assign) -> Expression:
    """The expression, over the old state, of the value that a fluent gets."""
    if change.operator == "assign":
        return change.value
    return Arithmetic(OPERATORS[change.operator], (change.fluent, change.value), change.span)


def reads_defined(effect: Effect, total: Callable[[FluentValue], bool]) -> Formula:
    """The formula that no effect which fires would read an undefined value or divide by zero.

    `total` tells whether a fluent is defined in every state for all objects that its terms may denote. A
    value is defined if it equals itself, for comparisons with an undefined one are false.
    """
    match effect:
        case Add() | Delete():
            return TRUE
        case Assign():
            # If the old value is certainly defined, only the amount can be undefined, and the fluent is not read.
            sure = effect.operator in ("increase", "decrease", "scale-up") and total(effect.fluent)
            value = effect.value if sure else new_value(effect)
            if all(map(total, fluents_in(value))) and not _divides(value):
                return TRUE
            return Compare("=", value, value, effect.span)
        case When(condition, inner):
            defined = reads_defined(inner, total)
            if defined == TRUE:
                return defined
            return Not(conjunction([condition, Not(defined)]))
        case ForallEffect(variables, inner):
            defined = reads_defined(inner, total)
            return defined if defined == TRUE else Forall(variables, defined)
        case Probabilistic(outcomes):
            return conjunction([reads_defined(inner, total) for _, inner in outcomes])
        case All(parts):
            return conjunction([reads_defined(part, total) for part in parts])
        case _:
            assert_never(effect)


def _divides(expression: Expression) -> bool:
    """Return True if the evaluation of an expression may divide by zero."""
    if not isinstance(expression, Arithmetic):
        return False
    divisors = expression.operands[1:] if expression.operator == "/" else ()
    unsafe = any(not isinstance(divisor, Number) or divisor.value == 0 for divisor in divisors)
    return unsafe or any(_divides(operand) for operand in expression.operands)
