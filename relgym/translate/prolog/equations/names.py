"""Prolog names for the parts of a program of equations: predicates, vectors of values, items.

>>> variables = Variables({"State_on"})
>>> variables.item("?x"), variables.item("?X"), variables.fresh("V"), variables.fresh("V")
('X', 'X2', 'V', 'V2')
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from relgym.model.rddl.equations import NUMBERED, Function, Part
from relgym.translate.prolog.names import quoted

UNIFORMS = "Uniforms"
"""The variable of a step's uniform numbers."""


class EquationNames:
    """The names of one program: no two predicates have the same, nor two vectors."""

    def __init__(self, functions: Iterable[Function]) -> None:
        self._predicates = _Taken()
        self._of: dict[Function, str] = {}
        self._vectors: dict[Function, str] = {}
        self._variables = _Taken({UNIFORMS})
        for function in functions:
            self.predicate(function)
            self.vector(function)

    def predicate(self, function: Function) -> str:
        """The predicate of a function, without quotes."""
        found = self._of.get(function)
        if found is None:
            found = self._of[function] = self.helper(_stem(function))
        return found

    def helper(self, stem: str) -> str:
        """A predicate that is new, without quotes."""
        return self._predicates.fresh(stem)

    def vector(self, function: Function) -> str:
        """The variable that holds all values of a function, or its only one."""
        found = self._vectors.get(function)
        if found is None:
            found = self._vectors[function] = self._variables.fresh(_capital(_stem(function)))
        return found

    def variables(self) -> Variables:
        """Names for the other variables of an equation."""
        return Variables({UNIFORMS, *self._vectors.values()})


class Variables:
    """Gives the variables of an equation names, each but once."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = _Taken(taken)

    def item(self, name: str) -> str:
        """The variable of an item."""
        return self.fresh(_capital(name.removeprefix("?")))

    def fresh(self, stem: str) -> str:
        return self._taken.fresh(stem)


def atom(name: str, arguments: Iterable[str]) -> str:
    """A goal or a head: `p(X, Y)`.

    >>> atom("next_a-b", ["X", "V"]), atom("reward", [])
    ("'next_a-b'(X, V)", 'reward')
    """
    inner = ", ".join(arguments)
    return f"{quoted(name)}({inner})" if inner else quoted(name)


def _stem(function: Function) -> str:
    # With the part before it no name is that of a predicate of SWI-Prolog.
    if function.part is Part.REWARD:
        return "reward"
    return f"{function.part.value}_{function.index + 1 if function.part in NUMBERED else function.name}"


def _capital(name: str) -> str:
    """A name as a variable of Prolog.

    >>> _capital("next_a-b"), _capital("été"), _capital("1st")
    ('Next_a_b', 'X_t_', 'X1st')
    """
    plain = re.sub("[^A-Za-z0-9_]", "_", name)
    return plain[0].upper() + plain[1:] if plain[:1].isalpha() else f"X{plain}"


class _Taken:
    """Names that are taken."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = set(names)
        # The next number for each stem: thousands of variables may share one.
        self._numbers: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """The stem, with a number if it is taken, which is taken from now on."""
        name, number = stem, self._numbers.get(stem, 2)
        while name in self._names:
            name, number = f"{stem}{number}", number + 1
        self._names.add(name)
        self._numbers[stem] = number
        return name
