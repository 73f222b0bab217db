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

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import assert_never

from relgym.model.bits import bits_of
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom
from relgym.model.program import Row, Symbol
from relgym.model.terms import Object, Variable
from relgym.reasoning.pddl.reasoner import PDDLReasoner

Bits = tuple[int, ...]
"""Atoms, by their bits."""


class RelaxedActions:
    """The ground actions of a task with atoms that they need, and all atoms that they may add.

    Actions share sets of added atoms: an effect for all objects adds the same atoms, whatever the action's other
    arguments are.
    """

    def __init__(self, reasoner: PDDLReasoner, rows: Mapping[Symbol, Sequence[Row]]) -> None:
        """Ground the actions; `rows` are those that the delete relaxation reaches."""
        self._reasoner = reasoner
        changing = {symbol.name for symbol in reasoner.translation.program.fluents}
        self._needs: list[Bits] = []
        self._sets: list[Bits] = []
        # The sets of atoms that some action may add, by their numbers.
        numbers: dict[Bits, int] = {}
        for schema in reasoner.translation.schemas:
            names = [variable.name for variable in schema.variables]
            precondition = schema.action.precondition
            parts = precondition.parts if isinstance(precondition, And) else (precondition,)
            plain = [part for part in parts if isinstance(part, Atom) and part.predicate in changing]
            needs = [self._ground(atom, (), names) for atom in plain]
            adds = [self._ground(atom, free, names) for free, atom in _added(schema.action.effect, ())]
            for row in rows[schema.symbol]:
                self._needs.append(tuple(dict.fromkeys(bit for found in needs for bit in found(row))))
                sets = [numbers.setdefault(found(row), len(numbers)) for found in adds]
                self._sets.append(tuple(dict.fromkeys(sets)))
        self._adds = [*numbers]
        # For each atom the actions that need it.
        self._needed: dict[int, list[int]] = {}
        for action, needed in enumerate(self._needs):
            for bit in needed:
                self._needed.setdefault(bit, []).append(action)

    def _ground(self, atom: Atom, free: tuple[Variable, ...], names: list[str]) -> Callable[[Row], Bits]:
        """Return a function that gives the ground atoms for the arguments of an action, with all objects for `free`."""
        task, vocabulary = self._reasoner.task, self._reasoner.vocabulary
        own = {variable.name: place for place, variable in enumerate(free)}
        used = sorted({names.index(term.name) for term in atom.terms if _is_argument(term, own)})
        ranges = [sorted(task.ranged(variable.types)) for variable in free]
        known: dict[Row, Bits] = {}

        def terms(row: Row, more: Row) -> Iterator[int]:
            for term in atom.terms:
                if isinstance(term, Object):
                    yield task.number[term.name]
                else:
                    yield more[own[term.name]] if term.name in own else row[names.index(term.name)]

        def found(row: Row) -> Bits:
            key = tuple([row[place] for place in used])
            bits = known.get(key)
            if bits is None:
                several = (vocabulary.atom(atom.predicate, tuple(terms(row, more))) for more in product(*ranges))
                bits = known[key] = tuple(dict.fromkeys(several))
            return bits

        return found

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
        # For each set of added atoms the landmarks that all actions within reach share that add it.
        shared: list[int | None] = [None] * len(self._adds)
        waiting = {action: None for action, count in enumerate(missing) if not count}
        while waiting:
            changed: dict[int, None] = {}
            for action in waiting:
                own = 0
                for bit in self._needs[action]:
                    own |= found[bit]
                for number in self._sets[action]:
                    before = shared[number]
                    after = own if before is None else before & own
                    if after != before:
                        shared[number] = after
                        changed[number] = None
            waiting = {}
            for number in changed:
                own = shared[number] or 0
                for bit in self._adds[number]:
                    known = found.get(bit)
                    new = (own if known is None else known & own) | 1 << bit
                    if new == known:
                        continue
                    found[bit] = new
                    for action in self._needed.get(bit, ()):
                        if known is None:
                            missing[action] -= 1
                        if not missing[action]:
                            waiting[action] = None
        return found


def _is_argument(term: Object | Variable, own: Mapping[str, int]) -> bool:
    return isinstance(term, Variable) and term.name not in own


def _added(effect: Effect, free: tuple[Variable, ...]) -> Iterator[tuple[tuple[Variable, ...], Atom]]:
    """Yield the atoms that an effect may add, whatever its conditions, with the variables of quantifiers around."""
    match effect:
        case Add(atom):
            yield free, atom
        case Delete() | Assign():
            return
        case When(_, inner):
            yield from _added(inner, free)
        case ForallEffect(variables, inner):
            yield from _added(inner, (*free, *variables))
        case Probabilistic(outcomes):
            for _, inner in outcomes:
                yield from _added(inner, free)
        case All(parts):
            for part in parts:
                yield from _added(part, free)
        case _:
            assert_never(effect)
