"""The whole state space of a small problem, and what follows from it exactly: distances, reachability, landmarks.

>>> import relgym
>>> space = explored(relgym.Reasoner(relgym.load(*roads("a b c", "a b, b c", goal="c"))), 10)
>>> len(space.states), space.distances, [len(moves) for moves in space.moves]
(3, [2, 1, 0], [1, 1, 0])
>>> [reached.bit_count() for reached in space.reached]
[3, 2, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property

from relgym.errors import BackendError
from relgym.exploration.transitions import pddl_transitions
from relgym.model.graphs import components
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.reachable_states import ReachableStates, distances_to

Move = tuple[Action, int]
"""An action and the number of a state to which it may lead."""


class ExactSpace:
    """All states of a problem within reach of its start.

    Attributes:
        states: The states, in the order in which a breadth-first search meets them.
        moves: For each state the actions with the states after them; several for an action with random outcomes.
        goals: For each state True if the goal holds.
        number: Returns the number of a state, `number(state)`.
    """

    def __init__(
        self, states: list[State], moves: list[list[Move]], goals: list[bool], number: Callable[[State], int]
    ) -> None:
        self.states = states
        self.moves = moves
        self.goals = goals
        self.number = number

    @cached_property
    def _before(self) -> list[list[int]]:
        sources: list[list[int]] = [[] for _ in self.states]
        for number, moves in enumerate(self.moves):
            for _, after in moves:
                sources[after].append(number)
        return sources

    @cached_property
    def distances(self) -> list[int | None]:
        """For each state the least number of actions that lead to the goal; `None` if none do."""
        ends = [number for number, goal in enumerate(self.goals) if goal]
        return [None if distance < 0 else distance for distance in distances_to(ends, self.moves)]

    @cached_property
    def reached(self) -> list[int]:
        """For each state the states within reach of it, as bits, itself included."""
        masks = [0] * len(self.states)
        # Each component comes after those to which it leads.
        for component in components([{after for _, after in moves} for moves in self.moves], range(len(self.states))):
            bits = 0
            for number in component:
                bits |= 1 << number
                for _, after in self.moves[number]:
                    bits |= masks[after]
            for number in component:
                masks[number] = bits
        return masks

    @cached_property
    def taking(self) -> dict[Action, int]:
        """For each action the states in which it is applicable, as bits."""
        states: dict[Action, int] = {}
        for number, moves in enumerate(self.moves):
            for action in {action for action, _ in moves}:
                states[action] = states.get(action, 0) | 1 << number
        return states

    def path(self, start: int, wanted: Callable[[int], bool], without: int = 0) -> list[Action] | None:
        """Return a shortest way from a state to one that is wanted.

        Args:
            start: The number of the first state.
            wanted: Returns True for the number of a state to be reached.
            without: The bits of atoms that must not be true on the way.

        Returns:
            The actions; `None` if there is no way.
        """
        if self.states[start].bits & without:
            return None
        if wanted(start):
            return []
        came: dict[int, tuple[int, Action]] = {}
        waiting = [start]
        for number in waiting:
            for action, after in self.moves[number]:
                if after in came or after == start or self.states[after].bits & without:
                    continue
                came[after] = number, action
                if wanted(after):
                    actions: list[Action] = []
                    while after != start:
                        after, action = came[after]
                        actions.append(action)
                    return actions[::-1]
                waiting.append(after)
        return None

    @cached_property
    def atoms(self) -> int:
        """The bits of all atoms that hold in some state."""
        bits = 0
        for state in self.states:
            bits |= state.bits
        return bits

    @cached_property
    def holding(self) -> dict[int, int]:
        """For each atom, by its bit number, the states in which it holds, as bits."""
        states: dict[int, int] = {}
        for number, state in enumerate(self.states):
            bits = state.bits
            while bits:
                lowest = bits & -bits
                bit = lowest.bit_length() - 1
                states[bit] = states.get(bit, 0) | 1 << number
                bits ^= lowest
        return states

    @cached_property
    def landmarks(self) -> list[int]:
        """For each state the atoms that hold at some time on every way to the goal, as bits.

        All atoms, where no way leads to the goal. An atom is no landmark of a state if the goal can be reached without
        a state in which it holds; these atoms are found for all states at once, from the goal backwards.
        """
        every = self.atoms
        avoided = [0] * len(self.states)
        waiting = []
        for number, goal in enumerate(self.goals):
            if goal:
                avoided[number] = every & ~self.states[number].bits
                waiting.append(number)
        while waiting:
            further: dict[int, None] = {}
            for number in waiting:
                for before in self._before[number]:
                    more = avoided[before] | avoided[number] & ~self.states[before].bits
                    if more != avoided[before]:
                        avoided[before] = more
                        further[before] = None
            waiting = [*further]
        return [every & ~bits for bits in avoided]


def explored(reasoner: PDDLReasoner, limit: int) -> ExactSpace | None:
    """Explore all states within reach of the start, or of all starts of a probabilistic one.

    States that differ in numbers alone that nothing reads are one.

    Args:
        reasoner: The reasoner.
        limit: The largest number of states.

    Returns:
        The space; `None` if it has more states.
    """
    try:
        transitions = pddl_transitions(reasoner)
    except BackendError:
        # There are more starts than the reasoner lists.
        return None

    def key(state: State) -> Hashable:
        settled = transitions.settled(state)
        return settled.bits, settled.values

    states = ReachableStates[State](transitions.starts, key, limit)
    moves: list[list[Move]] = []
    for number, state in states:
        numbered = [(action, states.meet(after, number)) for action, after, _ in transitions.of(state)]
        if states.is_full:
            return None
        moves.append([(action, after) for action, after in numbered if after is not None])
    return ExactSpace(states.listed, moves, [transitions.goal(state) for state in states.listed], states.number)
