"""Plans of delete and rederive (DRed) for one stratum: the joins from changed rows to the rows that they concern.

`translate/analysis/delta_rules.py` has the rules of these joins.

>>> from relgym.model.plan import operations
>>> from relgym.model.program import Role
>>> from relgym.translate.program.join_order import guessed_sizes
>>> x, y = Variable("?x"), Variable("?y")
>>> road, open_, free = Symbol(Role.STATIC, "road", 2), Symbol(Role.FLUENT, "open", 1), Symbol(Role.DERIVED, "free", 1)
>>> rule = Rule(Literal(free, (x,)), (Literal(road, (x, y)), Literal(open_, (y,))))
>>> joins = StratumJoins(Indexes(), {free: [rule]}, guessed_sizes([rule], 10))
>>> found = (joins.insertions.came, joins.deletions.gone)
>>> [[type(each).__name__ for each in operations(each[open_])] for each in found]
[['Scan', 'Filter', 'Insert', 'Emit'], ['Scan', 'Filter', 'Emit']]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from relgym.model import plan
from relgym.model.plan import AccessPath, Block, Condition, EmitKind, Filter, Key, Operand, Procedure
from relgym.model.program import Body, Literal, Role, Rule, Symbol, variables_of
from relgym.model.terms import Object, Term, Variable
from relgym.translate.analysis.delta_rules import Trigger, bound, triggers
from relgym.translate.plans.indexes import Indexes
from relgym.translate.plans.lower import BodyLowering, Found, arguments, filtered
from relgym.translate.program.join_order import Sizes, rows_on_the_way
from relgym.tuning.plans import RECURSIVE_LOOKUP_ROWS, UNCLOCKED_ROWS_LIMIT


@dataclass(slots=True)
class DeltaJoins:
    """The joins from changed rows R0, R1, ... of each symbol: added ones, deleted ones, and those of the stratum."""

    came: dict[Symbol, Block] = field(default_factory=dict)
    gone: dict[Symbol, Block] = field(default_factory=dict)
    inside: dict[Symbol, Block] = field(default_factory=dict)


class StratumJoins:
    """The joins that maintain the symbols of a stratum.

    Attributes:
        own: The symbols of the stratum.
        reads: The symbols whose changes are read.
        recursive: True if the stratum depends on itself.
        deletions: The joins that over-delete rows.
        insertions: The joins that insert rows.
        restored: The symbols whose old rows are needed for over-deletion.
        checks: For each own symbol, the conditions of each rule under which a row A0, A1, ... holds.
        helpers: The functions that these plans call.
    """

    def __init__(self, indexes: Indexes, rules: Mapping[Symbol, Sequence[Rule]], sizes: Sizes) -> None:
        self.own = list(rules)
        self._indexes = indexes
        self._sizes = {
            **sizes,
            **{symbol: replace(sizes[symbol], rows=sizes[symbol].rows * RECURSIVE_LOOKUP_ROWS) for symbol in self.own},
        }
        self.helpers: list[Procedure | plan.Comparison] = []
        triggered = [
            (rule, trigger) for bodies in rules.values() for rule in bodies for trigger in triggers(rule, self._sizes)
        ]
        self.recursive = any(trigger.symbol in self.own for _, trigger in triggered)
        others = dict.fromkeys(trigger.symbol for _, trigger in triggered if trigger.symbol not in self.own)
        # The first of several symbols need not be restored, so a symbol with many changes comes first.
        self.reads = sorted(others, key=lambda symbol: symbol.role is Role.FLUENT)
        self.deletions, self.insertions = DeltaJoins(), DeltaJoins()
        self.restored: set[Symbol] = set()
        for rule, trigger in triggered:
            self._join(rule.head.symbol, trigger)
        self.checks = [[self._check(symbol, rule) for rule in rules[symbol]] for symbol in self.own]

    def access(self, symbol: Symbol) -> AccessPath:
        """Return the set of a symbol's rows."""
        return self._indexes.access(symbol)

    def apart(self, symbol: Symbol, operation: type[plan.Insert] | type[plan.Erase]) -> Block:
        """Return the operations that insert a row A0, A1, ... into the indexes of its symbol, or erase it."""
        return self._indexes.put_apart(symbol, arguments(symbol.arity), operation)

    def _join(self, head: Symbol, trigger: Trigger) -> None:
        """Add the joins from changed rows of a symbol to those of a head."""
        symbol = trigger.symbol
        if symbol in self.own:
            self._add(self.deletions.inside, symbol, trigger.loose, self._deletion(head))
            self._add(self.insertions.inside, symbol, trigger.whole, self._insertion(head), self.own)
            return
        if trigger.lost_if_true:
            self._add(self.deletions.came, symbol, trigger.loose, self._deletion(head))
            self._add(self.insertions.gone, symbol, trigger.whole, self._insertion(head), self.own)
        if trigger.lost_if_false:
            self._add(self.deletions.gone, symbol, trigger.loose, self._deletion(head))
            self._add(self.insertions.came, symbol, trigger.whole, self._insertion(head), self.own)
            # A row that depends on several deleted rows is found by the first of their symbols.
            needed = {goal.symbol for goal in trigger.loose.body[1:] if isinstance(goal, Literal)}
            self.restored |= needed & {*self.reads[self.reads.index(symbol) :]}

    def _add(
        self, joins: dict[Symbol, Block], symbol: Symbol, rule: Rule, innermost: Found, growing: Collection[Symbol] = ()
    ) -> None:
        """Add the join that starts from rows of the symbol of a rule's first literal.

        `growing` are the symbols to whose sets rows are added as they are found.
        """
        pinned, *rest = rule.body
        assert isinstance(pinned, Literal)
        lowering = BodyLowering(self._indexes, {}, innermost, rule.head.terms, growing)
        conditions: list[Condition] = []
        for column, term in enumerate(pinned.terms):
            if isinstance(term, Object) or term in lowering.known:
                conditions.append(plan.CompareRows("==", (f"R{column}",), (lowering.operand(term),)))
            else:
                lowering.known[term] = f"R{column}"
        block = lowering.block(tuple(rest))
        if sum(rows_on_the_way(rest, variables_of(pinned), self._sizes)) > UNCLOCKED_ROWS_LIMIT:
            block = lowering.clocked(block)
        joins[symbol] = joins.get(symbol, ()) + filtered(conditions, lowering.split(block, "join"))
        self.helpers += lowering.helpers

    def _deletion(self, head: Symbol) -> Found:
        """Return what over-deletes rows of a symbol."""
        access, place = self.access(head), self.own.index(head)

        def innermost(lowering: BodyLowering) -> Block:
            begun, row = _named(lowering.found_row())
            deleted = f"deleted_{place}"
            if not self.recursive:
                return (*begun, Filter((plan.Member(access, row),), (plan.Emit(EmitKind.ADD, deleted, row),)))
            new = plan.Member(access, row), plan.Negation(plan.Member(deleted, row))
            return (
                *begun,
                Filter(new, (plan.Emit(EmitKind.ADD, deleted, row), plan.Emit(EmitKind.APPEND, f"todo_{place}", row))),
            )

        return innermost

    def _insertion(self, head: Symbol) -> Found:
        """Return what inserts derived rows of a symbol."""
        access, place = self.access(head), self.own.index(head)

        def innermost(lowering: BodyLowering) -> Block:
            begun, row = _named(lowering.found_row())
            inserted = plan.Insert(access, row), plan.Emit(EmitKind.APPEND, f"inserted_{place}", row)
            return (*begun, Filter((plan.Negation(plan.Member(access, row)),), inserted))

        return innermost

    def _check(self, symbol: Symbol, rule: Rule) -> list[Condition]:
        """Return the conditions under which a row A0, A1, ... holds by a rule of a symbol."""
        columns = [*zip(rule.head.terms, arguments(symbol.arity), strict=True)]
        known: dict[Term, Operand] = {term: name for term, name in columns if isinstance(term, Variable)}
        lowering = BodyLowering(self._indexes, known, lambda low: ())
        same: list[Condition] = [
            plan.CompareRows("==", (name,), (lowering.operand(term),))
            for term, name in columns
            if isinstance(term, Object)
        ]
        conditions = same + _conditions(lowering, bound(rule, self._sizes))
        self.helpers += lowering.helpers
        return conditions


def _conditions(lowering: BodyLowering, body: Body) -> list[Condition]:
    """Return the conditions that a body holds."""
    known = lowering.known.keys()
    if any(isinstance(goal, Literal) and goal.variables - known for goal in body[:-1]):
        return [lowering.call(body)]
    return [*map(lowering.condition, body[:-1]), *map(lowering.exists, body[-1:])]


def _named(row: Key) -> tuple[Block, Key]:
    """Return the operations that give a row of several columns a name, and the row by its name."""
    return ((), row) if len(row) == 1 else ((plan.Bind("row", row),), ("row",))
