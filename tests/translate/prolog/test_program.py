"""Prolog text: readable, complete, and the same rules that the engine runs."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from fractions import Fraction
from time import process_time

import pytest
from backends.programs import (
    Name,
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
from translate.printed import needs_swipl

from relgym.model.numeric import Number
from relgym.model.program import Literal, Role, Rule, Symbol
from relgym.model.terms import Object, Variable
from relgym.translate.prolog.clauses import PrologWriter
from relgym.translate.prolog.equations.names import Variables
from relgym.translate.prolog.listing import translate_prolog
from relgym.translate.prolog.names import PrologNames

HOSTILE = ["a-b", "a_b", "1st", "is", "not", "_", "A", "über", "it's", "back\\slash", "[]", "x y", "日本", "\u200b"]


def run(text: str, *questions: str, tmp_path) -> list[list[str]]:
    """The text in swipl as it stands: for each question `Term:Goal` all terms, sorted; no word on stderr."""
    file = tmp_path / "task.pl"
    file.write_text(text, encoding="utf-8")
    goals = ", ".join(
        f"forall(distinct({term}, ({goal})), (writeq({term}), nl)), writeln(end)"
        for term, goal in (question.split(":", 1) for question in questions)
    )
    done = subprocess.run(
        ["swipl", "-g", goals, "-t", "halt", str(file)],
        capture_output=True,
        encoding="utf-8",
        env={"LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"},
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return [sorted(part.split("\n")[:-1]) for part in done.stdout.replace("end\n", "end").split("end")[:-1]]


def clause(item: Rule) -> str:
    program = World("a b-c", [item], fluents=[on, wet]).program
    return PrologWriter(program.objects, PrologNames(program)).rule(item)


on, wet, road, far = fluent("on", 2), fluent("wet", 0), static("road", 2), derived("far", 2)


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (rule(wet()), "wet."),
        (rule(far(X, Y), on(X, Y), road("a", "b-c")), "far(X, Y) :- on(X, Y), road(a, 'b-c')."),
        (rule(far(X, Y), on(X, Y), without(on(Y, X))), r"far(X, Y) :- on(X, Y), \+ on(Y, X)."),
        (
            rule(wet(), without(on(X, Y), without(road(X, Y), road(Y, X)))),
            r"wet :- \+ (on(X, Y), \+ (road(X, Y), road(Y, X))).",
        ),
        (rule(wet(), some(on(X, Y), on(Y, X))), r"wet :- \+ \+ (on(X, Y), on(Y, X))."),
        (
            rule(wet(), either(on(X, Y), (on(Y, X), wet()))),
            "wet :- ( on(X, Y) -> true ; on(Y, X), wet -> true ).",
        ),
        (rule(wet(), either(), without()), r"wet :- fail, \+ (true)."),
        (
            rule(far(X, Y), on(X, Y), where(X, "!=", Y), where(Y, "=", "b-c")),
            r"far(X, Y) :- on(X, Y), X \== Y, Y == 'b-c'.",
        ),
        (
            rule(far(X, Y), on(X, Y), where(number("fuel", X), "<=", arithmetic("-", number("load", Y), -3))),
            "far(X, Y) :- on(X, Y), fuel(X, Fuel), load(Y, Load), Fuel =< (Load - (-3)).",
        ),
        (
            rule(wet(), where(arithmetic("/", 1, number("n"), 2), ">", arithmetic("-", number("n")))),
            "wet :- n(N), divide(1, N, N_2), divide(N_2, 2, N_3), N_3 > (- N).",
        ),
    ],
)
def test_every_construct_in_place(item, text):
    assert clause(item) == text


def test_what_may_hold_in_several_ways_is_tested_once():
    near = derived("near", 2)
    writer = PrologWriter([Object("a")], PrologNames(World("a", []).program))
    writer.repeating.add(near.symbol)
    twice = rule(
        far(X, Y), near(X, Y), near(Y, X), near("a", "a"), without(near(X, Z), near(X, Y)), some(near(Y, X), wet())
    )
    assert writer.rule(twice) == (
        "far(X, Y) :- near(X, Y), ( near(Y, X) -> true ), ( near(a, a) -> true ), "
        r"\+ (near(X, Z), ( near(X, Y) -> true )), \+ \+ (( near(Y, X) -> true ), wet)."
    )


def test_variables_keep_their_names_where_prolog_lets_them():
    terms = [Variable(name) for name in ("?x", "?X", "?x-y", "?x_y", "?1", "?_", "?ü", "?from#3")]
    head = Literal(Symbol(Role.DERIVED, "p", len(terms)), tuple(terms))
    assert clause(Rule(head, ())) == "p(X, X_2, X_y, X_y_2, V1, V, V_2, From)."


def test_different_things_are_called_differently():
    names = PrologNames(World("", []).program)
    roles = [role for role in Role if role is not Role.GOAL]
    things = [Symbol(role, name, 1) for role in roles for name in ("p", "p_1", "p_1_1", "p_p", "value_p")]
    things += [Symbol(Role.CONDITION, name, 1, index) for name in ("p", "p_1") for index in (1, 2)]
    things += [("p", 0), ("p_1", 0)]
    assert len({names.atom(thing, []) for thing in things}) == len(things)


@pytest.mark.parametrize("name", ["ask_1", "rows_1", "codes_1", "derive_0", "store_far", "after_far"])
def test_no_predicate_begins_as_the_helpers_of_the_engine(name):
    names = PrologNames(World("", []).program)
    assert names.predicate(Symbol(Role.FLUENT, name, 2)) == f"p_{name}"


def test_rules_of_one_symbol_stand_together():
    far_2 = derived("far", 3)
    rules = [rule(far(X, Y), on(X, Y)), rule(far_2(X, Y, Z), on(X, Y), on(Y, Z)), rule(far(X, Y), road(X, Y))]
    text = translate_prolog(World("a", rules, fluents=[on]).program)
    heads = [
        line.partition("(")[0] + line.count("Z") * "z"
        for line in text.splitlines()
        if line.startswith("far(") and "X1" not in line
    ]
    assert heads == sorted(heads)


@needs_swipl
def test_no_predicate_of_prologs_begins_as_the_helpers_do(tmp_path):
    text = "".join(
        f"clash(N/A) :- predicate_property(system:H, defined), functor(H, N, A), sub_atom(N, 0, _, _, {beginning}).\n"
        for beginning in ("ask_", "rows_", "codes_", "derive_", "store_", "after_")
    )
    assert run(text, "X:clash(X)", "yes:predicate_property(system:atom(_), defined)", tmp_path=tmp_path) == [
        [],
        ["yes"],
    ]


@needs_swipl
def test_readable_text_runs_with_hostile_names(tmp_path):
    like, linked, kinds = fluent("is", 2), derived("not", 2), kind("write")
    rules = [
        rule(linked(X, Y), like(X, Y)),
        rule(linked(X, Z), like(X, Y), linked(Y, Z)),
        rule(Name(Symbol(Role.APPLICABLE, "halt-or_1", 1))(X), kinds(X), without(linked(X, X))),
    ]
    world = World(" ".join(f"o{place}" for place in range(len(HOSTILE))), rules, fluents=[like])
    program = replace(
        world.program,
        objects=tuple(map(Object, HOSTILE)),
        facts={kinds.symbol: frozenset((place,) for place in range(len(HOSTILE)))},
    )
    text = translate_prolog(program, world.state("is o0 o1, is o1 o2, is o2 o3, is o3 o4, is o4 o3"))
    rows, free, codes = run(
        text, "X-Y:not(X, Y)", "X:applicable('halt-or_1'(X))", "C:(type_write(X), atom_codes(X, C))", tmp_path=tmp_path
    )
    assert "'a-b'-a_b" in rows
    assert len(rows) == 4 + 3 + 2 + 2 + 2
    assert len(free) == len(HOSTILE) - 2
    assert codes == sorted("[" + ",".join(str(ord(letter)) for letter in name) + "]" for name in HOSTILE)


@needs_swipl
def test_numbers_keep_their_values(tmp_path):
    values = {"a": Fraction(1, 3), "b": 10**30, "c": -2, "d": 0.1, "e": -1e300}
    fuel = number("fuel", X)
    third = rule(derived("third", 1)(X), anything(X), where(arithmetic("*", fuel, 3), "=", 1))
    part = rule(derived("part", 1)(X), anything(X), where(arithmetic("/", fuel, -4), "=", arithmetic("/", 1, 2)))
    none = rule(derived("none", 1)(X), anything(X), where(arithmetic("/", 1, arithmetic("-", fuel, fuel)), ">=", 0))
    far = rule(derived("near", 1)(X), anything(X), where(number("far", X), "<", Number(Fraction(1, 2))))
    world = World("a b c d e", [third, part, none, far], functions="fuel/1", constants={"far e": Fraction(1, 3)})
    text = translate_prolog(world.program, world.state(fuel=values))
    found = run(
        text,
        "X:third(X)",
        "X:part(X)",
        "X:none(X)",
        "X:near(X)",
        "X-V:fuel(X, V)",
        tmp_path=tmp_path,
    )
    assert found[:4] == [["a"], ["c"], [], ["e"]]
    assert found[4] == ["a-1r3", "b-1000000000000000000000000000000", "c- -2", "d-0.1", "e- -1.0e+300"]


@needs_swipl
def test_derive_again_after_another_state(tmp_path):
    far = derived("far", 2)
    rules = [rule(far(X, Y), on(X, Y)), rule(far(X, Z), far(X, Y), far(Y, Z))]
    world = World("a b c", rules, fluents=[on])
    text = translate_prolog(world.program, world.state("on a b, on b c"))
    before, after = run(
        text,
        "X-Y:far(X, Y)",
        "X-Y:(( retract(on(b, c)), assertz(on(c, a)) -> true ; true ), far(X, Y))",
        tmp_path=tmp_path,
    )
    assert before == ["a-b", "a-c", "b-c"]
    assert after == ["a-b", "c-a", "c-b"]


def test_thousands_of_variables_with_one_name_are_numbered_in_linear_time():
    """Both took 100 s together when each name was looked for from number 2 on."""
    count = 20_000
    things = tuple(Object(f"o{place}") for place in range(count))
    total = arithmetic("+", *(number("f", item) for item in things))
    begun = process_time()
    text = PrologWriter(things, PrologNames(World("", []).program)).rule(
        rule(derived("many", 0)(), where(total, ">", 3))
    )
    assert f"F_{count}" in text
    assert f"F_{count + 1}" not in text
    variables = Variables(set())
    assert [variables.fresh("X") for _ in range(count)][-1] == f"X{count}"
    assert process_time() - begun < 5
