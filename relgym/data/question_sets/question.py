"""A question with its answer, in the form of ACPBench (Kokel, Katz, Srinivas and Sohrabi, 2025).

>>> asked = TaskQuestion("applicable", "boolean", "A block is on the table.", 'Can "stack" be taken?', "yes")
>>> asked.group, asked.to_json()["answer"], TaskQuestion.from_json(asked.to_json()) == asked
('applicable_actions_bool', 'yes', True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, get_args

from relgym.errors import RelgymError

Kind = Literal[
    "applicable",
    "progression",
    "reachable",
    "goal",
    "justification",
    "landmark",
    "next-action",
    "validation",
    "derived",
    "why-not",
    "reward",
]
"""The kinds of questions."""

KINDS: tuple[Kind, ...] = get_args(Kind)

Form = Literal["boolean", "choice", "open"]
"""The forms of answers: yes or no, one of four choices, or a text that a validator reads."""

FORMS: tuple[Form, ...] = get_args(Form)

_TASKS: Mapping[Kind, str] = {
    "applicable": "applicable_actions",
    "progression": "progression",
    "reachable": "reachable_atom",
    "goal": "goal",
    "justification": "action_justification",
    "landmark": "landmarks",
    "next-action": "goal_closer",
    "validation": "validation",
    "derived": "derived",
    "why-not": "why_not",
    "reward": "reward",
}
"""The names of the kinds in ACPBench; `goal`, `derived`, `why_not` and `reward` are further ones."""

_ENDINGS: Mapping[Form, str] = {"boolean": "bool", "choice": "mc", "open": "gen"}

LABELS = "ABCD"
"""The labels of the choices."""

Check = Literal["set", "any", "number"]
"""The ways to check an open answer: all of some items and no others, one of them, or a number."""


@dataclass(frozen=True, slots=True)
class Validator:
    """The check of an open answer.

    Attributes:
        check: How the answer is compared with `accepted`.
        accepted: The items, or the number, as texts.
    """

    check: Check
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskQuestion:
    """A question with its answer.

    Attributes:
        kind: What it asks for.
        form: The form of its answer.
        context: The domain, the problem and the state in words.
        question: The question; of a choice with the choices.
        answer: `yes` or `no`, the label of a choice, or an open answer that the validator accepts.
        query: The question without the choices.
        choices: The texts of the choices, those with the labels A, B, C, D in this order.
        validator: The check of an open answer.
        rationale: Why this is the answer.
        subjects: What it asks about in PDDL: an atom, an action, a step, or one for each choice.
        plan: The actions that it is about, one or a whole plan, in PDDL.
        goal: The atoms of the goal that it is about, if that is not the goal of the problem.
        state: The state as `State.to_json` has it.
        domain: The name of the domain.
        problem: The name of the problem.
        split: `train` or `test`.
    """

    kind: Kind
    form: Form
    context: str
    question: str
    answer: str
    query: str = ""
    choices: tuple[str, ...] = ()
    validator: Validator | None = None
    rationale: str = ""
    subjects: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)
    domain: str = ""
    problem: str = ""
    split: str = "train"

    @property
    def group(self) -> str:
        """The name of kind and form in ACPBench."""
        return f"{_TASKS[self.kind]}_{_ENDINGS[self.form]}"

    @property
    def id(self) -> int:
        """A number from the content; equal questions have equal numbers."""
        data = f"{self.group}\n{self.context}\n{self.question}".encode()
        return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") >> 1

    def to_json(self) -> dict[str, Any]:
        """Return the question as plain data: the fields of ACPBench first, then relgym's own.

        Returns:
            A dictionary; docs/guide/questions.md describes its keys.
        """
        form: dict[str, Any] = {
            "id": self.id,
            "group": self.group,
            "context": self.context,
            "question": self.question,
            "answer": self.answer,
        }
        if self.choices:
            form["choices"] = {"text": list(self.choices), "label": list(LABELS[: len(self.choices)])}
            form["query"] = self.query
        form["rationale"] = self.rationale
        if self.validator is not None:
            form["validator"] = {"check": self.validator.check, "accepted": list(self.validator.accepted)}
        form |= {"kind": self.kind, "form": self.form, "subjects": list(self.subjects)}
        if self.plan:
            form["plan"] = list(self.plan)
        if self.goal:
            form["goal"] = list(self.goal)
        form |= {"state": self.state, "domain": self.domain, "problem": self.problem, "split": self.split}
        return form

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> TaskQuestion:
        """Read what `to_json` gave.

        Args:
            data: The dictionary.

        Returns:
            The question.

        Raises:
            RelgymError: A key is missing, or has a wrong value.
        """
        if not isinstance(data, Mapping):
            raise RelgymError("a question is no JSON object", expected="an object, as `relgym questions` writes it")
        missing = [key for key in ("kind", "form", "question", "answer") if key not in data]
        if missing:
            raise RelgymError(
                f"a question has no {missing[0]!r}", expected="an object, as `relgym questions` writes it"
            )
        if data["kind"] not in KINDS or data["form"] not in FORMS or not isinstance(data["answer"], str):
            raise RelgymError(f"a question has a wrong kind, form or answer: {data['kind']!r}, {data['form']!r}")
        check = data.get("validator")
        return TaskQuestion(
            data["kind"],
            data["form"],
            data.get("context", ""),
            data["question"],
            data["answer"],
            data.get("query", ""),
            tuple(data.get("choices", {}).get("text", ())),
            None if check is None else Validator(check["check"], tuple(check["accepted"])),
            data.get("rationale", ""),
            tuple(data.get("subjects", ())),
            tuple(data.get("plan", ())),
            tuple(data.get("goal", ())),
            data.get("state", {}),
            data.get("domain", ""),
            data.get("problem", ""),
            data.get("split", "train"),
        )
