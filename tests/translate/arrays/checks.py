"""What questions to arrays say, beside what the engine says of each item by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from relgym.backends.builtin.array_questions import Compiled, as_array, compiled
from relgym.errors import SimulationError
from relgym.model.rddl.equations import Function
from relgym.reasoning.rddl.dynamics import Dynamics

COPIES = 6


def some(rng: np.random.Generator, of: str, sizes: tuple[int, ...], items: int) -> Any:
    """Values of a function in all copies; the first has its numbers from where functions fail."""
    shape = (COPIES, *sizes)
    match of:
        case "bool":
            return rng.random(shape) < 0.5
        case "int":
            return rng.integers(-3, 4, shape)
        case "real":
            found = np.round(rng.normal(size=shape), 2)
            found[-1] = np.round(rng.random(sizes), 2) / 8
            return found
        case _:
            return rng.integers(items, size=shape)


def check(made: Dynamics, functions: tuple[Function, ...]) -> tuple[int, int]:
    """Compare all ways to compute some functions; how many copies had values, and how many had none."""
    program = made.program
    rng = np.random.default_rng(1)
    state = [some(rng, f.range, program.sizes(f), len(program.types.get(f.range, ()))) for f in program.states]
    action = [some(rng, f.range, program.sizes(f), 0) for f in program.actions]
    u = rng.random((COPIES, made.uniforms))
    many = compiled(program, made.externals, functions, copies=True)
    one = compiled(program, made.externals, functions, copies=False)
    found, wrong = many.ask(state, action, u)
    failed = np.zeros(COPIES, bool)
    for copy in range(COPIES):
        own = [array[copy] for array in state], [array[copy] for array in action], u[copy]
        alone, alone_wrong = one.ask(*own)
        lists = [[array.tolist() for array in map(np.ravel, part)] for part in own[:2]]
        plain = [
            tuple(v if f.parameters else v[0] for f, v in zip(fs, values, strict=True))
            for fs, values in zip((program.states, program.actions), lists, strict=True)
        ]
        assert (wrong is not None and bool(wrong[copy])) == (alone_wrong is not None and bool(alone_wrong))
        try:
            expected = made.engine.values(functions, *plain, u[copy].tolist())
        except SimulationError:
            assert wrong is not None and wrong[copy]
            failed[copy] = True
            continue
        if wrong is not None and wrong[copy]:
            # The rest of a quantifier, or of what is not wanted, failed.
            continue
        for f, values, array, own_array in zip(functions, expected, found, alone, strict=True):
            right = as_array(values, program.sizes(f), f.range)
            for got in (array[copy], own_array):
                assert got.shape == right.shape
                assert got.dtype == right.dtype
                np.testing.assert_allclose(got.astype(float), right.astype(float), rtol=1e-9, atol=1e-12)
    told = COPIES if wrong is None else COPIES - int(wrong.sum())
    return told, int(failed.sum())


def check_chances(made: Dynamics, question: Compiled, chances: Sequence[float]) -> None:
    """Where all is true, draws with these chances, one for each item, are as numbers around the first one say."""
    state = [np.ones(made.program.sizes(function), bool) for function in made.program.states]
    for u in (chances[0] - 0.01, chances[0] + 0.01):
        [found], wrong = question.ask(state, [], np.full(made.uniforms, u))
        assert wrong is None
        assert found.tolist() == [u < chance for chance in chances]
        assert made.engine.values(question.functions, made.start, (), [u] * made.uniforms) == [found.tolist()]
