"""Quick questions about steps of many copies, which rest on the flags that the processor keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from relgym.backends.builtin.array_questions import compiled_quick
from relgym.model.rddl.expressions import If, Operation
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.translate.equations.clamped import Clamped

OPERATIONS: dict[str, tuple[Callable[[Any], Any], float]] = {
    "divide": (lambda a: 1.0 / a, 0.0),
    "multiply": (lambda a: a * a, 1e200),
    "add": (lambda a: a + a, 1.7e308),
    "sqrt": (np.sqrt, -1.0),
    "reduce": (lambda a: np.add.reduce(np.stack([a, a]), 0), 1.7e308),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_flags_tell_of_each_element(name: str) -> None:
    operation, wrong = OPERATIONS[name]
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        for size in (*range(1, 35), 1024):
            operation(np.ones(size))
            for place in {0, size // 3, size // 2, size - 1}:
                values = np.ones(size)
                values[place] = wrong
                with pytest.raises(FloatingPointError):
                    operation(values)


def simulator(cpf: str, more: str = "") -> Dynamics:
    domain = read_domain(f"""domain d {{
      pvariables {{ x : {{ state-fluent, real, default = 1.0 }}; n : {{ state-fluent, int, default = 1 }};
        a : {{ action-fluent, bool, default = false }}; }};
      cpfs {{ x' = {cpf}; n' = n; }}; reward = x; {more} }}""")
    return Dynamics(read_instance("instance i { domain = d; }", domain))


def asked(made: Dynamics, x: float, n: int = 1) -> Any:
    question = compiled_quick(made.program, {}, made.shown_step, copies=True)
    assert question is not None
    state = [np.array([1.0, x]), np.array([1, n])]
    return question.ask(state, [np.array([False, True])], np.zeros((2, made.uniforms)))


def test_conditions_are_those_of_the_states_that_follow() -> None:
    made = simulator("x + 1", "termination { x > 3; n > 5; }; state-invariants { x < 10; 1 < 2; };")
    (*_, over, broken), wrong = asked(made, 2.5)
    assert (over.tolist(), broken.tolist(), wrong) == ([False, True], [False, False], None)
    (*_, over, broken), wrong = asked(made, 9.0)
    assert (over.tolist(), broken.tolist()) == ([False, True], [False, True])
    (*_, over, broken), wrong = asked(simulator("x"), 1.0)
    assert over is broken is None


@pytest.mark.parametrize("cpf", ["1 / (x - 2)", "sqrt[x - 3]", "x * 1e300 * x", "n / (x - 2)"])
def test_what_fails_raises(cpf: str) -> None:
    made = simulator(cpf)
    wrong = 1e10 if "1e300" in cpf else 2.0
    fine = 1.0 if "1e300" in cpf else 4.0
    if "sqrt" not in cpf:
        assert not asked(made, fine)[1]
    with pytest.raises(ArithmeticError):
        asked(made, wrong)


def test_what_fails_in_no_branch_that_is_taken_does_not() -> None:
    made = simulator("if (x ~= 0) then 1 / x else 7.0")
    (x, *_), wrong = asked(made, 0.0)
    assert (x.tolist(), bool(wrong)) == ([1.0, 7.0], False)
    # The condition says nothing of what is divided by.
    _, wrong = asked(simulator("if (a) then 1 / (x - 2) else 7.0"), 2.0)
    assert wrong


def test_whole_numbers_that_are_too_large_are_told() -> None:
    made = simulator("x + n * n * n")
    assert not asked(made, 1.0)[1]
    assert asked(made, 1.0, 2**40)[1]


@pytest.mark.parametrize("cpf", ["exp[x]", "ln[x]", "Gamma(1.0, 2.0)", "det_{?i : t, ?j : t} (x + (?i == ?j))"])
def test_other_functions_have_no_quick_question(cpf: str) -> None:
    domain = read_domain(f"""domain d {{ types {{ t : object; }};
      pvariables {{ x : {{ state-fluent, real, default = 1.0 }}; }}; cpfs {{ x' = {cpf}; }}; reward = x; }}""")
    made = Dynamics(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
    assert compiled_quick(made.program, {}, made.shown_step, copies=True) is None


@pytest.mark.parametrize("part", ["termination { 1 < 2; };", "state-invariants { 2 < 1; };"])
def test_conditions_that_always_end_an_episode_have_none(part: str) -> None:
    assert compiled_quick(simulator("x", part).program, {}, simulator("x", part).shown_step, copies=True) is None


def test_what_is_clamped_needs_no_invariant() -> None:
    made = simulator("max[min[x + 5, 3.0], -1]", "state-invariants { x >= -1; x <= 3; (x <= 4) ^ (x > -2); };")
    question = compiled_quick(made.program, {}, made.shown_step, copies=True)
    assert question is not None
    (x, *_, broken), wrong = asked(made, 10.0)
    assert (x.tolist(), broken, wrong) == ([3.0, 3.0], None, None)
    made = simulator("max[min[x + 5, 3.0], -1]", "state-invariants { x >= -1; x < 3; };")
    (x, *_, broken), _ = asked(made, -10.0)
    assert (x.tolist(), broken.tolist()) == ([3.0, -1.0], [True, False])


@pytest.mark.parametrize(
    ("formula", "always"),
    [
        ("max[x, 2] >= 2", True),
        ("max[x, 2] > 2", None),
        ("max[x, 2] < 2", False),
        ("max[x, 2] <= 2", None),
        ("min[x, 2] <= 2", True),
        ("min[x, 2] > 2", False),
        ("min[x, 2] > 1", None),
        ("2 < min[x, 1]", False),
        ("-max[x, 2] <= -2", True),
        ("(if (a) then 3 else max[x, 4]) >= 3", True),
        ("max[x, 2] == 1", None),
        ("x + 1 >= x", None),
        ("n >= 0", None),
    ],
)
def test_comparisons_of_what_is_clamped(formula: str, always: bool | None) -> None:
    made = simulator(f"if ({formula}) then 1.0 else 2.0")
    [equation] = [each for each in made.program.equations if each.function.name == "x"]
    assert isinstance(equation.value, If)
    comparison = equation.value.condition
    assert isinstance(comparison, Operation)
    left, right = comparison.operands
    assert Clamped(made.program).comparison(comparison.operator, left, right) is always


def test_the_same_of_ends_and_invariants_is_asked_once() -> None:
    made = simulator(
        "x + 1", "termination { (x < -2 | x > 3); n > 5; }; state-invariants { n <= 5; x >= -2; x <= 3; };"
    )
    question = compiled_quick(made.program, {}, made.shown_step, copies=True)
    assert question is not None
    (*_, over, broken), _ = asked(made, 2.5)
    assert over.tolist() == broken.tolist() == [False, True]
    assert over is broken


def test_a_function_that_only_a_branch_reads_is_computed_all_the_same() -> None:
    domain = read_domain("""domain d {
      pvariables { x : { state-fluent, real, default = 0.0 }; m : { interm-fluent, real }; };
      cpfs { m = 1 / x; x' = if (x > 0) then m else 3.0; }; reward = 0; }""")
    made = Dynamics(read_instance("instance i { domain = d; }", domain))
    question = compiled_quick(made.program, {}, made.shown_step, copies=False)
    assert question is not None
    question.ask([np.array(2.0)], [], np.zeros(0))
    with pytest.raises(ArithmeticError):
        question.ask([np.array(0.0)], [], np.zeros(0))
