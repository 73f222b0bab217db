"""Questions about rules as Python functions: tests of gates and of rows, and lists of rows.

Rules with the same gates form a group: their rows are stored together, and are valid together or not at all.

>>> from relgym.model.program import Literal, Role, Rule
>>> from relgym.model.terms import Variable
>>> from relgym.translate.analysis.events import gated
>>> x, on, power = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "power", 0)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "switch off", 1), (x,)), (Literal(power, ()), Literal(on, (x,))))
>>> production = Production(rule, None)
>>> rules = RuleWriter(PythonWriter(), [production], [gated(rule)], Numbering([production], 10), {}, {})
>>> rules.gate(rules.gates[0])
('(fluent_power_0)', '')
>>> print(rules.check(0))
def check_0(A0):
    if not (fluent_power_0): return False
    if not (A0 in fluent_on_1): return False
    return True
    return False
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.model.program import Body, Production, Row, Symbol
from relgym.model.terms import Term
from relgym.translate.analysis.events import GatedRule
from relgym.translate.program.join_order import Sizes
from relgym.translate.python.effects import named
from relgym.translate.python.lists import ListWriter, Widths
from relgym.translate.python.numbers import Numbering
from relgym.translate.python.program import BodyWriter, PythonWriter


class RuleWriter:
    """Writes what is asked of the rules of some productions of a program.

    `gated` are the rules without their gates; `facts` all rows that symbols may have, where that is known. The mutex
    groups on which `writer` relies hold at every moment.
    """

    def __init__(
        self,
        writer: PythonWriter,
        productions: Sequence[Production],
        gated: Sequence[GatedRule],
        numbering: Numbering,
        facts: Mapping[Symbol, frozenset[Row]],
        sizes: Sizes,
    ) -> None:
        self._writer = writer
        self._productions = productions
        self._numbering = numbering
        self._facts = facts
        self._widths = Widths(numbering.objects, facts, sizes, writer.groups)
        self._rules = [each.rule for each in gated]
        gates: dict[Body, int] = {}
        # The group of each rule.
        self.groups = [gates.setdefault(each.gates, len(gates)) for each in gated]
        # The gates of each group.
        self.gates = tuple(gates)

    def gate(self, body: Body) -> tuple[str, str]:
        """An expression that says whether a body without variables holds, and the functions that it calls."""
        writer = BodyWriter(self._writer, "", [], {}, (), None)
        conditions = [f"({writer.condition(goal)})" for goal in body]
        return " and ".join(conditions), "".join(writer.helpers)

    def check(self, place: int) -> str:
        """The function `check_K` that says whether a row of a rule holds, its gates included."""
        rule = self._productions[place].rule
        return self._writer.test(f"check_{place}", rule.body, self._arguments(place)).text

    def listed(self, place: int) -> str:
        """The function `listed_K` of a list, to which it adds the numbers of a rule's rows, whatever its gates say."""
        return ListWriter(self._numbering, self._writer, place, self._rules[place], self._widths).text()

    def _arguments(self, place: int) -> dict[Term, str]:
        """Map the terms of a rule's rows to their names in generated code."""
        return named(self._productions[place])
