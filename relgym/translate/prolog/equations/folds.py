"""Aggregates as predicates that iterate over items with an accumulator.

Aggregates of constants alone are computed on their first use, and stored as facts. So are the rows of items for
which a condition on constants holds (`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]`); only these rows are iterated then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from relgym.model.rddl.expressions import BOOL, INT, Aggregate, Constant, DrawAny, If, Matrix, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import cannot_fail, conditioned, is_fixed
from relgym.translate.prolog.equations.names import atom
from relgym.translate.prolog.equations.reads import ClauseScope, Number
from relgym.translate.prolog.equations.text import LIBRARY, branched, clause, joined, negated, once
from relgym.translate.prolog.equations.values import QUANTIFIERS, PrologValueWriter
from relgym.translate.prolog.names import quoted
from relgym.tuning.equations import TABLE_ROWS_LIMIT

Step = Callable[[str, str, ClauseScope], list[str]]
"""The goals that compute the accumulator with an item from the one without it."""


class FoldWriter(PrologValueWriter):
    """Writes the values of one program, aggregates included."""

    def folded(self, value: Aggregate | DrawAny | Matrix, scope: ClauseScope) -> Number:
        match value:
            case DrawAny(variable, body):
                goals, weights = self._all(body, (variable,), scope)
                return self.drawn(value, goals, weights, scope)
            case Matrix(operator, row, column, body):
                goals, entries = self._all(body, (row, column), scope)
                size = self.program.size(row.types[0])
                places = [scope.items[place] for place in value.places]
                target = scope.variables.fresh("V")
                arguments = f"[{', '.join([str(size), *places])}|{entries}]"
                return [*goals, f"{LIBRARY}:computed({operator}, {arguments}, {target})"], target
        if self._is_kept(value, scope):
            target = scope.variables.fresh("V")
            return [self._kept(value, target, scope)], target
        return self._aggregate(value, scope)

    def _quantified(self, value: Aggregate, scope: ClauseScope) -> list[str]:
        if self._is_kept(value, scope):
            return [self._kept(value, "1", scope)]
        return self._sought(value, scope)

    def _sought(self, value: Aggregate, scope: ClauseScope) -> list[str]:
        """The goals that hold where an item is found, or where none is found for which the body does not hold."""
        condition, body = self._split(value)
        inner = scope.with_items(value.variables)
        items = [inner.items[item] for item in value.variables]
        if condition is None:
            goals = [self.between(item, inner) for item in value.variables]
        else:
            rows = scope.variables.fresh("Rows")
            goals = [self._rows(condition, value, rows, scope), f"{LIBRARY}:row({_row(items)}, {rows})"]
        holds = self.condition(body, inner)
        if value.operator == "exists":
            return [once(joined([*goals, holds]))]
        return [negated(joined([*goals, negated(holds)]))]

    def _aggregate(self, value: Aggregate, scope: ClauseScope) -> Number:
        size = prod(self.program.size(variable.types[0]) for variable in value.variables)
        match value.operator:
            case "sum":
                return self._fold(value, "0", self._added, scope)
            case "avg":
                goals, total = self._fold(value, "0", self._added, scope)
                if self.range_of(value.body) != INT:
                    return goals, f"({total} / float({size}))"
                target = scope.variables.fresh("V")
                return [*goals, self.library("quotient", total, str(size), target)], target
            case "prod":
                return self._fold(value, "1", self._multiplied, scope)
            case "det":
                goals, entries = self._all(value.body, value.variables, scope)
                target = scope.variables.fresh("V")
                side = self.program.size(value.variables[0].types[0])
                return [*goals, f"{LIBRARY}:computed(det, [{side}|{entries}], {target})"], target
        if value.operator in ("min", "max"):
            return self._fold(value, "none", self._extreme, scope)
        goals, best = self._fold(value, "none", self._best, scope)
        target = scope.variables.fresh("V")
        return [*goals, f"{best} = best(_, {target})"], target

    # -- what a row adds ---------------------------------------------------------------------

    def _added(self, value: Aggregate, body: Value) -> Step:
        def step(before: str, after: str, scope: ClauseScope) -> list[str]:
            match body:
                case If(condition, then, Constant(nothing)) if not nothing:
                    added = joined(self._added(value, then)(before, after, scope))
                    return [branched(self.condition(condition, scope), added, f"{after} = {before}")]
            if self.range_of(body) == BOOL:
                return [branched(self.condition(body, scope), f"{after} is {before} + 1", f"{after} = {before}")]
            goals, number = self.number(body, scope)
            return [*goals, f"{after} is {before} + {number}"]

        return step

    def _multiplied(self, value: Aggregate, body: Value) -> Step:
        def step(before: str, after: str, scope: ClauseScope) -> list[str]:
            goals, number = self.number(body, scope)
            return [*goals, f"{after} is {before} * {number}"]

        return step

    def _extreme(self, value: Aggregate, body: Value) -> Step:
        def step(before: str, after: str, scope: ClauseScope) -> list[str]:
            goals, number = self._plain(body, scope)
            better = f"{after} is {value.operator}({before}, {number})"
            if self.is_mixed(body, body):
                better = self.library("least" if value.operator == "min" else "greatest", before, number, after)
            return [*goals, branched(f"{before} == none", f"{after} = {number}", better)]

        return step

    def _best(self, value: Aggregate, body: Value) -> Step:
        compared = ">=" if value.operator == "argmax" else "=<"

        def step(before: str, after: str, scope: ClauseScope) -> list[str]:
            goals, number = self._plain(body, scope)
            [item] = [scope.items[variable] for variable in value.variables]
            best = scope.variables.fresh("Best")
            at_least = f"{best} {compared} {number}"
            if self.is_mixed(body, body):
                pair = (best, number) if value.operator == "argmax" else (number, best)
                at_least = negated(self.library("less", *pair))
            kept = f"{before} = best({best}, _), {at_least}"
            return [*goals, branched(kept, f"{after} = {before}", f"{after} = best({number}, {item})")]

        return step

    # -- going through items -----------------------------------------------------------------

    def _fold(
        self, value: Aggregate, start: str, adding: Callable[[Aggregate, Value], Step], scope: ClauseScope
    ) -> Number:
        condition, body = self._split(value)
        target = scope.variables.fresh("V")
        arguments = self.arguments(value, scope)
        if condition is None:
            first = self._counting(value, adding(value, body), arguments, value.variables, scope)
            return [atom(first, ["1", start, target, *arguments])], target
        rows = scope.variables.fresh("Rows")
        name = self._listing(value, adding(value, body), arguments, scope)
        listed = self._rows(condition, value, rows, scope)
        return [listed, atom(name, [rows, start, target, *arguments])], target

    def _counting(
        self, value: Aggregate, step: Step, arguments: list[str], left: Sequence[Variable], scope: ClauseScope
    ) -> str:
        """The predicate that counts through the items of some variables, one within the other."""
        variable, *others = left
        inner = scope.with_items([variable])
        item = inner.items[variable]
        name = self.names.helper(f"{scope.stem}_{value.operator}")
        before, after, all_, following = map(scope.variables.fresh, ("Before", "After", "All", "Next"))
        if others:
            deeper = self._counting(value, step, [item, *arguments], others, inner)
            goals = [atom(deeper, ["1", before, after, item, *arguments])]
        else:
            goals = step(before, after, inner)
        goals += [f"{following} is {item} + 1", atom(name, [following, after, all_, *arguments])]
        last = f"{item} > {self.program.size(variable.types[0])}"
        head = atom(name, [item, before, all_, *arguments])
        self.clauses.append(clause(head, [branched(last, f"{all_} = {before}", joined(goals))]))
        return name

    def _listing(self, value: Aggregate, step: Step, arguments: list[str], scope: ClauseScope) -> str:
        """The predicate that goes through a list of rows of items."""
        inner = scope.with_items(value.variables)
        row = _row([inner.items[variable] for variable in value.variables])
        name = self.names.helper(f"{scope.stem}_{value.operator}")
        before, after, all_, rest = map(scope.variables.fresh, ("Before", "After", "All", "Rows"))
        goals = [*step(before, after, inner), atom(name, [rest, after, all_, *arguments])]
        self.clauses.append(clause(atom(name, ["[]", all_, all_, *arguments]), []))
        self.clauses.append(clause(atom(name, [f"[{row}|{rest}]", before, all_, *arguments]), goals))
        return name

    def _all(self, body: Value, variables: Sequence[Variable], scope: ClauseScope) -> Number:
        """The goal that lists the values of a body for all items, and the list."""
        inner = scope.with_items(variables)
        bound = {inner.items[variable] for variable in variables}
        arguments = [name for name in self.arguments(body, inner) if name not in bound]
        name = self.names.helper(f"{scope.stem}_each")
        entry, target, every = map(scope.variables.fresh, ("V", "V", "All"))
        goals = [self.between(variable, inner) for variable in variables]
        goals += self.assigned(body, entry, inner)
        self.clauses.append(clause(atom(name, [entry, *arguments]), goals))
        return [f"findall({target}, {atom(name, [target, *arguments])}, {every})"], every

    def between(self, variable: Variable, scope: ClauseScope) -> str:
        """Return the goal that binds a variable to each of its items."""
        return f"between(1, {self.program.size(variable.types[0])}, {scope.items[variable]})"

    # -- what never changes ------------------------------------------------------------------

    def _split(self, value: Aggregate) -> tuple[Value | None, Value]:
        """Split a body into a condition on constants that chooses the rows, if there is one, and the rest."""
        split = conditioned(value, self.program)
        if split is None or not cannot_fail(split[0], self.program):
            return None, value.body
        read = {*value.variables, *(part for part in walk(split[0]) if isinstance(part, Variable))}
        return split if self._count(read) <= TABLE_ROWS_LIMIT else (None, value.body)

    def _is_kept(self, value: Aggregate, scope: ClauseScope) -> bool:
        return is_fixed(value, self.program) and self._count(self.free(value, scope)) <= TABLE_ROWS_LIMIT

    def _count(self, variables: Iterable[Variable]) -> int:
        return prod(self.program.size(variable.types[0]) for variable in variables)

    def _kept(self, value: Aggregate, target: str, scope: ClauseScope) -> str:
        """The goal that finds a value by the fact that keeps it."""
        inner, arguments = self._alone(value, scope)
        truth = scope.variables.fresh("V")
        if value.operator in QUANTIFIERS:
            goals = [branched(joined(self._sought(value, inner)), f"{truth} = 1", f"{truth} = 0")]
        else:
            counted, number = self._aggregate(value, inner)
            goals = [*counted, f"{truth} is {number}"]
        return atom(self._keeping(f"{scope.stem}_fixed", arguments, truth, goals, scope), [*arguments, target])

    def _rows(self, condition: Value, value: Aggregate, target: str, scope: ClauseScope) -> str:
        """The goal that finds the list of the rows for which a condition on constants holds."""
        inner, arguments = self._alone(condition, scope)
        bound = inner.with_items(value.variables)
        row = self.names.helper(f"{scope.stem}_row")
        template, rows = scope.variables.fresh("Row"), scope.variables.fresh("Rows")
        goals = [self.between(variable, bound) for variable in value.variables]
        goals.append(self.condition(condition, bound))
        head = atom(row, [_row([bound.items[variable] for variable in value.variables]), *arguments])
        self.clauses.append(clause(head, goals))
        listing = [f"findall({template}, {atom(row, [template, *arguments])}, {rows})"]
        return atom(self._keeping(f"{scope.stem}_rows", arguments, rows, listing, scope), [*arguments, target])

    def _alone(self, value: Value, scope: ClauseScope) -> tuple[ClauseScope, list[str]]:
        """The scope of nothing but what a value reads, and this as arguments."""
        free = self.free(value, scope)
        return ClauseScope(scope.stem, {item: scope.items[item] for item in free}, scope.variables), [
            scope.items[item] for item in free
        ]

    def _keeping(self, stem: str, arguments: list[str], result: str, goals: list[str], scope: ClauseScope) -> str:
        """The predicate that keeps what goals find, each time that it is first asked for."""
        name = self.names.helper(stem)
        known = self.names.helper(f"{stem}_known")
        fact = atom(known, [*arguments, result])
        self.clauses.append(f":- dynamic {quoted(known)}/{len(arguments) + 1}.")
        target = scope.variables.fresh("Known")
        goals = [branched(fact, "true", joined([*goals, f"assertz({fact})"])), f"{target} = {result}"]
        self.clauses.append(clause(atom(name, [*arguments, target]), goals))
        return name


def _row(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"r({', '.join(items)})"
