"""Numbers for atoms and actions that mean the same in every problem of an environment.

Objects have other names in other problems, so an atom or action is known by the *positions* of its objects: a
constant is itself, any other object the n-th of its type in the problem. `(on b7 b2)` of one problem and
`(on x y)` of another are one bit if b7 and x are, say, both the first block, b2 and y both the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from relgym.model.pddl.formulas import And, Atom, Forall, Formula, Not
from relgym.model.pddl.problem import Task
from relgym.model.terms import Object
from relgym.translate.program.normalize import Normalizer, substitute

Position = tuple[str, int]
"""A type and which of its objects, from 0; for a constant its name and -1."""

PositionKey = tuple[str, tuple[Position, ...]]
"""An atom or action by its name and the positions of its objects."""


class Positions:
    """The positions of one problem's objects."""

    def __init__(self, task: Task) -> None:
        constants = {item.object for item in task.domain.constants}
        counts: dict[str, int] = {}
        self.of_number: list[Position] = []
        for item in task.typed:
            kind = " ".join(item.types)
            if item.object in constants:
                self.of_number.append((item.object.name, -1))
            else:
                self.of_number.append((kind, counts.get(kind, 0)))
                counts[kind] = counts.get(kind, 0) + 1
        self._of_name = {item.name: key for item, key in zip(task.objects, self.of_number, strict=True)}

    def key(self, name: str, terms: Iterable[object]) -> PositionKey:
        """The key of an atom or action with these objects."""
        return name, tuple([self._of_name[term.name] for term in terms if isinstance(term, Object)])


def numbered(keys: Iterable[Iterable[PositionKey]]) -> dict[PositionKey, int]:
    """A number for each key that occurs in any problem; the order is the same in every process."""
    return {key: number for number, key in enumerate(sorted(set().union(*keys)))}


@dataclass(frozen=True, slots=True)
class GoalLiteral:
    """An atom that the goal wants true, or false."""

    atom: Atom
    positive: bool

    @property
    def name(self) -> str:
        return self.atom.predicate if self.positive else f"not {self.atom.predicate}"


def goal_literals(task: Task) -> tuple[GoalLiteral, ...]:
    """The ground literals among the conjuncts of a goal, `forall` written out; other conjuncts are left out."""
    return tuple(dict.fromkeys(_literals(Normalizer().normal(task.problem.goal), task)))


def is_conjunction(task: Task) -> bool:
    """Return True if `goal_literals` are the whole goal."""
    return _is_conjunction(Normalizer().normal(task.problem.goal))


def _is_conjunction(formula: Formula) -> bool:
    match formula:
        case Atom() | Not(Atom()):
            return True
        case And(parts):
            return all(map(_is_conjunction, parts))
        case Forall(_, body):
            return _is_conjunction(body)
        case _:
            return False


def _literals(formula: Formula, task: Task) -> Iterable[GoalLiteral]:
    match formula:
        case Atom():
            yield GoalLiteral(formula, True)
        case Not(Atom() as atom):
            yield GoalLiteral(atom, False)
        case And(parts):
            for part in parts:
                yield from _literals(part, task)
        case Forall(variables, body):
            first, rest = variables[0], variables[1:]
            for number in sorted(task.ranged(first.types)):
                inner = body if not rest else Forall(rest, body)
                yield from _literals(substitute(inner, {first: task.objects[number]}), task)
        case _:
            return
