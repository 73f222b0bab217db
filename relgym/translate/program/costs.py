"""Costs of actions: what each effect adds to a metric that is to be minimized, by the objects that it depends on.

This needs a metric that is a sum of fluents with constant factors, and effects that raise these by amounts that never
change. Then the cost of a plan is the value of the metric at the start and the sum of what its effects add.

>>> from relgym.read.loading import load
>>> domain = '''(define (domain d) (:requirements :numeric-fluents) (:predicates (at ?x))
...   (:functions (far ?x ?y) (total-cost))
...   (:action go :parameters (?x ?y) :precondition (at ?x)
...    :effect (and (at ?y) (increase (total-cost) (/ (far ?x ?y) 2)))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b) (:init (at a) (= (far a b) 3) (= (far b a) 4))
...   (:goal (at b)) (:metric minimize (* 3 (total-cost))))'''
>>> costs = Costs(Translation(load(domain, problem)))
>>> (table,) = costs.tables(costs.translation.schemas[0].effect)
>>> table, costs.scale
(CostTable(columns=(0, 1), amounts={(0, 1): 9, (1, 0): 12}), 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm

from relgym.errors import UnsupportedFeature
from relgym.model.arithmetic import evaluate
from relgym.model.effects import UPDATE_KINDS, NumericEffect
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value, fluents_in
from relgym.model.pddl.vocabulary import Key
from relgym.model.program import LiftedEffect, Row
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.task import Translation

Binding = dict[Variable, int]


@dataclass(frozen=True, slots=True)
class CostTable:
    """The amounts that one update adds to the metric.

    Attributes:
        columns: The columns of the effect's row on which the amount depends.
        amounts: The amount for each choice of objects in these columns, as a multiple of `1 / Costs.scale`; 0 for all
            others.
    """

    columns: tuple[int, ...]
    amounts: Mapping[Row, int]


class Costs:
    """The costs of the actions of one task.

    Args:
        translation: The translation of the task, which has a metric.

    Attributes:
        translation: The translation of the task.
        scale: The common denominator of all amounts.
        least: The least that one action adds, as a multiple of `1 / scale`.

    Raises:
        UnsupportedFeature: The metric is no sum, or an effect adds what depends on the state, or lowers the metric.
    """

    def __init__(self, translation: Translation) -> None:
        self.translation = translation
        self._changing = {name for name, _ in translation.program.functions}
        metric = translation.task.problem.metric
        assert metric is not None
        self._metric = metric.expression
        linear = self._linear(self._metric)
        if linear is None:
            raise self._refused(f"the metric {self._metric}, which is not a sum")
        self._factors, _ = linear
        self._names = {name for name, _ in self._factors}
        # By identity, which is safe as long as the translation lives.
        exact: dict[int, list[tuple[tuple[int, ...], dict[Row, Fraction]]]] = {}
        for schema in translation.schemas:
            for _, part in schema.effect.parts():
                exact[id(part)] = [*self._exact(part)]
        amounts = [amount for tables in exact.values() for _, table in tables for amount in table.values()]
        self.scale = lcm(*(amount.denominator for amount in amounts))
        self._tables = {
            part: [
                CostTable(columns, {row: int(a * self.scale) for row, a in table.items()}) for columns, table in tables
            ]
            for part, tables in exact.items()
        }
        self.least = min((self._least(schema.effect) for schema in translation.schemas), default=0)

    def tables(self, effect: LiftedEffect) -> list[CostTable]:
        """Return what an effect adds, without the effects inside it.

        Args:
            effect: A part of the effect of an action.
        """
        return self._tables[id(effect)]

    def _least(self, effect: LiftedEffect) -> int:
        """The least that an action adds by its unconditional updates."""
        objects = len(self.translation.program.objects)
        least = 0
        for table in self.tables(effect):
            if len(table.amounts) == objects ** len(table.columns):
                least += min(table.amounts.values())
            elif all(self._is_read(update) for update in effect.updates if update.fluent.function in self._names):
                # Rows without an amount are those of an undefined value: such an action is not applicable.
                least += min(table.amounts.values(), default=0)
        return least

    def _is_read(self, update: NumericEffect) -> bool:
        """Return True if the metric reads each fluent that an update may change."""
        rows = [row for name, row in self._factors if name == update.fluent.function]
        return not update.fluent.terms or len(rows) == len(self.translation.program.objects) ** len(update.fluent.terms)

    def _table(
        self, update: NumericEffect, variables: Sequence[Variable], targets: Iterable[tuple[Row, Fraction]]
    ) -> dict[Row, Fraction]:
        """The amounts that an update adds to the metric, by the objects of variables; undefined ones are left out."""
        sign = 1 if update.operator == "increase" else -1
        table: dict[Row, Fraction] = {}
        for target, factor in targets:
            for binding in self._bindings(update, target):
                amount = evaluate(update.value, partial(self._static, binding=binding))
                if amount is not None:
                    table[tuple(binding[v] for v in variables)] = sign * factor * Fraction(amount)
        return table

    def _linear(self, expression: Expression) -> tuple[dict[Key, Fraction], Fraction] | None:
        """The factors of the fluents that change, and the rest; `None` if an expression is not a sum."""
        match expression:
            case Number(value):
                return {}, Fraction(value)
            case FluentValue(function):
                key = function, self._row(expression.terms, {})
                if function in self._changing:
                    return {key: Fraction(1)}, Fraction(0)
                return {}, Fraction(self.translation.static_values.get(key, 0))
            case Arithmetic(operator, operands):
                linear = [self._linear(operand) for operand in operands]
                parts = [part for part in linear if part is not None]
                return None if len(parts) < len(linear) else _combined(operator, parts)

    def _exact(self, effect: LiftedEffect) -> Iterator[tuple[tuple[int, ...], dict[Row, Fraction]]]:
        """The amounts of the updates of an effect that the metric reads."""
        for update in effect.updates:
            targets = [(row, factor) for (name, row), factor in self._factors.items() if name == update.fluent.function]
            if not any(factor for _, factor in targets):
                continue
            changing = [fluent for fluent in fluents_in(update.value) if fluent.function in self._changing]
            if UPDATE_KINDS[update.operator] != "+" or changing:
                raise self._refused(f"({update.operator} {update.fluent} {update.value}), which depends on the state")
            terms = [*update.fluent.terms, *(term for fluent in fluents_in(update.value) for term in fluent.terms)]
            variables = [*dict.fromkeys(term for term in terms if isinstance(term, Variable))]
            table = self._table(update, variables, targets)
            if any(amount < 0 for amount in table.values()):
                raise self._refused(f"({update.operator} {update.fluent} {update.value}), which lowers the metric")
            yield tuple(effect.variables.index(variable) for variable in variables), table

    def _bindings(self, update: NumericEffect, target: Row) -> list[Binding]:
        """The objects of the variables of an update of a fluent for which its amount has a value."""
        unified = _unified(update.fluent.terms, target, {}, self.translation.task.number)
        bindings = [] if unified is None else [unified]
        for fluent in dict.fromkeys(fluents_in(update.value)):
            rows = [row for name, row in self.translation.static_values if name == fluent.function]
            joined = [_unified(fluent.terms, row, b, self.translation.task.number) for b in bindings for row in rows]
            bindings = [binding for binding in joined if binding is not None]
        return bindings

    def _static(self, fluent: FluentValue, binding: Binding) -> Value | None:
        return self.translation.static_values.get((fluent.function, self._row(fluent.terms, binding)))

    def _row(self, terms: tuple[Term, ...], binding: Binding) -> Row:
        number = self.translation.task.number
        return tuple(number[term.name] if isinstance(term, Object) else binding[term] for term in terms)

    def _refused(self, what: str) -> UnsupportedFeature:
        return UnsupportedFeature(
            f"costs that depend on the state are not supported: {what}",
            expected="a sum of fluents that actions raise by fixed amounts",
        )


def _combined(
    operator: str, parts: list[tuple[dict[Key, Fraction], Fraction]]
) -> tuple[dict[Key, Fraction], Fraction] | None:
    """The linear form of an operation on linear forms; `None` if there is none."""
    if operator == "-" and len(parts) == 1:
        parts = [({}, Fraction(0)), *parts]
    factors, rest = dict(parts[0][0]), parts[0][1]
    for other, further in parts[1:]:
        match operator:
            case "+" | "-":
                sign = 1 if operator == "+" else -1
                for key, factor in other.items():
                    factors[key] = factors.get(key, Fraction(0)) + sign * factor
                rest += sign * further
            case "*" if not other or not factors:
                one, by = (factors, further) if not other else (other, rest)
                factors, rest = {key: factor * by for key, factor in one.items()}, rest * further
            case "/" if not other and further:
                factors, rest = {key: factor / further for key, factor in factors.items()}, rest / further
            case _:
                return None
    return factors, rest


def _unified(terms: tuple[Term, ...], row: Row, binding: Binding, number: Mapping[str, int]) -> Binding | None:
    """The binding that makes terms a row; `None` if there is none."""
    bindings = dict(binding)
    for term, item in zip(terms, row, strict=True):
        value = number[term.name] if isinstance(term, Object) else bindings.setdefault(term, item)
        if value != item:
            return None
    return bindings
