"""Fact landmarks of the delete relaxation, for problems whose states are too many to be explored.

An atom that every relaxed plan makes true is true at some time in every plan, too: what the relaxation finds is right,
and it misses some. The landmarks of an atom are itself and those that all operators that add it share; those of an
operator are the landmarks of what it needs (Zhu and Givan, Landmark extraction via planning graph propagation, ICAPS
2003).

>>> import relgym
>>> reasoner = relgym.Reasoner(relgym.load(*roads("a b c d", "a b, b c, b d, d c", goal="c")))
>>> found = RelaxedLandmarks(RelaxedTask(reasoner)).of(reasoner.initial_state.bits)
>>> atoms = reasoner.vocabulary.forms
>>> {text: sorted(atoms.texts(bits_of(bits))) for bit, bits in found.items() for text in atoms.texts([bit])}["(at c)"]
['(at a)', '(at b)', '(at c)']
"""

from __future__ import annotations

from relgym.model.bits import bits_of
from relgym.reasoning.pddl.relaxed_task import RelaxedTask


class RelaxedLandmarks:
    """The landmarks of the atoms of a relaxed task."""

    def __init__(self, task: RelaxedTask) -> None:
        self._task = task
        # For each fact the operators that need it.
        self._needed: dict[int, list[int]] = {}
        for number, operator in enumerate(task.operators):
            for fact in operator.needs:
                self._needed.setdefault(fact, []).append(number)

    def of(self, state: int) -> dict[int, int]:
        """Return for each atom within reach of a state its landmarks, as bits.

        Args:
            state: The bits of the state.
        """
        task, operators = self._task, self._task.operators
        bits = {fact: 1 << bit for bit, fact in task.atoms.items()}
        known = {task.atoms[bit]: 1 << bit for bit in bits_of(state)}
        known |= {fact: 0 for bit, fact in task.negations.items() if not state >> bit & 1}
        # For each operator the number of its needs that are out of reach yet.
        missing = [len(operator.needs) for operator in operators]
        for fact in known:
            for number in self._needed.get(fact, ()):
                missing[number] -= 1
        waiting = {number: None for number, count in enumerate(missing) if not count}
        while waiting:
            further: dict[int, None] = {}
            for number in waiting:
                shared = 0
                for fact in operators[number].needs:
                    shared |= known[fact]
                for fact in operators[number].adds:
                    before = known.get(fact)
                    after = (shared if before is None else before & shared) | bits.get(fact, 0)
                    if after == before:
                        continue
                    known[fact] = after
                    for other in self._needed.get(fact, ()):
                        missing[other] -= before is None
                        if not missing[other]:
                            further[other] = None
            waiting = further
        return {bit: known[fact] for bit, fact in task.atoms.items() if fact in known}
