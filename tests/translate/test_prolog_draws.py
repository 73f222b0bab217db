"""The distributions of `kb/prolog/draws.pl` have the quantiles of relgym's own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from translate.alone import swipl

from relgym.rddl.scope import scope_of
from relgym.read.rddl import read_instance, read_process
from relgym.resources import kb
from relgym.simulator import Simulator
from relgym.translate.prolog_equations_listing import translate_prolog_equations
from relgym.translate.prolog_equations_program import COMPUTED

pytestmark = pytest.mark.skipif(shutil.which("swipl") is None, reason="engine missing: swipl (no command `swipl`)")

UNIFORMS = (0.0, 1e-15, 0.001, 0.07, 0.3, 0.5, 0.75, 0.93, 0.999999, 1 - 2**-53)

CALLS = [
    ("Uniform", (-1, 2.5)), ("Normal", (10.0, 4.0)), ("Normal", (0, 0)), ("Exponential", (2.5,)),
    ("Weibull", (2.0, 3)), ("Pareto", (3, 2.0)), ("Gompertz", (0.5, 2.0)), ("Kumaraswamy", (2, 3)),
    ("Laplace", (1, 2.0)), ("Gumbel", (1, 2.0)), ("Cauchy", (1, 2.0)), ("Geometric", (0.3,)), ("Geometric", (1,)),
    ("Poisson", (0,)), ("Poisson", (3.5,)), ("Binomial", (7, 0.4)), ("Binomial", (5, 1.0)), ("Binomial", (5, 0)),
]  # fmt: skip


def test_quantiles(tmp_path: Path) -> None:
    text = kb("prolog", "draws.pl").read_text(encoding="utf-8")
    asked = [(name, [*parameters, u]) for name, parameters in CALLS for u in UNIFORMS]
    asked += [("hypot", [3.0, 4]), ("gamma", [4.5]), ("lngamma", [12])]
    goals = [f"computed('{name}', {arguments}, X{n}), print(X{n}), nl" for n, (name, arguments) in enumerate(asked)]
    lines = swipl(text, ", ".join(goals), tmp_path)
    scope = scope_of({})
    for line, (name, arguments) in zip(lines, asked, strict=True):
        assert float(line) == pytest.approx(scope[f"{name}_"](*arguments), rel=1e-9), (name, arguments)


def test_what_programs_say_is_there_is_there() -> None:
    text = kb("prolog", "draws.pl").read_text(encoding="utf-8")
    assert {*re.findall(r"^computed\('?(\w+)", text, re.MULTILINE)} == COMPUTED
    assert {name for name, _ in CALLS} | {"gamma", "hypot", "lngamma"} == COMPUTED


def test_a_program_says_what_is_missing() -> None:
    domain = """domain d { types { t : object; }; pvariables { r : { state-fluent, real, default = 1.0 }; };
        cpfs { r' = Gamma(r, 2.0) + hypot[r, 1] + (det_{?x : t, ?y : t} (?x == ?y)); }; }"""
    process = read_process(domain)
    made = Simulator(process, read_instance("instance i { domain = d; objects { t : {a}; }; }", process))
    text = translate_prolog_equations(made.program, made.start, made.idle)
    assert "% Missing here: Gamma, det. What rests on it raises an error" in text


@pytest.mark.parametrize("call", ["'Normal', [0, -1, 0.5]", "'Weibull', [0, 1, 0.5]", "'Poisson', [-1, 0.5]"])
def test_other_parameters_have_no_quantiles(call: str, tmp_path: Path) -> None:
    text = kb("prolog", "draws.pl").read_text(encoding="utf-8")
    assert swipl(text, f"( computed({call}, _) -> writeln(yes) ; writeln(no) )", tmp_path) == ["no"]
