"""Steps of small RDDL processes, worked out by hand."""

from __future__ import annotations

import pytest

from relgym.errors import ModelError, SimulationError
from relgym.read.rddl import read_instance, read_process
from relgym.simulator import Simulator

OBJECTS = "instance i { domain = d; objects { t : {a, b, c}; }; %s max-nondef-actions = pos-inf; horizon = 10; }"


def simulator(
    pvariables: str, cpfs: str, start: str = "", reward: str = "0", rest: str = "", types: str = ""
) -> Simulator:
    """A process over a type `t` of three objects; `start` holds the sections of the instance."""
    process = read_process(
        f"domain d {{ types {{ t : object; {types} }}; pvariables {{ {pvariables} }}; "
        f"cpfs {{ {cpfs} }}; reward = {reward}; {rest} }}"
    )
    return Simulator(process, read_instance(OBJECTS % start, process))


def value(expression: str, pvariables: str = "", start: str = "", types: str = "") -> object:
    """What a real-valued expression is in the first step."""
    declared = f"out : {{ interm-fluent, real }}; {pvariables}"
    return simulator(declared, f"out = {expression};", start, types=types).step((), (), []).computed[0]


WEIGHTS = "W(t) : { non-fluent, real, default = 2.0 }; P(t, t) : { non-fluent, bool, default = false };"
SET = "non-fluents { W(b) = 5; P(a, b); P(b, c); };"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("7 / 2", 3.5),
        ("2 + 3 * 4 - 1", 13),
        ("-2 * 3", -6),
        ("div[-7, 2] + mod[-7, 2]", -3),
        ("round[2.5] + round[3.5]", 6),
        ("max[1, min[5, 3]]", 3),
        ("pow[2, 3]", 8),
        ("3 > 2 > 1", 0),
        ("(2 == 2.0) + (2 ~= 3)", 2),
        ("true => false", 0),
        ("if (2 > 1) then 10 else 20 + 1", 10),
        ("if (2 < 1) then 10 else 20 + 1", 21),
        ("sum_{?x : t} W(?x)", 9),
        ("sum_{?x : t} W(?x) + 1", 12),
        ("(sum_{?x : t} W(?x)) + 1", 10),
        ("prod_{?x : t} W(?x)", 20),
        ("avg_{?x : t} W(?x)", 3),
        ("min_{?x : t} W(?x)", 2),
        ("max_{?x : t} W(?x)", 5),
        ("W(argmax_{?x : t} W(?x))", 5),
        ("sum_{?x : t, ?y : t} P(?x, ?y) * W(?y)", 7),
        ("forall_{?x : t} W(?x) >= 2", 1),
        ("exists_{?x : t} P(?x, ?x)", 0),
        ("sum_{?x : t} (?x == b)", 1),
        ("sum_{?x : t} exists_{?y : t} P(?x, ?y)", 2),
        ("switch (argmin_{?x : t} W(?x)) { case a : 1, case b : 2, default : 3 }", 1),
        ("switch (2 - 3) { case 1 : 10, case -1 : 20, default : 30 }", 20),
        ("det_{?x : t, ?y : t} ((?x == ?y) * W(?x))", 20),
    ],
)
def test_values(expression, expected):
    assert value(expression, WEIGHTS, SET) == pytest.approx(expected)


def test_a_tie_of_argmax_goes_to_the_first():
    assert value("switch (argmax_{?x : t} (?x ~= a)) { case b : 1, default : 0 }") == 1


def test_enumerated_values_with_and_without_their_mark():
    types = "colour : {@red, @green};"
    assert (
        value(
            "(C == @green) + (C == green) + (sum_{?c : colour} 1)",
            "C : { non-fluent, colour, default = @green };",
            types=types,
        )
        == 4
    )


def test_fluents_in_fluents():
    declared = "next(t) : { state-fluent, t, default = a }; w(t) : { state-fluent, int, default = 1 };"
    process = simulator(
        declared,
        "next'(?x) = next(next(?x)); w'(?x) = w(next(?x)) + w(b);",
        "init-state { next(a) = b; next(b) = c; w(b) = 10; w(c) = 5; };",
    )
    assert process.start == ([1, 2, 0], [1, 10, 5])
    assert process.step(process.start, (), []).state == ([2, 0, 1], [20, 15, 11])


def test_all_state_fluents_change_at_once_and_primes_read_the_new_ones():
    process = simulator(
        "x : { state-fluent, int, default = 1 }; y : { state-fluent, int, default = 2 };"
        "z : { state-fluent, int, default = 0 };",
        "z' = x' + y'; x' = y; y' = x;",
        reward="z' - z",
    )
    step = process.step(process.start, (), [])
    assert step.state == (2, 1, 3)
    assert step.reward == 3


def test_what_a_branch_guards_is_not_computed():
    guarded = "r(t) : { interm-fluent, real }; D(t) : { non-fluent, real, default = 0.0 };"
    process = simulator(guarded, "r(?x) = if (D(?x) > 0) then 1 / D(?x) else -1;", "non-fluents { D(b) = 4; };")
    assert process.step((), (), []).computed == ([-1, 0.25, -1],)


NUMBERS = """
    n : { state-fluent, int, default = 0 }; m : { state-fluent, int, default = 0 };
    k : { state-fluent, int, default = 0 }; r : { state-fluent, real, default = 0 };
    s : { state-fluent, real, default = 1.5 };
"""


def test_truth_values_and_whole_numbers_become_what_a_fluent_is():
    process = simulator(
        NUMBERS,
        "n' = n == 0; m' = if (n == 0) then true else 7; k' = max[n == 0, false]; r' = n;"
        "s' = switch (n == 0) { case true : 2, case false : s };",
    )
    first = process.step(process.start, (), []).state
    assert first == (1, 1, 1, 0.0, 2.0)
    assert list(map(type, first)) == [int, int, int, float, float]


def test_every_stochastic_node_has_a_number_of_its_own():
    """The third of nodes that are each there once for every object, and one that is there once."""
    process = simulator(
        "p(t) : { state-fluent, bool, default = false }; q : { state-fluent, real, default = 0.0 };",
        "p'(?x) = if (?x == b) then Bernoulli(0.5) else KronDelta(p(?x)); q' = Uniform(0, 10);",
    )
    assert process.uniforms == 4
    assert process.step(process.start, (), [0.1, 0.1, 0.1, 0.25]).state == ([False, True, False], 2.5)
    assert process.step(process.start, (), [0.1, 0.9, 0.1, 0.5]).state == ([False, False, False], 5.0)


def test_nodes_within_aggregates_and_nodes_within_nodes():
    process = simulator(
        "n : { state-fluent, int, default = 0 }; c : { state-fluent, t, default = a };",
        "n' = sum_{?x : t} Bernoulli(Uniform(0, 1)); c' = Discrete_{?x : t} (1 / 3);",
    )
    assert process.uniforms == 7
    # Uniforms inside come first: as the value is written, from the inside out.
    inner, outer = [0.9, 0.1, 0.9], [0.5, 0.5, 0.5]
    assert process.step(process.start, (), [*inner, *outer, 0.99]).state == (2, 2)
    assert process.step(process.start, (), [*outer, *inner, 0.4]).state == (1, 1)


def test_draws_of_items():
    process = simulator(
        "c : { state-fluent, colour, default = @red };",
        "c' = Discrete(colour, @red : 0.2, @green : 0.3, @blue : otherwise);",
        types="colour : {@red, @green, @blue};",
    )
    drawn = [process.step(process.start, (), [u]).state for u in (0.1, 0.4, 0.6)]
    assert drawn == [(0,), (1,), (2,)]


@pytest.mark.parametrize(
    ("cpf", "said"),
    [
        ("r'(?x) = 1 / r(?x);", "r(b) cannot be computed: "),
        ("r'(?x) = if (?x == c) then Normal(0, -1) else 0;", "r(c) cannot be computed: "),
        ("r'(?x) = sqrt[-r(?x) - 1];", "r(a) cannot be computed: "),
        ("r'(?x) = if (Bernoulli(1 + r(?x))) then 1 else 0;", "r(a) cannot be computed: "),
        ("r'(?x) = (1e308 * 10 * r(?x)) - (1e308 * 10 * r(?x));", "r(a) cannot be computed: it is not a number"),
        ("r'(?x) = if (?x == b) then 1e308 * 10 else r(?x);", "r(b) cannot be computed: it is infinite"),
    ],
)
def test_what_cannot_be_computed_is_named(cpf, said):
    process = simulator("r(t) : { state-fluent, real, default = 1.0 };", cpf, "init-state { r(b) = 0; };")
    with pytest.raises(SimulationError) as caught:
        process.step(process.start, (), [0.5] * process.uniforms)
    assert caught.value.message.startswith(said)
    assert caught.value.span is not None


def test_a_reward_that_cannot_be_computed():
    process = simulator("x : { state-fluent, real, default = 0.0 };", "x' = x;", reward="1 / x")
    with pytest.raises(SimulationError, match=r"the reward cannot be computed: .*zero"):
        process.step(process.start, (), [])


CONDITIONS = """
    action-preconditions { forall_{?x : t} (go(?x) => ~x(?x)); };
    state-action-constraints { (sum_{?x : t} go(?x)) <= 1; };
    state-invariants { (sum_{?x : t} x(?x)) <= 2; };
    termination { x(c); forall_{?x : t} x(?x); };
"""


def test_conditions():
    process = simulator(
        "x(t) : { state-fluent, bool, default = false }; go(t) : { action-fluent, bool, default = false };",
        "x'(?x) = x(?x) | go(?x);",
        "init-state { x(a); };",
        rest=CONDITIONS,
    )
    start = process.start
    assert process.idle == ([False] * 3,)
    assert process.refused(start, process.idle) is None
    assert str(process.refused(start, ([True, False, False],))) == "forall_{?x : t} (go(?x) => ~x(?x))"
    assert str(process.refused(start, ([False, True, True],))) == "((sum_{?x : t} go(?x)) <= 1)"
    assert process.distance(start, ([False, False, True],)) == 0
    assert process.distance(start, ([True, True, True],)) == 1 + 2
    assert process.broken(start) is None
    assert process.broken(([True] * 3,)) is not None
    assert process.ended(start) is None
    assert str(process.ended(([False, False, True],))) == "x(c)"


def test_bounds_that_preconditions_set():
    process = simulator(
        "n : { action-fluent, int, default = 0 }; v(t) : { action-fluent, real, default = 0.0 };"
        "L(t) : { non-fluent, real, default = 1.5 };",
        "",
        "non-fluents { L(b) = 3; };",
        rest="action-preconditions { n > 0 ^ 5 > n; forall_{?x : t} (v(?x) <= L(?x) ^ -L(?x) < v(?x)); };",
    )
    bounds = process.bounds()
    assert bounds["n", 0].whole(100) == (1, 4)
    low, high = bounds["v", 1].real(100.0)
    assert (low, high) == (pytest.approx(-3), 3)
    assert low > -3
    assert bounds["v", 0].high == 1.5


def test_vectors_are_drawn_whole_whichever_entry_is_read():
    process = simulator(
        "M(t) : { non-fluent, real, default = 1.0 }; C(t, t) : { non-fluent, real, default = 0.0 };"
        "n : { state-fluent, int, default = 4 }; Q(t, t) : { non-fluent, real, default = 0.0 };"
        "v(t) : { interm-fluent, real }; k(t, t) : { interm-fluent, int };",
        "v(?x) = MultivariateNormal[?x](M(_), C(_, _)); k(?x, ?y) = Multinomial[?y](n, Q(?x, _)); n' = n;",
        "non-fluents { M(b) = 5; C(a, a) = 4; C(b, b) = 1; C(c, c) = 9;"
        " Q(a, a) = 1; Q(b, b) = 1; Q(c, a) = 0.5; Q(c, c) = 0.5; };",
    )
    # One number for each entry of v, and of each of the three rows of k.
    assert process.uniforms == 3 + 9
    step = process.step(process.start, (), [0.5, 0.5, 0.8413447460685429] + [0.5] * 6 + [0.0, 0.5, 0.5])
    v, k = step.computed
    assert v == pytest.approx([1, 5, 4])
    assert k == [4, 0, 0, 0, 4, 0, 0, 0, 4]


EXTERNAL = "M(t) : { non-fluent, real, default = 1.0 }; v(t) : { interm-fluent, real };", "v(?x) = $F[?x](M(_)) + 1;"


def test_a_function_of_the_caller_takes_and_gives_arrays():
    process = read_process(
        f"domain d {{ types {{ t : object; }}; pvariables {{ {EXTERNAL[0]} }}; cpfs {{ {EXTERNAL[1]} }}; reward = 0; }}"
    )
    instance = read_instance(OBJECTS % "non-fluents { M(b) = 5; };", process)
    made = Simulator(process, instance, externals={"F": lambda row: [10 * number for number in row]})
    assert made.step((), (), []).computed == ([11, 51, 11],)


def test_functions_of_the_caller_must_be_given():
    with pytest.raises(ModelError, match=r"the domain calls \$F, and no function of this name is given"):
        simulator(*EXTERNAL)
