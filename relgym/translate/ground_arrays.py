"""The nodes of grounded problems as arrays: the last step to `relgym.model.grounded.Grounded`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from relgym.errors import UnsupportedFeature
from relgym.model.action import Action
from relgym.model.formulas import Atom
from relgym.model.grounded import FALSE, OCTET, Comparison, Grounded, Updates
from relgym.model.numeric import FluentValue
from relgym.translate.ground_effects import EffectGates, GroundUpdate
from relgym.translate.ground_numbers import INSTEAD, UNDEFINED, NetWriter
from relgym.translate.ground_rules import RuleGrounder, Shared
from relgym.translate.ground_schedule import indices, scheduled
from relgym.translate.positions import Place, numbered

SUM, PRODUCT, ASSIGNMENT = "sum", "product", "assignment"

_KINDS = {"increase": SUM, "decrease": SUM, "scale-up": PRODUCT, "scale-down": PRODUCT, "assign": ASSIGNMENT}


@dataclass(frozen=True)
class Parts:
    """What is known of all problems together: numbers of atoms and actions, and nodes."""

    problems: tuple[RuleGrounder, ...]
    shared: Shared
    atom_number: Mapping[Place, int]
    atoms: Sequence[dict[int, Atom]]
    goal: int
    actions: Sequence[dict[int, Action]]
    valid: Sequence[int]
    ambiguous: Sequence[tuple[int, int]]
    exclusive: Sequence[Sequence[int]]
    effects: EffectGates


def assembled(parts: Parts) -> Grounded:
    """The nodes as arrays; raises `UnsupportedFeature` for numbers that arrays do not carry."""
    return _Assembly(parts).grounded()


class _Assembly:
    """The arrays of some parts, while they are made."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._numbers = parts.shared.numbers
        self._starts = [
            {problem.place(*key): Fraction(value) for key, value in problem.translation.start_values.items()}
            for problem in parts.problems
        ]
        self._updates = [item for item in parts.effects.updates.items() if item[0][0].value != UNDEFINED]
        read = {key[1] for key in self._numbers.leaves if isinstance(key, tuple)}
        self._value_number = numbered([*self._starts, read, [update.target for (update, _), _ in self._updates]])
        # The values of one function have one scale.
        self._scales: dict[Hashable, int] = {}
        for place in self._value_number:
            own = [value for starts in self._starts for (name, _), value in starts.items() if name == place[0]]
            self._scales["value", place] = lcm(*(value.denominator for value in own))
        assigned = [
            (("value", update.target), update.value, update.span)
            for (update, _), _ in self._updates
            if _KINDS[update.operator] != PRODUCT
        ]
        self._numbers.settle(self._scales, assigned)

    def grounded(self) -> Grounded:
        parts = self._parts
        several = len(parts.problems) > 1
        facts = len(parts.atom_number) + (len(parts.problems) if several else 0)
        writer = self._numbers.net([("value", place) for place in self._value_number], self._scales)
        compared = self._compared(writer)
        changes = self._changes(writer)
        numbers, place = writer.finished()
        comparisons = tuple(
            Comparison(operator, *(indices([place[sides[n]] for _, *sides in rows]) for n in (0, 1)))
            for operator, rows in compared.items()
        )

        inputs: list[Hashable] = [("atom", atom) for atom in parts.atom_number]
        inputs += [("problem", n) for n in range(len(parts.problems) if several else 0)]
        inputs += [("comparison", key) for rows in compared.values() for key, *_ in rows]
        passed = [key[1] for key in parts.effects.circuit.leaves if isinstance(key, tuple) and key[0] == "passed"]
        wanted = [parts.goal, *parts.valid, *(node for node, _ in parts.ambiguous), *passed]
        conditions, row = scheduled(parts.shared.circuit, inputs, wanted)

        effects, effect_row, deletes, adds = self._effects(facts, passed)
        atom = {parts.shared.circuit.leaf(("atom", place)): n for place, n in parts.atom_number.items()}
        return Grounded(
            tasks=tuple(problem.task for problem in parts.problems),
            atoms=tuple(parts.atoms),
            fluents=tuple(map(self._fluents, parts.problems)),
            actions=tuple(parts.actions),
            size=len(parts.valid),
            facts=facts,
            values=len(self._value_number),
            scales=tuple(self._scales["value", place] for place in self._value_number),
            starts=self._start_facts(facts),
            start_values=self._start_values(),
            numbers=numbers,
            comparisons=comparisons,
            conditions=conditions,
            goal=row[parts.goal],
            valid=indices([row[node] for node in [*parts.valid, *[FALSE] * (-len(parts.valid) % OCTET)]]),
            ambiguous=indices([row[node] for node, _ in parts.ambiguous]),
            ambiguous_actions=tuple(action for _, action in parts.ambiguous),
            exclusive=tuple(indices([atom[node] for node in group]) for group in parts.exclusive),
            passed=indices([row[node] for node in passed]),
            effects=effects,
            deletes=deletes,
            adds=adds,
            sums=_updates(changes[SUM], len(self._value_number), effect_row, place),
            products=_updates(changes[PRODUCT], len(self._value_number), effect_row, place),
            assignments=_updates(changes[ASSIGNMENT], len(self._value_number), effect_row, place),
        )

    # -- bits --------------------------------------------------------------------------------

    def _effects(self, facts: int, passed: Sequence[int]) -> Any:
        """The net of the effects, its rows, and for each fact the rows that delete and add it."""
        effects = self._parts.effects
        circuit = effects.circuit
        count = len(self._parts.valid)
        inputs: list[Hashable] = [("chosen", action) for action in range(count + -count % OCTET)]
        inputs += [("passed", node) for node in passed]
        ends = []
        for changes in (effects.deletes, effects.adds):
            atoms = (self._parts.shared.circuit.leaf(("atom", place)) for place in self._parts.atom_number)
            nodes = [circuit.any(changes.get(atom, ())) for atom in atoms]
            ends.append(nodes + [circuit.any(())] * (facts - len(nodes)))
        guards = [circuit.any(nodes) for _, nodes in self._updates]
        net, row = scheduled(circuit, inputs, [*ends[0], *ends[1], *guards])
        deletes, adds = (indices([row[node] for node in nodes]) for nodes in ends)
        return net, {key: row[node] for (key, _), node in zip(self._updates, guards, strict=True)}, deletes, adds

    def _start_facts(self, facts: int) -> Any:
        starts = np.zeros((len(self._parts.problems), facts), bool)
        for n, problem in enumerate(self._parts.problems):
            starts[n, [self._parts.atom_number[problem.place(*key)] for key in problem.translation.start_atoms]] = True
            starts[n, len(self._parts.atom_number) :] = np.arange(facts - len(self._parts.atom_number)) == n
        starts.setflags(write=False)
        return starts

    # -- numbers -----------------------------------------------------------------------------

    def _compared(self, writer: NetWriter) -> dict[str, list[tuple[Any, int, int]]]:
        """By operator the comparisons, each with the rows of its sides, made whole by one factor."""
        found: defaultdict[str, list[tuple[Any, int, int]]] = defaultdict(list)
        for key in self._parts.shared.comparisons:
            operator, left, right = key
            factor = lcm(*(self._numbers.factor(side, self._scales) for side in (left, right)))
            found[operator].append((key, writer.row(left, factor), writer.row(right, factor)))
        return found

    def _changes(self, writer: NetWriter) -> dict[str, list[Any]]:
        """By kind the updates, each with its key, its target's number and the row of its number."""
        found: dict[str, list[Any]] = {SUM: [], PRODUCT: [], ASSIGNMENT: []}
        for key, _ in self._updates:
            update, _ = key
            kind = _KINDS[update.operator]
            factor = 1 if kind == PRODUCT else self._scales["value", update.target]
            row = writer.row(self._number(update), factor)
            found[kind].append((key, self._value_number[update.target], row))
        return found

    def _number(self, update: GroundUpdate) -> int:
        """The node of the number that is added, assigned, or that a value is multiplied by."""
        zero, one = self._numbers.constant(0), self._numbers.constant(1)
        match update.operator:
            case "decrease":
                return self._numbers.combined("-", zero, update.value)
            case "scale-up" | "scale-down":
                operator = "*" if update.operator == "scale-up" else "/"
                factor = self._numbers.combined(operator, one, update.value, update.span)
                if factor == UNDEFINED or self._numbers.factor(factor, self._scales) != 1:
                    raise UnsupportedFeature(
                        "arrays multiply numeric fluents by whole numbers only", span=update.span, hint=INSTEAD
                    )
                return factor
            case _:
                return update.value

    def _start_values(self) -> Any:
        values = np.full((len(self._starts), len(self._value_number)), np.nan)
        for n, starts in enumerate(self._starts):
            for place, value in starts.items():
                values[n, self._value_number[place]] = int(value * self._scales["value", place])
        values.setflags(write=False)
        return values

    def _fluents(self, problem: RuleGrounder) -> dict[int, FluentValue]:
        """What a problem calls the fluents whose objects it has."""
        at = {position: number for number, position in enumerate(problem.positions.of_number)}
        objects = problem.task.objects
        return {
            number: FluentValue(name, tuple(objects[at[position]] for position in positions))
            for (name, positions), number in self._value_number.items()
            if all(position in at for position in positions)
        }


def _updates(changes: Sequence[Any], fluents: int, row: Mapping[Any, int], place: Mapping[int, int]) -> Updates:
    by_target: list[list[int]] = [[] for _ in range(fluents)]
    for number, (_, target, _) in enumerate(changes):
        by_target[target].append(number)
    most = max(map(len, by_target), default=0)
    slots = [[*own, *[len(changes)] * (most - len(own))] for own in by_target]
    return Updates(
        indices([row[key] for key, _, _ in changes]),
        indices([place[number] for _, _, number in changes]),
        indices(slots).reshape(fluents, most).T,
    )
