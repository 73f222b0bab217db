"""What follows from a history, worked out by keeping all states that are possible: slow, short, and independent."""

from __future__ import annotations

from dataclasses import dataclass

from fuzz.oracle import Binding, Fact, Oracle, Reading, World

from relgym.model.pddl.formulas import Formula


@dataclass
class Worlds:
    """The worlds that are possible after what was done and seen."""

    oracle: Oracle
    possible: set[World]

    @classmethod
    def at_start(cls, oracle: Oracle) -> Worlds:
        return cls(oracle, set(oracle.starts()))

    def readings(self) -> list[Reading]:
        return [self.oracle.at(world) for world in self.possible]

    def act(self, action: Fact) -> None:
        """The action was valid, and what it speaks of was clear."""
        schema = next(item for item in self.oracle.task.domain.actions if item.name == action[0])
        after: set[World] = set()
        for reading in self.readings():
            bindings = reading.valid().get(action, [])
            if len(bindings) == 1:
                after.update(reading.outcomes(schema, bindings[0]))
        self.possible = after

    def refuse(self, action: Fact) -> None:
        self.possible = {reading.world for reading in self.readings() if action not in reading.single()}

    def see(self, seen: frozenset[Fact]) -> None:
        self.possible = {reading.world for reading in self.readings() if sight(reading) == seen}

    # What follows

    def facts(self) -> list[frozenset[Fact]]:
        return [world.facts for world in self.possible]

    def derived(self) -> list[frozenset[Fact]]:
        return [reading.derived for reading in self.readings()]

    def valid(self) -> list[frozenset[Fact]]:
        return [frozenset(reading.single()) for reading in self.readings()]

    def answers(self, formula: Formula, bindings: list[Binding]) -> list[frozenset[tuple[str, ...]]]:
        return [
            frozenset(tuple(binding.values()) for binding in bindings if reading.holds(formula, binding))
            for reading in self.readings()
        ]


def sight(reading: Reading) -> frozenset[Fact]:
    """What is true and, by the rule of its predicate, seen."""
    true = reading.world.facts | reading.derived
    return frozenset(fact for fact in true if (f"seen-{fact[0]}", *fact[1:]) in reading.derived)
