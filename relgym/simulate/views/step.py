"""Steps: the functions that apply one row of a production, and its changes as bits.

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

from relgym.backends.builtin.tables import Item
from relgym.model.bits import mask_of
from relgym.model.numeric import Value
from relgym.model.program import Production, Row
from relgym.tuning.simulate import MASKED_STEPS_LIMIT

UNKNOWN = -1
"""The value of bits that are not known yet."""

Changed = tuple[Collection[Item], ...]
"""The items of the atoms that a row has changed, in the order of `plans.rules.names_of`."""


class EffectKind(Enum):
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


def kind_of(production: Production) -> EffectKind:
    """Return the kind of a production."""
    if production.effect is None or production.is_random:
        return EffectKind.OPEN
    if production.varies:
        return EffectKind.CONDITIONAL
    return EffectKind.COUNTING if production.counts else EffectKind.FIXED


class Step:
    """One row of a production: the functions that apply and check it, and the atoms that it makes true and false.

    Attributes:
        number: The number of the row.
        index: The index of the production.
        row: The row.
        run: Applies the row, its argument; None if the step does more than change fixed atoms.
        attempt: Applies the row if it is valid, and tells whether it was; `ActionSteps.prepare` sets it with `run`.
        check: Tells whether the row, given as arguments, is valid; `ActionSteps.prepare` sets it without `run`.
        changed: The changed atoms where they may vary; such a step is applied only once.
        changes: The new truth value of each changed atom, by its number; set when it is needed, as are the others.
        gone: The bits of the atoms that become false.
        either: The bits of the atoms that become false or true.
        amounts: The amounts that are added to accumulators (`actions.py`).
    """

    __slots__ = ("amounts", "attempt", "changed", "changes", "check", "either", "gone", "index", "number", "row", "run")

    check: Callable[..., bool]

    def __init__(
        self,
        number: int,
        index: int,
        row: Row,
        run: Callable[..., object] | None,
        changed: Changed | None = None,
    ) -> None:
        self.number = number
        self.index = index
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
    if len(truths) <= MASKED_STEPS_LIMIT:
        delete = add = 0
        for number, truth in truths.items():
            if truth:
                add |= 1 << number
            else:
                delete |= 1 << number
        return delete, add
    return mask_of(n for n, truth in truths.items() if not truth), mask_of(n for n, truth in truths.items() if truth)
