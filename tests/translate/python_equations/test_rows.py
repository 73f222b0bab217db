"""Fluents of several parameters in lists: the place of a row is looked up, not computed for each value that is read."""

from __future__ import annotations

import random
import re

import pytest

from relgym.backends.builtin.evaluator import BuiltinEvaluator
from relgym.model.rddl.equations import Part
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.runtime.scope import scope_of
from relgym.translate.python_equations import program as python_equations
from relgym.translate.python_equations.program import PythonEquationsWriter

GRID = """domain grid {
  types { row : object; column : object; };
  pvariables {
    NEXT(column, row) : { non-fluent, bool, default = true };
    on(row, column) : { state-fluent, bool, default = false };
    warm(row, column) : { state-fluent, real, default = 0.5 };
    twice(row, column, row) : { state-fluent, int, default = 1 };
    press(row, column) : { action-fluent, bool, default = false };
  };
  cpfs {
    on'(?r, ?c) = if (press(?r, ?c)) then ~on(?r, ?c)
      else Bernoulli(0.2) ^ (exists_{?s : row} [on(?s, ?c) | NEXT(?c, ?s)]);
    warm'(?r, ?c) = warm(?r, ?c) + Normal(0.0, 1.0) + (sum_{?d : column} [warm(?r, ?d) * on(?r, ?d)]);
    twice'(?r, ?c, ?s) = twice(?s, ?c, ?r) + 2 * on(?r, ?c) - on(?s, ?c);
  };
  reward = sum_{?r : row, ?c : column} [on(?r, ?c)];
}"""

SIZES = "instance i { domain = grid; objects { row : {a, b, c}; column : {x, y}; }; }"


def test_the_same_values_as_the_interpreter_has() -> None:
    process = read_domain(GRID)
    instance = read_instance(SIZES, process)
    one, other = (Dynamics(instance, engine) for engine in ("builtin", "sld"))
    assert isinstance(one.engine, BuiltinEvaluator)
    one.engine.use_lists(one.stepped)
    rng = random.Random(1)
    state = one.start
    for _ in range(8):
        uniforms = [rng.random() for _ in range(one.uniforms)]
        action = ([rng.random() < 0.5 for _ in range(6)],)
        expected = other.step(state, action, uniforms)
        assert one.step(state, action, uniforms) == expected
        state = expected.state


@pytest.mark.parametrize(("most", "listed"), [(6, True), (5, False)])
def test_few_rows_are_listed(monkeypatch: pytest.MonkeyPatch, most: int, listed: bool) -> None:
    monkeypatch.setattr(python_equations, "LISTED_ROWS_LIMIT", most)
    process = read_domain(GRID)
    program = Dynamics(read_instance(SIZES, process)).program
    writer = PythonEquationsWriter(program, scope_of({}))
    [on] = [function for function in program.of_part(Part.NEXT) if function.name == "on"]
    [line] = [line for line in writer.question("question", [on]).splitlines() if "Bernoulli_" in line]
    assert (re.search(r"u\[v\d+\]", line) is not None) is listed
    assert ("in rows_3_2" in line) is listed
