"""Incremental maintenance of a stratum as a generated Python function: delete and rederive (DRed).

The changes of other symbols are in lists, `log_K_S` for the stratum K and the symbol S. The functions that change
rows append to them, and this function empties them; repeated rows, and rows that have changed back, do no harm. The
function has these steps (see `translate/analysis/delta_rules.py` and `translate/plans/maintenance.py`):

1. over-delete: find the rows that may no longer hold, and the rows that depend on them;
2. remove them, and rederive those that hold by another rule;
3. insert the new rows, and the rows that follow from them;
4. append the changes to the lists of dependent strata.

If more than a few rows have changed, `derive_K` may derive the stratum from scratch instead, and says if it has.

>>> from relgym.model.program import Literal, Role, Rule
>>> from relgym.model.terms import Variable
>>> from relgym.translate.program.join_order import guessed_sizes
>>> from relgym.translate.plans.indexes import Indexes
>>> from relgym.translate.python.names import Names
>>> x, y = Variable("?x"), Variable("?y")
>>> road, open_, free = Symbol(Role.STATIC, "road", 2), Symbol(Role.FLUENT, "open", 1), Symbol(Role.DERIVED, "free", 1)
>>> rule = Rule(Literal(free, (x,)), (Literal(road, (x, y)), Literal(open_, (y,))))
>>> joins = StratumJoins(Indexes(), {free: [rule]}, guessed_sizes([rule], 10))
>>> writer = MaintenanceWriter(Printer(Names()), 0, joins)
>>> print(writer.text({}))
def holds_0(A0):
    for Y_1 in static_road_2_by_0[A0]:
        if Y_1 in fluent_open_1:
            return True
    return False
def maintain_0():
    if len(log_0_fluent_open_1) > 8 and derive_0(): return
    came_0 = {*log_0_fluent_open_1}
    log_0_fluent_open_1.clear()
    gone_0 = came_0 - fluent_open_1
    came_0 -= gone_0
    deleted_0, inserted_0 = EMPTY, []
    if gone_0 and derived_free_1:
        deleted_0 = set()
        for R0 in gone_0:
            for X_1 in static_road_2_by_1[R0]:
                if X_1 in derived_free_1:
                    deleted_0.add(X_1)
        derived_free_1.difference_update(deleted_0)
        for A0 in deleted_0:
            if holds_0(A0):
                derived_free_1.add(A0)
                inserted_0.append(A0)
    for R0 in came_0:
        for X_1 in static_road_2_by_1[R0]:
            if X_1 not in derived_free_1:
                derived_free_1.add(X_1)
                inserted_0.append(X_1)
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from relgym.model.plan import Block, Erase, Insert, Scan
from relgym.model.program import Symbol
from relgym.translate.plans.lower import arguments
from relgym.translate.plans.maintenance import DeltaJoins, StratumJoins
from relgym.translate.python.names import key
from relgym.translate.python.printer import CHECK, Printer, inner
from relgym.tuning.plans import UNCOMPARED_CHANGES_LIMIT

Lines = list[str]


class MaintenanceWriter:
    """Writes the function `maintain_K` of stratum K.

    `text` writes the maintenance of the own symbols' indexes that are in use by then.
    """

    def __init__(self, printer: Printer, stratum: int, joins: StratumJoins) -> None:
        self._printer = printer
        self._joins = joins
        self.name = f"maintain_{stratum}"
        self._stratum = stratum

    def log(self, symbol: Symbol) -> str:
        """Return the name of the change list of a symbol."""
        return f"log_{self._stratum}_{self._printer.names.symbol(symbol)}"

    def text(self, logs: Mapping[Symbol, Sequence[str]]) -> str:
        """Return the text of the function. `logs` are the lists that get the changes of each own symbol."""
        places = range(len(self._joins.own))
        changed = " + ".join(f"len({self.log(symbol)})" for symbol in self._joins.reads)
        lines = [f"if {changed} > {UNCOMPARED_CHANGES_LIMIT} and derive_{self._stratum}(): return"]
        lines += [line for place, symbol in enumerate(self._joins.reads) for line in self._read(place, symbol)]
        lines += [f"deleted_{place}, inserted_{place} = EMPTY, []" for place in places]
        deletions = self._joins.deletions
        deleting = [f"came_{place}" for place, symbol in enumerate(self._joins.reads) if symbol in deletions.came]
        deleting += [f"gone_{place}" for place, symbol in enumerate(self._joins.reads) if symbol in deletions.gone]
        if deleting:
            rows = _any([*map(self._rows, self._joins.own)])
            lines += [f"if {_any(deleting)} and {rows}:", *inner(self._delete())]
        lines += self._changed(self._joins.insertions)
        lines += self._insert_rounds(logs)
        lines += [line for place in places for line in self._write_logs(place, logs)]
        return self._printer.texts(self._joins.helpers) + "\n".join([f"def {self.name}():", *inner(lines), ""])

    def _rows(self, symbol: Symbol) -> str:
        """Return the name of the set of a symbol's rows."""
        return self._printer.names.container(self._joins.access(symbol))

    def _read(self, place: int, symbol: Symbol) -> Lines:
        """Return the lines that read the changes of a symbol."""
        log = self.log(symbol)
        lines = [
            f"came_{place} = {{*{log}}}",
            f"{log}.clear()",
            f"gone_{place} = came_{place} - {self._rows(symbol)}",
            f"came_{place} -= gone_{place}",
        ]
        if len(self._joins.reads) == 1:
            return lines
        return [f"came_{place} = gone_{place} = EMPTY", f"if {log}:", *inner(lines)]

    def _delete(self) -> Lines:
        """Return the lines that over-delete rows, and rederive those that hold by another rule."""
        lines = [f"deleted_{place} = set()" for place in range(len(self._joins.own))]
        finding: Lines = []
        if self._joins.recursive:
            lines += [f"todo_{place} = []" for place in range(len(self._joins.own))]
        restored = [symbol for symbol in self._joins.reads if symbol in self._joins.restored]
        for symbol in restored:
            finding += self._change(symbol, f"gone_{self._joins.reads.index(symbol)}", Insert)
        finding += self._changed(self._joins.deletions)
        if self._joins.recursive:
            finding += self._rounds("todo", self._joins.deletions.inside, lambda place: [])
        if restored:
            finding = ["try:", *inner(finding), "finally:"]
            for symbol in restored:
                finding += inner(self._change(symbol, f"gone_{self._joins.reads.index(symbol)}", Erase))
        lines += finding
        for place, symbol in enumerate(self._joins.own):
            lines += self._change(symbol, f"deleted_{place}", Erase)
        return lines + self._rederive()

    def _rederive(self) -> Lines:
        """Return the lines that insert over-deleted rows again that hold by another rule."""
        lines: Lines = []
        for place, (symbol, checks) in enumerate(zip(self._joins.own, self._joins.checks, strict=True)):
            columns = arguments(symbol.arity)
            ways = [" and ".join([self._printer.condition(each, True) for each in tests]) or "True" for tests in checks]
            row = key(columns) if len(columns) == 1 else "row"
            held = [f"{self._rows(symbol)}.add({row})", f"inserted_{place}.append({row})"]
            held = held if len(columns) == 1 else [f"row = {key(columns)}", *held]
            lines.append(f"for {', '.join(columns) or '_'} in deleted_{place}:")
            lines += inner([f"if {' or '.join(ways) or 'False'}:", *inner(held)])
        return lines

    def _insert_rounds(self, logs: Mapping[Symbol, Sequence[str]]) -> Lines:
        """Return the lines that insert new rows into indexes, and find all that follows from them."""
        if not self._joins.recursive:
            return [line for place in range(len(self._joins.own)) for line in self._indexed(place, f"inserted_{place}")]

        def begun(place: int) -> Lines:
            every = [f"every_{place} += now_{place}"] if self._joins.own[place] in logs else []
            return every + self._indexed(place, f"now_{place}")

        kept = [f"every_{place} = []" for place, symbol in enumerate(self._joins.own) if symbol in logs]
        return kept + self._rounds("inserted", self._joins.insertions.inside, begun)

    def _changed(self, joins: DeltaJoins) -> Lines:
        """Return the lines that find rows for those of others that have changed."""
        lines: Lines = []
        for place, symbol in enumerate(self._joins.reads):
            lines += self._each(symbol, f"gone_{place}", joins.gone) + self._each(symbol, f"came_{place}", joins.came)
        return lines

    def _each(self, symbol: Symbol, rows: str, joins: Mapping[Symbol, Block]) -> Lines:
        """Return the lines of the joins from each of some rows of a symbol."""
        columns = tuple([f"R{column}" for column in range(symbol.arity)])
        return self._loop(rows, columns, joins.get(symbol, ()))

    def _loop(self, rows: str, columns: tuple[str, ...], block: Block) -> Lines:
        return self._printer.block((Scan(rows, (), columns, block),)) if block else []

    def _rounds(self, kind: str, joins: Mapping[Symbol, Block], begun: Callable[[int], Lines]) -> Lines:
        """Return the lines that process lists of rows, to which they add others, round by round."""
        places = range(len(self._joins.own))
        lines = [CHECK]
        for place in places:
            lines += [f"now_{place}, {kind}_{place} = {kind}_{place}, []", *begun(place)]
        for place, symbol in enumerate(self._joins.own):
            lines += self._each(symbol, f"now_{place}", joins)
        return [f"while {_any([f'{kind}_{place}' for place in places])}:", *inner(lines)]

    def _indexed(self, place: int, rows: str) -> Lines:
        """Return the lines that insert own rows into indexes."""
        symbol = self._joins.own[place]
        return self._loop(rows, arguments(symbol.arity), self._joins.apart(symbol, Insert))

    def _change(self, symbol: Symbol, rows: str, operation: type[Insert] | type[Erase]) -> Lines:
        """Return the lines that insert some rows into all containers of a symbol, or erase them from there."""
        every = "update" if operation is Insert else "difference_update"
        block = self._joins.apart(symbol, operation)
        return [f"{self._rows(symbol)}.{every}({rows})", *self._loop(rows, arguments(symbol.arity), block)]

    def _write_logs(self, place: int, logs: Mapping[Symbol, Sequence[str]]) -> Lines:
        """Return the lines that report the changes of an own symbol: rows that were deleted or added, but not both."""
        names = logs.get(self._joins.own[place], ())
        inserted = f"every_{place}" if self._joins.recursive else f"inserted_{place}"
        if not names:
            return []
        lines = [f"changed = deleted_{place}.symmetric_difference({inserted})"]
        lines += [f"{name}.extend(changed)" for name in names]
        return [f"if deleted_{place} or {inserted}:", *inner(lines)]


def _any(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"({' or '.join(names)})"
