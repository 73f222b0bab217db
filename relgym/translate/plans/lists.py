"""Plans that list the numbers of a rule's rows, part by part where that pays.

Once some variables are bound, the rest of a body may consist of parts that share no variable. Such parts are listed
separately, and only their numbers are combined: a row's number is a sum with a summand for each argument.

>>> from relgym.model.program import Production, Role, Symbol
>>> from relgym.model.terms import Variable
>>> from relgym.translate.program.join_order import guessed_size
>>> from relgym.model.plan import operations
>>> x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
>>> at, free = Symbol(Role.FLUENT, "at", 2), Symbol(Role.FLUENT, "free", 1)
>>> head = Literal(Symbol(Role.APPLICABLE, "pick", 3), (x, y, z))
>>> rule = Rule(head, (Literal(at, (x, y)), Literal(free, (z,))))
>>> sizes = {at: guessed_size((10, 10)), free: guessed_size((10,))}
>>> numbering = Numbering([Production(rule, None)], 10)
>>> plan = Listing(Indexes(), numbering, 0, rule, Widths(10, {}, sizes)).procedure()
>>> [filtered] = plan.body
>>> [type(each).__name__ for each in filtered.body], [type(each).__name__ for each in operations(filtered.body[2:])]
(['Bind', 'Scan', 'Filter'], ['Filter', 'Scan', 'Scan', 'Emit'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from operator import itemgetter

from relgym.model.plan import Bind, Block, Emit, EmitKind, ExistenceCheck, Filter, Procedure, Scan, Sum
from relgym.model.program import Body, Goal, Literal, Rule, variables_of
from relgym.model.terms import Term
from relgym.translate.plans.clock import Widths
from relgym.translate.plans.indexes import Indexes, Known
from relgym.translate.plans.lower import BodyLowering
from relgym.translate.plans.numbers import Numbering, RowNumber
from relgym.tuning.plans import INLINE_ROWS_LIMIT, SUM_ROWS, SUMMED_ROWS


def numbered(
    indexes: Indexes, numbering: Numbering, place: int, known: Known, emit: Callable[[Sum], Block]
) -> BodyLowering:
    """Return a lowering of bodies whose rows are emitted by their numbers.

    The arguments that are known before the last loop are added before it.
    """
    number = RowNumber(numbering, place)

    def scan(lowering: BodyLowering, literal: Literal, rest: Body) -> Block:
        left = {term for term in number.terms if term not in lowering.known}
        begun = number.add_up(lowering.known, indexes.number) if left and left <= literal.variables else ()
        return (*begun, *lowering.scan(literal, rest))

    def innermost(lowering: BodyLowering) -> Block:
        return emit(number.sum(lowering.known, indexes.number))

    return BodyLowering(indexes, known, innermost, numbering.heads[place], (), scan)


class Listing:
    """Lowers the function `listed_K` of a list, to which it appends the numbers of all rows of a rule."""

    def __init__(self, indexes: Indexes, numbering: Numbering, place: int, rule: Rule, widths: Widths) -> None:
        self._lowering = BodyLowering(indexes, {}, self._found, numbering.heads[place], (), self._scan)
        self._number = RowNumber(numbering, place)
        self._place = place
        self._rule = rule
        self._widths = widths
        # The list that numbers are appended to, and the list of summands for each of them, if there is one.
        self._list, self._others = "found", ""
        self._lists = count()
        # True in a loop; if the innermost loop may try many rows; and if the outermost one may.
        self._inside, self._long, self._bounded = False, False, False
        # Bodies are looked at in many parts: as bits, a bit for each variable.
        self._bits: dict[Term, int] = {
            term: 1 << number for number, term in enumerate(variables_of((rule.head, *rule.body)))
        }
        self._masks = {id(goal): self._mask(variables_of(goal)) for goal in rule.body}

    def procedure(self) -> Procedure:
        """Return the function."""
        return self._lowering.procedure(f"listed_{self._place}", ("found",), self._lowering.block(self._rule.body))

    # -- loops -------------------------------------------------------------------------------

    def _scan(self, lowering: BodyLowering, literal: Literal, rest: Body) -> Block:
        body, known = (literal, *rest), lowering.known
        before = self._inside, self._long
        if self._long or not self._inside:
            # Where that does not take long, nothing inside it does.
            self._long = self._widths.is_long(body, known)
            self._bounded = self._long or (self._inside and self._bounded)
        parts = [body] if self._long else self._parts(body, known)
        if len(parts) > 1:
            block = self._sums_of(parts)
        else:
            begun: Block = ()
            left = {term for term in self._number.terms if term not in known}
            if (self._inside and self._widths.mean(body, known)[0] >= SUMMED_ROWS) or (
                left and left <= literal.variables
            ):
                begun = self._add_up()
            self._inside = True
            # A short list needs no check of the clock.
            most = self._widths.most(literal, tuple(lowering.free(literal))) if self._bounded else 1
            block = (*begun, *lowering.scan(literal, rest, most))
        self._inside, self._long = before
        return block

    def _add_up(self) -> Block:
        return self._number.add_up(self._lowering.known, self._lowering.indexes.number)

    def _sum(self) -> Sum:
        return self._number.sum(self._lowering.known, self._lowering.indexes.number)

    def _found(self, lowering: BodyLowering) -> Block:
        if not self._others:
            return (Emit(EmitKind.APPEND, self._list, self._sum()),)
        begun, number = self._add_up(), self._sum()
        each = Emit(EmitKind.APPEND, self._list, Sum(number.constant, (*number.summands, "part"), number.products))
        return (*begun, Scan(self._others, (), ("part",), (each,)))

    def _sums_of(self, parts: Sequence[Body]) -> Block:
        """List parts each by itself, all but the first perhaps, and then the sums of one number of each of them."""
        first, *others = parts
        conditions = []
        # Where the first part has no rows, no other part is listed; for a single literal this is a cheap test.
        if len(first) == 1 and isinstance(first[0], Literal):
            conditions.append(self._lowering.exists(first[0]))
        else:
            first, others = (), [first, *others]
        begun = self._add_up()
        sums = [self._number.begun, *[Sum() for _ in others[1:]]]
        names = [f"part_{next(self._lists)}" for _ in others]
        lists = [self._listed(*each) for each in zip(others, names, sums, strict=True)]
        left = [*names]
        rest: list[Block] = []
        while len(left) > 1:
            name = self._list if len(left) == 2 and not first else f"part_{next(self._lists)}"
            made: Block = () if name == self._list else (Bind(name, None),)
            sum_ = (Emit(EmitKind.APPEND, name, Sum(0, ("part", "other"))),)
            rest.append((*made, Scan(left.pop(), (), ("part",), (Scan(left.pop(), (), ("other",), sum_),))))
            left.append(name)
        block = tuple([each for blocks in rest for each in blocks])
        if first:
            self._number.begun, [self._others] = Sum(), left
            block += self._lowering.block(first)
        for name, part in zip(reversed(names), reversed(lists), strict=True):
            block = (*part, Filter((ExistenceCheck(name),), block))
        block = (*begun, *block)
        return (Filter(tuple(conditions), block),) if conditions else block

    def _listed(self, part: Body, name: str, begun: Sum) -> Block:
        """Return the operations that make a list of the numbers of a part, added to what is begun."""
        lowering, number = self._lowering, self._number
        outer = dict(lowering.known), number.terms, number.begun, self._list, self._others
        variables = variables_of(part) - lowering.known.keys()
        number.terms = tuple([term for term in number.terms if term in variables])
        number.begun, self._list, self._others = begun, name, ""
        block = (Bind(name, None), *lowering.block(part))
        lowering.known, number.terms, number.begun, self._list, self._others = outer
        return block

    # -- parts -------------------------------------------------------------------------------

    def _groups(self, body: Body, known: Known) -> list[list[Goal]]:
        """A body in the smallest parts that share no variables but known ones."""
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
        return [[body[number] for number in sorted(numbers)] for _, numbers in groups]

    def _parts(self, body: Body, known: Known) -> list[Body]:
        """A body in parts that share no variables but known ones; all but the first are worth being listed."""
        bodies = self._groups(body, known)
        if len(bodies) < 2:
            return [body]
        means = [(part, *self._widths.mean(part, known)) for part in bodies]
        wide = [each for each in means if each[1] > INLINE_ROWS_LIMIT]
        if len(wide) < 2:
            return [body]
        smallest, rows, _ = min(wide, key=itemgetter(1))
        # To list a part takes as long as to go through it once; it would be gone through for each row of the smallest.
        listed = [part for part, _, cost in wide if part is not smallest and cost + SUM_ROWS * rows < cost * rows]
        elsewhere = {id(goal) for part in listed for goal in part}
        rest = tuple(goal for goal in body if id(goal) not in elsewhere)
        return [rest, *map(tuple, listed)]

    def _mask(self, terms: Iterable[Term]) -> int:
        """The bits of some variables."""
        mask = 0
        for term in terms:
            mask |= self._bits.get(term, 0)
        return mask
