"""Actions as points of a unit cube: one number from 0 to 1 for each action cell.

The same functions serve an optimisation over JAX arrays and a policy over NumPy arrays; `xp` is the module.

>>> import numpy, relgym
>>> domain = '''domain d { pvariables { x : { state-fluent, real, default = 0.0 };
...   a : { action-fluent, real, default = 0.0 }; b : { action-fluent, bool, default = false }; };
...   cpfs { x' = x + a + b; }; reward = x; action-preconditions { a >= -1; a <= 3; }; }'''
>>> reasoner = relgym.Reasoner(relgym.load(domain, "instance i { domain = d; }"))
>>> coding = ActionCoding(reasoner)
>>> coding.idle.tolist()
[0.25, 0.0]
>>> [array.tolist() for array in coding.values(numpy, numpy.array([[0.5], [0.9]]))]
[[1.0], [True]]
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL, REAL
from relgym.reasoning.rddl.cells import changed_plain
from relgym.reasoning.rddl.dynamics import Action
from relgym.tuning.planning import WIDE_RANGE

Array = Any

Rounding = Callable[[Array, Array], Array]

EDGE = 1e-4
"""The distance from the ends of the unit interval at which the values of cells without bounds end."""


class ActionCoding:
    """The action cells of an instance.

    Args:
        reasoner: The reasoner of the instance.

    Attributes:
        cells: The number of action cells.
        idle: The point of the default action: float64, shape (cells,).
        most: The largest number of cells that may differ from their defaults; `None` where nothing limits it.
        stepped: True if no cell is a real number.
    """

    def __init__(self, reasoner: Any) -> None:
        dynamics = reasoner.dynamics
        self._sizes = [dynamics.program.sizes(function) for function in dynamics.program.actions]
        self._ranges = [function.range for function in dynamics.program.actions]
        self._named = sorted(reasoner.actions.items(), key=lambda item: (item[1].position, item[1].place or 0))
        self._idle: Action = dynamics.idle
        cells = [cell for _, cell in self._named]
        ends = np.array([cell.range() for cell in cells], float).reshape(-1, 2)
        self.cells = len(cells)
        limit = reasoner.instance.most_actions
        self.most = None if limit is None or limit >= self.cells else limit
        low, high = ends[:, 0], ends[:, 1]
        open_low, open_high = low < -WIDE_RANGE, high > WIDE_RANGE
        self._real = np.array([cell.fluent.range == REAL for cell in cells])
        self.stepped = not self._real.any()
        self._truth = np.array([cell.fluent.range == BOOL for cell in cells])
        self._default = np.array([float(cell.of(dynamics.idle)) for cell in cells])
        # A cell without a bound has values around its default, or on one side of its bound.
        self._open = open_low | open_high
        self._around = np.where(open_low & open_high, self._default, np.where(open_low, high, low))
        self._start = np.where(open_low, EDGE, np.where(open_high, 0.5, 0.25))
        self._length = np.where(open_low & open_high, 1 - 2 * EDGE, 0.5 - EDGE)
        self._low, self._high = low, high
        self._near, self._far = np.where(self._open, 0.0, low), np.where(self._open, 1.0, high)
        self.idle = self._points(self._default)

    def values(
        self, xp: Any, points: Array, rounding: Rounding | None = None, soft_truths: bool = False
    ) -> tuple[Array, ...]:
        """Return the arrays of the action-fluents.

        Args:
            xp: NumPy, or `jax.numpy`.
            points: The points: float64, shape (cells, copies).
            rounding: Makes a relaxed number of a rounded one and of the one before; then all arrays have real numbers.
            soft_truths: True for truth values that are not rounded.

        Returns:
            An array for each action-fluent, with the axis of the copies last.
        """

        def through(exact: Array, smooth: Array) -> Array:
            return exact if rounding is None else rounding(exact, smooth)

        low, high, default, real = (each[:, None] for each in (self._low, self._high, self._default, self._real))
        inside = self._start[:, None] + self._length[:, None] * points
        far = (2 * inside - 1) / (4 * inside * (1 - inside))
        wide = self._open[:, None]
        values = xp.where(
            wide, self._around[:, None] + far, self._near[:, None] + (self._far - self._near)[:, None] * points
        )
        values = xp.clip(values, low, high)
        values = xp.where(real | (self._truth[:, None] & soft_truths), values, through(xp.round(values), values))
        if self.most is not None:
            distance = xp.abs(points - self.idle[:, None])
            rank = xp.argsort(xp.argsort(-distance, axis=0), axis=0)
            values = through(xp.where(rank < self.most, values, default), values)
        arrays, at = [], 0
        for sizes, of in zip(self._sizes, self._ranges, strict=True):
            cells = values[at : (at := at + prod(sizes))].reshape(*sizes, values.shape[-1])
            exact = cells if of == REAL else cells > 0.5 if of == BOOL else cells.astype(int)
            arrays.append(exact if rounding is None else cells)
        return tuple(arrays)

    def action(self, points: Array) -> Action:
        """Return the action of the points of one copy: shape (cells, 1)."""
        arrays = self.values(np, points)
        flat = np.concatenate([np.asarray(array, float).reshape(-1) for array in arrays]) if arrays else np.zeros(0)
        cells = (cell for _, cell in self._named)
        plain = ((cell, cell.plain(number)) for cell, number in zip(cells, flat.tolist(), strict=True))
        return changed_plain(self._idle, plain)

    def differing(self, action: Action) -> dict[str, Any]:
        """Return the cells of an action that differ from their defaults."""
        return {
            name: cell.shown(cell.of(action)) for name, cell in self._named if cell.of(action) != cell.of(self._idle)
        }

    def _points(self, values: Any) -> Any:
        """Return the points of some values."""
        far = values - self._around
        # The inverse of (2 x - 1) / (4 x (1 - x)).
        inside = np.where(far == 0, 0.5, (2 * far - 1 + np.sqrt(1 + 4 * far * far)) / np.where(far == 0, 1, 4 * far))
        wide = (inside - self._start) / self._length
        narrow = (values - self._near) / np.where(self._far > self._near, self._far - self._near, 1)
        return np.clip(np.where(self._open, wide, narrow), 0.0, 1.0)
