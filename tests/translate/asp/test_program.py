"""ASP programs: safe rules, names that stay apart, and texts that clingo runs as they stand."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from backends.programs import (
    World,
    X,
    Y,
    Z,
    anything,
    arithmetic,
    derived,
    either,
    fluent,
    kind,
    number,
    rule,
    some,
    static,
    where,
    without,
)

from relgym.errors import BackendError, UnsupportedFeature
from relgym.model.program import Literal, Role, Rule, Symbol, Without, variables_of
from relgym.model.terms import Object, Variable
from relgym.translate.asp.listing import translate_asp
from relgym.translate.asp.names import AspNames
from relgym.translate.asp.program import AspWriter
from relgym.translate.asp.rules import SafeRules
from relgym.tuning.clingo import LISTED_LITERALS

on, clear, wet, road = fluent("on", 2), fluent("clear", 1), fluent("wet", 0), static("road", 2)
above, loose, yes, can = derived("above", 2), derived("loose", 1), derived("yes", 0), derived("can", 2)
OBJECTS = (Object("a"), Object("b"), Object("c"))

HOSTILE = [
    "a-b",
    "a_b",
    "1st",
    "is",
    "not",
    "_",
    "A",
    "äöü",
    "日本",
    'say"so"',
    "back\\slash",
    "#show",
    "%",
    "a b",
    "'",
]


def safe(*rules: Rule) -> tuple[Rule, ...]:
    return SafeRules(World("a b c", rules, fluents=[on, clear, wet]).program).safe(rules)


def clauses(*rules: Rule) -> list[str]:
    writer = AspWriter(OBJECTS, AspNames(OBJECTS))
    return [writer.rule(item) for item in safe(*rules)]


def run(program: str, folder: Path) -> set[str]:
    """The atoms that clingo shows of the only answer set; it may find nothing to remark."""
    path = folder / "program.lp"
    path.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "clingo", str(path), "0", "--outf=2"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.stderr == ""
    [call] = json.loads(done.stdout)["Call"]
    [answer] = call["Witnesses"]
    return set(answer["Value"])


# Clauses


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (rule(yes()), ["yes."]),
        (rule(above(X, Y), on(X, Y), road("a", "b")), ["above(X,Y) :- on(X,Y), road(a,b)."]),
        (rule(loose(X), clear(X), without(on(X, "c"))), ["loose(X) :- clear(X), not on(X,c)."]),
        (rule(above(X, Y), on(X, Y), where(X, "!=", Y)), ["above(X,Y) :- on(X,Y), X != Y."]),
        (rule(above(X, Y), on(X, Y), without(where(X, "=", Y))), ["above(X,Y) :- on(X,Y), X != Y."]),
        (
            rule(loose(X), clear(X), without(on(X, Y))),
            [
                "aux_negated_in_loose(X) :- clear(X), on(X,Y).",
                "loose(X) :- clear(X), not aux_negated_in_loose(X).",
            ],
        ),
        (
            rule(yes(), either(wet(), (on(X, Y), clear(X)))),
            [
                "aux_yes_part :- wet.",
                "aux_yes_part :- on(X,Y), clear(X).",
                "yes :- aux_yes_part.",
            ],
        ),
        (
            rule(loose(X), clear(X), where(number("fuel", X), "=", arithmetic("-", 2, arithmetic("-", number("n"))))),
            ["loose(X) :- clear(X), fuel(X,N), n(N_2), (N,) <= ((2 - (-N_2)),), (N,) >= ((2 - (-N_2)),)."],
        ),
        (
            rule(loose(X), clear(X), without(where(number("fuel", X), "<", number("fuel", X)))),
            [
                "aux_negated_in_loose(X) :- clear(X), fuel(X,N), (N,) < (N,).",
                "loose(X) :- clear(X), not aux_negated_in_loose(X).",
            ],
        ),
    ],
)
def test_clauses(item, expected):
    assert clauses(item) == expected


def test_what_is_asked_with_arguments_waits_for_them():
    moved = Symbol(Role.CONDITION, "move", 2, 0)
    assert clauses(rule(Literal(moved, (X, Y)), without(on(X, Y)), bound=2)) == [
        "when_move_1(X,Y) :- aux_asked_move(X,Y), not on(X,Y)."
    ]


def test_timed_symbols_have_the_state_as_last_argument():
    writer = AspWriter(OBJECTS, AspNames(OBJECTS, coded=True, wrapped=False), timed=lambda thing: thing != road.symbol)
    assert (
        writer.rule(rule(above(X, Y), on(X, Y), road(X, "c"), wet())) == "above(X,Y,t) :- on(X,Y,t), road(X,2), wet(t)."
    )


def test_every_variable_of_a_watched_rule_is_watched():
    writer = AspWriter(OBJECTS, AspNames(OBJECTS, coded=True, wrapped=False), watched=lambda _: True)
    assert writer.rule(rule(loose(X), on(X, Y))) == "loose(X) :- on(X,Y), 0 = @watch(X), 0 = @watch(Y)."


# Safety


def bound_by_literals(item: Rule) -> bool:
    positive = [goal for goal in item.body if isinstance(goal, Literal)]
    everything = [item.head, *item.body]
    return set().union(*map(variables_of, everything)) <= set().union(*map(variables_of, positive))


NESTED = [
    rule(can(X, Y), anything(X), anything(Y), without(clear(Z), either(on(X, Z), where(Y, "=", Z), without(on(Z, Y))))),
    rule(can(X, Y), clear(X), without(clear(Y)), bound=2),
    rule(can(X, Y), either(where(X, "=", Y), (), clear(Y)), bound=2),
    rule(loose(X), anything(X), without(on(X, Y), without(on(Y, X), some(on(Z, Y), without(on(Z, X)))))),
    rule(yes(), without(anything(X), without(on(X, X)))),
    rule(loose(X), anything(X), without(where(number("fuel", X), ">", 3))),
]


@pytest.mark.parametrize("item", NESTED)
def test_every_variable_is_bound_by_a_positive_literal(item):
    assert all(bound_by_literals(found) for found in safe(item))


def test_recursion_is_not_made_to_depend_on_its_own_negation():
    """What an auxiliary rule is called with must not come from a literal of the same component."""
    rules = [rule(loose(X), clear(X)), rule(loose(Y), loose(X), anything(Y), without(on(X, Z), where(Z, "!=", Y)))]
    found = safe(*rules)
    auxiliary = [item for item in found if item.head.symbol.role is Role.AUX]
    assert auxiliary
    assert all(
        loose.symbol not in [goal.symbol for goal in item.body if isinstance(goal, Literal)] for item in auxiliary
    )


def test_auxiliaries_of_the_program_and_of_its_nested_bodies_stay_apart():
    """Both are named after the symbol that they serve and numbered from 0."""
    own = Symbol(Role.AUX, str(loose.symbol), 1, 0)
    rules = [
        rule(loose(X), clear(X), Literal(own, (X,)), either(wet(), on(X, X))),
        rule(Literal(own, (X,)), on(X, Y), loose(Y)),
    ]
    heads = {item.head.symbol for item in safe(*rules)}
    assert len(heads) == 3


def test_a_long_list_of_ground_literals_becomes_facts():
    names = [f"n{place}" for place in range(LISTED_LITERALS)]
    world = World(" ".join(names), [rule(yes(), wet(), *(clear(name) for name in names))], fluents=[clear, wet])
    rules = SafeRules(world.program)
    missing, found = rules.safe(world.program.rules)
    assert len(missing.body) == 2
    assert found.body == (wet(), Without((missing.head,)))
    assert rules.facts[missing.body[0].symbol] == {(place,) for place in range(LISTED_LITERALS)}


# Names


def test_different_things_are_called_differently():
    roles = [role for role in Role if role is not Role.GOAL]
    things = [Symbol(role, name, 1) for role in roles for name in (*HOSTILE, "p", "type_p", "p_p", "value_p", "goal")]
    things += [Symbol(Role.CONDITION, name, 1, index) for name in ("p", "p_1") for index in (1, 2)]
    things += [(name, 1) for name in (*HOSTILE, "p", "p_2")]
    for wrapped in (True, False):
        names = AspNames((), wrapped=wrapped)
        assert len({names.atom(thing, []) for thing in things}) == len(things)
        assert "goal" not in {names.atom(thing, []) for thing in things}
        # What relgym adds for the engine has one.
        assert not any("'" in names.predicate(thing) for thing in things)
        assert names.predicate(Symbol(Role.GOAL, "goal", 0)) == "goal"


def test_objects_and_variables_are_called_differently():
    words = AspNames([Object(name) for name in HOSTILE])
    assert len({words.object(place) for place in range(len(HOSTILE))}) == len(HOSTILE)
    variables = [Variable(f"?{name}") for name in (*HOSTILE, "x", "X", "n", "N")]
    assert len(set(words.variables(variables).values())) == len(variables)


@pytest.mark.parametrize("names", [True, False])
def test_hostile_names_run(names, tmp_path):
    """Predicates, types, functions, variables and objects of every name, in one program."""
    rules = []
    for name in HOSTILE:
        variable = Variable(f"?{name}")
        goals = [kind(name)(variable), static(name, 1)(variable), where(number(name, variable), ">", 0)]
        rules.append(rule(derived(f"seen {name}", 1)(variable), *goals, without(clear(variable))))
    objects = [name.replace(" ", "") for name in HOSTILE]
    facts = {symbol: f"{objects[0]}, {objects[1]}" for name in HOSTILE for symbol in (static(name, 1), kind(name))}
    world = World(" ".join(objects), rules, facts, [clear])
    constants = {(name, (place,)): 1 for name in HOSTILE for place in (0, 1)}
    program = replace(world.program, constants=constants)
    shown = run(translate_asp(program, world.state(f"clear {objects[0]}"), names=names), tmp_path)
    assert len(shown) == len(HOSTILE)
    assert {atom.partition("(")[2] for atom in shown} == {"a_b)" if names else "1)"}


# Whole programs


def test_conditions_are_asked_of_what_can_be_done(tmp_path):
    lift, condition = Symbol(Role.APPLICABLE, "lift", 1), Symbol(Role.CONDITION, "lift", 2, 0)
    rules = [rule(Literal(lift, (X,)), clear(X)), rule(Literal(condition, (X, Y)), on(X, Y), bound=1)]
    world = World("a b c", rules, fluents=[on, clear])
    text = translate_asp(world.program, world.state("clear a, on a b, on b c"))
    assert run(text, tmp_path) == {"applicable(lift(a))"}
    assert run(text + "#show when_lift_1/2.", tmp_path) == {"applicable(lift(a))", "when_lift_1(a,b)"}


def test_a_program_without_state_is_that_of_the_empty_one(tmp_path):
    world = World("a b", [rule(loose(X), anything(X), without(clear(X)), without(above(X, X)))], fluents=[clear])
    assert run(translate_asp(world.program), tmp_path) == {"loose(a)", "loose(b)"}
    assert run(translate_asp(World("").program), tmp_path) == set()


def test_a_text_is_the_same_each_time():
    world = World("a b c", NESTED, facts={road: "a b"}, fluents=[on, clear])
    assert translate_asp(world.program) == translate_asp(
        World("a b c", NESTED, facts={road: "a b"}, fluents=[on, clear]).program
    )


def test_the_header_tells_how_to_run_the_text():
    assert "clingo FILE" in translate_asp(World("a").program)


def test_numbers_that_clingo_cannot_hold_are_refused():
    world = World("a", [rule(yes(), where(number("n"), ">", 2**31))], functions="n/0")
    with pytest.raises(UnsupportedFeature, match="2147483648"):
        translate_asp(world.program)
    world = World("a", [rule(yes(), where(arithmetic("*", number("n"), 2), ">", 1))], functions="n/0")
    with pytest.raises(BackendError, match="4294967294"):
        translate_asp(world.program, world.state(n=2**31 - 1))
