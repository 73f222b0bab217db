"""Questions with the fields of ACPBench and ACPBench Hard alone (Kokel, Katz, Srinivas and Sohrabi, 2025).

Questions with an open answer have the answers that the validators of ACPBench Hard read, and the state as a PDDL
problem. These validators read STRIPS with types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from relgym.data.question_sets.acpbench_answers import HARD_ANSWERS, AnswerCase, atom_reader, changing_predicates
from relgym.data.question_sets.making import questions_of
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import action_forms, atom_forms
from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.question import Form, Kind, TaskQuestion
from relgym.data.question_sets.registry import material_of
from relgym.errors import UnsupportedFeature
from relgym.model.pddl.effects import Add, All, Delete, Effect
from relgym.model.pddl.formulas import TRUE, And, Atom, Equal, Formula, Not
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.write.pddl import write_domain, write_problem

ACPBENCH_KINDS: tuple[Kind, ...] = (
    "applicable",
    "progression",
    "reachable",
    "reachable-action",
    "justification",
    "landmark",
    "next-action",
    "validation",
)
"""The kinds that ACPBench has; `next-action` only with open answers."""

_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]*")


def acpbench_rows(
    problems: Sequence[QuestionProblem],
    kinds: Sequence[Kind] | None,
    forms: Sequence[Form],
    count: int,
    seed: int,
    left_out: Callable[[str, str, str], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Make questions in the form of ACPBench.

    Args:
        problems: The problems.
        kinds: The kinds of questions; by default all that ACPBench has and that make sense.
        forms: The forms of answers.
        count: The number of questions.
        seed: The seed.
        left_out: Called with kind, name of the problem and reason for each kind that makes no sense for a problem.

    Yields:
        The records, with the fields of the public data set.

    Raises:
        UnsupportedFeature: A kind or the language is not one of ACPBench, or an open answer needs more than STRIPS.
    """
    for kind in kinds or ():
        if kind not in ACPBENCH_KINDS:
            raise UnsupportedFeature(
                f"ACPBench has no questions of the kind '{kind}'; it has {', '.join(ACPBENCH_KINDS)}"
            )
    materials: dict[tuple[str, str], Material] = {}
    for problem in problems:
        material = material_of(problem, seed)
        if not isinstance(material, Material):
            raise UnsupportedFeature("the domain is RDDL, and ACPBench is about PDDL")
        if "open" in forms and (reason := not_strips(material.task)):
            raise UnsupportedFeature(f"the validators of ACPBench Hard read STRIPS with types: {reason}")
        materials[problem.split, problem.label] = material
    return _rows(materials, kinds or ACPBENCH_KINDS, forms, count, seed, left_out)


def _rows(
    materials: Mapping[tuple[str, str], Material],
    kinds: Sequence[Kind],
    forms: Sequence[Form],
    count: int,
    seed: int,
    left_out: Callable[[str, str, str], None] | None,
) -> Iterator[dict[str, Any]]:
    given = 0
    # Of some states there is no open answer; three in four questions may be left out.
    for asked in questions_of([*materials.values()], kinds, forms, 4 * count, seed, left_out):
        row = _row(asked, materials[asked.split, asked.problem])
        if row is not None:
            yield row
            given += 1
            if given == count:
                return


def _row(asked: TaskQuestion, material: Material) -> dict[str, Any] | None:
    if asked.form != "open":
        if asked.kind == "next-action":
            return None
        fields = ("id", "group", "context", "question", "answer", "choices", "query")
        return {key: value for key, value in asked.to_json().items() if key in fields}
    made = HARD_ANSWERS[asked.kind](AnswerCase(material, asked, material.reasoner.state_from_json(asked.state)))
    if made is None:
        return None
    question, answer = made
    wording, task = material.wording, material.task
    facts = asked.kind in ("progression", "reachable", "landmark")
    forms = atom_forms(wording, changing_predicates(material)) if facts else action_forms(wording)
    asked = replace(asked, context=f"{asked.context} {forms}", question=question)
    vocabulary = material.reasoner.vocabulary
    init = [Atom(name, vocabulary.terms(row)) for name, row in sorted(vocabulary.static_atoms)]
    init += [material.atom(bit) for bit in material.ordered(_state(material, asked).bits)]
    goal = And(tuple(map(atom_reader(material), asked.goal))) if asked.goal else task.problem.goal
    return {
        "id": asked.id,
        "group": asked.group,
        "context": asked.context,
        "question": question,
        "answer": answer,
        "PDDL_domain": write_domain(task.domain),
        "PDDL_problem": write_problem(replace(task.problem, init=tuple(init), goal=goal, metric=None)),
    }


def _state(material: Material, asked: TaskQuestion) -> State:
    return material.reasoner.state_from_json(asked.state)


def not_strips(task: Task) -> str | None:
    """Return what a task has beyond STRIPS with types; `None` if it has nothing."""
    if task.derived:
        return "the domain has derived predicates"
    if task.functions:
        return "the domain has numbers"
    for schema in task.domain.actions:
        if not _plain_condition(schema.precondition):
            return f"the condition of '{schema.name}' is no conjunction of atoms"
        if not _plain_effect(schema.effect):
            return f"the effect of '{schema.name}' is conditional, random or quantified"
    if not _plain_condition(task.problem.goal):
        return "the goal is no conjunction of atoms"
    names = [*task.predicates, *task.actions, *(each.name for each in task.objects)]
    strange = next((name for name in names if not _NAME.fullmatch(name)), None)
    return f"the name '{strange}' does not begin with a letter" if strange else None


def _plain_condition(formula: Formula) -> bool:
    parts = formula.parts if isinstance(formula, And) else (formula,)
    return formula == TRUE or all(
        isinstance(p, Atom) or (isinstance(p, Not) and isinstance(p.part, Equal)) for p in parts
    )


def _plain_effect(effect: Effect) -> bool:
    return all(isinstance(part, Add | Delete) for part in (effect.parts if isinstance(effect, All) else (effect,)))
