"""Functions that list the numbers of a rule's rows, by nested loops in as few functions as possible.

Once some variables are bound, the rest of a body may consist of parts that share no variable. Such parts are listed
separately, and only their numbers are combined: a row's number is a sum with a summand for each argument.

>>> from relgym.model.program import Production, Role, Symbol
>>> from relgym.translate.program.join_order import guessed_size
>>> x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
>>> at, free = Symbol(Role.FLUENT, "at", 2), Symbol(Role.FLUENT, "free", 1)
>>> head = Literal(Symbol(Role.APPLICABLE, "pick", 3), (x, y, z))
>>> rule = Rule(head, (Literal(at, (x, y)), Literal(free, (z,))))
>>> sizes = {at: guessed_size((10, 10)), free: guessed_size((10,))}
>>> numbering = Numbering([Production(rule, None)], 10)
>>> print(ListWriter(numbering, PythonWriter(), 0, rule, Widths(10, {}, sizes)).text())
def listed_0(found):
    if fluent_free_1:
        part_0 = []
        for X_0, Y_1 in fluent_at_2:
            part_0.append(X_0 * 100 + Y_1 * 10)
        if part_0:
            for Z_0 in fluent_free_1:
                for part in part_0:
                    found.append(Z_0 + part)
<BLANKLINE>
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from math import prod
from operator import itemgetter

from relgym.model.program import Body, Goal, Literal, Row, Rule, Symbol, type_symbol
from relgym.model.terms import Term, Variable
from relgym.translate.analysis.invariants import Group
from relgym.translate.program.flatten import variables_of
from relgym.translate.program.join_order import Sizes, rows_on_the_way
from relgym.translate.python.blocks import InlineWriter
from relgym.translate.python.numbers import Numbering
from relgym.translate.python.program import LOOPS, PythonWriter

UNWATCHED = 100_000
"""The largest number of rows that may be tried between two checks of the clock."""


SEVERAL = 2.0
"""The estimated number of rows from which the known parts of their numbers are added before the loop."""


NARROW = 1.25
"""The estimated number of rows up to which a part of a join is not listed by itself."""


SUM = 0.6
"""The cost of adding two numbers, relative to the cost of trying a row."""


class Widths:
    """Cardinality estimates of literals with some known variables: mean and largest numbers of matching rows."""

    def __init__(
        self, objects: int, facts: Mapping[Symbol, frozenset[Row]], sizes: Sizes, groups: Sequence[Group] = ()
    ) -> None:
        """`facts` are all rows that symbols may have, where that is known; mutex groups hold at every moment."""
        self._sizes = sizes
        self._groups = groups
        self._objects = max(1, objects)
        self._facts = facts
        self._known: dict[tuple[Symbol, tuple[int, ...]], int] = {}
        self._columns: dict[Symbol, frozenset[int | None]] = {}

    def mean(self, body: Iterable[Goal], known: Iterable[Term]) -> tuple[float, float]:
        """About how many rows are found for the literals of a body, and how many are tried for each of them."""
        _, *after = rows_on_the_way(body, known, self._sizes)
        return after[-1], sum(after) / max(1.0, after[-1])

    def is_long(self, body: Iterable[Goal], known: Iterable[Term]) -> bool:
        """Return True if the literals of a body may try more than `UNWATCHED` rows."""
        bound: set[Term] = {*known}
        rows = 1
        for goal in body:
            if isinstance(goal, Literal) and not goal.variables <= bound:
                free = tuple(c for c, term in enumerate(goal.terms) if isinstance(term, Variable) and term not in bound)
                # If one part has no rows, others may still be tried, because parts are listed separately.
                rows *= max(1, self._bucket(goal, free))
                if rows > UNWATCHED:
                    return True
                bound |= goal.variables
        return False

    def _bucket(self, literal: Literal, free: tuple[int, ...]) -> int:
        """Return the largest number of rows of a literal that match if all columns but `free` are known."""
        rows = self._facts.get(literal.symbol)
        if rows is None:
            # A mutex group allows only one object in its counted column.
            counted = [column for column in self._counted(literal.symbol) if column in free]
            return min(self._objects_in(literal, [c for c in free if c != own]) for own in (None, *counted))
        place = literal.symbol, free
        if place not in self._known:
            known = [column for column in range(literal.symbol.arity) if column not in free]
            counts = Counter(tuple(row[column] for column in known) for row in rows)
            self._known[place] = max(counts.values(), default=0)
        return self._known[place]

    def _counted(self, symbol: Symbol) -> frozenset[int | None]:
        """The columns of a symbol that the others determine by a group."""
        found = self._columns.get(symbol)
        if found is None:
            parts = [group.part(symbol) for group in self._groups]
            found = self._columns[symbol] = frozenset(part.counted for part in parts if part is not None)
        return found

    def _objects_in(self, literal: Literal, columns: Iterable[int]) -> int:
        """Return the number of possible rows of objects in some columns of a literal."""
        terms = {literal.terms[column] for column in columns}
        members = [self._facts.get(type_symbol(term.types)) for term in terms if isinstance(term, Variable)]
        return prod(self._objects if own is None else len(own) for own in members)


class ListWriter(InlineWriter):
    """The function `listed_K` of a list, to which it adds the numbers of all rows of a rule."""

    def __init__(self, numbering: Numbering, writer: PythonWriter, place: int, rule: Rule, widths: Widths) -> None:
        super().__init__(numbering, writer, place, {}, "")
        self.name = f"listed_{place}"
        self.depth = 0
        self._rule = rule
        self._widths = widths
        # The list that numbers are appended to, and the list of summands for each of them, if there is one.
        self._list = "found"
        self._others = ""
        self._lists = count()
        # True if the innermost loop may take so long that it must check the clock.
        self._long = False
        # Bodies are looked at in many parts: as bits, a bit for each variable.
        self._bits: dict[Term, int] = {
            term: 1 << number for number, term in enumerate(variables_of((rule.head, *rule.body)))
        }
        self._masks = {id(goal): self._mask(variables_of(goal)) for goal in rule.body}

    def text(self) -> str:
        """The text of the function, with those that it calls."""
        return self._written(self._rule.body, ["found"])

    def _written(self, body: Body, parameters: Iterable[str]) -> str:
        self.goals(body)
        return "\n".join([*self.helpers, f"def {self.name}({', '.join(parameters)}):", *self.lines, ""])

    # -- loops -------------------------------------------------------------------------------

    def loop(self, literal: Literal, free: Sequence[int], container: str, rest: Body) -> None:
        body = (literal, *rest)
        before = self._long
        if before:
            self.line("if clock() > deadline[0]: look()")
        if before or not self.loops:
            # Where that does not take long, nothing inside it does.
            self._long = self._widths.is_long(body, self.known)
        parts = [body] if self._long else self._parts(body, self.known)
        if len(parts) > 1:
            self._sums_of(parts)
        else:
            if self.loops and self._widths.mean(body, self.known)[0] >= SEVERAL:
                self.add_up()
            super().loop(literal, free, container, rest)
        self._long = before

    def found(self) -> None:
        if self._others:
            self.add_up()
            self.line(f"for part in {self._others}:")
            self.line(f"    {self._list}.append({self.number()} + part)")
        else:
            self.line(f"{self._list}.append({self.number()})")

    def _sums_of(self, parts: Sequence[Body]) -> None:
        """List parts each by itself, all but the first perhaps, and then the sums of one number of each of them."""
        first, *others = parts
        # Nothing is listed in vain where the first part has no rows; if it is one literal that is seen at a glance.
        if len(first) == 1 and isinstance(first[0], Literal) and self.loops < LOOPS:
            self.require(self._exists(first[0]))
        else:
            first, others = (), [first, *others]
        self.add_up()
        sums = [self.sum, *("" for _ in others[1:])]
        names = [self._listed(part, begun) for part, begun in zip(others, sums, strict=True)]
        while len(names) > 1:
            name = self._list if len(names) == 2 and not first else f"part_{next(self._lists)}"
            if name != self._list:
                self.line(f"{name} = []")
            self.line(f"for part in {names.pop()}:")
            self.line(f"    for other in {names.pop()}: {name}.append(part + other)")
            names.append(name)
        if first:
            self.sum, [self._others] = "", names
            self.goals(first)

    def _listed(self, part: Body, begun: str | None) -> str:
        """The name of a list of the numbers of a part, added to what is begun; from there on it is not empty."""
        name = f"part_{next(self._lists)}"
        self.line(f"{name} = []")
        outer = dict(self.known), self.counted, self.added, self.sum, self._list, self._others
        self.counted = self.counted & (variables_of(part) - self.known.keys())
        self.added, self.sum, self._list, self._others = frozenset(), begun, name, ""
        self.goals(part)
        self.known, self.counted, self.added, self.sum, self._list, self._others = outer
        self.require(name)
        return name

    def _continue(self, body: Body) -> None:
        """Go on in a function of its own, for CPython's sake."""
        inner = ListWriter(self._numbering, self.writer, self._place, self._rule, self._widths)
        inner.name = f"{self.name}_{self.writer.helper()}"
        needed = variables_of(body) | (self.counted - self.added)
        inner.known = {term: text for term, text in self.known.items() if term in needed}
        inner.counted, inner.added, inner.sum, inner._long = self.counted, self.added, self.sum, self._long
        inner._others, inner._sums, inner._lists = self._others, self._sums, self._lists
        own = filter(None, (inner.sum, inner._others, *inner.known.values()))
        arguments = {"found": self._list, **{text: text for text in own}}
        self.helpers.append(inner._written(body, arguments))
        self.line(f"{inner.name}({', '.join(arguments.values())})")

    # -- parts -------------------------------------------------------------------------------

    def _parts(self, body: Body, known: Mapping[Term, str]) -> list[Body]:
        """A body in parts that share no variables but known ones; all but the first are worth being listed."""
        bound = self._mask(known)
        groups: list[tuple[int, list[int]]] = []
        for number, goal in enumerate(body):
            open_variables, numbers = self._masks[id(goal)] & ~bound, [number]
            apart = []
            for group in groups:
                if group[0] & open_variables:
                    open_variables |= group[0]
                    numbers += group[1]
                else:
                    apart.append(group)
            groups = [*apart, (open_variables, numbers)]
        if len(groups) < 2:
            return [body]
        bodies = [[body[number] for number in sorted(numbers)] for _, numbers in groups]
        means = [(part, *self._widths.mean(part, known)) for part in bodies]
        wide = [each for each in means if each[1] > NARROW]
        if len(wide) < 2:
            return [body]
        smallest, rows, _ = min(wide, key=itemgetter(1))
        # To list a part takes as long as to go through it once; it would be gone through for each row of the smallest.
        listed = [part for part, _, cost in wide if part is not smallest and cost + SUM * rows < cost * rows]
        elsewhere = {id(goal) for part in listed for goal in part}
        rest = tuple(goal for goal in body if id(goal) not in elsewhere)
        return [rest, *map(tuple, listed)]

    def _mask(self, terms: Iterable[Term]) -> int:
        """The bits of some variables."""
        mask = 0
        for term in terms:
            mask |= self._bits.get(term, 0)
        return mask
