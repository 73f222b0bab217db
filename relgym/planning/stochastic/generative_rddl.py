"""The generative model of an RDDL instance: moves are the values of all action-fluents.

>>> import relgym
>>> from relgym.planning.stochastic.criterion import Criterion
>>> from relgym.planning.stochastic.process import process_of
>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; }; reward = lit'; }'''
>>> reasoner = relgym.Reasoner(relgym.load(domain, "instance dark { domain = lamp; horizon = 5; }"))
>>> model = InstanceModel(process_of(reasoner, Criterion("return", horizon=5)))
>>> [model.action(move) for move in model.moves(model.inner(reasoner.initial_state))[0]]
[{}, {'press': True}]
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from relgym.errors import ModelError
from relgym.model.rddl.equations import Number
from relgym.model.rddl.expressions import BOOL, REAL
from relgym.model.rddl.state import RDDLState
from relgym.planning.stochastic.generative_model import GenerativeModel
from relgym.planning.stochastic.process import DecisionProcess
from relgym.reasoning.rddl.cells import Cell, changed_plain
from relgym.reasoning.rddl.dynamics import Action, State
from relgym.tuning.planning import WIDE_RANGE

LISTED_MOVES_LIMIT = 32
"""Number of actions of an RDDL instance up to which UCT tries each of them. Judged: a third of its trials."""

DRAWN_MOVES_LIMIT = 20
"""Number of random actions that are tested before a search takes that of all defaults. Judged."""


class InstanceModel(GenerativeModel):
    """The generative model of an RDDL instance."""

    def __init__(self, process: DecisionProcess) -> None:
        reasoner = process.reasoner
        self.criterion = process.criterion
        self._dynamics = dynamics = reasoner.dynamics
        self._results = reasoner.results
        self._allows = reasoner.conditions.allows
        self._idle: Action = dynamics.idle
        self._cells: list[Cell] = [*reasoner.actions.values()]
        limit = reasoner.instance.most_actions
        self._most = len(self._cells) if limit is None else min(limit, len(self._cells))
        self._combinations: list[Action] | None = None
        try:
            values = reasoner.action_values.combinations(None, LISTED_MOVES_LIMIT)
        except ModelError:
            pass
        else:
            self._combinations = [reasoner.action_values.values(given) for given in values]

    def inner(self, state: RDDLState) -> State:
        return self._dynamics.own(state)  # type: ignore[no-any-return]

    def key(self, state: State) -> Hashable:
        return tuple(tuple(several) if isinstance(several, list) else several for several in state)

    def end_value(self, state: State) -> float | None:
        dynamics = self._dynamics
        return 0.0 if dynamics.ended(state) is not None or dynamics.broken(state) is not None else None

    def moves(self, state: State) -> tuple[list[Action], bool]:
        several = [self._idle] if self._combinations is None else self._combinations
        return [move for move in several if self._allows(state, move)], self._combinations is not None

    def drawn(self, state: State, rng: Random, near: Any = None) -> Action | None:
        for _ in range(DRAWN_MOVES_LIMIT):
            if self._combinations is not None:
                move = self._combinations[int(rng.random() * len(self._combinations))]
            elif near is not None:
                move = self._variant(near, rng)
            else:
                move = self._any(rng)
            if self._allows(state, move):
                return move
        return self._idle if self._allows(state, self._idle) else None

    def _any(self, rng: Random) -> Action:
        """Draw the values of all cells, or of a random number of them where the instance limits that number."""
        cells = self._cells
        if self._most < len(cells):
            cells = rng.sample(cells, rng.randint(0, self._most))
        return changed_plain(self._idle, [(cell, drawn_value(cell, rng, cell.of(self._idle))) for cell in cells])

    def _variant(self, near: Action, rng: Random) -> Action:
        """Draw another value for one cell."""
        cell = self._cells[int(rng.random() * len(self._cells))]
        return changed_plain(near, [(cell, drawn_value(cell, rng, cell.of(near)))])

    def step(self, state: State, move: Action, rng: Random) -> tuple[float, State]:
        step = self._dynamics.step(state, move, self._results.uniforms(rng))
        return step.reward, step.state

    def rollout(self, state: State, depth: int, rng: Random) -> float:
        total, weight, discount = 0.0, 1.0, self.criterion.discount
        for _ in range(depth):
            if self.end_value(state) is not None:
                break
            move = self.drawn(state, rng)
            if move is None:
                break
            reward, state = self.step(state, move, rng)
            total += weight * reward
            weight *= discount
        return total

    def action(self, move: Action) -> dict[str, Any]:
        return {
            name: cell.shown(cell.of(move))
            for name, cell in zip(self._dynamics_names, self._cells, strict=True)
            if cell.of(move) != cell.of(self._idle)
        }

    @property
    def _dynamics_names(self) -> list[str]:
        layout = self._dynamics.layout
        return [layout.names(cell.fluent.name)[cell.place or 0] for cell in self._cells]


class LikeliestModel(InstanceModel):
    """The model of an instance in which each draw has its likeliest result."""

    def step(self, state: State, move: Action, rng: Random) -> tuple[float, State]:
        step = self._results.likeliest(state, move)
        return step.reward, step.state


def drawn_value(cell: Cell, rng: Random, now: Number) -> Number:
    """Draw a value of a cell: for a number, an end of its range half of the time, since extreme actions are often best.

    Where the range is wide, values about the present one are drawn, of all orders of magnitude.
    """
    low, high = cell.range()
    if cell.fluent.range == BOOL:
        return rng.random() < 0.5
    whole = cell.fluent.range != REAL
    if high - low > WIDE_RANGE:
        size = 10.0 ** rng.uniform(-1.0, 3.0)
        value = min(max(float(now) + rng.choice((-size, size)), low), high)
        return cell.plain(int(value)) if whole else value
    if len(cell.items) == 0 and rng.random() < 0.5:
        value = low if rng.random() < 0.5 else high
        return cell.plain(int(value)) if whole else value
    return cell.plain(rng.randint(int(low), int(high))) if whole else rng.uniform(low, high)
