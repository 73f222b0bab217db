"""Numbers at the edges in arrays: what an array says is what Python's exact numbers say, or it is not to be trusted."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from relgym.backends.builtin.array_questions import as_array, compiled
from relgym.errors import SimulationError
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

WHOLE = [0, 1, -1, 3, 2**31, -(2**31) - 1, 2**53, 2**53 + 1, 3037000500, 2**62, 2**63 - 1, -(2**63)]
REALS = [0.0, 1.0, -0.5, 1e-300, 2.0**53, 1e300, -1e300, 1.7e308, 5e-324]

DECLARED = """
    BIG : { non-fluent, int, default = 3037000500 }; HUGE(t) : { non-fluent, int, default = 1 };
    MAX : { non-fluent, real, default = pos-inf }; EDGE(t, t) : { non-fluent, bool, default = false };
    p(t) : { state-fluent, bool, default = false };
    n(t) : { state-fluent, int, default = 0 }; k : { state-fluent, int, default = 0 };
    r(t) : { state-fluent, real, default = 0.0 }; x : { state-fluent, real, default = 0.0 };
"""

EXPRESSIONS = {
    "int": [
        "n(?x) * 10",
        "n(?x) * n(?x)",
        "n(?x) + k",
        "k - n(?x)",
        "-n(?x)",
        "abs[n(?x)]",
        "n(?x) * n(?x) * k",
        "BIG * BIG + p(?x)",
        "BIG * (BIG - 1) + p(?x)",
        f"{10**30} - n(?x)",
        "HUGE(?x) + 1",
        "if (p(?x)) then HUGE(?x) else 2",
        "HUGE(?x) * p(?x)",
        "sum_{?y : t} n(?y)",
        "sum_{?y : t} [n(?y) * p(?y)]",
        "sum_{?y : t} [EDGE(?x, ?y) * n(?y)]",
        "sum_{?y : t, ?z : t} [n(?y) * n(?z) * EDGE(?y, ?z)]",
        "sum_{?y : t, ?z : t} [n(?y) * p(?z)]",
        "sum_{?y : t} k",
        "prod_{?y : t} n(?y)",
        "prod_{?y : t} (2 + p(?y))",
        "prod_{?y : t} k",
        "max_{?y : t} (n(?y) - 1)",
        "div[n(?x), -1]",
        "div[n(?x), 3]",
        "mod[n(?x), 7]",
        "max[n(?x), k] + min[k, 3]",
        "round[r(?x)]",
        "floor[r(?x) * 0.5]",
        "ceil[r(?x) + 0.25]",
        "sgn[n(?x)] + sgn[r(?x)]",
        "switch (?x) { case a : n(?x), default : n(?x) + 1 }",
        "(if (p(?x)) then n(?x) else k) * 3",
    ],
    "bool": [
        "n(?x) * n(?x) > 0",
        "n(?x) == 1.0 * n(?x)",
        "n(?x) < r(?x)",
        "n(?x) >= x",
        "n(?x) ~= x",
        "r(?x) * r(?x) > 1",
        "r(?x) * x - r(?x) * x == 0",
        "r(?x) + x > x",
        "r(?x) / x > 1",
        "1 / (r(?x) * x) > 1",
        "r(?x) < MAX",
        "r(?x) > -MAX",
        "MAX + r(?x) > 1",
        "p(?x) * MAX > 1",
        "min[r(?x) * x, 1] > 0",
        "max[n(?x), r(?x)] == n(?x)",
        "(if (p(?x)) then n(?x) else r(?x)) == x",
        "(if (p(?x)) then n(?x) else 0.5) == k",
        "(sum_{?y : t} r(?y)) > 0",
        "(sum_{?y : t} [p(?y) * (r(?y) * x)]) > 0",
        "(prod_{?y : t} r(?y)) > 0",
        "(max_{?y : t} (r(?y) * x)) > 0",
        "(avg_{?y : t} n(?y)) == k",
        "(avg_{?y : t} r(?y)) > 1",
        "p(?x) ^ r(?x) * 10 > 5",
        "p(?x) | r(?x) * 10 > 5",
        "(p(?x) * (r(?x) * x)) > 1",
        "(p(?x) * (1 / n(?x))) > 1",
        "(n(?x) ~= 0) * (1 / n(?x)) < 2",
        "(r(?x) > 0) * ln[r(?x)] < 800",
        "(r(?x) < 700) * exp[r(?x)] >= 0",
        "(max_{?y : t} (n(?y) ~= 0) * (1 / n(?y))) < 2",
        "tanh[r(?x) * x] > 0",
        "sqrt[abs[r(?x) * x]] > 1",
        "pow[r(?x) - x, 2] < 1",
        "n(?x) / k > 1",
        "n(?x) / 3 == k / 3",
    ],
    "real": [
        "n(?x)",
        "n(?x) * 1.5",
        "r(?x) * x",
        "r(?x) - x",
        "n(?x) / k",
        "avg_{?y : t} n(?y)",
        "min[n(?x), x]",
        "exp[r(?x)]",
        "fmod[r(?x), x]",
        "fmod[n(?x), 3]",
        "fmod[n(?x), x]",
        "sum_{?y : t, ?z : t} [r(?y) * r(?z) * EDGE(?y, ?z)]",
    ],
    "t": ["argmax_{?y : t} (r(?y) * x)", "argmin_{?y : t} (n(?y) * n(?y))", "argmax_{?y : t} n(?y)"],
}

LARGE = {
    "BIG * BIG + p(?x)",
    "BIG * (BIG - 1) + p(?x)",
    f"{10**30} - n(?x)",
    "HUGE(?x) + 1",
    "if (p(?x)) then HUGE(?x) else 2",
    "HUGE(?x) * p(?x)",
    "MAX + r(?x) > 1",
    "p(?x) * MAX > 1",
}
"""What is large whatever the state is."""


def simulator(of: str, expression: str) -> Dynamics:
    domain = read_domain(
        f"domain d {{ types {{ t : object; }}; pvariables {{ {DECLARED} out(t) : {{ interm-fluent, {of} }}; }};"
        f"cpfs {{ out(?x) = {expression}; p'(?x) = p(?x); n'(?x) = n(?x); k' = k; r'(?x) = r(?x); x' = x; }};"
        "reward = 0; }"
    )
    instance = read_instance(
        "instance i { domain = d; objects { t : {a, b, c}; };"
        f"non-fluents {{ EDGE(a, b); EDGE(b, c); HUGE(b) = {2**64}; }}; horizon = 5; }}",
        domain,
    )
    return Dynamics(instance)


def states(seed: int, count: int) -> list[list[Any]]:
    """The values of p, n, k, r and x: every pair of edges somewhere, and then any."""
    rng = np.random.default_rng(seed)
    found: list[list[Any]] = []
    for whole, other, real, scale in product(WHOLE[:9], WHOLE[-4:], REALS[:6], (1.0, 1e300)):
        found.append([[True, False, True], [whole, other, 1], other, [real, -0.5, 1.0], scale])
    some = [found[place] for place in rng.permutation(len(found))[:count]]
    for _ in range(count):
        wholes = [WHOLE[n] for n in rng.integers(len(WHOLE), size=4)]
        reals = [REALS[n] for n in rng.integers(len(REALS), size=4)]
        some.append([(rng.random(3) < 0.5).tolist(), wholes[:3], wholes[3], reals[:3], reals[3]])
    tame = [[True, True, False], [4, -3, 2], 5, [0.5, 2.0, -1.0], 3.0]
    return [*some, tame]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("of", "expression"), [(of, each) for of, several in EXPRESSIONS.items() for each in several])
def test_an_array_is_right_or_not_to_be_trusted(of: str, expression: str) -> None:
    made = simulator(of, expression)
    program = made.program
    functions = (program.functions["out", False],)
    many, one = (compiled(program, {}, functions, copies=copies) for copies in (True, False))
    given = states(1, 60)
    columns = zip(program.states, zip(*given, strict=True), strict=True)
    state = [np.array([as_array(each, program.sizes(f), f.range) for each in column]) for f, column in columns]
    u = np.zeros((len(given), 0))
    [found], wrong = many.ask(state, [], u)
    told = 0
    for copy, values in enumerate(given):
        [alone], alone_wrong = one.ask([each[copy] for each in state], [], u[copy])
        refused = wrong is not None and bool(wrong[copy])
        assert refused == (alone_wrong is not None and bool(alone_wrong))
        try:
            [expected] = made.engine.values(functions, values, [])
        except SimulationError:
            assert refused, values
            continue
        told += not refused
        if not refused:
            assert_same(found[copy], expected, values)
            assert_same(alone, expected, values)
    if expression not in LARGE:
        # Where nothing is large, arrays do.
        assert told
        assert wrong is None or not wrong[-1]


def assert_same(found: Any, expected: Any, values: Any) -> None:
    if found.dtype == np.float64:
        np.testing.assert_allclose(found, expected, rtol=1e-9, err_msg=str(values))
    else:
        assert found.tolist() == expected, values
