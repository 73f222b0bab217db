"""Relational plans: how the rows of a rule's body are found, and what is done with each of them.

A plan is a tree of nested operations, as in Soufflé's relational algebra machine (Jordan, Scholz and Subotić, Soufflé:
On synthesis of program analyzers, CAV 2016). `translate/plans` lowers rule bodies to plans and rewrites plans;
`translate/python` prints them.

A `str` in a plan is always a local variable of the function, and an `int` an object or a number, so a pass sees
which variables an operation needs.

>>> from relgym.model.program import Role
>>> clear, on = Access(Symbol(Role.FLUENT, "clear", 1)), Access(Symbol(Role.FLUENT, "on", 2), (0,))
>>> scan = Scan(on, ("X",), ("Y",), (Emit(Action.OUT, "out", ("X", "Y")),))
>>> body = (Filter((Member(clear, ("X",)),), (scan,)),)
>>> [type(each).__name__ for each in operations(body)]
['Filter', 'Scan', 'Emit']
>>> sorted(free_variables(body))
['X', 'out']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from relgym.model.program import Row, Symbol, Test
from relgym.model.terms import Term

Operand = str | int
"""A variable by its name, or an object by its number."""

Key = tuple[Operand, ...]
"""A row, or a part of one."""


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """An access path: the set of a symbol's rows, or an index from the `known` columns to the others.

    An index is `single` if at most one row matches known columns in any state. `Indexes` makes one object for each
    access path, so objects are compared by identity.
    """

    symbol: Symbol
    known: tuple[int, ...] = ()
    single: bool = False

    def split(self, row: Key) -> tuple[Key, Key]:
        """Return the known columns of a row, and the others."""
        known = self.known
        return tuple([row[c] for c in known]), tuple([item for c, item in enumerate(row) if c not in known])


@dataclass(frozen=True, slots=True)
class Sum:
    """A number: a constant, variables, and products of a variable and a factor."""

    constant: int = 0
    summands: tuple[str, ...] = ()
    products: tuple[tuple[str, int], ...] = ()


# -- conditions ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A row is in the set of a symbol."""

    access: Access
    row: Key


@dataclass(frozen=True, slots=True)
class Exists:
    """Some row matches the key of an access path; without a key, the symbol has a row."""

    access: Access
    key: Key = ()


@dataclass(frozen=True, slots=True)
class Subset:
    """All rows of a symbol, or all of some constant rows, are rows of another symbol."""

    rows: Access | tuple[Row, ...]
    access: Access


@dataclass(frozen=True, slots=True)
class Compare:
    """Two rows are equal (`==`) or different (`!=`)."""

    operator: str
    left: Key
    right: Key


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function, which returns whether something holds, or emits rows."""

    name: str
    arguments: tuple[Operand, ...] = ()


@dataclass(frozen=True, slots=True)
class Includes:
    """A local collection contains a row."""

    collection: str
    row: Key


@dataclass(frozen=True, slots=True)
class Nonempty:
    """A local collection has an item."""

    collection: str


@dataclass(frozen=True, slots=True)
class Not:
    condition: Condition


@dataclass(frozen=True, slots=True)
class Any:
    conditions: tuple[Condition, ...]


Condition = Member | Exists | Subset | Compare | Call | Includes | Nonempty | Not | Any


# -- operations ------------------------------------------------------------------------------


class Action(Enum):
    """The use that an `Emit` makes of a row or a number."""

    OUT = auto()
    """Call a function of a tuple."""
    ITEM = auto()
    """Call a function of a row as sets hold it."""
    APPEND = auto()
    """Append it to a local list."""
    ADD = auto()
    """Add it to a local set."""
    KEEP = auto()
    """Add the number of a row to a join view, given by its number."""
    DROP = auto()
    """Remove the number of a row from a join view that contains it."""
    DISCARD = auto()
    """Remove the number of a row from a join view."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Continue if all conditions hold."""

    conditions: tuple[Condition, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Scan:
    """Loop over the rows that match a key, or over a local collection.

    Attributes:
        source: The access path, or the collection.
        key: The known columns.
        targets: The variables of the other columns.
        body: The operations for each row.
        work: An upper bound of the rows that this loop and the loops in it try.
        interval: The number of rows between two checks of the clock; 0 without checks.
        growing: True if the body may add rows to the set that is scanned.
    """

    source: Access | str
    key: Key
    targets: tuple[str, ...]
    body: Block
    work: int = 0
    interval: int = 0
    growing: bool = False


@dataclass(frozen=True, slots=True)
class Lookup:
    """Bind the other columns of the only row that matches a key; continue if there is one."""

    access: Access
    key: Key
    targets: tuple[str, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Bind:
    """Assign a row, a number or the result of a call to a variable; an empty list if the value is None."""

    name: str
    value: Key | Sum | Call | None


@dataclass(frozen=True, slots=True)
class Unpack:
    """Assign the columns of a row, or the items of another local sequence, to variables."""

    targets: tuple[str, ...]
    row: str


@dataclass(frozen=True, slots=True)
class Emit:
    """Hand on a row or a number; the target is a local variable, or the number of a join view."""

    action: Action
    target: Operand
    value: Key | Sum


@dataclass(frozen=True, slots=True)
class Insert:
    """Insert a row into the container of an access path."""

    access: Access
    row: Key


@dataclass(frozen=True, slots=True)
class Erase:
    """Remove a row from the container of an access path."""

    access: Access
    row: Key


@dataclass(frozen=True, slots=True)
class AddGroup:
    """Add the rows that go with an atom to a join view of grouped rows, given by its number."""

    view: int
    atom: Key


@dataclass(frozen=True, slots=True)
class RemoveGroup:
    """Remove the rows that go with an atom from a join view of grouped rows."""

    view: int
    atom: Key


@dataclass(frozen=True, slots=True)
class Log:
    """Append a row to the change log with a name."""

    log: str
    row: Key


@dataclass(frozen=True, slots=True)
class MarkStale:
    """Mark the rows of a rule, or a whole stratum, as out of date."""

    number: int
    stratum: bool = False


@dataclass(frozen=True, slots=True)
class CheckClock:
    """Raise `TimeoutError` if the time of the call is over."""


@dataclass(frozen=True, slots=True)
class Return:
    """Return the value of a variable; a list as a tuple if it is `frozen`. A test without a value holds."""

    value: str | None = None
    frozen: bool = False


Nested = Filter | Scan | Lookup
Change = Insert | Erase | AddGroup | RemoveGroup | Log | MarkStale
Operation = Nested | Change | Bind | Unpack | Emit | CheckClock | Return | Call
Block = tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A function that compares numeric expressions; `known` has the operands of their terms."""

    name: str
    test: Test
    known: tuple[tuple[Term, Operand], ...]


@dataclass(frozen=True, slots=True)
class Procedure:
    """A function, after the helpers that it calls.

    Attributes:
        name: Its name.
        parameters: Its parameters.
        body: Its operations.
        helpers: The functions that it calls.
        test: True if it returns whether a `Return` is reached.
        rows: The rows that have a name throughout the function, and their names.
    """

    name: str
    parameters: tuple[str, ...]
    body: Block
    helpers: tuple[Procedure | Comparison, ...] = ()
    test: bool = False
    rows: tuple[tuple[Key, str], ...] = ()

    @property
    def checks_clock(self) -> bool:
        """True if the function or a helper checks the clock, since it may take long."""
        return any(
            isinstance(each, CheckClock) or (isinstance(each, Scan) and each.interval > 0)
            for each in operations(self.body)
        ) or any(isinstance(helper, Procedure) and helper.checks_clock for helper in self.helpers)

    @property
    def emits_once(self) -> bool:
        """True if no row is emitted twice, because rows contain all variables that loops bind."""
        bound: set[str] = set()
        for each in operations(self.body):
            match each:
                case Scan(targets=targets):
                    bound.update(targets)
                case Emit(value=tuple() as row):
                    if not bound.issubset(row):
                        return False
                case Call():
                    return False
        return True


def operations(block: Block) -> Iterator[Operation]:
    """Yield all operations of a block, outer ones first."""
    for each in block:
        yield each
        if isinstance(each, Filter | Scan | Lookup):
            yield from operations(each.body)


def free_variables(block: Block) -> dict[str, None]:
    """Return the variables that a block needs and does not bind, in the order of their use."""
    found: dict[str, None] = {}
    bound: set[str] = set()
    for each in operations(block):
        for name in _used(each):
            if isinstance(name, str) and name not in bound:
                found[name] = None
        match each:
            case Scan(targets=targets) | Lookup(targets=targets):
                bound.update(targets)
            case Bind(name):
                bound.add(name)
            case Unpack(targets):
                bound.update(targets)
    return found


def _used(operation: Operation) -> Iterator[Operand]:
    """Yield the operands of an operation, without those of its body."""
    match operation:
        case Filter(conditions):
            for condition in conditions:
                yield from _read(condition)
        case Scan(str() as collection):
            yield collection
        case Scan(_, key) | Lookup(_, key) | Insert(_, key) | Erase(_, key) | Call(_, key):
            yield from key
        case Bind(_, value):
            yield from _operands(value)
        case Emit(_, target, value):
            yield target
            yield from _operands(value)
        case AddGroup(_, row) | RemoveGroup(_, row) | Log(_, row):
            yield from row
        case Unpack(_, row):
            yield row
        case Return(str() as value):
            yield value
        case MarkStale() | CheckClock() | Return():
            pass
        case _:
            assert_never(operation)


def _operands(value: Key | Sum | Call | None) -> Key:
    match value:
        case Call(_, operands):
            return operands
        case Sum(_, summands, products):
            return (*summands, *(name for name, _ in products))
        case None:
            return ()
        case _:
            return value


def _read(condition: Condition) -> Iterator[Operand]:
    """Yield the operands of a condition."""
    match condition:
        case Member(_, key) | Exists(_, key) | Call(_, key):
            yield from key
        case Compare(_, left, right):
            yield from left
            yield from right
        case Includes(collection, row):
            yield collection
            yield from row
        case Nonempty(collection):
            yield collection
        case Not(inner):
            yield from _read(inner)
        case Any(inner):
            for each in inner:
                yield from _read(each)
        case Subset():
            pass
        case _:
            assert_never(condition)
