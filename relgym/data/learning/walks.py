"""Transitions from random walks, for learners that need no recording of an environment.

>>> from relgym.catalogue.domains import spec
>>> import relgym
>>> task = relgym.load(spec("blocks").domain, spec("blocks").problem("train", 0))
>>> seen = random_transitions(task, episodes=2, steps=3, failures=1)
>>> len(seen), sum(each.applicable for each in seen), seen[-1].episode
(12, 6, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from relgym.arguments import check_whole, wrong
from relgym.data.trajectories.transition import Experience
from relgym.errors import RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner

FAILURE_TRIES = 20
"""Number of random actions among which one that is not applicable is looked for. Judged: most random ones are not."""


def random_transitions(
    tasks: Task | Iterable[Task], *, episodes: int = 50, steps: int = 40, failures: int = 0, seed: int = 0
) -> list[Experience]:
    """Walk at random through tasks and note each transition.

    Each schema with applicable actions is as likely as the others, however many actions it has. A walk ends early where
    no action is applicable; it goes on at a goal.

    Args:
        tasks: A task, or several tasks of one domain, which take turns.
        episodes: The number of walks.
        steps: The number of steps of each walk.
        failures: For each step the number of random actions that are tried and noted if they are not applicable.
        seed: The seed; equal seeds give equal transitions.

    Returns:
        The transitions, in order.

    Raises:
        RelgymError: There is no task, or an argument is wrong.
    """
    for what, count, least in (("episodes", episodes, 1), ("steps", steps, 1), ("failures", failures, 0)):
        check_whole(what, count, least)
    check_whole("seed", seed)
    given = [tasks] if isinstance(tasks, Task) else list(tasks)
    for task in given:
        if not isinstance(task, Task):
            raise wrong("a task", task, "a Task, from relgym.load(domain, problem)")
    if not given:
        raise RelgymError("there are no tasks", expected="one at least")
    sources = [_RandomWalks(task) for task in given[:episodes]]
    rng = Random(seed)
    return [
        each
        for episode in range(episodes)
        for each in sources[episode % len(sources)].walk(episode, steps, failures, rng)
    ]


class _RandomWalks:
    """Random walks through one task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.reasoner = PDDLReasoner(task)
        self.objects = {
            item.object.name: tuple(sorted(frozenset().union(*map(task.supertypes, item.types)))) for item in task.typed
        }
        self.texts: dict[State, frozenset[str]] = {}

    def walk(self, episode: int, steps: int, failures: int, rng: Random) -> Iterator[Experience]:
        """The transitions of one walk."""
        state = self.reasoner.initial_state
        for step in range(1, steps + 1):
            valid = self.reasoner.valid_actions(state)
            for _ in range(failures):
                failing = self._failing(set(valid), rng)
                if failing is not None:
                    yield self._noted(state, failing, state, False, episode, step)
            by_schema: dict[str, list[Action]] = {}
            for action in valid:
                by_schema.setdefault(action.name, []).append(action)
            if not by_schema:
                return
            action = rng.choice(by_schema[rng.choice(sorted(by_schema))])
            after = self.reasoner.successor(state, action, rng)
            yield self._noted(state, action, after, True, episode, step)
            state = after

    def _noted(
        self, state: State, action: Action, after: State, applicable: bool, episode: int, step: int
    ) -> Experience:
        return Experience(
            self._text(state),
            str(action),
            self._text(after),
            self.objects,
            applicable=applicable,
            values={str(fluent): value for fluent, value in state.fluents.items()},
            values_after={str(fluent): value for fluent, value in after.fluents.items()},
            problem=self.task.problem.name,
            episode=episode,
            step=step,
        )

    def _text(self, state: State) -> frozenset[str]:
        atoms = self.texts.get(state)
        if atoms is None:
            atoms = self.texts[state] = frozenset(map(str, state.atoms))
        return atoms

    def _failing(self, valid: set[Action], rng: Random) -> Action | None:
        """A random action of the right types that is not applicable; `None` if some tries give none."""
        for _ in range(FAILURE_TRIES):
            schema = rng.choice(self.task.domain.actions)
            kinds = {variable.name: variable.types for variable in schema.parameters}
            ranges = [sorted(self.task.ranged(kinds[name])) for name in schema.free]
            if all(ranges):
                action = Action(schema.name, tuple(self.task.objects[rng.choice(numbers)] for numbers in ranges))
                if action not in valid:
                    return action
        return None
