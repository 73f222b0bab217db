"""Equations on SWI-Prolog: their clauses, what is computed only when it is wanted, what goes wrong."""

from __future__ import annotations

import threading
from ctypes import ArgumentError

import pytest
from reasoning.rddl.domains import simulator

from relgym.backends.base import Limits
from relgym.backends.swipl import equations as swipl_equations
from relgym.errors import BackendError, SimulationError, UnsupportedFeature
from relgym.model.rddl.equations import Equation, Equations, Function, Part
from relgym.model.rddl.expressions import Aggregate, Fluent
from relgym.model.terms import Variable
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.translate.equations.equations import equations_of
from relgym.translate.prolog.equations.lower import PrologEquationsWriter, atom_of
from relgym.translate.prolog.equations.text import LIBRARY

DOMAIN = """
domain valley {
    types { village : object; colour : {@red, @green}; };
    pvariables {
        ROAD(village, village) : { non-fluent, bool, default = false };
        COST(village) : { non-fluent, real, default = 1.5 };
        HELP : { non-fluent, real, default = 0.25 };
        lit(village) : { state-fluent, bool, default = false };
        sign : { state-fluent, colour, default = @green };
        near(village) : { interm-fluent, int };
        go(village) : { action-fluent, bool, default = false };
    };
    cpfs {
        near(?v) = sum_{?w : village} [ROAD(?v, ?w) ^ lit(?w)];
        lit'(?v) = if (go(?v)) then near(?v) > 0 else lit(?v) ^ Bernoulli(HELP * near(?v));
        sign' = switch (sign) { case @red : @green, default : @red };
    };
    reward = max_{?v : village} lit'(?v) * COST(?v);
}
"""

INSTANCE = """
instance two { domain = valley; objects { village : {a, b}; };
    non-fluents { ROAD(a, b); COST(b) = 2; }; max-nondef-actions = pos-inf; horizon = 9; }
"""

TEXT = r"""% The goals relgym_rddl:... are those of kb/prolog/rddl.pl.
% village: 1 a, 2 b
% colour: 1 @red, 2 @green

:- dynamic constant_ROAD/2.
constant_ROAD(1, 2).
:- dynamic constant_COST/2.
constant_COST(1, 1.5).
constant_COST(2, 2.0).

% step:near(?v) = sum_{?w : village} (ROAD(?v, ?w) ^ lit(?w))
step_near(V, V2, State_lit) :-
    step_near_rows(V, Rows),
    step_near_sum(Rows, 0, V3, V, State_lit),
    V2 = V3.
step_near_row2(V2, State_lit) :-
    between(1, 2, V),
    step_near(V, V2, State_lit).
step_near_all(All, State_lit) :-
    findall(V2, step_near_row2(V2, State_lit), Values),
    All =.. [v|Values].
step_near_sum([], All, All, V, State_lit).
step_near_sum([W|Rows2], Before, All, V, State_lit) :-
    (   arg(W, State_lit, 1)
    ->  After is Before + 1
    ;   After = Before
    ),
    step_near_sum(Rows2, After, All, V, State_lit).
step_near_row(W2, V) :-
    between(1, 2, W2),
    constant_ROAD(V, W2).
:- dynamic step_near_rows_known/2.
step_near_rows(V, Known) :-
    (   step_near_rows_known(V, Rows3)
    ->  true
    ;   findall(Row, step_near_row(Row, V), Rows3),
        assertz(step_near_rows_known(V, Rows3))
    ),
    Known = Rows3.

% next:lit(?v) = if (go(?v)) then (near(?v) > 0) else (lit(?v) ^ Bernoulli(HELP * near(?v)))
next_lit(V, V2, Action_go, Step_near, State_lit, Uniforms) :-
    (   arg(V, Action_go, 1)
    ->  ( arg(V, Step_near, V3), V3 > 0 -> V2 = 1 ; V2 = 0 )
    ;   (   arg(V, State_lit, 1),
            arg(V, Step_near, V4),
            V5 is (0.25 * V4),
            arg(V, Uniforms, U),
            relgym_rddl:bernoulli(V5, U, 1)
        ->  V2 = 1
        ;   V2 = 0
        )
    ).
next_lit_row(V2, Action_go, Step_near, State_lit, Uniforms) :-
    between(1, 2, V),
    next_lit(V, V2, Action_go, Step_near, State_lit, Uniforms).
next_lit_all(All, Action_go, Step_near, State_lit, Uniforms) :-
    findall(V2, next_lit_row(V2, Action_go, Step_near, State_lit, Uniforms), Values),
    All =.. [v|Values].

% next:sign = switch (sign) { case @red : @green, default : @red }
next_sign(V, State_sign) :-
    ( State_sign =:= 1 -> V = 2 ; V = 1 ).

% reward:reward = max_{?v : village} (lit'(?v) * COST(?v))
reward(V, Next_lit) :-
    reward_max(1, none, V2, Next_lit),
    V = V2.
reward_max(V3, Before, All, Next_lit) :-
    (   V3 > 2
    ->  All = Before
    ;   arg(V3, Next_lit, V4),
        constant_COST(V3, V5),
        V6 is (V4 * V5),
        ( Before == none -> After = V6 ; After is max(Before, V6) ),
        Next is V3 + 1,
        reward_max(Next, After, All, Next_lit)
    ).

% a step
ask_1(_, Reason) :-
    catch(answer_1, Error, true),
    (   var(Error)
    ->  Reason = []
    ;   relgym_rddl:reason(Error, Reason)
    ).
answer_1 :-
    relgym_rddl:given(given(Codes0, State_sign, Codes2, Uniforms)),
    State_lit =.. [v|Codes0],
    Action_go =.. [v|Codes2],
    step_near_all(Step_near, State_lit),
    next_lit_all(Next_lit, Action_go, Step_near, State_lit, Uniforms),
    next_sign(Next_sign, State_sign),
    reward(Reward, Next_lit),
    Next_lit =.. [_|Answer1],
    relgym_rddl:answered(answered(Step_near, Answer1, Next_sign, Reward)).
"""


def clauses_of(program: Equations) -> str:
    """A program as text: the items by number, the constants, the equations, and the question that is a step."""
    writer = PrologEquationsWriter(program)
    lines = [f"% The goals {LIBRARY}:... are those of kb/prolog/rddl.pl."]
    for of, items in program.types.items():
        lines.append(f"% {of}: {', '.join(f'{number} {item.name}' for number, item in enumerate(items, 1))}")
    lines += ["", *writer.facts()]
    for equation in program.equations:
        head = atom_of(equation)
        lines += ["", f"% {head} = {equation.value}", *writer.equation(equation)]
    lines += ["", "% a step"]
    lines += writer.question(1, program.of_part(Part.NEXT, Part.STEP, Part.REWARD)).clauses
    return "\n".join([*lines, ""])


def test_a_program_as_text():
    domain = read_domain(DOMAIN)
    assert clauses_of(equations_of(read_instance(INSTANCE, domain))) == TEXT


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("1 / (W(a) - 2)", "division by zero"),
        ("sqrt[W(a) - 3]", "a function is not defined for this number"),
        ("ln[W(a) - 2]", "a number is too large"),
        ("exp[W(a) * 1000]", "a number is too large"),
        ("W(a) * 1e308", "a number is too large"),
        ("gamma[W(a) - 2]", "math domain error"),
        ("hypot[W(a) * 8e307, 1e308]", "the hypotenuse of 1.6e+308 and 1e+308 is too large"),
        ("Bernoulli(W(a))", "a probability is between 0 and 1, not 2"),
        ("Normal(0, W(a) - 3)", "a variance is finite and at least 0, not -1"),
        ("(Discrete_{?x : t} (W(?x) / 2)) == a", "the sum of probabilities is 1, not 3.0"),
        ("(Discrete_{?x : t} (W(?x) - 2.5)) == a", "probabilities are at least 0, not -0.5"),
        ("(UnnormDiscrete_{?x : t} (W(?x) - 2)) == a", "the sum of weights is positive and finite, not 0"),
        ("Discrete(colour, @red : W(a) - 0.5, @green : otherwise) == @red", "sum to at most 1, not to 1.5"),
    ],
)
def test_what_cannot_be_computed_and_why(backend, expression, reason):
    """What the engine itself says; the simulator asks the default engine which value it is, and why."""
    weights = "W(t) : { non-fluent, int, default = 2 }; out : { interm-fluent, real };"
    domain = simulator(backend, weights, f"out = {expression};", types="colour : {@red, @green};")
    out = domain.program.functions["out", False]
    for _ in range(2):
        with pytest.raises(SimulationError) as found:
            domain.engine.values((out,), (), (), [0.5] * domain.uniforms)
        assert reason in str(found.value)


GUARDED = "W(t) : { non-fluent, real, default = 0 }; n : { state-fluent, int, default = 0 };"
GUARDED += "out : { interm-fluent, real };"


def test_what_rests_on_constants_alone_is_not_computed_before_it_is_wanted(backend):
    guarded = "n' = n; out = if (n > 0) then sum_{?x : t} 1 / W(?x) else n;"
    domain = simulator(backend, GUARDED, guarded)
    assert domain.step((0,), (), []).computed == (0.0,)
    with pytest.raises(SimulationError, match="division by zero"):
        domain.step((1,), (), [])
    assert domain.step((-1,), (), []).computed == (-1.0,)


@pytest.mark.parametrize("item", ["value", "known", "all", "v", "rows", "next", "before", "V2", "_", "Row"])
def test_items_may_be_called_what_clauses_call_their_own(backend, item):
    declared = "P(t, t) : { non-fluent, bool, default = true }; n(t) : { state-fluent, int, default = 1 };"
    cpf = (
        f"n'(?{item}) = (sum_{{?y : t}} P(?{item}, ?y)) + (sum_{{?y : t}} [P(?{item}, ?y) ^ n(?y) > 0])"
        f" + (max_{{?y : t}} n(?y) * (?y == ?{item})) + (exists_{{?y : t}} [P(?y, ?{item}) ^ n(?y) == 1]);"
    )
    domain = simulator(backend, declared, cpf)
    assert domain.step(([1, 2, 0],), (), []).state == ([3 + 2 + 1 + 1, 3 + 2 + 2 + 1, 3 + 2 + 0 + 1],)


def test_queries_may_come_later(backend):
    domain = simulator(backend, "lit(t) : { state-fluent, bool, default = true };", "lit'(?x) = ~lit(?x);")
    x = Variable("?x", ("t",))
    count = Function(Part.QUERY, "query", (), "int", 1)
    other = Function(Part.QUERY, "query", ("t",), "bool", 2)
    domain.engine.define([Equation(count, (), Aggregate("sum", (x,), Fluent("lit", (x,), primed=True)))])
    domain.engine.define([Equation(other, (x,), Fluent("lit", (x,)))])
    state = ([True, False, False],)
    assert domain.values((count, other), state, ()) == [2, [True, False, False]]
    assert domain.step(state, (), []).state == ([False, True, True],)


HUGE = "n : { state-fluent, int, default = 0 };"


def test_a_step_that_takes_too_long_is_stopped(backend):
    items = ", ".join(f"@s{number}" for number in range(100))
    domain = simulator(
        backend,
        HUGE,
        "n' = if (n > 0) then sum_{?w : s, ?x : s, ?y : s, ?z : s} n else 7;",
        types=f"s : {{{items}}};",
        limits=Limits(seconds=0.2),
    )
    for _ in range(2):
        with pytest.raises(BackendError, match=r"within 0.2 s"):
            domain.step((1,), (), [])
        assert domain.step((0,), (), []).state == (7,)


def test_what_is_wrong_with_a_function_of_python_comes_through(backend, monkeypatch):
    def interrupted(numbers: object) -> float:
        raise KeyboardInterrupt

    domain = simulator(backend, "r : { state-fluent, real, default = 0 };", "r' = if (r > 0) then gamma[r] else 1;")
    with monkeypatch.context() as patch:
        patch.setitem(swipl_equations.COMPUTED, "gamma", interrupted)
        with pytest.raises(KeyboardInterrupt):
            domain.step((3.0,), (), [])
    assert domain.step((3.0,), (), []).state == (2.0,)


def test_what_is_no_value_is_an_error_of_python(backend):
    domain = simulator(backend, "r : { state-fluent, real, default = 0 };", "r' = r;")
    with pytest.raises(ArgumentError, match="wrong type"):
        domain.step(("1.0",), (), [])
    assert domain.step((1.0,), (), []).state == (1.0,)


def test_threads_take_turns(backend):
    processes = [simulator(backend, "n : { state-fluent, int, default = 0 };", f"n' = n + {k};") for k in range(3)]
    found: list[list[int]] = [[] for _ in processes]

    def play(place: int) -> None:
        state = (0,)
        for _ in range(200):
            state = processes[place].step(state, (), []).state
            found[place].append(state[0])

    threads = [threading.Thread(target=play, args=(place,)) for place in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[place * (k + 1) for k in range(200)] for place in range(3)]


def test_what_is_closed_answers_nothing(backend):
    domain = simulator(backend, HUGE, "n' = n;")
    domain.close()
    domain.close()
    with pytest.raises(BackendError, match="holds no program"):
        domain.step((1,), (), [])
    engine = domain.engine
    engine.load(simulator("builtin", HUGE, "n' = n + 1;").program, {})
    assert engine.values(domain.stepped, (1,), ())[0] == 2


@pytest.mark.parametrize(
    ("cpf", "what"), [("Dirichlet[?x](W(_))", "distributions of vectors"), ("$f[?x](W(_))", "functions of the caller")]
)
def test_what_it_does_not_carry(backend, cpf, what):
    declared = "W(t) : { non-fluent, real, default = 1 }; out(t) : { interm-fluent, real };"
    with pytest.raises(UnsupportedFeature, match=f"does not support: {what}"):
        simulator(backend, declared, f"out(?x) = {cpf};", externals={"f": list})
