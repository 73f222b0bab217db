"""Values as arrays are the values one by one: every construct of the language, in many states at once."""

from __future__ import annotations

import pytest
from translate.arrays.checks import COPIES, check, check_chances

from relgym.backends.builtin.array_questions import compiled
from relgym.backends.builtin.evaluator import BuiltinEvaluator
from relgym.errors import SimulationError
from relgym.model.rddl.equations import Part
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

# Where a question is said to be quiet nobody keeps NumPy from warning.
pytestmark = pytest.mark.filterwarnings("error")

TYPES = """
    t : object; s : object; colour : {@red, @green, @blue};
"""

DECLARED = """
    W(t) : { non-fluent, real, default = 2.0 }; Z(t) : { non-fluent, real, default = 0.0 };
    EDGE(t, t) : { non-fluent, bool, default = false }; PAIR(t, s) : { non-fluent, bool, default = true };
    HOME(t) : { non-fluent, t, default = a };
    COV(t, t) : { non-fluent, real, default = 0.5 }; ALPHA(t) : { non-fluent, real, default = 1.5 };
    p(t) : { state-fluent, bool, default = false }; q(s) : { state-fluent, bool, default = false };
    m(t, s) : { state-fluent, bool, default = false };
    n(t) : { state-fluent, int, default = 0 }; k : { state-fluent, int, default = 0 };
    r(t) : { state-fluent, real, default = 0.0 }; h(t, s) : { state-fluent, real, default = 0.0 };
    at(t) : { state-fluent, t, default = a }; here : { state-fluent, t, default = a };
    c(t) : { state-fluent, colour, default = @red };
    act(t) : { action-fluent, bool, default = false };
"""

SET = """objects { t : {a, b, d, e, f}; s : {u, v, w, x, y, z, o}; };
    non-fluents { W(b) = 5; W(d) = 0.5; Z(b) = 4; EDGE(a, b); EDGE(b, d); EDGE(b, a); EDGE(f, f); PAIR(a, u) = false;
      HOME(a) = d; HOME(e) = f; COV(a, a) = 3; COV(b, b) = 3; COV(d, d) = 3; COV(e, e) = 3; COV(f, f) = 3; };"""

FORALL_X = [
    # logic, with what its branches guard
    "p(?x) ^ act(?x) | ~p(?x) ^ q(v)",
    "p(?x) => act(?x) <=> q(u)",
    "p(?x) == q(u) ~= act(?x)",
    "Z(?x) ~= 0 ^ 1 / Z(?x) > 0.1",
    "Z(?x) == 0 | 1 / Z(?x) > 0.1",
    "r(?x) > 0 => sqrt[r(?x)] > 1",
    # arithmetic; truth values are numbers
    "p(?x) + act(?x) - q(v)",
    "-p(?x) * n(?x) + +k",
    "p(?x) - q(u)",
    "p(?x) * act(?x)",
    "n(?x) / 4 + 3 / (1 + n(?x) * n(?x))",
    "r(?x) * W(?x) - k",
    "1 / n(?x)",
    "1 / Z(?x)",
    "n(?x) < r(?x)",
    "n(?x) >= 1.0",
    # functions
    "abs[n(?x)] + abs[r(?x)] + abs[p(?x)]",
    "sgn[r(?x)] + sgn[n(?x)]",
    "round[r(?x) / 0.5] + floor[r(?x)] + ceil[r(?x)]",
    "min[n(?x), r(?x)] + max[p(?x), n(?x)] + min[p(?x), q(u)]",
    "div[n(?x), 3] + mod[n(?x), 3]",
    "div[n(?x), k]",
    "mod[7, n(?x)]",
    "fmod[r(?x), 1.5] + fmod[n(?x), -2]",
    "fmod[r(?x), k]",
    "pow[abs[r(?x)], 1.5] + pow[r(?x), 2] + pow[W(?x), 0.5]",
    "pow[r(?x), 0.5]",
    "pow[n(?x), 2] + pow[r(?x) * 1e200, 2]",
    "exp[r(?x)] + exp[300 * n(?x)]",
    "ln[r(?x)]",
    "log[W(?x), 3] + ln[W(?x)]",
    "sqrt[r(?x)]",
    "hypot[r(?x), n(?x)] + gamma[W(?x)] + lngamma[W(?x)]",
    "gamma[n(?x)]",
    "sin[r(?x)] + cos[r(?x)] + tan[r(?x)] + atan[r(?x)] + tanh[r(?x)]",
    "sinh[r(?x)] + cosh[r(?x)]",
    "asin[r(?x)] + acos[r(?x)]",
    # conditionals
    "if (p(?x)) then n(?x) else r(?x)",
    "if (Z(?x) > 0) then r(?x) / Z(?x) else -1",
    "if (n(?x) > 0) then 1 / n(?x) else if (n(?x) < 0) then 2 / n(?x) else 7",
    "if (n(?x) > 0) then p(?x) else 1 / Z(?x) > 2",
    "if (W(?x) > 0) then r(?x) else 1 / (r(?x) - r(?x))",
    "switch (c(?x)) { case @red : 1, case @green : n(?x), default : r(?x) }",
    "switch (c(?x)) { case @red : 1 / n(?x), case @green : 1 / k, case @blue : 3 }",
    "switch (n(?x)) { case 0 : 5, case -1 : 6, default : 1 / n(?x) }",
    "switch (at(?x)) { case a : 1, case d : n(?x), default : 4 }",
    # conditions that are one truth value, and tables of branches that never change
    "if (p(b)) then r(?x) else n(?x)",
    "if (p(b)) then 1 else n(?x)",
    "if (p(b)) then W(?x) else r(?x)",
    "if (p(b)) then r(b) else k",
    "if (p(b)) then false else p(?x)",
    "if (p(b)) then p(?x) else if (q(v)) then act(?x) else true",
    "p(b) ^ p(?x) | q(v) ^ (p(d) => act(?x))",
    "if (p(b)) then 1 / n(?x) else 1 / k",
    "switch (c(b)) { case @red : W(?x), case @green : 2, case @blue : Z(?x) }",
    "switch (c(?x)) { case @red : W(?x), case @green : Z(b), default : 3 }",
    "switch (c(?x)) { case @red : EDGE(?x, a), case @green : EDGE(a, ?x), default : true }",
    "switch (c(?x)) { case @red : @green, case @green : @blue, default : @red } == c(b)",
    "switch (at(?x)) { case b : 1 / Z(?x), default : 2 }",
    "switch (c(?x)) { case @red : 9007199254740993, case @green : 0.5, default : r(?x) }",
    "sum_{?y : t} (switch (c(?y)) { case @red : EDGE(?x, ?y), default : PAIR(?y, u) })",
    "r(?x) * 1 + n(?x) * 1 + n(?x) * 1.0",
    "sum_{?y : t} (?y == ?x ^ p(?y))",
    # fluents within fluents, items
    "n(at(?x)) + n(at(at(?x))) + r(HOME(?x)) + n(here) + n(b)",
    "EDGE(at(?x), ?x) + EDGE(?x, here) + EDGE(HOME(?x), at(?x)) + EDGE(?x, ?x) + EDGE(a, ?x)",
    "h(at(?x), v) + h(?x, w) + h(b, o)",
    "at(?x) == ?x",
    "at(?x) ~= here",
    "c(?x) == @green",
    # aggregates
    "sum_{?y : t} W(?y)",
    "sum_{?y : t} p(?y)",
    "sum_{?y : t} (r(?y) + n(?x))",
    "sum_{?y : t} true",
    "sum_{?y : t} r(?x)",
    "sum_{?z : s} m(?x, ?z)",
    "sum_{?z : s} (m(?x, ?z) * h(?x, ?z) * q(?z))",
    "sum_{?y : t, ?z : s} (m(?y, ?z) ^ q(?z) ^ p(?x))",
    "sum_{?y : t, ?z : s} (m(?y, ?z) * h(?x, ?z))",
    "sum_{?y : t, ?z : s} (m(?x, ?z) * m(?y, ?z) * r(?y))",
    "sum_{?z : s} (PAIR(?x, ?z) * h(?x, ?z) * q(?z))",
    "sum_{?y : t, ?z : s} (COV(?x, ?y) * m(?y, ?z))",
    "sum_{?y : t} (COV(?x, ?y) * n(?y))",
    "sum_{?y : t} (COV(?y, ?x) * r(?y))",
    "sum_{?y : t} (EDGE(?x, ?y) ^ p(?y))",
    "sum_{?y : t} (EDGE(?x, ?y) * r(?y))",
    "sum_{?y : t} (EDGE(?x, ?y) ^ PAIR(?y, u))",
    "sum_{?y : t} (if (EDGE(?x, ?y)) then 1 / n(?y) else 0)",
    "sum_{?y : t, ?z : t} (EDGE(?x, ?y) ^ EDGE(?y, ?z) ^ p(?z))",
    "sum_{?y : t} (EDGE(?x, ?y) ^ (exists_{?z : t} (EDGE(?y, ?z) ^ p(?z))))",
    "sum_{?y : t} (EDGE(at(?x), ?y) ^ p(?y))",
    "prod_{?y : t} (W(?y) + p(?y))",
    "prod_{?y : t} (1 + n(?x))",
    "avg_{?y : t} r(?y)",
    "avg_{?y : t, ?z : s} (m(?y, ?z) + n(?x))",
    "min_{?y : t} (r(?y) * n(?x))",
    "max_{?z : s} h(?x, ?z)",
    "max_{?z : s} m(?x, ?z)",
    "forall_{?y : t} (EDGE(?x, ?y) => p(?y))",
    "(forall_{?y : t, ?z : s} (p(?y) | act(?y))) ~= (exists_{?y : t, ?z : s} p(?y))",
    "forall_{?y : t, ?z : s} (p(?y) | q(?z) | true == act(b) | p(d))",
    "p(?x) ^ (forall_{?y : t, ?z : s} (p(?y) | q(?z) | act(?y)))",
    "forall_{?y : t} (EDGE(?x, ?y) ^ p(?y) => r(?y) > 0)",
    "exists_{?y : t} (EDGE(?x, ?y) ^ p(?y))",
    "exists_{?y : t} (p(?y) ^ n(?y) > n(?x))",
    "exists_{?z : s, ?y : t} (m(?x, ?z) ^ m(?y, ?z) ^ p(?y))",
    "forall_{?z : s} (m(?x, ?z) | q(?z))",
    "exists_{?y : t} (r(?y) > 0 ^ ln[r(?y)] > 0.1)",
    "switch (argmax_{?y : t} r(?y)) { case b : 1, default : 0 }",
    "r(argmin_{?z : t} (r(?z) * W(?x)))",
    "n(argmax_{?z : t} p(?z)) + n(argmin_{?z : t} k)",
    "sum_{?w : colour} (c(?x) == ?w)",
    "exists_{?w : colour} (c(?x) == ?w ^ p(?x))",
    # arithmetic on a count
    "0.45 + 0.5 * (1 + (sum_{?y : t} (EDGE(?y, ?x) ^ p(?y)))) / (1 + (sum_{?y : t} EDGE(?y, ?x)))",
    "W(?x) * (1 + (sum_{?z : s} m(?x, ?z))) / 3 - 0.25 * (sum_{?z : s} m(?x, ?z))",
    "1.5 * (sum_{?z : s} m(at(?x), ?z)) / 7 - W(?x)",
    "1.5 * (sum_{?z : s} q(?z)) / (2 + (sum_{?z : s} q(?z))) + 1",
    "1 + 1.0 / (2 - (sum_{?z : s} m(?x, ?z))) - 3",
    "1.5 * ((sum_{?z : s} m(?x, ?z)) + n(?x)) / 2 - (sum_{?z : s} q(?z))",
    # matrices
    "det_{?y : t, ?z : t} (COV(?y, ?z) + (?y == ?z) * abs[r(?y)])",
    "det_{?y : t, ?z : t} (COV(?y, ?z) * W(?x))",
    # draws
    "Bernoulli(0.3)",
    "Bernoulli(abs[r(?x)])",
    "if (p(?x)) then Bernoulli(1 / (1 + abs[n(?x)])) else KronDelta(q(u))",
    "if (p(?x)) then Bernoulli(0.9) else Bernoulli(0.1)",
    "if (p(?x)) then Bernoulli(0.1) else Bernoulli(0.9)",
    "if (p(?x)) then Bernoulli(1 / (1 + abs[n(?x)])) else Bernoulli(0.4)",
    "if (n(?x) > 0) then Bernoulli(1 / n(?x)) else Bernoulli(2 / n(?x))",
    "if (p(?x)) then Bernoulli(0.5) else if (q(u)) then Bernoulli(0.25) else Bernoulli(0.75)",
    "if (p(?x)) then Bernoulli(0.4) else Normal(0, 1) > 0.5",
    *(
        f"if (act(?x)) then true else if ({condition}) then {one} else {other}"
        for condition in ("p(?x)", "p(here)", "m(?x, v) ^ EDGE(?x, ?x)", "n(?x) > 0")
        for chance in (
            "0.45 + 0.5 * (1 + (sum_{?y : t} (EDGE(?y, ?x) ^ p(?y)))) / (1 + (sum_{?y : t} EDGE(?y, ?x)))",
            "0.2 + 1.5 * (sum_{?z : s} q(?z)) / 20 + 0.1",
        )
        for pair in [(f"Bernoulli({chance})", "Bernoulli(0.3)")]
        for one, other in (pair, pair[::-1])
    ),
    "Normal(r(?x), 1 + n(?x) * n(?x))",
    "Normal(0, r(?x))",
    "Uniform(r(?x), n(?x))",
    "Uniform(Z(?x), 10) + DiracDelta(r(?x))",
    "Poisson(1 + abs[n(?x)]) + Poisson(40)",
    "Poisson(r(?x))",
    "Exponential(W(?x)) + Exponential(r(?x))",
    "Weibull(W(?x), 2) + Gamma(W(?x), 2) + Beta(W(?x), 2) + ChiSquare(W(?x)) + Student(3)",
    "Binomial(abs[n(?x)], 0.3) + NegativeBinomial(W(?x), 0.3) + Geometric(0.3) + Geometric(1)",
    "Binomial(n(?x), 0.5)",
    "Geometric(r(?x))",
    "Pareto(W(?x), 2) + Gumbel(r(?x), 2) + Laplace(r(?x), 2) + Cauchy(r(?x), 2)",
    "Gompertz(W(?x), 2) + Kumaraswamy(W(?x), 2)",
    "Laplace(0, r(?x))",
    "sum_{?y : t} Bernoulli(0.5)",
    "sum_{?y : t} (EDGE(?x, ?y) ^ Bernoulli(0.5))",
    "exists_{?w : colour} Bernoulli(0.3)",
    "Bernoulli(Uniform(0, 1))",
    "switch (Discrete(colour, @red : 0.2, @blue : 0.5, @green : 0.3)) { case @red : 1, case @green : 2, default : 3 }",
    "switch (Discrete(colour, @green : abs[r(?x)] / 4, @blue : otherwise)) { case @red : 1, default : 2 }",
    "switch (Discrete(colour, @red : r(?x), @blue : otherwise)) { case @red : 1, default : 2 }",
    "switch (Discrete(colour, @red : 0.2, @blue : 0.3, @green : 0.5)) { case @red : 1, default : r(?x) }",
    "switch (UnnormDiscrete(colour, @red : W(?x), @blue : 1, @green : Z(?x))) { case @red : 1, default : 2 }",
    "n(Discrete(t, a : 0.1, b : 0.2, d : 0.3, e : 0.3, f : 0.1))",
    "n(UnnormDiscrete(t, a : W(?x), b : 1, d : Z(?x), e : 3, f : 1))",
    "Uniform(2, 4) + Normal(1, 4)",
    "switch (UnnormDiscrete(colour, @red : abs[n(?x)], @blue : 1)) { case @red : 1, default : 2 }",
    "switch (UnnormDiscrete(colour, @red : n(?x))) { case @red : 1, default : 2 }",
    "n(Discrete_{?y : t} (0.2))",
    "n(Discrete_{?y : t} (if (?y == ?x) then 0.6 else 0.1))",
    "n(UnnormDiscrete_{?y : t} (n(?y)))",
    "n(UnnormDiscrete_{?y : t} abs[r(?y)])",
    # what is drawn is drawn for each row, whatever stands beside it
    "sum_{?y : t} (Normal(0, 1) * p(?y))",
    "sum_{?y : t} (p(?y) * (2 * Bernoulli(0.5)) * W(?x))",
    # branches of several ranges, of which one is known to be taken
    "-(if (EDGE(a, a)) then 0 else p(?x))",
    "pow[if (EDGE(a, b)) then k + 3 else 0.5, switch (HOME(a)) { case d : p(?x) * 40, default : 0.5 }]",
    # a logarithm to the base 0 is a finite number for NumPy
    "log[8, Z(?x)]",
]

WITHOUT = [
    "(if (q(u)) then q(u) else (q(v) + 0)) - (if (q(w)) then q(u) else q(x))",
    "k + n(here) + EDGE(here, at(here))",
    "sum_{?x : t, ?z : s} m(?x, ?z)",
    "sum_{?x : t} (r(?x) * W(?x))",
    "if (k > 0) then 1 / k else 3.5",
    "(sum_{?x : t} p(?x)) - 0.75 * (sum_{?x : t} act(?x))",
    "1.5 / (sum_{?x : t} (p(?x) ^ act(?x))) + (2.5 > (sum_{?x : t} p(?x)))",
    "0.5 - k",
    "max_{?x : t} r(?x)",
    "Normal(k, 2)",
    "2.5",
    "sum_{?x : t, ?y : t} (cholesky[row=?x, col=?y][COV(?x, ?y)] + EDGE(?x, ?y) * W(?x))",
    "exp[-(sum_{?x : t, ?y : t} inverse[row=?x, col=?y][COV(?x, ?y)])]",
]


def simulator(cpfs: str, declared: str) -> Dynamics:
    domain = read_domain(
        f"domain d {{ types {{ {TYPES} }}; pvariables {{ {DECLARED} {declared} }}; cpfs {{ {UNCHANGED} {cpfs} }};"
        f" reward = 0; }}"
    )
    instance = read_instance(f"instance i {{ domain = d; {SET} horizon = 5; }}", domain)
    return Dynamics(instance, externals={"twice": lambda values: [[2 * v for v in row] for row in values]})


UNCHANGED = """p'(?x) = p(?x); q'(?z) = q(?z); m'(?x, ?z) = m(?x, ?z); n'(?x) = n(?x); k' = k; r'(?x) = r(?x);
    h'(?x, ?z) = h(?x, ?z); at'(?x) = at(?x); here' = here; c'(?x) = c(?x);"""


FAILING = {
    "1 / n(?x)",
    "1 / Z(?x)",
    "mod[7, n(?x)]",
    "ln[r(?x)]",
    "sqrt[r(?x)]",
    "pow[r(?x), 0.5]",
    "Normal(0, r(?x))",
    "Binomial(n(?x), 0.5)",
    "n(UnnormDiscrete_{?y : t} (n(?y)))",
    "gamma[n(?x)]",
    "asin[r(?x)] + acos[r(?x)]",
    "Bernoulli(abs[r(?x)])",
    "1 + 1.0 / (2 - (sum_{?z : s} m(?x, ?z))) - 3",
    "log[8, Z(?x)]",
}
"""What has no value in some of the states."""


@pytest.mark.parametrize("expression", FORALL_X)
def test_for_every_item(expression: str) -> None:
    made = simulator(f"out(?x) = {expression};", "out(t) : { interm-fluent, real };")
    told, failed = check(made, (made.program.functions["out", False],))
    assert told + failed > 0
    if expression in FAILING:
        assert failed


@pytest.mark.parametrize(
    ("expression", "looked_up"),
    [
        ("0.45 + 0.5 * (1 + (sum_{?y : t} (EDGE(?y, ?x) ^ p(?y)))) / (1 + (sum_{?y : t} EDGE(?y, ?x)))", True),
        ("1 + 1.0 / (9 - (sum_{?z : s} m(?x, ?z))) - 3", True),
        # It may fail, it is done sooner, there are two counts, or more than a count.
        ("1 + 1.0 / (2 - (sum_{?z : s} m(?x, ?z))) - 3", False),
        ("0.5 * (sum_{?z : s} m(?x, ?z)) / 7", False),
        ("(sum_{?z : s} m(?x, ?z)) / (1 + (sum_{?y : t} (EDGE(?y, ?x) ^ p(?y)))) - 2", False),
        ("1 + r(?x) / (9 - (sum_{?z : s} m(?x, ?z))) - 3", False),
    ],
)
@pytest.mark.parametrize("copies", [False, True])
def test_arithmetic_on_a_count_is_looked_up(expression: str, looked_up: bool, copies: bool) -> None:
    made = simulator(f"out(?x) = {expression};", "out(t) : { interm-fluent, real };")
    text = compiled(made.program, made.externals, (made.program.functions["out", False],), copies=copies).written.text
    assert ("/" not in text) is looked_up, text


COUNTED = "0.45 + 0.5 * (1 + (sum_{?y : t} (EDGE(?y, ?x) ^ p(?y)))) / (1 + (sum_{?y : t} EDGE(?y, ?x)))"


@pytest.mark.parametrize(
    ("expression", "comparisons"),
    [
        # The probability is looked up, whichever draw it is of.
        (f"if (p(?x)) then Bernoulli({COUNTED}) else Bernoulli(0.1)", 1),
        # What is less probable is true only where the other is.
        ("if (p(?x)) then Bernoulli(0.9) else Bernoulli(0.1)", 2),
        ("if (p(?x)) then Bernoulli(0.1) else Bernoulli(0.9)", 2),
    ],
)
def test_two_draws_by_one_number(expression: str, comparisons: int) -> None:
    made = simulator(f"out(?x) = {expression};", "out(t) : { interm-fluent, bool };")
    text = compiled(made.program, {}, (made.program.functions["out", False],), copies=False).written.text
    assert text.count(" < ") == comparisons
    assert "^" not in text


@pytest.mark.parametrize("most", [126, 127, 128])
def test_counts_that_a_narrow_number_just_holds(most: int) -> None:
    names = ", ".join(f"y{number}" for number in range(most))
    domain = read_domain(
        """domain d { types { t : object; s : object; }; pvariables { p(t) : { state-fluent, bool, default = true };
        m(t, s) : { state-fluent, bool, default = true }; }; cpfs { m'(?x, ?z) = m(?x, ?z); p'(?x) = if (p(?x)) then
        Bernoulli(0.25 + 1.5 * (sum_{?z : s} m(?x, ?z)) / 500 + 0.1) else Bernoulli(0.125); }; reward = 0; }"""
    )
    made = Dynamics(
        read_instance(f"instance i {{ domain = d; objects {{ t : {{a, b}}; s : {{{names}}}; }}; }}", domain)
    )
    functions = (made.program.functions["p", True],)
    question = compiled(made.program, {}, functions, copies=False)
    assert ".take(" in question.written.text
    check_chances(made, question, [0.35 + 1.5 * most / 500] * 2)


@pytest.mark.parametrize(
    ("expression", "quiet"),
    [
        (COUNTED, True),
        ("if (p(?x)) then Bernoulli(0.9) else ~q(u)", True),
        ("max[(sum_{?y : t} p(?y)) * 0.5 - 3 * p(?x), W(?x)]", True),
        ("r(?x) * W(?x)", False),
        ("1 + n(?x)", False),
        ("(sum_{?y : t} p(?y)) / (sum_{?z : s} q(?z))", False),
        ("sum_{?y : t} r(?y)", False),
        ("prod_{?y : t} (1 + p(?y))", False),
        ("exp[n(?x)]", False),
        ("Normal(0, 1)", False),
        ("if (r(?x) * r(?x) > 2) then true else false", False),
    ],
)
def test_a_quiet_question_has_nothing_to_warn_of(expression: str, quiet: bool) -> None:
    made = simulator(f"out(?x) = {expression};", "out(t) : { interm-fluent, real };")
    written = compiled(made.program, {}, (made.program.functions["out", False],), copies=False).written
    assert written.quiet is quiet


@pytest.mark.parametrize("expression", WITHOUT)
def test_once(expression: str) -> None:
    made = simulator(f"out = {expression};", "out : { interm-fluent, real };")
    assert sum(check(made, (made.program.functions["out", False],)))


@pytest.mark.parametrize(
    ("of", "value"),
    [
        ("bool", "p(?x) ^ EDGE(?x, here)"),
        ("int", "p(?x)"),
        ("int", "if (p(?x)) then true else n(?x)"),
        ("int", "4"),
        ("bool", "true"),
        ("real", "n(?x)"),
        ("t", "at(?x)"),
        ("t", "argmax_{?y : t} (r(?y) * W(?x))"),
        ("t", "Discrete_{?y : t} (0.2)"),
        ("t", "if (p(?x)) then ?x else here"),
        ("colour", "if (p(?x)) then @blue else c(at(?x))"),
    ],
)
def test_ranges(of: str, value: str) -> None:
    made = simulator(f"out(?x) = {value};", f"out(t) : {{ interm-fluent, {of} }};")
    assert check(made, (made.program.functions["out", False],)) == (COPIES, 0)


def test_axes_in_any_order_and_what_equations_read_of_each_other() -> None:
    made = simulator(
        "one(?z, ?x) = h(?x, ?z) * W(?x) + q(?z); two(?x) = sum_{?z : s} one(?z, ?x); three(?x, ?z) = one(?z, at(?x));",
        "one(s, t) : { interm-fluent, real }; two(t) : { interm-fluent, real }; three(t, s) : { interm-fluent, real };",
    )
    functions = tuple(made.program.functions[name, False] for name in ("one", "two", "three"))
    assert check(made, functions) == (COPIES, 0)


@pytest.mark.parametrize("operator", ["inverse", "pinverse", "cholesky"])
def test_entries_of_matrices(operator: str) -> None:
    body = "COV(?x, ?y) + (?x == ?y) * abs[k] + r(b) * r(b) * (?x == ?y)"
    made = simulator(f"out(?x, ?y) = {operator}[row=?x, col=?y][{body}];", "out(t, t) : { interm-fluent, real };")
    assert check(made, (made.program.functions["out", False],)) == (COPIES, 0)


@pytest.mark.parametrize(
    "vector",
    [
        "MultivariateNormal[?x](r(_), COV(_, _))",
        "MultivariateStudent[?x](r(_), COV(_, _), FREE)",
        "Dirichlet[?x](ALPHA(_))",
        "Multinomial[?x](TRIALS, SHARE(_))",
        "$twice[?x, ?x](COV(_, _))",
    ],
)
def test_what_is_computed_as_a_whole(vector: str) -> None:
    declared = """out(t) : { interm-fluent, real }; FREE : { non-fluent, real, default = 4.0 };
      TRIALS : { non-fluent, int, default = 9 }; SHARE(t) : { non-fluent, real, default = 0.2 };"""
    made = simulator(f"out(?x) = {vector};", declared)
    assert check(made, (made.program.functions["out", False],)) == (COPIES, 0)


def test_conditions() -> None:
    domain = read_domain(
        f"domain d {{ types {{ {TYPES} }}; pvariables {{ {DECLARED} }}; cpfs {{ {UNCHANGED} }}; reward = k;"
        " action-preconditions { forall_{?x : t} (act(?x) => p(?x)); (sum_{?x : t} act(?x)) <= 3; };"
        " termination { k > 2; 1 / k > 0.4; }; }"
    )
    made = Dynamics(read_instance(f"instance i {{ domain = d; {SET} horizon = 5; }}", domain))
    for part in (Part.PRECONDITION, Part.TERMINATION, Part.REWARD):
        assert sum(check(made, made.program.of_part(part)))


def test_texts_are_pure_and_do_not_go_through_items() -> None:
    made = simulator("out(?x) = sum_{?y : t} (EDGE(?x, ?y) ^ p(?y));", "out(t) : { interm-fluent, real };")
    text = compiled(made.program, {}, made.stepped, copies=True).written.text
    assert "for " not in text
    assert "np" not in text.split()


def test_a_large_model_is_computed_by_arrays_and_fails_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where arrays give up the values are computed one by one, and the error names what has none."""
    monkeypatch.setattr("relgym.backends.builtin.array_work.VALUES_PER_PART", 0)
    used: list[bool] = []
    whole = BuiltinEvaluator._arrays
    monkeypatch.setattr(BuiltinEvaluator, "_arrays", lambda *given: used.append(True) or whole(*given))
    domain = read_domain(
        """domain d { types { t : object; }; pvariables { x(t) : { state-fluent, real, default = 1.0 };
        by : { action-fluent, int, default = 1 }; }; cpfs { x'(?y) = x(?y) / by; }; }"""
    )
    made = Dynamics(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
    assert made.step(made.start, (4,), []).state == ([0.25, 0.25],)
    assert used
    with pytest.raises(SimulationError, match=r"x\(a\) cannot be computed: float division by zero"):
        made.step(made.start, (0,), [])
    assert made.step(made.start, (2,), []).state == ([0.5, 0.5],)
