"""States by their numbers and the transitions between them, with the figures that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from relgym.arguments import check_whole
from relgym.exploration.codes.code import StateCode
from relgym.exploration.graphs import Edges
from relgym.exploration.table import Rows
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance

Stop = Literal["states", "seconds", "memory", "interrupt"]
"""The reasons for which an exploration ends before all states are known."""


@dataclass(frozen=True)
class TransitionSystem:
    """States by their numbers, in the order of a breadth-first search, and the transitions between them.

    `StateSpace` says what the attributes hold.
    """

    model: Task | Instance
    code: StateCode
    rows: Rows
    starts: int
    depths: NDArray[np.int32]
    goals: NDArray[np.bool_]
    expanded: NDArray[np.bool_]
    choices: NDArray[np.int32]
    offsets: NDArray[np.int64]
    actions: NDArray[np.int32]
    targets: NDArray[np.int32]
    probabilities: NDArray[np.float64] | None
    action_names: Sequence[str]
    has_goal: bool = True
    stopped: Stop | None = None

    def __repr__(self) -> str:
        end = "" if self.stopped is None else f", incomplete: {self.stopped}"
        return f"{type(self).__name__}({len(self):,} states, {self.transition_count:,} transitions{end})"

    def __len__(self) -> int:
        return len(self.rows)

    # -- counts ------------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """True if all reachable states are known."""
        return self.stopped is None

    @property
    def transition_count(self) -> int:
        """The number of transitions."""
        return len(self.targets)

    @property
    def depth(self) -> int:
        """The largest depth of a state."""
        return int(self.depths.max(initial=0))

    @property
    def goal_count(self) -> int:
        """The number of states in which the goal holds."""
        return int(np.count_nonzero(self.goals))

    @cached_property
    def edges(self) -> Edges:
        """The transitions as a graph."""
        return Edges(self.offsets, self.targets)

    @cached_property
    def distances(self) -> NDArray[np.int32]:
        """For each state the smallest number of transitions to a goal state, -1 where there is no path.

        Random outcomes count as if they could be chosen. In an incomplete space there may be shorter paths, and paths
        from further states.
        """
        return self.edges.reversed().distances(np.flatnonzero(self.goals))

    @cached_property
    def dead_ends(self) -> NDArray[np.bool_]:
        """For each state True if no path leads from it to a goal state, not even through states that are not known.

        All are False where there is no goal.
        """
        if not self.has_goal:
            return np.zeros(len(self), bool)
        ends = self.edges.reversed().distances(np.flatnonzero(self.goals | ~self.expanded))
        dead: NDArray[np.bool_] = ends < 0
        return dead

    @property
    def dead_end_count(self) -> int:
        """The number of dead ends."""
        return int(np.count_nonzero(self.dead_ends))

    @property
    def stuck(self) -> NDArray[np.bool_]:
        """For each state True if no action is valid in it."""
        without_actions: NDArray[np.bool_] = self.expanded & (self.choices == 0)
        return without_actions

    @cached_property
    def _components(self) -> tuple[int, NDArray[np.int32]]:
        return self.edges.components()

    @property
    def component_count(self) -> int:
        """The number of strongly connected components."""
        return self._components[0]

    @property
    def components(self) -> NDArray[np.int32]:
        """For each state the number of its strongly connected component."""
        return self._components[1]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data, as `relgym explore --json` prints them.

        Returns:
            A dictionary: the numbers of `states`, `transitions`, `start_states`, `goal_states`, `dead_ends` and `stuck`
            states; the `depth`; the `distance` from the nearest start to a goal state, or `None`; the `branching`, that
            is, the `mean` and the `largest` number of valid actions; the number of `components` and the states of the
            `largest_component`; `complete`, and the limit that has `stopped` the exploration, or `None`.
        """
        distances = self.distances[: self.starts]
        reached = distances[distances >= 0]
        choices = self.choices[self.expanded]
        return {
            "states": len(self),
            "transitions": self.transition_count,
            "start_states": self.starts,
            "goal_states": self.goal_count,
            "dead_ends": self.dead_end_count if self.has_goal else None,
            "stuck": int(np.count_nonzero(self.stuck)),
            "depth": self.depth,
            "distance": int(reached.min()) if len(reached) else None,
            "branching": {
                "mean": round(float(choices.mean()), 4) if len(choices) else None,
                "largest": int(choices.max(initial=0)),
            },
            "components": self.component_count,
            "largest_component": int(np.bincount(self.components).max(initial=0)),
            "complete": self.is_complete,
            "stopped": self.stopped,
        }

    # -- states and transitions --------------------------------------------------------------

    def state(self, number: int) -> Any:
        """Return a state.

        Args:
            number: Its number.

        Returns:
            A `State` of PDDL, whose accumulators are those of the start, or an `RDDLState`.

        Raises:
            RelgymError: There is no such state.
        """
        check_whole("the number of a state", number, 0, len(self))
        return self.code.state(self.rows[number])

    def transitions_of(self, number: int) -> Iterator[tuple[str, int, float]]:
        """Yield the transitions of a state.

        Args:
            number: The number of the state.

        Yields:
            The text of the action, the number of the state after it, and its probability.
        """
        check_whole("the number of a state", number, 0, len(self))
        for place in range(int(self.offsets[number]), int(self.offsets[number + 1])):
            share = 1.0 if self.probabilities is None else float(self.probabilities[place])
            yield self.action_names[self.actions[place]], int(self.targets[place]), share
