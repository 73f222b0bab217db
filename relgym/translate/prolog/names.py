"""Prolog's spelling of predicates, objects and numbers.

>>> names = EngineNames()
>>> names.predicate(Symbol(Role.FLUENT, "on", 2)), names.predicate(("fuel", 1))
('holds_on', 'value_fuel')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isinf, isnan
from typing import Protocol, assert_never

from relgym.model.numeric import Value
from relgym.model.program import Role, Symbol
from relgym.model.terms import Object
from relgym.translate.program.origins import Named, columns_of

# No predicate of SWI-Prolog begins with any of these, so none of ours is in its way.
PREFIXES = {
    Role.FLUENT: "holds_",
    Role.STATIC: "holds_",
    Role.DERIVED: "holds_",
    Role.TYPE: "type_",
    Role.APPLICABLE: "can_",
    Role.CONDITION: "when_",
    Role.GOAL: "reached_",
    Role.AUX: "aux_",
    Role.QUERY: "query_",
}


_FIRST = 2
_SURROGATES = range(0xD800, 0xE000)


def code_of(number: int) -> int:
    """The integer that stands for an object in what the engine runs: a character code, for answers travel as text.

    Codes 0 and 1 and those of halves of surrogate pairs are left out.

    >>> code_of(0), code_of(0xD7FD), code_of(0xD7FE)
    (2, 55295, 57344)
    """
    code = number + _FIRST
    return code if code < _SURROGATES.start else code + len(_SURROGATES)


def number_of(code: int) -> int:
    """The number of the object that an integer stands for."""
    return code - _FIRST if code < _SURROGATES.start else code - _FIRST - len(_SURROGATES)


def quoted(name: str) -> str:
    """A name as an atom of Prolog.

    >>> print(quoted("a_1"), quoted("1st"), quoted("it's"))
    a_1 '1st' 'it\\'s'
    """
    if re.fullmatch("[a-z][a-zA-Z0-9_]*", name):
        return name
    return "'" + "".join(_escaped(character) for character in name) + "'"


OPERATORS = frozenset(
    {
        "as",
        "discontiguous",
        "div",
        "divs",
        "dynamic",
        "initialization",
        "is",
        "meta_predicate",
        "mod",
        "module_transparent",
        "multifile",
        "public",
        "rdiv",
        "rem",
        "table",
        "thread_initialization",
        "thread_local",
        "tnot",
        "volatile",
        "xor",
    }
)
"""The operators of SWI-Prolog that are words."""


def operand(term: str) -> str:
    """A term beside an operator: one that may be an operator itself needs parentheses.

    >>> operand("X"), operand("'b-1'"), operand("table"), operand("'--'")
    ('X', "'b-1'", '(table)', "('--')")
    """
    return f"({term})" if term in OPERATORS or not any(map(str.isalnum, term)) else term


def compound(name: str, arguments: Sequence[str]) -> str:
    """An atom with arguments, or without any.

    >>> compound("is", ["X", "a"]), compound("goal", [])
    ('is(X, a)', 'goal')
    """
    return f"{quoted(name)}({', '.join(arguments)})" if arguments else quoted(name)


def _escaped(character: str) -> str:
    if character in "\\'":
        return "\\" + character
    return character if character.isprintable() else f"\\x{ord(character):x}\\"


def number_text(value: Value) -> str:
    """A number as Prolog reads it back.

    >>> number_text(-3), number_text(Fraction(1, 3)), number_text(1e22), number_text(float("inf"))
    ('-3', '1r3', '1.0e+22', '1.0Inf')
    """
    match value:
        case int():
            return str(value)
        case Fraction():
            return f"{value.numerator}r{value.denominator}"
        case float() if isnan(value):
            return "1.5NaN"
        case float() if isinf(value):
            return "1.0Inf" if value > 0 else "-1.0Inf"
        case float():
            digits, e, power = repr(value).partition("e")
            return (digits if "." in digits else digits + ".0") + e + power
        case _:
            assert_never(value)


class Spelling(Protocol):
    """The spelling of predicates and objects in a text; different things are spelled differently."""

    def atom(self, thing: Named, arguments: Sequence[str], prefix: str = "") -> str:
        """A goal or head of a thing's predicate, or of the helper predicate that `prefix` names."""

    def indicator(self, thing: Named) -> str:
        """The name and arity of a thing's predicate, as directives take them."""

    def objects(self, objects: Sequence[Object]) -> list[str]:
        """The terms of the objects."""


class EngineNames:
    """The engine's spelling: predicates have a prefix by their role, objects are integers.

    Every symbol and numeric function has a predicate of its own; the first comer gets the plain name.
    """

    def __init__(self) -> None:
        self._predicates: dict[Named, str] = {}
        self._used: set[tuple[str, int]] = set()

    def atom(self, thing: Named, arguments: Sequence[str], prefix: str = "") -> str:
        return compound(prefix + self.predicate(thing), arguments)

    def indicator(self, thing: Named) -> str:
        return f"{operand(quoted(self.predicate(thing)))}/{columns_of(thing)}"

    def objects(self, objects: Sequence[Object]) -> list[str]:
        return [str(code_of(number)) for number in range(len(objects))]

    def predicate(self, thing: Named) -> str:
        """The predicate's name without quotes."""
        found = self._predicates.get(thing)
        if found is None:
            stem, arity = _stem(thing), columns_of(thing)
            found, number = stem, 2
            while (found, arity) in self._used:
                found, number = f"{stem}_{number}", number + 1
            self._used.add((found, arity))
            self._predicates[thing] = found
        return found


def _stem(thing: Named) -> str:
    if not isinstance(thing, Symbol):
        return f"value_{thing[0]}"
    numbered = thing.role in (Role.CONDITION, Role.AUX, Role.QUERY)
    return PREFIXES[thing.role] + thing.name + (f"_{thing.index + 1}" if numbered else "")
