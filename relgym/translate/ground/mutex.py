"""Find mutex groups: sets of atoms with at most one true atom in every reachable state.

A group holds the atoms of a predicate that differ in one column only. It stays exclusive if every action that adds one
of its atoms deletes another that its precondition requires (Helmert, Concise finite-domain representations, 2009,
section 5, where such groups are called invariants of weight one).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from relgym.translate.ground.circuit import Circuit, NodeKind
from relgym.translate.ground.effects import GroundEffect
from relgym.translate.program.positions import PositionKey

GroupKind = tuple[str, int]
"""A predicate, and the column in which the atoms of one of its groups differ."""

Group = tuple[str, int, PositionKey]
"""One group: predicate, column, and the atom without that column."""


@dataclass(frozen=True, slots=True)
class GroundAction:
    """A ground action: the leaves that its precondition requires, and its effect."""

    required: frozenset[int]
    effect: GroundEffect


def required(circuit: Circuit, node: int) -> frozenset[int]:
    """Return the leaves that are true wherever a node is true."""
    match circuit.kinds[node]:
        case NodeKind.LEAF:
            return frozenset((node,))
        case NodeKind.AND:
            return frozenset().union(*(required(circuit, other) for other in circuit.operands[node]))
        case _:
            return frozenset()


class MutexGroups:
    """The mutex groups of some atoms (by node), given the start states and all ground actions."""

    def __init__(
        self, atoms: Mapping[int, PositionKey], starts: Iterable[Collection[int]], actions: Iterable[GroundAction]
    ) -> None:
        self._atoms = atoms
        self._kinds = {(name, column) for name, terms in atoms.values() for column in range(len(terms))}
        for start in starts:
            self._keep_exclusive(start)
        for action in actions:
            self._keep(action)

    def of(self, atom: int) -> Iterator[Group]:
        """Yield the groups that contain an atom."""
        for name, column in self._kinds_of(atom):
            yield name, column, self._rest(atom, column)

    def members(self, group: Group) -> list[int]:
        """Return the atoms of a group."""
        name, column, rest = group
        return [a for a, key in self._atoms.items() if key[0] == name and self._rest(a, column) == rest]

    def _kinds_of(self, leaf: int) -> list[GroupKind]:
        if leaf not in self._atoms:
            # A comparison of numbers, or the flag of a problem.
            return []
        name, terms = self._atoms[leaf]
        return [(name, column) for column in range(len(terms)) if (name, column) in self._kinds]

    def _rest(self, atom: int, column: int) -> PositionKey:
        name, terms = self._atoms[atom]
        return name, terms[:column] + terms[column + 1 :]

    def _keep_exclusive(self, atoms: Collection[int]) -> None:
        """Drop the kinds with a group that has several of these atoms."""
        met: set[Group] = set()
        for atom in atoms:
            for name, column in self._kinds_of(atom):
                group = name, column, self._rest(atom, column)
                if group in met:
                    self._kinds.discard((name, column))
                met.add(group)

    def _keep(self, action: GroundAction) -> None:
        """Drop the kinds with a group to which an action may add an atom without deleting another."""
        effect = action.effect
        if not self._kinds:
            return
        taken: defaultdict[Group, int] = defaultdict(int)
        for atom in set(effect.deletes) & action.required:
            for group in self.of(atom):
                taken[group] += 1
        for atom in set(effect.adds):
            for name, column in self._kinds_of(atom):
                group = name, column, self._rest(atom, column)
                taken[group] -= 1
                if taken[group] < 0 and not (atom in action.required and atom not in effect.deletes):
                    self._kinds.discard((name, column))
        for _, part in effect.parts():
            if part is not effect:
                for atom in part.adds:
                    self._kinds.difference_update(self._kinds_of(atom))


def separating_group(groups: MutexGroups, needs: Collection[frozenset[int]]) -> Group | None:
    """Find a group with a different atom in each of some sets of leaves, so that only one set is ever true."""
    common: set[Group] | None = None
    for own in needs:
        found = {group for atom in own for group in groups.of(atom)}
        common = found if common is None else common & found
    for group in sorted(common or ()):
        members = set(groups.members(group))
        held = [atom for own in needs for atom in own & members]
        if len(held) == len(set(held)) == len(needs):
            return group
    return None
