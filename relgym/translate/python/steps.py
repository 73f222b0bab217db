"""The functions of productions: tests and lists of rows, changes of atoms, and steps, printed from their plans.

They use these names of their scope:

- `kept_G`, a dict whose keys are the numbers of rows, for each group G of rules with the same guards;
- `chunks_L`, for each view L of grouped rows, a dict from atoms to tuples of numbers, and `known_L`, all such tuples;
- `stale`, a list of the results that must be computed again;
- the change logs of strata.

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.program import Literal, Role, Rule, Without
>>> from relgym.model.terms import Variable
>>> from relgym.translate.analysis.events import gated, kept_rule
>>> x, on, off = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "off", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), (Literal(off, (x,)), Without((Literal(on, (x,)),))))
>>> production = Production(rule, EffectTree(adds=(Literal(on, (x,)),), deletes=(Literal(off, (x,)),)))
>>> kept, numbering = kept_rule(gated(rule), {}), Numbering([production], 10)
>>> writer = PythonWriter()
>>> rules = ProductionRules(writer.indexes, [production], [gated(rule)], numbering, {}, {})
>>> steps = StepWriter(writer, rules, JoinViews(rules, [kept], {}, {}))
>>> print(steps.step(0) + steps.change(on))
def step_0(row):
    A0, = row
    del kept_0[A0]
    fluent_off_1.discard(A0)
    fluent_on_1.add(A0)
def come_fluent_on_1(A0):
    if A0 in fluent_off_1:
        del kept_0[A0]
    fluent_on_1.add(A0)
def go_fluent_on_1(A0):
    fluent_on_1.discard(A0)
    if A0 in fluent_off_1:
        kept_0[A0] = None
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Mapping

from relgym.model.plan import Procedure
from relgym.model.program import Body, Production, Rule, Symbol
from relgym.translate.plans.effects import Effects
from relgym.translate.plans.entailed import atom_of
from relgym.translate.plans.numbers import Numbering
from relgym.translate.plans.rules import ProductionRules, named, names_of
from relgym.translate.plans.steps import Steps
from relgym.translate.plans.views import JoinViews
from relgym.translate.python.program import Function, PythonWriter

__all__ = ["JoinViews", "Numbering", "ProductionRules", "StepWriter"]


class StepWriter:
    """Writes the functions of some productions.

    Attributes:
        rules: The rules of the productions.
        views: The join views that steps maintain.
    """

    def __init__(self, writer: PythonWriter, rules: ProductionRules, views: JoinViews) -> None:
        self.rules = rules
        self.views = views
        self._steps = Steps(rules, views)
        self._writer = writer
        self._print = writer.printer.text

    def guard(self, body: Body) -> tuple[str, str]:
        """Return an expression that tells whether a body without variables holds, and the functions that it calls."""
        conditions, helpers = self.rules.guards(body)
        printer = self._writer.printer
        return " and ".join([f"({printer.condition(each)})" for each in conditions]), printer.texts(helpers)

    def check(self, place: int) -> str:
        """Return the function `check_K` that tells whether a row of a rule holds, its guards included."""
        return self._print(self.rules.check(place))

    def listed(self, place: int) -> Procedure:
        """Return the plan of `listed_K`, which appends the numbers of a rule's rows to a list, without its guards."""
        return self.rules.listed(place)

    def change(self, symbol: Symbol) -> str:
        """Return the functions `come_N` and `go_N` of an atom's arguments, N being the symbol's name in the scope."""
        return self._writer.printer.texts(self.views.changes(symbol, self._writer.names.symbol(symbol)))

    def group(self, lot: int) -> str:
        """Return the function `chunk_L` that gives the numbers of the rows that go with an atom."""
        return self._print(self.views.group(lot))

    def step(self, place: int) -> str:
        """Return the function `step_K` that applies a row of a production."""
        return self._print(self._steps.step(place))

    def attempt(self, place: int) -> str:
        """Return the function `attempt_K` that applies a row of a production if it holds."""
        return self._print(self._steps.attempt(place))

    def effects(self, place: int, rules: Mapping[Symbol, Rule], intended: bool = False) -> Function:
        """Return `effects_K` or `intended_K` of a production that varies; `rules` are those of the conditions."""
        plan = Effects(self.rules.indexes, self.rules.productions[place], rules).procedure(place, intended)
        return Function(plan.name, self._print(plan), plan.checks_clock, False)

    def atoms(self, place: int) -> str:
        """Return the function `atoms_K` of a row: the numbers of the atoms that change, and whether they become true.

        Where effects depend on conditions or on chance, it is a function of the result of `effects_K`.
        """
        production = self.rules.productions[place]
        if production.varies:
            return _varying_atoms(place, production)
        assert production.effect is not None
        known = named(production)
        truths = []
        for literals, truth in ((production.effect.deletes, False), (production.effect.adds, True)):
            for literal in literals:
                symbol, row = atom_of(literal, known, self.rules.indexes)
                truths.append(f"atom({symbol.name!r}, ({''.join([f'{item}, ' for item in row]).strip()})): {truth}")
        return f"def atoms_{place}({', '.join(map(str, known.values()))}):\n    return {{{', '.join(truths)}}}\n"


def _varying_atoms(place: int, production: Production) -> str:
    """Return the function `atoms_K` of the result of `effects_K`."""
    names = names_of(production)
    lines = [f"def atoms_{place}({', '.join(names.values())}):", "    found = {}"]
    for (symbol, comes), name in names.items():
        row = "(item,)" if symbol.arity == 1 else "item"
        lines.append(f"    for item in {name}: found[atom({symbol.name!r}, {row})] = {comes}")
    return "\n".join([*lines, "    return found", ""])
