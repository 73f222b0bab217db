"""Prolog's spelling of predicates, objects and numbers: predicates are called as in their files.

A name that SWI-Prolog, or the text itself, has a predicate of gets a prefix; so does one that is given already.

>>> clear, close = Symbol(Role.FLUENT, "clear", 1), Symbol(Role.FLUENT, "close", 1)
>>> names = PrologNames(Program((), (clear, close), {}, (), {}, (), (), frozenset()))
>>> names.atom(clear, ["b1"]), names.atom(close, ["B"]), names.atom(Symbol(Role.APPLICABLE, "pick-up", 1), ["B"])
('clear(b1)', 'p_close(B)', "applicable('pick-up'(B))")
>>> list(names.legend())
['p_close/1 is the predicate close']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import isinf, isnan
from typing import assert_never

from relgym.model.numeric import Value
from relgym.model.program import Program, Role, Symbol
from relgym.model.terms import Object
from relgym.resources import kb
from relgym.translate.program.origins import (
    Named,
    columns_of,
    is_action,
    is_of_domain,
    name_of,
    prefix_of,
    said_of,
    things,
)
from relgym.translate.program.task import GOAL

APPLICABLE = "applicable"
"""The predicate of valid actions: `applicable(stack(b1, b2))`."""

DERIVED = "derived"
"""The predicate of all derived atoms in a text for people: `derived(above(b1, b2))`."""

_OWN = {
    *((APPLICABLE, 1), (DERIVED, 1), ("goal", 0), ("divide", 3)),
    *(("change", 1), ("change", 2), ("load_facts", 2)),
}
"""Predicates that texts, or the engine, define in addition to those of the program."""

_OF_HELPERS = ("prolog_", "after_", "ask_", "codes_", "derive_", "rows_", "store_")
"""The beginnings of hooks of SWI-Prolog, and of the helper predicates of the engine."""

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


class PrologNames:
    """The names of the things of one program.

    Args:
        program: The program.
        coded: True if integers stand for objects, as the engine has them, instead of their names.
    """

    def __init__(self, program: Program, coded: bool = False) -> None:
        self._coded = coded
        self._predicates: dict[Named, str] = {}
        self._used = set(_OWN)
        for thing in things(program):
            self.predicate(thing)

    def predicate(self, thing: Named) -> str:
        """The name of a thing's predicate, or of an action's term, without quotes."""
        name = self._predicates.get(thing)
        if name is None:
            name = self._predicates[thing] = self._new(thing)
        return name

    def atom(self, thing: Named, arguments: Sequence[str], prefix: str = "") -> str:
        """A goal or head of a thing's predicate, or of the helper predicate that `prefix` names."""
        text = compound(prefix + self.predicate(thing), arguments)
        return f"{APPLICABLE}({text})" if is_action(thing) else text

    def indicator(self, thing: Named) -> str:
        """The name and arity of a thing's predicate, as directives take them."""
        name = APPLICABLE if is_action(thing) else self.predicate(thing)
        return f"{operand(quoted(name))}/{1 if is_action(thing) else columns_of(thing)}"

    def objects(self, objects: Sequence[Object]) -> list[str]:
        """The terms of the objects."""
        return [str(code_of(number)) if self._coded else quoted(item.name) for number, item in enumerate(objects)]

    def legend(self) -> Iterator[str]:
        """A line for each predicate that is not called as in the files."""
        for thing, name in self._predicates.items():
            if is_of_domain(thing) and name != (thing.name if isinstance(thing, Symbol) else thing[0]):
                yield f"{self.indicator(thing)} is {said_of(thing)}"

    def _new(self, thing: Named) -> str:
        if isinstance(thing, Symbol) and (is_action(thing) or thing == GOAL):
            # Actions are terms, and `goal` is kept for the goal: neither is in the way of a predicate.
            return thing.name
        name, prefix = name_of(thing), prefix_of(thing)
        if isinstance(thing, Symbol) and thing.role is Role.AUX:
            name += f"_{thing.index + 1}"
        prefixed = name if name.startswith(prefix) else prefix + name
        return new_name(name, prefixed, columns_of(thing), self._used, _OF_HELPERS)


def new_name(
    plain: str, prefixed: str, arity: int, used: set[tuple[str, int]], kept: tuple[str, ...] = ("prolog_",)
) -> str:
    """The first of some names that SWI-Prolog leaves to its users and that is not used; it is used from now on.

    The names are the plain one, the prefixed one, and this one with numbers; none begins as those that are `kept`.
    """
    name, number = plain, 1
    while not name[:1].isalnum() or name.startswith(kept) or (name, arity) in used or (name, arity) in reserved():
        name = prefixed if number == 1 else f"{prefixed}_{number}"
        number += 1
    used.add((name, arity))
    return name


@cache
def reserved() -> frozenset[tuple[str, int]]:
    """The predicates of SWI-Prolog that programs may not define, and those that it calls where they are defined."""
    lines = kb("prolog", "reserved.txt").read_text(encoding="utf-8").split()
    pairs = (line.rpartition("/") for line in lines)
    return frozenset((name, int(arity)) for name, _, arity in pairs)
