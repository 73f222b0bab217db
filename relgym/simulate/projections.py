"""A cache of valid actions by the projections of states to what groups of schemas read.

The precondition of a schema reads some predicates. States that agree on their atoms have the same valid actions of that
schema. So a state that is new as a whole often needs no search, and after a step only those groups are looked up that
read what the step changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from relgym.model.pddl.vocabulary import Values
from relgym.simulate.progression import Progression
from relgym.simulate.projection import Part, Projection, Projector
from relgym.simulate.transpositions import Parts
from relgym.tuning.simulate import IDS_PER_ENTRY, PROJECTION_ENTRIES_LIMIT, TOUCHED_CACHE_LIMIT

Find = Callable[[Part], Sequence[int] | None]
"""A function that looks up the valid actions of a group by the projection of a state."""

Touched = tuple[tuple[int, Find, int, bool], ...]
"""The groups that read what a step changes: index, look-up, mask, and whether the group reads numbers."""

Missing = list[tuple[int, Part]]
"""The indices of groups whose valid actions are not in the cache, each with the projection of the state."""


@dataclass(slots=True)
class SchemaGroup:
    """Schemas that read the same symbols, and their valid actions by projections."""

    projection: Projection
    schemas: list[int] = field(default_factory=list)
    ids: dict[Part, Sequence[int]] = field(default_factory=dict)


class Projections:
    """Caches the valid actions of groups of schemas; `Parts` has those of each group at the group's index."""

    def __init__(self, system: Progression) -> None:
        self._system = system
        self._projector = Projector(system)
        self._entries = 0
        self._touched: dict[tuple[int, bool], Touched] = {}
        self._groups = self._grouped()

    def _grouped(self) -> list[SchemaGroup]:
        """Group the schemas; those that read no more than a group does belong to it."""
        heads = (production.rule.head.symbol for production in self._system.views.rules.productions)
        read = enumerate(map(self._projector.make, heads))
        groups: list[SchemaGroup] = []
        for schema, own in sorted(read, key=lambda item: -len(item[1].symbols)):
            for group in groups:
                if own.symbols <= group.projection.symbols and own.is_numeric is group.projection.is_numeric:
                    group.schemas.append(schema)
                    break
            else:
                groups.append(SchemaGroup(own, [schema]))
        return groups

    # -- valid actions -----------------------------------------------------------------------

    def all(self, bits: int, values: Values) -> tuple[Parts, Missing]:
        """List the valid actions of a state, as far as they are in the cache.

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
        if self._projector.update():
            self._touched.clear()
        found = self._touched.get((either, counts))
        if found is None:
            if len(self._touched) >= TOUCHED_CACHE_LIMIT:
                self._touched.clear()
            found = self._touched[either, counts] = tuple(
                (index, group.ids.get, own.mask, own.is_numeric)
                for index, group in enumerate(self._groups)
                if (own := group.projection).mask & either or (counts and own.is_numeric) or either == -1
            )
        return found

    def after(self, before: Parts, bits: int, values: Values, touched: Touched) -> tuple[Parts, Missing]:
        """List the valid actions after a step, as far as they are in the cache.

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
    def ids(parts: Parts) -> tuple[int, ...]:
        """Return all valid actions of a state, in no particular order."""
        return (*chain.from_iterable(parts),)

    def complete(self, parts: Parts, missing: Missing) -> None:
        """Add the valid actions of the groups that are missing in `parts`, in the engine's current state."""
        groups = [self._groups[index] for index, _ in missing]
        every = self._system.views.valid.search([group.schemas for group in groups])
        for (index, part), group, own in zip(missing, groups, every, strict=True):
            parts[index] = (*own,)
            if self._entries < PROJECTION_ENTRIES_LIMIT:
                self._entries += 1 + len(own) // IDS_PER_ENTRY
                group.ids[part] = parts[index]
