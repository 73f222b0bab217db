"""Equations as texts that SWI-Prolog, clingo and Python run as they stand: the values that the simulator finds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from translate.printed import answer, needs_swipl, swipl

from relgym.catalogue.domains import catalogue, spec
from relgym.model.rddl.equations import Function, label
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.runtime.scope import scope_of
from relgym.translate.asp.equations.items import Items, NamedItems
from relgym.translate.asp.equations.listing import translate_asp_equations
from relgym.translate.asp.equations.lower import EquationRules
from relgym.translate.prolog.equations.listing import translate_prolog_equations
from relgym.translate.prolog.equations.names import EquationNames
from relgym.translate.python_equations.listing import translate_python_equations

NAMES = [own.name for own in catalogue("rddl")]

HOSTILE = """\
domain is {
    types { not : object; mood : {@low, @A}; };
    pvariables {
        a-b(not, not) : { non-fluent, bool, default = false };
        a_b(not)   : { state-fluent, bool, default = false };
        X          : { state-fluent, mood, default = @low };
        reward-of  : { state-fluent, int, default = -3 };
        halt(mood) : { interm-fluent, real };
        value      : { interm-fluent, not };
        step(not)  : { action-fluent, bool, default = false };
    };
    cpfs {
        a_b'(?X) = a_b(?X) ~= step(?X) | exists_{?x : not} a-b(?x, ?X);
        X' = if (value == $UP) then @A else Discrete(mood, @low : 0.25, @A : 0.75);
        reward-of' = reward-of - 1 + Bernoulli(0.5);
        halt(?m) = reward-of / 4 + (?m == @A);
        value = argmax_{?n : not} (step(?n) + a_b(?n) / 2);
    };
    reward = halt(@A) - (sum_{?n : not} step(?n));
    action-preconditions { (sum_{?n : not} step(?n)) <= 1; forall_{?n : not} step(?n) => a_b(?n); };
    state-invariants { reward-of > -10; };
    termination { reward-of == -8; };
}
"""

UP = """\
instance up { domain = is; objects { not : {UP, down-1, v}; };
  non-fluents { a-b(UP, v); }; init-state { a_b(down-1); }; horizon = 9; discount = 1; }
"""


def hostile() -> Dynamics:
    model = read_domain(HOSTILE.replace("$", ""))
    return Dynamics(read_instance(UP, model))


def of_catalogue(name: str) -> Dynamics:
    own = spec(name)
    model = read_domain(own.domain)
    return Dynamics(read_instance(own.problems("train")[0], model))


class Asked:
    """A state some steps on, an action that may be taken there, and the numbers that decide what is drawn."""

    def __init__(self, simulator: Dynamics, steps: int = 3) -> None:
        draw = Random(5)
        self.dynamics, self.program = simulator, simulator.program
        reasoner = RDDLReasoner(simulator.layout.instance)
        self.state, self.action = simulator.start, simulator.idle
        self.uniforms = [draw.random() for _ in range(simulator.uniforms)]
        for _ in range(steps):
            self.action = self._allowed(reasoner, draw)
            drawn = [draw.random() for _ in range(simulator.uniforms)]
            self.state = simulator.step(self.state, self.action, drawn).state
        self.action = self._allowed(reasoner, draw)

    def _allowed(self, reasoner: RDDLReasoner, draw: Random) -> Any:
        """An action with one value changed, if one may be."""
        found = [
            values
            for name, cell in reasoner.actions.items()
            for values in [reasoner.action_values.values({name: cell.plain(draw.choice([*map(int, cell.range())]))})]
            if reasoner.conditions.allows(self.state, values)
        ]
        return draw.choice(found) if found else self.dynamics.idle

    def values(self) -> dict[Function, list[Any]]:
        """All values of all functions that are computed."""
        functions = [equation.function for equation in self.program.equations]
        found = self.dynamics.values(functions, self.state, self.action, self.uniforms)
        return {
            f: several if isinstance(several, list) else [several] for f, several in zip(functions, found, strict=True)
        }


def items(asked: Asked, function: Function, readable: bool, first: int) -> list[list[str]]:
    """The rows of a function as texts; `first` is the number of the first item."""
    rows = product(*(enumerate(asked.program.types[of], first) for of in function.parameters))
    return [[label(item) if readable else str(number) for number, item in row] for row in rows]


def shown(asked: Asked, function: Function, value: Any, readable: bool, first: int) -> str:
    """A value as a text has it."""
    if function.range in asked.program.types:
        item = asked.program.types[function.range][value]
        return label(item) if readable else str(value + first)
    return str(bool(value)).lower() if function.range == "bool" else repr(value)


def ran(command: list[str], path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([*command, str(path)], capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.stderr == ""
    return done.stdout


# Prolog


def check_prolog(asked: Asked, readable: bool, folder: Path) -> None:
    text = translate_prolog_equations(asked.program, asked.state, asked.action, asked.uniforms, readable)
    goal = "forall(value(N, I, V), (atomic_list_concat([N|I], ' ', T), format('~w = ~w~n', [T, V])))"
    found = "\n".join(swipl(text, goal, folder))
    names = EquationNames(asked.program, plain=True)
    expected = {
        " ".join([names.predicate(function), *row]): shown(asked, function, value, readable, 1)
        for function, several in asked.values().items()
        for row, value in zip(items(asked, function, readable, 1), several, strict=True)
    }
    lines = dict(line.split(" = ") for line in found.splitlines())
    assert lines.keys() == expected.keys()
    for name, value in expected.items():
        if lines[name] != value:
            assert float(lines[name]) == pytest.approx(float(value), rel=1e-12), name


@needs_swipl
@pytest.mark.parametrize(("name", "readable"), [*((name, True) for name in NAMES), ("elevators", False)])
def test_prolog(name: str, readable: bool, tmp_path: Path) -> None:
    for steps in (0, 3):
        check_prolog(Asked(of_catalogue(name), steps), readable, tmp_path)


@needs_swipl
@pytest.mark.parametrize("readable", [True, False])
def test_prolog_with_hostile_names(readable: bool, tmp_path: Path) -> None:
    check_prolog(Asked(hostile()), readable, tmp_path)


@needs_swipl
def test_what_is_missing_in_prolog_can_be_added(tmp_path: Path) -> None:
    domain = """domain d { types { t : object; }; pvariables { r : { state-fluent, real, default = 1.0 }; };
        cpfs { r' = r + (sum_{?x : t, ?y : t} pinverse[row=?x, col=?y][(?x == ?y) * 2]); }; }"""
    made = Dynamics(read_instance("instance i { domain = d; objects { t : {a}; }; }", read_domain(domain)))
    text = translate_prolog_equations(made.program, made.start, made.idle)
    goal = "value(next_r, [], V), print(V), nl"
    path = tmp_path / "program.pl"
    path.write_text(text)
    done = subprocess.run(["swipl", "-g", goal, "-t", "halt", str(path)], capture_output=True, text=True, check=False)
    assert "pinverse of [1,1,1,2] has no value here: a clause of computed/3 may be added" in done.stderr
    added = "computed(pinverse, [1, 1, 1, X], Y) :- !, Y is 1 / X.\n"
    whole = text.replace("computed(Function, Arguments, _) :-", f"{added}computed(Function, Arguments, _) :-")
    assert float(ran(["swipl", "-g", goal, "-t", "halt"], path, whole)) == 1.5


@needs_swipl
def test_prolog_draws_anew(tmp_path: Path) -> None:
    simulator = of_catalogue("game-of-life")
    text = translate_prolog_equations(simulator.program, simulator.start, simulator.idle)
    # A draw changes the grid with probability 0.14 or so: that 500 of them are equal has probability 1e-32.
    goal = "forall(between(1, 500, _), (draw, findall(V, value(_, _, V), Vs), print(Vs), nl))"
    lines = ran(["swipl", "-g", goal, "-t", "halt"], tmp_path / "program.pl", text).splitlines()
    assert len(lines) == 500
    assert len(set(lines)) > 1


@needs_swipl
def test_prolog_says_what_may_be_asked_and_decided(tmp_path: Path) -> None:
    """The questions of the header, another action, and numbers for the draws, at the prompt."""
    asked = Asked(of_catalogue("elevators"), steps=2)
    text = translate_prolog_equations(asked.program, asked.dynamics.start, asked.dynamics.idle)
    questions = [found.rstrip(".") for found in re.findall(r"^%   \?- (.*?\.) +%", text, re.MULTILINE)]
    assert {"allowed", "reward(Value)", "next_at(Lift, Floor)"} <= {*questions}
    asks = ", ".join(f"forall({question}, true)" for question in questions)
    assert "% 0 to 3: Bernoulli(UP-CHANCE(?f)) in waiting-up' in the next state, one for each ?f : floor" in text
    decide = "draw(1, 0.12), draw(2, 0.5), assertz('open-down'(lift1))"
    shown = "forall('next_waiting-up'(F), writeln(F)), ( next_shut(lift1) -> writeln(shut) ; writeln(open) )"
    lines = swipl(text, f"{asks}, {decide}, draw(0, 0.9), draw(3, 0.9), {shown}", tmp_path)
    assert lines == ["floor2", "open"]


# clingo


def check_asp(asked: Asked, readable: bool, folder: Path) -> None:
    text = translate_asp_equations(asked.program, asked.state, asked.action, asked.uniforms, readable)
    script = ["--enable-python"] if "#script" in text else []
    atoms = {tuple(re.findall(r'"[^"]*"|[^(),]+', atom)) for atom in answer(text, folder, *script)}
    named = NamedItems() if readable else Items()
    rules = EquationRules(asked.program, named)
    for equation in asked.program.equations:
        rules.add(equation)
    met = set()
    for function, several in asked.values().items():
        name = rules.builder.predicate(function).name
        rows = product(*(enumerate(asked.program.types[of]) for of in function.parameters))
        for row, value in zip(rows, several, strict=True):
            head = name, *(named.term(item.name, number) for number, item in row)
            if function.range == "bool":
                assert (head in atoms) == bool(value)
                met |= {head} & atoms
                continue
            [atom] = [atom for atom in atoms if atom[:-1] == head]
            met.add(atom)
            if function.range in asked.program.types:
                assert atom[-1] == named.term(asked.program.types[function.range][value].name, value)
            else:
                assert float(atom[-1].strip('"')) == pytest.approx(value, rel=1e-12)
    assert met == atoms


@pytest.mark.parametrize(("name", "readable"), [*((name, True) for name in NAMES), ("elevators", False)])
def test_asp(name: str, readable: bool, tmp_path: Path) -> None:
    for steps in (0, 3):
        check_asp(Asked(of_catalogue(name), steps), readable, tmp_path)


@pytest.mark.parametrize("readable", [True, False])
def test_asp_with_hostile_names(readable: bool, tmp_path: Path) -> None:
    check_asp(Asked(hostile()), readable, tmp_path)


def test_asp_keeps_the_numbers_of_named_items_under_long_conditions(tmp_path: Path) -> None:
    """A list over two items whose entries stand under more conditions than a clause repeats."""
    fluents = "".join(f"f{n}(t) : {{ state-fluent, bool, default = true }};" for n in range(8))
    held = " ^ ".join(f"f{n}({'?x' if n % 2 else '?y'})" for n in range(8))
    kept = "".join(f"f{n}'(?x) = f{n}(?x); " for n in range(8))
    model = read_domain(
        f"domain d {{ types {{ t : object; }}; pvariables {{ {fluents} r : {{ state-fluent, real, default = 0.0 }}; }};"
        f" cpfs {{ {kept}"
        f" r' = prod_{{?x : t, ?y : t}} (if ({held}) then 0.5 else 1.5); }}; }}"
    )
    text = "instance i { domain = d; objects { t : {a, b}; }; init-state { ~f1(a); ~f2(b); }; }"
    check_asp(Asked(Dynamics(read_instance(text, model)), steps=0), True, tmp_path)


def test_asp_draws_anew_in_each_run(tmp_path: Path) -> None:
    model = read_domain(
        "domain d { types { t : object; }; pvariables { on(t) : { state-fluent, bool, default = false }; };"
        " cpfs { on'(?x) = Bernoulli(0.5); }; }"
    )
    # Two runs draw the same with a probability of 2 to the power of -60.
    coins = ", ".join(f"c{n}" for n in range(60))
    simulator = Dynamics(read_instance(f"instance i {{ domain = d; objects {{ t : {{{coins}}}; }}; }}", model))
    text = translate_asp_equations(simulator.program, simulator.start, simulator.idle)
    command = [sys.executable, "-m", "clingo", "--outf=2", "--enable-python"]
    calls = [json.loads(ran(command, tmp_path / "program.lp", text))["Call"] for _ in range(2)]
    first, second = (call[0]["Witnesses"][0]["Value"] for call in calls)
    assert first != second


# Python


def check_python(asked: Asked, folder: Path) -> None:
    text = translate_python_equations(asked.program, scope_of({}), asked.state, asked.action, asked.uniforms)
    found = dict(line.split(" = ") for line in ran([sys.executable], folder / "program.py", text).splitlines())
    expected = {
        str(function): str(several if function.parameters else several[0])
        for function, several in asked.values().items()
    }
    assert found == expected


@pytest.mark.parametrize("name", NAMES)
def test_python(name: str, tmp_path: Path) -> None:
    check_python(Asked(of_catalogue(name)), tmp_path)


def test_python_with_hostile_names(tmp_path: Path) -> None:
    check_python(Asked(hostile()), tmp_path)


def test_python_says_which_functions_are_missing() -> None:
    domain = """domain d { types { t : object; };
        pvariables { level(t) : { state-fluent, real, default = 1.0 }; };
        cpfs { level'(?x) = $double[?x](level(_)); }; }"""
    model = read_domain(domain)
    simulator = Dynamics(
        read_instance("instance i { domain = d; objects { t : {a, b}; }; }", model),
        externals={"double": lambda level: [2 * number for number in level]},
    )
    text = translate_python_equations(simulator.program, scope_of({}), simulator.start, simulator.idle)
    assert "# Missing are functions of the caller, to be given to scope_of: double." in text
    shown: list[str] = []
    given = text.replace("scope_of({})", "scope_of({'double': lambda level: [2 * n for n in level]})")
    exec(given, {"print": shown.append})
    assert shown == ["next:level = [2.0, 2.0]", "reward:reward = 0.0"]
