"""States that differ in accumulators alone, in action costs, say, as one state.

>>> import relgym
>>> domain = '''(define (domain d) (:requirements :action-costs) (:predicates (p)) (:functions (total-cost))
...   (:action go :effect (and (p) (increase (total-cost) 2))))'''
>>> problem = "(define (problem q) (:domain d) (:init (= (total-cost) 0)) (:goal (p)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> state = reasoner.successor(reasoner.initial_state, "(go)")
>>> state.values, reset(reasoner, frozenset({"total-cost"}))(state).values
((2,), (0,))
"""

from __future__ import annotations

from collections.abc import Callable, Set

from relgym.model.pddl.state import State, trimmed
from relgym.reasoning.pddl.reasoner import PDDLReasoner


def reset(reasoner: PDDLReasoner, accumulators: Set[str]) -> Callable[[State], State]:
    """Make a function that gives accumulators their initial values.

    Args:
        reasoner: The reasoner of the states.
        accumulators: The names of the numeric functions.

    Returns:
        A function from a state to the state that stands for all that differ in accumulators alone.
    """
    fluents, first = reasoner.vocabulary.fluents, reasoner.initial_state.values

    def settled(state: State) -> State:
        if not accumulators or not state.values:
            return state
        values = (
            value if fluents[place][0] not in accumulators else first[place] if place < len(first) else None
            for place, value in enumerate(state.values)
        )
        return State(state.vocabulary, state.bits, trimmed(values))

    return settled
