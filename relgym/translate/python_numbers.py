"""Rows of productions as numbers: their texts in generated Python, and bodies that do something with each of them.

>>> from relgym.model.program import Role, Symbol
>>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 2)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "unstack", 2), (x, y)), (Literal(on, (x, y)),))
>>> numbering = Numbering([Production(rule, None)], 10)
>>> numbering.text(0, ["A", "B"]), numbering.text(0, ["A", "3"])
('A * 10 + B', 'A * 10 + 3')
>>> writer = ListedWriter(numbering, PythonWriter(), 0, rule)
>>> writer.goals(rule.body)
>>> print(writer.function().text)
def listed_0(found):
    first = 0
    found += [first + X_0 * 10 + Y_1 for X_0, Y_1 in fluent_on_2]
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from relgym.model.program import Body, Literal, Production, Rule, Test, Without
from relgym.model.terms import Term, Variable
from relgym.translate.flatten import variables_of
from relgym.translate.python import BodyWriter, PythonWriter, variable


class Numbering:
    """The numbers of all rows over some objects: production after production, rows in their order.

    `bases` are the first numbers of the productions, `heads` the terms of their rows.
    """

    def __init__(self, productions: Sequence[Production], objects: int) -> None:
        self._size = max(1, objects)
        self.heads = [production.rule.head.terms for production in productions]
        self.bases: list[int] = []
        base = 0
        for head in self.heads:
            self.bases.append(base)
            base += self._size ** len(head)

    def text(self, place: int, row: Sequence[str | None]) -> str:
        """The text of a row's number, without what is not known."""
        parts = []
        fixed = self.bases[place]
        for position, text in enumerate(reversed(row)):
            factor = self._size**position
            if text is None:
                continue
            if text.isdigit():
                fixed += int(text) * factor
            else:
                parts.append(text if factor == 1 else f"{text} * {factor}")
        return " + ".join([*reversed(parts), *([str(fixed)] if fixed or not parts else [])])

    def rest(self, row: Sequence[str | None]) -> str:
        """What the arguments that were not known add to a number."""
        places = [(position, text) for position, text in enumerate(reversed(row)) if text is not None]
        return "".join(f" + {text}" + (f" * {self._size**n}" if n else "") for n, text in reversed(places))


class _NumberWriter(BodyWriter):
    """A body that does something with the number of each row, in the form of a text for it.

    What a number has of the arguments that are known before the last loop is added up before it.
    """

    def __init__(
        self,
        numbering: Numbering,
        writer: PythonWriter,
        place: int,
        name: str,
        parameters: list[str],
        known: dict[Term, str],
        form: str,
    ) -> None:
        super().__init__(
            writer, name, parameters, known, numbering.heads[place], lambda texts: form.format(self.number(texts))
        )
        self._numbering = numbering
        self._place = place
        # What was known before the last loop, once that is reached.
        self._begun: frozenset[Term] | None = None

    def loop(self, literal: Literal, free: list[int], container: str, rest: Body) -> None:
        open_terms = {term for term in self.row if isinstance(term, Variable)} - self.known.keys()
        if open_terms and open_terms <= variables_of(literal):
            self._begun = frozenset(self.row) - open_terms
            known = [None if term in open_terms else self.writer.term(term, self.known) for term in self.row]
            self.line(f"first = {self._numbering.text(self._place, known)}")
        self.last_loop(literal, free, container, rest)

    def last_loop(self, literal: Literal, free: list[int], container: str, rest: Body) -> None:
        """The loop itself."""
        super().loop(literal, free, container, rest)

    def number(self, texts: Sequence[str]) -> str:
        """The text of a row's number."""
        if self._begun is None:
            return self._numbering.text(self._place, texts)
        new = [None if term in self._begun else text for term, text in zip(self.row, texts, strict=True)]
        return f"first{self._numbering.rest(new)}"


class ListedWriter(_NumberWriter):
    """A body that adds the numbers of all rows to a list: the last loop is a comprehension, which is much faster."""

    def __init__(self, numbering: Numbering, writer: PythonWriter, place: int, rule: Rule) -> None:
        super().__init__(numbering, writer, place, f"listed_{place}", ["found"], {}, "found.append({})")

    def last_loop(self, literal: Literal, free: list[int], container: str, rest: Body) -> None:
        bound = self.known.keys() | variables_of(literal)
        simple = all(isinstance(goal, Literal | Test | Without) and variables_of(goal) <= bound for goal in rest)
        once = len({literal.terms[column] for column in free}) == len(free)
        if not (simple and once and self._begun is not None and variables_of(literal) & {*self.row}):
            super().last_loop(literal, free, container, rest)
            return
        names = []
        for column in free:
            term = literal.terms[column]
            name = self.known[term] = variable(term, len(self.known))
            names.append(name)
        conditions = "".join(f" if {self.condition(goal)}" for goal in rest)
        row = [self.writer.term(term, self.known) for term in self.row]
        self.line(f"found += [{self.number(row)} for {', '.join(names)} in {container}{conditions}]")


class InlineWriter(_NumberWriter):
    """A body that is written into another function: what must hold stands around the rest, and nothing is left."""

    def __init__(
        self, numbering: Numbering, writer: PythonWriter, place: int, known: dict[Term, str], form: str
    ) -> None:
        super().__init__(numbering, writer, place, "", [], known, form)
        self.lines = []
        self.depth = -1
        # A step is not left half done; `events.MANY` says how long it may take.
        self.unwatched = inf

    def require(self, condition: str) -> None:
        self.line(f"if {condition}:")
        self.depth += 1

    def goals(self, body: Body) -> None:
        depth = self.depth
        super().goals(body)
        self.depth = depth
