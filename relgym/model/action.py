"""A ground action, as an agent names it: schema and chosen objects.

>>> print(Action("move", (Object("a"), Object("b"))))
(move a b)
"""

from __future__ import annotations

from dataclasses import dataclass

from relgym.model.terms import Object


@dataclass(frozen=True, slots=True)
class Action:
    """An action schema's name and the objects bound to its free parameters, in their order."""

    name: str
    terms: tuple[Object, ...] = ()

    def __str__(self) -> str:
        return "(" + " ".join([self.name, *map(str, self.terms)]) + ")"
