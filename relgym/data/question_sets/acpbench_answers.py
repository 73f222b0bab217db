"""Open answers as ACPBench Hard has them, each with a question that asks for just that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from relgym.data.question_sets.kinds.reachable_action import never_true
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.plans import PlanCase, replayed
from relgym.data.question_sets.question import Kind, TaskQuestion
from relgym.model.bits import mask_of
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import Predicate
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State
from relgym.model.terms import Variable
from relgym.tuning.data import GROUND_ITEMS_LIMIT

# The validator of justifications cuts the plan out of the question, after 19 characters and before the last 147.
BEFORE_PLAN = 'Shorten the plan: "'
AFTER_PLAN = (
    '" Leave out one action, or two actions that follow each other, so that the rest still leads to the goal.'
    " Write down all of the actions that remain."
)


class AnswerCase(NamedTuple):
    """A question with all that its answer is computed from."""

    material: Material
    asked: TaskQuestion
    state: State

    @property
    def plan(self) -> tuple[Action, ...]:
        """The actions that the question is about."""
        objects, numbers = self.material.task.objects, self.material.task.number
        parts = [text.strip("()").split() for text in self.asked.plan]
        return tuple(Action(name, tuple(objects[numbers[each]] for each in names)) for name, *names in parts)


def atom_reader(material: Material) -> Callable[[str], Atom]:
    """Return the reader of ground atoms in PDDL."""
    task = material.task

    def atom(text: str) -> Atom:
        name, *names = text.strip("()").split()
        return Atom(name, tuple(task.objects[task.number[each]] for each in names))

    return atom


def changing_predicates(material: Material) -> list[Predicate]:
    """Return the predicates that actions change."""
    return [each for each in material.task.predicates.values() if each.name in material.changing]


def _rows_of(material: Material, variables: Sequence[Variable]) -> Iterator[tuple[int, ...]]:
    return product(*(sorted(material.task.ranged(variable.types)) for variable in variables))


def _ground_atoms(material: Material) -> list[Atom] | None:
    """Return all atoms of predicates that change; `None` if they are too many."""
    atoms: list[Atom] = []
    for predicate in changing_predicates(material):
        for row in _rows_of(material, predicate.parameters):
            if len(atoms) >= GROUND_ITEMS_LIMIT:
                return None
            atoms.append(Atom(predicate.name, material.reasoner.vocabulary.terms(row)))
    return atoms


def _ground_actions(material: Material) -> list[Action] | None:
    actions: list[Action] = []
    for schema in material.task.domain.actions:
        variables = {variable.name: variable for variable in schema.parameters}
        for row in _rows_of(material, [variables[name] for name in schema.free]):
            if len(actions) >= GROUND_ITEMS_LIMIT:
                return None
            actions.append(Action(schema.name, material.reasoner.vocabulary.terms(row)))
    return actions


Made = tuple[str, Any] | None
"""A question and its answer in their form; `None` if there is none about this state."""


def _applicable(case: AnswerCase) -> Made:
    assert case.asked.validator is not None
    return "Write down all actions that can be taken in this state.", list(case.asked.validator.accepted)


def _progression(case: AnswerCase) -> Made:
    after = case.material.after(case.state, case.plan[0])
    assert after is not None
    words = case.material.wording.action(case.plan[0])
    sides = [case.material.ordered(bits) for bits in (after.bits & ~case.state.bits, case.state.bits & ~after.bits)]
    true, false = ([case.material.atom_text(bit) for bit in side] for side in sides)
    question = (
        f'What does "{words}" change? Write two lists in square brackets: the facts that become true, then the facts '
        "that become false."
    )
    return question, {"pos": true, "neg": false}


def _reachable(case: AnswerCase) -> Made:
    material, space = case.material, case.material.space
    atoms = _ground_atoms(material)
    if atoms is None:
        return None
    if space is None:
        number = material.task.number
        never = [a for a in atoms if (a.predicate, tuple(number[t.name] for t in a.terms)) not in material.relaxed]
    else:
        reached = space.reached[space.number(case.state)]
        never = [atom for atom in atoms if not space.holding.get(material.bit(atom), 0) & reached]
    if not never and space is None:
        return None
    question = "Which fact is false in all states that can be reached from here? Write one, or None if there is none."
    # Without brackets, as the validator adds them.
    return question, [str(atom).strip("()") for atom in never]


def _reachable_action(case: AnswerCase) -> Made:
    material, space = case.material, case.material.space
    actions = _ground_actions(material)
    if actions is None:
        return None
    if space is None:
        never = [action for action in actions if never_true(material, action) is not None]
    else:
        reached = space.reached[space.number(case.state)]
        never = [action for action in actions if not space.taking.get(action, 0) & reached]
    if not never and space is None:
        return None
    question = (
        "Which action is possible in no state that can be reached from here? Write one, or None if there is none."
    )
    return question, [str(action) for action in never]


def _landmark(case: AnswerCase) -> Made:
    material, space = case.material, case.material.space
    atoms = _ground_atoms(material)
    if space is None or atoms is None or case.asked.goal:
        return None
    there = space.landmarks[space.number(case.state)]
    goal = mask_of(
        material.bit(p) for p in material.goal_parts if isinstance(p, Atom) and p.predicate in material.changing
    )
    others = [bit for bit in map(material.bit, atoms) if not (case.state.bits | goal) >> bit & 1]
    answer = {"yes": [material.atom_text(bit) for bit in others if there >> bit & 1]}
    answer["no"] = [material.atom_text(bit) for bit in others if not there >> bit & 1]
    question = (
        "Name a fact that becomes true at some time in every plan, is false now, and is no part of the goal. "
        "Write None if there is none."
    )
    return question, answer


def _next_action(case: AnswerCase) -> Made:
    space = case.material.space
    assert space is not None
    number = space.number(case.state)
    distance = space.distances[number]
    assert distance
    good = [action for action, after in space.moves[number] if space.distances[after] == distance - 1]
    bad = [action for action, _ in space.moves[number] if action not in good]
    answer = {"yes": [*map(str, good)], "no": [*map(str, bad)], "maybe": [], "opt": str(distance)}
    return "With which action can a shortest plan for the goal begin?", answer


def _justification(case: AnswerCase) -> Made:
    plan = case.plan
    wanted = tuple(case.material.bit(atom_reader(case.material)(text)) for text in case.asked.goal) or None
    whole = PlanCase(case.state, plan, wanted)
    removed = [
        [*map(str, plan[place : place + length]), "-1"]
        for length in (1, 2)
        for place in range(len(plan) - length + 1)
        if len(plan) > length and replayed(case.material, whole, plan[:place] + plan[place + length :]).reached
    ]
    return (f"{BEFORE_PLAN}{' '.join(map(str, plan))}{AFTER_PLAN}", removed) if removed else None


def _validation(case: AnswerCase) -> Made:
    if not case.asked.answer.isdigit():
        return None
    steps = " ".join(case.asked.plan)
    question = f'Which action of "{steps}" is the first one that cannot be taken? Count the actions from 0.'
    return question, int(case.asked.answer) - 1


HARD_ANSWERS: Mapping[Kind, Callable[[AnswerCase], Made]] = {
    "applicable": _applicable,
    "progression": _progression,
    "reachable": _reachable,
    "reachable-action": _reachable_action,
    "justification": _justification,
    "landmark": _landmark,
    "next-action": _next_action,
    "validation": _validation,
}
"""For each kind the question about a case and its answer; `None` where there is none."""
