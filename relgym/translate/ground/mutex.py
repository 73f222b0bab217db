"""Lifted mutex groups over the ground atoms of several problems of one domain."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from relgym.translate.analysis.invariants import MutexGroup, mutex_groups
from relgym.translate.ground.circuit import Circuit, NodeKind
from relgym.translate.program.positions import Position, PositionKey
from relgym.translate.program.productions import productions_of
from relgym.translate.program.task import Translation

Group = tuple[int, tuple[Position, ...]]
"""An instance of a mutex group: the number of the group, and the positions of the objects of its parameters."""


def required(circuit: Circuit, node: int) -> frozenset[int]:
    """Return the leaves that are true wherever a node is true."""
    match circuit.kinds[node]:
        case NodeKind.LEAF:
            return frozenset((node,))
        case NodeKind.AND:
            return frozenset().union(*(required(circuit, other) for other in circuit.operands[node]))
        case _:
            return frozenset()


def groups_of(translation: Translation) -> tuple[MutexGroup, ...]:
    """Return the mutex groups of a problem, whatever is drawn at its start."""
    program, start = translation.program, translation.possible_starts()
    return mutex_groups(productions_of(translation), program.fluents, program.facts, start)


class GroundGroups:
    """The mutex groups that all of some problems have, over atoms (by node).

    Args:
        translations: The problems.
        atoms: The atoms of all problems.
    """

    def __init__(self, translations: Sequence[Translation], atoms: Mapping[int, PositionKey]) -> None:
        first, *others = map(groups_of, translations)
        kept = [group for group in first if all(group in other for other in others)]
        # By predicate, the number of each group with the columns of its parameters.
        self._columns: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
        for number, group in enumerate(kept):
            for part in group.parts:
                self._columns.setdefault(part.symbol.name, []).append((number, part.columns))
        self._atoms = atoms

    def of(self, atom: int) -> Iterator[Group]:
        """Yield the groups that contain an atom."""
        if atom in self._atoms:
            # Other leaves are comparisons of numbers and the flags of problems.
            name, terms = self._atoms[atom]
            for number, columns in self._columns.get(name, ()):
                yield number, tuple([terms[column] for column in columns])

    def members(self, group: Group) -> list[int]:
        """Return the atoms of a group."""
        return [atom for atom in self._atoms if group in self.of(atom)]

    def separating(self, needs: Collection[frozenset[int]]) -> Group | None:
        """Find a group with a different atom in each of some sets of leaves, so that only one set is ever true."""
        common: set[Group] | None = None
        for atoms in needs:
            groups = {group for atom in atoms for group in self.of(atom)}
            common = groups if common is None else common & groups
        for group in sorted(common or ()):
            members = set(self.members(group))
            held = [atom for atoms in needs for atom in atoms & members]
            if len(held) == len(set(held)) == len(needs):
                return group
        return None
