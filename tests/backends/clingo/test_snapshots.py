"""The two ways in which clingo answers: each state ground by itself, or one ground program that is switched."""

from __future__ import annotations

import gc
import resource
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from backends.programs import (
    World,
    X,
    Y,
    Z,
    anything,
    derived,
    either,
    fluent,
    number,
    rule,
    some,
    static,
    where,
    without,
)

from relgym import Reasoner, load
from relgym.backends.base import Limits
from relgym.backends.clingo import choices as clingo_choices
from relgym.backends.clingo import engine as clingo
from relgym.backends.clingo import question as clingo_question
from relgym.backends.clingo import snapshots as clingo_snapshots
from relgym.catalogue.domains import spec
from relgym.errors import BackendError
from relgym.model.program import Role, Symbol

pytest.importorskip("clingo", reason="engine missing: clingo")

on, clear, wet = fluent("on", 2), fluent("clear", 1), fluent("wet", 0)
road = static("road", 2)
above, loose, full, yes, no = (
    derived(name, arity) for name, arity in (("above", 2), ("loose", 1), ("full", 1), ("yes", 0), ("no", 0))
)
RULES = [
    rule(above(X, Y), on(X, Y)),
    rule(above(X, Y), on(X, Z), above(Z, Y)),
    rule(loose(X), anything(X), without(above(X, Y)), without(above(Y, X))),
    rule(full(X), clear(X), road(X, Y), without(some(on(Y, Z), without(clear(Z))))),
    # Without variables in the head: of such a rule the grounder keeps one instance only if it takes atoms for facts.
    rule(yes(), above(X, X)),
    rule(no(), either((loose(X), wet()), (clear(X), without(full(X))))),
]
ASKED = [above, loose, full, yes, no]
NAMES = "a b c d"


def world() -> World:
    return World(NAMES, RULES, facts={road: "a b, b c, c a, d d"}, fluents=[on, clear, wet])


def states(world: World, count: int, seed: int = 0):
    """Random states, each differing from the last in a few atoms."""
    rng = Random(seed)
    atoms = [f"on {x} {y}" for x in world.names for y in world.names] + [f"clear {x}" for x in world.names] + ["wet"]
    present: set[str] = set()
    for _ in range(count):
        present ^= set(rng.sample(atoms, rng.randint(1, 3)))
        if len(present) > 9:
            present = set(rng.sample(sorted(present), 3))
        yield world.state(", ".join(sorted(present)))


def walk(world: World, engine: clingo.Clingo, count: int = 150, seed: int = 0) -> None:
    """Every answer on a walk is that of the reference engine."""
    reference = world.start("sld")
    symbols = tuple(name.symbol for name in ASKED)
    for state in states(world, count, seed):
        for each in (engine, reference):
            each.move_to(state)
        assert [sorted(rows) for rows in engine.answers(symbols)] == [
            sorted(rows) for rows in reference.answers(symbols)
        ]
    engine.close()


def asked_together(engine: clingo.Clingo) -> clingo_question.ClingoQuestion:
    [question] = [found for found in engine._questions.values() if len(found.symbols) == len(ASKED)]
    return question


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_agree_with_the_reference_engine(seed):
    tower = world()
    walk(tower, tower.start("clingo"), seed=seed)


def test_only_snapshots(monkeypatch):
    monkeypatch.setattr(clingo_question, "TIMED_STATES", 10**9)
    tower = world()
    engine = tower.start("clingo")
    grounded = []
    monkeypatch.setattr(engine, "_ground", lambda question: grounded.append(question))
    walk(tower, engine)
    assert not grounded


def test_only_a_ground_program_once_all_atoms_are_known():
    tower = world()
    seen = sum(1 for _ in states(tower, 150))
    engine = tower.start("clingo")
    question = engine._question(tuple(name.symbol for name in ASKED))
    ground = engine._ground(question)
    assert ground is not None
    reference = tower.start("sld")
    covered = 0
    for state in states(tower, seen, seed=1):
        if ground.covers(state):
            covered += 1
            reference.move_to(state)
            expected = reference.answers(question.symbols)
            assert [sorted(rows) for rows in ground.answers(state)] == [sorted(rows) for rows in expected]
    assert covered > seen / 2


def test_atoms_that_a_ground_program_does_not_know(monkeypatch):
    """They are answered all the same, and the next ground program knows them."""
    monkeypatch.setattr(clingo_question, "SLOWDOWN_LIMIT", 10**9)
    tower = world()
    engine = tower.start("clingo")
    for state in [tower.state(f"on {x} b") for x in NAMES.split()] * 4:
        engine.move_to(state)
        tower.ask_all(engine, ASKED)
    [question] = engine._questions.values()
    first = question._choices
    assert first is not None
    strange = tower.state("on a b, on d c, on c d, clear d")
    assert not first.covers(strange)
    for _ in range(100):
        engine.move_to(strange)
        assert tower.ask(engine, above) >= {"d c", "c d", "d d"}
        engine.move_to(tower.state("on a b"))
        assert tower.ask_all(engine, ASKED)[0] == {"a b"}
        engine.move_to(strange)
        assert tower.ask_all(engine, ASKED)[0] == {"a b", "d c", "c d", "d d", "c c"}
    assert question._choices is not first
    assert question._choices.covers(strange)


def everything(tower: World) -> dict[Symbol, list[tuple[int, ...]]]:
    """All rows of the fluents of a world."""
    numbers = range(len(tower.names))
    return {name.symbol: list(product(numbers, repeat=name.symbol.arity)) for name in (on, clear, wet)}


def test_what_is_anticipated_is_ground_at_once(monkeypatch):
    monkeypatch.setattr(clingo_question, "SLOWDOWN_LIMIT", 10**9)
    tower = world()
    engine = tower.start("clingo")
    calls = []
    engine.anticipate(lambda: calls.append("reached") or everything(tower))
    for _ in range(clingo_question.TIMED_STATES):
        engine.move_to(tower.state("on a b, clear c"))
        tower.ask_all(engine, ASKED)
        engine.move_to(tower.state("on a b"))
        tower.ask_all(engine, ASKED)
    ground = asked_together(engine)._choices
    assert ground.covers(tower.state("on d d, on a c, clear b, wet"))
    walk(tower, engine)
    assert calls == ["reached"]


@pytest.mark.parametrize("known", ["nothing", "too much", "too little"])
def test_states_beyond_what_is_anticipated(known, monkeypatch):
    monkeypatch.setattr(clingo_question, "SLOWDOWN_LIMIT", 10**9)
    tower = world()
    engine = tower.start("clingo")
    if known == "too much":
        monkeypatch.setattr(clingo, "ANTICIPATED_ROWS_LIMIT", 10)
    few = {on.symbol: [(0, 1), (1, 2)], clear.symbol: [(2,)]}
    engine.anticipate(lambda: {"nothing": None, "too much": everything(tower), "too little": few}[known])
    walk(tower, engine)


def test_what_is_anticipated_is_given_up_where_it_is_slow(monkeypatch):
    """Then a program is ground over the atoms that are seen, and that is given up after it."""
    monkeypatch.setattr(clingo_question, "SLOWDOWN_LIMIT", 0)
    tower = world()
    engine = tower.start("clingo")
    engine.anticipate(lambda: everything(tower))
    question = engine._question(tuple(name.symbol for name in ASKED))
    known = []
    ground = engine._ground
    monkeypatch.setattr(engine, "_ground", lambda asked: known.append(ground(asked)) or known[-1])
    for state in [tower.state("on a b, clear c"), tower.state("on a b")] * 20:
        engine.move_to(state)
        engine.answers(question.symbols)
    everywhere = tower.state("on d d, on a c, clear b, wet")
    assert [found.covers(everywhere) for found in known] == [True, False]
    assert not question.anticipating


def test_a_reasoner_tells_what_is_within_reach():
    own = spec("blocks")
    with Reasoner(load(own.domain, own.problems("train")[0]), "clingo") as reasoner:
        state = reasoner.initial_state
        for _ in range(2 * clingo_question.TIMED_STATES):
            state = reasoner.successor(state, reasoner.valid_actions(state)[-1])
        [question] = reasoner.engine._questions.values()
        names = [item.name for item in reasoner.task.objects]
        pile = reasoner.state([f"(on {one} {other})" for one, other in pairwise(names)])
        assert question.anticipating
        assert question._choices.covers(pile)


def test_a_program_that_is_too_large_when_ground(monkeypatch):
    monkeypatch.setattr(clingo, "UNCOUNTED_BINDINGS_LIMIT", 0)
    monkeypatch.setattr(clingo_choices, "COUNTED_BINDINGS_LIMIT", 3)
    tower = world()
    engine = tower.start("clingo")
    walk(tower, engine)


def test_every_rule_watched(monkeypatch):
    monkeypatch.setattr(clingo, "UNWATCHED_BINDINGS_LIMIT", 0)
    monkeypatch.setattr(clingo, "UNCOUNTED_BINDINGS_LIMIT", 0)
    tower = world()
    walk(tower, tower.start("clingo"))


def test_controls_are_replaced(monkeypatch):
    monkeypatch.setattr(clingo_snapshots, "SNAPSHOT_TERMS_LIMIT", -1000)
    monkeypatch.setattr(clingo_question, "TIMED_STATES", 10**9)
    tower = world()
    walk(tower, tower.start("clingo"), count=30)


def test_more_questions_than_ground_programs(monkeypatch):
    monkeypatch.setattr(clingo, "GROUND_PROGRAMS_LIMIT", 2)
    tower = world()
    engine, reference = tower.start("clingo"), tower.start("sld")
    asked = [(name.symbol,) for name in ASKED]
    for state in states(tower, 60):
        for each in (engine, reference):
            each.move_to(state)
        for symbols in asked:
            assert sorted(engine.answers(symbols)[0]) == sorted(reference.answers(symbols)[0])
    assert len(engine._grounded) <= 2


def test_definitions_do_not_disturb_what_is_ground():
    tower = world()
    engine = tower.start("clingo")
    query = type(on)(Symbol(Role.QUERY, "q", 1))
    everywhere = list(states(tower, 40))
    for place, state in enumerate(everywhere):
        engine.move_to(state)
        before = tower.ask_all(engine, ASKED)
        if place == 20:
            engine.define([rule(query(X), above(X, Y), without(clear(Y)))])
        assert tower.ask_all(engine, ASKED) == before
    engine.move_to(tower.state("on a b, on b c, clear c"))
    assert tower.ask(engine, query) == {"a"}


def test_a_definition_over_what_had_only_been_asked_with_arguments():
    """`near` is computed only as far as it is asked, until another rule needs it whole."""
    near, far = (type(on)(Symbol(Role.QUERY, name, 2)) for name in ("near", "far"))
    tower = world()
    engine = tower.start("clingo")
    engine.define([rule(near(X, Y), on(X, Y), bound=1)])
    engine.move_to(tower.state("on a b, on b c, on c d"))
    assert tower.ask(engine, near, "b") == {"b c"}
    engine.define([rule(far(X, Y), near(X, Z), near(Z, Y))])
    assert tower.ask(engine, far) == {"a c", "b d"}
    assert tower.ask(engine, near, "a") == {"a b"}


def test_the_same_state_is_not_asked_twice(monkeypatch):
    tower = world()
    engine = tower.start("clingo")
    engine.move_to(tower.state("on a b, on b c"))
    assert tower.ask(engine, above) == {"a b", "b c", "a c"}
    monkeypatch.setattr(engine, "_snapshot", lambda question: pytest.fail("asked again"))
    assert tower.ask(engine, above, "a") == {"a b", "a c"}
    assert tower.ask(engine, above) == {"a b", "b c", "a c"}


def test_answers_are_the_callers_own():
    tower = world()
    engine = tower.start("clingo")
    engine.move_to(tower.state("on a b"))
    engine.answers([above.symbol])[0].clear()
    assert tower.ask(engine, above) == {"a b"}


def test_atoms_are_switched_by_the_difference_only(monkeypatch):
    monkeypatch.setattr(clingo_question, "SLOWDOWN_LIMIT", 10**9)
    tower = world()
    engine = tower.start("clingo")
    one, two = tower.state("on a b, on b c, clear a"), tower.state("on a b, on b c, clear d")
    for state in [one, two] * 8:
        engine.move_to(state)
        tower.ask_all(engine, ASKED)
    ground = asked_together(engine)._choices
    switched = []
    choose = ground._program.choose

    def record(place, true):
        switched.append(true)
        choose(place, true)

    monkeypatch.setattr(ground._program, "choose", record)
    engine.move_to(one)
    assert tower.ask_all(engine, ASKED)[0] == {"a b", "b c", "a c"}
    assert sorted(switched) == [False, True]


def test_values_are_followed_while_other_questions_are_ground(monkeypatch):
    monkeypatch.setattr(clingo_question, "SLOWDOWN_LIMIT", 10**9)
    rich = derived("rich", 1)
    tower = World(
        "a b",
        [rule(rich(X), clear(X), where(number("gold", X), ">", 2)), rule(loose(X), clear(X))],
        fluents=[clear],
        functions="gold/1",
    )
    engine = tower.start("clingo")
    for amount in [*range(6)] * 3:
        engine.move_to(tower.state("clear a, clear b", gold={"a": amount, "b": 3}))
        assert tower.ask(engine, rich) == ({"a", "b"} if amount > 2 else {"b"})
        assert tower.ask(engine, loose) == {"a", "b"}


def test_a_limit_within_a_walk():
    """How long a question takes depends on the state; after one that takes too long all is as before."""
    hard = derived("hard", 0)
    pigeons = [type(X)(f"?p{place}") for place in range(12)]
    apart = [where(one, "!=", other) for place, one in enumerate(pigeons) for other in pigeons[:place]]
    names = " ".join(f"n{place}" for place in range(11))
    tower = World(names, [*RULES, rule(hard(), *map(clear, pigeons), *apart)], facts={road: ""}, fluents=[on, clear])
    engine = tower.start("clingo", Limits(seconds=0.2))
    holes = ", ".join(f"clear {name}" for name in tower.names)
    for _ in range(2):
        engine.move_to(tower.state("clear n0, clear n1, on n0 n1"))
        assert tower.ask_all(engine, [above, hard]) == [{"n0 n1"}, set()]
        engine.move_to(tower.state(holes))
        with pytest.raises(BackendError, match=r"0\.2 s"):
            tower.ask(engine, hard)
        assert tower.ask(engine, above) == set()


def test_memory_does_not_grow_without_end():
    tower = world()
    engine = tower.start("clingo")
    symbols = tuple(name.symbol for name in ASKED)

    def held() -> int:
        """Bytes of memory in use."""
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    def growth(seed: int) -> int:
        """How much more memory is held after six hundred states."""
        before = held()
        for state in states(tower, 600, seed):
            engine.move_to(state)
            engine.answers(symbols)
            engine._snapshot(asked_together(engine))
        return held() - before

    # Allocators keep some of what is freed; what grows without end grows every time.
    assert min(growth(seed) for seed in range(4)) < 1024**2
