"""The spelling of Prolog text for people: predicates and objects are called as in their files.

A name that SWI-Prolog, or the text itself, has a predicate of gets a prefix; so does one that is given already.

>>> from relgym.model.program import Program
>>> clear, close = Symbol(Role.FLUENT, "clear", 1), Symbol(Role.FLUENT, "close", 1)
>>> words = PrologWords(Program((), (clear, close), {}, (), {}, (), (), frozenset()))
>>> words.atom(clear, ["b1"]), words.atom(close, ["B"]), words.atom(Symbol(Role.APPLICABLE, "pick-up", 1), ["B"])
('clear(b1)', 'p_close(B)', "applicable('pick-up'(B))")
>>> list(words.legend())
['p_close/1 is the predicate close']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from relgym.model.program import Program, Role, Symbol
from relgym.model.terms import Object
from relgym.resources import kb
from relgym.translate.program.origins import (
    PREFIXES,
    Named,
    columns_of,
    is_action,
    is_of_domain,
    part_of,
    said_of,
    things,
)
from relgym.translate.prolog.names import compound, operand, quoted

APPLICABLE = "applicable"
"""The predicate of valid actions: `applicable(stack(b1, b2))`."""

DERIVED = "derived"
"""The predicate of all derived atoms: `derived(above(b1, b2))`."""

_OWN = {(APPLICABLE, 1), (DERIVED, 1), ("goal", 0), ("divide", 3), ("derive", 0)}


class PrologWords:
    """Spells the things of one program by their names."""

    def __init__(self, program: Program) -> None:
        self._predicates: dict[Named, str] = {}
        self._used = set(_OWN)
        for thing in things(program):
            self.predicate(thing)

    def predicate(self, thing: Named) -> str:
        """The name of a thing's predicate, or of an action's term, without quotes."""
        found = self._predicates.get(thing)
        if found is None:
            found = self._predicates[thing] = self._new(thing)
        return found

    def atom(self, thing: Named, arguments: Sequence[str], prefix: str = "") -> str:
        text = compound(prefix + self.predicate(thing), arguments)
        return f"{APPLICABLE}({text})" if is_action(thing) else text

    def indicator(self, thing: Named) -> str:
        name = APPLICABLE if is_action(thing) else self.predicate(thing)
        return f"{operand(quoted(name))}/{1 if is_action(thing) else columns_of(thing)}"

    def objects(self, objects: Sequence[Object]) -> list[str]:
        return [quoted(item.name) for item in objects]

    def legend(self) -> Iterator[str]:
        """A line for each predicate that is not called as in the files."""
        for thing, name in self._predicates.items():
            if is_of_domain(thing) and name != (thing.name if isinstance(thing, Symbol) else thing[0]):
                yield f"{self.indicator(thing)} is {said_of(thing)}"

    def _new(self, thing: Named) -> str:
        if is_action(thing) or (isinstance(thing, Symbol) and thing.role is Role.GOAL):
            # Actions are terms, and there is one goal: neither is in the way of a predicate.
            return thing.name if isinstance(thing, Symbol) else thing[0]
        return new_name(*_stems(thing), columns_of(thing), self._used)


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


def _stems(thing: Named) -> tuple[str, str]:
    """The name that a thing should have, and the one that it has where this is taken."""
    if not isinstance(thing, Symbol):
        return thing[0], f"value_{thing[0]}"
    prefix, name = PREFIXES[thing.role], thing.name
    match thing.role:
        case Role.TYPE:
            name = "_or_".join(name.split())
        case Role.CONDITION | Role.QUERY:
            return (f"{prefix}{name}_{thing.index + 1}",) * 2
        case Role.AUX:
            words = "_".join(re.findall(r"\w+", part_of(thing)))
            return (f"{prefix}{words}_{thing.index + 1}",) * 2
    return name, prefix + name


@cache
def reserved() -> frozenset[tuple[str, int]]:
    """The predicates of SWI-Prolog that programs may not define, and those that it calls where they are defined."""
    lines = kb("prolog", "reserved.txt").read_text(encoding="utf-8").split()
    pairs = (line.rpartition("/") for line in lines)
    return frozenset((name, int(arity)) for name, _, arity in pairs)
