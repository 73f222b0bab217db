"""Valid actions by projections of a state: which actions of a schema are valid rests on a few predicates only.

The precondition of a schema reads some predicates. States that agree on their atoms have the same valid actions of that
schema, however they differ elsewhere. So the valid actions of each group of schemas are remembered by the part of the
state that the group reads. A state that nobody has met is then often answered without the engine.

The same holds for the goal, and for what an action with conditional effects changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from relgym.backends.steps import Step
from relgym.model.program import Symbol
from relgym.model.state import Values, mask_of
from relgym.simulate.progression import Progression
from relgym.translate.task import GOAL

ENTRIES_LIMIT = 100_000
"""How many entries all projections of a task have together, at most."""

NUMBERS = 40
"""So many numbers of valid actions count as one more entry."""

Part = int | tuple[int, Values]
"""What a projection keeps of a state: some of its atoms, and its values if they are read."""


@dataclass(slots=True)
class Projection:
    """The part of a state on which something rests.

    Attributes:
        symbols: The symbols of the atoms that are read.
        is_numeric: Whether values are read.
        mask: The bits of these atoms, as far as atoms are numbered.
    """

    symbols: frozenset[Symbol]
    is_numeric: bool
    mask: int = 0

    def part(self, bits: int, values: Values) -> Part:
        """Project a state."""
        own = bits & self.mask
        return (own, values) if self.is_numeric else own


@dataclass(slots=True)
class Group:
    """Schemas that read the same symbols, and their valid actions by projections."""

    projection: Projection
    places: list[int] = field(default_factory=list)
    numbers: dict[Part, Sequence[int]] = field(default_factory=dict)


class Projections:
    """What is known of a task's states by their parts."""

    def __init__(self, system: Progression) -> None:
        """Find the projections of the schemas and of the goal."""
        self._system = system
        self._dependencies = system.dependencies
        self._vocabulary = system.vocabulary
        self._met = 0
        self._entries = 0
        self._masks: dict[Symbol, int] = {}
        # What is known by atoms alone, and by atoms and values, with the masks.
        self._plain: list[tuple[Group, dict[Part, Sequence[int]], int]] = []
        self._numeric: list[tuple[Group, dict[Part, Sequence[int]], int]] = []
        self._groups = self._grouped()
        # The groups whose part of the state in the last question has not been met, with that part.
        self.missing: list[tuple[Group, Part]] = []
        self._goal = self._projection((GOAL,))
        self._goals: dict[Part, bool] = {}
        # By production, the projection of its effects' conditions, and what is changed by row and part of the state.
        self._conditions: dict[int, Projection] = {}
        self._changes: dict[tuple[int, Part], tuple[int, int]] = {}
        self._grow()

    def _grouped(self) -> list[Group]:
        """Group the schemas: those that read no more than others do are listed together with these."""
        read = {
            place: self._projection((production.rule.head.symbol,))
            for place, production in enumerate(self._system.productions)
        }
        groups: list[Group] = []
        for place, projection in sorted(read.items(), key=lambda item: -len(item[1].symbols)):
            for group in groups:
                if (
                    projection.symbols <= group.projection.symbols
                    and projection.is_numeric is group.projection.is_numeric
                ):
                    group.places.append(place)
                    break
            else:
                groups.append(Group(projection, [place]))
        return groups

    def _projection(self, symbols: Iterable[Symbol]) -> Projection:
        asked = tuple(symbols)
        read = frozenset[Symbol]().union(*map(self._dependencies.below, asked))
        return Projection(read, self._dependencies.numeric(asked))

    def _grow(self) -> None:
        """Take in the atoms that have been numbered since the last call."""
        new: dict[Symbol, list[int]] = {}
        for number in range(self._met, len(self._vocabulary.atoms)):
            symbol = self._system.symbol_of(number)
            if symbol is not None:
                new.setdefault(symbol, []).append(number)
        self._met = len(self._vocabulary.atoms)
        for symbol, numbers in new.items():
            self._masks[symbol] = self._masks.get(symbol, 0) | mask_of(numbers)
        for projection in (*(group.projection for group in self._groups), self._goal, *self._conditions.values()):
            for symbol in projection.symbols & new.keys():
                projection.mask |= self._masks[symbol]
        masked = [(group, group.numbers, group.projection.mask) for group in self._groups]
        self._plain = [each for each in masked if not each[0].projection.is_numeric]
        self._numeric = [each for each in masked if each[0].projection.is_numeric]

    # -- valid actions -----------------------------------------------------------------------

    def numbers(self, bits: int, values: Values) -> list[int]:
        """List the numbers of the valid actions in a state, as far as its parts have been met.

        Args:
            bits: The atoms that are true.
            values: The numbers without accumulators.

        Returns:
            A new list, the lowest first. It lacks the actions of the groups in `missing`: `completed` adds them.
        """
        if len(self._vocabulary.atoms) > self._met:
            self._grow()
        found: list[int] = []
        missing = self.missing = []
        for group, known, mask in self._plain:
            own = known.get(bits & mask)
            if own is None:
                missing.append((group, bits & mask))
            else:
                found += own
        for group, known, mask in self._numeric:
            own = known.get((bits & mask, values))
            if own is None:
                missing.append((group, (bits & mask, values)))
            else:
                found += own
        found.sort()
        return found

    def completed(self, found: list[int]) -> list[int]:
        """Add the valid actions of the groups in `missing`, in the state in which the engine stands by now."""
        every = self._system.listed_now([group.places for group, _ in self.missing])
        for (group, part), new in zip(self.missing, every, strict=True):
            found += new
            if self._entries < ENTRIES_LIMIT:
                self._entries += 1 + len(new) // NUMBERS
                group.numbers[part] = tuple(new)
        self.missing = []
        found.sort()
        return found

    # -- goal --------------------------------------------------------------------------------

    def goal(self, bits: int, values: Values) -> bool | None:
        """Tell whether the goal holds; `None` if the part of the state that it reads has not been met."""
        if len(self._vocabulary.atoms) > self._met:
            self._grow()
        return self._goals.get(self._goal.part(bits, values))

    def learn_goal(self, bits: int, values: Values, goal: bool) -> None:
        """Remember whether the goal holds."""
        if len(self._goals) < ENTRIES_LIMIT:
            self._goals[self._goal.part(bits, values)] = goal

    # -- conditional effects -----------------------------------------------------------------

    def changes(self, step: Step, bits: int, values: Values) -> tuple[int, int] | None:
        """Tell what a step changes whose effects have conditions.

        Returns:
            The bits that become false, and those that become false or true; `None` if that is not known.
        """
        projection = self._conditions.get(step.place)
        if projection is None:
            projection = self._projection(self._system.productions[step.place].conditions)
            self._conditions[step.place] = projection
            self._met = 0
        if len(self._vocabulary.atoms) > self._met:
            self._grow()
        return self._changes.get((step.number, projection.part(bits, values)))

    def learn_changes(self, step: Step, bits: int, values: Values, gone: int, either: int) -> None:
        """Remember what a step changes."""
        if len(self._changes) < ENTRIES_LIMIT:
            self._changes[step.number, self._conditions[step.place].part(bits, values)] = gone, either
