"""The truth of closed formulas in one state, worked out from the formulas as the files have them.

This is a second way beside the engines' translated rules: what both say is a verified answer.

>>> import relgym
>>> from relgym.model.pddl.formulas import ground
>>> reasoner = relgym.Reasoner(relgym.load(*roads("a b", "a b", goal="b")))
>>> truths = StateTruths(reasoner, reasoner.initial_state)
>>> truths.holds(ground("at", "a")), truths.holds(ground("road", "a", "b")), truths.holds(reasoner.task.problem.goal)
(True, True, False)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product
from typing import assert_never

from relgym.explain.binding import filled_formula
from relgym.model.numeric import Value
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.state import State
from relgym.model.terms import Variable
from relgym.reasoning.pddl.reasoner import PDDLReasoner

_COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class StateTruths:
    """Decides closed formulas in a state by going through them, quantifiers object by object."""

    def __init__(self, reasoner: PDDLReasoner, state: State) -> None:
        """Look at a state.

        Args:
            reasoner: The reasoner, which derives atoms and evaluates numbers.
            state: The state.
        """
        self._reasoner = reasoner
        self._state = state
        self._task = reasoner.task
        self._known: dict[Formula, bool] = {}

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """The true atoms, derived ones included."""
        return self._state.atoms | self.derived

    @cached_property
    def derived(self) -> frozenset[Atom]:
        """The derived atoms that hold."""
        return self._reasoner.derived(self._state) if self._task.derived else frozenset()

    def holds(self, formula: Formula) -> bool:
        """Return True if a closed formula is true."""
        match formula:
            case Atom():
                return formula in self.atoms
            case Equal(left, right):
                return left == right
            case Compare():
                return self._compares(formula)
            case Truth(value):
                return value
            case Not(part):
                return not self.holds(part)
            case And(parts):
                return all(map(self.holds, parts))
            case Or(parts):
                return any(map(self.holds, parts))
            case Imply(premise, conclusion):
                return not self.holds(premise) or self.holds(conclusion)
            case Forall(variables, body):
                return self._quantified(formula, lambda: all(self._instances(variables, body)))
            case Exists(variables, body):
                return self._quantified(formula, lambda: any(self._instances(variables, body)))
            case _:
                assert_never(formula)

    def _quantified(self, formula: Formula, decide: Callable[[], bool]) -> bool:
        found = self._known.get(formula)
        if found is None:
            found = self._known[formula] = decide()
        return found

    def _instances(self, variables: tuple[Variable, ...], body: Formula) -> Iterator[bool]:
        names = [variable.name for variable in variables]
        ranges = [sorted(self._task.ranged(variable.types)) for variable in variables]
        objects = self._task.objects
        for row in product(*ranges):
            yield self.holds(filled_formula(body, {n: objects[i] for n, i in zip(names, row, strict=True)}))

    def _compares(self, formula: Compare) -> bool:
        left = self._reasoner.evaluate(self._state, formula.left)
        right = self._reasoner.evaluate(self._state, formula.right)
        return left is not None and right is not None and _COMPARISONS[formula.operator](left, right)
