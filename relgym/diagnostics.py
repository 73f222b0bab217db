r"""Errors, warnings and lints of a file as data: for editors, scripts, the command line and the page.

>>> from relgym.model.span import Source, Span
>>> place = Span(Source("d.pddl", "(define\n (on a))"), 10, 12)
>>> found = Diagnostic("E203", Severity.ERROR, "'on' takes 2 arguments, not 1", place, expected="(on ?x ?y)")
>>> found.to_json()["line"], found.to_json()["column"], found.to_json()["end_column"]
(2, 3, 5)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from relgym.errors import RelgymError, RelgymWarning, describe
from relgym.model.span import Span


class Severity(Enum):
    """The severity of a finding.

    An error keeps a file from being loaded; a warning points at a likely mistake; an info is worth knowing.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


CODES: Mapping[str, str] = {
    "E000": "any other error, such as a folder or a name that is not there",
    "E001": "more errors than are listed",
    "E100": "the text is not of the language",
    "E101": "a file cannot be read, or is empty",
    "E102": "brackets do not balance",
    "E103": "brackets or operators nest too deep",
    "E104": "a section or keyword is unknown, missing, or stands twice",
    "E105": "a semicolon is missing (RDDL)",
    "E200": "the text is of the language, but does not describe a model",
    "E201": "a name that nothing declares",
    "E202": "a name that is declared twice or reserved, or a value that is given twice",
    "E203": "the wrong number of arguments, operands or variables",
    "E204": "a term or value of the wrong type",
    "E205": "a name of the wrong kind, such as a function where a predicate is wanted",
    "E206": "a definition that depends on itself: types, negated axioms, fluents of one step",
    "E207": "a probability or discount that is out of range",
    "E208": "a declaration or value that is missing, such as that of a cpf",
    "E209": "a problem and a domain that do not belong together",
    "E210": "an object or variable of another type than is wanted (PDDL)",
    "E300": "relgym does not support what the file uses",
    "W100": "the file is unusual, and is read in some way",
    "W101": "a requirement that relgym does not know or support",
    "W102": "the file uses more than its requirements declare",
    "W103": "outcomes without probabilities, which are taken as equally likely",
    "W104": "a declaration with two parameters of one name",
    "W105": "a problem that names no domain, or another one",
    "W106": "a problem without a goal",
    "W107": "an object or type that is declared twice",
    "W108": "a fact that the start states and denies",
    "W109": "a division by zero",
    "W110": "a bracket at the end of the file that is missing or too many",
    "W111": "a form of Lisp before the domain or problem",
    "W112": "text after the end of the domain or problem",
    "W113": "a type that follows no names",
    "W114": "a dash without a blank beside it",
    "W115": "a section that stands twice, where one is usual",
    "W116": "an atom without brackets",
    "W117": "probabilities that sum to a little more than 1",
    "W118": "a supertype that is nowhere declared, and is spelled like a type that is",
    "W120": "an action that leaves open what the agent does not choose (seen while playing, not by a check)",
    "W201": "a predicate or function that nothing uses",
    "W202": "a parameter or variable that nothing uses",
    "W203": "a type that nothing uses",
    "W204": "an action that can never be applied",
    "W205": "an effect that never matters, since nothing reads what it changes",
    "W206": "a derived predicate that nothing asks for",
    "W207": "a goal that can never be reached",
    "W301": "a fluent that nothing reads (RDDL)",
    "W302": "a parameter or variable that nothing uses (RDDL)",
    "W303": "a type that nothing uses (RDDL)",
    "I201": "a predicate or function that no action changes",
    "I202": "a predicate or function that occurs in the initial state only",
    "I203": "an object or constant that nothing uses",
    "I301": "a state-fluent that never changes (RDDL)",
    "I302": "a state-fluent that nothing but its own cpf reads (RDDL)",
}
"""Every code with its meaning. Codes stay the same across releases; docs/diagnostics.md describes each."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding in a file.

    Attributes:
        code: One of `CODES`.
        severity: Error, warning or info.
        message: The finding in words.
        span: The place, or `None` if a file could not be read.
        expected: A correct form, if known.
        hint: Advice, if there is any.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = field(default=None, repr=False)
    expected: str | None = None
    hint: str | None = None

    @classmethod
    def of(cls, error: RelgymError | RelgymWarning) -> Diagnostic:
        """Return the diagnostic of an error or warning.

        Args:
            error: An error or warning of relgym.
        """
        severity = Severity.ERROR if isinstance(error, RelgymError) else Severity.WARNING
        return cls(error.code, severity, error.message, error.span, error.expected, error.hint)

    def __str__(self) -> str:
        """The text for people: place, message, code, the line with the place marked, and the advice."""
        return describe(f"{self.message} [{self.code}]", self.span, self.expected, self.hint)

    def to_json(self) -> dict[str, Any]:
        """Return the finding as data for `json.dumps`.

        Returns:
            A dictionary; lines and columns count from 1, and the end is the first position after the finding.
        """
        span = self.span
        end = None if span is None else Span(span.source, max(span.start, span.end), span.end)
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "file": None if span is None else span.source.name,
            "line": None if span is None else span.line,
            "column": None if span is None else span.column,
            "end_line": None if end is None else end.line,
            "end_column": None if end is None else end.column,
            "expected": self.expected,
            "hint": self.hint,
        }
