"""The context of a value that is made into clauses: the variables in scope, and the conditions that make it needed.

>>> x = Variable("?x", ("t",))
>>> scope = RuleScope().with_names({x: "X"}, (x,))
>>> scope.terms
('X',)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from relgym.model.rddl.expressions import Draw, DrawAny, DrawItem, DrawVector, Fluent, Matrix, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.asp.equations.clauses import AspLiteral, Goal


@dataclass(frozen=True, slots=True, eq=False)
class RuleScope:
    """Variables with their names, or the items that they stand for; and the conditions under which a value is needed.

    `open` are the variables that the conditions may leave unbound.
    """

    names: Mapping[Variable, str] = field(default_factory=dict)
    open: tuple[Variable, ...] = ()
    conditions: tuple[Goal, ...] = ()

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables that stand for no item."""
        return tuple(variable for variable, name in self.names.items() if is_variable(name))

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of the variables."""
        return tuple(filter(is_variable, self.names.values()))

    def with_names(self, names: Mapping[Variable, str], unbound: tuple[Variable, ...] = ()) -> RuleScope:
        return replace(self, names={**self.names, **names}, open=self.open + unbound)

    def where(self, goals: Iterable[Goal]) -> RuleScope:
        """The scope with more conditions."""
        return replace(self, conditions=(*self.conditions, *goals))

    def only(self, condition: AspLiteral) -> RuleScope:
        """The scope with a condition that stands for all it has, and binds all variables."""
        return replace(self, open=(), conditions=(condition,))

    def over(self, variables: Sequence[Variable]) -> RuleScope:
        """The scope with some of its variables, without any conditions."""
        names = {v: name for v, name in self.names.items() if v in variables or not is_variable(name)}
        return RuleScope(names, tuple(variables))


def is_variable(term: str) -> bool:
    """Return True for a variable: items are numbers, or begin with a small letter or a quotation mark."""
    return term[:1].isupper()


def variables_in(value: Value) -> set[Variable]:
    """The variables that a value reads, those of its draws and its entries of matrices too."""
    variables = set()
    for part in walk(value):
        match part:
            case Variable():
                variables.add(part)
            case Draw() | DrawItem() | DrawAny() | DrawVector() if part.uniform is not None:
                variables |= {*part.uniform.around}
            case Matrix():
                variables |= {*part.places}
    return variables


def changes(value: Value, timed: Callable[[str, bool], bool]) -> bool:
    """Return True if a value may differ between questions; `timed` says so of a fluent by name and prime."""
    for part in walk(value):
        match part:
            case Fluent(name, _, primed) if timed(name, primed):
                return True
            case Draw() | DrawItem() | DrawAny() | DrawVector():
                return True
    return False
