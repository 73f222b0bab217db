"""The naive twin of exploration: a breadth-first search by the reasoner alone, with dictionaries."""

from __future__ import annotations

from collections import deque
from typing import Any

import relgym
from relgym.translate.program.accumulators import accumulators


class NaiveSpace:
    """The states by their keys, in the order in which they were found, and all transitions."""

    def __init__(self, model: Any) -> None:
        self.reasoner = reasoner = relgym.Reasoner(model)
        self.is_pddl = isinstance(model, relgym.Task)
        self.left_out = accumulators(reasoner.translation) if self.is_pddl else ()
        starts = [each.state for each in reasoner.starts()] if self.is_pddl else [reasoner.initial_state]
        self.depths: dict[Any, int] = {}
        self.transitions: dict[Any, list[tuple[str, Any, float]]] = {}
        self.goals: set[Any] = set()
        todo: deque[Any] = deque()
        for state in starts:
            self.depths[self.key(state)] = 0
            todo.append(state)
        while todo:
            state = todo.popleft()
            key = self.key(state)
            if reasoner.goal(state):
                self.goals.add(key)
            self.transitions[key] = []
            for action, after, share in self.steps(state):
                reached = self.key(after)
                self.transitions[key].append((action, reached, share))
                if reached not in self.depths:
                    self.depths[reached] = self.depths[key] + 1
                    todo.append(after)

    def key(self, state: Any) -> Any:
        if not self.is_pddl:
            return tuple(sorted(state.cells.items()))
        values = {key: value for key, value in state.own_values() if key[0] not in self.left_out}
        return frozenset(state.own_atoms()), tuple(sorted(values.items()))

    def steps(self, state: Any) -> list[tuple[str, Any, float]]:
        reasoner = self.reasoner
        if not self.is_pddl and (reasoner.goal(state) or reasoner.broken(state) is not None):
            return []
        found: list[tuple[str, Any, float]] = []
        for action in reasoner.valid_actions(state):
            shares: dict[Any, float] = {}
            for outcome in reasoner.outcomes(state, action):
                shares[outcome.state] = shares.get(outcome.state, 0.0) + outcome.probability
            text = str(action) if self.is_pddl else NaiveSpace.text(action)
            found += [(text, after, share) for after, share in shares.items()]
        return found

    @staticmethod
    def text(action: dict[str, Any]) -> str:
        return ", ".join(f"{cell} = {str(value).lower()}" for cell, value in action.items()) or "noop"

    def distances(self) -> dict[Any, int]:
        """By state the distance to a goal state, without those from which there is no path."""
        before: dict[Any, set[Any]] = {}
        for key, steps in self.transitions.items():
            for _, after, _ in steps:
                before.setdefault(after, set()).add(key)
        found = dict.fromkeys(self.goals, 0)
        todo = deque(self.goals)
        while todo:
            key = todo.popleft()
            for other in before.get(key, ()):
                if other not in found:
                    found[other] = found[key] + 1
                    todo.append(other)
        return found

    def component_sizes(self) -> list[int]:
        """The sizes of the strongly connected components, by mutual reachability."""
        import networkx

        graph = networkx.DiGraph()
        graph.add_nodes_from(self.transitions)
        graph.add_edges_from((key, after) for key, steps in self.transitions.items() for _, after, _ in steps)
        return sorted(map(len, networkx.strongly_connected_components(graph)))
