"""Bit positions of atoms in flat observations: first atoms that change, then atoms that tell problems apart.

>>> import relgym
>>> domain = "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))"
>>> task = relgym.load(domain, "(define (problem dark) (:domain lamp) (:init) (:goal (on)))")
>>> bits = FlatBits([task], [[Atom("on")]])
>>> bits.size, bits.still
(2, [[1]])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.translate.program.positions import PositionKey, Positions, goal_literals, numbered

BITS = "Bits of what can change and of what tells problems apart"
"""The description of the bits, for the descriptions of spaces."""


class FlatBits:
    """The bits of some problems: `changing` for reachable atoms, and for each problem the `still` ones, always one.

    Problems are told apart by the literals of their goals (with `goal`), and by atoms that never change but are not
    true in all problems. `keys` has the name and the positions of each bit; `p/goal` and `not p/goal` are of goals.
    """

    def __init__(self, tasks: Sequence[Task], atoms: Sequence[Iterable[Atom]], goal: bool = True) -> None:
        self.positions = [Positions(task) for task in tasks]
        within: list[list[PositionKey]] = []
        given: list[set[PositionKey]] = []
        wishes: list[set[PositionKey]] = []
        for task, positions, every in zip(tasks, self.positions, atoms, strict=True):
            within.append([positions.key(atom.predicate, atom.terms) for atom in every])
            given.append({positions.key(atom.predicate, atom.terms) for atom in task.problem.init} - set(within[-1]))
            literals = goal_literals(task) if goal else ()
            wishes.append({positions.key(f"{literal.name}/goal", literal.atom.terms) for literal in literals})
        self.changing = numbered(within)
        common = set.intersection(*given)
        telling = numbered([known - common for known in given] + wishes)
        self.still = [
            sorted(len(self.changing) + telling[key] for key in (known - common) | wished)
            for known, wished in zip(given, wishes, strict=True)
        ]
        self.size = len(self.changing) + len(telling)
        self.keys = (*self.changing, *telling)
