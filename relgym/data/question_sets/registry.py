"""The kinds of questions of each language: their topics, and the problems about which they make no sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.question import KINDS, Kind
from relgym.data.question_sets.topic import QuestionMaterial, Topic
from relgym.model.pddl.problem import Task

Topics = Callable[[Any, Random], Iterator[Topic]]


class KindRules(NamedTuple):
    """The needs of a kind of questions.

    Attributes:
        module: The module with its topics, below `relgym.data.question_sets.kinds`.
        certain: True if it makes sense only where actions have no random outcomes.
        whole: True if it needs the whole state space.
        derived: True if it needs derived predicates.
    """

    module: str
    certain: bool = False
    whole: bool = False
    derived: bool = False


KIND_RULES: Mapping[Kind, KindRules] = {
    "applicable": KindRules("applicable"),
    "progression": KindRules("progression"),
    "reachable": KindRules("reachable"),
    "reachable-action": KindRules("reachable_action"),
    "goal": KindRules("goal"),
    "justification": KindRules("justification", certain=True),
    "landmark": KindRules("landmark", certain=True),
    "next-action": KindRules("next_action", certain=True, whole=True),
    "validation": KindRules("validation", certain=True),
    "derived": KindRules("derived", derived=True),
    "why-not": KindRules("why_not"),
}


RDDL_MODULES: Mapping[Kind, str] = {
    "applicable": "applicable",
    "progression": "progression",
    "validation": "validation",
    "derived": "derived",
    "why-not": "why_not",
    "reward": "reward",
}
"""The modules of the kinds of questions about RDDL, below `relgym.data.question_sets.rddl`."""


def material_of(problem: QuestionProblem, seed: int) -> QuestionMaterial:
    """Prepare a problem of either language for questions; `seed` is that of the whole question set."""
    if isinstance(problem.task, Task):
        return Material(problem, seed)
    # RDDL takes a while to import.
    from relgym.data.question_sets.rddl.material import InstanceMaterial

    return InstanceMaterial(problem, seed)


def kinds_of(materials: Iterable[QuestionMaterial]) -> list[Kind]:
    """Return the kinds of questions that the languages of some problems have."""
    known = {kind for each in materials for kind in (KIND_RULES if isinstance(each, Material) else RDDL_MODULES)}
    return [kind for kind in KINDS if kind in known]


def topics_of(kind: Kind, material: QuestionMaterial) -> Topics:
    """Return the function that yields the topics of a kind about a problem."""
    module = f"kinds.{KIND_RULES[kind].module}" if isinstance(material, Material) else f"rddl.{RDDL_MODULES[kind]}"
    topics: Topics = import_module(f"relgym.data.question_sets.{module}").topics
    return topics


def refused(kind: Kind, material: QuestionMaterial) -> str | None:
    """Return the reason why a kind makes no sense for a problem; `None` if it does."""
    if isinstance(material, Material):
        return _refused_task(kind, material)
    return _refused_instance(kind, material)


def _refused_task(kind: Kind, material: Material) -> str | None:
    rules = KIND_RULES.get(kind)
    if rules is None:
        return f"the domain is PDDL, whose kinds are {', '.join(KIND_RULES)}"
    if rules.derived and not material.task.derived:
        return "the domain has no derived predicates"
    if rules.certain and material.is_random:
        return "actions have random outcomes, so a plan has no certain end"
    if rules.whole:
        if material.space is None:
            return "the problem has too many states to explore them all"
        if not any(material.space.distances):
            return "the goal holds in the start, or cannot be reached"
    return None


def _refused_instance(kind: Kind, material: Any) -> str | None:
    if kind not in RDDL_MODULES:
        return f"the domain is RDDL, whose kinds are {', '.join(RDDL_MODULES)}"
    if kind in ("applicable", "why-not", "validation") and material.is_free:
        return "no action within its bounds was found that cannot be taken"
    if kind == "validation" and material.is_random:
        return "steps have random results, so a sequence of actions has no certain end"
    if kind == "derived" and not material.derived[0]:
        return "the domain has no derived-fluents or interm-fluents that chance leaves alone"
    start, idle = material.dynamics.start, material.dynamics.idle
    if kind == "progression" and not material.after(start, idle):
        return "a step has too many possible results"
    if kind == "reward" and material.rewards(start, idle) is None:
        return "a step has too many possible rewards"
    return None
