"""Updates and expressions of ground actions as functions of the numbers of a state.

Fluents that no action changes are looked up once, when such a function is made. `transition.py` defines the meaning.

>>> import relgym
>>> domain = '''(define (domain d) (:requirements :fluents) (:functions (fuel) (load) (rate)) (:predicates (moved))
...   (:action go :effect (and (moved) (decrease (fuel) (+ (* (rate) 4) (/ (load) 2))))))'''
>>> problem = "(define (problem p) (:domain d) (:init (= (fuel) 9) (= (load) 1) (= (rate) 0.5)) (:goal (moved)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
>>> change = change_of(transition, reasoner.translation.schemas[0].effect, ())
>>> change(reasoner.initial_state.values)
(Fraction(13, 2),)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from relgym.model.arithmetic import combine
from relgym.model.effects import UPDATE_OPERATORS
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.pddl.state import trimmed
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import LiftedEffect, Row
from relgym.model.terms import Variable
from relgym.reasoning.pddl.transition import Transition

Read = Callable[[Values], Value | None]
"""Computes an expression from the numbers of a state; `None` if it is not defined."""


def change_of(transition: Transition, effect: LiftedEffect, row: Row) -> Callable[[Values], Values]:
    """Make a function that carries out the unconditional updates of an action, which must be valid.

    Args:
        transition: Numbers the fluents, and bounds the digits of numbers.
        effect: The effect of the action's schema.
        row: The arguments.

    Returns:
        A function that takes the numbers of a state and returns those after the action; it raises `BackendError` for
        a number with more digits than allowed.
    """
    updates, checked = updates_of(transition, effect, row), transition.within_digits

    def changed(values: Values) -> Values:
        new = list(values)
        for number, operator, read in updates:
            amount = read(values)
            new.extend([None] * (number + 1 - len(new)))
            new[number] = checked(amount if operator is None else combine(operator, new[number], amount))
        return trimmed(new)

    return changed


def updates_of(transition: Transition, effect: LiftedEffect, row: Row) -> list[tuple[int, str | None, Read]]:
    """List the unconditional updates of an action: the number of a fluent, an operator, and the amount.

    The operator is `None` where the amount is assigned.
    """
    return [
        (
            transition.fluent(update.fluent, effect.variables, row),
            UPDATE_OPERATORS.get(update.operator),
            reader(transition, update.value, effect.variables, row),
        )
        for update in effect.updates
    ]


def reader(transition: Transition, expression: Expression, variables: tuple[Variable, ...] = (), row: Row = ()) -> Read:
    """Make a function that computes an expression, its variables bound to the objects of `row`."""
    return _read(_folded(transition, expression, variables, row))


def _read(folded: Read | Value | None) -> Read:
    return folded if callable(folded) else lambda values: folded


def _folded(
    transition: Transition, expression: Expression, variables: tuple[Variable, ...], row: Row
) -> Read | Value | None:
    """Return the value of an expression that no action changes, or a function that computes it."""
    match expression:
        case Number(value):
            return value
        case FluentValue():
            fixed = transition.fixed_value(expression, variables, row)
            return _reads(transition.fluent(expression, variables, row)) if fixed is None else fixed
        case Arithmetic(sign, operands):
            checked = transition.within_digits
            parts = [_folded(transition, operand, variables, row) for operand in operands]
            if len(parts) == 1:
                return _combined(sign, 0, parts[0], lambda value: value)
            folded = parts[0]
            for part in parts[1:]:
                folded = _combined(sign, folded, part, checked)
            return folded
        case _:
            assert_never(expression)


def _reads(number: int) -> Read:
    return lambda values: values[number] if number < len(values) else None


def _combined(
    sign: str,
    left: Read | Value | None,
    right: Read | Value | None,
    checked: Callable[[Value | None], Value | None],
) -> Read | Value | None:
    """Combine two sides, at once if both are known."""
    if callable(left):
        if callable(right):
            first, second = left, right
            return lambda values: checked(combine(sign, first(values), second(values)))
        first = left
        return lambda values: checked(combine(sign, first(values), right))
    if callable(right):
        second = right
        return lambda values: checked(combine(sign, left, second(values)))
    return checked(combine(sign, left, right))
