"""Array programs as graphs: printed programs compute what their operations do, in the shapes and types of these."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Op, Result, Shape
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.runtime.array_scope import scope_of_arrays
from relgym.translate.arrays.builder import Builder
from relgym.translate.arrays.lower import array_question
from relgym.translate.arrays.operations import evaluate
from relgym.translate.arrays.printers.numpy import DEPTH_LIMIT, printed

DOMAINS = Path(__file__).parents[3] / "domains"
NAMES = [
    "elevators",
    "game-of-life",
    "mars-rover",
    "recommender",
    "supply-chain",
    "sysadmin",
    "traffic",
    "uav",
    "unit-commitment",
    "wildfire",
]
COPIES = 3


def dynamics(name: str) -> Dynamics:
    folder = DOMAINS / name
    domain = read_domain((folder / "domain.rddl").read_text("utf-8"))
    problem = min((folder / "problems" / "train").glob("*.rddl"))
    return Dynamics(read_instance(problem.read_text("utf-8"), domain))


def given(made: Dynamics, copies: int | None) -> tuple[list[Any], list[Any], Any]:
    """A state, an action and uniform numbers; numbers of the start, moved a little."""
    rng = np.random.default_rng(4)
    lead = () if copies is None else (copies,)

    def some(functions: Any, values: Any) -> list[Any]:
        found: list[Any] = []
        for function, own in zip(functions, values, strict=True):
            shape = (*lead, *made.program.sizes(function))
            if function.range == "bool":
                found.append(rng.random(shape) < 0.5)
            elif function.range == "real":
                found.append(rng.random(shape) + np.reshape(own, made.program.sizes(function)))
            else:
                items = 3 if function.range == "int" else made.program.size(function.range)
                found.append(rng.integers(items, size=shape))
        return found

    state, action = some(made.program.states, made.start), some(made.program.actions, made.idle)
    return state, action, rng.random((*lead, made.uniforms))


def sizes(shape: Shape) -> tuple[int, ...]:
    return tuple(COPIES if size is None else size for size in shape)


def interpreted(graph: ArrayGraph, state: Any, action: Any, u: Any, calls: Any) -> Any:
    """The result of a program, computed node by node; each must have the shape and the type that it tells."""
    found: dict[int, Any] = {}
    arguments = {"state": state, "action": action}
    for number in sorted(graph.reachable()):
        node = graph.nodes[number]
        match node:
            case ArrayConstant(value):
                found[number] = value
                continue
            case Input("u"):
                found[number] = u
            case Input(name, position):
                found[number] = arguments[name][position]
            case Op(name, inputs):
                values = [found[each] for each in inputs]
                match name:
                    case "copies":
                        found[number] = np.arange(COPIES)
                    case "reshape" | "broadcast_to":
                        found[number] = evaluate(name, values, [sizes(node.shape)], calls)
                    case "is_infinite":
                        found[number] = not np.isfinite(values[0])
                    case "if_else":
                        found[number] = values[1] if values[0] else values[2]
                    case _:
                        found[number] = evaluate(name, values, node.attributes, calls)
        result = np.asarray(found[number])
        assert result.shape == sizes(node.shape), node
        assert result.dtype == np.dtype(node.dtype), node

    def whole(result: Result) -> Any:
        match result:
            case None:
                return None
            case int():
                return found[result]
            case _:
                return tuple(map(whole, result))

    return whole(graph.result)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("copies", [None, COPIES])
@pytest.mark.parametrize("name", NAMES)
def test_operations_compute_what_the_printed_program_does(name: str, copies: int | None) -> None:
    made = dynamics(name)
    calls = scope_of_arrays({})
    graph = array_question(made.program, calls, made.stepped, copies=copies is not None)
    program = printed(graph)
    exec(program.text, calls)
    arguments = given(made, copies)
    values, wrong = calls["question"](np, calls["special"], program.constants, *arguments)
    expected, expected_wrong = interpreted(graph, *arguments, calls)
    for value, right in zip(values, expected, strict=True):
        np.testing.assert_array_equal(value, right)
        assert np.asarray(value).dtype == np.asarray(right).dtype
    np.testing.assert_array_equal(wrong, expected_wrong)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_copies_have_the_values_of_single_instances(name: str) -> None:
    made = dynamics(name)
    state, action, u = given(made, COPIES)
    answers = []
    for copies in (True, False):
        calls = scope_of_arrays({})
        program = printed(array_question(made.program, calls, made.stepped, copies=copies))
        exec(program.text, calls)
        answers.append((calls["question"], calls["special"], program.constants))
    (many, *rest), (one, *own) = answers
    values, _ = many(np, *rest, state, action, u)
    for copy in range(COPIES):
        alone, _ = one(np, *own, [each[copy] for each in state], [each[copy] for each in action], u[copy])
        for value, right in zip(values, alone, strict=True):
            np.testing.assert_allclose(value[copy].astype(float), np.asarray(right).astype(float), rtol=1e-12)


def test_equal_operations_are_one_node_and_constants_are_folded() -> None:
    builder = Builder({})
    axis = builder.axis(3)
    x = builder.input("state", 0, (3,), "float64", (axis,))
    once = builder.aligned_op("add", x, builder.table(np.array([1.0, 2.0, 3.0]), (axis,)))
    again = builder.aligned_op("add", x, builder.table(np.array([1.0, 2.0, 3.0]), (axis,)))
    assert once == again
    folded = builder.aligned_op("multiply", builder.table(2), builder.table(3.5))
    assert folded.fixed and builder.known(folded) == 7.0
    # One of Python's whole numbers is none of its real ones, and the sign of 0 counts.
    assert len({builder.table(number).id for number in (1, 1.0, True, 0.0, -0.0)}) == 5


def test_arrays_in_another_order_in_memory_are_other_nodes() -> None:
    builder = Builder({})
    table = np.arange(6).reshape(2, 3)
    assert builder.kept(table).id == builder.kept(table.copy()).id
    assert builder.kept(table).id != builder.kept(np.asfortranarray(table)).id
    assert builder.kept(table).id != builder.kept(table.astype(np.int8)).id


class TestPrinter:
    X = Input("state", 0, (3,), "float64")

    def text(self, *ops: Op, result: Result) -> str:
        return printed(ArrayGraph((self.X, *ops), (result, None))).text

    def test_names_are_deleted_after_their_last_use(self) -> None:
        ops = [Op("sqrt", (0,), (3,), "float64"), *(Op("multiply", (n, n), (3,), "float64") for n in (1, 2))]
        lines = self.text(*ops, result=(3,)).splitlines()
        squares = ["    v2 = v1 * v1", "    del v1", "    return (v2 * v2,), None"]
        assert lines[1:5] == ["    v1 = xp.sqrt((state[0]))", *squares]

    def test_what_is_not_needed_is_left_out(self) -> None:
        assert "sqrt" not in self.text(Op("sqrt", (0,), (3,), "float64"), result=(0,))

    def test_deep_expressions_get_lines(self) -> None:
        ops = [Op("sqrt", (number,), (3,), "float64") for number in range(50)]
        lines = self.text(*ops, result=(50,)).splitlines()
        assert max(line.count("sqrt") for line in lines) == DEPTH_LIMIT + 1
        assert sum(line.count("sqrt") for line in lines) == 50

    def test_nothing_is_added_into_an_array_that_others_use(self) -> None:
        values, places = ArrayConstant(np.ones(1)), ArrayConstant(np.array([0]))
        sums = Op("add", (0, 0), (3,), "float64")
        added = Op("scatter_add", (3, 2, 1), (3,), "float64")
        for result, copied in (((4,), False), ((4, 3), True)):
            graph = ArrayGraph((self.X, values, places, sums, added), (result, None))
            assert (".copy()" in printed(graph).text) is copied
            scope = scope_of_arrays({})
            exec(printed(graph).text, scope)
            found, _ = scope["question"](np, None, printed(graph).constants, [np.arange(3.0)], [], None)
            assert found[0].tolist() == [1.0, 2.0, 4.0]
            assert not copied or found[1].tolist() == [0.0, 2.0, 4.0]
