"""Incremental maintenance of a stratum as a generated Python function: delete and rederive (DRed).

The changes of other symbols are in lists, `pending_K_S` for the stratum K and the symbol S. The functions that change
rows append to them, and this function empties them; repeated rows, and rows that have changed back, do no harm. The
function has these steps (see `translate/analysis/delta_rules.py`):

1. over-delete: find the rows that may no longer hold, and the rows that depend on them;
2. remove them, and rederive those that hold by another rule;
3. insert the new rows, and the rows that follow from them;
4. append the changes to the lists of dependent strata.

If more than a few rows have changed, `anew_K` may derive the stratum from scratch instead, and says if it has.

>>> from relgym.model.program import Role
>>> from relgym.translate.analysis.consequences import guessed_sizes
>>> x, y = Variable("?x"), Variable("?y")
>>> road, open_, free = Symbol(Role.STATIC, "road", 2), Symbol(Role.FLUENT, "open", 1), Symbol(Role.DERIVED, "free", 1)
>>> rule = Rule(Literal(free, (x,)), (Literal(road, (x, y)), Literal(open_, (y,))))
>>> writer = UpkeepWriter(PythonWriter(), 0, {free: [rule]}, guessed_sizes([rule], 10))
>>> print(writer.text({}))
def holds_2(A0):
    for Y_1 in static_road_2_by_0[A0]:
        if not (Y_1 in fluent_open_1): continue
        return True
    return False
def follow_0():
    if len(pending_0_fluent_open_1) > 8 and anew_0(): return
    came_0 = {*pending_0_fluent_open_1}
    pending_0_fluent_open_1.clear()
    gone_0 = came_0 - fluent_open_1
    came_0 -= gone_0
    lost_0, new_0 = EMPTY, []
    if gone_0 and derived_free_1:
        lost_0 = set()
        for R0 in gone_0:
            for X_1 in static_road_2_by_1[R0]:
                if X_1 in derived_free_1: lost_0.add(X_1)
        derived_free_1.difference_update(lost_0)
        for A0 in lost_0:
            if holds_2(A0): derived_free_1.add(A0); new_0.append(A0)
    for R0 in came_0:
        for X_1 in static_road_2_by_1[R0]:
            if X_1 not in derived_free_1: derived_free_1.add(X_1); new_0.append(X_1)
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from relgym.model.program import Body, Literal, Role, Rule, Some, Symbol
from relgym.model.terms import Object, Term, Variable
from relgym.translate.analysis.delta_rules import Trigger, bound, triggers
from relgym.translate.program.join_order import Sizes
from relgym.translate.python.functions import inner
from relgym.translate.python.joins import joined, named, targets
from relgym.translate.python.names import key
from relgym.translate.python.program import BodyWriter, Leaf, PythonWriter

FEW = 8
"""The number of changed rows above which deriving the stratum from scratch may be faster."""

INDEX = 3.0
"""The cost of a look-up in a symbol of the stratum, in rows: its indexes must be maintained."""

Lines = list[str]


@dataclass(slots=True)
class Joins:
    """The lines that find rows: for those of a symbol that have come, for those that have gone, and for own ones."""

    came: dict[Symbol, Lines] = field(default_factory=dict)
    gone: dict[Symbol, Lines] = field(default_factory=dict)
    inside: dict[Symbol, Lines] = field(default_factory=dict)


class UpkeepWriter:
    """Writes the function `follow_K` of stratum K, whose symbols are defined by `rules`.

    The constructor uses the names of all sets and indexes that the function reads. `text` writes the maintenance of the
    own symbols' indexes that are in use by then.
    """

    def __init__(
        self, writer: PythonWriter, stratum: int, rules: Mapping[Symbol, Sequence[Rule]], sizes: Sizes
    ) -> None:
        self._writer = writer
        self.name = f"follow_{stratum}"
        self._stratum = stratum
        self._own = list(rules)
        self._sizes = {**sizes, **{own: replace(sizes[own], rows=sizes[own].rows * INDEX) for own in self._own}}
        self._helpers: Lines = []
        found = [(rule, trigger) for own in rules.values() for rule in own for trigger in triggers(rule, self._sizes)]
        self._recursive = any(trigger.symbol in self._own for _, trigger in found)
        others = dict.fromkeys(trigger.symbol for _, trigger in found if trigger.symbol not in self._own)
        # The symbols whose changes are read; of several that are needed the first need not be as it was, so it is one
        # of which much changes.
        self.reads = sorted(others, key=lambda symbol: symbol.role is Role.FLUENT)
        self._lost, self._won = Joins(), Joins()
        # The symbols whose old rows are needed for over-deletion.
        self._restored: set[Symbol] = set()
        for rule, trigger in found:
            self._write(rule.head.symbol, trigger)
        self._checks = [self._check(own, rules[own]) for own in self._own]

    def pending(self, symbol: Symbol) -> str:
        """Return the name of the change list of a symbol."""
        return f"pending_{self._stratum}_{self._writer.symbol(symbol)}"

    # -- joins -------------------------------------------------------------------------------

    def _write(self, head: Symbol, trigger: Trigger) -> None:
        """Write what rows of a symbol that have changed mean for those of a head."""
        symbol = trigger.symbol
        if symbol in self._own:
            self._add(self._lost.inside, symbol, trigger.loose, self._lose(head))
            self._add(self._won.inside, symbol, trigger.whole, self._win(head), self._own)
            return
        if trigger.lost_if_true:
            self._add(self._lost.came, symbol, trigger.loose, self._lose(head))
            self._add(self._won.gone, symbol, trigger.whole, self._win(head), self._own)
        if trigger.lost_if_false:
            self._add(self._lost.gone, symbol, trigger.loose, self._lose(head))
            self._add(self._won.came, symbol, trigger.whole, self._win(head), self._own)
            # What rested on several rows that have gone is found by the first of their symbols.
            needed = {goal.symbol for goal in trigger.loose.body[1:] if isinstance(goal, Literal)}
            self._restored |= needed & {*self.reads[self.reads.index(symbol) :]}

    def _add(
        self, joins: dict[Symbol, Lines], symbol: Symbol, rule: Rule, leaf: Leaf, growing: Collection[Symbol] = ()
    ) -> None:
        """Write the joins that start from rows of the symbol of a rule's first literal."""
        join = joined(self._writer, rule, self._sizes, leaf, growing)
        self._helpers += join.helpers
        joins.setdefault(symbol, []).extend(join.lines)

    def _lose(self, head: Symbol) -> Leaf:
        """Return the leaf that over-deletes rows of a symbol."""
        rows, place = self._writer.access(head), self._own.index(head)

        def leaf(texts: Sequence[str]) -> str:
            row, name = named(texts)
            found = f"lost_{place}.add({name})"
            if not self._recursive:
                return f"if {row} in {rows}: {found}"
            return f"if {row} in {rows} and {name} not in lost_{place}: {found}; todo_{place}.append({name})"

        return leaf

    def _win(self, head: Symbol) -> Leaf:
        """Return the leaf that adds derived rows of a symbol."""
        rows, place = self._writer.access(head), self._own.index(head)

        def leaf(texts: Sequence[str]) -> str:
            row, name = named(texts)
            return f"if {row} not in {rows}: {rows}.add({name}); new_{place}.append({name})"

        return leaf

    def _check(self, symbol: Symbol, rules: Sequence[Rule]) -> str:
        """An expression that says whether a row, by the names of its columns, holds by one rule of a symbol."""
        ways = []
        for rule in rules:
            columns = [*zip(rule.head.terms, _columns(symbol), strict=True)]
            known: dict[Term, str] = {term: text for term, text in columns if isinstance(term, Variable)}
            same = [f"{text} == {self._writer.term(term, {})}" for term, text in columns if isinstance(term, Object)]
            ways.append(" and ".join([*same, self._holds(bound(rule, self._sizes), known)]))
        return " or ".join(ways) or "False"

    def _holds(self, body: Body, known: dict[Term, str]) -> str:
        """An expression that says whether a body holds."""
        open_ = [
            place for place, goal in enumerate(body) if isinstance(goal, Literal) and goal.variables - known.keys()
        ]
        if not body:
            return "True"
        if open_ and open_[0] < len(body) - 1:
            function, call = self._writer.holds(body, known)
            self._helpers.append(function.text)
            return call
        writer = BodyWriter(self._writer, "", [], known, (), None)
        last: Body = (Some((body[-1],)),) if open_ else body[-1:]
        text = " and ".join(f"({writer.condition(goal)})" for goal in (*body[:-1], *last))
        self._helpers += writer.helpers
        return text

    # -- the function ------------------------------------------------------------------------

    def text(self, told: Mapping[Symbol, Sequence[str]]) -> str:
        """Return the text of the function. `told` are the lists that get the changes of each own symbol."""
        own = range(len(self._own))
        changed = " + ".join(f"len({self.pending(symbol)})" for symbol in self.reads)
        lines = [f"if {changed} > {FEW} and anew_{self._stratum}(): return"]
        lines += [line for place, symbol in enumerate(self.reads) for line in self._read(place, symbol)]
        lines += [f"lost_{place}, new_{place} = EMPTY, []" for place in own]
        doubts = [f"came_{place}" for place, symbol in enumerate(self.reads) if symbol in self._lost.came]
        doubts += [f"gone_{place}" for place, symbol in enumerate(self.reads) if symbol in self._lost.gone]
        if doubts:
            rows = " or ".join(map(self._writer.access, self._own))
            lines += [f"if {_any(doubts)} and {rows if len(self._own) == 1 else f'({rows})'}:", *inner(self._losing())]
        lines += self._changed(self._won)
        lines += self._spread(told)
        lines += [line for place in own for line in self._tell(place, told)]
        return "".join(self._helpers) + "\n".join([f"def {self.name}():", *inner(lines)]) + "\n"

    def _read(self, place: int, symbol: Symbol) -> Lines:
        """Return the lines that read the changes of a symbol."""
        pending = self.pending(symbol)
        lines = [
            f"came_{place} = {{*{pending}}}",
            f"{pending}.clear()",
            f"gone_{place} = came_{place} - {self._writer.access(symbol)}",
            f"came_{place} -= gone_{place}",
        ]
        return (
            lines if len(self.reads) == 1 else [f"came_{place} = gone_{place} = EMPTY", f"if {pending}:", *inner(lines)]
        )

    def _losing(self) -> Lines:
        """Return the lines that over-delete rows, and rederive those that hold by another rule."""
        lines = [f"lost_{place} = set()" for place in range(len(self._own))]
        finding: Lines = []
        if self._recursive:
            lines += [f"todo_{place} = []" for place in range(len(self._own))]
        restored = [symbol for symbol in self.reads if symbol in self._restored]
        for symbol in restored:
            finding += self._change(symbol, f"gone_{self.reads.index(symbol)}", "add")
        finding += self._changed(self._lost)
        if self._recursive:
            finding += self._rounds("todo", self._lost.inside, lambda place: [])
        if restored:
            finding = ["try:", *inner(finding), "finally:"]
            for symbol in restored:
                finding += inner(self._change(symbol, f"gone_{self.reads.index(symbol)}", "discard"))
        lines += finding
        for place, symbol in enumerate(self._own):
            lines += self._change(symbol, f"lost_{place}", "discard")
        for place, (symbol, check) in enumerate(zip(self._own, self._checks, strict=True)):
            columns = _columns(symbol)
            lines.append(f"for {targets(columns)} in lost_{place}:")
            row, name = named(columns)
            held = f"{self._writer.access(symbol)}.add({name}); new_{place}.append({name})"
            lines += inner([f"if {check}: {held}"] if row == name else [f"if {check}: row = {key(columns)}; {held}"])
        return lines

    def _spread(self, told: Mapping[Symbol, Sequence[str]]) -> Lines:
        """The lines that put rows that are new where they are looked for, and find all that follow from them."""
        if not self._recursive:
            return [line for place in range(len(self._own)) for line in self._indexed(place, f"new_{place}")]

        def begun(place: int) -> Lines:
            every = [f"every_{place} += now_{place}"] if self._own[place] in told else []
            return every + self._indexed(place, f"now_{place}")

        kept = [f"every_{place} = []" for place, symbol in enumerate(self._own) if symbol in told]
        return kept + self._rounds("new", self._won.inside, begun)

    def _changed(self, joins: Joins) -> Lines:
        """The lines that find rows for those of others that have changed."""
        lines: Lines = []
        for place, symbol in enumerate(self.reads):
            lines += _each(symbol, f"gone_{place}", joins.gone) + _each(symbol, f"came_{place}", joins.came)
        return lines

    def _rounds(self, kind: str, joins: Mapping[Symbol, Lines], begun: Callable[[int], Lines]) -> Lines:
        """The lines that work off lists of rows, to which they add others, round by round."""
        own = range(len(self._own))
        lines = ["if clock() > deadline[0]: look()"]
        for place in own:
            lines += [f"now_{place}, {kind}_{place} = {kind}_{place}, []", *begun(place)]
        for place, symbol in enumerate(self._own):
            lines += _each(symbol, f"now_{place}", joins)
        return [f"while {_any([f'{kind}_{place}' for place in own])}:", *inner(lines)]

    def _indexed(self, place: int, rows: str) -> Lines:
        """The lines that put the parts of own rows where they are found by the others."""
        columns = _columns(self._own[place])
        lines = self._writer.put_apart(self._own[place], columns, "add")
        return [f"for {targets(columns)} in {rows}:", *inner(lines)] if lines else []

    def _change(self, symbol: Symbol, rows: str, method: str) -> Lines:
        """The lines that add some rows to all sets of a symbol, or discard them from there."""
        columns = _columns(symbol)
        every = "update" if method == "add" else "difference_update"
        lines = [f"{self._writer.access(symbol)}.{every}({rows})"]
        parts = self._writer.put_apart(symbol, columns, method)
        return [*lines, f"for {targets(columns)} in {rows}:", *inner(parts)] if parts else lines

    def _tell(self, place: int, told: Mapping[Symbol, Sequence[str]]) -> Lines:
        """Return the lines that report the changes of an own symbol: rows that were deleted or added, but not both."""
        names = told.get(self._own[place], ())
        won = f"every_{place}" if self._recursive else f"new_{place}"
        if not names:
            return []
        lines = [f"changed = lost_{place}.symmetric_difference({won})", *(f"{name}.extend(changed)" for name in names)]
        return [f"if lost_{place} or {won}:", *inner(lines)]


def _columns(symbol: Symbol) -> list[str]:
    return [f"A{column}" for column in range(symbol.arity)]


def _each(symbol: Symbol, rows: str, joins: Mapping[Symbol, Lines]) -> Lines:
    """The lines of joins for each of some rows of a symbol."""
    columns = [f"R{column}" for column in range(symbol.arity)]
    return [f"for {targets(columns)} in {rows}:", *inner(joins[symbol])] if symbol in joins else []


def _any(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"({' or '.join(names)})"
