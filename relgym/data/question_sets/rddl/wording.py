"""The words for the cells, actions and rules of an RDDL instance, made of the names in its files.

>>> import relgym
>>> from relgym.translate.equations.layout import Layout
>>> domain = '''domain lights { types { room : object; };
...   pvariables { lit(room) : { state-fluent, bool }; press(room) : { action-fluent, bool, default = false }; };
...   cpfs { lit'(?r) = lit(?r) ~= press(?r); }; reward = sum_{?r : room} lit'(?r); }'''
>>> house = "instance house { domain = lights; objects { room : {attic, hall}; }; horizon = 5; }"
>>> instance = relgym.load(domain, house)
>>> wording = InstanceWording(Layout(instance))
>>> press = instance.domain.declared["press"]
>>> wording.statement(press, 1, True), wording.action([(press, 1, True)])
('"press" of hall is true', 'set "press" of hall to true')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from relgym.data.question_sets.wording import listed
from relgym.model.rddl.domain import Declaration, Instance, Kind
from relgym.model.rddl.equations import Number, Values, label
from relgym.model.rddl.expressions import BOOL, NUMBERS, REAL
from relgym.translate.equations.layout import Layout

CellValue = tuple[Declaration, int, Number]
"""A fluent, the place of one of its cells, and a value."""

DECIMALS = 6
"""The number of decimals of numbers in answers; a right answer may differ by as much."""


def decimal(value: Number) -> str:
    """Return a number as answers have it.

    >>> decimal(2.5), decimal(3.0), decimal(-1e-9), decimal(7)
    ('2.5', '3', '0', '7')
    """
    text = f"{float(value):.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class InstanceWording:
    """Says things about an instance in words; the same things in the same words."""

    def __init__(self, layout: Layout) -> None:
        """Prepare the words for the cells of an instance."""
        self.layout = layout
        self._nouns: dict[str, list[str]] = {}

    def noun(self, fluent: Declaration, place: int) -> str:
        """Return the noun phrase for a cell."""
        nouns = self._nouns.get(fluent.name)
        if nouns is None:
            name = f'"{fluent.name}"'
            rows = (", ".join(map(label, row)) for row in self.layout.rows(fluent.name))
            nouns = self._nouns[fluent.name] = [f"{name} of {row}" if row else name for row in rows]
        return nouns[place]

    def text(self, fluent: Declaration, place: int) -> str:
        """Return a cell as open answers have it, such as `(lit hall)`."""
        row = [*self.layout.rows(fluent.name)][place]
        return f"({' '.join([fluent.name, *map(label, row)])})"

    def value(self, fluent: Declaration, value: Number) -> str:
        """Return a value of a fluent."""
        if fluent.range == BOOL:
            return "true" if value else "false"
        return decimal(value) if fluent.range in NUMBERS else label(self.layout.items[fluent.range][int(value)])

    def statement(self, fluent: Declaration, place: int, value: Number) -> str:
        """Return the statement that a cell has a value."""
        return f"{self.noun(fluent, place)} is {self.value(fluent, value)}"

    def action(self, cells: Iterable[CellValue]) -> str:
        """Return an action as an infinitive, by its cells that differ from their defaults."""
        parts = [f"set {self.noun(fluent, place)} to {_exact(self, fluent, value)}" for fluent, place, value in cells]
        return listed(parts) if parts else "leave all actions at their defaults"

    def fluents(self, fluents: Sequence[Declaration], values: Sequence[Values]) -> Iterator[str]:
        """Yield the values of fluents as statements: of truth values those that are true."""
        for fluent, several in zip(fluents, values, strict=True):
            for place, value in enumerate(several if isinstance(several, list) else [several]):
                if fluent.range != BOOL or value:
                    yield f"{self.noun(fluent, place)} is {_exact(self, fluent, value)}"

    def state(self, values: Sequence[Values]) -> str:
        """Return a state."""
        fluents = self.layout.of_kind(Kind.STATE)
        words = "; ".join(self.fluents(fluents, values)) or "nothing is true"
        return f"Now: {words}.{_others(fluents, 'the state')}"

    def background(self, about: str) -> str:
        """Return what is the same in all states: fluents and rules as in RDDL, objects, constants, limits."""
        instance, layout = self.layout.instance, self.layout
        domain = instance.domain
        parts = [about] if about else []
        actions = [f"{_head(fluent)} ({fluent.range})" for fluent in layout.of_kind(Kind.ACTION)]
        parts.append(f"The actions, with their ranges: {listed(actions)}.")
        rules = [
            f"{_fluent(domain.declared[cpf.fluent])}({', '.join(v.name for v in cpf.parameters)})".replace("()", "")
            + f" = {cpf.value};"
            for cpf in domain.cpfs
        ]
        parts.append(f"The rules of a step, in RDDL: {' '.join(rules)} reward = {domain.reward};")
        if conditions := conditions_of(instance):
            parts.append(f"Conditions of actions: {'; '.join(conditions)}.")
        named = [f"{listed([label(item) for item in items])} ({name})" for name, items in layout.items.items()]
        if named:
            parts.append(f"The objects: {'; '.join(named)}.")
        constants = layout.of_kind(Kind.NON)
        if texts := [*self.fluents(constants, [layout.start(fluent.name) for fluent in constants])]:
            parts.append(f"Always: {'; '.join(texts)}.{_others(constants, 'constants')}")
        return " ".join(parts)


def conditions_of(instance: Instance) -> list[str]:
    """Return the conditions of actions in RDDL, and the limit of their number in words."""
    texts: list[str] = [str(formula) for formula in instance.domain.preconditions + instance.domain.constraints]
    if instance.most_actions is not None:
        texts.append(f"at most {instance.most_actions} action cells differ from their defaults")
    return texts


def _others(fluents: Sequence[Declaration], what: str) -> str:
    are_false = any(fluent.range == BOOL for fluent in fluents)
    return f" All other truth values of {what} are false." if are_false else ""


def _exact(wording: InstanceWording, fluent: Declaration, value: Number) -> str:
    return repr(value) if isinstance(value, float) and fluent.range == REAL else wording.value(fluent, value)


def _head(fluent: Declaration) -> str:
    return f"{fluent.name}({', '.join(fluent.parameters)})" if fluent.parameters else fluent.name


def _fluent(fluent: Declaration) -> str:
    return f"{fluent.name}'" if fluent.kind is Kind.STATE else fluent.name
