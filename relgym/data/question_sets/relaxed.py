"""Fact landmarks of the delete relaxation, for problems whose states are too many to be explored.

An atom that every relaxed plan makes true is true at some time in every plan, too: what the relaxation finds is right,
and it misses some. The landmarks of an atom are itself and those that all actions that add it share; those of an action
are the landmarks of its preconditions (Zhu and Givan, Landmark extraction via planning graph propagation, ICAPS 2003).

>>> import relgym
>>> from relgym.reasoning.pddl.reachability import reached
>>> reasoner = relgym.Reasoner(relgym.load(*roads("a b c d", "a b, b c, b d, d c", goal="c")))
>>> relaxed = RelaxedActions(reasoner, reached(reasoner.translation))
>>> found = relaxed.landmarks(reasoner.initial_state.bits)
>>> atoms = reasoner.vocabulary.forms
>>> {text: sorted(atoms.texts(bits_of(bits))) for bit, bits in found.items() for text in atoms.texts([bit])}["(at c)"]
['(at a)', '(at b)', '(at c)']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import assert_never

from relgym.explain.binding import Binding, filled
from relgym.model.bits import bits_of
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom
from relgym.model.program import Row, Symbol
from relgym.reasoning.pddl.reasoner import PDDLReasoner


class RelaxedActions:
    """The ground actions of a task with atoms that they need, and all atoms that they may add."""

    def __init__(self, reasoner: PDDLReasoner, rows: Mapping[Symbol, Sequence[Row]]) -> None:
        """Ground the actions; `rows` are those that the delete relaxation reaches."""
        self._reasoner = reasoner
        self._changing = {symbol.name for symbol in reasoner.translation.program.fluents}
        self._needs: list[tuple[int, ...]] = []
        self._adds: list[tuple[int, ...]] = []
        objects = reasoner.task.objects
        for schema in reasoner.translation.schemas:
            names = [variable.name for variable in schema.variables]
            precondition = schema.action.precondition
            parts = precondition.parts if isinstance(precondition, And) else (precondition,)
            plain = [part for part in parts if isinstance(part, Atom) and part.predicate in self._changing]
            for row in rows[schema.symbol]:
                binding = {name: objects[number] for name, number in zip(names, row, strict=True)}
                self._needs.append(tuple(dict.fromkeys(self._bit(atom, binding) for atom in plain)))
                self._adds.append(tuple(dict.fromkeys(self._added(schema.action.effect, binding))))
        # For each atom the actions that need it.
        self._needed: dict[int, list[int]] = {}
        for action, needs in enumerate(self._needs):
            for bit in needs:
                self._needed.setdefault(bit, []).append(action)

    def _bit(self, atom: Atom, binding: Binding) -> int:
        number = self._reasoner.task.number
        row = tuple([number[filled(term, binding).name] for term in atom.terms])
        return self._reasoner.vocabulary.atom(atom.predicate, row)

    def _added(self, effect: Effect, binding: Binding) -> Iterator[int]:
        """Yield the atoms that an effect may add, whatever its conditions."""
        match effect:
            case Add(atom):
                yield self._bit(atom, binding)
            case Delete() | Assign():
                return
            case When(_, inner):
                yield from self._added(inner, binding)
            case ForallEffect(variables, inner):
                task = self._reasoner.task
                for row in product(*(sorted(task.ranged(variable.types)) for variable in variables)):
                    more = {v.name: task.objects[number] for v, number in zip(variables, row, strict=True)}
                    yield from self._added(inner, {**binding, **more})
            case Probabilistic(outcomes):
                for _, inner in outcomes:
                    yield from self._added(inner, binding)
            case All(parts):
                for part in parts:
                    yield from self._added(part, binding)
            case _:
                assert_never(effect)

    def landmarks(self, state: int) -> dict[int, int]:
        """Return for each atom within reach of a state its landmarks, as bits.

        Args:
            state: The bits of the state.
        """
        found = {bit: 1 << bit for bit in bits_of(state)}
        # For each action the number of its needs that are out of reach yet.
        missing = [len(needs) for needs in self._needs]
        for bit in found:
            for action in self._needed.get(bit, ()):
                missing[action] -= 1
        waiting = {action: None for action, count in enumerate(missing) if not count}
        while waiting:
            further: dict[int, None] = {}
            for action in waiting:
                own = 0
                for bit in self._needs[action]:
                    own |= found[bit]
                for bit in self._adds[action]:
                    known = found.get(bit)
                    new = (own if known is None else known & own) | 1 << bit
                    if new == known:
                        continue
                    found[bit] = new
                    for other in self._needed.get(bit, ()):
                        if known is None:
                            missing[other] -= 1
                        if not missing[other]:
                            further[other] = None
            waiting = further
        return found
