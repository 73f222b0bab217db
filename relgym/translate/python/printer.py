"""Plans as Python text: joins over sets and dicts of object numbers.

A symbol's rows lie in a set, one number a row for one column and tuples for more. An index is a list by the number of
one known column, or a dict by the numbers of several; it holds sets of the other columns, or those of the only row.

>>> from relgym.model.plan import Access
>>> from relgym.model.program import Role, Symbol
>>> on, clear = Symbol(Role.FLUENT, "on", 2), Access(Symbol(Role.FLUENT, "clear", 1))
>>> scan = Scan(Access(on, (0,)), ("X",), ("Y",), (Emit(Action.OUT, "out", ("X", "Y")),))
>>> print(Printer(Names()).text(Procedure("rule_0", ("out", "X"), (Filter((Member(clear, ("X",)),), (scan,)),))))
def rule_0(out, X):
    if X in fluent_clear_1:
        for Y in fluent_on_2_by_0[X]:
            out((X, Y))
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from relgym.model.plan import (
    Access,
    Action,
    AddGroup,
    Any,
    Bind,
    Block,
    Call,
    ChangedAtoms,
    CheckClock,
    Compare,
    Comparison,
    Condition,
    Draw,
    Emit,
    Erase,
    Exists,
    Filter,
    Includes,
    Insert,
    Key,
    Log,
    Lookup,
    MarkStale,
    Member,
    NewSet,
    Nonempty,
    Not,
    Procedure,
    RemoveGroup,
    Return,
    ReturnChanges,
    Scan,
    Subset,
    Sum,
    Unpack,
)
from relgym.translate.python.comparisons import comparison
from relgym.translate.python.names import Names, key

CHECK = "if clock() > deadline[0]: look()"

_EMITTED: Mapping[Action, tuple[str, str, str]] = {
    Action.OUT: ("", "(", ")"),
    Action.ITEM: ("", "(", ")"),
    Action.APPEND: ("", ".append(", ")"),
    Action.ADD: ("", ".add(", ")"),
    Action.KEEP: ("kept_", "[", "] = None"),
    Action.DROP: ("del kept_", "[", "]"),
    Action.DISCARD: ("kept_", ".pop(", ", None)"),
}
"""The texts before, between and after the target and the value of an `Emit`."""


def inner(lines: Iterable[str]) -> list[str]:
    """Return lines that stand in a block."""
    return [f"    {line}" for line in lines]


def total(number: Sum) -> str:
    """Return the text of a sum.

    >>> total(Sum(-3, ("first",), (("A0", 10), ("A1", 1)))), total(Sum(0))
    ('first + A0 * 10 + A1 - 3', '0')
    """
    parts = [*number.summands, *[name if factor == 1 else f"{name} * {factor}" for name, factor in number.products]]
    text = " + ".join(parts)
    constant = number.constant
    if not parts:
        return str(constant)
    return text if not constant else f"{text} - {-constant}" if constant < 0 else f"{text} + {constant}"


class Printer:
    """Prints plans, with the names of their containers."""

    def __init__(self, names: Names) -> None:
        self.names = names
        # The names of rows that a function makes once.
        self._rows: Mapping[Key, str] = {}

    # -- functions ---------------------------------------------------------------------------

    def text(self, procedure: Procedure | Comparison) -> str:
        """Return the text of a function and of the helpers that it calls."""
        if isinstance(procedure, Comparison):
            return comparison(self.names, procedure)
        self._rows = dict(procedure.rows)
        body = self.block(procedure.body, "    ")
        self._rows = {}
        if procedure.test:
            body.append("    return False")
        head = f"def {procedure.name}({', '.join(procedure.parameters)}):"
        return self.texts(procedure.helpers) + "\n".join([head, *(body or ["    pass"]), ""])

    def texts(self, procedures: Iterable[Procedure | Comparison]) -> str:
        """Return the texts of several functions."""
        return "".join([self.text(each) for each in procedures])

    # -- operations --------------------------------------------------------------------------

    def block(self, block: Block, indent: str = "") -> list[str]:
        """Return the lines of a block."""
        lines: list[str] = []
        for each in block:
            match each:
                case Filter() | Lookup():
                    self._guarded(each, indent, lines)
                case Scan(body=body):
                    lines.append(f"{indent}for {', '.join(each.targets) or '_'} in {self._source(each)}:")
                    lines += self.block(body, indent + "    ")
                case Draw(outcomes):
                    lines.append(f"{indent}point = draw()")
                    for number, (share, body) in enumerate(outcomes):
                        branch = "elif" if number else "if"
                        lines.append(f"{indent}{branch} (point := point - {share!r}) < 0:")
                        lines += self.block(body, indent + "    ") or [f"{indent}    pass"]
                case NewSet(name, rows):
                    lines.append(
                        f"{indent}{name} = {{{', '.join(map(self.key, rows))}}}" if rows else f"{indent}{name} = set()"
                    )
                case Bind(name, value):
                    lines.append(f"{indent}{name} = {self._bound(value)}")
                case Unpack(targets, row):
                    lines.append(f"{indent}{', '.join(targets)}, = {row}")
                case Emit(action, target, value):
                    before, between, after = _EMITTED[action]
                    text = self._value(value)
                    if action is Action.OUT and isinstance(value, tuple) and len(value) == 1:
                        text = f"({text},)"
                    lines.append(f"{indent}{before}{target}{between}{text}{after}")
                case Insert(access, row):
                    lines += [indent + line for line in self._insert(access, row)]
                case Erase(access, row):
                    lines.append(indent + self._erase(access, row))
                case AddGroup(view, atom):
                    place = self.key(atom)
                    new = f"known_{view}[{place}] = chunk_{view}({', '.join(map(str, atom))})"
                    lines.append(f"{indent}chunk = known_{view}.get({place})")
                    lines.append(f"{indent}if chunk is None: chunk = {new}")
                    lines.append(f"{indent}if chunk: chunks_{view}[{place}] = chunk")
                case RemoveGroup(view, atom):
                    lines.append(f"{indent}chunks_{view}.pop({self.key(atom)}, None)")
                case Log(log, row):
                    lines.append(f"{indent}{log}.append({self.key(row)})")
                case MarkStale(number, stratum):
                    lines.append(indent + (f"stratum_{number}.fresh = False" if stratum else f"stale[{number}] = True"))
                case CheckClock():
                    lines.append(indent + CHECK)
                case Return(None):
                    lines.append(f"{indent}return True")
                case Return(value, frozen):
                    lines.append(f"{indent}return tuple({value})" if frozen else f"{indent}return {value}")
                case ReturnChanges(changes):
                    lines.append(f"{indent}return ({''.join([f'{self._changed(own)}, ' for own in changes])})")
                case Call():
                    lines.append(indent + self.condition(each))
                case _:
                    assert_never(each)
        return lines

    def _guarded(self, operation: Filter | Lookup, indent: str, lines: list[str]) -> None:
        """Print a block under conditions; conditions that follow each other are joined."""
        conditions: list[str] = []
        while True:
            several: tuple[str, ...] = ()
            if isinstance(operation, Filter):
                conditions += [self.condition(condition, True) for condition in operation.conditions]
            else:
                several = operation.targets if len(operation.targets) > 1 else ()
                name = "single" if several else operation.targets[0]
                conditions.append(f"({name} := {self._rows_of(operation.access, operation.key)}) is not None")
            body = operation.body
            if several or len(body) != 1 or not isinstance(body[0], Filter | Lookup):
                break
            operation = body[0]
        lines.append(f"{indent}if {' and '.join(conditions)}:")
        indent += "    "
        if several:
            lines.append(f"{indent}{', '.join(several)} = single")
        lines += self.block(body, indent)

    def _source(self, scan: Scan) -> str:
        source = scan.source
        text = source if isinstance(source, str) else self._rows_of(source, scan.key)
        if scan.ordered:
            return f"sorted({text})"
        if scan.growing:
            # A set must not grow during iteration.
            text = f"[*{text}]"
        if scan.interval:
            return f"({text} if len({text}) < {scan.interval} else watched({text}, {scan.interval}))"
        return text

    def _insert(self, access: Access, row: Key) -> list[str]:
        name = self.names.container(access)
        if not access.known:
            return [f"{name}.add({self.key(row)})"]
        place, item = map(self.key, access.split(row))
        if access.single:
            return [f"{name}[{place}] = {item}"]
        found = f"{name}[{place}]) is EMPTY" if len(access.known) == 1 else f"{name}.get({place})) is None"
        return [f"if (bucket := {found}: {name}[{place}] = {{{item}}}", f"else: bucket.add({item})"]

    def _erase(self, access: Access, row: Key) -> str:
        name = self.names.container(access)
        if not access.known:
            return f"{name}.discard({self.key(row)})"
        place, item = map(self.key, access.split(row))
        return f"{name}[{place}] = None" if access.single else f"{name}[{place}].discard({item})"

    def _changed(self, atoms: ChangedAtoms) -> str:
        readded = f" - {atoms.readded}" if atoms.readded else ""
        if atoms.stored is None:
            return atoms.name + readded
        return f"{atoms.name}{readded} {'-' if atoms.added else '&'} {self.names.container(atoms.stored)}"

    # -- conditions and values ---------------------------------------------------------------

    def condition(self, condition: Condition, several: bool = False) -> str:
        """Return the expression of a condition; `several` is true if it may stand beside others."""
        match condition:
            case Member(access, row):
                return f"{self.key(row)} in {self.names.container(access)}"
            case Exists(access, row):
                text = self._rows_of(access, row)
                return f"{text} is not None" if access.single else text
            case Compare(operator, left, right):
                return f"{self.key(left)} {operator} {self.key(right)}"
            case Call(name, operands):
                return f"{name}({', '.join(map(str, operands))})"
            case Not(Member(access, row)):
                return f"{self.key(row)} not in {self.names.container(access)}"
            case Not(Includes(collection, row)):
                return f"{self.key(row)} not in {collection}"
            case Not(Exists(access, row)) if access.single:
                return f"{self._rows_of(access, row)} is None"
            case Not(inner):
                return f"not {self.condition(inner, True)}"
            case Any(conditions):
                text = " or ".join([self.condition(each, True) for each in conditions]) or "False"
                return f"({text})" if several and len(conditions) > 1 else text
            case Subset(rows, access):
                name = self.names.container(rows) if isinstance(rows, Access) else self.names.constant(rows)
                return f"{name} <= {self.names.container(access)}"
            case Includes(collection, row):
                return f"{self.key(row)} in {collection}"
            case Nonempty(collection):
                return collection
            case _:
                assert_never(condition)

    def key(self, row: Key) -> str:
        """Return a row as sets and dicts hold it, by its name if it has one."""
        return self._rows.get(row) or key(row)

    def _bound(self, value: Key | Sum | Call | None) -> str:
        match value:
            case None:
                return "[]"
            case Call():
                return self.condition(value)
            case Sum():
                return total(value)
            case _:
                return key(value)

    def _value(self, value: Key | Sum) -> str:
        return total(value) if isinstance(value, Sum) else self.key(value)

    def _rows_of(self, access: Access, row: Key) -> str:
        """Return the text of the rows that match the key of an access path, or of the only one."""
        name = self.names.container(access)
        if not row:
            return name
        if len(row) == 1:
            return f"{name}[{row[0]}]"
        return f"{name}.get({self.key(row)})" if access.single else f"{name}.get({self.key(row)}, EMPTY)"
