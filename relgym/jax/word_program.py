"""Steps over tables of tests and changes: the program of most tasks, in a few operations on whole tables."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from relgym.batched.arrays import Array
from relgym.batched.nets import hits_of
from relgym.batched.word_tables import WORD_BITS, WordTables, word_count
from relgym.jax.copies import OverCopies
from relgym.jax.program import After, StateReport
from relgym.jax.words import packed, planes_in_turns, united
from relgym.tuning.jax import PLANES_AT_ONCE, TURN_TESTS


class WordProgram:
    """The tables of a task.

    Args:
        tables: The tables.
    """

    def __init__(self, tables: WordTables) -> None:
        self._tables = tables
        self.draws = len(tables.spreads)
        self._planes = ValidPlanes(tables)
        self._guarded = (tables.guards >= 0).any()

    def report(self, facts: Array, values: Array) -> StateReport:
        goal = self._passed(facts, self._tables.goal).any()
        return StateReport(goal, self._planes.words(facts), jnp.bool_(False))

    def stepped(self, facts: Array, values: Array, action: Array, numbers: Array) -> After:
        tables = self._tables
        inside = (action >= 0) & (action < len(tables.valid))
        action = jnp.clip(action, 0, len(tables.valid) - 1)
        # The tests of one action: those of all would take longer than the rest.
        done = inside & self._passed(facts, jnp.asarray(tables.valid)[action]).any()
        deleted, added = jnp.asarray(tables.deleted)[action], jnp.asarray(tables.added)[action]
        if self._guarded:
            state = facts
            if tables.spreads:
                hits = [hit for draw, spreads in enumerate(tables.spreads) for hit in hits_of(spreads, numbers[draw])]
                state = jnp.concatenate([facts, packed(jnp.stack(hits))])
            guards = jnp.asarray(tables.guards)[action]
            happens = (guards < 0) | self._passed(state, jnp.maximum(guards, 0))
            deleted, added = (jnp.where(happens[:, None], each, np.uint32(0)) for each in (deleted, added))
        deleted, added = (united(each) for each in (deleted, added))
        after = jnp.where(done, facts & ~deleted | added, facts)
        return After(after, values, done, jnp.bool_(False))

    def _passed(self, state: Array, tests: Array) -> Array:
        """Return which of some tests a state passes; they read no words beyond those of the state."""
        masks, wanted = (
            jnp.asarray(each[:, : len(state)])[tests] for each in (self._tables.masks, self._tables.wanted)
        )
        return (state & masks == wanted).all(axis=1)


class ValidPlanes:
    """The tests of all actions, by the places of their bits in the words of valid actions.

    A plane holds the tests of one bit of every word, so that the words are made of 32 planes by shifts. A test reads
    only the few words of a state in which it has bits.

    Args:
        tables: The tables of a task.
    """

    def __init__(self, tables: WordTables) -> None:
        masks, wanted = tables.masks, tables.wanted
        used = masks != 0
        most = max(1, used[tables.valid].sum(axis=2).max(initial=0))
        # The words that a test reads come first.
        places = np.argsort(~used, axis=1, kind="stable")[:, :most].astype(np.int32)
        masks, wanted = (np.take_along_axis(each, places, axis=1) for each in (masks, wanted))
        never = len(masks) - 1
        count, ways = tables.valid.shape
        tests = np.full((word_count(count) * WORD_BITS, ways), never)
        tests[:count] = tables.valid
        planes = tests.reshape(-1, WORD_BITS, ways).swapaxes(0, 1)
        # Each of the shape (planes, words, ways, reads).
        self._parts = places[planes], masks[planes], wanted[planes]
        self._at_once = max(1, min(PLANES_AT_ONCE, TURN_TESTS // (ways * most)))
        self.words: Callable[[Array], Array] = OverCopies(self._words)
        """Returns the valid actions of a state as words."""

    def _words(self, facts: Array) -> Array:
        parts, shape = jax.tree.map(jnp.asarray, self._parts), (self._parts[0].shape[1], facts.shape[1])
        return planes_in_turns(lambda tests: _plane(facts, *tests), parts, shape, self._at_once)


def _plane(facts: Array, places: Array, masks: Array, wanted: Array) -> Array:
    """Return the plane of some tests: 1 where an action is valid."""
    valid = jnp.zeros((len(places), facts.shape[1]), bool)
    for way in range(places.shape[1]):
        passed = jnp.ones(valid.shape, bool)
        for read in range(places.shape[2]):
            test = (slice(None), way, read)
            passed &= jnp.take(facts, places[test], axis=0, mode="clip") & masks[test][:, None] == wanted[test][:, None]
        valid |= passed
    return valid.astype(jnp.uint32)
