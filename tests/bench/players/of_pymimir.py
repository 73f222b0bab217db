"""How pymimir is walked with: its own lists of actions and its own states, not the Python classes around them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Literal


class Walk:
    """A walk over the actions of a grounded or a lifted generator."""

    @staticmethod
    def load() -> None:
        import pymimir.advanced.search  # noqa: F401

    def __init__(self, domain: str, problem: str, mode: Literal["grounded", "lifted"]) -> None:
        from pymimir.advanced import search

        # Pruning would leave out actions that are like others.
        all_of_them = search.LiftedOptions(search.LiftedKPKCOptions(search.SymmetryPruning.OFF))
        kind = search.GroundedOptions() if mode == "grounded" else all_of_them
        context = search.SearchContext.create(domain, problem, search.SearchContextOptions(kind))
        states = context.get_state_repository()
        self.draw: Callable[[], float]
        self._valid = context.get_applicable_action_generator().generate_applicable_actions
        self._successor = states.get_or_create_successor_state
        self._start, _ = states.get_or_create_initial_state()

    def restart(self) -> None:
        self._state = self._start
        self._actions = self._valid(self._state)

    def go(self, most: int) -> tuple[int, int]:
        draw, successor, valid_actions = self.draw, self._successor, self._valid
        state, actions = self._state, self._actions
        valid, count = 0, len(actions)
        for done in range(most):
            if not count:
                most = done
                break
            state, _ = successor(state, actions[int(draw() * count)], 0.0)
            actions = valid_actions(state)
            count = len(actions)
            valid += count
        self._state, self._actions = state, actions
        return most, valid


class Search(Walk):
    """A breadth-first search by the grounded generator: a step is an expansion."""

    def __init__(self, domain: str, problem: str) -> None:
        super().__init__(domain, problem, "grounded")
        self._front: deque[Any] = deque()
        self._met: set[int] = set()

    def restart(self) -> None:
        """Go on with the search: it begins anew only where it has met all states."""

    def go(self, most: int) -> tuple[int, int]:
        successor, valid_actions, front, met = self._successor, self._valid, self._front, self._met
        valid = 0
        for _ in range(most):
            if not front:
                front.append(self._start)
                met.clear()
            state = front.popleft()
            actions = valid_actions(state)
            valid += len(actions)
            for action in actions:
                after, _ = successor(state, action, 0.0)
                index = after.get_index()
                if index not in met:
                    met.add(index)
                    front.append(after)
        return most, valid
