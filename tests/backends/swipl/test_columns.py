"""Rows that come back from Prolog without what can be told from the rest of them."""

from __future__ import annotations

from itertools import pairwise

from backends.programs import V, World, X, Y, Z, derived, fluent, rule, static
from hypothesis import given
from hypothesis import strategies as st

from relgym.backends.swipl.answer import Packed
from relgym.backends.swipl.columns import ranged, without_following

NAMES = range(6)
ROWS = st.frozensets(st.tuples(*[st.sampled_from(NAMES)] * 3), min_size=1, max_size=12)


@given(ROWS, ROWS)
def test_what_follows_is_what_was_left_out(first, second):
    """Of two facts that share variables each row comes back from its own columns that are told."""
    one, two, pick = static("one", 3), static("two", 3), derived("pick", 4)
    own = rule(pick(V, X, Y, Z), one(V, X, Y), two(X, Y, Z))
    facts = {one.symbol: first, two.symbol: second}
    told = ranged([own], facts, range(len(NAMES)), 0, 4)
    least = without_following(told, own, facts, 0)
    for w, x, y in first:
        for row in ((w, x, y, z) for left, right, z in second if (left, right) == (x, y)):
            assert all(number in numbers for number, numbers in zip(row, told.ranges, strict=True))
            assert least.row([row[column] for column in least.columns]) == row


def test_what_is_bound_is_not_told():
    go, road = derived("go", 3), static("road", 2)
    own = rule(go(X, Y, Z), road(Y, Z), bound=1)
    facts = {road.symbol: frozenset({(0, 1), (1, 2), (2, 1)})}
    told = ranged([own], facts, range(4), 1, 2)
    assert told.ranges == (range(3), range(1, 3))
    assert without_following(told, own, facts, 1).columns == (0,)


def test_rows_are_packed_where_their_columns_follow(start):
    """A chain of cells: a push has three of them, too many for a code each if none followed from the others."""
    names = [f"c{place}" for place in range(150)]
    at, after, push = fluent("at", 1), static("after", 2), derived("push", 3)
    chain = ", ".join(f"{one} {two}" for one, two in pairwise(names))
    own = rule(push(X, Y, Z), at(X), after(X, Y), after(Y, Z))
    world = World(" ".join(names), [own], facts={after: chain}, fluents=[at])
    told = ranged([own], world.program.facts, range(150), 0, 3)
    assert not Packed.fits([told])
    assert Packed.fits([without_following(told, own, world.program.facts, 0)])
    engine = start(world)
    engine.move_to(world.state("at c0, at c70, at c147, at c148"))
    found = {"c0 c1 c2", "c70 c71 c72", "c147 c148 c149"}
    assert world.ask_all(engine, [push, at]) == [found, {"c0", "c70", "c147", "c148"}]
    assert world.ask(engine, push, "c70") == {"c70 c71 c72"}
    assert world.ask(engine, push, "c0 c2") == set()
