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
from relgym.batched.arrays import Array, NumpyArrays
from relgym.batched.ground import ground
from relgym.batched.picks import picked
from relgym.capacity import check_count
from relgym.errors import InvalidAction, ModelError, SimulationError
from relgym.locking import Lock, synchronized
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.grounded import GOAL, VALID, Grounded
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.reasoning.pddl.actions import warn_of_ambiguity
from relgym.reasoning.pddl.states import States
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.randomness import Generator
from relgym.translate.ground.numbers import LARGEST
from relgym.translate.program.task import Translation, check_task


def batch(tasks: Task | Sequence[Task], n: int, *, rng: np.random.Generator | int | None = None) -> Batch:
    """Make `n` environments of a task, or of several tasks of one domain, each with its own start state.

    Args:
        tasks: A task, or several of one domain.
        n: The number of environments.
        rng: The generator of all draws, or its seed.
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

    def __init__(self, task: Grounded, count: int, rng: np.random.Generator | int | None = None) -> None:
        check_count(
            count,
            lambda count: (task.gates + 3 * task.facts) * (-(-count // 64) * 8) + task.size * count,
            "step fewer at once, or play single environments, which are not grounded",
        )
        self.lock = Lock()
        self.task = task
        self.count = int(count)
        try:
            self.rng = np.random.default_rng(rng)
        except (TypeError, ValueError):
            raise wrong("rng", rng, "a numpy.random.Generator, or a seed: a whole number, 0 or more") from None
        self._xp = NumpyArrays(self.count)
        self._drawn_starts = [_random_starts(own) for own in task.tasks]
        self._everywhere = np.ones(self.count, bool)
        self._starts = [
            (self._xp.packed(facts[:, None] & self._everywhere), np.repeat(values[:, None], self.count, axis=1))
            for facts, values in zip(task.starts, task.start_values, strict=True)
        ]
        self._problem = np.zeros(self.count, int)
        self._facts, self._values = self._starts[0]
        self._seen: step.Seen | None = None
        self._warned = False
        self._unpacked: tuple[step.Seen, NDArray[np.uint8]] | None = None

    def __repr__(self) -> str:
        names = ", ".join(map(repr, self.task.tasks))
        return f"Batch({names}, {self.count} environments)"

    # -- what is so --------------------------------------------------------------------------

    def _now(self) -> step.Seen:
        if self._seen is None:
            self._seen = step.seen(self.task, self._xp, self._facts, self._values)
            self._check(self._seen)
        return self._seen

    def _check(self, now: step.Seen) -> None:
        """Warn about ambiguous actions as single environments do, and raise for numbers that arrays cannot hold."""
        if len(self.task.ambiguous) and not self._warned:
            rows = self._xp.unpacked(self._xp.take(now.conditions, self.task.ambiguous))
            if rows.any():
                self._warned = True
                row, copy = (int(found[0]) for found in rows.nonzero())
                action = self.action(copy, self.task.ambiguous_actions[row])
                warn_of_ambiguity(self.task.tasks[self._problem[copy]].actions[action.name])
        if self.task.values and (np.abs(now.numbers) > LARGEST).any():
            copy = int((np.abs(now.numbers) > LARGEST).any(axis=0).nonzero()[0][0])
            raise SimulationError(
                f"a number of copy {copy} has got too large for arrays, which hold whole numbers up to 2**53",
                hint="single environments compute with numbers of any size",
            )

    @property
    @synchronized
    def mask(self) -> NDArray[np.uint8]:
        """The valid actions as 0 and 1: shape (actions, environments)."""
        return self._told()[VALID : VALID + self.task.size]

    def _told(self) -> NDArray[np.uint8]:
        """Return the rows of the goal and of valid actions, unpacked together since callers need both."""
        now = self._now()
        if self._unpacked is None or self._unpacked[0] is not now:
            # The last array is released only now; released earlier, its memory would go back to the system, and come
            # back page by page.
            self._unpacked = now, self._xp.unpacked(now.told)
        return self._unpacked[1]

    @property
    def valid(self) -> NDArray[np.bool_]:
        """The valid actions as truth values: shape (actions, environments)."""
        return self.mask.view(np.bool_)

    @property
    @synchronized
    def goal(self) -> NDArray[np.bool_]:
        """The environments in which the goal holds: shape (environments,)."""
        found: NDArray[np.bool_] = self._told()[GOAL].view(np.bool_)
        return found

    @property
    @synchronized
    def facts(self) -> NDArray[np.uint8]:
        """The true atoms as 0 and 1: shape (atoms, environments), with the rows of `task.atoms`."""
        atoms = self.task.facts - (len(self.task.tasks) if len(self.task.tasks) > 1 else 0)
        found: NDArray[np.uint8] = self._xp.unpacked(self._facts[:atoms])
        return found

    @property
    @synchronized
    def values(self) -> NDArray[np.float64]:
        """The values of numeric fluents: shape (fluents, environments), NaN where undefined."""
        found: NDArray[np.float64] = self._values / np.array(self.task.scales)[:, None]
        return found

    @property
    @synchronized
    def whole_values(self) -> NDArray[np.float64]:
        """The values of numeric fluents, each times its scale in `task.scales`; callers must not change the array."""
        return self._values

    @property
    @synchronized
    def problem(self) -> NDArray[np.int64]:
        """The number of the problem that each environment plays: shape (environments,)."""
        return self._problem.copy()

    @synchronized
    def atoms(self, copy: int) -> list[Atom]:
        """Return the true atoms of one environment that actions may change.

        Args:
            copy: The number of the environment.
        """
        self._check_copy(copy)
        names = self.task.atoms[self._problem[copy]]
        return [names[number] for number in self.facts[:, copy].nonzero()[0].tolist()]

    @synchronized
    def fluents(self, copy: int) -> dict[FluentValue, Value]:
        """Return the exact defined numeric values of one environment that actions may change.

        Args:
            copy: The number of the environment.
        """
        self._check_copy(copy)
        column = self._values[:, copy].tolist()
        names = self.task.fluents[self._problem[copy]]
        return {
            fluent: self.task.value(number, column[number])
            for number, fluent in names.items()
            if column[number] == column[number]
        }

    @synchronized
    def action(self, copy: int, number: int) -> Any:
        """Return the action of a number in the problem that an environment plays, or None if it has none.

        Args:
            copy: The number of the environment.
            number: The number of the action.
        """
        self._check_copy(copy)
        check_whole("the number of an action", number, -1, kind=InvalidAction)
        return self.task.actions[self._problem[copy]].get(number)

    def _check_copy(self, copy: int) -> None:
        check_whole("the number of an environment", copy, 0, self.count)

    # -- going on ----------------------------------------------------------------------------

    @synchronized
    def pick(self, uniform: NDArray[np.float64] | None = None) -> NDArray[np.int64]:
        """Pick the number of a valid action for each environment, all equally likely, or -1 where none is valid.

        Args:
            uniform: Numbers from 0 to 1, one for each environment, that are used instead of the generator's.
        """
        drawn = self.rng.random(self.count) if uniform is None else np.asarray(uniform)
        if drawn.shape != (self.count,) or drawn.dtype.kind != "f":
            raise wrong("uniform", uniform, f"an array of {self.count} numbers from 0 to 1")
        found: NDArray[np.int64] = picked(self._xp, self._told()[VALID:], drawn)
        return found

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
        numbers = self._given(actions)
        if uniform is not None and not callable(uniform):
            raise wrong("uniform", uniform, "a function from where numbers are taken to numbers")
        after = step.stepped(
            self.task, self._xp, self._facts, self._values, self._now(), numbers, uniform or self._uniform
        )
        if after.torn is not None and after.torn.any():
            copy = int(after.torn.nonzero()[0][0])
            raise ModelError(
                f"the effects of {self.action(copy, int(numbers[copy]))} contradict each other in copy {copy}",
                expected="one value assigned, or only increase and decrease, or only scale-up and scale-down",
            )
        self._go_to(after.facts, after.values)
        done: NDArray[np.bool_] = after.done
        return done

    def numbers(self, actions: Any) -> NDArray[np.int64]:
        """Return actions as an array, with -1 for numbers that no action has.

        Args:
            actions: One whole number for each environment; `InvalidAction` is raised for anything else.
        """
        array = self._given(actions)
        # Negative numbers are very large as unsigned ones.
        known = array.view(np.uint64) < self.task.size
        return array if known.all() else np.where(known, array, -1)

    def _given(self, actions: Any) -> NDArray[np.int64]:
        """Return actions as an array of numbers, without a check that such actions exist."""
        try:
            array = np.asarray(actions)
        except ValueError:
            array = np.array(None)
        if array.shape != (self.count,) or array.dtype.kind not in "iu":
            raise InvalidAction(
                f"actions are given as an array of the shape {array.shape} and the type {array.dtype}",
                expected=f"whole numbers of the shape {(self.count,)}",
            )
        return array.astype(np.int64, copy=False)

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
        chosen = self._everywhere if which is None else np.asarray(which)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "biu":
            raise wrong("which", which, f"an array of {self.count} truth values")
        chosen = chosen.astype(bool, copy=False)
        several = len(self.task.tasks) > 1
        if problems is None:
            problems = self.rng.integers(len(self.task.tasks), size=self.count) if several else 0
        else:
            given = np.asarray(problems)
            known = given.dtype.kind in "iu" and given.shape in ((), (self.count,))
            if not known or ((given < 0) | (given >= len(self.task.tasks))).any():
                raise wrong("problems", problems, f"numbers from 0 to {len(self.task.tasks) - 1}, one or {self.count}")
        self._problem = np.where(chosen, problems, self._problem)
        for problem in np.unique(self._problem[chosen]).tolist() if several else (0,):
            self._begin(problem, chosen & (self._problem == problem) if several else chosen)
        if any(start is not None for start in self._drawn_starts):
            for copy in chosen.nonzero()[0].tolist():
                draw = self._drawn_starts[int(self._problem[copy])]
                if draw is not None:
                    self.set_state(copy, draw.drawn_start(self.rng if generators is None else generators[copy]))

    def _begin(self, problem: int, which: NDArray[np.bool_]) -> None:
        """Put some environments into the start of a problem, without its random part."""
        facts, values = self._starts[problem]
        if not which.all():
            words = self._xp.packed(which)
            facts = self._facts & ~words | facts & words
            values = np.where(which, values, self._values)
        self._go_to(facts, values)

    @synchronized
    def set_state(self, copy: int, state: State) -> None:
        """Put one environment into a state of the problem that it plays.

        Args:
            copy: The number of the environment.
            state: The state.

        Raises:
            ModelError: If the state is of another task, or has atoms that are unreachable from the start.
        """
        self._check_copy(copy)
        if not isinstance(state, State):
            raise wrong("a state", state, "a State, such as Reasoner.initial_state", ModelError)
        problem = int(self._problem[copy])
        task = self.task.tasks[problem]
        if state.vocabulary.objects != task.objects:
            raise ModelError("the state is of another task")
        numbers = {(atom.predicate, atom.terms): number for number, atom in self.task.atoms[problem].items()}
        facts = self.task.starts[problem].copy()
        facts[[*numbers.values()]] = False
        for name, row in state.own_atoms():
            atom = name, state.vocabulary.terms(row)
            if atom not in numbers:
                raise ModelError(f"{Atom(*atom)} is out of reach from the start of the problem")
            facts[numbers[atom]] = True
        for group in self.task.exclusive:
            both = [str(self.task.atoms[problem][number]) for number in group.tolist() if facts[number]]
            if len(both) > 1:
                raise ModelError(f"the state holds {both[0]} and {both[1]}, which no state within reach does")
        values = np.full(self.task.values, np.nan)
        fluents = {(fluent.function, fluent.terms): number for number, fluent in self.task.fluents[problem].items()}
        for (name, row), value in state.own_values():
            number = fluents.get((name, state.vocabulary.terms(row)))
            # A fluent that no action reads or changes has no number.
            if number is not None:
                values[number] = value * self.task.scales[number]
        own = np.arange(self.count) == copy
        words = self._xp.packed(own)
        column = self._xp.packed(facts[:, None] & own)
        self._go_to(self._facts & ~words | column, np.where(own, values[:, None], self._values))

    def _go_to(self, facts: Array, values: Array) -> None:
        self._facts, self._values = facts, values
        self._seen = None


def _random_starts(task: Task) -> States | None:
    """Return an object that draws the starts of a task, or None if they are not random."""
    if not task.problem.chances:
        return None
    translation = Translation(task)
    vocabulary = Vocabulary(task.objects, translation.static_atoms, translation.static_values.items())
    return States(translation, vocabulary, Transition(vocabulary, task.number, translation.static_values))
