"""Relational plans: how the rows of a rule's body are found, and what is done with each of them.

A plan is a tree of nested operations, as in Soufflé's relational algebra machine (Jordan, Scholz and Subotić, Soufflé:
On synthesis of program analyzers, CAV 2016). `translate/plans` lowers rule bodies to plans and rewrites plans;
`translate/python` prints them.

A `str` in a plan is always a local variable of the function, and an `int` an object or a number.

>>> from relgym.model.program import Role
>>> clear, on = AccessPath(Symbol(Role.FLUENT, "clear", 1)), AccessPath(Symbol(Role.FLUENT, "on", 2), (0,))
>>> scan = Scan(on, ("X",), ("Y",), (Emit(EmitKind.OUT, "out", ("X", "Y")),))
>>> body = (Filter((Member(clear, ("X",)),), (scan,)),)
>>> [type(each).__name__ for each in operations(body)]
['Filter', 'Scan', 'Emit']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from relgym.model.program import Row, Symbol, Test
from relgym.model.terms import Term

Operand = str | int
"""A variable by its name, or an object by its number."""

Key = tuple[Operand, ...]
"""A row, or a part of one."""


@dataclass(frozen=True, slots=True, eq=False)
class AccessPath:
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
    """A row is in the set of a symbol, or in a local collection."""

    source: AccessPath | str
    row: Key


@dataclass(frozen=True, slots=True)
class ExistenceCheck:
    """Some row matches the key of an access path; without a key, the symbol or the local collection has a row."""

    source: AccessPath | str
    key: Key = ()


@dataclass(frozen=True, slots=True)
class Subset:
    """All rows of a symbol, or all of some constant rows, are rows of another symbol."""

    rows: AccessPath | tuple[Row, ...]
    access: AccessPath


@dataclass(frozen=True, slots=True)
class CompareRows:
    """Two rows are equal (`==`) or different (`!=`)."""

    operator: str
    left: Key
    right: Key


@dataclass(frozen=True, slots=True)
class ProcedureCall:
    """A call of a function, which returns whether something holds, or emits rows."""

    name: str
    arguments: Key = ()


@dataclass(frozen=True, slots=True)
class Negation:
    """A condition that holds where another one does not."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Any:
    """A condition that holds where one of several does."""

    conditions: tuple[Condition, ...]


Condition = Member | ExistenceCheck | Subset | CompareRows | ProcedureCall | Negation | Any


# -- operations ------------------------------------------------------------------------------


class EmitKind(Enum):
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
        ordered: True if the rows of a local collection are scanned in their order.
    """

    source: AccessPath | str
    key: Key
    targets: tuple[str, ...]
    body: Block
    work: int = 0
    interval: int = 0
    growing: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Lookup:
    """Bind the other columns of the only row that matches a key; continue if there is one."""

    access: AccessPath
    key: Key
    targets: tuple[str, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """Draw one of several outcomes, given with their probabilities; with the probability missing to 1, none.

    It takes one random number from the function's parameter `draw`.
    """

    outcomes: tuple[tuple[float, Block], ...]


@dataclass(frozen=True, slots=True)
class NewSet:
    """Assign a new set of rows to a variable."""

    name: str
    rows: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """Assign a row, a number or the result of a call to a variable; an empty list if the value is None."""

    name: str
    value: Key | Sum | ProcedureCall | None


@dataclass(frozen=True, slots=True)
class Unpack:
    """Assign the columns of a row, or the items of another local sequence, to variables."""

    targets: tuple[str, ...]
    row: str


@dataclass(frozen=True, slots=True)
class Emit:
    """Hand on a row or a number; the target is a local variable, or the number of a join view."""

    action: EmitKind
    target: Operand
    value: Key | Sum


@dataclass(frozen=True, slots=True)
class Insert:
    """Insert a row into the container of an access path."""

    access: AccessPath
    row: Key


@dataclass(frozen=True, slots=True)
class Erase:
    """Remove a row from the container of an access path."""

    access: AccessPath
    row: Key


@dataclass(frozen=True, slots=True)
class Group:
    """Add the rows that go with an atom to a join view of grouped rows, given by its number, or remove them."""

    view: int
    atom: Key
    added: bool


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


@dataclass(frozen=True, slots=True)
class ChangedAtoms:
    """A set of deleted or added atoms.

    Attributes:
        name: The local set.
        added: True if the atoms are added.
        readded: The local set of added atoms, which are not deleted.
        stored: The stored set of the symbol, if atoms that are as they will be are left out.
    """

    name: str
    added: bool
    readded: str | None
    stored: AccessPath | None


@dataclass(frozen=True, slots=True)
class ReturnChanges:
    """Return a tuple of sets of atoms."""

    changes: tuple[ChangedAtoms, ...]


Nested = Filter | Scan | Lookup | DrawOutcome
Change = Insert | Erase | Group | Log | MarkStale
Statement = Change | NewSet | Bind | Unpack | Emit | CheckClock | Return | ReturnChanges | ProcedureCall
Operation = Nested | Statement
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
                case ProcedureCall():
                    return False
        return True


def blocks(operation: Operation) -> tuple[Block, ...]:
    """Return the blocks inside an operation."""
    match operation:
        case Filter(body=body) | Scan(body=body) | Lookup(body=body):
            return (body,)
        case DrawOutcome(outcomes):
            return tuple([block for _, block in outcomes])
        case _:
            return ()


def operations(block: Block) -> Iterator[Operation]:
    """Yield all operations of a block, outer ones first."""
    todo = [*reversed(block)]
    while todo:
        each = todo.pop()
        yield each
        for inner in reversed(blocks(each)):
            todo += reversed(inner)
