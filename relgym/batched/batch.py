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

from relgym.actions import warn_of_ambiguity
from relgym.arguments import check_whole, wrong
from relgym.batched import step
from relgym.batched.arrays import Array, NumpyArrays
from relgym.batched.ground import ground
from relgym.batched.picks import picked
from relgym.capacity import check_count
from relgym.errors import InvalidAction, ModelError, SimulationError
from relgym.locking import Lock, synchronized
from relgym.model.formulas import Atom
from relgym.model.grounded import GOAL, VALID, Grounded
from relgym.model.numeric import FluentValue, Value
from relgym.model.problem import Task
from relgym.model.state import State, Vocabulary
from relgym.states import States
from relgym.transition import Generator, Transition
from relgym.translate.ground.numbers import LARGEST
from relgym.translate.program.task import Translation, check_task


def batch(tasks: Task | Sequence[Task], n: int, *, rng: np.random.Generator | int | None = None) -> Batch:
    """`n` environments of a task, or of several of one domain, each at a start of its own.

    `rng`, a generator or its seed, is what everything is drawn with. Raises `UnsupportedFeature` for a task that is
    too large to be grounded, or whose numbers arrays do not carry, `ModelError` for tasks of several domains, and
    `RelgymError` for more environments than fit into memory, and for what is no task.
    """
    several = (tasks,) if isinstance(tasks, str) or not isinstance(tasks, Iterable) else tuple(tasks)
    for task in several:
        check_task(task)
    made = Batch(ground(several), n, rng)
    made.reset()
    return made


class Batch:
    """States of `count` environments, and what can be said of them all at once.

    Actions are numbers of `task.actions`, atoms those of `task.atoms`. Arrays that are handed out do not change later.

    Threads may share a batch: each call holds `lock`. A thread that needs several calls without another's `step` in
    between holds `lock` around them.
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
        """Warn of what single environments warn of in a state, and raise for numbers that arrays do not hold."""
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
        """1 where an action is valid: shape (actions, environments)."""
        return self._told()[VALID : VALID + self.task.size]

    def _told(self) -> NDArray[np.uint8]:
        """Where the goal holds and where actions are valid: whoever asks for one of these asks for the other, too."""
        now = self._now()
        if self._unpacked is None or self._unpacked[0] is not now:
            # The last one is given up only now: the room that it took would go back to the system, and come back page
            # by page.
            self._unpacked = now, self._xp.unpacked(now.told)
        return self._unpacked[1]

    @property
    def valid(self) -> NDArray[np.bool_]:
        """Where an action is valid: shape (actions, environments)."""
        return self.mask.view(np.bool_)

    @property
    @synchronized
    def goal(self) -> NDArray[np.bool_]:
        """Where the goal holds: shape (environments,)."""
        found: NDArray[np.bool_] = self._told()[GOAL].view(np.bool_)
        return found

    @property
    @synchronized
    def facts(self) -> NDArray[np.uint8]:
        """1 where an atom is true: shape (atoms, environments); see `task.atoms` for what they are."""
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
        """The values of numeric fluents, each times its one of `task.scales`: not to be changed."""
        return self._values

    @property
    @synchronized
    def problem(self) -> NDArray[np.int64]:
        """Which problem each environment plays."""
        return self._problem.copy()

    @synchronized
    def atoms(self, copy: int) -> list[Atom]:
        """The true atoms of one environment that actions may change."""
        self._check_copy(copy)
        names = self.task.atoms[self._problem[copy]]
        return [names[number] for number in self.facts[:, copy].nonzero()[0].tolist()]

    @synchronized
    def fluents(self, copy: int) -> dict[FluentValue, Value]:
        """The defined numeric values of one environment that actions may change, exact ones."""
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
        """The action of a number in the problem that an environment plays, None where it has none."""
        self._check_copy(copy)
        check_whole("the number of an action", number, -1, kind=InvalidAction)
        return self.task.actions[self._problem[copy]].get(number)

    def _check_copy(self, copy: int) -> None:
        check_whole("the number of an environment", copy, 0, self.count)

    # -- going on ----------------------------------------------------------------------------

    @synchronized
    def pick(self, uniform: NDArray[np.float64] | None = None) -> NDArray[np.int64]:
        """A valid action for each environment, all equally likely, -1 where there is none.

        `uniform` are numbers from 0 to 1 to pick with, in the place of the generator's.
        """
        drawn = self.rng.random(self.count) if uniform is None else np.asarray(uniform)
        if drawn.shape != (self.count,) or drawn.dtype.kind != "f":
            raise wrong("uniform", uniform, f"an array of {self.count} numbers from 0 to 1")
        found: NDArray[np.int64] = picked(self._xp, self._told()[VALID:], drawn)
        return found

    @synchronized
    def step(self, actions: Any, uniform: Any = None) -> NDArray[np.bool_]:
        """Carry out an action in each environment; in which it was done. What is not valid changes nothing.

        `uniform` makes the draws in the place of the generator: a function from where numbers are taken to numbers.
        Raises `InvalidAction` for what are no numbers of actions, one for each environment, and `ModelError` where the
        numeric effects of an action contradict each other.
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
        """Actions as an array, -1 for numbers that no action has; raises `InvalidAction` for anything else."""
        array = self._given(actions)
        # Negative ones are very large without their sign.
        known = array.view(np.uint64) < self.task.size
        return array if known.all() else np.where(known, array, -1)

    def _given(self, actions: Any) -> NDArray[np.int64]:
        """Actions as an array of numbers, whether there are such actions or not."""
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
        """Start anew: all environments, or those for which `which` is true.

        `problems` are the numbers of the problems that they play then, drawn if they are not given. Starts that are
        drawn are drawn with each environment's own of `generators`, or else with the batch's.
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
        """Put some environments into the start of a problem, as far as it is not drawn."""
        facts, values = self._starts[problem]
        if not which.all():
            words = self._xp.packed(which)
            facts = self._facts & ~words | facts & words
            values = np.where(which, values, self._values)
        self._go_to(facts, values)

    @synchronized
    def set_state(self, copy: int, state: State) -> None:
        """Put one environment into a state of the problem that it plays.

        Raises `ModelError` for a state of another task, or one with atoms that are out of reach from the start.
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
            # What no action reads or changes has no number.
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
    """What draws the starts of a task, if they are drawn."""
    if not task.problem.chances:
        return None
    translation = Translation(task)
    vocabulary = Vocabulary(task.objects, translation.static_atoms, translation.static_values.items())
    return States(translation, vocabulary, Transition(vocabulary, task.number, translation.static_values))
