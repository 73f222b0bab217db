"""The states of a task as a search needs them: keys, successors, goal tests and costs.

>>> import relgym
>>> from relgym.limits import Budget, Limits
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> space = Space(reasoner)
>>> [(action, after)] = space.successors(reasoner.initial_state)
>>> str(space.action(action)), space.missing(after), space.is_goal(after)
('(go a b)', 1, False)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from relgym.errors import ModelError
from relgym.model.numeric import Value, functions_in, is_additive
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.pddl.state import State, trimmed
from relgym.model.pddl.traversal import conjuncts
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.translate.program.accumulators import accumulators

Key = Hashable


class Space:
    """The states of a task, reached from any state.

    States that differ in accumulators alone are one, where the cost of a plan does not depend on it.

    Attributes:
        key: Returns what tells two states apart, `key(state)`.
        successors: Returns the pairs (action, state after it) of a state.
        action: Returns the action of such a pair.
        has_costs: True if the problem has a metric that is to be minimized; else each action costs 1.
    """

    key: Callable[[State], Key]
    successors: Callable[[State], list[tuple[Any, State]]]
    action: Callable[[Any], Action]

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self._reasoner = reasoner
        simulator = PDDLSimulator(reasoner)
        if simulator.chooses:
            # The ids of a simulator are those of bindings, also of ambiguous ones.
            self.successors, self.action = reasoner.successors, _itself
        else:
            self.successors, self.action = simulator.successors, simulator.action
        metric = reasoner.task.problem.metric
        self.has_costs = metric is not None and metric.direction == "minimize"
        self._metric = metric.expression if metric is not None and self.has_costs else None
        left_out = accumulators(reasoner.translation)
        if self._metric is not None and not is_additive(self._metric):
            left_out -= functions_in(self._metric)
        self._left_out = left_out
        self.key = self._bits if not reasoner.task.functions else self._bits_and_values
        self._atoms, self._parts = self._goal_parts(reasoner.task.problem.goal)

    def _goal_parts(self, goal: Formula) -> tuple[int, list[Formula]]:
        """Split the goal into the bits of plain atoms and other formulas."""
        bits, others = 0, []
        fluents = {symbol.name for symbol in self._reasoner.translation.program.fluents}
        vocabulary, number = self._reasoner.vocabulary, self._reasoner.task.number
        for part in conjuncts(goal):
            if isinstance(part, Atom) and part.predicate in fluents:
                bits |= 1 << vocabulary.atom(part.predicate, tuple(number[term.name] for term in part.terms))
            else:
                others.append(part)
        return bits, others

    def is_goal(self, state: State) -> bool:
        """Return True if the goal holds in a state."""
        if state.bits & self._atoms != self._atoms:
            return False
        return not self._parts or self._reasoner.goal(state)

    def missing(self, state: State) -> int:
        """Count the parts of the goal that do not hold in a state."""
        count = (self._atoms & ~state.bits).bit_count()
        return count + sum(not self._reasoner.holds(state, part) for part in self._parts)

    def cost(self, state: State) -> Value:
        """Return the value of the metric in a state.

        Raises:
            ModelError: It has none.
        """
        assert self._metric is not None
        value = self._reasoner.evaluate(state, self._metric)
        if value is None:
            raise ModelError(
                f"the metric {self._metric} has no value in a state that was reached", span=self._metric.span
            )
        return value

    def _bits(self, state: State) -> Key:
        return state.bits

    def _bits_and_values(self, state: State) -> Key:
        values = state.values
        if self._left_out and values:
            numbers = self._places(len(values))
            values = trimmed([None if place in numbers else value for place, value in enumerate(values)])
        return state.bits, values

    def _places(self, count: int) -> frozenset[int]:
        """The numbers of the accumulators among `count` values and more; fluents get numbers as states come."""
        if count > self._counted:
            keys = self._reasoner.vocabulary.fluents
            self._found = frozenset(place for place in range(count) if keys[place][0] in self._left_out)
            self._counted = count
        return self._found

    _counted = -1
    _found: frozenset[int] = frozenset()


def _itself(action: Action) -> Action:
    return action
