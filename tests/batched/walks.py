"""Walks of a batch beside one reasoner for each environment: everything that both can say must be the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import relgym
from relgym.batched.batch import Batch
from relgym.batched.ground import ground
from relgym.model.numeric import FluentValue
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State


class Side:
    """A batch, and for each of its environments a state of the reasoner of its problem."""

    def __init__(self, tasks: Sequence[relgym.Task], count: int, seed: int) -> None:
        self.reasoners = [relgym.Reasoner(task) for task in tasks]
        self.batch = Batch(ground(tasks), count)
        self.generators = [np.random.default_rng(seed + copy) for copy in range(count)]
        self.others = [np.random.default_rng(seed + copy) for copy in range(count)]
        self.states: list[State] = []
        self.problems = np.arange(count) % len(tasks)
        self.restart(np.ones(count, bool))

    def restart(self, which: np.ndarray) -> None:
        """Begin anew, both sides with the same draws."""
        self.batch.reset(which, self.problems, self.generators)
        self.states = self.states or [self.reasoners[0].initial_state] * self.batch.count
        for copy in which.nonzero()[0].tolist():
            self.states[copy] = self.reasoner(copy).start(self.others[copy])

    def reasoner(self, copy: int) -> relgym.Reasoner:
        return self.reasoners[int(self.problems[copy])]

    def agree(self) -> None:
        """All states, valid actions and goals are the same."""
        valid, goal = self.batch.valid, self.batch.goal
        for copy, state in enumerate(self.states):
            reasoner = self.reasoner(copy)
            terms = reasoner.vocabulary.terms
            assert set(self.batch.atoms(copy)) == {Atom(name, terms(row)) for name, row in state.own_atoms()}
            values = {FluentValue(name, terms(row)): value for (name, row), value in state.own_values()}
            assert self.batch.fluents(copy) == values
            actions = [self.batch.action(copy, number) for number in valid[:, copy].nonzero()[0].tolist()]
            assert None not in actions
            assert set(actions) == set(reasoner.valid_actions(state))
            assert bool(goal[copy]) == reasoner.goal(state)

    def step(self, actions: np.ndarray) -> None:
        """Carry out an action on both sides, each of which draws with generators of its own."""
        before = self.batch.valid
        done = self.batch.step(actions, self.uniform)
        for copy, number in enumerate(actions.tolist()):
            assert bool(done[copy]) == (0 <= number < len(before) and bool(before[number, copy]))
            if done[copy]:
                action = self.batch.action(copy, number)
                self.states[copy] = self.reasoner(copy).successor(self.states[copy], action, self.others[copy])

    def uniform(self, taking: np.ndarray) -> np.ndarray:
        """Numbers for those that take one; who takes none must not look at it."""
        return np.array([rng.random() if one else 2.0 for rng, one in zip(self.generators, taking, strict=True)])


def walk(tasks: Sequence[relgym.Task], count: int, steps: int, seed: int = 0) -> int:
    """A random walk, ends begun anew; how many actions were carried out."""
    side = Side(tasks, count, seed)
    rng = np.random.default_rng(seed)
    done = 0
    for _ in range(steps):
        side.agree()
        picks = side.batch.pick(rng.random(count))
        some = rng.random(count) < 0.1
        picks = np.where(some, rng.integers(-1, side.batch.task.size, size=count), picks)
        done += int((picks >= 0).sum())
        side.step(picks)
        ended = side.batch.goal | ~side.batch.valid.any(axis=0)
        if ended.any():
            side.problems = np.where(ended, rng.integers(len(tasks), size=count), side.problems)
            side.restart(ended)
    side.agree()
    return done
