"""How relgym is walked with: the one place to change when it offers a faster way."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any


class Walk:
    """A walk, on the builtin engine with a walker, on the others with a reasoner."""

    def __new__(cls, domain: str, problem: str, engine: str = "builtin") -> Walk:
        return super().__new__(KeptWalk if cls is Walk and engine == "builtin" else cls)

    @staticmethod
    def load() -> None:
        import relgym.backends.builtin.engine
        import relgym.read.pddl.loading
        import relgym.simulate.pddl  # noqa: F401

    def __init__(self, domain: str, problem: str, engine: str = "builtin") -> None:
        import relgym

        self.draw: Callable[[], float]
        begun = time.process_time()
        task = relgym.load(domain, problem)
        reading = time.process_time() - begun
        self._reasoner = relgym.Reasoner(task, engine)
        self._start = self._reasoner.initial_state
        self.known = {"reading": reading, "objects": len(task.objects), "atoms": len(task.problem.init)}

    def restart(self) -> None:
        self._state = self._start
        self._actions = self._reasoner.valid_actions(self._state)

    def go(self, most: int) -> tuple[int, int]:
        draw, successor, valid_actions = self.draw, self._reasoner.successor, self._reasoner.valid_actions
        state, actions = self._state, self._actions
        valid, count = 0, len(actions)
        for done in range(most):
            if not count:
                most = done
                break
            state = successor(state, actions[int(draw() * count)])
            actions = valid_actions(state)
            count = len(actions)
            valid += count
        self._state, self._actions = state, actions
        return most, valid


class KeptWalk(Walk):
    """A walk with a walker, by the numbers of the valid actions."""

    def __init__(self, domain: str, problem: str, engine: str = "builtin") -> None:
        from relgym.simulate.pddl import PDDLSimulator

        super().__init__(domain, problem, engine)
        self._walker = PDDLSimulator(self._reasoner)

    def restart(self) -> None:
        self._walker.go_to(self._start)

    def go(self, most: int) -> tuple[int, int]:
        draw, take = self.draw, self._walker.apply
        numbers = self._walker.actions()
        valid, count = 0, len(numbers)
        for done in range(most):
            if not count:
                most = done
                break
            numbers = take(numbers[int(draw() * count)])
            count = len(numbers)
            valid += count
        return most, valid


class DerivedWalk(KeptWalk):
    """A walk on which every derived atom is listed after each step, too."""

    def go(self, most: int) -> tuple[int, int]:
        draw, take, list_derived = self.draw, self._walker.apply, self._walker.derived
        numbers = self._walker.actions()
        valid, count = 0, len(numbers)
        for done in range(most):
            if not count:
                most = done
                break
            numbers = take(numbers[int(draw() * count)])
            list_derived()
            count = len(numbers)
            valid += count
        return most, valid


class Search(Walk):
    """A breadth-first search by a walker: a step is an expansion."""

    def __init__(self, domain: str, problem: str, engine: str = "walker") -> None:
        from relgym.simulate.pddl import PDDLSimulator

        super().__init__(domain, problem)
        self._successors: Any = (
            PDDLSimulator(self._reasoner).successors if engine == "walker" else self._reasoner.successors
        )
        self._front: deque[Any] = deque()
        self._met: set[Any] = set()

    def restart(self) -> None:
        """Go on with the search: it begins anew only where it has met all states."""

    def go(self, most: int) -> tuple[int, int]:
        successors, front, met = self._successors, self._front, self._met
        valid = 0
        for _ in range(most):
            if not front:
                front.append(self._start)
                met.clear()
            found = successors(front.popleft())
            valid += len(found)
            for _, after in found:
                key = (after.bits, after.values) if after.values else after.bits
                if key not in met:
                    met.add(key)
                    front.append(after)
        return most, valid


class Episodes:
    """Whole environments made with `gymnasium.make`, with observations and lists of valid actions."""

    @staticmethod
    def load() -> None:
        import relgym.backends.builtin.engine
        import relgym.envs.pddl.env  # noqa: F401

    def __init__(self, domain: str, problem: str, engine: str = "builtin") -> None:
        import relgym

        self.draw: Callable[[], float]
        self._env = relgym.make(domain, problem, backend=engine)
        self._seed: int | None = 0
        self._valid: Callable[[], Any] = self._env.unwrapped.valid_actions

    def restart(self) -> None:
        # Seeded once: some problems have random outcomes.
        self._env.reset(seed=self._seed)
        self._seed = None
        self._actions = self._valid()

    def go(self, most: int) -> tuple[int, int]:
        draw, step, valid_actions, actions = self.draw, self._env.step, self._valid, self._actions
        done = valid = 0
        while done < most and actions:
            step(actions[int(draw() * len(actions))])
            actions = valid_actions()
            valid += len(actions)
            done += 1
        self._actions = actions
        return done, valid


class ReadEpisodes(Episodes):
    """Whole environments of which every observation is read as a set of atoms."""

    def go(self, most: int) -> tuple[int, int]:
        draw, step, valid_actions, actions = self.draw, self._env.step, self._valid, self._actions
        done = valid = 0
        while done < most and actions:
            state, *_ = step(actions[int(draw() * len(actions))])
            assert state.atoms is not None
            actions = valid_actions()
            valid += len(actions)
            done += 1
        self._actions = actions
        return done, valid
