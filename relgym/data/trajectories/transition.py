"""One transition of a PDDL task in texts: the form from which models are learned.

>>> road = frozenset({"(road a b)"})
>>> seen = Experience(road | {"(at a)"}, "(go a b)", road | {"(at b)"}, objects={"a": ("object",), "b": ("object",)})
>>> sorted(seen.added), sorted(seen.deleted)
(['(at b)'], ['(at a)'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from relgym.model.numeric import Value


@dataclass(frozen=True, slots=True)
class Experience:
    """A state, an action and the state after it.

    Atoms and actions are texts such as `(on a b)`, with one blank between words. Transitions of one problem share
    `objects`.

    Attributes:
        state: The true atoms before the action, static ones included, derived ones not.
        action: The action, as the agent named it.
        after: The true atoms after the action; those of `state` if the action was not applicable.
        objects: The types of each object by its name, supertypes included.
        applicable: True if the action could be carried out.
        values: The defined numeric fluents before the action, by their texts.
        values_after: The defined numeric fluents after the action.
        problem: The name of the problem.
        episode: The number of the episode, 0 for the first.
        step: The number of the step in its episode, 1 for the first.
    """

    state: frozenset[str]
    action: str
    after: frozenset[str]
    objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    applicable: bool = True
    values: Mapping[str, Value] = field(default_factory=dict)
    values_after: Mapping[str, Value] = field(default_factory=dict)
    problem: str = ""
    episode: int = 0
    step: int = 1

    @property
    def added(self) -> frozenset[str]:
        """The atoms that became true."""
        return self.after - self.state

    @property
    def deleted(self) -> frozenset[str]:
        """The atoms that became false."""
        return self.state - self.after
