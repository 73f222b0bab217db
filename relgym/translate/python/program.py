"""Rules as Python functions: joins over sets and dicts of object numbers.

>>> from relgym.model.program import Literal, Role
>>> from relgym.model.terms import Variable
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "unstack", 2), (x, y)), (Literal(clear, (x,)), Literal(on, (x, y))))
>>> print(PythonWriter().rule(rule, 0, Action.OUT).text)
def rule_0_applicable_unstack_2(out):
    for X_0 in fluent_clear_1:
        for Y_1 in fluent_on_2_by_0[X_0]:
            out((X_0, Y_1))
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from relgym.model.plan import Action, Procedure
from relgym.model.program import Body, Row, Rule, Symbol
from relgym.translate.plans.indexes import Indexes, Known
from relgym.translate.plans.lower import lowered_delta, lowered_rule, lowered_test
from relgym.translate.python.names import Names
from relgym.translate.python.printer import Printer


@dataclass(frozen=True, slots=True)
class Function:
    """A generated function.

    Attributes:
        name: Its name.
        text: Its text, with the helpers that it calls.
        checks_clock: True if it checks the clock, since it may take long.
        emits_once: True if it emits no row twice.
    """

    name: str
    text: str
    checks_clock: bool
    emits_once: bool


class PythonWriter:
    """Writes the functions of a program.

    Attributes:
        indexes: The access paths that the functions use.
        names: The names of all that the functions look things up in.
        printer: The printer with these names.
    """

    def __init__(
        self,
        number: Callable[[str], int] | None = None,
        facts: Mapping[Symbol, Collection[Row]] | None = None,
        objects: int = 50,
    ) -> None:
        """`number` gives an object's number by its name; only rules with objects in them need it.

        `facts` are all rows of symbols that never change; `objects` is the number of objects.
        """
        self.indexes = Indexes(number, facts, objects)
        self.names = Names()
        self.printer = Printer(self.names)

    def rule(self, rule: Rule, bound: int, action: Action) -> Function:
        """Return a function of `out` and the first `bound` columns that emits every row of a rule."""
        return self.function(lowered_rule(self.indexes, self._name(rule), rule, bound, action))

    def delta(self, rule: Rule, position: int, action: Action) -> Function:
        """Return a function of `out` and `rows` of the literal at `position` that emits the derived rows."""
        return self.function(lowered_delta(self.indexes, self._name(rule), rule, position, action))

    def test(self, name: str, body: Body, known: Known) -> Function:
        """Return a function of the variables in `known` that returns whether a body holds."""
        return self.function(lowered_test(self.indexes, name, body, known))

    def function(self, procedure: Procedure) -> Function:
        """Print a procedure."""
        return Function(procedure.name, self.printer.text(procedure), procedure.checks_clock, procedure.emits_once)

    def _name(self, rule: Rule) -> str:
        return f"rule_{self.indexes.helper()}_{self.names.symbol(rule.head.symbol)}"
