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

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import assert_never

from relgym.explain.binding import Binding, filled, filled_expression
from relgym.model.arithmetic import compare_values
from relgym.model.numeric import Expression
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.state import State
from relgym.model.terms import Term, Variable
from relgym.reasoning.pddl.reasoner import PDDLReasoner

NO_BINDING: Binding = {}
"""The binding of a closed formula."""


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

    @cached_property
    def derived(self) -> frozenset[Atom]:
        """The derived atoms that hold."""
        return self._reasoner.derived(self._state) if self._task.derived else frozenset()

    @cached_property
    def _rows(self) -> frozenset[tuple[str, tuple[Term, ...]]]:
        """The predicates and arguments of all true atoms."""
        return frozenset((atom.predicate, atom.terms) for atoms in (self._state.atoms, self.derived) for atom in atoms)

    def holds(self, formula: Formula, binding: Binding = NO_BINDING) -> bool:
        """Return True if a formula is true with some objects for its free variables."""
        match formula:
            case Atom(predicate, terms):
                return (predicate, tuple([filled(term, binding) for term in terms])) in self._rows
            case Equal(left, right):
                return filled(left, binding) == filled(right, binding)
            case Compare(symbol, left, right):
                return self._compares(symbol, filled_expression(left, binding), filled_expression(right, binding))
            case Truth(value):
                return value
            case Not(part):
                return not self.holds(part, binding)
            case And(parts):
                return all(self.holds(part, binding) for part in parts)
            case Or(parts):
                return any(self.holds(part, binding) for part in parts)
            case Imply(premise, conclusion):
                return not self.holds(premise, binding) or self.holds(conclusion, binding)
            case Forall(variables, body):
                return all(self.holds(body, row) for row in self._rows_of(variables, binding))
            case Exists(variables, body):
                return any(self.holds(body, row) for row in self._rows_of(variables, binding))
            case _:
                assert_never(formula)

    def _rows_of(self, variables: tuple[Variable, ...], binding: Binding) -> Iterator[Binding]:
        """Yield a binding with each choice of objects for further variables."""
        names = [variable.name for variable in variables]
        objects = self._task.objects
        for row in product(*(sorted(self._task.ranged(variable.types)) for variable in variables)):
            yield {**binding, **{name: objects[number] for name, number in zip(names, row, strict=True)}}

    def _compares(self, symbol: str, left: Expression, right: Expression) -> bool:
        first, second = (self._reasoner.evaluate(self._state, side) for side in (left, right))
        return compare_values(symbol, first, second)
