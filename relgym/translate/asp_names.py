"""What an ASP text calls things: short codes in what the engine runs, names in what people read.

>>> words = Words((Object("a-b"), Object("a_b"), Object("not")))
>>> [words.object(n) for n in range(3)]
['"a-b"', 'a_b', '"not"']
>>> [words.predicate(Symbol(Role.FLUENT, name, 1)) for name in ("a-b", "a_b", "not", "1st")]
['a_b', 'a_b_2', 'p_not', 'p_1st']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from relgym.model.program import Role, Symbol
from relgym.model.terms import Object, Variable

_LETTERS = {
    Role.FLUENT: "f",
    Role.STATIC: "s",
    Role.TYPE: "k",
    Role.DERIVED: "d",
    Role.APPLICABLE: "c",
    Role.CONDITION: "w",
    Role.GOAL: "g",
    Role.AUX: "a",
    Role.QUERY: "q",
}

_PREFIXES = {
    Role.FLUENT: "",
    Role.STATIC: "",
    Role.TYPE: "is_",
    Role.DERIVED: "",
    Role.APPLICABLE: "can_",
    Role.CONDITION: "when_",
    Role.GOAL: "",
    Role.AUX: "aux_",
    Role.QUERY: "",
}

Named = Symbol | tuple[str, int]
"""What gets a predicate: a symbol, or a numeric function by name and arity."""


class Names(Protocol):
    """How a text calls things; different things get different names."""

    def predicate(self, thing: Named) -> str: ...
    def object(self, number: int) -> str: ...
    def variables(self, variables: Iterable[Variable]) -> dict[Variable, str]: ...


class Codes:
    """Short names for engines: a letter and a number."""

    def __init__(self) -> None:
        self._predicates: dict[Named, str] = {}

    def predicate(self, thing: Named) -> str:
        found = self._predicates.get(thing)
        if found is None:
            letter = _LETTERS[thing.role] if isinstance(thing, Symbol) else "v"
            found = self._predicates[thing] = f"{letter}{len(self._predicates)}"
        return found

    def object(self, number: int) -> str:
        return str(number)

    def variables(self, variables: Iterable[Variable]) -> dict[Variable, str]:
        return {variable: f"X{n}" for n, variable in enumerate(variables)}


class Words:
    """Names that people read: those of the model, made into identifiers, and numbered where two would be the same."""

    def __init__(self, objects: Sequence[Object]) -> None:
        self._objects = [_object(item.name) for item in objects]
        self._predicates: dict[Named, str] = {}
        self._used: set[str] = set()

    def predicate(self, thing: Named) -> str:
        found = self._predicates.get(thing)
        if found is None:
            found = self._predicates[thing] = fresh(_stem(thing), self._used)
        return found

    def object(self, number: int) -> str:
        return self._objects[number]

    def variables(self, variables: Iterable[Variable]) -> dict[Variable, str]:
        used: set[str] = set()
        named = {}
        for variable in variables:
            stem = _letters(variable.name.partition("#")[0].lstrip("?"))
            named[variable] = fresh(stem[0].upper() + stem[1:] if stem[:1].isalpha() else "V" + stem, used)
        return named


def _letters(text: str) -> str:
    return re.sub(r"[^0-9a-zA-Z]+", "_", text)


def _stem(thing: Named) -> str:
    if isinstance(thing, Symbol):
        name = _letters(thing.name)
        if thing.role in (Role.CONDITION, Role.QUERY):
            name = f"{name}_{thing.index + 1}"
        name = _PREFIXES[thing.role] + name
    else:
        name = "value_" + _letters(thing[0])
    name = name[:1].lower() + name[1:]
    return name if name[:1].isalpha() and name != "not" else f"p_{name}".replace("__", "_")


def fresh(stem: str, used: set[str]) -> str:
    """The stem, numbered if it is used, and added to what is."""
    name, number = stem, 2
    while name in used:
        name, number = f"{stem}_{number}", number + 1
    used.add(name)
    return name


def _object(name: str) -> str:
    if re.fullmatch(r"[a-z][a-zA-Z0-9_]*", name) and name != "not":
        return name
    quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{quoted}"'
