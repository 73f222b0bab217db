"""Valid actions by projections of a state: which actions of a schema are valid rests on a few predicates only.

The precondition of a schema reads some predicates. States that agree on their atoms have the same valid actions of that
schema, however they differ elsewhere. So the valid actions of each group of schemas are remembered by the part of the
state that the group reads. A state that nobody has met is then often answered without the engine; and after a step only
those groups are looked up that read what the step changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from relgym.model.pddl.vocabulary import Values
from relgym.simulate.progression import Progression
from relgym.simulate.projection import Atoms, Part, Projection, projection
from relgym.simulate.transpositions import Parts
from relgym.tuning.simulate import IDS_PER_ENTRY, PROJECTION_ENTRIES_LIMIT, TOUCHED_CACHE_LIMIT

Find = Callable[[Part], Sequence[int] | None]
"""Finds the valid actions of a group by what it reads of a state, if that has been met."""

Touched = tuple[tuple[int, Find, int, bool], ...]
"""The groups that read what a step changes: index, what finds the valid actions, mask, and whether it reads numbers."""

Missing = list[tuple[int, Part]]
"""The indices of groups that read something that has not been met, with that."""


@dataclass(slots=True)
class Group:
    """Schemas that read the same symbols, and their valid actions by projections."""

    projection: Projection
    places: list[int] = field(default_factory=list)
    numbers: dict[Part, Sequence[int]] = field(default_factory=dict)


class Projections:
    """The valid actions of a task by parts of its states.

    `Parts` has the valid actions of each group at the group's index.
    """

    def __init__(self, system: Progression) -> None:
        self._system = system
        self._atoms = Atoms(system)
        self._entries = 0
        self._touched: dict[tuple[int, bool], Touched] = {}
        self._groups = self._grouped()
        self._grow()

    def _grouped(self) -> list[Group]:
        """Group the schemas: those that read no more than others do are listed together with these."""
        system = self._system
        heads = (production.rule.head.symbol for production in system.views.rules.productions)
        read = {place: projection(system.views.dependencies, [head]) for place, head in enumerate(heads)}
        groups: list[Group] = []
        for place, own in sorted(read.items(), key=lambda item: -len(item[1].symbols)):
            for group in groups:
                if own.symbols <= group.projection.symbols and own.is_numeric is group.projection.is_numeric:
                    group.places.append(place)
                    break
            else:
                groups.append(Group(own, [place]))
        return groups

    def _grow(self) -> None:
        """Take in the atoms that have been numbered since the last call."""
        self._atoms.tell(group.projection for group in self._groups)
        self._touched.clear()

    # -- valid actions -----------------------------------------------------------------------

    def all(self, bits: int, values: Values) -> tuple[Parts, Missing]:
        """List the valid actions of a state, as far as its parts have been met.

        Args:
            bits: The atoms that are true.
            values: The numbers without accumulators.

        Returns:
            A new list, and the groups whose actions it lacks: `complete` adds them.
        """
        return self.after([()] * len(self._groups), bits, values, self.touched(-1, True))

    def touched(self, either: int, counts: bool) -> Touched:
        """Find the groups that read something that a step changes.

        Args:
            either: The bits of the atoms that may change.
            counts: Whether numbers change.
        """
        if self._atoms.have_grown():
            self._grow()
        found = self._touched.get((either, counts))
        if found is None:
            if len(self._touched) >= TOUCHED_CACHE_LIMIT:
                self._touched.clear()
            found = self._touched[either, counts] = tuple(
                (index, group.numbers.get, own.mask, own.is_numeric)
                for index, group in enumerate(self._groups)
                if (own := group.projection).mask & either or (counts and own.is_numeric) or either == -1
            )
        return found

    def after(self, before: Parts, bits: int, values: Values, touched: Touched) -> tuple[Parts, Missing]:
        """List the valid actions after a step, as far as the parts of the new state have been met.

        Args:
            before: The valid actions before the step.
            bits: The atoms that are true after it.
            values: The numbers after it, without accumulators.
            touched: The groups that read something that the step changes.

        Returns:
            As `all` does.
        """
        parts, missing = before[:], []
        for index, find, mask, is_numeric in touched:
            part: Part = (bits & mask, values) if is_numeric else bits & mask
            own = find(part)
            if own is None:
                missing.append((index, part))
            else:
                parts[index] = own
        return parts, missing

    @staticmethod
    def numbers(parts: Parts) -> tuple[int, ...]:
        """All valid actions of a state, in no particular order."""
        return (*chain.from_iterable(parts),)

    def complete(self, parts: Parts, missing: Missing) -> None:
        """Add the valid actions of some groups, in the state in which the engine stands by now.

        Args:
            parts: The list in which they are missing.
            missing: The groups, with what they read in this state.
        """
        groups = [self._groups[index] for index, _ in missing]
        every = self._system.listed_now([group.places for group in groups])
        for (index, part), group, own in zip(missing, groups, every, strict=True):
            parts[index] = (*own,)
            if self._entries < PROJECTION_ENTRIES_LIMIT:
                self._entries += 1 + len(own) // IDS_PER_ENTRY
                group.numbers[part] = parts[index]
