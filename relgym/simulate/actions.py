"""The actions of a task as productions, and what they do to numbers.

>>> import relgym
>>> from relgym.simulate.views.step import Step
>>> domain = '''(define (domain d) (:requirements :fluents) (:predicates (full)) (:functions (level))
...   (:action fill :precondition (< (level) 5) :effect (and (increase (level) 2) (full))))'''
>>> problem = "(define (problem p) (:domain d) (:init (= (level) 1)) (:goal (full)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
>>> actions, step = TaskActions(reasoner.translation, transition), Step(0, 0, (), None)
>>> actions.kinds, actions.counted(reasoner.initial_state.values, step)
([<EffectKind.COUNTING: 2>], (3,))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.transition import Amount, Transition
from relgym.reasoning.pddl.updates import change_of
from relgym.simulate.accumulation import Accumulation
from relgym.simulate.views.step import UNKNOWN, Step, kind_of
from relgym.translate.program.productions import productions_of
from relgym.translate.program.task import Translation
from relgym.tuning.simulate import STEP_CACHE_LIMIT


class TaskActions:
    """The action schemas of a task.

    Attributes:
        translation: The translated task.
        transition: Carries out effects.
        accumulation: Counts accumulators.
        productions: The schemas as productions.
        kinds: The kind of each schema's effects.
        certain: For each schema, whether its actions lead to one state only.
    """

    def __init__(self, translation: Translation, transition: Transition) -> None:
        self.translation = translation
        self.transition = transition
        self.accumulation = Accumulation(translation, transition)
        self.productions = productions_of(translation)
        self.kinds = [kind_of(production) for production in self.productions]
        self.certain = [schema.effect.is_certain for schema in translation.schemas]
        # The changes of numeric fluents, by the numbers of the steps.
        self._changes: dict[int, Callable[[Values], Values]] = {}

    def bits_changed(self, step: Step) -> tuple[int, int]:
        """Find what a step always changes, whatever its conditions say.

        Returns:
            The bits that are false afterwards, and those that are false or true.
        """
        if step.either == UNKNOWN:
            delta = self.transition.unconditional(self.translation.schemas[step.index].effect, step.row)
            step.gone = delta.delete & ~delta.add
            step.either = delta.delete | delta.add
        return step.gone, step.either

    def counted(self, values: Values, step: Step) -> Values:
        """Return the values after the unconditional updates of a step; accumulators stay as they are."""
        change = self._changes.get(step.number)
        if change is None:
            if len(self._changes) >= STEP_CACHE_LIMIT:
                self._changes.clear()
            change = change_of(self.transition, self.accumulation.others[step.index], step.row)
            self._changes[step.number] = change
        return change(values)

    def amounts(self, step: Step) -> Sequence[Amount] | None:
        """List what a step adds to numbers other than accumulators, without conditions; `None` if that is not fixed."""
        return self.transition.fixed_amounts(self.accumulation.others[step.index], step.row)
