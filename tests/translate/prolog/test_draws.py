"""The distributions of `kb/prolog/draws.pl` have the quantiles of relgym's own."""

from __future__ import annotations

import re
import shutil
from itertools import product
from pathlib import Path
from random import Random

import pytest
from translate.printed import swipl

from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.resources import kb
from relgym.runtime.scope import scope_of
from relgym.translate.prolog.equations.listing import DRAWN, MATRICES, translate_prolog_equations
from relgym.translate.prolog.equations.names import OWN

pytestmark = pytest.mark.skipif(shutil.which("swipl") is None, reason="engine missing: swipl (no command `swipl`)")

UNIFORMS = (0.0, 1e-15, 0.001, 0.07, 0.3, 0.5, 0.75, 0.93, 0.999999, 1 - 2**-53)

CALLS = [
    ("Uniform", (-1, 2.5)), ("Normal", (10.0, 4.0)), ("Normal", (0, 0)), ("Exponential", (2.5,)),
    ("Weibull", (2.0, 3)), ("Pareto", (3, 2.0)), ("Gompertz", (0.5, 2.0)), ("Kumaraswamy", (2, 3)),
    ("Laplace", (1, 2.0)), ("Gumbel", (1, 2.0)), ("Cauchy", (1, 2.0)), ("Geometric", (0.3,)), ("Geometric", (1,)),
    ("Poisson", (0,)), ("Poisson", (3.5,)), ("Binomial", (7, 0.4)), ("Binomial", (5, 1.0)), ("Binomial", (5, 0)),
    ("NegativeBinomial", (2.5, 0.4)), ("Gamma", (2.5, 3.0)), ("Gamma", (0.4, 1)), ("ChiSquare", (5,)), ("Beta", (2, 3)),
    ("Beta", (0.5, 0.7)), ("Student", (4,)), ("Student", (1.5,)), ("Gamma", (60.0, 1.0)),
]  # fmt: skip


def test_quantiles(tmp_path: Path) -> None:
    text = kb("prolog", "draws.pl").read_text(encoding="utf-8")
    asked = [(name, [*parameters, u]) for name, parameters in CALLS for u in UNIFORMS]
    # The sum of so many rounded probabilities falls short of 1.
    asked.remove(("NegativeBinomial", [2.5, 0.4, UNIFORMS[-1]]))
    asked += [("hypot", [3.0, 4]), ("gamma", [4.5]), ("lngamma", [12])]
    goals = [f"computed('{name}', {arguments}, X{n}), print(X{n}), nl" for n, (name, arguments) in enumerate(asked)]
    lines = swipl(text, ", ".join(goals), tmp_path)
    scope = scope_of({})
    for line, (name, arguments) in zip(lines, asked, strict=True):
        assert float(line) == pytest.approx(scope[f"{name}_"](*arguments), rel=1e-9), (name, arguments)


def test_what_programs_say_is_there_is_there() -> None:
    text = kb("prolog", "draws.pl").read_text(encoding="utf-8")
    assert {*re.findall(r"^computed\('?(\w+)", text, re.MULTILINE)} == DRAWN
    assert {name for name, _ in CALLS} | {"gamma", "hypot", "lngamma"} == DRAWN
    text = kb("prolog", "matrices.pl").read_text(encoding="utf-8")
    assert {*re.findall(r"^computed\('?(\w+)", text, re.MULTILINE)} == MATRICES


def test_matrices(tmp_path: Path) -> None:
    text = kb("prolog", "matrices.pl").read_text(encoding="utf-8")
    scope, draw = scope_of({}), Random(3)
    goals: list[str] = []
    expected: list[float] = []
    for size in (1, 2, 4):
        rows = [[draw.choice([0, 1.5, draw.uniform(-3, 3)]) for _ in range(size)] for _ in range(size)]
        square = [
            [sum(a * b for a, b in zip(one, other, strict=True)) + (one is other) for other in rows] for one in rows
        ]
        goals.append(f"det, {[size, *(entry for row in rows for entry in row)]}")
        expected.append(scope["det_"](rows))
        for name in ("inverse", "cholesky"):
            for row, column in product(range(size), repeat=2):
                entries = [entry for line in square for entry in line]
                goals.append(f"{name}, {[size, row + 1, column + 1, *entries]}")
                expected.append(scope[f"{name}_"](square)[row][column])
    asked = ", ".join(f"computed({goal}, X{n}), print(X{n}), nl" for n, goal in enumerate(goals))
    assert [*map(float, swipl(text, asked, tmp_path))] == pytest.approx(expected, rel=1e-9, abs=1e-12)
    singular = "( computed(inverse, [2, 1, 1, 1, 2, 2, 4], _) -> writeln(yes) ; writeln(no) )"
    assert swipl(text, singular, tmp_path) == ["no"]


def test_the_predicates_of_the_files_are_reserved(tmp_path: Path) -> None:
    files = ("rddl.pl", "draws.pl", "matrices.pl", "aggregates.pl")
    text = "\n".join(kb("prolog", name).read_text(encoding="utf-8") for name in files)
    text = text.replace(":- module(relgym_rddl, []).", ":- style_check(-discontiguous).")
    goal = f"forall((predicate_property(user:H, file('{tmp_path / 'program.pl'}')), functor(H, N, A)), writeln(N/A))"
    found = {line for line in swipl(text, goal, tmp_path) if not line.startswith("matrix_")}
    assert {"bernoulli/3", "computed/3", "product_of/2"} <= found <= {*OWN.split()}


def test_a_program_says_what_is_missing() -> None:
    domain = """domain d { types { t : object; }; pvariables { r : { state-fluent, real, default = 1.0 }; };
        cpfs { r' = hypot[r, 1] + (sum_{?x : t, ?y : t} pinverse[row=?x, col=?y][?x == ?y]); }; }"""
    model = read_domain(domain)
    made = Dynamics(read_instance("instance i { domain = d; objects { t : {a}; }; }", model))
    text = translate_prolog_equations(made.program, made.start, made.idle)
    assert "% Missing here: pinverse. What rests on it raises an error" in text


@pytest.mark.parametrize("call", ["'Normal', [0, -1, 0.5]", "'Weibull', [0, 1, 0.5]", "'Poisson', [-1, 0.5]"])
def test_other_parameters_have_no_quantiles(call: str, tmp_path: Path) -> None:
    text = kb("prolog", "draws.pl").read_text(encoding="utf-8")
    assert swipl(text, f"( computed({call}, _) -> writeln(yes) ; writeln(no) )", tmp_path) == ["no"]
