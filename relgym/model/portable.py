"""Texts for what states are made of that mean the same in every process, for JSON and for pickles.

A key is the name of a predicate or function and the numbers of objects. A line is JSON without blanks.

>>> from fractions import Fraction
>>> written(Fraction(3, 2)), written(15), written(0.5)
('3/2', 15, 0.5)
>>> forms = Forms((Object("a"), Object("b")), [("on", (0, 1)), ("on", (1, 0))])
>>> forms.texts([1, 0]), forms.lines([1, 0])
(['(on b a)', '(on a b)'], ['["on",1,0]', '["on",0,1]'])
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from sys import intern
from typing import Any

from relgym.model.numeric import Value, exact
from relgym.model.terms import Object

Key = tuple[str, tuple[int, ...]]


class Forms:
    """The texts and the lines of a vocabulary's atoms, each made when it is first asked for."""

    __slots__ = ("_atoms", "_header", "_lines", "_objects", "_texts")

    def __init__(self, objects: Sequence[Object], atoms: Sequence[Key]) -> None:
        self._objects = objects
        self._atoms = atoms
        self._texts: list[str] = []
        self._lines: list[str] = []
        self._header: str | None = None

    def text(self, key: Key) -> str:
        """An atom or fluent as PDDL writes it."""
        name, row = key
        return f"({' '.join([name, *[self._objects[number].name for number in row]])})"

    def texts(self, numbers: Iterable[int]) -> list[str]:
        """The atoms with these numbers as PDDL writes them."""
        texts = self._texts = self._made(self._texts, self.text)
        return [texts[number] for number in numbers]

    def lines(self, numbers: Iterable[int]) -> list[str]:
        """The atoms with these numbers as lines of a pickle."""
        lines = self._lines = self._made(self._lines, key_line)
        return [lines[number] for number in numbers]

    def _made(self, before: list[str], form: Callable[[Key], str]) -> list[str]:
        # A new list, since others may do the same in other threads.
        return before if len(before) == len(self._atoms) else [*before, *map(form, self._atoms[len(before) :])]

    def header(self, static_atoms: Iterable[Key], static_values: Iterable[tuple[Key, Value]]) -> str:
        """The names of the objects, the static atoms and the static values: what the states of a task share.

        Equal content gives the same `str` object, which `pickle` writes once for many states.
        """
        if self._header is None:
            atoms = sorted([name, *row] for name, row in static_atoms)
            values = sorted((value_line(key, value) for key, value in static_values))
            self._header = intern(line([[item.name for item in self._objects], atoms, values]))
        return self._header


def header_of(text: str) -> tuple[tuple[Object, ...], list[Key], list[tuple[Key, Value]]]:
    """The objects, static atoms and static values of a header."""
    names, atoms, values = json.loads(text)
    return tuple(map(Object, names)), [(name, tuple(row)) for name, *row in atoms], list(map(value_of, values))


def body(atoms: Iterable[str], values: Iterable[str]) -> str:
    """The lines of a state's own atoms, sorted, then an empty one, then those of its own values, sorted.

    >>> body_of(body(['["on",1,0]', '["on",0,1]'], []))
    (['["on",0,1]', '["on",1,0]'], [])
    """
    return "\n".join([*sorted(atoms), "", *sorted(values)])


def body_of(text: str) -> tuple[list[str], list[str]]:
    """The lines of the atoms and those of the values in a body."""
    lines = text.split("\n")
    end = lines.index("")
    return lines[:end], lines[end + 1 :]


def key_line(key: Key) -> str:
    """A key as a line."""
    name, row = key
    return line([name, *row])


def key_of(text: str) -> Key:
    """The key in a line."""
    name, *row = json.loads(text)
    return name, tuple(row)


def value_line(key: Key, value: Value) -> str:
    """A key and its value as a line."""
    name, row = key
    return line([[name, *row], written(value)])


def value_of(text: str) -> tuple[Key, Value]:
    """The key and the value in a line."""
    (name, *row), value = json.loads(text)
    return (name, tuple(row)), read(value)


_NUMBER = re.compile(r"-?(\d+(/\d+|\.\d+)?|0x[0-9a-f]+(/0x[0-9a-f]+)?)", re.ASCII)

HEX_BITS = 10_000
"""The number of bits above which whole numbers are written in base 16: Python limits the length in base 10."""


def written(value: Value) -> int | float | str:
    """A number as JSON has it: whole ones as int, other exact ones as a text such as `"3/2"`, floats as they are.

    >>> written(2**10_000)[:6]
    '0x1000'
    """
    number = exact(value)
    if isinstance(number, float):
        return number
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > HEX_BITS:
        return "/".join(map(hex, number.as_integer_ratio() if isinstance(number, Fraction) else (number,)))
    return str(number) if isinstance(number, Fraction) else number


def read(given: int | float | str) -> Value:
    """The number that `written` gave; raises `ValueError` or `ZeroDivisionError` for another text.

    >>> read("3/2"), read("15")
    (Fraction(3, 2), 15)
    """
    if not isinstance(given, str):
        return given
    # An exponent would make a number as long as it says.
    if not _NUMBER.fullmatch(given):
        raise ValueError(f"{given!r} is not a number")
    if "0x" in given:
        return exact(Fraction(*(int(part, 16) for part in given.split("/", 1))))
    return exact(Fraction(given))


def line(data: Any) -> str:
    """Data as one line of JSON, without blanks."""
    return json.dumps(data, separators=(",", ":"))
