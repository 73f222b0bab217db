"""Equations as a text for clingo, which its own command runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from backends.networks import SUMMED, SUMS, network
from reasoning.rddl.domains import simulator

from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.translate.asp.equations.listing import translate_asp_equations


@pytest.fixture(params=["clingo"])
def backend(backend: str) -> str:
    """Only this engine."""
    return backend


CALLS = """
def call_1(a0, a1):
    return term(Bernoulli_((0.2 * value(a0)), u[value(a1)]))


def call_2(a0):
    return term(discrete_(completed_([0.5, 0], 1), u[2]))


def call_3(a0, a1):
    return term((value(a0) / value(a1)))


def call_4(a0):
    return term(real(sum(listed(a0))))
#end.

"""

CLAUSES = """% --- what never changes ---
host(a). host(b).
number_of_host(a,0). number_of_host(b,1).
number_of_mood(calm,0). number_of_mood("Busy",1).
link(a,b). link(b,a).
risk("0.2").

% --- state ---
% up(Host), mood(Value)
up(a). up(b).
mood(calm).

% --- action ---
% boot(Host)
boot(b).

% --- equations ---
% load(?h) = sum_{?g : host} (LINK(?h, ?g) ^ up(?g))
sum(H,V) :- host(H), V = #count{ G : link(H,G), up(G) }.
load(H,V_2) :- sum(H,V_2).
% up'(?h) = if (boot(?h)) then exists_{?g : host} (up(?g) ^ (?g ~= ?h)) else (up(?h) ^ Bernoulli(RISK * load(?h)))
next_up(H) :- boot(H), up(G), G != H.
given(H,V,0+N) :- not boot(H), load(H,V), number_of_host(H,N).
draw(H) :- given(H,A,A_2), 1 = @call_1(A,A_2).
next_up(H) :- not boot(H), up(H), draw(H).
% mood' = switch (mood) { case @calm : @Busy, default : Discrete(mood, @calm : 0.5, @Busy : otherwise) }
next_mood("Busy") :- mood(calm).
given_2(0) :- not mood(calm).
draw_2(I) :- given_2(A), V = @call_2(A), number_of_mood(I,V).
next_mood(V_2) :- not mood(calm), draw_2(V_2).
% reward = sum_{?h : host} (up'(?h) / (1 + load(?h)))
value(H,1) :- number_of_host(H,N), next_up(H).
value(H,0) :- number_of_host(H,N), not next_up(H).
given_3(H,V,(1+V_2)) :- number_of_host(H,N), value(H,V), load(H,V_2).
value_2(H,V_3) :- given_3(H,A,A_2), V_3 = @call_3(A,A_2).
item(N,V_4) :- number_of_host(H,N), value_2(H,V_4).
list(0,0).
list(N_2+1,L_2) :- list(N_2,L), item(N_2,V_5), L_2 = @pair(L,V_5).
given_4(L_3) :- list(2,L_3).
value_3(V_6) :- given_4(A_3), V_6 = @call_4(A_3).
reward(V_7) :- value_3(V_7).
% action precondition 1: forall_{?h : host} (boot(?h) => ~up(?h))
exists :- boot(H), up(H).
precondition_1 :- not exists.

% --- what may have no clauses ---
#defined boot/1.
#defined host/1.
#defined link/2.
#defined mood/1.
#defined number_of_host/2.
#defined number_of_mood/2.
#defined risk/1.
#defined up/1.

% --- what is shown ---
#show.
#show load/2.
#show next_up/1.
#show next_mood/1.
#show reward/1.
#show precondition_1/0.
"""


def answer(text: str, folder: Path) -> set[str]:
    """The only answer set of a text, as clingo's own command shows it; it must not warn."""
    file = folder / "text.lp"
    file.write_text(text)
    command = [sys.executable, "-m", "clingo", "--enable-python", str(file), "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
    assert done.stderr == ""
    assert re.search(r"Models +: 1\n", done.stdout), done.stdout
    return set(done.stdout.split("Answer: 1")[1].splitlines()[1].split())


def test_the_text_is_the_program(backend):
    made = network(backend)
    text = translate_asp_equations(made.program, made.start, ([False, True],), [0.5] * 3)
    assert text.endswith(CALLS.removeprefix("\n") + CLAUSES)


def test_without_numbers_a_text_draws_anew(backend):
    made = network(backend)
    text = translate_asp_equations(made.program, made.start, made.idle)
    assert "from random import random" in text
    assert "u = [random() for _ in range(3)]" in text


@pytest.mark.parametrize("uniform", [0.1, 0.6])
@pytest.mark.parametrize("mood", [0, 1])
def test_clingo_runs_the_text(backend, uniform, mood, tmp_path):
    made = network(backend)
    state, action = ([True, True], mood), ([False, True],)
    text = translate_asp_equations(made.program, state, action, [uniform] * 3)
    (up, mood), (load,), reward = (lambda step: (step.state, step.computed, step.reward))(
        made.step(state, action, [uniform] * 3)
    )
    expected = {f"next_up({host})" for host, holds in zip("ab", up, strict=True) if holds}
    expected |= {f"load({host},{number})" for host, number in zip("ab", load, strict=True)}
    expected |= {f"next_mood({('calm', chr(34) + 'Busy' + chr(34))[mood]})", f'reward("{reward}")'}
    assert answer(text, tmp_path) == expected
    numbers = translate_asp_equations(made.program, state, action, [uniform] * 3, names=False)
    plain = {line.replace("(a", "(0").replace("(b", "(1") for line in expected if "mood" not in line}
    assert answer(numbers, tmp_path) == {*plain, f"next_mood({mood})"}


HOSTILE = """
domain d { types { t : object; Not : {@not, @t, @B, @V}; };
    pvariables {
        a-b(t) : { state-fluent, bool, default = true }; a_b(t) : { state-fluent, bool, default = false };
        X : { state-fluent, int, default = 1 }; _ : { state-fluent, Not, default = @t };
        not : { interm-fluent, bool }; reward : { interm-fluent, int }; count(Not) : { interm-fluent, int };
        r(t) : { interm-fluent, t }; answer : { interm-fluent, bool };
        call_1 : { action-fluent, bool, default = false };
    };
    cpfs {
        not = X == 1 ^ call_1; a-b'(?X) = a_b(?X); a_b'(?V) = a-b(?V) ^ not; reward = X * 3 + not;
        _' = if (not) then @B else _; X' = reward + (sum_{?N : Not} count(?N)); count(?N) = (?N == _) * 5;
        r(?_) = argmax_{?t : t} (?t == ?_); answer = answer_of(t1);
    };
}
"""


@pytest.mark.parametrize("readable", [False, True])
def test_hostile_names(backend, readable, tmp_path):
    domain = read_domain(HOSTILE.replace("answer_of(t1)", "exists_{?x : t} a-b(?x) <=> a_b(?x)"))
    text = "instance i { domain = d; objects { t : {not, b-1, b_1, Xx}; }; init-state { ~a-b(b_1); a_b(Xx); }; }"
    instance = read_instance(text, domain)
    made = Dynamics(instance, backend)
    expected = Dynamics(instance)
    assert made.step(made.start, (True,), []) == expected.step(made.start, (True,), [])
    shown = answer(translate_asp_equations(made.program, made.start, (True,), names=readable), tmp_path)
    assert {"next_X(9)", "p_not", "answer", "reward(4)"} <= shown
    items = ('"not"', '"b-1"', "b_1", '"Xx"') if readable else range(4)
    assert {atom for atom in shown if atom.startswith("r(")} == {f"r({item},{item})" for item in items}
    assert ('next("B")' if readable else "next(2)") in shown


@pytest.mark.parametrize("readable", [False, True])
@pytest.mark.parametrize(
    "value",
    [
        "sum_{?x : t, ?y : t} P(?z, ?y) * f(?x) * r(?x)",
        "sum_{?y : t} r(?y) * true",
        "det_{?x : t, ?y : t} ((?x == ?y) * 2 + P(?x, ?y))",
        "sum_{?y : t} inverse[row=?y, col=?z][(?y == ?z) * 2 + P(?y, ?z)]",
    ],
)
def test_lists_in_a_text(backend, value, readable, tmp_path):
    made = simulator(backend, SUMS, f"f'(?z) = f(?z); r'(?z) = r(?z); n' = n; out(?z) = {value};", SUMMED)
    [found] = made.step(made.start, (), []).computed
    shown = answer(translate_asp_equations(made.program, made.start, (), [], readable), tmp_path)
    rows = "abc" if readable else range(3)
    expected = {f'out({row},"{number!r}")' for row, number in zip(rows, found, strict=True)}
    assert {atom for atom in shown if atom.startswith("out")} == expected
