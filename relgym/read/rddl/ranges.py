"""Ranges of RDDL values: compatibility, and names in messages.

>>> ranges = DeclaredRanges({}, {"colour": ItemType("colour", (Object("@red"), Object("@green")))})
>>> ranges.of_item(Object("@red")), ranges.fits("bool", "real"), ranges.words("colour")
('colour', True, "a value of the type 'colour'")
"""

from __future__ import annotations

from collections.abc import Mapping

from relgym.errors import ModelError, did_you_mean
from relgym.model.rddl.domain import Declaration, ItemType
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS, REAL, Value
from relgym.model.span import Span
from relgym.model.terms import Object
from relgym.read.rddl.words import MOST_LISTED, counted, signature

ANY = "any"
"""The range of an object until the instance gives its type."""

NUMBER = "a number"

_WORDS = {BOOL: "a truth value", INT: "a whole number", REAL: "a real number", ANY: "an object"}


class DeclaredRanges:
    """The ranges of these fluents and types; `objects` are those of an instance, by their types."""

    def __init__(
        self,
        fluents: Mapping[str, Declaration],
        types: Mapping[str, ItemType],
        objects: Mapping[str, str] | None = None,
    ) -> None:
        self._fluents = fluents
        self._types = types
        self._objects = objects
        self._enumerated: dict[str, list[str]] = {}
        for item in types.values():
            for value in item.values or ():
                self._enumerated.setdefault(value.name, []).append(item.name)

    def of_item(self, item: Object, wanted: str | None = None) -> str:
        """The type of an object or enumerated value: `wanted`, where several types have the value."""
        if item.name.startswith("@"):
            types = self._enumerated[item.name]
            return wanted if wanted in types else types[0]
        if self._objects is None:
            return ANY
        of = self._objects.get(item.name)
        if of is None:
            raise self.no_item(item)
        return of

    def alone(self, item: Object) -> str | None:
        """The type of an enumerated value that one type alone has."""
        types = self._enumerated.get(item.name, [])
        return types[0] if len(types) == 1 else None

    def check_count(self, declared: Declaration, count: int, span: Span | None) -> None:
        if count != len(declared.parameters):
            raise ModelError(
                f"'{declared.name}' takes {counted(len(declared.parameters), 'argument')}, not {count}",
                span=span,
                expected=signature(declared.name, declared.parameters),
                code="E203",
            )

    def fits(self, of: str, wanted: str) -> bool:
        if ANY in (of, wanted):
            # A name that no type enumerates is an object, even if the instance does not declare it.
            other = self._types.get(wanted if of == ANY else of)
            return of == wanted or (other is not None and other.values is None)
        if of in NUMBERS and wanted in NUMBERS:
            return NUMBERS.index(of) <= NUMBERS.index(wanted)
        return of == wanted

    def mismatch(self, value: Value, actual: str, what: str, wanted: str) -> ModelError:
        if isinstance(value, Object) and actual == ANY:
            return self.no_item(value)
        hint = None
        if wanted == _WORDS[INT] and actual == REAL:
            hint = "div[a, b], round[a], floor[a] and ceil[a] give whole numbers, a / b does not"
        elif wanted == _WORDS[BOOL] and actual in NUMBERS:
            hint = "a number becomes a truth value by comparing it, as in a > 0"
        return ModelError(
            f"{what} must be {wanted}, not {self.words(actual)}",
            span=value.span,
            expected=wanted,
            hint=hint,
            code="E204",
        )

    def no_item(self, item: Object, wanted: str | None = None) -> ModelError:
        of = None if wanted is None else self._types.get(wanted)
        if of is not None and of.values is not None:
            known, what = [value.name for value in of.values], f"value of the type '{wanted}' called"
        else:
            known = [*self._fluents, *self._enumerated, *(self._objects or ())]
            what = "fluent or enumerated value" if self._objects is None else "fluent, object or enumerated value"
        hint = did_you_mean(item.name, known) or did_you_mean(f"@{item.name}", known)
        expected = f"one of {' '.join(known)}" if hint is None and len(known) <= MOST_LISTED else None
        return ModelError(
            f"there is no {what} '{item.name}'", span=item.span, expected=expected, hint=hint, code="E201"
        )

    def words(self, of: str) -> str:
        if of in _WORDS:
            return _WORDS[of]
        item = self._types.get(of)
        return f"an object of the type '{of}'" if item is None or item.values is None else f"a value of the type '{of}'"
