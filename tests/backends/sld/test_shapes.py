"""Aggregates that say the same have one shape, and no others do."""

from __future__ import annotations

import pytest

from relgym.backends.sld.shapes import Shapes
from relgym.model.rddl.expressions import Aggregate, Constant, Draw, Fluent, If, Item, Operation, Value
from relgym.model.terms import Variable

A, B, N, M = (Variable(name, ("place",)) for name in ("?a", "?b", "?n", "?m"))
C = Variable("?c", ("car",))


def total(body: Value, *variables: Variable) -> Aggregate:
    return Aggregate("sum", variables or (N,), body)


def times(*operands: Value) -> Operation:
    return Operation("*", operands)


@pytest.mark.parametrize(
    ("one", "other", "free"),
    [
        (total(Fluent("f", (N,))), total(Fluent("f", (M,)), M), ""),
        (total(Fluent("f", (A, N))), total(Fluent("f", (B, M)), M), "?b"),
        (total(Fluent("f", (A, N, B))), total(Fluent("f", (B, M, A)), M), "?b ?a"),
        (total(total(Fluent("f", (A, N, M)), M)), total(total(Fluent("f", (A, M, N)), N), M), "?a"),
    ],
)
def test_the_same_by_other_names(one: Aggregate, other: Aggregate, free: str) -> None:
    shapes = Shapes()
    first, second = shapes.of(one), shapes.of(other)
    assert first is not None
    assert second is not None
    assert first.number == second.number
    assert " ".join(map(str, second.free)) == free


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (total(Constant(1)), total(Constant(1.0))),
        (total(Constant(1)), total(Constant(True))),
        (total(Constant(0.0)), total(Constant(-0.0))),
        (total(Constant(1)), Aggregate("prod", (N,), Constant(1))),
        (total(Constant(1)), total(Constant(1), C)),
        (total(Constant(1)), total(Constant(1), N, M)),
        (total(Fluent("f", (N,))), total(Fluent("g", (N,)))),
        (total(Fluent("f", (N,))), total(Fluent("f", (N,), primed=True))),
        (total(Fluent("f", (A, N))), total(Fluent("f", (N, A)))),
        (total(Fluent("f", (A, A))), total(Fluent("f", (A, B)))),
        (total(Fluent("f", (A,))), total(Fluent("f", (C,)))),
        (total(Fluent("f", (Item("a", "place", 0),))), total(Fluent("f", (Item("b", "place", 1),)))),
        (total(times(Constant(1), times(Constant(2), A))), total(times(times(Constant(1), Constant(2)), A))),
        (total(If(A, B, N)), total(If(A, N, B))),
    ],
)
def test_what_differs(one: Aggregate, other: Aggregate) -> None:
    shapes = Shapes()
    first, second = shapes.of(one), shapes.of(other)
    assert first is not None
    assert second is not None
    assert first.number != second.number


def test_draws_have_none() -> None:
    assert Shapes().of(total(Draw("Bernoulli", (Constant(0.5),)))) is None


def test_hundreds_of_operands() -> None:
    value: Value = Fluent("f", (N,))
    for _ in range(5000):
        value = Operation("+", (value, A))
    shape = Shapes().of(total(value))
    assert shape is not None
    assert shape.free == (A,)
