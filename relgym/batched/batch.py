"""Many environments of one task, or of several of one domain, as arrays.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> envs = batch(relgym.load(domain, problem), 3, rng=0)
>>> envs
Batch(Task(p of d), 3 environments)
>>> envs.valid.tolist(), envs.pick().tolist()
([[True, True, True]], [0, 0, 0])
>>> done = envs.step([0, -1, 0])
>>> envs.goal.tolist()
[True, False, True]
>>> [str(atom) for atom in envs.atoms(1)]
['(at a)']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.arguments import check_whole, wrong
from relgym.batched import step
from relgym.batched.arguments import (
    action_numbers,
    chosen_environments,
    generator_of,
    problem_numbers,
    uniform_numbers,
)
from relgym.batched.arrays import NumpyArrays
from relgym.batched.conditions import BatchConditions
from relgym.batched.ground import ground
from relgym.batched.picks import picked
from relgym.batched.starts import random_start
from relgym.batched.states import BatchStates
from relgym.capacity import check_count
from relgym.errors import InvalidAction, ModelError
from relgym.locking import Lock, synchronized
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.grounded import GOAL, VALID, BatchTask
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.randomness import Generator
from relgym.translate.program.task import check_task


def batch(tasks: Task | Sequence[Task], n: int, *, rng: np.random.Generator | int | None = None) -> Batch:
    """Make `n` environments of a task, or of several tasks of one domain, each with its own start state.

    Args:
        tasks: A task, or several of one domain.
        n: The number of environments.
        rng: The generator of all draws, or its seed.

    Returns:
        The batch, at the start states.

    Raises:
        UnsupportedFeature: If a task is too large to be grounded, or has numbers that arrays cannot hold.
        ModelError: If the tasks are of several domains.
        RelgymError: If the environments do not fit into memory, or a task is not a `Task`.
    """
    several = (tasks,) if isinstance(tasks, str) or not isinstance(tasks, Iterable) else tuple(tasks)
    for task in several:
        check_task(task)
    made = Batch(ground(several), n, rng)
    made.reset()
    return made


class Batch:
    """The states of `count` environments, with questions and steps for all of them at once.

    Actions are numbers of `task.actions`, atoms those of `task.atoms`. Returned arrays do not change later.

    Threads may share a batch: each call holds `lock`. A thread that makes several calls without another thread's `step`
    in between must hold `lock` around them.
    """

    def __init__(self, task: BatchTask, count: int, rng: np.random.Generator | int | None = None) -> None:
        check_count(
            count,
            lambda count: (task.gates + 3 * task.facts) * (-(-count // 64) * 8) + task.size * count,
            "step fewer at once, or play single environments, which are not grounded",
        )
        self.lock = Lock()
        self.task = task
        self.count = int(count)
        self.rng = generator_of(rng)
        self._xp = NumpyArrays(self.count)
        self._random_starts = [random_start(each) for each in task.tasks]
        self._states = BatchStates(task, self._xp)
        self._conditions = BatchConditions(task, self._xp, self._states)

    def __repr__(self) -> str:
        names = ", ".join(map(repr, self.task.tasks))
        return f"Batch({names}, {self.count} environments)"

    # -- questions ---------------------------------------------------------------------------

    @property
    @synchronized
    def mask(self) -> NDArray[np.uint8]:
        """The valid actions as 0 and 1: shape (actions, environments)."""
        return self._conditions.reported()[VALID : VALID + self.task.size]

    @property
    def valid(self) -> NDArray[np.bool_]:
        """The valid actions as truth values: shape (actions, environments)."""
        return self.mask.view(np.bool_)

    @property
    @synchronized
    def goal(self) -> NDArray[np.bool_]:
        """The environments in which the goal holds: shape (environments,)."""
        array: NDArray[np.bool_] = self._conditions.reported()[GOAL].view(np.bool_)
        return array

    @property
    @synchronized
    def facts(self) -> NDArray[np.uint8]:
        """The true atoms as 0 and 1: shape (atoms, environments), with the rows of `task.atoms`."""
        return self._states.unpacked_facts()

    @property
    @synchronized
    def values(self) -> NDArray[np.float64]:
        """The values of numeric fluents: shape (fluents, environments), NaN where undefined."""
        array: NDArray[np.float64] = self._states.values / np.array(self.task.scales)[:, None]
        return array

    @property
    @synchronized
    def whole_values(self) -> NDArray[np.float64]:
        """The values of numeric fluents, each times its scale in `task.scales`; callers must not change the array."""
        return self._states.values

    @property
    @synchronized
    def problem(self) -> NDArray[np.int64]:
        """The number of the problem that each environment plays: shape (environments,)."""
        return self._states.problem.copy()

    @synchronized
    def atoms(self, copy: int) -> list[Atom]:
        """Return the true atoms of one environment that actions may change.

        Args:
            copy: The number of the environment.
        """
        self._check_copy(copy)
        return self._states.atoms(copy)

    @synchronized
    def fluents(self, copy: int) -> dict[FluentValue, Value]:
        """Return the exact defined numeric values of one environment that actions may change.

        Args:
            copy: The number of the environment.

        Raises:
            SimulationError: If a number is too large for arrays.
        """
        self._check_copy(copy)
        return self._states.fluents(copy)

    @synchronized
    def action(self, copy: int, number: int) -> Any:
        """Return the action of a number in the problem that an environment plays, or None if it has none.

        Args:
            copy: The number of the environment.
            number: The number of the action.
        """
        self._check_copy(copy)
        check_whole("the number of an action", number, -1, kind=InvalidAction)
        return self.task.actions[self._states.problem[copy]].get(number)

    def _check_copy(self, copy: int) -> None:
        check_whole("the number of an environment", copy, 0, self.count)

    # -- steps -------------------------------------------------------------------------------

    @synchronized
    def pick(self, uniform: NDArray[np.float64] | None = None) -> NDArray[np.int64]:
        """Pick a valid action for each environment, all equally likely.

        Args:
            uniform: Numbers from 0 to 1, one for each environment, that are used instead of the generator's.

        Returns:
            The numbers of the actions, -1 where none is valid.
        """
        drawn = self.rng.random(self.count) if uniform is None else uniform_numbers(uniform, self.count)
        array: NDArray[np.int64] = picked(self._xp, self._conditions.reported()[VALID:], drawn)
        return array

    @synchronized
    def step(self, actions: Any, uniform: Any = None) -> NDArray[np.bool_]:
        """Carry out an action in each environment; invalid actions change nothing.

        Args:
            actions: The number of an action for each environment.
            uniform: Makes the draws instead of the generator: a function that takes an array of 0 and 1 that marks the
                environments that need a number, and returns an array with a number for each environment.

        Returns:
            True for each environment in which the action was carried out.

        Raises:
            InvalidAction: If the actions are not one whole number for each environment.
            ModelError: If the numeric effects of an action contradict each other.
        """
        numbers = action_numbers(actions, self.count)
        if uniform is not None and not callable(uniform):
            raise wrong("uniform", uniform, "a function from where numbers are taken to numbers")
        states, now = self._states, self._conditions.now()
        after = step.stepped(self.task, self._xp, states.facts, states.values, now, numbers, uniform or self._uniform)
        if after.contradictory is not None and after.contradictory.any():
            copy = int(after.contradictory.nonzero()[0][0])
            raise ModelError(
                f"the effects of {self.action(copy, int(numbers[copy]))} contradict each other in copy {copy}",
                expected="one value assigned, or only increase and decrease, or only scale-up and scale-down",
            )
        states.facts, states.values = after.facts, after.values
        self._conditions.forget()
        done: NDArray[np.bool_] = after.done
        return done

    def numbers(self, actions: Any) -> NDArray[np.int64]:
        """Return actions as an array, with -1 for numbers that no action has.

        Args:
            actions: One whole number for each environment; `InvalidAction` is raised for anything else.
        """
        array = action_numbers(actions, self.count)
        # Negative numbers are very large as unsigned ones.
        known = array.view(np.uint64) < self.task.size
        return array if known.all() else np.where(known, array, -1)

    def _uniform(self, taking: Any) -> NDArray[np.float64]:
        return self.rng.random(self.count)

    @synchronized
    def reset(
        self,
        which: Any = None,
        problems: Any = None,
        generators: Sequence[Generator] | Mapping[int, Generator] | None = None,
    ) -> None:
        """Reset all or some environments.

        Args:
            which: True for each environment to reset; None for all.
            problems: The numbers of the problems that they play next, one for each environment or one for all; None to
                draw them.
            generators: By environment, the generators of random starts; None for the batch's generator.
        """
        chosen = chosen_environments(which, self.count)
        states, several = self._states, len(self.task.tasks)
        if problems is not None:
            problems = problem_numbers(problems, self.count, several)
        else:
            problems = self.rng.integers(several, size=self.count) if several > 1 else 0
        states.problem = np.where(chosen, problems, states.problem)
        for problem in np.unique(states.problem[chosen]).tolist() if several > 1 else (0,):
            states.begin(problem, chosen & (states.problem == problem) if several > 1 else chosen)
        self._conditions.forget()
        if any(start is not None for start in self._random_starts):
            for copy in chosen.nonzero()[0].tolist():
                draw = self._random_starts[int(states.problem[copy])]
                if draw is not None:
                    self.set_state(copy, draw(self.rng if generators is None else generators[copy]))

    @synchronized
    def set_state(self, copy: int, state: State) -> None:
        """Put one environment into a state of the problem that it plays.

        Args:
            copy: The number of the environment.
            state: The state.

        Raises:
            ModelError: If the state is of another task, has atoms that are unreachable from the start, or has fractions
                that the arrays do not hold.
            SimulationError: If a number is too large for arrays.
        """
        self._check_copy(copy)
        if not isinstance(state, State):
            raise wrong("a state", state, "a State, such as Reasoner.initial_state", ModelError)
        self._states.put(copy, state)
        self._conditions.forget()
