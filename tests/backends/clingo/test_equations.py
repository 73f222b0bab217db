"""Equations on clingo: what is computed only when it is wanted, numbers that it does not have."""

from __future__ import annotations

import pytest
from backends.networks import SUMMED, SUMS, network
from reasoning.rddl.domains import simulator, value

from relgym.backends.base import Limits
from relgym.backends.clingo import equations as clingo_equations
from relgym.errors import BackendError, SimulationError, UnsupportedFeature
from relgym.model.rddl.equations import Equation, Function, Part
from relgym.model.rddl.expressions import Aggregate, Constant, Fluent, Operation
from relgym.model.terms import Variable
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.translate.asp.equations import values, writer


@pytest.fixture(params=["clingo"])
def backend(backend: str) -> str:
    """Only this engine."""
    return backend


GIVEN = "W(t) : { non-fluent, int, default = 2 }; P(t, t) : { non-fluent, bool, default = true };"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("sum_{?x : t} W(?x)", 6),
        ("sum_{?x : t, ?y : t} W(?x)", 18),
        ("sum_{?x : t, ?y : t} 1", 9),
        ("sum_{?x : t, ?y : t} P(?x, ?x)", 9),
        ("sum_{?x : t, ?y : t} (P(?x, ?y) | P(?y, ?x))", 9),
        ("sum_{?x : t} if (W(?x) == 2) then W(?x) else W(?x) + 1", 6),
        ("sum_{?x : t} [sum_{?y : t} W(?x) * W(?y)]", 36),
        ("prod_{?x : t, ?y : t} W(?x)", 512),
        ("sum_{?x : t} max_{?y : t} W(?y)", 6),
        ("sum_{?x : t} exists_{?y : t} P(?x, ?y)", 3),
        ("sum_{?x : t} false", 0),
        ("sum_{?x : t} true", 3),
    ],
)
def test_every_row_is_counted(backend, expression, expected):
    """Values that are the same are not one element of a set."""
    assert value(backend, expression, GIVEN, of="int") == expected


LARGE = {
    "sum_{?x : t, ?y : t, ?z : t} [P(?x, ?y) * P(?y, ?z) + P(?z, ?x)]": 54,
    "sum_{?x : t, ?y : t} [W(?x) * W(?y) - 1]": 27,
    "sum_{?x : t} [2 * W(?x)]": 12,
    "sum_{?x : t, ?y : t} -W(?x)": -18,
    "max_{?x : t, ?y : t} [W(?x) * W(?y) - P(?x, ?y)]": 3,
    "min_{?x : t} [W(?x) - sum_{?y : t} [P(?x, ?y) * W(?y) + 1]]": -7,
    "sum_{?x : t, ?y : t} [if (W(?x) > 1) then W(?x) * W(?y) + 1 else 0]": 45,
    "prod_{?x : t, ?y : t} [W(?x) * W(?y) - 3]": 1,
}


@pytest.mark.parametrize("expression", LARGE)
def test_large_aggregates_are_safe_programs(backend, expression, monkeypatch):
    """The items of those with many rows have a predicate of their own, whatever term is gathered."""
    for module in (values, writer):
        monkeypatch.setattr(module, "CLAUSE_BINDINGS_LIMIT", 1)
    assert value(backend, expression, GIVEN, of="int") == LARGE[expression]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("W(a) + 1", 2**31),
        ("W(a) * W(a) * W(a)", (2**31 - 1) ** 3),
        ("-W(a) - 2", -(2**31) - 1),
        ("sum_{?x : t} W(?x)", 3 * (2**31 - 1)),
        ("sum_{?x : t, ?y : t} W(?x) * W(?y) - W(a)", 9 * ((2**31 - 1) ** 2 - (2**31 - 1))),
        ("prod_{?x : t} W(?x)", (2**31 - 1) ** 3),
        ("W(a) * W(b) == W(b) * W(c)", 1),
        ("W(a) + 1 > W(a)", 1),
        ("W(a) * 2 ~= W(b) * 2", 0),
        ("(W(a) * 2 - W(b) * 2) + 5", 5),
        ("2147483647 + 1", 2**31),
        ("20000000000 * 2", 4 * 10**10),
        ("max_{?x : t} (W(?x) * W(?x))", (2**31 - 1) ** 2),
        ("switch (W(a) * 2) { case 4294967294 : 7, default : 8 }", 7),
        ("sum_{?x : t} if (?x == a) then W(?x) else -W(?x)", -(2**31 - 1)),
    ],
)
@pytest.mark.parametrize("kind", ["non-fluent", "state-fluent"])
def test_no_number_runs_over(backend, expression, expected, kind):
    """Numbers of more than 32 bits are Python's, whether they are known beforehand or not."""
    domain = simulator(
        backend,
        f"W(t) : {{ {kind}, int, default = 2147483647 }}; out : {{ interm-fluent, int }};",
        f"out = {expression};" + (" W'(?x) = W(?x);" if kind == "state-fluent" else ""),
    )
    for _ in range(2):
        assert domain.step(domain.start, (), []).computed == (expected,)


def test_large_numbers_in_a_state(backend):
    domain = simulator(backend, "n : { state-fluent, int, default = 3 };", "n' = n * n;")
    state = domain.start
    for power in (2, 4, 8, 16, 32, 64):
        state = domain.step(state, (), []).state
        assert state == (3**power,)


@pytest.mark.parametrize(
    "cpf",
    [
        "out(?x) = if (n(?x) == 0) then false else div[1, n(?x)] == 1;",
        "out(?x) = if (false) then div[1, 0] == 1 else true;",
        "out(?x) = n(?x) > 0 ^ (sum_{?y : t} div[4, n(?x)]) > 0;",
        "out(?x) = n(?x) > 0 ^ (sum_{?y : t} div[?y == ?y, n(?x)] * n(?y) / n(?x)) > 0.5;",
        "out(?x) = exists_{?y : t} [n(?y) ~= 0 ^ n(?x) ~= 0 ^ (n(?x) / n(?y) > 1 | 2 / n(?x) > 0.5)];",
        "out(?x) = forall_{?y : t} [n(?y) == 0 | (exists_{?z : t} [n(?z) == 4 | 1 / n(?z) > 0])];",
        "out(?x) = switch (n(?x)) { case 4 : mod[5, n(?x)] == 1, case 0 : false, default : mod[5, n(?x)] == 1 };",
        "out(?x) = (if (n(?x) == 0) then 0 else 8 / n(?x)) >= 2;",
        "out(?x) = n(?x) == 0 | (max_{?y : t} (n(?y) / n(?x))) >= 1;",
        "out(?x) = n(?x) ~= 0 ^ Bernoulli(1 / n(?x));",
        "out(?x) = if (n(?x) ~= 0) then (forall_{?y : t} [?x ~= ?y | div[n(?y), n(?x)] == 1]) else n(b) == 0;",
        "out(?x) = (n(?x) ~= 0) ^ (n(b) == 0 ^ n(a) > 0 ^ n(c) > 0 ^ ~(n(a) == 1) ^ 4 / n(?x) == 1);",
    ],
)
def test_what_is_not_wanted_is_not_computed(backend, cpf):
    declared = "n(t) : { state-fluent, int, default = 4 }; out(t) : { interm-fluent, bool };"
    start = "init-state { n(b) = 0; };"
    made = [simulator(name, declared, f"n'(?x) = n(?x); {cpf}", start) for name in (backend, "builtin")]
    steps = [each.step(each.start, (), [0.2] * each.uniforms) for each in made]
    assert steps[0] == steps[1]
    with pytest.raises(SimulationError, match=r"(division|modulo) by zero|between 0 and 1"):
        simulator(
            backend, declared, "n'(?x) = n(?x); out(?x) = Bernoulli(4 / n(?x)) ^ mod[4, n(?x)] == 0;", start
        ).step(([0, 4, 0],), (), [0.2] * 3)


def test_it_works_on_after_an_error(backend):
    domain = simulator(backend, "n : { state-fluent, int, default = 0 };", "n' = div[4, n];")
    for _ in range(3):
        with pytest.raises(SimulationError, match="n cannot be computed"):
            domain.step((0,), (), [])
        assert domain.step((2,), (), []).state == (2,)


def test_a_reward_that_is_no_number(backend):
    domain = simulator(backend, "n : { state-fluent, int, default = 1 };", "n' = n;", reward="n * 1e308 * 10 - 1")
    with pytest.raises(SimulationError, match="the reward cannot be computed: it is infinite"):
        domain.step((1,), (), [])
    assert domain.step((0,), (), []).reward == -1.0


REALS = """
    n : { state-fluent, int, default = 0 }; f : { state-fluent, bool, default = true };
    r : { interm-fluent, real }; q : { interm-fluent, bool };
"""


@pytest.mark.parametrize(
    ("r", "q", "expected"),
    [
        ("n + 9007199254740990", "r == n + 9007199254740990", False),
        ("n", "r * r * r * r * r == n * n * n * n * n", False),
        ("if (f) then 1234567 else n", "r * r * r == 1881672302290562263", False),
        ("if (f) then n else 0.5", "(sum_{?x : t} r * r * r * r * r) == 3 * n * n * n * n * n", False),
        ("f * n", "max[r, 2] * r * r * r * r == n * n * n * n * n", False),
        ("f", "r + 9007199254740993 == 9007199254740994", False),
        ("2", "r + 9007199254740991 == 9007199254740993", False),
        ("switch (n) { case 12347 : f, default : n }", "r + 9007199254740993 == 9007199254740994", False),
        ("n", "r == n ^ r + 0.5 > n", True),
    ],
)
def test_a_real_is_one_from_the_start(backend, r, q, expected):
    """Whole numbers are exact to any length, reals are not, and what a fluent is depends on its range alone."""
    found = [
        simulator(name, REALS, f"n' = n; f' = f; r = {r}; q = {q};").step((12347, True), (), []).computed
        for name in (backend, "builtin")
    ]
    assert found[0] == found[1]
    assert isinstance(found[0][0], float)
    assert found[0][1] is expected


@pytest.mark.parametrize(
    ("r", "said"),
    [
        ("1e308 * (n + 9)", "it is infinite"),
        ("if (f) then 1e308 * (n + 9) else 2", "it is infinite"),
        ("1e308 * (n + 9) - 1e308 * (n + 9)", "it is not a number"),
        ("prod_{?x : t, ?y : t} pow[10, 99]", "it is infinite"),
        ("prod_{?x : t, ?y : t, ?z : t} (n + 9000000000000)", "infinite"),
    ],
)
def test_a_real_that_is_none_is_an_error_whoever_reads_it(backend, r, said):
    made = simulator(backend, REALS, f"n' = n; f' = f ^ r > 0; r = {r}; q = f;")
    for asked in ("r", "f"):
        function = made.program.functions[asked, asked == "f"]
        with pytest.raises(SimulationError, match=f"r cannot be computed: .*{said}"):
            made.values((function,), (1, True), ())
    # Where nothing reads it, it is not asked for.
    assert made.values((made.program.functions["n", True],), (1, True), ()) == [1]


@pytest.mark.parametrize(
    "value",
    [
        "sum_{?x : t, ?y : t} P(?x, ?y) * r(?y)",
        "sum_{?y : t} P(?z, ?y) * r(?y)",
        "sum_{?x : t, ?y : t} P(?z, ?y) * r(?x)",
        "sum_{?x : t, ?y : t} r(?y) * f(?x) * P(?z, ?y) * 2",
        "sum_{?y : t} f(?z) * r(?y)",
        "sum_{?y : t} true * r(?y)",
        "sum_{?y : t} r(?y) * false",
        "sum_{?y : t} (?y ~= ?z) * r(?z)",
        "sum_{?y : t} (r(?y) > 0.1) * r(?y)",
        "sum_{?y : t} if (f(?y)) then 1 / r(?y) else 0",
        "sum_{?y : t} if (f(?y) ^ 1 / r(?y) < 1) then r(?y) else 0.0",
        "sum_{?y : t} if (f(?y)) then r(?y) else -1",
        "sum_{?y : t} f(?y) * (sum_{?x : t} P(?x, ?y) * r(?x))",
        "if (f(?z)) then sum_{?y : t} P(?z, ?y) * r(?y) else -1",
        "if (f(?z)) then sum_{?y : t} (r(?y) / r(?z) > 0) * r(?y) else -1",
        "sum_{?y : t} Bernoulli(0.5) * r(?y)",
        "div[sum_{?y : t} f(?y) * n, 3]",
        "sum_{?y : t} (P(?z, ?y) | f(?y)) * r(?y) * P(?y, ?z)",
    ],
)
def test_sums_without_what_adds_nothing(backend, value):
    cpfs = f"f'(?z) = f(?z); r'(?z) = r(?z); n' = n; out(?z) = {value};"
    made, expected = (simulator(name, SUMS, cpfs, SUMMED) for name in (backend, "builtin"))
    uniforms = [0.2, 0.7, 0.4, 0.6, 0.1, 0.9, 0.5, 0.3, 0.8][: made.uniforms]
    for state in (made.start, ([True] * 3, [2.5, 0.25, 1.0], 7), ([False] * 3, [0.0] * 3, -(2**40))):
        assert made.step(state, (), uniforms) == expected.step(state, (), uniforms)


def test_what_adds_nothing_is_not_called_for(backend):
    """Of nine terms three count, with two values: these are computed, then three sums, then three answers are given."""
    cpfs = "f'(?z) = f(?z); r'(?z) = r(?z); n' = n; out(?z) = sum_{?y : t} P(?z, ?y) * (r(?y) + 1);"
    made = simulator(backend, SUMS, cpfs, SUMMED)
    made.values((made.program.functions["out", False],), made.start, ())
    [(_, question)] = made.engine._questions.values()
    assert question._calls.count == 2 + 3 + 3


ENTRIES = "w(t, t) : { state-fluent, real, default = 0 }; out(t, t) : { interm-fluent, real };"


@pytest.mark.parametrize("operator", ["inverse", "pinverse", "cholesky"])
@pytest.mark.parametrize("entry", ["row=?x, col=?y][w(?x, ?y)]", "row=?y, col=?x][w(?x, ?y)]"])
def test_matrices(backend, operator, entry):
    cpfs = f"w'(?x, ?y) = w(?x, ?y); out(?x, ?y) = {operator}[{entry} + (if (?x == b) then 0 else 1);"
    state = ([4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0],)
    found = [simulator(name, ENTRIES, cpfs).step(state, (), []) for name in (backend, "builtin")]
    assert found[0] == found[1]


def test_a_matrix_without_an_inverse(backend):
    cpfs = "w'(?x, ?y) = w(?x, ?y); out(?x, ?y) = inverse[row=?x, col=?y][w(?x, ?y)];"
    made = simulator(backend, ENTRIES, cpfs)
    with pytest.raises(SimulationError, match=r"out\(a, a\) cannot be computed: the matrix has no inverse"):
        made.step(made.start, (), [])


def test_the_time_is_limited(backend):
    """Also where there is but one clause, with very many bindings, and nothing in it that is called."""
    items = ", ".join(f"o{number}" for number in range(90))
    text = f"instance i {{ domain = d; objects {{ t : {{{items}}}; }}; }}"
    domain = read_domain("""domain d { types { t : object; };
        pvariables { p(t) : { state-fluent, bool, default = true }; n : { state-fluent, int, default = 0 }; };
        cpfs { p'(?x) = ~p(?x);
            n' = if (n == 0) then sum_{?a : t, ?b : t, ?c : t, ?d : t} [p(?a) ^ p(?b) ^ p(?c) ^ p(?d)] else 2; };
    }""")
    made = Dynamics(read_instance(text, domain), backend, Limits(seconds=0.5))
    with pytest.raises(BackendError, match=r"did not answer within 0\.5 s"):
        made.step(made.start, (), [])
    assert made.step(([False] * 90, 0), (), []).state == ([True] * 90, 0)


def test_queries_read_all_else(backend):
    made = network(backend)
    asked = Function(Part.QUERY, "query", ("host",), "real")
    host, other = Variable("?h", ("host",)), Variable("?o", ("host",))
    body = Operation("*", (Fluent("up", (other,), primed=True), Constant(0.5)))
    half = Equation(asked, (host,), Operation("+", (Fluent("load", (host,)), Aggregate("sum", (other,), body))))
    made.engine.define([half])
    found = made.values((asked,), made.start, made.idle, [0.1] * 3)
    assert found == [[2.0, 2.0]]
    more = Function(Part.QUERY, "query", (), index=1)
    made.engine.define([Equation(more, (), Aggregate("exists", (host,), Fluent("boot", (host,))))])
    assert made.values((more, asked), made.start, ([False, True],), [0.1] * 3) == [True, [2.0, 2.0]]


def test_what_a_control_holds_is_bounded(backend, monkeypatch):
    """A control is replaced after a while, and terms are used again."""
    monkeypatch.setattr(clingo_equations, "EQUATION_TERMS_LIMIT", 10)
    made, expected = network(backend), network("builtin")
    controls, terms = [], set()
    for number in range(30):
        uniforms = [number / 30] * 3
        assert made.step(made.start, made.idle, uniforms) == expected.step(made.start, made.idle, uniforms)
        [(_, question)] = made.engine._questions.values()
        controls += [] if question._control in controls else [question._control]
        terms.add(len(question._terms._others))
    assert 5 < len(controls) < 20
    assert len(terms) == 1


@pytest.mark.parametrize(
    ("pvariables", "cpfs"),
    [
        ("v(t) : { state-fluent, int, default = 1 }; C(t) : { non-fluent, real, default = 0.5 };"
         "N : { non-fluent, int, default = 3 };", "v'(?x) = Multinomial[?x](N, C(_));"),
        ("p : { state-fluent, bool, default = true };", "p' = $F[](p) > 0;"),
    ],
)  # fmt: skip
def test_what_is_refused(backend, pvariables, cpfs):
    with pytest.raises(UnsupportedFeature, match="the engine 'clingo' does not support"):
        simulator(backend, pvariables, cpfs, externals={"F": lambda p: 1.0})
