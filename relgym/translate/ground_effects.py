"""Effects of ground actions: scenes first, which are values that can be compared, then gates.

A `Scene` says what happens where a node is true: atoms that come and go, changes of numbers, further scenes, draws.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from relgym.model.grounded import TRUE
from relgym.model.program import Row
from relgym.model.span import Span
from relgym.translate.effects import Context, Reference
from relgym.translate.ground_circuit import Circuit
from relgym.translate.ground_rules import RuleGrounder
from relgym.translate.positions import Place


@dataclass(frozen=True, slots=True)
class GroundUpdate:
    """A numeric effect: the fluent, its operator, the node of the number, and where it stands."""

    target: Place
    operator: str
    value: int
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """What happens where `condition` (a node over the old state) is true."""

    condition: int
    adds: tuple[Place, ...]
    deletes: tuple[Place, ...]
    updates: tuple[GroundUpdate, ...]
    inner: tuple[Scene, ...]
    chances: tuple[tuple[tuple[float, Scene], ...], ...]

    def conditions(self) -> Iterator[int]:
        """The conditions of this scene and of those inside it."""
        yield self.condition
        for scene in self.inner:
            yield from scene.conditions()
        for chance in self.chances:
            for _, scene in chance:
                yield from scene.conditions()

    def all_updates(self) -> Iterator[GroundUpdate]:
        """The updates of this scene and of those inside it."""
        yield from self.updates
        for scene in self.inner:
            yield from scene.all_updates()
        for chance in self.chances:
            for _, scene in chance:
                yield from scene.all_updates()


def scene_of(grounder: RuleGrounder, context: Context, row: Row, condition: int = TRUE) -> Scene:
    """The scene of a context whose variables are bound to the objects of `row`."""

    def place(name: str, arguments: tuple[Reference, ...]) -> Place:
        return grounder.place(name, tuple([row[a] if a >= 0 else ~a for a in arguments]))

    binding = dict(zip(context.variables, row, strict=True))
    inner = []
    for scope in context.inner:
        assert scope.condition is not None
        (rule,) = grounder.rules[scope.condition]
        for more, node in grounder.answers(rule, row).items():
            inner.append(scene_of(grounder, scope, more, node))
    return Scene(
        condition,
        tuple(place(change.predicate, change.arguments) for change in context.adds),
        tuple(place(change.predicate, change.arguments) for change in context.deletes),
        tuple(
            GroundUpdate(
                place(update.function, update.arguments),
                update.operator,
                grounder.number(update.value, binding),
                update.value.span,
            )
            for update in context.updates
        ),
        tuple(inner),
        tuple(
            tuple((float(share), scene_of(grounder, outcome, row)) for share, outcome in chance)
            for chance in context.chances
        ),
    )


Chance = tuple[tuple[float, Scene], ...]
"""The outcomes of a draw with their probabilities."""

Counts = defaultdict[GroundUpdate, int]
"""How often an action has been found to make an update."""


class EffectGates:
    """A circuit over the chosen actions (`("chosen", number)`) and nodes of another one (`("passed", node)`)."""

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.adds: defaultdict[Place, list[int]] = defaultdict(list)
        self.deletes: defaultdict[Place, list[int]] = defaultdict(list)
        self.updates: defaultdict[tuple[GroundUpdate, int], list[int]] = defaultdict(list)
        self._draws: defaultdict[int, list[tuple[int, Chance, Counts]]] = defaultdict(list)

    def chosen(self, action: int) -> int:
        return self.circuit.leaf(("chosen", action))

    def passed(self, node: int) -> int:
        return TRUE if node == TRUE else self.circuit.leaf(("passed", node))

    def write(self, scene: Scene, guard: int) -> None:
        """The effect of an action where `guard` is true; of two guards never both are."""
        self._write(scene, guard, 0, defaultdict(int))

    def _write(self, scene: Scene, guard: int, turn: int, counts: Counts) -> int:
        """Write a scene whose draws begin with `turn`; gives the first turn after them."""
        guard = self.circuit.all([guard, self.passed(scene.condition)])
        for place in scene.adds:
            self.adds[place].append(guard)
        for place in scene.deletes:
            self.deletes[place].append(guard)
        for update in scene.updates:
            # What is increased twice by as much is not increased once.
            self.updates[update, counts[update]].append(guard)
            counts[update] += 1
        for chance in scene.chances:
            self._draws[turn].append((guard, chance, counts))
            turn += _turns(chance)
        for inner in scene.inner:
            turn = self._write(inner, guard, turn, counts)
        return turn

    def finish(self) -> None:
        """Make the draws, turn by turn, after everything has been written."""
        turn = 0
        while any(number >= turn for number in self._draws):
            points = self._draws[turn]
            made = self.circuit.turn([(guard, tuple(share for share, _ in chance)) for guard, chance, _ in points])
            for nodes, (_, chance, counts) in zip(made, points, strict=True):
                for node, (_, scene) in zip(nodes, chance, strict=True):
                    self._write(scene, node, turn + 1, counts)
            turn += 1


def _turns(chance: Chance) -> int:
    """How many draws follow each other where this one is made."""
    return 1 + max((sum(map(_turns, _chances(scene))) for _, scene in chance), default=0)


def _chances(scene: Scene) -> Iterator[Chance]:
    yield from scene.chances
    for inner in scene.inner:
        yield from _chances(inner)
