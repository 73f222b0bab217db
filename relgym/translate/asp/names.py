"""Names in ASP texts: short codes in programs for the engine, readable names in programs for people.

>>> words = Words((Object("a-b"), Object("a_b"), Object("not")))
>>> [words.object(n) for n in range(3)]
['"a-b"', 'a_b', '"not"']
>>> [words.predicate(Symbol(Role.FLUENT, name, 1)) for name in ("a-b", "a_b", "not", "1st")]
['a_b', 'p_a_b', 'p_not', 'p_1st']
>>> words.atom(Symbol(Role.APPLICABLE, "pick-up", 2), ["X", "a_b"])
'applicable(pick_up(X,a_b))'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from relgym.model.program import Role, Symbol
from relgym.model.terms import Object, Variable
from relgym.translate.program.origins import PREFIXES, Named, columns_of, is_action, is_of_domain, part_of, said_of

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

APPLICABLE = "applicable"
"""The predicate of valid actions in texts with names: `applicable(stack(b1,b2))`."""

_OWN = (APPLICABLE, "goal")


class AspNames(Protocol):
    """The names of things in a text; different things get different names."""

    def atom(self, thing: Named, arguments: Sequence[str]) -> str: ...
    def predicate(self, thing: Named) -> str: ...
    def signature(self, thing: Named) -> str: ...
    def legend(self) -> Iterator[str]: ...
    def object(self, number: int) -> str: ...
    def variables(self, variables: Iterable[Variable]) -> dict[Variable, str]: ...


class Codes:
    """Short names for engines: a letter and a number."""

    def __init__(self) -> None:
        self._predicates: dict[Named, str] = {}

    def atom(self, thing: Named, arguments: Sequence[str]) -> str:
        return compound(self.predicate(thing), arguments)

    def signature(self, thing: Named) -> str:
        """Name and arity, as `#show` has them."""
        return f"{self.predicate(thing)}/{columns_of(thing)}"

    def legend(self) -> Iterator[str]:
        """Yield a line about each predicate that has been used so far."""
        for thing in self._predicates:
            yield legend_line(self.signature(thing), thing)

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
    """Names that people read: those of the model, made into identifiers that differ.

    Where a name is taken, or is no identifier, it gets a prefix. The things of `known` are named first.
    """

    def __init__(self, objects: Sequence[Object], known: Iterable[Named] = ()) -> None:
        self._objects = [_object(item.name) for item in objects]
        self._predicates: dict[Named, str] = {}
        self._used = set(_OWN)
        self._actions: set[str] = set()
        for thing in known:
            self.predicate(thing)

    def predicate(self, thing: Named) -> str:
        """The name of a thing's predicate, or of an action's term."""
        found = self._predicates.get(thing)
        if found is None:
            found = self._predicates[thing] = self._new(thing)
        return found

    def atom(self, thing: Named, arguments: Sequence[str]) -> str:
        text = compound(self.predicate(thing), arguments)
        return f"{APPLICABLE}({text})" if is_action(thing) else text

    def signature(self, thing: Named) -> str:
        """Name and arity, as `#show` has them."""
        return f"{APPLICABLE}/1" if is_action(thing) else f"{self.predicate(thing)}/{columns_of(thing)}"

    def legend(self) -> Iterator[str]:
        """Yield a line about each predicate whose name differs from its name in the files."""
        for thing, name in self._predicates.items():
            if is_of_domain(thing) and name != (thing.name if isinstance(thing, Symbol) else thing[0]):
                yield legend_line(name if is_action(thing) else self.signature(thing), thing)

    def _new(self, thing: Named) -> str:
        if isinstance(thing, Symbol) and thing.role is Role.GOAL:
            return "goal"
        name = _identifier(thing)
        taken = self._actions if is_action(thing) else self._used
        if not _is_identifier(name) or name in taken:
            prefix = "p_" if is_action(thing) else _prefix(thing)
            name = fresh(name if name.startswith(prefix) else f"{prefix}{name.lstrip('_')}", taken)
        taken.add(name)
        return name

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


def _identifier(thing: Named) -> str:
    """The name that a thing should have."""
    if not isinstance(thing, Symbol):
        name = _letters(thing[0])
    elif thing.role in (Role.CONDITION, Role.QUERY):
        name = f"{PREFIXES[thing.role]}{_letters(thing.name)}_{thing.index + 1}"
    elif thing.role is Role.AUX:
        name = f"{PREFIXES[thing.role]}{_letters(part_of(thing))}"
    elif thing.role is Role.TYPE:
        name = "_or_".join(map(_letters, thing.name.split()))
    else:
        name = _letters(thing.name)
    return name[:1].lower() + name[1:]


def _is_identifier(name: str) -> bool:
    return name[:1].isalpha() and name != "not"


def _prefix(thing: Named) -> str:
    return PREFIXES[thing.role] if isinstance(thing, Symbol) else "value_"


def compound(name: str, arguments: Sequence[str]) -> str:
    """An atom or a term.

    >>> compound("on", ["a", "b"]), compound("goal", [])
    ('on(a,b)', 'goal')
    """
    return f"{name}({','.join(arguments)})" if arguments else name


def legend_line(name: str, thing: Named) -> str:
    """A line of a legend."""
    return f"{name} is {said_of(thing)}"


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
