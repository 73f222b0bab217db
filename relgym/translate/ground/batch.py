"""Ground the problems of one domain, and combine them into one task: see `relgym.model.pddl.grounded.BatchTask`.

Atoms and actions of several problems are the same if they have the same positions (`translate/program/positions.py`).
A condition of some problems only is joined with the flags of these problems.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.grounded import FALSE, BatchTask
from relgym.model.program import Row, Symbol
from relgym.translate.ground.batch_arrays import GroundParts, assembled
from relgym.translate.ground.circuit import NodeKind
from relgym.translate.ground.effect_circuit import EffectCircuit
from relgym.translate.ground.effects import EffectGrounder, GroundEffect
from relgym.translate.ground.mutex import GroundGroups, Group, required
from relgym.translate.ground.rules import RuleGrounder, SharedNodes
from relgym.translate.program.positions import PositionKey, numbered
from relgym.translate.program.task import GOAL, Translation

Reached = Mapping[Symbol, Sequence[Row]]
"""The reachable rows of a problem's symbols, as `relgym.reasoning.pddl.reachability.reached` finds them."""

Rows = Mapping[int, Mapping[int, Sequence[int]]]
"""For each action and each problem the preconditions (nodes) of the ways to carry it out."""

Instance = tuple[int, GroundEffect]
"""A way to carry out an action: the node of its precondition, and its effects."""


def grounded(translations: Sequence[Translation], reached: Sequence[Reached]) -> BatchTask:
    """Ground the problems of one domain as one; raises `UnsupportedFeature` for numbers that arrays cannot hold."""
    return _BatchGrounder(translations, reached).grounded()


class _BatchGrounder:
    """Combines several problems."""

    def __init__(self, translations: Sequence[Translation], reached: Sequence[Reached]) -> None:
        self._shared = SharedNodes()
        self._circuit = self._shared.circuit
        self._numbers = self._shared.numbers
        self._reached = reached
        self._problems = [
            RuleGrounder(translation, rows, self._shared)
            for translation, rows in zip(translations, reached, strict=True)
        ]
        self._every = frozenset(range(len(translations)))
        atoms = [self._placed(n, problem.translation.program.fluents) for n, problem in enumerate(self._problems)]
        self._atom_number = numbered(atoms)
        self._atoms = [{self._atom_number[key]: atom for key, atom in keys.items()} for keys in atoms]
        self._where: defaultdict[int, set[int]] = defaultdict(set)
        for n, keys in enumerate(atoms):
            for key in keys:
                self._where[self._circuit.leaf(("atom", key))].add(n)

    def _placed(self, problem: int, symbols: Iterable[Symbol]) -> dict[PositionKey, Atom]:
        """Return the reachable atoms of a problem by their keys, which are the same in all problems."""
        grounder = self._problems[problem]
        return {
            grounder.key(symbol.name, row): Atom(symbol.name, self._objects(problem, row))
            for symbol in symbols
            for row in self._reached[problem][symbol]
        }

    def _objects(self, problem: int, row: Row) -> tuple[Any, ...]:
        objects = self._problems[problem].task.objects
        return tuple([objects[number] for number in row])

    def grounded(self) -> BatchTask:
        self._define_axioms()
        goal = self._any_of((problem.formula(problem.rules[GOAL][0]), n) for n, problem in enumerate(self._problems))
        names, instances, rows = self._actions()
        ambiguous, groups = self._ambiguous(rows)
        effects = EffectCircuit()
        for action, ways in enumerate(instances):
            for node, effect in ways:
                chosen = effects.chosen(action)
                effects.write(effect, chosen if len(ways) == 1 else effects.circuit.all([chosen, effects.passed(node)]))
        effects.finish()
        # An action is valid where exactly one of its ways is.
        two = {action: self._circuit.negated(node) for node, action in ambiguous}
        ways_valid = (self._circuit.any(node for node, _ in ways) for ways in instances)
        valid = tuple(
            self._circuit.all([node, two[action]]) if action in two else node for action, node in enumerate(ways_valid)
        )
        parts = GroundParts(
            tuple(self._problems),
            self._shared,
            self._atom_number,
            self._atoms,
            goal,
            names,
            # A task without actions gets one action that is never valid, since environments need an action number.
            valid or (FALSE,),
            ambiguous,
            groups,
            effects,
        )
        return assembled(parts)

    # -- what holds where --------------------------------------------------------------------

    def _any_of(self, nodes: Iterable[tuple[int, int]]) -> int:
        """Return the disjunction of nodes; each counts only where the problem given with it is played."""
        where: defaultdict[int, set[int]] = defaultdict(set)
        for node, problem in nodes:
            where[node].add(problem)
        return self._circuit.any([self._within(node, problems) for node, problems in where.items()])

    def _within(self, node: int, problems: Collection[int]) -> int:
        """Restrict a node to some problems: it is false where none of them is played."""
        if len(problems) == len(self._every) or node == FALSE or self._only(node, problems):
            return node
        played = self._circuit.any([self._circuit.leaf(("problem", n)) for n in problems])
        return self._circuit.all([node, played])

    def _only(self, node: int, problems: Collection[int]) -> bool:
        """Tell whether a node implies an atom that is reachable in no other problem."""
        if node in self._where:
            return self._where[node] <= set(problems)
        return self._circuit.kinds[node] is NodeKind.AND and any(
            self._only(other, problems) for other in self._circuit.operands[node]
        )

    def _define_axioms(self) -> None:
        """Define derived atoms by all ways in which they hold in any problem."""
        bodies: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for n, problem in enumerate(self._problems):
            for symbol in (*problem.translation.derived, *problem.auxiliaries):
                for rule in problem.rules[symbol]:
                    for row, node in problem.answers(rule).items():
                        head = problem.node(symbol, row)
                        # Atoms that the relaxation has not reached never hold, though the body alone may not show it.
                        if head is not None:
                            bodies[head].append((node, n))
        for head, nodes in bodies.items():
            self._circuit.define(head, self._any_of(nodes))

    def _actions(self) -> tuple[list[dict[int, Action]], list[list[Instance]], Rows]:
        """Return each problem's actions by number, the ways to carry out each, and their preconditions by problem."""
        named: list[dict[PositionKey, Action]] = []
        where: defaultdict[PositionKey, defaultdict[Instance, set[int]]] = defaultdict(lambda: defaultdict(set))
        rows: defaultdict[PositionKey, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for n, problem in enumerate(self._problems):
            named.append({})
            effects = EffectGrounder(problem)
            for schema in problem.translation.schemas:
                (rule,) = problem.rules[schema.symbol]
                for row in self._reached[n][schema.symbol]:
                    chosen = row[: schema.free]
                    key = problem.key(schema.action.name, chosen)
                    named[n][key] = Action(schema.action.name, self._objects(n, chosen))
                    node = problem.formula(rule, row)
                    if node != FALSE:
                        where[key][node, effects.ground(schema.effect, row)].add(n)
                        rows[key][n].append(node)
        number = numbered(named)
        instances: list[list[Instance]] = [[] for _ in number]
        for key, ways in where.items():
            instances[number[key]] = [(self._within(node, ways_of), effect) for (node, effect), ways_of in ways.items()]
        actions = [{number[key]: action for key, action in texts.items()} for texts in named]
        return actions, instances, {number[key]: nodes for key, nodes in rows.items()}

    def _ambiguous(self, rows: Rows) -> tuple[list[tuple[int, int]], list[list[int]]]:
        """Return nodes that are true where an action has two valid ways, and mutex groups that exclude it for others.

        With each node stands the number of its action.
        """
        several = {
            action: bindings for action, bindings in rows.items() if any(len(nodes) > 1 for nodes in bindings.values())
        }
        if not several:
            return [], []
        named = {self._circuit.leaf(("atom", key)): key for key in self._atom_number}
        groups = GroundGroups([problem.translation for problem in self._problems], named)
        nodes: list[tuple[int, int]] = []
        grouped: dict[Group, None] = {}
        for action, bindings in several.items():
            sets = [[required(self._circuit, node) for node in each] for each in bindings.values() if len(each) > 1]
            by = [groups.separating(each) for each in sets]
            if all(by):
                grouped |= {group: None for group in by if group is not None}
                continue
            two = self._two_of(self._each_once(bindings))
            if two != FALSE:
                nodes.append((two, action))
        return nodes, [groups.members(group) for group in grouped]

    def _each_once(self, rows: Mapping[int, Sequence[int]]) -> list[int]:
        """Return the preconditions of an action's ways, twice where two ways of a problem have the same one."""
        where: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for problem, nodes in rows.items():
            count: Counter[int] = Counter()
            for node in nodes:
                where[node, count[node]].add(problem)
                count[node] += 1
        return [self._within(node, problems) for (node, _), problems in where.items()]

    def _two_of(self, nodes: Sequence[int]) -> int:
        """Return a node that is true where at least two of some nodes are."""
        level = [(node, FALSE) for node in nodes]
        while len(level) > 1:
            pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
            level = [pair[0] if len(pair) == 1 else self._merged(*pair) for pair in pairs]
        return level[0][1]

    def _merged(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        """Merge the nodes that tell for two groups whether at least one, and whether at least two, nodes are true."""
        both = self._circuit.all([one[0], other[0]])
        return self._circuit.any([one[0], other[0]]), self._circuit.any([one[1], other[1], both])
