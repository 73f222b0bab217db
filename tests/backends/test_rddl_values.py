"""What the values of RDDL are, the same on every engine."""

from __future__ import annotations

import pytest
from reasoning.rddl.domains import simulator, value

GIVEN = "W(t) : { non-fluent, int, default = 2 }; P(t, t) : { non-fluent, bool, default = false };"
SET = "non-fluents { W(b) = 5; P(a, b); P(b, c); };"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("2 + 3 * 4 - 1", 13),
        ("-2 * 3", -6),
        ("7 - 2 - 1 - 1", 3),
        ("div[-7, 2] + mod[-7, 2]", -3),
        ("div[7, -2] * 10 + mod[7, -2]", -41),
        ("abs[-3] + sgn[-3] + sgn[0]", 2),
        ("max[1, min[5, 3]]", 3),
        ("3 > 2 > 1", 0),
        ("(2 == 3) + (2 ~= 3)", 1),
        ("true => false", 0),
        ("true => false => false", 1),
        ("false <=> false", 1),
        ("false | true ^ false", 0),
        ("true + true * 2", 3),
        ("-(true)", -1),
        ("(true == 1) + (false < true)", 2),
        ("if (2 > 1) then 10 else 20 + 1", 10),
        ("if (2 < 1) then 10 else 20 + 1", 21),
        ("sum_{?x : t} W(?x)", 9),
        ("sum_{?x : t} W(?x) + 1", 12),
        ("(sum_{?x : t} W(?x)) + 1", 10),
        ("prod_{?x : t} W(?x)", 20),
        ("min_{?x : t} W(?x)", 2),
        ("max_{?x : t} W(?x)", 5),
        ("max_{?x : t, ?y : t} W(?x) - W(?y)", 3),
        ("min_{?x : t} (?x == b)", 0),
        ("W(argmax_{?x : t} W(?x))", 5),
        ("sum_{?x : t, ?y : t} P(?x, ?y) * W(?y)", 7),
        ("forall_{?x : t} W(?x) >= 2", 1),
        ("exists_{?x : t} P(?x, ?x)", 0),
        ("forall_{?x : t, ?y : t} (P(?x, ?y) => W(?x) ~= W(?y))", 1),
        ("sum_{?x : t} (?x == b)", 1),
        ("sum_{?x : t, ?y : t} (?x ~= ?y)", 6),
        ("sum_{?x : t} exists_{?y : t} P(?x, ?y)", 2),
        ("sum_{?x : t} sum_{?y : t} if (P(?x, ?y)) then W(?x) * 10 else W(?y)", 9 * 3 - 5 - 2 + 70),
        ("switch (argmin_{?x : t} W(?x)) { case a : 1, case b : 2, default : 3 }", 1),
        ("switch (2 - 3) { case 1 : 10, case -1 : 20, default : 30 }", 20),
        ("switch (2 < 3) { case false : 10, case true : 20 }", 20),
    ],
)
def test_whole_numbers(backend, expression, expected):
    found = value(backend, expression, GIVEN, SET, of="int")
    assert (found, type(found)) == (expected, int)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("7 / 2", 3.5),
        ("6 / 3", 2.0),
        ("2 - 3", -1.0),
        ("2 * 3.5 - 1", 6.0),
        ("1 <= 1.5 ^ true", 1.0),
        ("avg_{?x : t} W(?x)", 3.0),
        ("avg_{?x : t} (?x == b)", pytest.approx(1 / 3)),
        ("sum_{?x : t} W(?x) / 2", 4.5),
        ("sum_{?x : t} if (?x ~= ?x) then 0.5 else 1", 3.0),
        ("(2 == 2.0) + (0.5 < true)", 2.0),
        ("if (0.1 + 0.2 == 0.3) then 1 else 2", 2.0),
        ("1e-5 * 1e5", pytest.approx(1.0)),
        ("max[1, 0.5]", 1.0),
        ("max_{?x : t} if (?x == b) then 7 else 0.5", 7.0),
        ("abs[if (W(a) == 2) then -1 else 2.5]", 1.0),
        ("switch (W(b)) { case 5 : true, default : 2.5 }", 1.0),
        ("-(if (W(a) == 2) then -1 else 2.5)", 1.0),
    ],
)
def test_reals(backend, expression, expected):
    found = value(backend, expression, GIVEN, SET)
    assert (found, type(found)) == (expected, float)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("round[2.5] + round[3.5] + round[-0.5]", 6),
        ("floor[-1.5] + ceil[-1.5]", -3),
        ("pow[2, 3]", 8),
        ("sqrt[2.25]", 1.5),
        ("exp[0] + ln[1] + log[8, 2]", 4),
        ("fmod[-1, 3] + fmod[5.5, -2]", 1.5),
        ("hypot[3, 4]", 5),
        ("gamma[5] + lngamma[1]", 24),
        ("sin[0] + cos[0] + tan[0] + asin[0] + acos[1] + atan[0]", 1),
        ("sinh[0] + cosh[0] + tanh[0]", 1),
        ("round[1e300] / 1e300", 1),
        ("det_{?x : t, ?y : t} ((?x == ?y) * W(?x))", 20),
    ],
)
def test_functions(backend, expression, expected):
    assert value(backend, expression, GIVEN, SET) == pytest.approx(expected)


def test_a_tie_of_argmax_goes_to_the_first(backend):
    expression = "switch (argmax_{?x : t} (?x ~= a)) { case b : 1, default : 0 }"
    assert value(backend, expression, of="int") == 1


def test_enumerated_values_with_and_without_their_mark(backend):
    found = value(
        backend,
        "(C == @green) + (C == green) + (sum_{?c : colour} 1)",
        "C : { non-fluent, colour, default = @green };",
        types="colour : {@red, @green};",
        of="int",
    )
    assert found == 4


def test_values_that_two_types_have(backend):
    """The number of a value is that of its own type."""
    domain = simulator(
        backend,
        "c : { state-fluent, colour, default = @red }; l : { state-fluent, light, default = @off };",
        "c' = if (l == @green) then @green else @red; l' = if (c == @red) then @green else @off;",
        types="colour : {@red, @green}; light : {@off, @blue, @red, @green};",
    )
    step = domain.step(domain.start, (), [])
    assert step.state == (0, 3)
    assert domain.step(step.state, (), []).state == (1, 3)


def test_fluents_in_fluents(backend):
    declared = "next(t) : { state-fluent, t, default = a }; w(t) : { state-fluent, int, default = 1 };"
    domain = simulator(
        backend,
        declared,
        "next'(?x) = next(next(?x)); w'(?x) = w(next(?x)) + w(b);",
        "init-state { next(a) = b; next(b) = c; w(b) = 10; w(c) = 5; };",
    )
    assert domain.start == ([1, 2, 0], [1, 10, 5])
    assert domain.step(domain.start, (), []).state == ([2, 0, 1], [20, 15, 11])


def test_all_state_fluents_change_at_once_and_primes_read_the_new_ones(backend):
    domain = simulator(
        backend,
        "x : { state-fluent, int, default = 1 }; y : { state-fluent, int, default = 2 };"
        "z : { state-fluent, int, default = 0 };",
        "z' = x' + y'; x' = y; y' = x;",
        reward="z' - z",
    )
    step = domain.step(domain.start, (), [])
    assert step.state == (2, 1, 3)
    assert step.reward == 3
    assert isinstance(step.reward, float)


NUMBERS = """
    n : { state-fluent, int, default = 0 }; m : { state-fluent, int, default = 0 };
    k : { state-fluent, int, default = 0 };
"""


def test_truth_values_become_whole_numbers(backend):
    domain = simulator(backend, NUMBERS, "n' = n == 0; m' = if (n == 0) then true else 7; k' = max[n == 0, false];")
    first = domain.step(domain.start, (), []).state
    assert first == (1, 1, 1)
    assert list(map(type, first)) == [int, int, int]


def test_truth_values_and_whole_numbers_become_reals(backend):
    domain = simulator(
        backend,
        "n : { state-fluent, int, default = 0 }; r : { state-fluent, real, default = 0 };"
        "s : { state-fluent, real, default = 1.5 };",
        "n' = n; r' = n; s' = switch (n == 0) { case true : 2, case false : s };",
    )
    first = domain.step(domain.start, (), []).state
    assert first == (0, 0.0, 2.0)
    assert list(map(type, first)) == [int, float, float]


def test_every_draw_has_a_number_of_its_own(backend):
    """The third of draws that are each there once for every object, and one that is there once."""
    domain = simulator(
        backend,
        "p(t) : { state-fluent, bool, default = false }; q : { state-fluent, bool, default = false };",
        "p'(?x) = if (?x == b) then Bernoulli(0.5) else KronDelta(p(?x)); q' = Bernoulli(0.25);",
    )
    assert domain.uniforms == 4
    assert domain.step(domain.start, (), [0.1, 0.1, 0.1, 0.2]).state == ([False, True, False], True)
    assert domain.step(domain.start, (), [0.1, 0.9, 0.1, 0.25]).state == ([False, False, False], False)


def test_draws_within_aggregates(backend):
    domain = simulator(
        backend,
        "n : { state-fluent, int, default = 0 }; p(t) : { state-fluent, bool, default = false };",
        "n' = sum_{?x : t} 3 * Bernoulli(0.5); p'(?x) = exists_{?y : t} [?x ~= ?y ^ Bernoulli(0.2)];",
    )
    assert domain.uniforms == 3 + 9
    numbers = [0.1, 0.9, 0.1, *[0.1, 0.9, 0.9], *[0.9, 0.1, 0.1], *[0.1, 0.9, 0.9]]
    assert domain.step(domain.start, (), numbers).state == (6, [False, True, True])


def test_what_is_drawn_within_a_step_is_drawn_once(backend):
    domain = simulator(
        backend,
        "c(t) : { interm-fluent, bool }; n : { state-fluent, int, default = 0 };",
        "n' = sum_{?x : t} c(?x) + c(?x); c(?x) = Bernoulli(0.5);",
    )
    step = domain.step(domain.start, (), [0.6, 0.1, 0.2])
    assert (step.state, step.computed) == ((4,), ([False, True, True],))


def test_draws_within_draws(backend):
    domain = simulator(
        backend,
        "n : { state-fluent, int, default = 0 }; c : { state-fluent, t, default = a };",
        "n' = sum_{?x : t} Bernoulli(Uniform(0, 1)); c' = Discrete_{?x : t} (1 / 3);",
    )
    assert domain.uniforms == 7
    # Uniforms inside come first: as the value is written, from the inside out.
    inner, outer = [0.9, 0.1, 0.9], [0.5, 0.5, 0.5]
    assert domain.step(domain.start, (), [*inner, *outer, 0.99]).state == (2, 2)
    assert domain.step(domain.start, (), [*outer, *inner, 0.4]).state == (1, 1)


def test_draws_of_items(backend):
    domain = simulator(
        backend,
        "c : { state-fluent, colour, default = @red };",
        "c' = Discrete(colour, @red : 0.25, @green : 0.5, @blue : otherwise);",
        types="colour : {@red, @green, @blue, @white};",
    )
    numbers = (0.0, 0.24, 0.25, 0.7, 0.75, 0.99)
    assert [domain.step(domain.start, (), [u]).state[0] for u in numbers] == [0, 0, 1, 1, 2, 2]


def test_draws_of_items_by_weights(backend):
    domain = simulator(
        backend,
        "c : { state-fluent, t, default = a }; w(t) : { state-fluent, int, default = 1 };"
        "d : { state-fluent, colour, default = @green };",
        "c' = UnnormDiscrete_{?x : t} w(?x); w'(?x) = if (?x == c) then 0 else w(?x);"
        "d' = UnnormDiscrete(colour, @red : w(a), @green : w(b) + w(c));",
        "init-state { w(b) = 2; };",
        types="colour : {@red, @green};",
    )
    numbers = (0.0, 0.24, 0.25, 0.7, 0.75, 0.99)
    assert [domain.step(domain.start, (), [u, u]).state[0] for u in numbers] == [0, 0, 1, 1, 2, 2]
    assert [domain.step(domain.start, (), [u, u]).state[2] for u in numbers] == [0, 0, 1, 1, 1, 1]
    assert domain.step(domain.start, (), [0.0, 0.0]).state[1] == [0, 2, 1]


def test_hundreds_of_operands(backend):
    domain = simulator(
        backend,
        "n : { state-fluent, int, default = 1 }; b : { state-fluent, bool, default = true };",
        f"n' = {' + '.join(['n', '2'] * 80)} - {' - '.join(['n'] * 30)}; b' = {' ^ '.join(['b'] * 190)};",
    )
    assert domain.step(domain.start, (), []).state == (210, True)
    assert domain.step((3, False), (), []).state == (310, False)


def test_a_long_chain_of_fluents(backend):
    length = 120
    declared = "".join(f"x{k} : {{ interm-fluent, int }}; " for k in range(length))
    chain = "".join(f"x{k + 1} = x{k} + 1; " for k in reversed(range(length - 1)))
    domain = simulator(
        backend, f"n : {{ state-fluent, int, default = 5 }}; {declared}", f"x0 = n; {chain} n' = x{length - 1};"
    )
    assert domain.step(domain.start, (), []).state == (5 + length - 1,)


HOSTILE = ["is", "not", "a-b", "a_b", "A_b", "X", "_", "fail", "count", "mod_", "or", "row", "else", "x-1", "x_1"]


@pytest.mark.parametrize("shift", range(len(HOSTILE)))
def test_any_name_will_do(backend, shift):
    """Names that mean something to an engine, and such as are equal but for what it cannot write."""
    first, second, third, item, other, of, *_ = HOSTILE[shift:] + HOSTILE
    domain = simulator(
        backend,
        f"{first}({of}) : {{ state-fluent, bool, default = false }}; {second} : {{ state-fluent, int, default = 1 }};"
        f"{third}({of}) : {{ action-fluent, bool, default = false }};",
        f"{first}'(?{of}) = {third}(?{of}) | {first}({other}) ^ ?{of} ~= {item}; "
        f"{second}' = {second} + (sum_{{?{of} : {of}}} {first}'(?{of}));",
        types=f"{of} : {{@{item}, @{other}}};",
    )
    step = domain.step(domain.start, ([False, True],), [])
    assert step.state == ([False, True], 2)
    assert domain.step(step.state, ([False, False],), []).state == ([False, True], 3)
