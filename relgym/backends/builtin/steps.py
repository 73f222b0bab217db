"""The steps of a production system: the functions that apply one row of a production, and its changes as bits.

States are bits, one for each atom. The changes of a step are bits as well: those that become false, and those that
become false or true. Two operations on integers give the next state.

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
from relgym.model.bits import mask_of
from relgym.model.numeric import Value
from relgym.model.program import Production, Row

SHORT = 8
"""The largest number of atoms, or of steps, whose bits are combined one by one."""

UNKNOWN = -1
"""The value of bits that are not known yet."""

Changed = tuple[Collection[Item], ...]
"""The items of the atoms that a row has changed, in the order of `python.effects.names_of`."""


class Kind(Enum):
    """The kind of a production's effects, which decides how a step is applied.

    - `FIXED`: changes the same atoms in every state, and no numbers that a condition reads;
    - `COUNTING`: the same, and changes numbers by updates without conditions;
    - `CONDITIONAL`: changes atoms by conditions, and may change numbers, too;
    - `OPEN`: draws, or has effects that only `reasoning/pddl/transition.py` can compute.
    """

    FIXED = auto()
    COUNTING = auto()
    CONDITIONAL = auto()
    OPEN = auto()


def kind_of(production: Production) -> Kind:
    """Return the kind of a production."""
    if production.effect is None or production.is_random:
        return Kind.OPEN
    if production.varies:
        return Kind.CONDITIONAL
    return Kind.COUNTING if production.counts else Kind.FIXED


class Step:
    """One row of a production: the functions that apply and check it, and the atoms that it makes true and false.

    `run` applies the row, its argument; it is None if a step does more than change fixed atoms. `ProductionSystem.know`
    sets `attempt`, which applies the row if it is valid and returns true if it was, or, without a `run`, `check`, which
    tells whether the row given as arguments is valid.
    `changed` holds the changes where they may vary; such a step is applied only once.
    `amounts` are the amounts that it adds to accumulators, made when first needed (`accumulation.py`).
    `changes` and the bits `gone` (atoms that become false) and `either` (atoms that become false or true) are set by
    `know`, or when the state is asked for.
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
    """Return the bits of the atoms that become false, and of those that become true."""
    if len(truths) <= SHORT:
        delete = add = 0
        for number, truth in truths.items():
            if truth:
                add |= 1 << number
            else:
                delete |= 1 << number
        return delete, add
    return mask_of(n for n, truth in truths.items() if not truth), mask_of(n for n, truth in truths.items() if truth)
