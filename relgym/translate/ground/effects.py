"""Effects of ground actions: first scenes, which are comparable values, then gates.

A `Scene` holds the effects in states where a node is true: added and deleted atoms, changes of numbers, further scenes
and draws.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from relgym.model.pddl.grounded import TRUE
from relgym.model.program import Row
from relgym.model.span import Span
from relgym.translate.ground.circuit import Circuit
from relgym.translate.ground.rules import RuleGrounder
from relgym.translate.program.effects import Change, Context, Reference
from relgym.translate.program.positions import Place


@dataclass(frozen=True, slots=True)
class GroundUpdate:
    """A numeric effect: the fluent, its operator, the node of the number, and its place in the file."""

    target: Place
    operator: str
    value: int
    span: Span | None = field(default=None, compare=False, repr=False)


class Scene(NamedTuple):
    """The effects in states where `condition` (a node over the old state) is true; atoms are nodes, too."""

    condition: int
    adds: tuple[int, ...]
    deletes: tuple[int, ...]
    updates: tuple[GroundUpdate, ...]
    inner: tuple[Scene, ...]
    chances: tuple[tuple[tuple[float, Scene], ...], ...]


class SceneWriter:
    """Writes the scenes of one problem's contexts; look-ups that do not depend on the row are made only once."""

    def __init__(self, grounder: RuleGrounder) -> None:
        self._grounder = grounder
        self._atoms: dict[int, tuple[_Atoms, _Atoms]] = {}

    def scene(self, context: Context, row: Row, condition: int = TRUE) -> Scene:
        """Return the scene of a context whose variables are bound to the objects of `row`."""
        found = self._atoms.get(id(context))
        if found is None:
            # By identity, which is safe while the contexts live; hashing a context would hash all its parts.
            found = self._atoms[id(context)] = self._looked_up(context.adds), self._looked_up(context.deletes)
        # Unreachable atoms are never true, and need not be deleted.
        adds, deletes = (
            tuple([node for nodes, filled in atoms if (node := nodes.get(filled(row))) is not None]) for atoms in found
        )
        return Scene(
            condition,
            adds,
            deletes,
            self._updates(context, row) if context.updates else (),
            tuple(self._inner(context, row)) if context.inner else (),
            tuple(
                tuple((float(share), self.scene(outcome, row)) for share, outcome in chance)
                for chance in context.chances
            ),
        )

    def _looked_up(self, changes: tuple[Change, ...]) -> _Atoms:
        return [(self._grounder.atoms[change.predicate], _filler(change.arguments)) for change in changes]

    def _inner(self, context: Context, row: Row) -> Iterator[Scene]:
        for scope in context.inner:
            assert scope.condition is not None
            (rule,) = self._grounder.rules[scope.condition]
            for more, node in self._grounder.answers(rule, row).items():
                yield self.scene(scope, more, node)

    def _updates(self, context: Context, row: Row) -> tuple[GroundUpdate, ...]:
        grounder = self._grounder
        binding = {variable.name: number for variable, number in zip(context.variables, row, strict=True)}
        return tuple(
            GroundUpdate(
                grounder.place(update.function, _filler(update.arguments)(row)),
                update.operator,
                grounder.number(update.value, binding),
                update.value.span,
            )
            for update in context.updates
        )


_Atoms = list[tuple[Mapping[Row, int], Callable[[Row], Row]]]
"""The nodes of a predicate's atoms, and the function that makes the row of an atom."""


def _filler(arguments: tuple[Reference, ...]) -> Callable[[Row], Row]:
    """Return the function that makes an atom's row from that of its context."""
    if len(arguments) > 1 and min(arguments) >= 0:
        getter: Callable[[Row], Row] = itemgetter(*arguments)
        return getter
    return lambda row: tuple([row[a] if a >= 0 else ~a for a in arguments])


Chance = tuple[tuple[float, Scene], ...]
"""The outcomes of a draw with their probabilities."""

Lane = tuple[Place, str, int]
"""Updates of which an action makes at most one: the fluent, the kind of change, and the number of updates before it."""

Counts = Counter[tuple[Place, str]]
"""The number of times an action may change a fluent, by the kind of change."""

KINDS = {"increase": "+", "decrease": "+", "scale-up": "*", "scale-down": "*", "assign": "="}
"""The kind of change of each numeric effect, for `relgym.model.pddl.grounded.Updates`."""


class EffectGates:
    """A circuit over the chosen actions (`("chosen", number)`) and nodes of another one (`("passed", node)`)."""

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.adds: defaultdict[int, list[int]] = defaultdict(list)
        self.deletes: defaultdict[int, list[int]] = defaultdict(list)
        self.updates: defaultdict[Lane, defaultdict[GroundUpdate, list[int]]]
        self.updates = defaultdict(lambda: defaultdict(list))
        self._counts: list[Counts] = []
        self._draws: defaultdict[int, list[tuple[int, Chance, Counts]]] = defaultdict(list)

    def chosen(self, action: int) -> int:
        return self.circuit.leaf(("chosen", action))

    def passed(self, node: int) -> int:
        return self.circuit.leaf(("passed", node))

    def write(self, scene: Scene, guard: int) -> None:
        """Write the effect of an action where `guard` is true; no two guards are ever true at once."""
        counts: Counts = Counter()
        self._counts.append(counts)
        self._write(scene, guard, 0, counts)

    def _write(self, scene: Scene, guard: int, turn: int, counts: Counts) -> int:
        """Write a scene whose draws begin with `turn`; return the first turn after them."""
        if scene.condition != TRUE:
            guard = self.circuit.all([guard, self.passed(scene.condition)])
        for atom in scene.adds:
            self.adds[atom].append(guard)
        for atom in scene.deletes:
            self.deletes[atom].append(guard)
        for update in scene.updates:
            kind = KINDS[update.operator]
            self.updates[update.target, kind, counts[update.target, kind]][update].append(guard)
            counts[update.target, kind] += 1
        for chance in scene.chances:
            self._draws[turn].append((guard, chance, counts))
            turn += _turns(chance)
        for inner in scene.inner:
            turn = self._write(inner, guard, turn, counts)
        return turn

    def finish(self) -> None:
        """Make the draws, turn by turn, once all effects are written."""
        turn = 0
        while any(number >= turn for number in self._draws):
            points = self._draws[turn]
            made = self.circuit.turn([(guard, tuple(share for share, _ in chance)) for guard, chance, _ in points])
            for nodes, (_, chance, counts) in zip(made, points, strict=True):
                for node, (_, scene) in zip(nodes, chance, strict=True):
                    self._write(scene, node, turn + 1, counts)
            turn += 1

    @property
    def contradictory(self) -> bool:
        """True if an action may change a fluent by two kinds of change, or assign it twice."""
        return any(
            len({target for target, _ in counts}) < len(counts)
            or any(kind == "=" and count > 1 for (_, kind), count in counts.items())
            for counts in self._counts
        )


def _turns(chance: Chance) -> int:
    """Return the number of draws in sequence that begin with this one."""
    return 1 + max((sum(map(_turns, _chances(scene))) for _, scene in chance), default=0)


def _chances(scene: Scene) -> Iterator[Chance]:
    yield from scene.chances
    for inner in scene.inner:
        yield from _chances(inner)
