"""Costs of plans as weak constraints, and the relaxed suffix that bounds the costs of longer plans.

A plan that is longer than the program has steps is an unrolled beginning and a rest. In place of the rest stands a
relaxed plan from the last state, whose actions delete nothing and are paid for once. So the rest costs at least as much
(Robinson, Gretton, Pham and Sattar, Partial weighted MaxSAT for optimal planning, 2010; for answer set programs Spies,
You and Hayward, Domain-independent cost-optimal planning in ASP, 2019).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from relgym.model.program import Body, Either, Goal, LiftedEffect, Literal, Role, Rule, Some, Symbol, Without
from relgym.translate.asp.program import TIME
from relgym.translate.asp.rules import asked
from relgym.translate.asp.unrolled import ProgramPart, Unrolled, columns_of, timed_call
from relgym.translate.program.costs import Costs
from relgym.translate.program.relaxation import Relaxation
from relgym.translate.program.task import GOAL, Schema

SUFFIX = "suffix'"
"""The external atom that says after which time a relaxed plan follows."""


class CostWriter:
    """Writes the costs of one task.

    Args:
        unrolled: Writes the rest of the program; it gets the relaxed rules.
        costs: The costs of the actions.
    """

    def __init__(self, unrolled: Unrolled, costs: Costs) -> None:
        self._unrolled = unrolled
        self._costs = costs
        self._schemas = unrolled.translation.schemas
        self._facts: list[str] = []
        self._tables = 0
        relaxation = Relaxation(unrolled.translation)
        rules = relaxation.rules(_taken)
        starts = {start: symbol for symbol, start in relaxation.start.items()}
        heads = {rule.head.symbol: _relaxed(rule.head.symbol) for rule in rules} | starts
        unrolled.define([_renamed(rule, heads) for rule in rules], relaxation.types(rules))

    @property
    def symbols(self) -> list[Symbol]:
        """The symbols on which the relaxed suffix rests."""
        return [_relaxed(GOAL), *(_relaxed(schema.symbol) for schema in self._schemas)]

    def paid(self, effect: LiftedEffect, fired: str) -> Iterator[str]:
        """Write what an effect that takes place for the rows of `fired` adds to the cost.

        Args:
            effect: A part of the effect of an action.
            fired: The predicate of its rows.
        """
        columns = columns_of(len(effect.variables))
        for table in self._costs.tables(effect):
            name = f"cost{self._tables}'"
            self._tables += 1
            key_columns = [columns[column] for column in table.columns]
            for row, amount in table.amounts.items():
                if amount:
                    arguments = [*(self._unrolled.object(item) for item in row), str(amount)]
                    self._facts.append(f"{name}({','.join(arguments)}).")
            key = ",".join([name, *columns, TIME])
            yield f":~ {timed_call(fired, columns)}, {name}({','.join([*key_columns, 'N'])}). [N@1,{key}]"

    def suffix(self) -> ProgramPart:
        """Write the choice of the actions of the relaxed plan, and that it reaches the goal."""
        suffix = timed_call(SUFFIX, ())
        lines = [f"#external {suffix}."]
        for schema in self._schemas:
            columns, name = columns_of(len(schema.variables)), self._unrolled.name(_taken(schema))
            can = self._unrolled.plain.atom(_relaxed(schema.symbol), columns)
            lines.append(f"{{ {timed_call(name, columns)} }} :- {can}, {suffix}.")
            lines += self.paid(schema.effect, name)
        lines.append(f":- {suffix}, not {self._unrolled.plain.atom(_relaxed(GOAL), [])}.")
        return ProgramPart("suffix", (TIME,), "\n".join(lines))

    def amounts(self) -> ProgramPart:
        """Write the amounts of all effects that have been written by now."""
        return ProgramPart("amounts", (), "\n".join(self._facts))


def _taken(schema: Schema) -> Symbol:
    """The actions of the relaxed plan: like the arguments of questions, they come from outside of the rules."""
    arity = len(schema.variables)
    return asked(Symbol(Role.AUX, f"taken {schema.symbol}", arity), arity)


def _relaxed(symbol: Symbol) -> Symbol:
    """The name of a symbol in the relaxed rules, which stand beside the exact ones."""
    return Symbol(Role.AUX, f"relaxed {symbol}", symbol.arity, symbol.index)


def _renamed(rule: Rule, names: dict[Symbol, Symbol]) -> Rule:
    head = replace(rule.head, symbol=names[rule.head.symbol])
    return replace(rule, head=head, body=_with_names(rule.body, names))


def _with_names(body: Sequence[Goal], names: dict[Symbol, Symbol]) -> Body:
    goals: list[Goal] = []
    for goal in body:
        match goal:
            case Literal(symbol):
                goals.append(replace(goal, symbol=names.get(symbol, symbol)))
            case Without(inner):
                goals.append(Without(_with_names(inner, names)))
            case Some(inner):
                goals.append(Some(_with_names(inner, names)))
            case Either(bodies):
                goals.append(Either(tuple(_with_names(each, names) for each in bodies)))
            case _:
                goals.append(goal)
    return tuple(goals)
