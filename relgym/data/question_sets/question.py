"""A question with its answer, in the form of ACPBench (Kokel, Katz, Srinivas and Sohrabi, 2025).

>>> asked = TaskQuestion("applicable", "boolean", "A block is on the table.", 'Can "stack" be taken?', "yes")
>>> asked.group, asked.to_json()["answer"], TaskQuestion.from_json(asked.to_json()) == asked
('applicable_actions_bool', 'yes', True)
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, get_args

from relgym.arguments import check_one_of, wrong
from relgym.errors import RelgymError

Kind = Literal[
    "applicable",
    "progression",
    "reachable",
    "reachable-action",
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
    "reachable-action": "reachable_action",
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

CHECKS: tuple[Check, ...] = get_args(Check)

ANY_NUMBER = "NUMBER"
"""The form of items that are numbers."""

NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:/\d+)?")
"""A number in an answer."""


@dataclass(frozen=True, slots=True)
class Validator:
    """The check of an open answer.

    Attributes:
        check: How the answer is compared with `accepted`.
        accepted: The items, or the number, as texts.
        forms: The forms that items may have: actions and facts in PDDL, such as `(go ?x ?y)`, `NUMBER` for numbers, and
            words; empty if they are not known.
    """

    check: Check
    accepted: tuple[str, ...]
    forms: tuple[str, ...] = ()


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
            if self.validator.forms:
                form["validator"]["forms"] = list(self.validator.forms)
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
            data: The dictionary, or a line of a folder of tasks, whose `record` has it as a text.

        Returns:
            The question.

        Raises:
            RelgymError: A key is missing, or has a wrong value.
        """
        if not isinstance(data, Mapping):
            raise RelgymError("a question is no JSON object", expected=_EXPECTED)
        if isinstance(data.get("record"), str):
            # A line of a folder of tasks.
            try:
                return TaskQuestion.from_json(json.loads(data["record"]))
            except (ValueError, RecursionError):
                raise _wrong("record", data["record"], "a question as JSON text") from None
        for key in ("kind", "form", "question", "answer"):
            if key not in data:
                raise RelgymError(f"a question has no {key!r}", expected=_EXPECTED)
        check_one_of("kind of questions", data["kind"], KINDS)
        check_one_of("form of answers", data["form"], FORMS)
        choices = data.get("choices", {})
        if not isinstance(choices, Mapping):
            raise _wrong("choices", choices, "an object with the choices in 'text'")
        state = data.get("state", {})
        if not isinstance(state, Mapping):
            raise _wrong("state", state, "an object")
        question = TaskQuestion(
            data["kind"],
            data["form"],
            choices=_texts(choices, "text"),
            validator=_validator(data.get("validator")),
            subjects=_texts(data, "subjects"),
            plan=_texts(data, "plan"),
            goal=_texts(data, "goal"),
            state=state,
            **{key: _text(data, key) for key in ("context", "question", "answer", "query", "rationale")},
            **{key: _text(data, key) for key in ("domain", "problem")},
            split=_text(data, "split", "train"),
        )
        _check_answer(question)
        return question


_EXPECTED = "an object, as `relgym questions` writes it"


def _wrong(key: str, value: object, expected: str) -> RelgymError:
    return wrong(f"{key!r} of a question", value, expected)


def _text(data: Mapping[str, Any], key: str, default: str = "") -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise _wrong(key, value, "a text")
    return value


def _texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = data.get(key, [])
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        raise _wrong(key, values, "a list of texts")
    return tuple(values)


def _validator(data: object) -> Validator | None:
    if data is None:
        return None
    if not isinstance(data, Mapping) or "check" not in data or "accepted" not in data:
        raise _wrong("validator", data, "an object with the keys 'check' and 'accepted'")
    check_one_of("check of answers", data["check"], CHECKS)
    accepted = _texts(data, "accepted")
    if data["check"] == "number" and not (len(accepted) == 1 and NUMBER.fullmatch(accepted[0])):
        raise _wrong("accepted", list(accepted), "a list of one number as text")
    return Validator(data["check"], accepted, _texts(data, "forms"))


def _check_answer(question: TaskQuestion) -> None:
    """Raise `RelgymError` for an answer that no answer can be compared with."""
    match question.form:
        case "boolean" if question.answer not in ("yes", "no"):
            raise _wrong("answer", question.answer, "yes or no")
        case "choice" if not 2 <= len(question.choices) <= len(LABELS):
            raise _wrong("choices", list(question.choices), f"from 2 to {len(LABELS)} choices in 'text'")
        case "choice" if question.answer not in [*LABELS[: len(question.choices)]]:
            raise _wrong("answer", question.answer, f"one of {', '.join(LABELS[: len(question.choices)])}")
        case "open" if question.validator is None:
            raise RelgymError("an open question has no validator", expected="a key 'validator'")
        case _:
            pass
