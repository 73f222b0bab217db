"""The nodes of grounded problems as arrays: the last step to `relgym.model.pddl.grounded.BatchTask`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any

import numpy as np

from relgym.errors import UnsupportedFeature
from relgym.model.effects import UPDATE_KINDS
from relgym.model.numeric import FluentValue
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.grounded import FALSE, OCTET, BatchTask, Comparisons, Updates
from relgym.translate.ground.circuit import Circuit
from relgym.translate.ground.effect_circuit import EffectCircuit, Slot
from relgym.translate.ground.effects import GroundUpdate
from relgym.translate.ground.number_nets import NetWriter, NumberOperands
from relgym.translate.ground.numbers import INSTEAD, UNDEFINED
from relgym.translate.ground.rules import RuleGrounder, SharedNodes
from relgym.translate.ground.schedule import indices, scheduled
from relgym.translate.program.positions import PositionKey, numbered
from relgym.tuning.batched import COMPARED_CONSTANTS

_TURNED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Comparisons with their sides exchanged."""


@dataclass(frozen=True)
class GroundParts:
    """The parts of all problems together: the numbers of atoms and actions, and their nodes."""

    problems: tuple[RuleGrounder, ...]
    shared: SharedNodes
    atom_number: Mapping[PositionKey, int]
    atoms: Sequence[dict[int, Atom]]
    goal: int
    actions: Sequence[dict[int, Action]]
    valid: Sequence[int]
    ambiguous: Sequence[tuple[int, int]]
    exclusive: Sequence[Sequence[int]]
    effects: EffectCircuit


def assembled(parts: GroundParts) -> BatchTask:
    """Assemble the nodes as arrays; raises `UnsupportedFeature` for numbers that arrays cannot hold."""
    return _Assembly(parts).grounded()


def _comparisons(
    compared: Mapping[tuple[str, bool, int], Sequence[tuple[Any, int, int]]], operands: NumberOperands
) -> Iterator[Comparisons]:
    """Yield the comparisons that are computed in one step."""
    for (operator, one, _), rows in compared.items():
        _, left, right = zip(*rows, strict=True)
        yield Comparisons(operator, operands.of([*dict.fromkeys(left)] if one else left), operands.of(right))


class _Assembly:
    """Builds the arrays of some parts."""

    def __init__(self, parts: GroundParts) -> None:
        self._parts = parts
        self._numbers = parts.shared.numbers
        self._starts = [
            {problem.key(*key): Fraction(value) for key, value in problem.translation.start_values.items()}
            for problem in parts.problems
        ]
        self._slots = _slots(parts.effects.updates)
        updates = [update for slots in self._slots.values() for _, changes in slots for update, _ in changes]
        read = {key[1] for key in self._numbers.leaves if isinstance(key, tuple)}
        self._value_number = numbered([*self._starts, read, [update.target for update in updates]])
        # All values of one function have the same scale.
        self._scales: dict[Hashable, int] = {}
        for key in self._value_number:
            values = [value for starts in self._starts for (name, _), value in starts.items() if name == key[0]]
            self._scales["value", key] = lcm(*(value.denominator for value in values))
        assigned = [
            (("value", update.target), update.value, update.span)
            for update in updates
            if UPDATE_KINDS[update.operator] != "*"
        ]
        self._numbers.settle(self._scales, assigned)

    def grounded(self) -> BatchTask:
        parts = self._parts
        facts = len(parts.atom_number) + (len(parts.problems) if len(parts.problems) > 1 else 0)
        writer = NetWriter(self._numbers, [("value", key) for key in self._value_number], self._scales)
        compared = self._compared(writer)
        amounts = self._amounts(writer)
        numbers, operands = writer.finished()

        inputs: list[Hashable] = [("atom", atom) for atom in parts.atom_number]
        inputs += [("problem", n) for n in range(facts - len(parts.atom_number))]
        inputs += [("comparison", key) for rows in compared.values() for key, _, _ in rows]
        passed = [key[1] for key in parts.effects.circuit.leaves if isinstance(key, tuple) and key[0] == "passed"]
        wanted = [*(node for node, _ in parts.ambiguous), *passed]
        reported = [parts.goal, *self._filled_up(parts.valid)]
        conditions, row = scheduled(parts.shared.circuit, inputs, wanted, reported)

        effects, changed, digits = self._effects(facts, passed)
        atom = {parts.shared.circuit.leaf(("atom", key)): n for key, n in parts.atom_number.items()}
        return BatchTask(
            tasks=tuple(problem.task for problem in parts.problems),
            atoms=tuple(parts.atoms),
            fluents=tuple(map(self._fluents, parts.problems)),
            actions=tuple(parts.actions),
            size=len(parts.valid),
            facts=facts,
            values=len(self._value_number),
            scales=tuple(self._scales["value", key] for key in self._value_number),
            starts=self._start_facts(facts),
            start_values=self._start_values(),
            numbers=numbers,
            comparisons=tuple(_comparisons(compared, operands)),
            conditions=conditions,
            reported=slice(conditions.rows - len(reported), conditions.rows),
            ambiguous=indices([row[node] for node, _ in parts.ambiguous]),
            ambiguous_actions=tuple(action for _, action in parts.ambiguous),
            exclusive=tuple(indices([atom[node] for node in group]) for group in parts.exclusive),
            passed=indices([row[node] for node in passed]),
            effects=effects,
            changes=changed,
            updates=tuple(
                self._updates(*item, operands.of(nodes), rows)
                for item, nodes, rows in zip(self._slots.items(), amounts, digits, strict=True)
            ),
            contradictory=parts.effects.contradictory,
        )

    # -- bits --------------------------------------------------------------------------------

    def _filled_up(self, valid: Sequence[int]) -> list[int]:
        """Return the nodes of valid actions, filled up with at least one false node to whole octets."""
        return [*valid, *[FALSE] * (OCTET - len(valid) % OCTET)]

    def _effects(self, facts: int, passed: Sequence[int]) -> Any:
        """Return the net of the effects, the rows that delete and add each fact, and those of the updates' digits."""
        effects = self._parts.effects
        circuit = effects.circuit
        inputs: list[Hashable] = [("chosen", action) for action, _ in enumerate(self._filled_up(self._parts.valid))]
        inputs += [("passed", node) for node in passed]
        ends = []
        for changes in (effects.deletes, effects.adds):
            atoms = (self._parts.shared.circuit.leaf(("atom", key)) for key in self._parts.atom_number)
            nodes = [circuit.any(changes.get(atom, ())) for atom in atoms]
            ends.append(nodes + [circuit.any(())] * (facts - len(nodes)))
        digits = [_digits(circuit, slots) for slots in self._slots.values()]
        inner = [node for slots in digits for slot in slots for node in slot]
        net, row = scheduled(circuit, inputs, [*ends[0], *ends[1], *inner])
        changed = indices([[row[node] for node in nodes] for nodes in ends])
        return net, changed, [indices([[row[node] for node in slot] for slot in slots]) for slots in digits]

    def _start_facts(self, facts: int) -> Any:
        starts = np.zeros((len(self._parts.problems), facts), bool)
        for n, problem in enumerate(self._parts.problems):
            starts[n, [self._parts.atom_number[problem.key(*key)] for key in problem.translation.start_atoms]] = True
            starts[n, len(self._parts.atom_number) :] = np.arange(facts - len(self._parts.atom_number)) == n
        starts.setflags(write=False)
        return starts

    # -- numbers -----------------------------------------------------------------------------

    def _compared(self, writer: NetWriter) -> dict[tuple[str, bool, int], list[tuple[Any, int, int]]]:
        """Group the comparisons that are computed in one step, each with the numbers of its sides in the net.

        A constant side becomes the right one. Many comparisons with the same left side form a group of their own.
        """
        constant: defaultdict[tuple[str, int], list[tuple[Any, int, int]]] = defaultdict(list)
        tests: defaultdict[tuple[str, bool, int], list[tuple[Any, int, int]]] = defaultdict(list)
        for key in self._parts.shared.comparisons:
            operator, *sides = key
            factor = lcm(*(self._numbers.factor(side, self._scales) for side in sides))
            left, right = (writer.row(side, factor) for side in sides)
            if left < 0:
                operator, left, right = _TURNED[operator], right, left
            if right < 0:
                constant[operator, left].append((key, left, right))
            else:
                tests[operator, False, 0].append((key, left, right))
        for (operator, left), some in constant.items():
            tests[(operator, True, left) if len(some) >= COMPARED_CONSTANTS else (operator, False, -1)] += some
        return tests

    def _amounts(self, writer: NetWriter) -> list[list[int]]:
        """Return the numbers in the net of the amounts by which the slots' targets change, slot after slot."""
        rows = []
        for (kind, _), slots in self._slots.items():
            amounts = []
            for target, changes in slots:
                factor = 1 if kind == "*" else self._scales["value", target]
                amounts += [writer.row(self._number(update), factor) for update, _ in changes]
            # One look-up reads either rows or constants.
            several = len({amount < 0 for amount in amounts}) > 1
            rows.append([writer.as_row(amount) for amount in amounts] if several else amounts)
        return rows

    def _updates(self, key: tuple[str, int], slots: Slots, amounts: Any, digits: Any) -> Updates:
        kind, _ = key
        first = accumulate([len(changes) for _, changes in slots[:-1]], initial=0)
        targets = indices([self._value_number[target] for target, _ in slots])
        return Updates(kind, targets, digits, indices([*first]), amounts)

    def _number(self, update: GroundUpdate) -> int:
        """Return the node of the number that is added or assigned, or by which a value is multiplied."""
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
            for key, value in starts.items():
                values[n, self._value_number[key]] = int(value * self._scales["value", key])
        values.setflags(write=False)
        return values

    def _fluents(self, problem: RuleGrounder) -> dict[int, FluentValue]:
        """Return by number the names of the fluents in a problem that has all their objects."""
        at = {position: number for number, position in enumerate(problem.positions.of_number)}
        objects = problem.task.objects
        return {
            number: FluentValue(name, tuple(objects[at[position]] for position in positions))
            for (name, positions), number in self._value_number.items()
            if all(position in at for position in positions)
        }


Slots = list[tuple[PositionKey, list[tuple[GroundUpdate, list[int]]]]]
"""Update slots by their fluents: alternative updates with the nodes where each is made; at most one is."""


def _slots(updates: Mapping[Slot, Mapping[GroundUpdate, list[int]]]) -> dict[tuple[str, int], Slots]:
    """Group the updates that are applied at once; leave out those that read a number without a value."""
    slots_of_columns: defaultdict[tuple[str, int], Slots] = defaultdict(list)
    for (target, kind, number), changes in sorted(updates.items(), key=lambda item: item[0]):
        known = [(update, nodes) for update, nodes in changes.items() if update.value != UNDEFINED]
        if known:
            slots_of_columns[kind, number].append((target, known))
    return slots_of_columns


def _digits(circuit: Circuit, slots: Slots) -> list[list[int]]:
    """Return for each slot the nodes of the binary digits of the number of the change that is made, counted from 1."""
    most = max(len(changes) for _, changes in slots)
    count = OCTET * -(-most.bit_length() // OCTET)
    return [
        [
            circuit.any([node for number, (_, nodes) in enumerate(changes, 1) if number >> digit & 1 for node in nodes])
            for digit in range(count)
        ]
        for _, changes in slots
    ]
