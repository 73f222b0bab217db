"""Names in ASP texts: those of the model, in programs for people and, with numbers for objects, for the engine.

>>> from relgym.model.program import Role
>>> words = AspNames((Object("a-b"), Object("a_b"), Object("not")))
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

from relgym.model.program import Symbol
from relgym.model.terms import Object, Variable
from relgym.translate.program.origins import Named, columns_of, is_action, is_of_domain, name_of, prefix_of, said_of
from relgym.translate.program.task import GOAL

APPLICABLE = "applicable"
"""The predicate of valid actions in texts with names: `applicable(stack(b1,b2))`."""

_OWN = (APPLICABLE, "goal")


class AspNames:
    """The names of the things of one program: those of the files, made into identifiers that differ.

    Where a name is taken, or is no identifier, it gets a prefix. None has an apostrophe; what relgym adds for the
    engine has one.

    Args:
        objects: The objects.
        known: The things that are named first.
        coded: True if numbers stand for objects, instead of their names.
        wrapped: True if actions are terms, `applicable(stack(b1,b2))`; for the engine they are predicates.
    """

    def __init__(
        self, objects: Sequence[Object], known: Iterable[Named] = (), coded: bool = False, wrapped: bool = True
    ) -> None:
        self._objects = [str(number) if coded else _object(item.name) for number, item in enumerate(objects)]
        self._wrapped = wrapped
        self._predicates: dict[Named, str] = {}
        self._used = set(_OWN)
        self._actions: set[str] = set() if wrapped else self._used
        # For each stem the number of the next name that is made of it.
        self._numbered: dict[str, int] = {}
        for thing in known:
            self.predicate(thing)

    def predicate(self, thing: Named) -> str:
        """The name of a thing's predicate, or of an action's term."""
        name = self._predicates.get(thing)
        if name is None:
            name = self._predicates[thing] = self._new(thing)
        return name

    def atom(self, thing: Named, arguments: Sequence[str]) -> str:
        text = compound(self.predicate(thing), arguments)
        return f"{APPLICABLE}({text})" if self._wrapped and is_action(thing) else text

    def signature(self, thing: Named) -> str:
        """Name and arity, as `#show` has them."""
        is_term = self._wrapped and is_action(thing)
        return f"{APPLICABLE}/1" if is_term else f"{self.predicate(thing)}/{columns_of(thing)}"

    def legend(self) -> Iterator[str]:
        """Yield a line about each predicate whose name differs from its name in the files."""
        for thing, name in self._predicates.items():
            if is_of_domain(thing) and name != (thing.name if isinstance(thing, Symbol) else thing[0]):
                yield f"{name if is_action(thing) else self.signature(thing)} is {said_of(thing)}"

    def _new(self, thing: Named) -> str:
        if thing == GOAL:
            return GOAL.name
        name = _letters(name_of(thing))
        name = name[:1].lower() + name[1:]
        taken = self._actions if is_action(thing) else self._used
        if not name[:1].isalpha() or name == "not" or name in taken:
            prefix = "p_" if is_action(thing) else prefix_of(thing)
            stem = name if name.startswith(prefix) else f"{prefix}{name.lstrip('_')}"
            name, number = stem, self._numbered.get(stem, 2)
            while name in taken:
                name, number = f"{stem}_{number}", number + 1
            self._numbered[stem] = number
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
    return text if text.isascii() and text.isalnum() else re.sub(r"[^0-9a-zA-Z]+", "_", text)


def compound(name: str, arguments: Sequence[str]) -> str:
    """An atom or a term.

    >>> compound("on", ["a", "b"]), compound("goal", [])
    ('on(a,b)', 'goal')
    """
    return f"{name}({','.join(arguments)})" if arguments else name


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
