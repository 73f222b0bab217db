"""The effects of all ground actions as one circuit: guards of deletes and adds, update slots, and the draw order.

>>> from relgym.model.effects import EffectTree
>>> heads = EffectTree(adds=(7,))
>>> toss = EffectTree(probabilistic=(((Fraction(1, 2), heads),),))
>>> effects = EffectCircuit()
>>> effects.write(toss, effects.chosen(0))
>>> effects.finish()
>>> [own.spreads for own in effects.circuit.draws.values()], len(effects.adds[7])
([((0.5,),)], 1)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from relgym.model.effects import UPDATE_KINDS
from relgym.translate.ground.circuit import Circuit
from relgym.translate.ground.effects import GroundEffect, GroundUpdate
from relgym.translate.program.positions import PositionKey

Outcomes = tuple[tuple[Fraction, GroundEffect], ...]
"""The outcomes of a probabilistic effect with their probabilities."""

Slot = tuple[PositionKey, str, int]
"""An update slot, of whose updates an action makes at most one: the fluent, the kind of update, and the number of
updates of this kind before it.
"""

Counts = Counter[tuple[PositionKey, str]]
"""The number of times an action may update a fluent, by the kind of update."""


class EffectCircuit:
    """A circuit over the chosen actions (`("chosen", number)`) and nodes of another one (`("passed", node)`).

    Attributes:
        circuit: The circuit.
        adds: The nodes where an atom is added, by atom.
        deletes: The nodes where an atom is deleted, by atom.
        updates: By slot the updates with the nodes where they are made.
    """

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.adds: defaultdict[int, list[int]] = defaultdict(list)
        self.deletes: defaultdict[int, list[int]] = defaultdict(list)
        self.updates: defaultdict[Slot, defaultdict[GroundUpdate, list[int]]]
        self.updates = defaultdict(lambda: defaultdict(list))
        self._counts: list[Counts] = []
        # By their position in the draw order, draws with the nodes where they are made. No two of a position are made
        # by one action, so that they share one random number.
        self._draws: defaultdict[int, list[tuple[int, Outcomes, Counts]]] = defaultdict(list)

    def chosen(self, action: int) -> int:
        """Return the node that is true where an action is chosen."""
        return self.circuit.leaf(("chosen", action))

    def passed(self, node: int) -> int:
        """Return the node that is true where a node of the other circuit is."""
        return self.circuit.leaf(("passed", node))

    def write(self, effect: GroundEffect, guard: int) -> None:
        """Write the effect of an action where `guard` is true; no two guards are ever true at once."""
        counts: Counts = Counter()
        self._counts.append(counts)
        self._write(effect, guard, 0, counts)

    def _write(self, effect: GroundEffect, guard: int, position: int, counts: Counts) -> int:
        """Write an effect whose draws begin at a position of the draw order; return the first position after them."""
        if effect.condition is not None:
            guard = self.circuit.all([guard, self.passed(effect.condition)])
        for atom in effect.adds:
            self.adds[atom].append(guard)
        for atom in effect.deletes:
            self.deletes[atom].append(guard)
        for update in effect.updates:
            kind = UPDATE_KINDS[update.operator]
            self.updates[update.target, kind, counts[update.target, kind]][update].append(guard)
            counts[update.target, kind] += 1
        for outcomes in effect.probabilistic:
            self._draws[position].append((guard, outcomes, counts))
            position += _depth(outcomes)
        for inner in effect.conditional:
            position = self._write(inner, guard, position, counts)
        return position

    def finish(self) -> None:
        """Make the draws, one position after the other, once all effects are written."""
        position = 0
        while any(other >= position for other in self._draws):
            draws = self._draws[position]
            made = self.circuit.draw(
                [(guard, tuple(float(share) for share, _ in branches)) for guard, branches, _ in draws]
            )
            for nodes, (_, outcomes, counts) in zip(made, draws, strict=True):
                for node, (_, outcome) in zip(nodes, outcomes, strict=True):
                    self._write(outcome, node, position + 1, counts)
            position += 1

    @property
    def contradictory(self) -> bool:
        """True if an action may update a fluent in two ways, or assign it twice."""
        return any(
            len({target for target, _ in counts}) < len(counts)
            or any(kind == "=" and count > 1 for (_, kind), count in counts.items())
            for counts in self._counts
        )


def _depth(outcomes: Outcomes) -> int:
    """Return the largest number of draws in sequence that begin with this one."""
    return 1 + max((_draw_count(outcome) for _, outcome in outcomes), default=0)


def _draw_count(effect: GroundEffect) -> int:
    """Return the largest number of draws that an effect makes."""
    return sum(map(_depth, effect.probabilistic)) + sum(map(_draw_count, effect.conditional))
