"""Forms of requests: the members of each, checked by name and kind, and their JSON Schema.

>>> form = Form(Field("session", TEXT), Field("node", WHOLE, default=0))
>>> form.read({"session": "s"})
{'node': 0, 'session': 's'}
>>> form.read({"session": "s", "nod": 1})
Traceback (most recent call last):
relgym.errors.WrongForm: there is no member 'nod'
hint: did you mean 'node'?
expected: the members session, node
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from relgym.errors import WrongForm, did_you_mean


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A kind of values.

    Attributes:
        name: What such a value is, for messages: `a text`.
        schema: Its JSON Schema.
        fits: Whether a value is of this kind.
    """

    name: str
    schema: Mapping[str, Any]
    fits: Callable[[Any], bool]


REQUIRED: Any = object()
"""The default of a member that must be there."""

OMITTED: Any = object()
"""The default of a member that may be left out, and has no value then."""


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a request.

    Attributes:
        name: Its name.
        kind: The kind of its value.
        description: What it means.
        default: Its value where it is left out; `REQUIRED` if it must be there, `OMITTED` if it has none.
        example: A value of it.
    """

    name: str
    kind: ValueKind
    description: str = ""
    default: Any = REQUIRED
    example: Any = None


def check_count(number: int, what: str, most: int | None = None) -> None:
    """Raise `WrongForm` unless a number of things is at least 1, and at most the largest one."""
    if number < 1 or (most is not None and number > most):
        expected = "a number from 1 on" if most is None else f"a number from 1 to {most:,}"
        raise WrongForm(f"{number:,} {what} are not possible", expected=expected)


class Form:
    """The members of a request.

    Attributes:
        fields: The members by their names.
    """

    def __init__(self, *fields: Field, what: str = "member", elsewhere: Mapping[str, str] | None = None) -> None:
        """Make a form.

        Args:
            fields: Its members.
            what: The word for a member in messages.
            elsewhere: Hints for names that belong elsewhere, by these names.
        """
        self._what = what
        self._elsewhere = elsewhere or {}
        self.fields = {field.name: field for field in fields}
        self._checks = {field.name: field.kind.fits for field in fields}
        self._defaults = {field.name: field.default for field in fields if field.default not in _NO_VALUES}
        self._required = [field.name for field in fields if field.default is REQUIRED]

    def read(self, data: Any) -> dict[str, Any]:
        """Return the members of a request, with the defaults of those that are left out.

        Raises:
            WrongForm: A member is unknown, missing or of another kind.
        """
        if not isinstance(data, dict):
            raise WrongForm("the data of a request are an object", expected=self._members())
        checks = self._checks
        values = {**self._defaults, **data}
        for name, value in data.items():
            fits = checks.get(name)
            if fits is None:
                hint = self._elsewhere.get(str(name)) or did_you_mean(str(name), checks)
                raise WrongForm(f"there is no {self._what} '{name}'", expected=self._members(), hint=hint)
            if not fits(value):
                raise WrongForm(f"{name} has another kind of value", expected=self.fields[name].kind.name)
        for name in self._required:
            if name not in values:
                raise WrongForm(f"the {self._what} '{name}' is missing", expected=self.fields[name].kind.name)
        return values

    def schema(self, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return the JSON Schema of the form, without some members."""
        properties = {}
        for name, field in self.fields.items():
            if name not in without:
                more = {"description": field.description, "examples": [field.example]}
                described = {key: value for key, value in more.items() if value not in ("", [None])}
                default = {} if field.default in _NO_VALUES else {"default": field.default}
                properties[name] = {**field.kind.schema, **described, **default}
        required = [name for name in self._required if name not in without]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def example(self, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return a request with the members that have examples."""
        fields = self.fields.values()
        return {
            field.name: field.example for field in fields if field.example is not None and field.name not in without
        }

    def _members(self) -> str:
        return f"the {self._what}s {', '.join(self.fields)}" if self.fields else f"no {self._what}"


_NO_VALUES = (REQUIRED, OMITTED)


def _is_whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _is_action(value: Any) -> bool:
    if isinstance(value, str):
        return True
    return isinstance(value, dict) and all(isinstance(each, bool | int | float | str) for each in value.values())


def _optional(kind: ValueKind) -> ValueKind:
    fits = kind.fits
    return ValueKind(
        f"{kind.name}, or null", {"anyOf": [kind.schema, {"type": "null"}]}, lambda value: value is None or fits(value)
    )


def _list(kind: ValueKind, plural: str) -> ValueKind:
    fits = kind.fits
    schema = {"type": "array", "items": kind.schema}
    return ValueKind(f"a list of {plural}", schema, lambda value: isinstance(value, list) and all(map(fits, value)))


TEXT = ValueKind("a text", {"type": "string"}, lambda value: isinstance(value, str))
TEXT_OR_NULL = _optional(TEXT)
TEXTS = _list(TEXT, "texts")
WHOLE = ValueKind("a whole number from 0 on", {"type": "integer", "minimum": 0, "exclusiveMaximum": 2**63}, _is_whole)
DIGITS = ValueKind(
    "a whole number from 0 on, or its digits",
    {"type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]{1,9}$"},
    lambda value: _is_whole(value) or (isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value) is not None),
)
"""Numbers that may stand in the query of an address."""

WHOLE_OR_NULL = _optional(WHOLE)
BOOL = ValueKind("true or false", {"type": "boolean"}, lambda value: isinstance(value, bool))
OBJECT = ValueKind("an object", {"type": "object"}, lambda value: isinstance(value, dict))
OBJECT_OR_NULL = _optional(OBJECT)
ACTION = ValueKind(
    "an action: a text, or values by the names of cells",
    {
        "anyOf": [
            {"type": "string"},
            {"type": "object", "additionalProperties": {"type": ["boolean", "number", "string"]}},
        ]
    },
    _is_action,
)
ACTIONS = _list(ACTION, "actions")
SHARE = ValueKind(
    "a number from 0 up to 1, not 1 itself",
    {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
    lambda value: type(value) in (int, float) and 0 <= value < 1,
)
SHARES = _list(SHARE, "numbers from 0 up to 1, not 1 itself")
CALLS = _list(OBJECT, "calls, each with `verb` and `data`")

SEED = Field("seed", WHOLE, "The seed of what is drawn.", 0, 7)
LINES = Field("lines", BOOL, "Whether to add the answer as lines of text, `lines`.", default=False, example=False)

GENERATED = (
    Field("level", WHOLE_OR_NULL, "A level of the domain; without one, the generator's defaults.", None, 0),
    Field("seed", WHOLE, "The seed: the same one makes the same problem.", 0, 7),
    Field("parameters", OBJECT, "Parameters of the generator that go before the level's.", {}, {"blocks": 6}),
)
"""Members of a request for a new problem of a domain."""
