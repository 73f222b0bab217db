"""Plans as Python text: joins over sets and dicts of object numbers.

A symbol's rows lie in a set, one number a row for one column and tuples for more. An index is a list by the number of
one known column, or a dict by the numbers of several; it holds sets of the other columns, or those of the only row.

Functions also use these names of their scope:

- `view_G`, a dict whose keys are the numbers of rows, for each group G of rules with the same guards;
- `grouped_L`, for each view L of grouped rows, a dict from atoms to tuples of numbers, and `known_L`, all such tuples;
- `stale`, a list of the results that must be computed again, and `stratum_K`, the strata;
- the change logs of strata, by their names;
- `clock`, `deadline`, `look` and `watched`, for checks of the clock.

>>> from relgym.model.plan import Emit, Member, Scan
>>> from relgym.model.program import Role, Symbol
>>> on, clear = Symbol(Role.FLUENT, "on", 2), AccessPath(Symbol(Role.FLUENT, "clear", 1))
>>> scan = Scan(AccessPath(on, (0,)), ("X",), ("Y",), (Emit(EmitKind.OUT, "out", ("X", "Y")),))
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

from relgym.model import plan
from relgym.model.plan import AccessPath, EmitKind, Filter, Key, Lookup, Procedure, Sum
from relgym.translate.python.comparisons import comparison
from relgym.translate.python.names import Names, key

CHECK = "if clock() > deadline[0]: look()"

_EMITTED: Mapping[EmitKind, tuple[str, str, str]] = {
    EmitKind.OUT: ("", "(", ")"),
    EmitKind.ITEM: ("", "(", ")"),
    EmitKind.APPEND: ("", ".append(", ")"),
    EmitKind.ADD: ("", ".add(", ")"),
    EmitKind.KEEP: ("view_", "[", "] = None"),
    EmitKind.DROP: ("del view_", "[", "]"),
    EmitKind.DISCARD: ("view_", ".pop(", ", None)"),
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

    def text(self, procedure: Procedure | plan.Comparison) -> str:
        """Return the text of a function and of the helpers that it calls."""
        if isinstance(procedure, plan.Comparison):
            return comparison(self.names, procedure)
        self._rows = dict(procedure.rows)
        body = self.block(procedure.body, "    ")
        self._rows = {}
        if procedure.test:
            body.append("    return False")
        head = f"def {procedure.name}({', '.join(procedure.parameters)}):"
        return self.texts(procedure.helpers) + "\n".join([head, *(body or ["    pass"]), ""])

    def texts(self, procedures: Iterable[Procedure | plan.Comparison]) -> str:
        """Return the texts of several functions."""
        return "".join([self.text(each) for each in procedures])

    # -- operations --------------------------------------------------------------------------

    def block(self, block: plan.Block, indent: str = "") -> list[str]:
        """Return the lines of a block."""
        lines: list[str] = []
        for each in block:
            # Those that most plans have stand first.
            match each:
                case Filter() | Lookup():
                    self._guarded(each, indent, lines)
                case plan.Scan(body=body):
                    lines.append(f"{indent}for {', '.join(each.targets) or '_'} in {self._source(each)}:")
                    lines += self.block(body, indent + "    ")
                case plan.DrawOutcome(outcomes):
                    lines.append(f"{indent}point = draw()")
                    for number, (share, body) in enumerate(outcomes):
                        branch = "elif" if number else "if"
                        lines.append(f"{indent}{branch} (point := point - {share!r}) < 0:")
                        lines += self.block(body, indent + "    ") or [f"{indent}    pass"]
                case _:
                    lines += [indent + line for line in self._statements(each)]
        return lines

    def _statements(self, operation: plan.Statement) -> list[str]:
        """Return the lines of an operation that has no block in it."""
        match operation:
            case plan.Emit():
                return [self._emit(operation)]
            case plan.Return(None):
                return ["return True"]
            case plan.Return(value, frozen):
                return [f"return tuple({value})" if frozen else f"return {value}"]
            case plan.NewSet(name, rows):
                return [f"{name} = {{{', '.join(map(self.key, rows))}}}" if rows else f"{name} = set()"]
            case plan.Bind(name, value):
                return [f"{name} = {self._bound(value)}"]
            case plan.Unpack(targets, row):
                return [f"{', '.join(targets)}{',' * (len(targets) == 1)} = {row}"]
            case plan.Insert(access, row):
                return self._insert(access, row)
            case plan.Erase(access, row):
                return [self._erase(access, row)]
            case plan.Group(view, atom, True):
                place = self.key(atom)
                new = f"known_{view}[{place}] = find_grouped_{view}({', '.join(map(str, atom))})"
                return [
                    f"rows = known_{view}.get({place})",
                    f"if rows is None: rows = {new}",
                    f"if rows: grouped_{view}[{place}] = rows",
                ]
            case plan.Group(view, atom):
                return [f"grouped_{view}.pop({self.key(atom)}, None)"]
            case plan.Log(log, row):
                return [f"{log}.append({self.key(row)})"]
            case plan.MarkStale(number, stratum):
                return [f"stratum_{number}.fresh = False" if stratum else f"stale[{number}] = True"]
            case plan.CheckClock():
                return [CHECK]
            case plan.ReturnChanges(changes):
                return [f"return ({''.join([f'{self._changed(change)}, ' for change in changes])})"]
            case plan.ProcedureCall():
                return [self.condition(operation)]
            case _:
                assert_never(operation)

    def _emit(self, operation: plan.Emit) -> str:
        before, between, after = _EMITTED[operation.action]
        text = total(operation.value) if isinstance(operation.value, Sum) else self.key(operation.value)
        if operation.action is EmitKind.OUT and isinstance(operation.value, tuple) and len(operation.value) == 1:
            text = f"({text},)"
        return f"{before}{operation.target}{between}{text}{after}"

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

    def _source(self, scan: plan.Scan) -> str:
        text = self._rows_of(scan.source, scan.key)
        if scan.ordered:
            return f"sorted({text})"
        if scan.growing:
            # A set must not grow during iteration.
            text = f"[*{text}]"
        if scan.interval:
            return f"({text} if len({text}) < {scan.interval} else watched({text}, {scan.interval}))"
        return text

    def _insert(self, access: AccessPath, row: Key) -> list[str]:
        name = self.names.container(access)
        if not access.known:
            return [f"{name}.add({self.key(row)})"]
        place, item = map(self.key, access.split(row))
        if access.single:
            return [f"{name}[{place}] = {item}"]
        is_missing = f"{name}[{place}]) is EMPTY" if len(access.known) == 1 else f"{name}.get({place})) is None"
        return [f"if (bucket := {is_missing}: {name}[{place}] = {{{item}}}", f"else: bucket.add({item})"]

    def _erase(self, access: AccessPath, row: Key) -> str:
        name = self.names.container(access)
        if not access.known:
            return f"{name}.discard({self.key(row)})"
        place, item = map(self.key, access.split(row))
        return f"{name}[{place}] = None" if access.single else f"{name}[{place}].discard({item})"

    def _changed(self, atoms: plan.ChangedAtoms) -> str:
        readded = f" - {atoms.readded}" if atoms.readded else ""
        if atoms.stored is None:
            return atoms.name + readded
        return f"{atoms.name}{readded} {'-' if atoms.added else '&'} {self.names.container(atoms.stored)}"

    # -- conditions and values ---------------------------------------------------------------

    def condition(self, condition: plan.Condition, several: bool = False) -> str:
        """Return the expression of a condition; `several` is true if it may stand beside others."""
        match condition:
            case plan.Member(source, row):
                return f"{self.key(row)} in {self._name(source)}"
            case plan.Negation(plan.Member(source, row)):
                return f"{self.key(row)} not in {self._name(source)}"
            case plan.ExistenceCheck(source, row):
                text = self._rows_of(source, row)
                return f"{text} is not None" if isinstance(source, AccessPath) and source.single else text
            case plan.Negation(plan.ExistenceCheck(AccessPath(single=True) as source, row)):
                return f"{self._rows_of(source, row)} is None"
            case plan.Negation(inner):
                return f"not {self.condition(inner, True)}"
            case plan.CompareRows(operator, left, right):
                return f"{self.key(left)} {operator} {self.key(right)}"
            case plan.ProcedureCall(name, operands):
                return f"{name}({', '.join(map(str, operands))})"
            case plan.Any(conditions):
                text = " or ".join([self.condition(each, True) for each in conditions]) or "False"
                return f"({text})" if several and len(conditions) > 1 else text
            case plan.Subset(rows, access):
                name = self._name(rows) if isinstance(rows, AccessPath) else self.names.constant(rows)
                return f"{name} <= {self._name(access)}"
            case _:
                assert_never(condition)

    def key(self, row: Key) -> str:
        """Return a row as sets and dicts hold it, by its name if it has one."""
        return self._rows.get(row) or key(row)

    def _bound(self, value: Key | Sum | plan.ProcedureCall | None) -> str:
        match value:
            case None:
                return "[]"
            case plan.ProcedureCall():
                return self.condition(value)
            case Sum():
                return total(value)
            case _:
                return key(value)

    def _name(self, source: AccessPath | str) -> str:
        return source if isinstance(source, str) else self.names.container(source)

    def _rows_of(self, source: AccessPath | str, row: Key) -> str:
        """Return the text of the rows that match the key of an access path, or of the only one."""
        name = self._name(source)
        if isinstance(source, str) or not row:
            return name
        if len(row) == 1:
            return f"{name}[{row[0]}]"
        return f"{name}.get({self.key(row)})" if source.single else f"{name}.get({self.key(row)}, EMPTY)"
