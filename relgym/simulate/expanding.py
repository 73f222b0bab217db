"""Expansion of states by the ids of actions: for searches, which go on from many states.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> walker = relgym.Simulator(reasoner)
>>> [(number, state)] = walker.successors()
>>> print(number, state, *walker.successors(state))
0 State((at b) (road a b) (road b c)) (1, State((at c) (road a b) (road b c)))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from relgym.model.pddl.action import Action
from relgym.model.pddl.state import Fresh, State
from relgym.model.program import Row
from relgym.simulate.ground.task import Ground
from relgym.simulate.progression import Progression
from relgym.simulate.views.step import UNKNOWN, EffectKind

Expansion = Callable[[State, Sequence[Row]], list[tuple[Action, State]]]
"""Returns the actions of a schema with these arguments, each with the state after it."""


class Expanding:
    """Expands states of a task.

    Attributes:
        count: The number of expansions so far.
    """

    def __init__(self, expansions: Sequence[Expansion]) -> None:
        """`expansions` are those of the schemas, for actions that do more than always change the same atoms."""
        self._expansions = expansions
        self._system: Progression | None = None
        # By schema, whether its actions do no more than always change the same atoms.
        self._is_plain: list[bool] = []
        self.count = 0

    def valid(self, ground: Ground, system: Progression, state: State) -> list[int]:
        """List the ids of the valid actions of a state within reach, the lowest first."""
        more = ground.more(state.bits, system.actions.accumulation.without(state.values)) if ground.evaluator else 0
        return sorted(ground.generator.valid(state.bits | more))

    def successors(self, system: Progression, state: State, ids: Iterable[int]) -> list[tuple[int, State]]:
        """Carry out valid actions.

        Args:
            system: Numbers the actions.
            state: The state before.
            ids: The ids of the actions.

        Returns:
            Each number with the state after the action.

        Raises:
            RandomOutcome: If chance decides what an action leads to.
        """
        if system is not self._system:
            self._system = system
            self._is_plain = [
                kind is EffectKind.FIXED and not schema.effect.updates
                for kind, schema in zip(system.actions.kinds, system.actions.translation.schemas, strict=True)
            ]
        self.count += 1
        found: list[tuple[int, State]] = []
        steps, is_plain, vocabulary, bits, values = (
            system.steps.known,
            self._is_plain,
            system.vocabulary,
            state.bits,
            state.values,
        )
        for number in ids:
            step = steps.get(number) or system.steps.step(number)
            if is_plain[step.index]:
                if step.either == UNKNOWN:
                    system.actions.bits_changed(step)
                after = Fresh()
                after.vocabulary = vocabulary
                after.bits = (bits | step.either) ^ step.gone
                after.values = values
                found.append((number, after))
            else:
                found += [(number, after) for _, after in self._expansions[step.index](state, (step.row,))]
        return found
