"""What the swipl engine sends to Prolog and reads from it: clauses, codes, rows."""

from __future__ import annotations

import re

import pytest
from backends.programs import V, World, X, Y, Z, anything, derived, fluent, rule, static, where
from hypothesis import given
from hypothesis import strategies as st

from relgym import Reasoner, load
from relgym.backends.swipl.codes import LARGEST_NUMBER, ObjectNumbers, refuse
from relgym.backends.swipl.module import Module
from relgym.catalogue.domains import spec
from relgym.errors import UnsupportedFeature
from relgym.model.terms import Variable
from relgym.translate.prolog.listing import translate_prolog
from relgym.translate.prolog.names import code_of, number_of


@given(st.integers(0, LARGEST_NUMBER))
def test_codes_are_characters_and_unlike(number):
    code = code_of(number)
    assert number_of(code) == ObjectNumbers()[chr(code)] == number
    assert code > 1
    assert chr(code).encode().decode() == chr(code)
    assert number == 0 or code > code_of(number - 1)


def test_more_objects_than_codes_are_refused():
    refuse(LARGEST_NUMBER + 1)
    with pytest.raises(UnsupportedFeature, match="at most 1112062 objects"):
        refuse(LARGEST_NUMBER + 2)


def test_what_rules_begin_with_is_gone_through_once(start):
    """Rows are those of each rule, whatever its variables are called, and wherever two rules part."""
    at, free, held = fluent("at", 2), fluent("free", 1), fluent("held", 0)
    widths = {"take": 2, "put": 2, "turn": 1, "lift": 3, "done": 0}
    take, put, turn, lift, done = (derived(name, width) for name, width in widths.items())
    rules = [
        rule(take(X, Y), held(), at(X, Y), free(Y)),
        rule(put(Z, X), held(), at(X, Z)),
        rule(turn(V), held(), at(V, V)),
        rule(lift(X, Y, Z), held(), at(Y, X), free(X), at(X, Z)),
        rule(done(), held(), at(X, Y), free(Y)),
    ]
    engine = start(world := World("a b c", rules, fluents=[at, free, held]))
    question = [take, put, turn, lift, done]
    engine.move_to(world.state("held, at a b, at b c, at c c, free b, free c"))
    expected = [{"a b", "b c", "c c"}, {"b a", "c b", "c c"}, {"c"}, {"b a c", "c b c", "c c c"}, {""}]
    assert world.ask_all(engine, question) == expected
    assert world.ask_all(engine, question[1::2], "c") == [{"c b", "c c"}, {"c b c", "c c c"}]
    engine.move_to(world.state("at a b, free b"))
    assert world.ask_all(engine, question) == [set()] * 5


@pytest.mark.parametrize("objects", [3, 300, 70_000])
def test_rows_of_every_width_come_back(start, objects):
    """Few objects and many, with codes on both sides of the surrogates."""
    names = [f"o{place}" for place in range(objects)]
    last = [*names[-3:], *(names[0xD7FC:0xD800] if objects > 0xD800 else [])]
    wide, pick, pair = fluent("wide", 4), derived("pick", 2), static("pair", 2)
    rows = {f"{a} {b} {c} {a}" for a in last[:3] for b in last[-2:] for c in ("o0", "o2")}
    rules = [rule(pick(X, Z), wide(X, Y, Z, X), pair(Y, Z))]
    pairs = {f"{b} {c}" for b in last[-2:] for c in ("o0", "o1")}
    world = World(" ".join(names), rules, facts={pair: ", ".join(sorted(pairs))}, fluents=[wide])
    engine = start(world)
    engine.move_to(world.state(", ".join(f"wide {row}" for row in sorted(rows))))
    assert world.ask_all(engine, [wide, pick, pair]) == [rows, {f"{a} o0" for a in last[:3]}, pairs]
    first = last[0]
    assert world.ask(engine, wide, first) == {row for row in rows if row.startswith(f"{first} ")}
    bound = f"{first} {last[-1]} o2"
    assert world.ask(engine, wide, bound) == {f"{bound} {first}"}
    assert len(world.ask(engine, anything)) == objects


@pytest.mark.parametrize("name", ["power", "blocks", "fuel-transport", "sokoban"])
def test_the_engine_runs_the_clauses_that_are_printed(backend, monkeypatch, name):
    loaded: list[str] = []
    load_clauses = Module.load

    def listen(self, clauses):
        lines = list(clauses)
        loaded.extend(lines)
        load_clauses(self, lines)

    monkeypatch.setattr(Module, "load", listen)
    own = spec(name)
    with Reasoner(load(own.domain, own.problems("train")[0]), backend) as reasoner:
        printed = translate_prolog(reasoner.translation.program, names=False)
    _, _, text = printed.partition("% --- actions ---\n")
    lines = (line for line in text.partition("% --- objects and types")[0].splitlines(keepends=True) if line[0] != "%")
    rules = {re.sub(r"\s+", " ", rule.strip()) for rule in "".join(lines).split(".\n")} - {""}
    assert len(rules) > len(reasoner.translation.schemas)
    # Where rows are tabled, no row is found twice.
    assert rules <= {re.sub(r"\( (\w+(?:\(.*?\))?) -> true \)", r"\1", line.removesuffix(".")) for line in loaded}


def test_a_variable_that_is_called_as_our_own(start):
    """`?row` and `?x0` of a rule whose body is asked directly."""
    code, column = Variable("?row"), Variable("?x0")
    on, pick = fluent("on", 2), derived("pick", 1)
    world = World("a b c", [rule(pick(X), on(X, code), on(code, column), where(X, "!=", column))], fluents=[on])
    engine = start(world)
    engine.move_to(world.state("on a b, on b c, on b a, on c c"))
    assert world.ask(engine, pick) == {"a", "b"}
    assert world.ask(engine, on, "b") == {"b c", "b a"}
