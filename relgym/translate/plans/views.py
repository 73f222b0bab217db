"""Incremental join views (TREAT): what changes when an atom is added or deleted.

The function that changes an atom contains the joins that find the rows it adds to or deletes from join views. Views are

- by group of rules with the same guards, a set of the numbers of rows;
- for rules whose rows each go with one atom of the same symbol, a map from these atoms to tuples of numbers.

>>> from relgym.model.program import Production, Role, Rule, Without
>>> from relgym.translate.analysis.events import guarded, view_events
>>> from relgym.translate.plans.indexes import Indexes
>>> from relgym.translate.plans.numbers import Numbering
>>> x, on, locked = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "locked", 1)
>>> body = (Literal(on, (x,)), Without((Literal(locked, (x,)),)))
>>> production = Production(Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), body), None)
>>> rule, numbering = guarded(production.rule), Numbering([production], 10)
>>> rules = ProductionRules(Indexes(), [production], [rule], numbering, {}, {})
>>> views = JoinViews(rules, [view_events(rule, {})], {}, {})
>>> come = views.change(locked, "come_locked", True)
>>> [type(each).__name__ for each in come.body], come.body[0].body[0].action.name
(['Filter', 'Insert'], 'DROP')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.model import plan
from relgym.model.program import Literal, Symbol
from relgym.model.terms import Term, Variable
from relgym.translate.analysis.events import Event, ViewEvents
from relgym.translate.plans.entailed import Atom, Entailed
from relgym.translate.plans.lists import numbered
from relgym.translate.plans.lower import arguments, filtered
from relgym.translate.plans.rules import ProductionRules
from relgym.translate.plans.shared_rows import shared_rows


class JoinViews:
    """Maintains the join views of rules.

    Attributes:
        grouped: The rules of each view of grouped rows.
        stale: By symbol, what a change of its atoms makes out of date.
        logs: By symbol, the change logs of its atoms.
        changing: The symbols whose changes concern views.
    """

    def __init__(
        self,
        rules: ProductionRules,
        kept: Sequence[ViewEvents | None],
        stale: Mapping[Symbol, Sequence[plan.MarkStale]],
        logs: Mapping[Symbol, Sequence[str]],
    ) -> None:
        """`kept` has the events of each rule whose rows are kept."""
        self.stale = stale
        self.logs = logs
        self._rules = rules
        self._kept = kept
        # The view of each rule whose rows are grouped.
        self._grouped: dict[int, int] = {}
        numbers: dict[tuple[int, Symbol], int] = {}
        self._events: dict[Symbol, list[tuple[int, Event]]] = {}
        for place, view in enumerate(kept):
            if view is not None:
                for event in view.events:
                    self._events.setdefault(event.literal.symbol, []).append((place, event))
                if view.is_grouped:
                    key = rules.groups[place], view.events[0].literal.symbol
                    self._grouped[place] = numbers.setdefault(key, len(numbers))
        self.changing = self._events.keys()
        self.grouped = [[place for place, its in self._grouped.items() if its == view] for view in range(len(numbers))]

    # -- functions ---------------------------------------------------------------------------

    def change(self, symbol: Symbol, name: str, added: bool) -> plan.Procedure:
        """Return the function of an atom's arguments that adds the atom, or deletes it."""
        columns = arguments(symbol.arity)
        entailed = self.entailed((symbol, columns), not added)
        block = (self.come if added else self.go)((symbol, columns), entailed)
        return shared_rows(plan.Procedure(name, columns, (*block, *self.stale.get(symbol, ()))))

    def group(self, view: int) -> plan.Procedure:
        """Return the function `find_grouped_L` that gives the numbers of the rows that go with an atom, in view L."""
        block: plan.Block = (plan.Bind("found", None),)
        columns: tuple[str, ...] = ()
        for place in self.grouped[view]:
            join_view = self._kept[place]
            assert join_view is not None
            [event] = join_view.events
            columns = arguments(event.literal.symbol.arity)
            block += self._joined(place, event, columns, plan.EmitKind.APPEND, "found", Entailed({}, {}))
        return shared_rows(plan.Procedure(f"find_grouped_{view}", columns, (*block, plan.Return("found", True))))

    # -- operations --------------------------------------------------------------------------

    def come(self, atom: Atom, entailed: Entailed) -> plan.Block:
        """Add an atom: rows that need its absence are removed before, rows that need it are added after."""
        before = self._rows_change(atom, entailed, False, False)
        entailed.set(atom, True)
        return (*before, *self._put(atom, plan.Insert), *self._rows_change(atom, entailed, True, True))

    def go(self, atom: Atom, entailed: Entailed) -> plan.Block:
        """Delete an atom, the other way round."""
        before = self._rows_change(atom, entailed, True, False)
        entailed.set(atom, False)
        return (*before, *self._put(atom, plan.Erase), *self._rows_change(atom, entailed, False, True))

    def entailed(self, atom: Atom, truth: bool) -> Entailed:
        """Return the literals entailed by an atom that is true, or false."""
        entailed = Entailed({}, self._rules.facts, self._rules.indexes.groups)
        entailed.also(atom, truth)
        return entailed

    def _rows_change(self, atom: Atom, entailed: Entailed, needed: bool, added: bool) -> plan.Block:
        """Add or remove the rows of each rule that needs an atom, or else its absence."""
        blocks: list[plan.Block] = []
        symbol, row = atom
        changed: set[int] = set()
        for place, event in self._events.get(symbol, ()):
            join_view = self._kept[place]
            assert join_view is not None
            if event.needed is not needed:
                continue
            if join_view.is_grouped:
                known, view = _bound(event.literal, row), self._grouped[place]
                truths = (entailed.truth(goal, known, self._rules.indexes) for goal in event.rest)
                if view not in changed and False not in truths:
                    changed.add(view)
                    blocks.append((plan.Group(view, row, added),))
                continue
            # If several literals of a rule have the symbol, a row may have been removed already.
            again = sum(other.literal.symbol == symbol for other in join_view.events) > 1
            action = plan.EmitKind.KEEP if added else plan.EmitKind.DISCARD if again else plan.EmitKind.DROP
            blocks.append(self._joined(place, event, row, action, self._rules.groups[place], entailed))
        return tuple([each for block in blocks for each in block])

    def _joined(
        self, place: int, event: Event, row: plan.Key, action: plan.EmitKind, target: plan.Operand, entailed: Entailed
    ) -> plan.Block:
        """Emit the number of each row of a rule that an atom takes part in."""
        indexes = self._rules.indexes
        known = _bound(event.literal, row)
        conditions: list[plan.Condition] = []
        for term, argument in zip(event.literal.terms, row, strict=True):
            operand = indexes.operand(term, known)
            if operand != argument:
                if entailed.differ((operand,), (argument,)):
                    return ()
                conditions.append(plan.CompareRows("==", (operand,), (argument,)))
        for goal in event.rest:
            sure = entailed.only(goal, known, indexes) if isinstance(goal, Literal) else {}
            # A step looks only into containers that were foreseen.
            if indexes.foreseen(event.rest, {*known, *sure}):
                known |= sure
        truths = [entailed.truth(goal, known, indexes) for goal in event.rest]
        if False in truths:
            return ()
        rest = tuple([goal for goal, truth in zip(event.rest, truths, strict=True) if truth is None])
        lowering = numbered(
            indexes, self._rules.numbering, place, known, lambda number: (plan.Emit(action, target, number),)
        )
        return filtered(conditions, lowering.block(rest))

    def _put(self, atom: Atom, operation: type[plan.Insert] | type[plan.Erase]) -> plan.Block:
        """Insert an atom into all containers of its symbol, or erase it from them, and log the change."""
        symbol, row = atom
        logged = [plan.Log(log, row) for log in self.logs.get(symbol, ())]
        return (*self._rules.indexes.put(symbol, row, operation), *logged)


def _bound(literal: Literal, row: plan.Key) -> dict[Term, plan.Operand]:
    """Map the variables of a literal to the arguments of an atom, each to its first one."""
    known: dict[Term, plan.Operand] = {}
    for term, argument in zip(literal.terms, row, strict=True):
        if isinstance(term, Variable):
            known.setdefault(term, argument)
    return known
