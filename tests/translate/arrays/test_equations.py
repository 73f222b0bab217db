"""Values as arrays are the values one by one: every construct of the language, in many states at once."""

from __future__ import annotations

import pytest
from translate.arrays.checks import COPIES, check, check_chances
from translate.arrays.expressions import FORALL_X, WITHOUT

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
    with pytest.raises(SimulationError, match=r"x\(a\) cannot be computed: division by zero"):
        made.step(made.start, (0,), [])
    assert made.step(made.start, (2,), []).state == ([0.5, 0.5],)
