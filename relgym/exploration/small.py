"""The state space of a few hundred states as lists, where there may be no NumPy: what pictures and services show.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b a, b c", goal="c")
>>> space = small_space(relgym.Reasoner(relgym.load(domain, problem)), 10)
>>> space
SmallSpace(3 states, 3 transitions)
>>> space.distances, [*space.transitions_of(1)]
([2, 1, 0], [('(go b a)', 0, 1.0), ('(go b c)', 2, 1.0)])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from time import monotonic
from typing import Any

from relgym.exploration.transitions import pddl_transitions, rddl_transitions
from relgym.limits import Limits
from relgym.model.graphs import components
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.reachable_states import ReachableStates, distances_to

Arc = tuple[str, int, float]
"""The text of an action, the number of the state after it, and its probability."""


@dataclass(frozen=True)
class SmallSpace:
    """States by their numbers, in the order of a breadth-first search; the members are those of `StateSpace`.

    Attributes:
        model: The task or the instance.
        states: The states.
        starts: The number of start states, which are the first states.
        depths: For each state the smallest number of transitions from a start.
        goals: For each state True if the goal holds.
        expanded: For each state True if all its transitions are known.
        choices: For each state the number of its valid actions, as far as it was expanded.
        arcs: For each state its transitions to known states.
        has_goal: False for an instance of RDDL without termination conditions.
        stopped: The limit that has ended the exploration: `states` or `seconds`; `None` if the space is complete.
    """

    model: Task | Instance
    states: Sequence[Any]
    starts: int
    depths: Sequence[int]
    goals: Sequence[bool]
    expanded: Sequence[bool]
    choices: Sequence[int]
    arcs: Sequence[Sequence[Arc]]
    has_goal: bool
    stopped: str | None

    def __repr__(self) -> str:
        end = "" if self.stopped is None else f", incomplete: {self.stopped}"
        return f"SmallSpace({len(self):,} states, {sum(map(len, self.arcs)):,} transitions{end})"

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def distances(self) -> list[int]:
        """For each state the smallest number of transitions to a goal state, -1 where there is no path."""
        return distances_to([number for number, goal in enumerate(self.goals) if goal], self.arcs)

    @cached_property
    def dead_ends(self) -> list[bool]:
        """For each state True if no path leads from it to a goal state, nor to a state that was not expanded."""
        if not self.has_goal:
            return [False] * len(self)
        ends = (
            number
            for number, (goal, known) in enumerate(zip(self.goals, self.expanded, strict=True))
            if goal or not known
        )
        return [distance < 0 for distance in distances_to(ends, self.arcs)]

    def state(self, number: int) -> Any:
        """Return a state."""
        return self.states[number]

    def transitions_of(self, number: int) -> Iterator[Arc]:
        """Yield the transitions of a state."""
        yield from self.arcs[number]

    def to_json(self) -> dict[str, Any]:
        """Return the figures that `StateSpace.to_json` returns."""
        reached = [distance for distance in self.distances[: self.starts] if distance >= 0]
        known = [number for number, each in enumerate(self.expanded) if each]
        choices = [self.choices[number] for number in known]
        edges = [[target for _, target, _ in arcs] for arcs in self.arcs]
        parts = [len(part) for part in components(edges, range(len(self)))]
        return {
            "states": len(self),
            "transitions": sum(map(len, self.arcs)),
            "start_states": self.starts,
            "goal_states": sum(self.goals),
            "dead_ends": sum(self.dead_ends) if self.has_goal else None,
            "stuck": choices.count(0),
            "depth": max(self.depths, default=0),
            "distance": min(reached, default=None),
            "branching": {
                "mean": round(sum(choices) / len(choices), 4) if choices else None,
                "largest": max(choices, default=0),
            },
            "components": len(parts),
            "largest_component": max(parts, default=0),
            "complete": self.stopped is None,
            "stopped": self.stopped,
        }


def small_space(reasoner: PDDLReasoner | RDDLReasoner, limit: int, limits: Limits | None = None) -> SmallSpace:
    """Explore up to a number of states.

    Args:
        reasoner: A reasoner of the task or the instance.
        limit: The largest number of states.
        limits: The seconds that it may take.

    Raises:
        BackendError: A single question has passed the limits of the engine.
    """
    transitions = pddl_transitions(reasoner) if isinstance(reasoner, PDDLReasoner) else rddl_transitions(reasoner)
    deadline = inf if limits is None else monotonic() + limits.seconds
    states = ReachableStates(map(transitions.settled, transitions.starts), limit=limit)
    expanded: list[bool] = []
    choices: list[int] = []
    arcs: list[list[Arc]] = []
    stopped = "states" if states.is_full else None
    for number, state in states:
        mine: list[Arc] = []
        is_whole, actions = True, 0
        last: Any = None
        if monotonic() >= deadline:
            stopped, is_whole = "seconds", False
        else:
            for action, after, share in transitions.of(state):
                actions += action != last
                last = action
                target = states.meet(transitions.settled(after), number)
                if target is None:
                    is_whole = False
                    stopped = stopped or "states"
                else:
                    mine.append((str(action), target, share))
        arcs.append(mine)
        expanded.append(is_whole)
        choices.append(actions)
    goals = [transitions.goal(state) for state in states.listed]
    listed, depths = states.listed, states.depths
    return SmallSpace(
        reasoner.model, listed, states.starts, depths, goals, expanded, choices, arcs, transitions.has_goal, stopped
    )
