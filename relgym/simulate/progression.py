"""Progression: a production system whose productions are the actions of a task, carried out with all that they do.

What an action always changes, or changes by conditions and by chance, is a production's; what numbers become, and what
no production can say, is as `reasoning/pddl/transition.py` has it.

>>> import relgym
>>> from relgym.reasoning.pddl.transition import Transition
>>> from relgym.translate.analysis.invariants import no_groups
>>> domain = '''(define (domain d) (:requirements :fluents) (:predicates (full)) (:functions (level))
...   (:action fill :effect (and (increase (level) 2) (full))))'''
>>> problem = "(define (problem p) (:domain d) (:init (= (level) 1)) (:goal (full)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
>>> system = Progression(reasoner.translation, transition, reasoner.initial_state, None, None, no_groups)
>>> system.progress(system.step(*system.numbers()), None)
>>> print(system.state(), system.closed[0]())
State((full) (= (level) 3)) True
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import NoReturn

from relgym.backends.base import Limits
from relgym.backends.builtin.prepared import FindGroups
from relgym.backends.builtin.productions import ProductionSystem
from relgym.backends.builtin.steps import UNKNOWN, Step, kind_of
from relgym.backends.builtin.strata import Stratum
from relgym.backends.builtin.trial import worth_keeping
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values, Vocabulary
from relgym.reasoning.pddl.transition import Amount, Transition
from relgym.reasoning.randomness import Generator
from relgym.simulate.accumulation import Accumulation
from relgym.translate.program.dependencies import Dependencies
from relgym.translate.program.productions import productions_of
from relgym.translate.program.task import GOAL, Translation

STRATA_LIMIT = 1000
"""Combinations of groups of schemas whose strata are remembered, at most."""


class Progression(ProductionSystem):
    """Stands in a state of a task, and carries out its actions; it also knows whether the goal holds."""

    def __init__(
        self,
        translation: Translation,
        transition: Transition,
        start: State,
        limits: Limits | None,
        keeps: Callable[[str], bool] | None,
        groups: FindGroups,
        lean: bool = False,
    ) -> None:
        """`keeps` says of which actions, by name, the valid ones are kept from step to step; else a trial tells.

        A `lean` one keeps none, and writes no functions for single steps: it is asked about few states.
        """
        self._lean = lean
        self.translation = translation
        self._group_strata: dict[tuple[int, ...], Sequence[Stratum]] = {}
        self._schemas = translation.schemas
        self.transition = transition
        self.accumulation = Accumulation(translation, transition)
        productions = productions_of(translation)
        self.kinds = [kind_of(production) for production in productions]
        # By schema, whether its actions lead to one state only.
        self.certain = [schema.effect.is_certain for schema in translation.schemas]
        names = [schema.action.name for schema in translation.schemas]
        super().__init__(
            translation.program,
            productions,
            start,
            limits,
            _kept(names, keeps, lean),
            also=(GOAL,),
            derived=translation.derived,
            groups=groups,
            count=self.accumulation.add if self.accumulation else None,
        )

    def progress(self, step: Step, rng: Generator | None) -> None:
        """Take a row that holds; raises `ValueError` if there is no generator where outcomes are drawn."""
        if step.run is not None:
            self.fire(step)
            return
        transition = self.transition
        production, effect = self.productions[step.place], self._schemas[step.place].effect
        if production.effect is not None:
            values = self.counted(self.current.values, step) if production.counts else None
            self.carry_out(step, values, _no_draw if rng is None else rng.random)
            return
        fired = self.fired(step)
        if rng is None:
            delta, draws = transition.certain(effect, step.row, fired)
            if draws:
                _no_draw()
        else:
            delta = transition.drawn(effect, step.row, fired, rng)
        self.move_to(transition.apply(self.state(), delta))

    @property
    def vocabulary(self) -> Vocabulary:
        """The numbers of atoms and of numeric fluents."""
        return self.current.vocabulary

    @property
    def dependencies(self) -> Dependencies:
        """The rules of the program by symbol."""
        return self.strata.dependencies

    def _running(self, place: int) -> Callable[..., object] | None:
        return None if self._lean else super()._running(place)

    def listed_now(self, groups: Sequence[Sequence[int]]) -> list[list[int]]:
        """List the valid actions of some groups of schemas where it stands, by their numbers, in any order."""

        def listed() -> list[list[int]]:
            # Many schemas may rest on the same derived predicates: these are brought up to date once.
            self.derive_all(self._strata_of(tuple(places[0] for places in groups), groups))
            return [self._listed(places) for places in groups]

        return self.in_time(listed)

    def _strata_of(self, key: tuple[int, ...], groups: Sequence[Sequence[int]]) -> Sequence[Stratum]:
        """The strata on which the schemas of some groups rest, the lower ones first; `key` stands for the groups."""
        strata = self._group_strata.get(key)
        if strata is None:
            if len(self._group_strata) >= STRATA_LIMIT:
                self._group_strata.clear()
            symbols = [self.productions[place].rule.head.symbol for places in groups for place in places]
            strata = self._group_strata[key] = self.strata.below(symbols)
        return strata

    def _listed(self, places: Sequence[int]) -> list[int]:
        """List the valid actions of some schemas, where all on which they rest is up to date."""
        found: list[int] = []
        scope, groups = self.compiler.scope, self._writing.rules.groups
        for place in places:
            if not self.gated[place].gates or scope[f"open_{groups[place]}"]():
                scope[f"listed_{place}"](found)
        return found

    def bits_changed(self, step: Step) -> tuple[int, int]:
        """Find what a step always changes, whatever its conditions say.

        Returns:
            The bits that are false afterwards, and those that are false or true.
        """
        if step.either == UNKNOWN:
            delta = self.transition.unconditional(self._schemas[step.place].effect, step.row)
            step.gone = delta.delete & ~delta.add
            step.either = delta.delete | delta.add
        return step.gone, step.either

    def counted(self, values: Values, step: Step) -> Values:
        """The values after the unconditional updates of a step, accumulators left as they are."""
        return self.transition.counted(values, self.accumulation.others[step.place], step.row)

    def amounts(self, step: Step) -> Sequence[Amount] | None:
        """List what a step adds to numbers without conditions, accumulators left out; `None` if that is not fixed."""
        return self.transition.fixed_amounts(self.accumulation.others[step.place], step.row)


def _kept(
    names: Sequence[str], keeps: Callable[[str], bool] | None, lean: bool
) -> Callable[[ProductionSystem], Container[int]]:
    """Return a function that finds the schemas whose valid actions are kept."""
    if lean:
        return lambda system: ()
    if keeps is None:
        return worth_keeping
    return lambda system: {place for place, name in enumerate(names) if keeps(name)}


def _no_draw() -> NoReturn:
    raise ValueError("an action with random outcomes needs a generator")
