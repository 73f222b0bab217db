"""Texts for the small arrays of one instance give what the others and the lists give, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from relgym.backends.builtin.array_questions import as_array, compiled, compiled_quick, compiled_step
from relgym.model.rddl.equations import Part
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

HEADER = """domain d {
  types { s : object; t : object; three : object; one : object; };
  pvariables {
    LESS(three, three) : { non-fluent, bool, default = false };
    NEXT(t, t) : { non-fluent, bool, default = false };
    WEIGHT(t, s) : { non-fluent, real, default = 0.25 };
    SKILL(three, t) : { non-fluent, real, default = 0.3 };
    PLACE(s) : { non-fluent, int, default = 3 };
    p(s, t) : { state-fluent, bool, default = false };
    by(three, s) : { state-fluent, bool, default = false };
    q(s) : { state-fluent, bool, default = false };
    x(s) : { state-fluent, real, default = 1.0 };
    y(t) : { state-fluent, real, default = 1.0 };
    z(three, s) : { state-fluent, real, default = 1.0 };
    n(s) : { state-fluent, int, default = 1 };
    w(one, s) : { state-fluent, real, default = 1.0 };
    found(s, t) : { interm-fluent, RANGE };
    high(s) : { interm-fluent, bool };
    told(s, t) : { interm-fluent, RANGE };
  };
  cpfs { p'(?s, ?t) = p(?s, ?t); by'(?h, ?s) = by(?h, ?s);
    q'(?s) = q(?s); x'(?s) = x(?s); y'(?t) = y(?t); z'(?h, ?s) = z(?h, ?s); n'(?s) = n(?s);
    w'(?k, ?s) = w(?k, ?s);
"""

INSTANCE = """non-fluents f { domain = d; objects { s : {a, b, c}; t : {d, e, f, g}; three : {h, i, j}; one : {k}; };
  non-fluents { LESS(h, i); LESS(h, j); LESS(i, j); NEXT(d, e); NEXT(e, f); NEXT(g, d);
    SKILL(i, e) = -1.7; SKILL(j, e) = 0.45; WEIGHT(e, b) = 3.5; WEIGHT(f, c) = 0.1; PLACE(b) = 5; }; }
  instance i { domain = d; non-fluents = f; }"""


def simulator(of: str, cpf: str, high: str = "x(?s) > 0.5") -> Dynamics:
    """A process whose `found` is computed by a cpf; `told` reads it and `high` by other variables."""
    told = "found(?s, ?t)" if of == "bool" else "if (high(?s)) then found(?s, ?t) else -1"
    text = HEADER.replace("RANGE", of) + f"high(?s) = {high}; found(?s, ?t) = {cpf}; told(?s, ?t) = {told}; }}; }}"
    domain = read_domain(text)
    return Dynamics(read_instance(INSTANCE, domain))


def given(made: Dynamics, rng: np.random.Generator) -> list[Any]:
    kinds: dict[str, Callable[[tuple[int, ...]], Any]] = {
        "bool": lambda size: rng.random(size) < 0.5,
        "int": lambda size: rng.integers(-3, 4, size),
        "real": lambda size: np.round(rng.normal(size=size), 2),
    }
    return [kinds[function.range](made.program.sizes(function)) for function in made.program.states]


REALS = {
    "operands of different shapes": "x(?s) * y(?t) + x(?s) / (1 + y(?t) * y(?t))",
    "a table beside a vector": "x(?s) - WEIGHT(?t, ?s) + n(?s) * WEIGHT(?t, ?s)",
    "whole numbers beside real ones": "(1 - x(?s)) * 2 + n(?s) * y(?t) - PLACE(?s) * y(?t)",
    "a truth value and two numbers": "(p(?s, ?t) * x(?s)) * (x(?s) + 1) + ((PLACE(?s) == n(?s)) * x(?s)) * y(?t)",
    "a product of truth values": "(p(?s, ?t) * q(?s)) * y(?t) - q(?s) * (q(?s) * x(?s))",
    "a negated comparison": "if (x(?s) > y(?t)) then 0.0 else if (~(x(?s) < 0)) then x(?s) else y(?t)",
    "branches of different ranges": "if (p(?s, ?t)) then n(?s) else 0.5",
    "a number for one branch": "if (y(?t) >= 0) then 1 else x(?s)",
    "sums of three": "sum_{?h : three} (z(?h, ?s) * LESS(?h, @h) + z(?h, ?s) * y(?t))",
    "products of three": "prod_{?h : three} (z(?h, ?s) + y(?t))",
    "extremes of three": "(max_{?h : three} (z(?h, ?s) * y(?t))) - (min_{?h : three} (z(?h, ?s) - y(?t)))",
    "at most one row": "sum_{?u : t} (NEXT(?t, ?u) * y(?u) * x(?s))",
    "few rows of one shape": "sum_{?h : three} (z(?h, ?s) * z(?h, ?s) - 2 * z(?h, ?s)) + (p(?s, ?t) * 2)",
    "one row": "(sum_{?k : one} (w(?k, ?s) * y(?t))) - (max_{?k : one} w(?k, ?s)) * (sum_{?k : one} (w(?k, ?s) > 0))",
    "a number or 0": "(if (p(?s, ?t)) then 2.5 else 0) * (if (x(?s) > 0) then 0 else 3) - (if (q(?s)) then 1 else 0)",
    "a negative number or 0": "(if (p(?s, ?t)) then -2.5 else 0.0) * (if (x(?s) > y(?t)) then 0 else -1)",
    "truth values times a table": "(sum_{?h : three} (by(?h, ?s) * SKILL(?h, ?t))) + (sum_{?h : three} SKILL(?h, ?t))",
    "a table times truth values": "sum_{?h : three} (SKILL(?h, ?t) * (by(?h, ?s) * q(?s)))",
    "counts as real numbers": "0.1 * (sum_{?u : s, ?w : t} (p(?u, ?w) ^ p(?s, ?w))) - (sum_{?u : t} p(?s, ?u)) / 4",
    "rounded numbers": "floor[x(?s)] + ceil[y(?t) * x(?s)] - round[x(?s) * 10] / 3",
}

TRUTHS = {
    "a condition by parts that never change": "(PLACE(?s) > 3) ^ (WEIGHT(?t, ?s) > 0.2 ^ p(?s, ?t))",
    "at most one row that exists": "exists_{?u : t} (NEXT(?t, ?u) ^ p(?s, ?u))",
    "at most one row for all": "forall_{?u : t} (NEXT(?t, ?u) => p(?s, ?u))",
    "one row that holds": "exists_{?k : one} (w(?k, ?s) > y(?t)) | forall_{?k : one} (w(?k, ?s) > 0)",
    "alternatives": "(x(?s) > 0 | y(?t) > 0) | ~(p(?s, ?t) | q(?s)) | ~(x(?s) < 1 ^ n(?s) <= 2)",
    "three rows": "exists_{?h : three} (z(?h, ?s) > y(?t))",
    "a count beside a number": "((sum_{?u : t} p(?s, ?u)) > 1) ^ ((sum_{?u : s} p(?u, ?t)) <= 2.0)",
    "a count beside half of a number": "((sum_{?u : t} p(?s, ?u)) >= 1.5) | ((sum_{?u : t} p(?s, ?u)) < 900)",
}

WHOLES = {
    "truth values multiplied": "p(?s, ?t) * q(?s) + (p(?s, ?t) * p(?s, ?t)) * n(?s)",
    "counts multiplied": "sum_{?u : s, ?w : t} (p(?u, ?w) ^ p(?u, ?t) ^ q(?s))",
    "counts times truth values": "sum_{?u : s, ?w : t} (p(?u, ?w) ^ p(?s, ?w))",
    "counts of rows that a variable without use repeats": "sum_{?u : s, ?w : t, ?h : three} (p(?u, ?w) ^ p(?s, ?w))",
    "one number times an array": "sum_{?a : s, ?h : three} (p(?s, ?t) * (sum_{?u : t} p(?a, ?u)) * by(?h, ?a))",
    "counts along both axes": "(sum_{?u : t} p(?s, ?u)) * 10 + (sum_{?u : s} p(?u, ?t))",
    "counts of products": "sum_{?u : t} (p(?s, ?u) * q(?s))",
    "one or the other": "(if (p(?s, ?t)) then 1 else 0) + (if (q(?s)) then 0 else 5)",
    "rounded": "floor[x(?s) * 100] + round[y(?t)]",
}

CASES = [(of, cpf) for of, cpfs in (("real", REALS), ("bool", TRUTHS), ("int", WHOLES)) for cpf in cpfs.values()]
CASES = [(of, cpf.replace("LESS(?h, @h)", "(exists_{?g : three} LESS(?h, ?g))")) for of, cpf in CASES]


@pytest.mark.parametrize(("of", "cpf"), CASES)
def test_one_instance_many_and_lists_agree_to_the_last_bit(of: str, cpf: str) -> None:
    made = simulator(of, cpf)
    program = made.program
    functions = tuple(program.functions[name, False] for name in ("high", "found", "told"))
    one = compiled(program, {}, functions, copies=False)
    many = compiled(program, {}, functions, copies=True)
    rng = np.random.default_rng(1)
    for _ in range(20):
        state = given(made, rng)
        lists = tuple(array.reshape(-1).tolist() for array in state)
        expected = made.engine.values(functions, lists, ())
        alone, wrong = one.ask(state, [], np.zeros(0))
        assert wrong is None or not wrong
        together, several_wrong = many.ask([array[None] for array in state], [], np.zeros((1, 0)))
        assert several_wrong is None or not several_wrong.any()
        for function, values, single, several in zip(functions, expected, alone, together, strict=True):
            right = as_array(values, program.sizes(function), function.range)
            for got in (single, several[0]):
                assert got.shape == right.shape
                assert got.dtype == right.dtype
                # That 0 is -0 matters to nobody.
                assert (got + 0).tobytes() == (right + 0).tobytes()


def test_a_comparison_is_negated_where_other_variables_read_it() -> None:
    made = simulator("real", "if (~high(?s)) then x(?s) else y(?t)", high="x(?s) >= 0")
    text = compiled(made.program, {}, (made.program.functions["found", False],), copies=False).written.text
    assert "logical_not" not in text
    assert " < " in text


@pytest.mark.parametrize(
    ("objects", "skill", "dots"),
    [(3, 0.5, 3), (40, 0.5, 0), (3, 1e308, 2)],
    ids=["small arrays", "large arrays", "a sum that runs over"],
)
def test_small_arrays_are_added_up_by_dot_products_that_cannot_run_over(objects: int, skill: float, dots: int) -> None:
    domain = read_domain("""domain d { types { t : object; three : object; };
      pvariables { SKILL(three, t) : { non-fluent, real, default = 0.0 }; by(three, t) : { state-fluent, bool };
        p(t, t) : { state-fluent, bool }; x(t, t) : { state-fluent, real }; };
      cpfs { by'(?h, ?t) = by(?h, ?t); p'(?t, ?u) = (sum_{?w : t} p(?t, ?w)) > (sum_{?w : t} p(?w, ?u));
        x'(?t, ?u) = sum_{?h : three} (by(?h, ?t) * SKILL(?h, ?u)); }; }""")
    names = ", ".join(f"o{n}" for n in range(objects))
    skills = f"SKILL(h, o0) = {skill!r}; SKILL(i, o0) = {skill!r}; SKILL(j, o0) = {-skill!r};"
    text = f"""non-fluents n {{ domain = d; objects {{ t : {{{names}}}; three : {{h, i, j}}; }};
      non-fluents {{ {skills} }}; }}
      instance i {{ domain = d; non-fluents = n; init-state {{ by(h, o1); by(j, o1); by(i, o2); p(o0, o1); }}; }}"""
    made = Dynamics(read_instance(text, domain))
    question = compiled_step(made.program, {}, made.shown_step)
    # Without the test of all numbers at the end.
    assert question.written.text.split("isfinite_")[0].count(".dot(") == dots
    found, wrong = question.ask([*map(np.asarray, shaped(made))], [], np.zeros(0))
    expected = made.values(made.shown_step, made.start, made.idle, ())
    assert wrong is None or not wrong
    for array, values in zip(found[0], expected, strict=False):
        assert np.reshape(array, -1).tolist() == values


def shaped(made: Dynamics) -> list[Any]:
    """The initial state as arrays."""
    program = made.program
    return [as_array(values, program.sizes(f), f.range) for f, values in zip(program.states, made.start, strict=True)]


def test_arrays_that_do_not_lie_row_by_row_stay_so() -> None:
    # Along an axis whose numbers lie apart NumPy adds up in another order.
    domain = read_domain("""domain d { types { t : object; };
      pvariables { W(t, t) : { non-fluent, real, default = 0.1 }; x(t) : { state-fluent, real, default = 0.3 }; };
      cpfs { x'(?t) = x(?t) + (sum_{?u : t} W(?u, ?t) * (x(?t) / (1 + x(?t)))); }; }""")
    names = [f"o{n}" for n in range(20)]
    weights = " ".join(f"W({a}, {b}) = {0.1 * i + 0.07 * j};" for i, a in enumerate(names) for j, b in enumerate(names))
    made = Dynamics(
        read_instance(
            f"non-fluents n {{ domain = d; objects {{ t : {{{', '.join(names)}}}; }}; non-fluents {{ {weights} }}; }}"
            " instance i { domain = d; non-fluents = n; }",
            domain,
        ),
    )
    question = compiled(made.program, {}, made.program.of_part(Part.NEXT), copies=False)
    x = np.linspace(0.1, 3.7, 20)
    table = np.array([[0.1 * i + 0.07 * j for j in range(20)] for i in range(20)])
    [found], _ = question.ask([x], [], np.zeros(0))
    assert found.tobytes() == (x + np.add.reduce(np.transpose(table) * (x / (1 + x))[:, None], 1)).tobytes()
    assert ".take(" not in question.written.text


@pytest.mark.parametrize("number", [2.0**30, -(2.0**30), 2.0**62, -1e300, float("inf"), float("nan")])
@pytest.mark.parametrize("function", ["floor", "ceil", "round"])
def test_a_large_number_that_is_rounded_is_left_to_lists(function: str, number: float) -> None:
    domain = read_domain(f"""domain d {{ pvariables {{ x : {{ state-fluent, real, default = 1.0 }};
      n : {{ interm-fluent, int }}; }}; cpfs {{ n = {function}[x] + 1; x' = x + n; }}; }}""")
    made = Dynamics(read_instance("instance i { domain = d; }", domain))
    quick = compiled_quick(made.program, {}, made.shown_step, copies=False)
    assert quick is not None
    for question in (quick, compiled_step(made.program, {}, made.shown_step)):
        _, wrong = question.ask([np.array(2.0**30 - 1)], [], np.zeros(0))
        assert not wrong
        try:
            _, wrong = question.ask([np.array(number)], [], np.zeros(0))
        except FloatingPointError:
            continue
        assert wrong
