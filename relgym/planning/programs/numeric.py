"""The numbers of a task as planners without numbers can have them: comparisons as predicates, effects as costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod

from relgym.errors import UnsupportedFeature
from relgym.model.arithmetic import Lookup, compare, evaluate
from relgym.model.numeric import (
    Arithmetic,
    Expression,
    FluentValue,
    Number,
    Value,
    expression_variables,
    fluents_in,
    functions_in,
    subexpressions,
)
from relgym.model.pddl.domain import ActionSchema, Predicate
from relgym.model.pddl.effects import NO_CHANGE, All, Assign, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import Atom, Compare, Forall, Formula, Imply, Truth
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.traversal import subeffects
from relgym.model.terms import Object, Term, Variable
from relgym.planning.programs.metric import Weights
from relgym.planning.programs.rewriting import Rewriting, conjunction
from relgym.tuning.planning import TABLE_ROWS

Row = tuple[Object, ...]


class Numbers(Rewriting):
    """Replaces comparisons by static predicates, and leaves out numeric effects.

    Args:
        task: The task.
        start: The state to begin with; it has the values of static fluents.

    Attributes:
        predicates: The new predicates.
        atoms: The true atoms of the new predicates.
    """

    def __init__(self, task: Task, start: State) -> None:
        self._task = task
        self._values = start.fluents
        self._changing = {
            part.fluent.function
            for action in task.domain.actions
            for part in subeffects(action.effect)
            if isinstance(part, Assign)
        }
        self.predicates: list[Predicate] = []
        self.atoms: list[Atom] = []

    # -- conditions --------------------------------------------------------------------------

    def compare(self, compare_: Compare) -> Formula:
        """Replace a comparison by a static predicate of its variables, or by its truth value."""
        changing = sorted((functions_in(compare_.left) | functions_in(compare_.right)) & self._changing)
        if changing:
            raise UnsupportedFeature(f"comparisons of numbers that actions change, '{changing[0]}'", span=compare_.span)
        return self._static(
            f"comparison {len(self.predicates)}",
            _variables([compare_.left, compare_.right]),
            lambda lookup: compare(compare_.operator, compare_.left, compare_.right, lookup),
        )

    def _static(self, name: str, variables: tuple[Variable, ...], test: Callable[[Lookup], bool]) -> Formula:
        """Return a formula that is true for the rows that pass a test."""
        rows = list(self._rows(variables))
        holds = [row for row in rows if test(self._lookup(dict(zip(variables, row, strict=True))))]
        if len(holds) == len(rows):
            return Truth(True)
        if not holds:
            return Truth(False)
        self.predicates.append(Predicate(name, tuple(Variable(item.name) for item in variables)))
        self.atoms += (Atom(name, row) for row in holds)
        return Atom(name, variables)

    def _rows(self, variables: tuple[Variable, ...]) -> Iterator[Row]:
        ranges = [sorted(self._task.ranged(variable.types)) for variable in variables]
        if prod(map(len, ranges)) > TABLE_ROWS:
            raise UnsupportedFeature(f"a number that depends on more than {TABLE_ROWS:,} combinations of objects")
        objects = self._task.objects
        return (tuple(objects[number] for number in row) for row in product(*ranges))

    def _lookup(self, binding: dict[Variable, Object]) -> Lookup:
        def value(fluent: FluentValue) -> Value | None:
            return self._values.get(_ground(fluent, binding))

        return value

    # -- effects -----------------------------------------------------------------------------

    def action(self, action: ActionSchema) -> ActionSchema:
        """Leave out the numeric effects of an action; it keeps the condition that they are defined."""
        assigned = [part for part in subeffects(action.effect) if isinstance(part, Assign)]
        names = [part.fluent.function for part in assigned]
        for part in assigned:
            if part.operator not in ("increase", "decrease") and names.count(part.fluent.function) > 1:
                raise UnsupportedFeature(f"several effects on '{part.fluent.function}'", span=part.span)
        precondition, effect = self.formula(action.precondition), self.effect(action.effect)
        defined = [self._defined(part, action.effect, action.name) for part in assigned]
        return replace(action, precondition=conjunction(precondition, *defined), effect=effect)

    def assign(self, assign: Assign) -> Effect:
        """Leave out a numeric effect."""
        return NO_CHANGE

    def _defined(self, part: Assign, effect: Effect, name: str) -> Formula:
        """Return the condition that a numeric effect has a value: without one, an action is not applicable."""
        targets = [] if part.operator == "assign" else [part.fluent]
        read = [*fluents_in(part.value), *targets]
        divides = part.operator == "scale-down" or any(
            isinstance(inner, Arithmetic) and inner.operator == "/" for inner in subexpressions(part.value)
        )
        changing = [fluent for fluent in read if fluent.function in self._changing]
        static = [fluent for fluent in read if fluent.function not in self._changing]
        if (divides and functions_in(part.value) & self._changing) or not all(map(self._is_set, changing)):
            # A fluent that is defined once stays so; others may become defined, and a divisor may become 0.
            raise UnsupportedFeature("a number that may be undefined", span=part.span)
        if not static and not divides:
            return Truth(True)
        tested: list[Expression] = [*static]
        if divides:
            tested.append(Arithmetic("/", (Number(1), part.value)) if part.operator == "scale-down" else part.value)

        def test(lookup: Lookup) -> bool:
            return all(evaluate(expression, lookup) is not None for expression in tested)

        formula = self._static(f"effect {len(self.predicates)} of {name}", _variables(tested), test)
        return formula if formula == Truth(True) else _guarded(effect, part, formula, self)

    def _is_set(self, fluent: FluentValue) -> bool:
        """Return True if a fluent is defined for all objects at the start."""
        variables = _variables([fluent])
        bindings = (dict(zip(variables, row, strict=True)) for row in self._rows(variables))
        return all(self._lookup(binding)(fluent) is not None for binding in bindings)

    # -- costs -------------------------------------------------------------------------------

    def at_start(self, expression: Expression) -> Value:
        """Return the value of the metric at the start."""
        value = evaluate(expression, self._values.get)
        if value is None:
            raise UnsupportedFeature("a metric without a value at the start")
        return value

    def used(self, action: ActionSchema) -> tuple[Variable, ...]:
        """Return the parameters on which the cost of an action may depend."""
        variables = {
            item
            for part in subeffects(action.effect)
            if isinstance(part, Assign)
            for item in (*expression_variables(part.fluent), *expression_variables(part.value))
        }
        return tuple(item for item in action.parameters if item in variables)

    def costs(self, action: ActionSchema, metric: Weights) -> dict[Row, Value]:
        """Map the parameters on which the cost of an action depends to what it adds to the metric."""
        updates = self._cost_updates(action, {fluent.function for fluent in metric})
        variables = self.used(action)
        table: dict[Row, Value] = {}
        for row in self._rows(variables) if updates else [()]:
            cost = self._cost(updates, metric, dict(zip(variables, row, strict=True)) if updates else {})
            # An action whose cost is undefined is not applicable.
            if cost is not None:
                table[row] = cost
        return table

    def _cost_updates(self, action: ActionSchema, functions: Collection[str]) -> list[Assign]:
        """Return the numeric effects on functions of a metric; raises `UnsupportedFeature` for all but plain sums."""
        plain = set(map(id, _unconditional(action.effect)))
        updates: list[Assign] = []
        for part in subeffects(action.effect):
            if isinstance(part, Assign) and part.fluent.function in functions:
                if id(part) not in plain or part.operator not in ("increase", "decrease"):
                    raise UnsupportedFeature("costs that depend on the state", span=part.span)
                if functions_in(part.value) & self._changing:
                    raise UnsupportedFeature("costs that depend on numbers that change", span=part.span)
                updates.append(part)
        return updates

    def _cost(self, updates: Iterable[Assign], metric: Weights, binding: dict[Variable, Object]) -> Value | None:
        cost: Value = 0
        for part in updates:
            amount = evaluate(part.value, self._lookup(binding))
            if amount is None:
                return None
            weight = metric.get(_ground(part.fluent, binding), 0)
            cost += weight * (amount if part.operator == "increase" else -amount)
        return cost


def _variables(expressions: Iterable[Expression]) -> tuple[Variable, ...]:
    variables = (item for expression in expressions for item in expression_variables(expression))
    return tuple(dict.fromkeys(variables))


def _guarded(effect: Effect, part: Assign, formula: Formula, numbers: Numbers) -> Formula:
    """Return the condition of a part of an effect: it must hold only where the part takes place."""

    def within(outer: Effect) -> Formula | None:
        match outer:
            case Assign():
                return formula if outer is part else None
            case When(condition, inner):
                guard = within(inner)
                return guard and Imply(numbers.formula(condition), guard)
            case ForallEffect(variables, inner):
                guard = within(inner)
                return guard and Forall(variables, guard)
            case All(parts):
                return next((guard for inner in parts if (guard := within(inner)) is not None), None)
            case Probabilistic():
                raise UnsupportedFeature("probabilistic effects", span=outer.span)
            case _:
                return None

    guard = within(effect)
    assert guard is not None
    return guard


def _unconditional(effect: Effect) -> Iterator[Effect]:
    """Yield the parts of an effect that take place whenever the action does."""
    if isinstance(effect, All):
        for part in effect.parts:
            yield from _unconditional(part)
    else:
        yield effect


def _ground(fluent: FluentValue, binding: dict[Variable, Object]) -> FluentValue:
    def bound(term: Term) -> Object:
        return binding[term] if isinstance(term, Variable) else term

    return FluentValue(fluent.function, tuple(map(bound, fluent.terms)))
