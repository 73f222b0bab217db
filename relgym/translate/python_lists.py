"""Functions that list the numbers of a rule's rows: as few loops as can be, most of them in comprehensions.

What is left of a body once some variables are bound may fall apart into parts that share no variable any more. Each
part is listed by itself then, and only the numbers are put together: a number is a sum in which each argument has its
share.

>>> from relgym.model.program import Production, Role, Symbol
>>> from relgym.translate.order import guessed_size
>>> x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
>>> at, free = Symbol(Role.FLUENT, "at", 2), Symbol(Role.FLUENT, "free", 1)
>>> head = Literal(Symbol(Role.APPLICABLE, "pick", 3), (x, y, z))
>>> rule = Rule(head, (Literal(at, (x, y)), Literal(free, (z,))))
>>> sizes = {at: guessed_size((10, 10)), free: guessed_size((10,))}
>>> numbering = Numbering([Production(rule, None)], 10)
>>> print(ListWriter(numbering, PythonWriter(), 0, rule, Widths(10, {}, sizes)).text())
def listed_0(found):
    if not (fluent_free_1): return
    part_0_0 = [X_0 * 100 + Y_1 * 10 for X_0, Y_1 in fluent_at_2]
    if not (part_0_0): return
    found += [Z_2 + part for Z_2 in fluent_free_1 for part in part_0_0]
<BLANKLINE>
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf, prod
from operator import itemgetter

from relgym.model.program import Body, Either, Goal, Literal, Row, Rule, Symbol, type_symbol
from relgym.model.terms import Term, Variable
from relgym.translate.flatten import variables_of
from relgym.translate.order import Sizes, rows_on_the_way
from relgym.translate.python import LOOPS, BodyWriter, PythonWriter
from relgym.translate.python_names import variable
from relgym.translate.python_numbers import Numbering

UNWATCHED = 100_000
"""So many rows may be tried, at worst, between two looks at the clock."""


NARROW = 1.25
"""What has about so many rows, or fewer, is not listed by itself."""


SUM = 0.6
"""What it costs to put two numbers together, beside what it costs to try a row."""


class Widths:
    """How many rows of a literal match where some of its variables are known: about, and at most."""

    def __init__(self, objects: int, facts: Mapping[Symbol, frozenset[Row]], sizes: Sizes) -> None:
        self._sizes = sizes
        self._objects = max(1, objects)
        self._facts = facts
        self._known: dict[tuple[Symbol, tuple[int, ...]], int] = {}

    def mean(self, body: Iterable[Goal], known: Iterable[Term]) -> tuple[float, float]:
        """About how many rows are found for the literals of a body, and how many are tried for each of them."""
        _, *after = rows_on_the_way(body, known, self._sizes)
        return after[-1], sum(after) / max(1.0, after[-1])

    def most(self, body: Iterable[Goal], known: Iterable[Term]) -> int:
        """How many rows are tried for the literals of a body at most."""
        bound: set[Term] = {*known}
        rows = most = 1
        for goal in body:
            if isinstance(goal, Literal) and not variables_of(goal) <= bound:
                free = tuple(c for c, term in enumerate(goal.terms) if isinstance(term, Variable) and term not in bound)
                rows *= self._bucket(goal, free)
                most = max(most, rows)
                bound |= variables_of(goal)
        return most

    def _bucket(self, literal: Literal, free: tuple[int, ...]) -> int:
        """How many rows of a literal match at most if all columns but these are known."""
        rows = self._facts.get(literal.symbol)
        if rows is None:
            members = [
                self._facts.get(type_symbol(term.types))
                for term in {literal.terms[column] for column in free}
                if isinstance(term, Variable)
            ]
            return prod(self._objects if own is None else len(own) for own in members)
        place = literal.symbol, free
        if place not in self._known:
            known = [column for column in range(literal.symbol.arity) if column not in free]
            counts = Counter(tuple(row[column] for column in known) for row in rows)
            self._known[place] = max(counts.values(), default=0)
        return self._known[place]


class ListWriter(BodyWriter):
    """The function `listed_K` of a list, to which it adds the numbers of all rows of a rule."""

    def __init__(self, numbering: Numbering, writer: PythonWriter, place: int, rule: Rule, widths: Widths) -> None:
        super().__init__(writer, f"listed_{place}", ["found"], {}, rule.head.terms, lambda texts: "")
        self.unwatched = inf
        self._numbering = numbering
        self._place = place
        self._widths = widths
        self._body = rule.body
        # Whether what the innermost loop goes through may take so long that the clock has to be looked at meanwhile.
        self._long = False
        # Bodies are looked at in many parts: as bits, a bit for each variable.
        self._bits: dict[Term, int] = {
            term: 1 << number for number, term in enumerate(variables_of((rule.head, *rule.body)))
        }
        self._masks = {id(goal): self._mask(variables_of(goal)) for goal in rule.body}

    def text(self) -> str:
        """The text of the function, with those that it calls."""
        self.goals(self._body)
        return self.function().text

    # -- loops -------------------------------------------------------------------------------

    def goals(self, body: Body) -> None:
        for number, goal in enumerate(body):
            if goal == Either(()):
                self.line(self._leave())
                return
            if isinstance(goal, Literal) and (free := self._free(goal)):
                if self._is_single(goal, free):
                    self._bind(goal, free)
                    continue
                self._loops(body[number:])
                return
            self.require(self.condition(goal))
        self.line(f"found.append({self._begun()})")

    def _loops(self, body: Body) -> None:
        """List what is left of a body, whose first goal binds variables."""
        parts = self._parts(body, self.known)
        if self._long:
            self.line("if clock() > deadline[0]: raise TimeoutError")
        first = body[0]
        assert isinstance(first, Literal)
        apart = len(parts) == 1 and self._falls_apart(body)
        self._long = self._is_long(body, self.known)
        if self.loops < LOOPS and (apart or self._long):
            free = self._free(first)
            self.loop(first, free, self._container(first, free), body[1:])
            return
        begun = self._begun()
        if not begun.isdigit():
            self.line(f"first = {begun}")
            begun = "first"
        names: list[str] = []
        # Nothing is listed in vain where the first part has no rows; if it is one literal that is seen at a glance.
        first_part, *others = parts
        if others and len(first_part) == 1 and isinstance(first_part[0], Literal):
            self.require(self._container(first_part[0], self._free(first_part[0])))
        elif others:
            others, first_part = [first_part, *others], ()
        for part in others:
            name = f"part_{self.loops}_{len(names)}"
            self.line(f"{name} = {self._comprehension(part, '', [])}")
            self.require(name)
            names.append(name)
        self.line(f"found += {self._comprehension(first_part, begun, names)}")

    def _is_long(self, body: Body, known: Iterable[Term]) -> bool:
        """Whether so much may be tried for a body that the clock has to be looked at meanwhile."""
        return self._widths.most(body, known) > UNWATCHED

    def _comprehension(self, body: Body, begun: str, parts: Sequence[str]) -> str:
        """A comprehension of what each row adds to a number that is begun, together with all that parts add."""
        clauses: list[str] = []
        before = {*self.known}
        # What is known before the last loop is added up there.
        early = {*before}
        last = 0
        for goal in body:
            if isinstance(goal, Literal) and (free := self._free(goal)):
                if not self._is_single(goal, free):
                    early, last = {*self.known}, len(clauses)
                clauses += self._clauses(goal, free)
            else:
                clauses.append(f"if {self.condition(goal)}")
        if parts:
            early, last = {*self.known}, len(clauses)
        total = [begun] if begun not in ("", "0") else []
        total += self._shares(early - before)
        if len(total) > 1 or (total and not total[0].isidentifier()):
            clauses.insert(last, f"for begun in ({' + '.join(total)},)")
            total = ["begun"]
        total += self._shares(self.known.keys() - early)
        names = ["part", *(f"part_{number}" for number in range(1, len(parts)))][: len(parts)]
        clauses += [f"for {name} in {part}" for name, part in zip(names, parts, strict=True)]
        added = " + ".join([*total, *names]) or "0"
        if len(clauses) == 1 and clauses[0].startswith(f"for {added} in "):
            return f"[*{clauses[0].removeprefix(f'for {added} in ')}]"
        return f"[{added} {' '.join(clauses)}]"

    def _clauses(self, literal: Literal, free: Sequence[int]) -> list[str]:
        """The loop over what the free columns of a literal may be."""
        if self._is_single(literal, free):
            return self._single_clauses(literal, free)
        container = self._container(literal, free)
        targets, again = [], []
        for column in free:
            term = literal.terms[column]
            name = variable(term, len(self.known))
            if term in self.known:
                name = f"again_{len(self.known)}_{column}"
                again.append(f"if {name} == {self.known[term]}")
            else:
                self.known[term] = name
            targets.append(name)
        return [f"for {', '.join(targets)} in {container}", *again]

    def _single_clauses(self, literal: Literal, free: Sequence[int]) -> list[str]:
        """The same where there is one row at most: Python binds a name in a loop over one thing without a loop."""
        names, single = self._single(literal, free)
        own = names[0] if len(names) == 1 else f"single_{len(self.known)}"
        clauses = [f"for {own} in ({single},)", f"if {own} is not None"]
        return clauses if len(names) == 1 else [*clauses, f"for {', '.join(names)} in ({own},)"]

    # -- sums --------------------------------------------------------------------------------

    def _begun(self) -> str:
        """The number of a row, as far as its arguments are known."""
        texts = [self._term(term) if self._is_known(term) else None for term in self.row]
        return self._numbering.text(self._place, texts)

    def _is_known(self, term: Term) -> bool:
        return not isinstance(term, Variable) or term in self.known

    def _shares(self, terms: set[Term]) -> list[str]:
        """What the arguments that are among some terms add to a number."""
        return self._numbering.shares(self._place, [self.known[t] if t in terms else None for t in self.row])

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

    def _falls_apart(self, body: Body) -> bool:
        """Whether a body falls apart once some of its variables are bound."""
        known = dict(self.known)
        for number, goal in enumerate(body):
            if isinstance(goal, Literal):
                if not variables_of(goal) <= known.keys() and len(self._parts(body[number:], known)) > 1:
                    return True
                known |= dict.fromkeys(variables_of(goal), "")
        return False
