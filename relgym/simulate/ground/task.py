"""A ground task for walks: its valid actions, effects and goal as tests and changes of bits.

An engine finds valid actions by joins. Where a task has few ground actions, tests of bits take a fraction of that time,
and after a step only those actions are tested that read what has changed.

>>> import relgym
>>> domain = '''(define (domain d) (:requirements :conditional-effects) (:predicates (lit ?x) (broken ?x))
...   (:action press :parameters (?x) :effect (when (not (broken ?x)) (lit ?x))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (broken b)) (:goal (lit a)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> rows, vocabulary = reached(reasoner.translation), reasoner.vocabulary
>>> task = ground_task(reasoner.translation, rows, vocabulary, lambda place, row: row[0])
>>> ground = Ground(task, Transition(vocabulary, reasoner.task.number, reasoner.translation.static_values), {})
>>> bits = reasoner.initial_state.bits
>>> effects = ground.effects(0)
>>> delete, either = effects.changes(bits)
>>> str(reasoner.state(["(lit a)"]).bits == either), ground.goal(bits), ground.goal(bits | either)
('True', False, True)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from relgym.errors import BackendError
from relgym.model.bits import bits_of
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.pddl.reachability import reached
from relgym.reasoning.pddl.transition import Transition
from relgym.simulate.ground.bitmaps import compiled
from relgym.simulate.ground.evaluator import AxiomEvaluator
from relgym.simulate.ground.successor_generator import SuccessorGenerator
from relgym.simulate.progression import Progression
from relgym.translate.ground.bit_tests import BitTest, ConditionalChange, TooManyBits
from relgym.translate.ground.task import GroundTask, ground_task
from relgym.tuning.simulate import GROUND_ACTIONS_LIMIT, ROWS_PER_ACTION


class Effects:
    """The conditional effects of one ground action.

    Attributes:
        reads: The bits that decide what changes: those that their conditions read, and those that they may change.
    """

    __slots__ = ("_changes", "reads")

    def __init__(self, changes: Sequence[ConditionalChange]) -> None:
        self.reads = 0
        for change in changes:
            self.reads |= change.test.reads | change.delete | change.add
        checks = iter(compiled([change.test.rest for change in changes if change.test.rest]))
        self._changes = [
            (own.test.mask, own.test.wanted, next(checks) if own.test.rest else None, own.delete, own.add)
            for own in changes
        ]

    def changes(self, bits: int) -> tuple[int, int]:
        """Find by all bits of a state those that are false after the action, and those that are false or true."""
        delete = add = 0
        for mask, wanted, check, deleted, added in self._changes:
            if bits & mask == wanted and (check is None or check(bits)):
                delete |= deleted
                add |= added
        return delete & ~add, delete | add


class Ground:
    """The ground actions of a task.

    Attributes:
        generator: Lists the valid actions.
        evaluator: Finds the bits of derived atoms and comparisons; `None` if no test reads any.
        within: The bits of all atoms within reach. The rest holds in states with no other atoms.
        axioms: The number of ground axioms that tests read.
    """

    def __init__(self, task: GroundTask, transition: Transition, exclusive: Mapping[int, int]) -> None:
        """Take a ground task; `exclusive` is as `SuccessorGenerator` has it."""
        self.generator = SuccessorGenerator(task.actions, exclusive)
        self.evaluator = AxiomEvaluator(task, transition) if task.axioms or task.comparisons else None
        self.within, self.axioms = task.within, sum(map(len, task.axioms))
        self._conditional = task.effects
        self._effects: dict[int, Effects] = {}
        self._goal = task.goal
        self._derived, self._transition = task.derived, transition
        # The evaluator of derived atoms that no test reads, which few walks ask for.
        self._unread: AxiomEvaluator | None = None
        self._goal_rest = compiled([task.goal.rest])[0] if task.goal is not None and task.goal.rest else None

    def more(self, bits: int, values: Values) -> int:
        """Find the bits of the derived atoms and comparisons that are true."""
        return 0 if self.evaluator is None else self.evaluator.bits(bits, values)

    def derived(self, bits: int, values: Values, more: int) -> list[list[Row]] | None:
        """List the rows of each derived predicate in a state, given with what `more` finds; `None` if bits cannot."""
        atoms = self._derived()
        if atoms is None:
            return None
        if self._unread is None:
            self._unread = AxiomEvaluator(atoms, self._transition)
        listed: list[list[Row]] = [[] for _ in range(atoms.predicates)]
        for bit in bits_of(more | self._unread.bits(bits | more, values)):
            # Comparisons have bits, too.
            if bit in atoms.rows:
                index, row = atoms.rows[bit]
                listed[index].append(row)
        return listed

    def effects(self, number: int) -> Effects | None:
        """Find the conditional effects of an action; `None` if it has none, or if bits alone do not describe them."""
        effects = self._effects.get(number)
        if effects is None and number in self._conditional:
            effects = self._effects[number] = Effects(self._conditional[number])
        return effects

    def goal(self, bits: int) -> bool:
        """Tell whether the goal holds; `bits` are those of atoms, derived atoms and comparisons."""
        goal: BitTest | None = self._goal
        if goal is None:
            return False
        return bits & goal.mask == goal.wanted and (self._goal_rest is None or bool(self._goal_rest(bits)))


def ground(system: Progression, actions: int = GROUND_ACTIONS_LIMIT, seconds: float = math.inf) -> Ground | None:
    """Ground a task.

    Args:
        system: An engine for the task.
        actions: The largest number of actions within reach; there are never more than `GROUND_ACTIONS_LIMIT`.
        seconds: The most seconds that finding them takes.

    Returns:
        The ground task; `None` if it is beyond these bounds.
    """
    translation, vocabulary = system.actions.translation, system.vocabulary
    try:
        limits = system.views.engine.limits
        actions = min(actions, GROUND_ACTIONS_LIMIT)
        limits = replace(limits, seconds=min(seconds, limits.seconds))
        # The rows of the task itself count, too: joins look at them.
        given = sum(map(len, translation.program.facts.values()))
        rows = reached(translation, limits, int(ROWS_PER_ACTION * actions) - given)
    except BackendError:
        return None
    if sum(len(rows[schema.symbol]) for schema in translation.schemas) > actions:
        return None
    try:
        task = ground_task(translation, rows, vocabulary, system.steps.numbering.number)
    except TooManyBits:
        return None
    return Ground(task, system.actions.transition, system.jumps.mutex.exclusive(bits_of(task.within)))
