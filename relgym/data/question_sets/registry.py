"""The kinds of questions: their topics, and the reasons why a kind makes no sense for some problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import NamedTuple

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.question import Kind
from relgym.data.question_sets.topic import Topic

Topics = Callable[[Material, Random], Iterator[Topic]]


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
    "goal": KindRules("goal"),
    "justification": KindRules("justification", certain=True),
    "landmark": KindRules("landmark", certain=True),
    "next-action": KindRules("next_action", certain=True, whole=True),
    "validation": KindRules("validation", certain=True),
    "derived": KindRules("derived", derived=True),
    "why-not": KindRules("why_not"),
}


def topics_of(kind: Kind) -> Topics:
    """Return the function that yields the topics of a kind."""
    found: Topics = import_module(f"relgym.data.question_sets.kinds.{KIND_RULES[kind].module}").topics
    return found


def refused(kind: Kind, material: Material) -> str | None:
    """Return the reason why a kind makes no sense for a problem; `None` if it does."""
    rules = KIND_RULES[kind]
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
