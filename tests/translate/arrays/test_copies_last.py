"""Programs with the axis of the copies last compute what those do that have it first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Op, Shape
from relgym.runtime.array_scope import scope_of_arrays
from relgym.translate.arrays.lower import array_question
from relgym.translate.arrays.operations import result_type
from relgym.translate.arrays.printers.copies_last import copies_last
from tests.translate.arrays.test_graphs import COPIES, NAMES, dynamics, given, interpreted

ROW, BLOCK, SQUARES = (None, 4), (None, 2, 3), (None, 3, 3)


def last(array: Any) -> Any:
    return np.moveaxis(array, 0, -1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_questions_have_the_same_answers(name: str) -> None:
    made = dynamics(name)
    calls = scope_of_arrays({})
    graph = array_question(made.program, calls, made.stepped, copies=True)
    state, action, u = given(made, COPIES)
    expected, expected_wrong = interpreted(graph, state, action, u, calls)
    if any(isinstance(node, Op) and node.name == "rows" for node in graph.nodes):
        pytest.skip("rows are computed one by one by Python")
    found, wrong = interpreted(copies_last(graph), [*map(last, state)], [*map(last, action)], last(u), calls)
    for value, right in zip(found, expected, strict=True):
        np.testing.assert_allclose(value, last(right), rtol=1e-12)
    np.testing.assert_array_equal(wrong, expected_wrong)


def table(*shape: int) -> ArrayConstant:
    return ArrayConstant(np.arange(1.0, 1 + np.prod(shape)).reshape(shape))


@pytest.mark.parametrize(
    ("name", "given", "others", "attributes", "shape"),
    [
        ("add", BLOCK, [table(3)], (), BLOCK),
        ("add", BLOCK, [table(1, 2, 3)], (), BLOCK),
        ("add", (None, 1, 3), [table(2, 1)], (), BLOCK),
        ("sum", BLOCK, [], (-1, None), (None, 2)),
        ("sum", BLOCK, [], ((1, 2), None), (None,)),
        ("max", BLOCK, [], (1, None), (None, 3)),
        ("min", BLOCK, [], (None, None), ()),
        ("argmax", BLOCK, [], (2,), (None, 2)),
        ("cumsum", BLOCK, [], (-1,), BLOCK),
        ("index", BLOCK, [], (":", 1), (None, 3)),
        ("index", BLOCK, [], ("...", -1), (None, 2)),
        ("index", BLOCK, [], (":", "...", 0), (None, 2)),
        ("index", BLOCK, [], (0,), (2, 3)),
        ("expand_dims", BLOCK, [], (":", ":", None, ":"), (None, 2, 1, 3)),
        ("expand_dims", BLOCK, [], ("...", None), (None, 2, 3, 1)),
        ("transpose", BLOCK, [], ((0, 2, 1),), (None, 3, 2)),
        ("reshape", BLOCK, [], ((None, 6),), (None, 6)),
        ("reshape", (None,), [], ((None, 1),), (None, 1)),
        ("broadcast_to", (None, 1, 3), [], (BLOCK,), BLOCK),
        ("take", ROW, [ArrayConstant(np.array([[3, 0], [1, 1]]))], (1,), (None, 2, 2)),
        ("dot", ROW, [table(4)], (), (None,)),
        ("matmul", ROW, [table(4, 3)], (), (None, 3)),
        ("matmul", BLOCK, [table(3, 2)], (), (None, 2, 2)),
        ("slice", ROW, [], (1, 3), (None, 2)),
        ("slice", BLOCK, [], (1, None), (None, 2, 2)),
        ("det", SQUARES, [], (), (None,)),
        ("count_nonzero", BLOCK, [], (), ()),
    ],
)
def test_each_operation(name: str, given: Shape, others: list[Any], attributes: tuple[Any, ...], shape: Shape) -> None:
    nodes = Input("state", 0, given, "float64"), *others
    dtype = result_type(name, [node.dtype for node in nodes], attributes)
    graph = ArrayGraph((*nodes, Op(name, tuple(range(len(nodes))), shape, dtype, attributes)), len(nodes))
    x = np.random.default_rng(0).random(tuple(COPIES if size is None else size for size in given))
    expected = interpreted(graph, [x], [], None, {})
    found = interpreted(copies_last(graph), [last(x)], [], None, {})
    np.testing.assert_allclose(found, last(expected) if None in shape else expected, rtol=1e-14)


def test_a_table_is_read_at_places_of_each_copy() -> None:
    places = Input("state", 0, BLOCK, "int64")
    graph = ArrayGraph((table(2, 3), places, Op("take", (0, 1), BLOCK, "float64")), 2)
    x = np.arange(COPIES * 6).reshape(COPIES, 2, 3) % 6
    assert np.array_equal(interpreted(copies_last(graph), [last(x)], [], None, {}), last(x) + 1.0)


def test_nothing_is_transposed_where_there_is_a_rule() -> None:
    """XLA would compute a transposed array anew in each loop that reads it."""
    made = dynamics("uav")
    turned = copies_last(array_question(made.program, scope_of_arrays({}), made.stepped, copies=True))
    assert not [node for node in turned.nodes if isinstance(node, Op) and node.name == "transpose"]
