"""The steps of a production system: what carries out one row of a production, and the atoms that it changes, as bits.

States are bits, one for each atom. What a step changes is bits as well: those that become false, and those that become
false or true. A state and a step make the next state by two operations on numbers.

>>> gone, come = masks({0: True, 2: False})
>>> bin(gone), bin(come)
('0b100', '0b1')
>>> bin((0b110 | gone | come) ^ gone)
'0b11'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum, auto

from relgym.backends.builtin.table import Item
from relgym.model.numeric import Value
from relgym.model.program import Production, Row
from relgym.model.state import mask_of

SHORT = 8
"""The bits of so few atoms are put together one by one, and those of so few steps."""

UNKNOWN = -1
"""In the place of bits that are not known yet."""

Changed = tuple[Collection[Item], ...]
"""The items of the atoms that a row has changed, as `python.effects.names_of` has them."""


class Kind(Enum):
    """What a production does, from which follows who carries it out.

    - `FIXED`: changes the same atoms in every state, and no numbers that something reads;
    - `COUNTING`: the same, and numbers by updates without conditions;
    - `CONDITIONAL`: changes atoms by conditions, and may count, too;
    - `OPEN`: draws, or does what only `transition.py` can say.
    """

    FIXED = auto()
    COUNTING = auto()
    CONDITIONAL = auto()
    OPEN = auto()


def kind_of(production: Production) -> Kind:
    """Tell the kind of a production."""
    if production.changes is None or production.is_random:
        return Kind.OPEN
    if production.varies:
        return Kind.CONDITIONAL
    return Kind.COUNTING if production.counts else Kind.FIXED


class Step:
    """One row of a production: what carries it out, if that is all, and which atoms it makes true and false.

    `run` is called with the row. After `ProductionSystem.know` there is `attempt`, which takes the row if it holds and
    says whether it did, or, where there is no `run`, `check`, which says of its arguments whether it holds.
    `changed` is what it has changed, where that may vary: such a step is taken once.
    `amounts` are what it adds to accumulators, made when first needed (`accumulation.py`).
    `changes` and, as bits, `gone` (what becomes false) and `either` (what becomes false or true) are made then, or when
    somebody asks what the state is.
    """

    __slots__ = ("amounts", "attempt", "changed", "changes", "check", "either", "gone", "number", "place", "row", "run")

    check: Callable[..., bool]

    def __init__(
        self,
        number: int,
        place: int,
        row: Row,
        run: Callable[..., object] | None,
        changed: Changed | None = None,
    ) -> None:
        self.number = number
        self.place = place
        self.row = row
        self.run = run
        self.changed = changed
        self.attempt: Callable[[Row], bool] | None = None
        self.changes: dict[int, bool] | None = None
        self.amounts: Sequence[tuple[int, str, Value]] | None = None
        self.gone = 0
        self.either = UNKNOWN


def masks(truths: Mapping[int, bool]) -> tuple[int, int]:
    """The bits of atoms that become false, and of those that become true."""
    if len(truths) <= SHORT:
        delete = add = 0
        for number, truth in truths.items():
            if truth:
                add |= 1 << number
            else:
                delete |= 1 << number
        return delete, add
    return mask_of(n for n, truth in truths.items() if not truth), mask_of(n for n, truth in truths.items() if truth)
