"""Sample actions of large instances by arrays: all preconditions that do not hold are repaired at once.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> process = read_domain('''domain d { types { t : object; };
...   pvariables { push(t) : { action-fluent, bool, default = false }; }; cpfs {};
...   action-preconditions { (sum_{?x : t} push(?x)) == 1; }; }''')
>>> reasoner = RDDLReasoner(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", process))
>>> stepper = ArrayStepper(reasoner)
>>> sampler = sampler_of(reasoner, stepper, lambda action: stepper.allows((), action), lambda: ())
>>> [push] = sampler.drawn(np.random.default_rng(0))
>>> int(push.sum())
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np

from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.draws import EpisodeDraws
from relgym.envs.rddl.sampling import DRAWN_BEFORE_DEFAULT, REPAIR_ROUNDS_LIMIT, RESET_PROBABILITY, ListSampler, Sampler
from relgym.envs.rddl.steppers import Held, Stepper
from relgym.model.rddl.expressions import BOOL
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.tuning.envs import REPAIRED_CELLS_LIMIT

ARRAY_RESET_SHARE = 0.5
"""Share of the cells of a violated precondition that are reset to their defaults at once, where arrays sample; a
precondition may read thousands. Judged."""


class ArraySampler(Sampler):
    """Samples values in arrays; `accepted` tells whether an action is valid in the state that `now` returns.

    If this finds no action, and the default is not valid either, a `ListSampler` searches, which takes long.
    """

    def __init__(
        self,
        reasoner: RDDLReasoner,
        stepper: ArrayStepper,
        accepted: Callable[[Held], bool],
        now: Callable[[], Held],
    ) -> None:
        super().__init__(reasoner)
        self._stepper = stepper
        self._accepted = accepted
        self._now = now
        self._begins = [*accumulate((draws.count for draws in self._draws), initial=0)]
        self._idle = [np.reshape(values, -1) for values in stepper.idle]
        self._reasoner = reasoner

    def drawn(self, rng: np.random.Generator) -> Held:
        for _ in range(DRAWN_BEFORE_DEFAULT):
            action = self._any(rng) if self._limit is None else self._few(self._limit, rng)
            if self._accepted(tuple(action)) or self._mended(action, rng):
                return tuple(action)
        if self._accepted(self._stepper.idle):
            return self._stepper.idle
        return self._stepper.held_action(self._one_by_one().drawn(rng))

    def _one_by_one(self) -> ListSampler:
        stepper = self._stepper
        return ListSampler(
            self._reasoner,
            lambda action: self._accepted(stepper.held_action(action)),
            lambda: stepper.listed(self._now()),
        )

    def _any(self, rng: np.random.Generator) -> list[Any]:
        """Draw each cell uniformly."""
        return [draws.array(rng) for draws in self._draws]

    def _few(self, limit: int, rng: np.random.Generator) -> list[Any]:
        """Draw values other than the defaults for at most `limit` cells."""
        action = [np.array(values) for values in self._stepper.idle]
        count = int(rng.integers(limit + 1))
        numbers = rng.choice(len(self._cells), size=count, replace=False) if count else np.zeros(0, int)
        for position, draws, places in self._parted(numbers):
            action[position].reshape(-1)[places] = draws.others(places, self._idle[position], rng)
        return action

    def _mended(self, action: list[Any], rng: np.random.Generator) -> bool:
        """Change cells that violated preconditions read; return true if the action is valid in the end."""
        state = self._now()
        for _ in range(REPAIR_ROUNDS_LIMIT):
            faults = [*self._faults(state, tuple(action), rng)]
            if not faults:
                return self._accepted(tuple(action))
            for numbers in faults:
                self._change(action, numbers, rng)
        return False

    def _faults(self, state: Held, action: Held, rng: np.random.Generator) -> Iterator[Any]:
        """Yield the numbers of the action cells that preconditions read, with a row for each violated row."""
        for holds, reads in self._stepper.faults(state, action):
            rows = np.argwhere(np.logical_not(holds))
            if not len(rows):
                continue
            most = max(1, REPAIRED_CELLS_LIMIT // max(1, sum(prod(sizes) for _, sizes, _ in reads)))
            if len(rows) > most:
                rows = rng.choice(rows, most, replace=False)
            numbers = [np.zeros((len(rows), 0), int)]
            for position, sizes, parts in reads:
                places = self._begins[position] + sum(_taken(part, rows) for part in parts)
                numbers.append(np.broadcast_to(places, (len(rows), *sizes)).reshape(len(rows), -1))
            yield np.concatenate(numbers, axis=1)

    def _change(self, action: list[Any], numbers: Any, rng: np.random.Generator) -> None:
        """Change a cell of each row, or several that differ from their defaults."""
        if not numbers.size:
            return
        differ = np.concatenate([values.reshape(-1) != idle for values, idle in zip(action, self._idle, strict=True)])
        # By their places among all numbers: of those few differ in the end.
        surplus = np.flatnonzero(np.take(differ, numbers))
        rows = surplus // numbers.shape[1]
        counts = np.bincount(rows, minlength=len(numbers))
        # Too many may differ from their defaults, or too few.
        many = (counts > 0) & (rng.random(len(numbers)) < RESET_PROBABILITY)
        if many.any():
            some = many[rows]
            ranks = (np.cumsum(many) - 1)[rows[some]]
            dropped = np.take(numbers, surplus[some][_some_of(ranks, counts[many], rng)])
            for position, draws, places in self._parted(dropped):
                values = self._idle[position][places]
                if draws.fluent.range != BOOL:
                    # The precondition may require another value than the default.
                    values = np.where(rng.random(len(places)) < 0.5, draws.some(places, rng), values)
                action[position].reshape(-1)[places] = values
        others = numbers[~many]
        chosen = others[np.arange(len(others)), rng.integers(numbers.shape[1], size=len(others))]
        for position, draws, places in self._parted(chosen):
            action[position].reshape(-1)[places] = draws.some(places, rng)

    def _parted(self, numbers: Any) -> Iterator[tuple[int, EpisodeDraws, Any]]:
        """Yield the places of cells by fluent, for fluents that have some of them."""
        for position, draws in enumerate(self._draws):
            begin = self._begins[position]
            places = numbers[(numbers >= begin) & (numbers < begin + draws.count)] - begin
            if places.size:
                yield position, draws, places


def _taken(part: Any, rows: Any) -> Any:
    """Return the entries of an array at some rows of its first axes."""
    axes = rows.shape[1]
    if not axes:
        return np.asarray(part)[None]
    return part[tuple(np.minimum(rows[:, axis], part.shape[axis] - 1) for axis in range(axes))]


def _some_of(rows: Any, counts: Any, rng: np.random.Generator) -> Any:
    """Choose entries to reset: about the share `ARRAY_RESET_SHARE` of each row, at least one, and not all of several.

    `rows` are the rows of the entries, in order, and `counts` the numbers of entries of each row.
    """
    keys = rng.random(len(rows))
    begins = np.cumsum(counts) - counts
    least, largest = np.minimum.reduceat(keys, begins), np.maximum.reduceat(keys, begins)
    return ((keys < ARRAY_RESET_SHARE) | (keys == least[rows])) & ((keys != largest[rows]) | (counts[rows] == 1))


def sampler_of(
    reasoner: RDDLReasoner, stepper: Stepper, accepted: Callable[[Held], bool], now: Callable[[], Held]
) -> Sampler:
    """Return the sampler for a stepper."""
    if isinstance(stepper, ArrayStepper):
        return ArraySampler(reasoner, stepper, accepted, now)
    return ListSampler(reasoner, accepted, now)


def steady_sampler(
    reasoner: RDDLReasoner,
    first: Stepper,
    current: Callable[[], Stepper],
    accepted: Callable[[Held], bool],
    now: Callable[[], Held],
) -> Sampler:
    """Return the sampler for a stepper in an environment that may switch to another stepper.

    The sampler keeps its form, so that its draws do not depend on the current stepper.

    Args:
        reasoner: The reasoner of the instance.
        first: The stepper whose form the sampler has.
        current: Returns the current stepper.
        accepted: Tells whether an action in the form of the current stepper is valid.
        now: Returns the state, in the form of the current stepper.
    """

    def own_accepted(action: Held) -> bool:
        stepper = current()
        return accepted(action if stepper is first else stepper.held_action(first.listed_action(action)))

    def own_now() -> Held:
        stepper, state = current(), now()
        return state if stepper is first else first.held(stepper.listed(state))

    return sampler_of(reasoner, first, own_accepted, own_now)
