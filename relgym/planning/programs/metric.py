"""Metrics that are sums: what each numeric fluent counts in them.

>>> fuel, time = FluentValue("fuel"), FluentValue("time")
>>> found = weights(Arithmetic("+", (Arithmetic("*", (Number(3), fuel)), time, Number(7))))
>>> {str(fluent): weight for fluent, weight in found.items()}
{'(fuel)': 3, '(time)': 1}
"""

from __future__ import annotations

from collections import Counter
from math import prod

from relgym.errors import UnsupportedFeature
from relgym.model.arithmetic import evaluate, quotient
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value, functions_in

Weights = dict[FluentValue, Value]
"""By fluent: what one unit of it adds to the metric."""


def weights(metric: Expression) -> Weights:
    """Return the weights of a metric.

    Raises:
        UnsupportedFeature: It is not a sum of fluents with constant factors.
    """
    counter: Counter[FluentValue] = Counter()
    _collect(metric, 1, counter)
    return dict(counter)


def _collect(expression: Expression, factor: Value, counter: Counter[FluentValue]) -> None:
    match expression:
        case Number():
            pass
        case FluentValue():
            counter[expression] += factor  # type: ignore[assignment]  # a weight may be a fraction
        case Arithmetic("-", (operand,)):
            _collect(operand, -factor, counter)
        case Arithmetic("+" | "-" as sign, (first, *others)):
            _collect(first, factor, counter)
            for operand in others:
                _collect(operand, factor if sign == "+" else -factor, counter)
        case Arithmetic("*", operands) if sum(bool(functions_in(operand)) for operand in operands) <= 1:
            factor = prod((_constant(operand) for operand in operands if not functions_in(operand)), start=factor)
            for operand in filter(functions_in, operands):
                _collect(operand, factor, counter)
        case Arithmetic("/", (first, *others)) if others and not any(map(functions_in, others)):
            for operand in others:
                divisor = _constant(operand)
                if divisor == 0:
                    raise UnsupportedFeature("a metric that divides by zero", span=expression.span)
                factor = quotient(factor, divisor)
            _collect(first, factor, counter)
        case _:
            raise UnsupportedFeature(
                "a metric that is not a sum of numbers with constant factors", span=expression.span
            )


def _constant(expression: Expression) -> Value:
    value = evaluate(expression, lambda fluent: None)
    if value is None:
        raise UnsupportedFeature("a metric without a value", span=expression.span)
    return value
