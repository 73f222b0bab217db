"""The relational spaces: the states and the actions of a set of problems.

Their elements are `State` and `Action` as they are, so that nothing is lost; wrappers turn them into arrays.
In vector environments they are batched as `Tuple` (Gymnasium's way with spaces of other packages).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray

from relgym.arguments import check_several, check_text
from relgym.envs.pddl.problems import ProblemSet, Which
from relgym.errors import RelgymError
from relgym.locking import Lock, synchronized
from relgym.migration import SAMPLE_OF_A_STATE, knows_former
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State, trimmed, unpickled
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.terms import Object
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.sensing import Observation, Sensor, sensed

WALK = 10
"""The largest number of random steps to a sampled state."""


@knows_former("observation space")
class ObservationSpace(Space[State]):
    """The states of all problems of an environment."""

    def __init__(self, problems: ProblemSet, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, None, seed)
        self.lock = Lock()
        self.problems = problems
        self._reasoners: dict[Which, PDDLReasoner] = {}
        self._member: Vocabulary | None = None
        self.description = "relgym.State: every true atom that is not derived, and every defined numeric value."

    @property
    def is_np_flattenable(self) -> bool:
        """False: states have no fixed size."""
        return False

    @synchronized
    def sample(self, mask: None = None, probability: None = None) -> State:
        """Draw a state: the end of a short random walk from the start of a random problem.

        Args:
            mask: Not supported; must be `None`.
            probability: Not supported; must be `None`.

        Raises:
            ValueError: A mask or probabilities are given.
        """
        if mask is not None or probability is not None:
            raise ValueError("states are sampled without a mask")
        rng = self.np_random
        return wandered(self._reasoner(next(self.problems.some(rng))), rng)

    def _reasoner(self, which: Which) -> PDDLReasoner:
        # One is kept: sampling is for checks and first tries, not for speed.
        if which not in self._reasoners:
            self._reasoners = {which: PDDLReasoner(self.problems.task(which))}
        return self._reasoners[which]

    def contains(self, x: Any) -> bool:
        """Return True for a state of one of the problems."""
        if not isinstance(x, State):
            return False
        if x.vocabulary is self._member:
            return True
        is_state = self.problems.has_state(x)
        if is_state:
            self._member = x.vocabulary
        return is_state

    def to_jsonable(self, sample_n: Any) -> list[Any]:
        """Return two texts for each state: the part that all states of its task share, and its own part."""
        return [list(state.portable) for state in sample_n]

    def from_jsonable(self, sample_n: list[Any]) -> list[State]:
        """Return the states of `to_jsonable`."""
        return [unpickled(header, body) for header, body in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObservationSpace) and self.problems == other.problems

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_reasoners": {}, "_member": None}

    def __repr__(self) -> str:
        return f"ObservationSpace({self.problems!r})"


def wandered(reasoner: PDDLReasoner, rng: np.random.Generator) -> State:
    """A state that a short random walk from a start leads to."""
    state = reasoner.start(rng)
    for _ in range(int(rng.integers(WALK + 1))):
        actions = reasoner.valid_actions(state)
        if not actions:
            break
        state = reasoner.successor(state, actions[int(rng.integers(len(actions)))], rng)
    return state


class SeenSpace(Space[Observation]):
    """The observations of all states of an environment's problems under partial observation.

    An observation is in the space if its atoms are of observable predicates and have their numbers of objects.
    """

    def __init__(self, problems: ProblemSet, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, None, seed)
        self.problems = problems
        task = problems.task(problems.first)
        self._arity = {name: len(task.predicates[name].parameters) for name in sensed(task)}
        self.description = f"The true atoms that are seen, of {', '.join(self._arity)}; all others are left out."

    @property
    def is_np_flattenable(self) -> bool:
        """False: observations have no fixed size."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> Observation:
        """Draw an observation: that of a state after a short random walk from the start of a random problem.

        Args:
            mask: Not supported; must be `None`.
            probability: Not supported; must be `None`.

        Raises:
            ValueError: A mask or probabilities are given.
        """
        if mask is not None or probability is not None:
            raise ValueError("observations are sampled without a mask")
        rng = self.np_random
        with PDDLReasoner(self.problems.task(next(self.problems.some(rng)))) as reasoner:
            return Sensor(reasoner).observation(wandered(reasoner, rng))

    def contains(self, x: Any) -> bool:
        """Return True for an observation of observable predicates with their numbers of objects."""
        return isinstance(x, Observation) and all(self._arity.get(atom.predicate) == len(atom.terms) for atom in x)

    def to_jsonable(self, sample_n: Any) -> list[Any]:
        """Return the sorted texts of the atoms of each observation."""
        return [sorted(map(str, seen)) for seen in sample_n]

    def from_jsonable(self, sample_n: list[Any]) -> list[Observation]:
        """Return the observations of `to_jsonable`."""
        return [Observation(map(plain_atom, texts)) for texts in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenSpace) and self.problems == other.problems

    def __repr__(self) -> str:
        return f"SeenSpace({self.problems!r})"


@knows_former("action space")
class ActionSpace(Space[Action]):
    """The actions of all problems of an environment.

    Args:
        problems: The problems.
        valid: Returns the valid actions of the present state of the environment that owns the space. Copies of the
            space have no owner, and `valid` is `None`.
        seed: The seed or generator of samples.
    """

    def __init__(
        self,
        problems: ProblemSet,
        valid: Callable[[], Sequence[Action]] | None = None,
        seed: int | np.random.Generator | None = None,
    ) -> None:
        super().__init__(None, None, seed)
        self.problems = problems
        self.valid = valid

    @property
    def is_np_flattenable(self) -> bool:
        """False: actions are objects."""
        return False

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[np.float64] | None = None) -> Action:
        """Draw a valid action of the present state, or any action of a problem if none is valid.

        Args:
            mask: An array of 0 and 1 over the valid actions, in their order.
            probability: The probabilities of the valid actions, in their order; they sum to 1.

        Returns:
            The action.

        Raises:
            ValueError: Both arguments are given, or one has a wrong form.
            TypeError: A state is given, as PDDLGym needs it.
        """
        if isinstance(mask, State):
            raise TypeError(SAMPLE_OF_A_STATE)
        actions = self.valid() if self.valid is not None else ()
        rng = self.np_random
        if mask is not None and probability is not None:
            raise ValueError("give a mask or probabilities, not both")
        if mask is not None:
            actions = [actions[int(n)] for n in np.flatnonzero(_fitting(mask, actions, "mask"))] or actions[:1]
        if not actions:
            return self._any(rng)
        if probability is not None:
            weights = _fitting(probability, actions, "probability")
            return actions[int(rng.choice(len(actions), p=weights))]
        return actions[int(rng.integers(len(actions)))]

    def _any(self, rng: np.random.Generator) -> Action:
        for which in self.problems.some(rng):
            task = self.problems.task(which)
            possible = [(name, ranges) for name, ranges in _choices(task) if all(ranges)]
            if possible:
                name, ranges = possible[int(rng.integers(len(possible)))]
                numbers = [column[int(rng.integers(len(column)))] for column in ranges]
                return Action(name, tuple(task.objects[number] for number in numbers))
        raise RelgymError("no problem has objects for any action", hint="nothing can be done in this environment")

    def contains(self, x: Any) -> bool:
        """Return True for an action, or its text, that one of the problems has."""
        if isinstance(x, str) and self.problems.is_action_atom(x):
            return True
        return isinstance(x, Action | str) and self.problems.read_action(str(x)) is not None

    def to_jsonable(self, sample_n: Any) -> list[str]:
        """Return the texts of actions."""
        return [str(action) for action in sample_n]

    def from_jsonable(self, sample_n: list[str]) -> list[Any]:
        """Return the actions of `to_jsonable`."""
        check_several("actions", sample_n, "a list of their texts, such as ['(move a b)']")
        return [self._read(text) for text in sample_n]

    def _read(self, text: str) -> Action:
        check_text("an action", text, "its text, such as '(move a b)'")
        action = self.problems.read_action(text)
        if action is None:
            raise RelgymError(f"{text} is not an action of any problem of {self!r}")
        return action

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and self.problems == other.problems

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "valid": None}

    def __repr__(self) -> str:
        return f"ActionSpace({self.problems!r})"


def plain_atom(text: str) -> Atom:
    """The atom that `str` has written.

    >>> plain_atom("(on a b)")
    Atom(predicate='on', terms=(Object(name='a'), Object(name='b')))
    """
    name, *objects = text[1:-1].split(" ")
    return Atom(name, tuple(map(Object, objects)))


def _fitting(weights: NDArray[Any], actions: Sequence[Action], what: str) -> NDArray[Any]:
    array = np.asarray(weights)
    if array.shape != (len(actions),):
        raise ValueError(f"the {what} has shape {array.shape}, and there are {len(actions)} valid actions")
    return array


def _choices(task: Task) -> list[tuple[str, list[list[int]]]]:
    """For each action the numbers of the objects that each free parameter may be."""
    schemas = []
    for schema in task.domain.actions:
        types = {variable.name: variable.types for variable in schema.parameters}
        schemas.append((schema.name, [sorted(task.ranged(types[name])) for name in schema.free]))
    return schemas


def state_over(vocabulary: Vocabulary, state: State) -> State:
    """The same state in the terms of another vocabulary of its task."""
    bits = 0
    for name, row in state.own_atoms():
        bits |= 1 << vocabulary.atom(name, row)
    values = {vocabulary.fluent(name, row): value for (name, row), value in state.own_values()}
    return State(vocabulary, bits, trimmed(values.get(place) for place in range(len(vocabulary.fluents))))
