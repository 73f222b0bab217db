"""A tree of reasons: a statement, whether it holds, and what that depends on.

>>> reason = PDDLExplanation("(q)", False, "no such fact")
>>> print(PDDLExplanation("(and (p) (q))", False, "1 of 2 conditions fails", (reason,)))
(and (p) (q)) is false: 1 of 2 conditions fails
  (q) is false: no such fact
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from relgym.explain.tree import Explanation, short
from relgym.model.pddl.formulas import Formula


class Achieving(Protocol):
    """An action that can make a condition true."""

    @property
    def line(self) -> str:
        """A line about it."""

    def to_json(self) -> dict[str, Any]:
        """Return it as a dict."""


class Verdict(Enum):
    """The words for a statement that is true and for one that is false."""

    FORMULA = ("true", "false")
    ACTION = ("applicable", "not applicable")
    VALUE = ("defined", "undefined")
    CHANGE = ("changed in one way", "changed in two ways")


@dataclass(frozen=True, slots=True)
class PDDLExplanation(Explanation):
    """Why a statement holds or not.

    Attributes:
        statement: The statement as text.
        holds: True if it holds.
        reason: The reason in a few words.
        children: The reasons.
        omitted: The number of further reasons of the same kind that are left out.
        verdict: The words for whether it holds.
        about: The formula that the statement is, where it is one; not compared, since texts that were read lack it.
        achievers: The actions that can make it true; None where they were not asked for, or no action changes it.
    """

    statement: str
    holds: bool
    reason: str = ""
    children: tuple[PDDLExplanation, ...] = ()
    omitted: int = 0
    verdict: Verdict = Verdict.FORMULA
    about: Formula | None = field(default=None, compare=False, repr=False)
    achievers: tuple[Achieving, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def line(self) -> str:
        said = self.verdict.value[0 if self.holds else 1]
        return f"{short(self.statement)} is {said}{': ' if self.reason else ''}{self.reason}"

    def marked(self, line: str) -> str:
        colour, mark = ("#1a7f37", "&#10003;") if self.holds else ("#b42318", "&#10007;")
        return f'<span style="color: {colour}">{mark}</span> {line}'

    @property
    def notes(self) -> tuple[str, ...]:
        if self.achievers is None:
            return ()
        return tuple(each.line for each in self.achievers) or ("no action comes near to making it true",)

    def own(self) -> dict[str, Any]:
        form: dict[str, Any] = {"statement": self.statement, "holds": self.holds, "reason": self.reason}
        return form if self.achievers is None else {**form, "achievers": [each.to_json() for each in self.achievers]}
