"""Searched rows: the rows of rules that are found anew where a change has made them stale.

The function for a rule is generated when the rule may have rows for the first time: when each predicate that it needs
has an atom. Often few of many actions can ever be applied, and generating a function takes longer than many walks.
Steps change only the indexes that are known when they are generated, so all indexes that later functions may read are
named in advance. Steps also mark what a change of atoms or of numbers makes stale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.strata import Stratum
from relgym.backends.builtin.tables import Item
from relgym.model.plan import Block, MarkStale, ProcedureCall, operations
from relgym.model.program import EXTENSIONAL_ROLES, Body, Literal, Symbol, Test, Without
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules
from relgym.translate.plans.clock import Widths
from relgym.tuning.simulate import INLINED_OPERATIONS_LIMIT


class RowSearch:
    """Lists the rows of rules, whatever their guards say.

    Attributes:
        strata: For each rule the strata on which its rows depend.
    """

    def __init__(self, rules: ActionRules, compiler: Compiler, derived: DerivedViews) -> None:
        self._rules = rules
        self._compiler = compiler
        indices = range(len(rules.guarded))
        self.strata: list[list[Stratum]] = [derived.strata.below(rules.own_symbols(index)) for index in indices]
        # By rule without a function, the sets that are nonempty whenever it has rows.
        self._needed: dict[int, list[set[Item]]] = {}
        # The rules whose functions check the clock.
        self._clocked: set[int] = set()
        # By rule, the body of its function.
        self._bodies: dict[int, Block] = {}
        for index in indices:
            self._defer(index)

    # -- rows --------------------------------------------------------------------------------

    def function(self, index: int) -> Callable[[list[int]], None]:
        """Return the function that adds the numbers of a rule's rows to a list."""
        function: Callable[[list[int]], None] = self._compiler.scope[f"listed_{index}"]
        return function

    def rows(self, index: int) -> list[int]:
        """List the numbers of a rule's rows; the strata on which they depend must be up to date."""
        found: list[int] = []
        self.function(index)(found)
        return found

    # -- compilation -------------------------------------------------------------------------

    def _defer(self, index: int) -> None:
        """Generate the function of a rule when the rule may have rows."""
        symbols = dict.fromkeys(
            goal.symbol for goal in self._rules.guarded[index].rule.body if isinstance(goal, Literal)
        )
        needed = [self._compiler.tables[symbol].rows for symbol in symbols if symbol.role in EXTENSIONAL_ROLES]
        self._needed[index] = needed

        def listed(found: list[int]) -> None:
            if all(needed):
                self._generate(index)
                self.function(index)(found)

        self._compiler.scope[f"listed_{index}"] = listed

    def generate_again(self, indices: Iterable[int]) -> None:
        """Generate the functions of rules that have changed, unless they are deferred."""
        self._rules.write()
        for index in indices:
            if index not in self._needed:
                self._generate(index)

    def _generate(self, index: int) -> None:
        self._needed.pop(index, None)
        plan = self._rules.plans.listed(index)
        self._clocked.discard(index)
        if plan.checks_clock:
            self._clocked.add(index)
        self._bodies[index] = plan.body
        self._compiler.define(plan)

    def block(self, index: int) -> Block:
        """Return the operations that add the numbers of a rule's rows to `found`: a call, unless they are few."""
        body = self._bodies.get(index)
        if body and sum(1 for _ in operations(body)) <= INLINED_OPERATIONS_LIMIT:
            return body
        return (ProcedureCall(f"listed_{index}", ("found",)),)

    def name_indexes(self) -> None:
        """Name all indexes that functions and checks may read that are not generated yet."""
        indexes = self._compiler.indexes
        for index in [*self._needed]:
            body = self._rules.guarded[index].rule.body
            if _is_plain(body):
                indexes.foresee(body, ())
            else:
                self._generate(index)
        for production in self._rules.productions:
            indexes.foresee(production.rule.body, production.rule.head.terms)

    def may_take_long(self, index: int, widths: Widths) -> bool:
        """Tell whether listing a rule's rows may take so long that it needs a time limit."""
        if index not in self._needed:
            return index in self._clocked
        return widths.is_long(self._rules.guarded[index].rule.body, ())


class StaleRows:
    """Tells for each rule whether its rows must be searched again, and marks strata that are not maintained.

    Attributes:
        marks: True for a rule whose rows have to be searched; generated functions set them.
        always: The rules whose rows every step makes stale, without a mark.
    """

    def __init__(self, rules: ActionRules, derived: DerivedViews, scope: dict[str, object]) -> None:
        self._rules = rules
        self._derived = derived
        self._scope = scope
        indices, dependencies = range(len(rules.guarded)), derived.strata.dependencies
        self.marks = scope["stale"] = [True] * len(indices)
        self.always: set[int] = set()
        self._numeric = [index for index in indices if rules.is_numeric(index, dependencies)]

    def mark_all(self) -> None:
        """Mark the rows of all rules."""
        self.marks[:] = [True] * len(self.marks)

    def mark_numeric(self) -> None:
        """Mark the rows of rules that depend on numbers."""
        for index in self._numeric:
            self.marks[index] = True

    def operations(self, searched: Sequence[int]) -> dict[Symbol, list[MarkStale]]:
        """Return by symbol the operations that mark what a change makes stale, given the searched rules."""
        self.always = {*self._always(searched)}
        marks: dict[Symbol, list[MarkStale]] = {symbol: [] for symbol in self._rules.program.fluents}
        for index in searched:
            if index not in self.always:
                for symbol in marks.keys() & self._rules.reads[index]:
                    marks[symbol].append(MarkStale(index))
        strata = self._derived.strata
        numbers = {id(stratum): number for number, stratum in enumerate(strata)}
        self._scope |= {f"stratum_{numbers[id(stratum)]}": stratum for stratum in strata}
        for symbol, own in marks.items():
            for stratum in strata.reading(symbol):
                if not self._derived.maintains(stratum):
                    own.append(MarkStale(numbers[id(stratum)], True))
        return marks

    def _always(self, searched: Sequence[int]) -> list[int]:
        """Find the rules that depend on symbols that every production changes."""
        every = [production.effect for production in self._rules.productions]
        changed = [{literal.symbol for literal in (*each.deletes, *each.adds)} if each else set() for each in every]
        return [index for index in searched if not any(self._rules.reads[index].isdisjoint(own) for own in changed)]


def _is_plain(body: Body) -> bool:
    """Tell whether the only nested bodies of a body are single negated literals and tests."""
    return all(
        isinstance(goal, Literal | Test)
        or (isinstance(goal, Without) and len(goal.body) == 1 and isinstance(goal.body[0], Literal | Test))
        for goal in body
    )
