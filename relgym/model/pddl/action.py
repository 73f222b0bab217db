"""A ground action, as an agent names it: schema and chosen objects.

>>> print(Action("move", (Object("a"), Object("b"))))
(move a b)
"""

from __future__ import annotations

from relgym.migration import knows_former
from relgym.model.terms import Object


@knows_former("action")
class Action:
    """An action: the name of a schema and the objects bound to its free parameters; immutable.

    Args:
        name: The name of the schema.
        terms: The objects, in the order of the parameters.
    """

    __slots__ = ("_hash", "name", "terms")

    _hash: int
    name: str
    terms: tuple[Object, ...]

    def __init__(self, name: str, terms: tuple[Object, ...] = ()) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "terms", terms)
        # Actions are looked up at every step, so the hash is worked out once.
        object.__setattr__(self, "_hash", hash((name, terms)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Action is immutable; cannot set '{name}'")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self.name == other.name and self.terms == other.terms

    def __reduce__(self) -> tuple[type[Action], tuple[str, tuple[Object, ...]]]:
        # The hash of a text differs from process to process, and must not travel.
        return Action, (self.name, self.terms)

    def __repr__(self) -> str:
        return f"Action{self}"

    def __str__(self) -> str:
        return "(" + " ".join([self.name, *map(str, self.terms)]) + ")"
