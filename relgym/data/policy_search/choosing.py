"""Valid actions from scores, for many copies of an instance.

A truth value, or an enumerated one, differs from its default where the best score is above 0. The score of a number is
its place in its range: -1 for the least, 1 for the largest value. If an instance limits how many cells may differ from
their defaults, the cells with the best scores do. If a precondition refuses the action, cells are added one by one, the
best first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from relgym.envs.vector.rddl_batch import RDDLBatch
from relgym.model.rddl.equations import Part
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS


class Chooser:
    """Chooses actions of one instance."""

    def __init__(self, reasoner: Any, batch: RDDLBatch) -> None:
        dynamics = reasoner.dynamics
        self._batch = batch
        self._functions = batch.program.actions
        self.idle = batch.arrays(self._functions, dynamics.idle)
        self._sizes = [prod(batch.program.sizes(function)) for function in self._functions]
        cells = reasoner.action_values.cells
        ends = [[cell.range() for cell in cells.of(position)] for position in range(len(self._functions))]
        self._low = [np.array([low for low, _ in each], float) for each in ends]
        self._high = [np.array([high for _, high in each], float) for each in ends]
        limit = reasoner.instance.most_actions
        total = sum(self._sizes)
        self._most = total if limit is None else min(limit, total)
        self._cells = cells
        self._splits = np.cumsum(self._sizes)[:-1]

    def actions(self, state: Sequence[Any], scores: Sequence[Any]) -> list[Any]:
        """Return an array for each action-fluent, with an axis for the copies.

        Args:
            state: An array for each state-fluent.
            scores: For each action-fluent an array of the shape (copies, cells, options).
        """
        values, ranks = [], []
        for number, each in enumerate(scores):
            value, rank = self._proposed(number, each)
            values.append(value)
            ranks.append(rank)
        rank = np.concatenate(ranks, axis=1)
        copies = len(rank)
        chosen = self._best(rank)
        arrays = self._arrays(values, chosen)
        wrong = self._refused(state, arrays, np.ones(copies, bool))
        if not wrong.any():
            return arrays
        rows = np.flatnonzero(wrong)
        chosen[rows] = self._one_by_one([array[rows] for array in state], [array[rows] for array in values], rank[rows])
        return self._arrays(values, chosen)

    def cells(self, action: Sequence[Any]) -> dict[str, Any]:
        """Return the first of several actions as the cells that differ from their defaults."""
        changed = [
            (number, place)
            for number, (array, idle) in enumerate(zip(action, self.idle, strict=True))
            for place in np.flatnonzero(array[0] != idle).tolist()
        ]
        shown = {}
        for number, place in changed:
            cell, name = self._named(number, place)
            shown[name] = cell.shown(action[number][0].reshape(-1)[place].item())
        return shown

    def _named(self, number: int, place: int) -> tuple[Any, str]:
        name = self._cells.layout.names(self._functions[number].name)[place]
        return self._cells[name], name

    def _proposed(self, number: int, scores: Any) -> tuple[Any, Any]:
        """Return a value for each cell, and its priority: the default is kept where this is 0 or less."""
        function, idle = self._functions[number], self.idle[number].reshape(-1)
        if function.range == BOOL:
            return np.broadcast_to(~idle, scores.shape[:2]), scores[:, :, 0]
        if function.range not in NUMBERS:
            if self._batch.program.size(function.range) == 1:
                # There is no value but the default.
                return np.broadcast_to(idle, scores.shape[:2]), np.zeros(scores.shape[:2])
            best = scores.argmax(axis=2)
            # The options are the values without the default.
            return best + (best >= idle), scores.max(axis=2)
        low, high = self._low[number], self._high[number]
        share = np.clip(scores[:, :, 0], -1, 1)
        value = np.clip((low + high) / 2 + share * (high - low) / 2, low, high)
        if function.range == INT:
            value = np.rint(value).astype(np.int64)
        away = np.abs(value - idle) / np.maximum(high - low, 1e-9)
        return value, away

    def _best(self, rank: Any) -> Any:
        chosen = rank > 0
        if self._most < rank.shape[1]:
            order = np.argsort(-rank, axis=1, kind="stable")[:, : self._most]
            best = np.zeros_like(chosen)
            np.put_along_axis(best, order, True, axis=1)
            chosen &= best
        return chosen

    def _arrays(self, values: Sequence[Any], chosen: Any) -> list[Any]:
        parts = np.split(chosen, self._splits, axis=1)
        return [
            np.where(part, value, idle.reshape(-1)).astype(idle.dtype, copy=False).reshape(len(part), *idle.shape)
            for part, value, idle in zip(parts, values, self.idle, strict=True)
        ]

    def _refused(self, state: Sequence[Any], action: Sequence[Any], wanted: Any) -> Any:
        return self._batch.some(Part.PRECONDITION, state, action, wanted)

    def _one_by_one(self, state: Sequence[Any], values: Sequence[Any], rank: Any) -> Any:
        """Choose cells that are valid by themselves; where they are not together, one after the other."""
        copies, cells = np.nonzero(rank > 0)
        alone = np.zeros((len(copies), rank.shape[1]), bool)
        alone[np.arange(len(copies)), cells] = True
        action = self._arrays([array[copies] for array in values], alone)
        refused = self._refused([array[copies] for array in state], action, np.ones(len(copies), bool))
        rank = rank.copy()
        rank[copies[refused], cells[refused]] = 0.0
        chosen = self._best(rank)
        wrong = self._refused(state, self._arrays(values, chosen), np.ones(len(rank), bool))
        rows = np.flatnonzero(wrong)
        if len(rows):
            chosen[rows] = self._added([array[rows] for array in state], [array[rows] for array in values], rank[rows])
        return chosen

    def _added(self, state: Sequence[Any], values: Sequence[Any], rank: Any) -> Any:
        chosen = np.zeros(rank.shape, bool)
        order = np.argsort(-rank, axis=1, kind="stable")
        rows = np.arange(len(rank))
        for turn in range(int((rank > 0).sum(axis=1).max())):
            cells = order[:, turn]
            trying = (rank[rows, cells] > 0) & (chosen.sum(axis=1) < self._most)
            if not trying.any():
                break
            further = chosen.copy()
            further[rows[trying], cells[trying]] = True
            refused = self._refused(state, self._arrays(values, further), trying)
            taken = trying & ~refused
            chosen[rows[taken], cells[taken]] = True
        return chosen
