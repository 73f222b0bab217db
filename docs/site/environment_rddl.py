"""The part of an RDDL domain's page about its files: start and goal, actions, fluents, types, reward, features."""

from __future__ import annotations

import re
from textwrap import dedent

from markdown import block, bullets, code, details, plain, table

from relgym.catalogue.domains import EnvSpec
from relgym.catalogue.loading import load
from relgym.data.question_sets.rddl.wording import conditions_of
from relgym.features import needed_by
from relgym.model.rddl.domain import Declaration, Instance, Kind
from relgym.read.source import without_rddl_comments
from relgym.reasoning.rddl.reasoner import RDDLReasoner

_REWARD = re.compile(r"^[ \t]*reward\s*=.*?;", re.MULTILINE | re.DOTALL)

KINDS = {
    Kind.STATE: "State-fluents: what changes from step to step",
    Kind.OBSERVED: "Observ-fluents: what an agent sees",
    Kind.INTERMEDIATE: "Interm-fluents: what is computed in a step",
    Kind.DERIVED: "Derived-fluents: what follows from a state",
    Kind.NON: "Non-fluents: what an instance sets",
}
"""The kinds of fluents other than actions, with their titles."""


class InstanceParts:
    """The parts of a page about a domain of RDDL in Markdown.

    Args:
        domain: The domain.
        problem: The name of the train instance that examples are of.
    """

    def __init__(self, domain: EnvSpec, problem: str) -> None:
        self._domain = domain
        self._lines = domain.domain.read_text("utf-8").splitlines()
        self._instance: Instance = load(domain.domain, domain.problem("train", problem))
        self._reasoner = RDDLReasoner(self._instance)

    def start_and_goal(self) -> str:
        """Return what is wanted, and how long."""
        scene, instance = self._domain.rddl_scene(), self._instance
        wanted = f"Wanted: {plain(scene.wanted)}" if scene is not None and scene.wanted else ""
        steps = "without end" if instance.horizon is None else f"over {instance.horizon} steps"
        return f"{wanted} The sum of all rewards {steps} counts.".strip()

    def actions(self) -> str:
        """Return the action-fluents, and the conditions that actions keep."""
        parts = [self._table(Kind.ACTION, "action-fluent")]
        single = "An action is a dictionary of the action-fluents that differ from their defaults"
        example = ", ".join(f"`{name}`" for name in [*self._reasoner.actions][:3])
        parts.append(f"{single}, by their names with the objects: {example}.")
        domain = self._instance.domain
        formulas = len(domain.preconditions + domain.constraints)
        if conditions := conditions_of(self._instance):
            shown = [*map(code, conditions[:formulas]), *map(plain, conditions[formulas:])]
            parts.append(f"Conditions of actions:\n\n{bullets(shown)}")
        return "\n\n".join(parts)

    def symbols(self) -> str:
        """Return the types and the fluents by kind."""
        instance = self._instance
        layout = self._reasoner.dynamics.layout
        types = []
        for each in instance.domain.types:
            if each.values is None:
                count = len(layout.items[each.name])
                types.append([code(each.name), "1 object" if count == 1 else f"{count} objects"])
            else:
                types.append([code(each.name), ", ".join(code(value.name) for value in each.values)])
        parts = [table(["type", f"in {instance.name}"], types)] if types else []
        for kind, title in KINDS.items():
            if any(fluent.kind is kind for fluent in instance.domain.fluents):
                content = self._table(kind, kind.value)
                parts.append(f"{title}:\n\n{content}" if kind is Kind.STATE else details(title, content))
        return "\n\n".join(parts)

    def _table(self, kind: Kind, title: str) -> str:
        fluents = [fluent for fluent in self._instance.domain.fluents if fluent.kind is kind]
        defaults = any(fluent.default is not None for fluent in fluents)
        rows, notes = [], []
        for fluent in fluents:
            name = f"{fluent.name}({', '.join(fluent.parameters)})" if fluent.parameters else fluent.name
            default = "" if fluent.default is None else code(_default(fluent))
            rows.append([code(name), code(fluent.range), *([default] if defaults else [])])
            if note := self._note(fluent):
                notes.append(f"{code(fluent.name)}: {plain(note)}")
        content = table([title, "range", *(["default"] if defaults else [])], rows)
        return f"{content}\n\n{bullets(notes)}" if notes else content

    def _note(self, fluent: Declaration) -> str:
        """Return the comment above the declaration of a fluent."""
        if fluent.span is None:
            return ""
        comments: list[str] = []
        for line in reversed(self._lines[: fluent.span.line - 1]):
            if not line.strip().startswith("//"):
                break
            comments.insert(0, line.strip().removeprefix("//").strip())
        return " ".join(comments)

    def reward(self) -> str:
        """Return what a step pays, and when an episode ends."""
        instance = self._instance
        domain = instance.domain
        parts = ["Each step pays", block("rddl", self._reward())]
        ends = []
        if instance.horizon is not None:
            ends.append(f"after its horizon of {instance.horizon} steps")
        if domain.termination:
            ends.append("where a condition of termination holds")
        if domain.invariants:
            ends.append("where a state-invariant is broken")
        end = f"ends {', or '.join(ends)}" if ends else "has no end of its own"
        parts.append(f"An episode of {code(instance.name)} {end}. The discount is {instance.discount:g}.")
        if domain.termination:
            parts.append(block("rddl", "\n".join(f"{condition};" for condition in domain.termination)))
        return "\n\n".join(parts)

    def _reward(self) -> str:
        """Return the reward as the file has it, comments left out."""
        text = without_rddl_comments("\n".join(self._lines))
        statement = _REWARD.search(text)
        if statement is None:
            return f"reward = {self._instance.domain.reward};"
        lines = [line.rstrip() for line in statement[0].splitlines() if line.strip()]
        return dedent("\n".join(lines))

    def features(self) -> list[str]:
        """Return the features that engines need, by the names that they declare."""
        return [feature.value for feature in needed_by(self._reasoner.program)]

    def requirements(self) -> tuple[str, ...]:
        """Return the requirements that the file declares."""
        return self._instance.domain.requirements


def _default(fluent: Declaration) -> str:
    value = fluent.default
    return str(value).lower() if isinstance(value, bool) else str(value)
