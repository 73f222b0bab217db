"""The swipl engine between states: what it keeps of one, and what it does when a call was cut off."""

from __future__ import annotations

from time import monotonic

import pytest
from backends.programs import World, X, Y, Z, anything, derived, fluent, network, number, rule, where

from relgym.backends.base import Limits
from relgym.backends.swipl import codes
from relgym.backends.swipl.answer import Packed, Spelled
from relgym.errors import BackendError
from relgym.model.terms import Variable


def test_after_a_failure_the_state_is_whole_again(backend):
    """A call may be stopped when half of the difference is in."""
    on, slow, far = fluent("on", 1), derived("slow", 0), derived("far", 2)
    edge = fluent("edge", 2)
    rules = [rule(slow(), *(on(Variable(f"?{n}")) for n in range(12)), edge(X, X))]
    rules += [rule(far(X, Y), edge(X, Y)), rule(far(X, Z), edge(X, Y), far(Y, Z))]
    names = " ".join(f"o{n}" for n in range(30))
    world = World(names, rules, fluents=[on, edge])
    engine = world.start(backend, Limits(seconds=0.2))
    many = ", ".join(f"on o{n}" for n in range(30))
    for step in range(3):
        engine.move_to(world.state(f"{many}, edge o{step} o9"))
        with pytest.raises(BackendError):
            world.ask(engine, slow)
        assert world.ask_all(engine, [far, edge]) == [{f"o{step} o9"}] * 2
        engine.move_to(world.state(f"on o1, edge o9 o{step}"))
        assert world.ask_all(engine, [on, far]) == [{"o1"}, {f"o9 o{step}"}]
    engine.close()


@pytest.mark.parametrize(
    ("changes", "top_rows", "again_rows"),
    [
        ({"fuel": {"a": 9}}, set(), set()),
        ({"load": {"a": 9}}, set(), set()),
        ({"heat": 9}, {"a"}, set()),
        ({"reach": {"a b": 0}}, {"a"}, {"a"}),
        ({"reach": {"a b": 0, "b a": 1}}, {"a"}, {"a"}),
        ({"fuel": {}}, set(), set()),
        ({"atoms": ""}, set(), set()),
        ({"atoms": "on b"}, set(), set()),
        ({"atoms": "on b", "fuel": {"b": 1}, "load": {"b": 1}, "reach": {"b a": 1}}, {"b"}, {"a", "b"}),
    ],
)
def test_kept_rows_follow_every_change(start, changes, top_rows, again_rows):
    """Of fluents and numbers, in a symbol's own rules and in those below it, recursive or not."""
    on, low, high = fluent("on", 1), derived("low", 1), derived("high", 1)
    top, again = derived("top", 1), derived("again", 1)
    rules = [
        rule(low(X), on(X), where(number("fuel", X), "<", 5)),
        rule(high(X), low(X), where(number("load", X), "<", 5)),
        rule(top(X), high(X)),
        rule(again(X), top(X), where(number("heat"), "<", 5)),
        rule(again(X), again(Y), anything(X), where(X, "!=", Y), where(number("reach", Y, X), ">", 0)),
    ]
    world = World("a b", rules, fluents=[on], functions="fuel/1 load/1 heat/0 reach/2")
    before = {"atoms": "on a", "fuel": {"a": 1}, "load": {"a": 1}, "heat": 1, "reach": {"a b": 1}}
    engine = start(world)
    for content, rows in [(before, [{"a"}, {"a", "b"}]), (before | changes, [top_rows, again_rows])] * 2:
        engine.move_to(world.state(**content))
        assert world.ask_all(engine, [top, again]) == rows


@pytest.mark.parametrize("answer", [Packed, Spelled])
def test_decoding_many_rows_takes_time_of_the_call(start, monkeypatch, answer):
    """And where it takes too long, the engine works on."""
    on, both = fluent("on", 1), derived("both", 2)
    names = " ".join(f"o{n}" for n in range(110))
    engine = start(world := World(names, [rule(both(X, Y), on(X), on(Y))], fluents=[on]), Limits(seconds=5.0))
    engine.move_to(world.state(", ".join(f"on o{n}" for n in range(110))))
    late, number_of = [0.0], codes.number_of

    def slow(code):
        late[0] += 60.0
        return number_of(code)

    with monkeypatch.context() as patched:
        patched.setattr("relgym.limits.monotonic", lambda: monotonic() + late[0])
        patched.setattr(f"{answer.__module__}.number_of" if answer is Packed else f"{codes.__name__}.number_of", slow)
        patched.setattr(Packed, "fits", staticmethod(lambda told: answer is Packed))
        with pytest.raises(BackendError, match="did not answer within 5 s"):
            world.ask(engine, both)
    assert late[0] > 0
    assert len(world.ask(engine, both)) == 110 * 110


def test_a_state_of_another_task_is_refused(start):
    world = network()
    engine = start(world)
    with pytest.raises(BackendError, match="not one of the task"):
        engine.move_to(network().state("edge a b"))
