"""Questions to an RDDL instance that no file holds, as equations that are defined when they are first asked."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Any

from relgym.arguments import check_text
from relgym.errors import ModelError
from relgym.limits import rows
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Equation, Function, Part, Shown, as_list, label
from relgym.model.rddl.expressions import BOOL, Aggregate, Value
from relgym.model.rddl.traversal import has_draws
from relgym.read.rddl.query import read_value
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State
from relgym.reasoning.results import Answers
from relgym.tuning.reasoning import CELL_BYTES, TOLD_ROWS_LIMIT

NAMED = 3
"""The largest number of items named in the reason why a formula fails."""


class Queries:
    """The queries of one simulator; each is defined once."""

    def __init__(self, simulator: Dynamics) -> None:
        self._simulator = simulator
        self._texts: dict[str, Equation] = {}
        # By identity: the program keeps its formulas alive.
        self._bodies: dict[int, Function] = {}

    def asked(self, text: str) -> tuple[Function, tuple[str, ...]]:
        """The function that a text asks for, and the names of its parameters; raises `ParseError`, `ModelError`."""
        equation = self.equation(text)
        return equation.function, tuple(variable.name for variable in equation.variables)

    def equation(self, text: str) -> Equation:
        """The equation that a text asks for, by which `Dynamics.values` computes it; raises as `asked` does."""
        check_text("an expression of RDDL", text, "a text, such as 'exists_{?x : t} [p(?x)]'", ModelError)
        known = self._texts.get(text)
        if known is None:
            simulator = self._simulator
            value, variables = read_value(text, simulator.layout.instance)
            parameters = tuple(variable.types[0] for variable in variables)
            of = simulator.writer.range_of(value)
            equation = simulator.writer.equation(self._function(parameters, of), value, variables)
            self._refuse_draws(equation)
            simulator.define([equation])
            known = self._texts[text] = equation
        return known

    def value(self, expression: str, state: State, action: Action) -> Shown:
        """Evaluate an expression; raises `ModelError` if it has free variables."""
        function, variables = self.asked(expression)
        if variables:
            raise ModelError(
                f"'{variables[0]}' is free in {expression}",
                expected="an expression without free variables",
                hint="a formula has them: it is answered by the items for which it holds",
            )
        [value] = self._values(function, state, action)
        return self._simulator.program.shown(function, value)

    def answers(self, formula: str, state: State, action: Action) -> Answers[str]:
        """Find the items for which a formula holds; raises `BackendError` if there are too many to look at."""
        function, variables = self.asked(formula)
        if function.range != BOOL:
            raise ModelError(
                f"{formula} is no truth value", expected="a formula", hint="value() gives the value of an expression"
            )
        program, budget = self._simulator.program, self._simulator.engine.budget
        size = rows(program.sizes(function))
        budget.need(CELL_BYTES * size, f"a formula of {size:,.0f} rows", "name some of the items")

        def answer_rows() -> tuple[tuple[str, ...], ...]:
            items = product(*(program.types[of] for of in function.parameters))
            pairs = zip(items, self._values(function, state, action), strict=True)
            return tuple(tuple(map(label, row)) for row, holds in budget.watched(pairs) if holds)

        return Answers(variables, budget.keeping(answer_rows)())

    def _values(self, function: Function, state: State, action: Action) -> list[Any]:
        [values] = self._simulator.values((function,), state, action)
        return as_list(values)

    def derived(self, state: State) -> dict[str, Shown]:
        """Return the values of the derived-fluents that no draw decides, by the names of cells."""
        simulator, program = self._simulator, self._simulator.program
        shown: dict[str, Shown] = {}
        values = simulator.values(self._derived, state, simulator.idle)
        for function, several in zip(self._derived, values, strict=True):
            names = simulator.layout.names(function.name)
            shown |= {name: program.shown(function, value) for name, value in zip(names, as_list(several), strict=True)}
        return shown

    @cached_property
    def _derived(self) -> tuple[Function, ...]:
        program = self._simulator.program
        functions = [program.functions[f.name, False] for f in self._simulator.layout.of_kind(Kind.DERIVED)]
        return tuple(f for f in functions if not any(has_draws(item.value) for item in program.needed((f,))))

    def where(self, formula: Value, state: State, action: Action) -> str:
        """For which items a formula that begins with `forall` does not hold, in words; nothing for very many rows."""
        if not isinstance(formula, Aggregate) or formula.operator != "forall":
            return ""
        if rows([self._simulator.program.size(variable.types[0]) for variable in formula.variables]) > TOLD_ROWS_LIMIT:
            return ""
        function = self._bodies.get(id(formula))
        if function is None:
            parameters = tuple(variable.types[0] for variable in formula.variables)
            function = self._function(parameters, BOOL)
            self._simulator.define([Equation(function, formula.variables, formula.body)])
            self._bodies[id(formula)] = function
        [truths] = self._simulator.values((function,), state, action)
        assert isinstance(truths, list)
        items = product(*(self._simulator.program.types[of] for of in function.parameters))
        wrong = [", ".join(item.name for item in row) for row, holds in zip(items, truths, strict=True) if not holds]
        more = f" and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
        return f"; it fails for {'; '.join(wrong[:NAMED])}{more}"

    def _function(self, parameters: tuple[str, ...], of: str) -> Function:
        return Function(Part.QUERY, "query", parameters, of, self._simulator.fresh())

    def _refuse_draws(self, equation: Equation) -> None:
        for needed in self._simulator.program.needed((equation.function,), (equation,)):
            if has_draws(needed.value):
                raise ModelError(
                    f"'{needed.function.name}' is drawn in a step, and has no value before it",
                    span=needed.span,
                    expected="fluents that the state and the action decide",
                )
