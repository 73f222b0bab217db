"""Problems of one domain with all variables bound, put together as one: see `relgym.model.grounded.Grounded`.

Atoms and actions of several problems are the same if they stand at the same places (`relgym.translate.positions`).
What holds of some of the problems only is said to hold where one of these is played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from relgym.model.action import Action
from relgym.model.formulas import Atom
from relgym.model.grounded import FALSE, Grounded
from relgym.model.program import Row, Symbol
from relgym.translate.ground_arrays import Parts, assembled
from relgym.translate.ground_circuit import Kind
from relgym.translate.ground_effects import EffectGates, Scene, scene_of
from relgym.translate.ground_rules import RuleGrounder, Shared
from relgym.translate.positions import Place, numbered
from relgym.translate.task import GOAL, Translation

Reached = Mapping[Symbol, Sequence[Row]]
"""The rows within reach of a problem's symbols, as `relgym.grounding.reached` gives them."""

Instance = tuple[int, Scene]
"""A way to carry out an action: the node of its precondition, and what happens."""


def grounded(translations: Sequence[Translation], reached: Sequence[Reached]) -> Grounded:
    """The problems of one domain as one; raises `UnsupportedFeature` for numbers that arrays do not carry."""
    return _Union(translations, reached).grounded()


class _Union:
    """The problems while they are put together."""

    def __init__(self, translations: Sequence[Translation], reached: Sequence[Reached]) -> None:
        self._shared = Shared()
        self._circuit = self._shared.circuit
        self._numbers = self._shared.numbers
        self._reached = reached
        self._problems = [
            RuleGrounder(own, rows, self._shared) for own, rows in zip(translations, reached, strict=True)
        ]
        self._every = frozenset(range(len(translations)))
        atoms = [self._placed(n, problem.translation.program.fluents) for n, problem in enumerate(self._problems)]
        self._atom_number = numbered(atoms)
        self._atoms = [{self._atom_number[place]: atom for place, atom in own.items()} for own in atoms]
        self._where: defaultdict[int, set[int]] = defaultdict(set)
        for n, own in enumerate(atoms):
            for place in own:
                self._where[self._circuit.leaf(("atom", place))].add(n)

    def _placed(self, problem: int, symbols: Iterable[Symbol]) -> dict[Place, Atom]:
        """The atoms of a problem that are within reach, by what they are in all problems."""
        grounder = self._problems[problem]
        return {
            grounder.place(symbol.name, row): Atom(symbol.name, self._objects(problem, row))
            for symbol in symbols
            for row in self._reached[problem][symbol]
        }

    def _objects(self, problem: int, row: Row) -> tuple[Any, ...]:
        objects = self._problems[problem].task.objects
        return tuple([objects[number] for number in row])

    def grounded(self) -> Grounded:
        self._define_axioms()
        goal = self._any_of((problem.formula(problem.rules[GOAL][0]), n) for n, problem in enumerate(self._problems))
        names, instances, ambiguous = self._actions()
        effects = EffectGates()
        for action, ways in enumerate(instances):
            for node, scene in ways:
                chosen = effects.chosen(action)
                effects.write(scene, chosen if len(ways) == 1 else effects.circuit.all([chosen, effects.passed(node)]))
        effects.finish()
        # Numbers are asked for where there is nothing to do, too: one that is never valid.
        valid = tuple(self._circuit.any(node for node, _ in ways) for ways in instances) or (FALSE,)
        parts = Parts(
            tuple(self._problems), self._shared, self._atom_number, self._atoms, goal, names, valid, ambiguous, effects
        )
        return assembled(parts)

    # -- what holds where --------------------------------------------------------------------

    def _any_of(self, nodes: Iterable[tuple[int, int]]) -> int:
        """Whether one of these nodes is true where the problem that stands with it is played."""
        where: defaultdict[int, set[int]] = defaultdict(set)
        for node, problem in nodes:
            where[node].add(problem)
        return self._circuit.any([self._within(node, problems) for node, problems in where.items()])

    def _within(self, node: int, problems: Collection[int]) -> int:
        """The node, false where none of these problems is played."""
        if len(problems) == len(self._every) or node == FALSE or self._only(node, problems):
            return node
        played = self._circuit.any([self._circuit.leaf(("problem", n)) for n in problems])
        return self._circuit.all([node, played])

    def _only(self, node: int, problems: Collection[int]) -> bool:
        """Whether a node rests on an atom that is within reach in no other problem."""
        if node in self._where:
            return self._where[node] <= set(problems)
        return self._circuit.kinds[node] is Kind.AND and any(
            self._only(other, problems) for other in self._circuit.operands[node]
        )

    def _define_axioms(self) -> None:
        """Define derived atoms by all ways in which they hold in any problem."""
        bodies: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for n, problem in enumerate(self._problems):
            for symbol in (*problem.translation.derived, *problem.auxiliaries):
                for rule in problem.rules[symbol]:
                    for row, node in problem.answers(rule).items():
                        bodies[problem.node(symbol, row)].append((node, n))
        for head, found in bodies.items():
            self._circuit.define(head, self._any_of(found))

    def _actions(self) -> tuple[list[dict[int, Action]], list[list[Instance]], list[tuple[int, int]]]:
        """Each problem's actions by number, the ways to carry out each, and nodes that tell of two ways at once."""
        named: list[dict[Place, Action]] = []
        where: defaultdict[Place, defaultdict[Instance, set[int]]] = defaultdict(lambda: defaultdict(set))
        nodes: defaultdict[Place, defaultdict[tuple[int, int], set[int]]] = defaultdict(lambda: defaultdict(set))
        several: dict[Place, None] = {}
        for n, problem in enumerate(self._problems):
            named.append({})
            for schema in problem.translation.schemas:
                (rule,) = problem.rules[schema.symbol]
                count: Counter[tuple[Place, int]] = Counter()
                rows: Counter[Place] = Counter()
                for row in self._reached[n][schema.symbol]:
                    chosen = row[: schema.free]
                    place = problem.place(schema.action.name, chosen)
                    named[n][place] = Action(schema.action.name, self._objects(n, chosen))
                    node = problem.formula(rule, row)
                    if node != FALSE:
                        where[place][node, scene_of(problem, schema.effect, row)].add(n)
                        # Two rows may have one precondition.
                        nodes[place][node, count[place, node]].add(n)
                        count[place, node] += 1
                        rows[place] += 1
                several |= {place: None for place, ways in rows.items() if ways > 1}
        number = numbered(named)
        instances: list[list[Instance]] = [[] for _ in number]
        for place, ways_of in where.items():
            instances[number[place]] = [(self._within(node, own), scene) for (node, scene), own in ways_of.items()]
        ambiguous = []
        for place in several:
            own = nodes[place]
            two = self._two_of([self._within(node, problems) for (node, _), problems in own.items()])
            if two != FALSE:
                ambiguous.append((two, number[place]))
        return [{number[place]: action for place, action in own.items()} for own in named], instances, ambiguous

    def _two_of(self, nodes: Sequence[int]) -> int:
        """Whether at least two of some nodes are true."""
        level = [(node, FALSE) for node in nodes]
        while len(level) > 1:
            pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
            level = [pair[0] if len(pair) == 1 else self._merged(*pair) for pair in pairs]
        return level[0][1]

    def _merged(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        """Whether one, and whether two are true, of two groups of nodes."""
        both = self._circuit.all([one[0], other[0]])
        return self._circuit.any([one[0], other[0]]), self._circuit.any([one[1], other[1], both])
