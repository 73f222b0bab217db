"""The part of a PDDL domain's page about its files: start and goal, actions, predicates, types, reward, features."""

from __future__ import annotations

from collections import Counter

from markdown import bullets, code, cut, details, plain, table

from relgym.catalogue.domains import EnvSpec
from relgym.catalogue.entries import Entry
from relgym.data.question_sets.background import action_rules, axiom_rules
from relgym.data.question_sets.wording import Wording, number
from relgym.features import needed
from relgym.model.pddl.domain import Type
from relgym.model.pddl.formulas import And, variable_list
from relgym.model.terms import OBJECT
from relgym.read.pddl.loading import load_task
from relgym.reasoning.pddl.reasoner import PDDLReasoner

SENTENCES = 8
"""The most sentences about a start or a goal."""


class TaskParts:
    """The parts of a page about a domain of PDDL in Markdown.

    Args:
        domain: The domain.
        problem: The name of the train problem that examples are of.
    """

    def __init__(self, domain: EnvSpec, problem: str) -> None:
        self._domain, self._problem = domain, problem
        self._task = Entry(domain, "train").task(problem)
        # Words are made for all parameters of an action, those that the state settles among them.
        path = domain.problem("train", problem)
        self._wording = Wording(load_task(domain.domain, path, axioms=domain.axiom_files()), domain.templates())

    def start_and_goal(self) -> str:
        """Return what is true at the start and may change, and what is wanted."""
        task, wording = self._task, self._wording
        atoms = [each for each in task.problem.init if each.predicate in task.changing]
        # Rare features tell more than common ones.
        counts = Counter(each.predicate for each in atoms)
        atoms.sort(key=lambda each: counts[each.predicate])
        facts = [wording.atom(each.predicate, each.terms) for each in atoms]
        start = PDDLReasoner(task).initial_state
        for (name, row), value in start.own_values():
            facts.append(f"{wording.fluent(name, start.vocabulary.terms(row))} is {number(value)}")
        goal = task.problem.goal
        wanted = [wording.formula(part) for part in (goal.parts if isinstance(goal, And) else (goal,))]
        parts = []
        if facts:
            parts += [f"At the start of {code(f'train/{self._problem}')}:", bullets(map(plain, cut(facts, SENTENCES)))]
        if task.problem.chances:
            parts.append("Chance decides the rest of the start.")
        return "\n\n".join([*parts, "Wanted:", bullets(map(plain, cut(wanted, SENTENCES)))])

    def actions(self) -> str:
        """Return each action with its parameters and its rules in words."""
        schemas, wording = self._task.domain.actions, self._wording
        settled = any(len(each.free) < len(each.parameters) for each in schemas)
        rows = []
        for each in schemas:
            declared = code(_call(each.name, variable_list(each.parameters)))
            written = [code(_call(each.name, *each.free))] if settled else []
            rows.append([declared, *written, plain(wording.schema(each.name, each.parameters))])
        parts = [table(["action", *(["an agent writes"] if settled else []), "in words"], rows)]
        if settled:
            parts.append("An agent chooses the parameters that it writes; the state settles the others.")
        rules = [plain(action_rules(each, wording)) for each in wording.task.domain.actions]
        parts.append(details("When each action is possible, and what it does", bullets(rules)))
        return "\n\n".join(parts)

    def symbols(self) -> str:
        """Return the types, the predicates and the functions with their words, and the rules of derived predicates."""
        task, wording = self._task, self._wording
        types = [
            [code(name), *self._above(each), str(len(task.members[name]))]
            for name, each in task.types.items()
            if name != OBJECT or len(task.types) == 1
        ]
        predicates = [
            [code(str(each)), plain(wording.atom(each.name, each.parameters)), self._changed_by(each.name)]
            for each in task.domain.predicates
        ]
        parts = [
            table(["type", *(["is a"] if self._nested else []), f"objects in {task.problem.name}"], types),
            table(["predicate", "in words", "changed by"], predicates),
        ]
        if task.domain.functions:
            functions = [
                [code(str(each)), plain(wording.fluent(each.name, each.parameters))] for each in task.domain.functions
            ]
            parts.append(table(["function", "the number is"], functions))
        if rules := axiom_rules(task, wording):
            parts.append(details("The rules of derived predicates", bullets(map(plain, rules))))
        return "\n\n".join(parts)

    @property
    def _nested(self) -> bool:
        """True if a type is below another one than `object`."""
        return any({*each.parents} - {OBJECT} for each in self._task.types.values())

    def _above(self, each: Type) -> list[str]:
        return [", ".join(code(parent) for parent in each.parents)] if self._nested else []

    def _changed_by(self, predicate: str) -> str:
        if predicate in self._task.derived:
            return "rules: it is derived"
        return "actions" if predicate in self._task.changing else "nothing"

    def reward(self) -> str:
        """Return what a step pays, and when an episode ends."""
        metric = self._task.problem.metric
        if self._domain.reward == "goal":
            pays = 'A step pays 1 where it reaches the goal, and 0 elsewhere (`reward="goal"`).'
        else:
            pays = 'A step pays the change of the problem\'s `:metric` for the better (`reward="metric"`).'
        if metric is not None:
            pays += f" The `:metric` is to {metric.direction} {plain(self._wording.expression(metric.expression))}."
        return (
            f"{pays} An episode ends at the goal, and is cut off after {self._domain.max_episode_steps} steps. "
            "An action that is not possible changes nothing."
        )

    def features(self) -> list[str]:
        """Return the features that engines need, by the names that they declare."""
        return [feature.value for feature in needed(self._task)]

    def requirements(self) -> tuple[str, ...]:
        """Return the requirements that the file declares."""
        return self._task.domain.requirements


def _call(name: str, *words: str) -> str:
    return f"({' '.join([name, *words]).strip()})"
