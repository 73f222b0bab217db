"""Transport of the rows of several symbols from Prolog as one text: packed into codes, or spelled out.

>>> from relgym.limits import Limits
>>> packed = Packed([Told((0,), (range(20),)), Told((0, 1), (range(3), range(20)))])
>>> packed.rows(chr(57344 + 3) + chr(57344 + 20 + 2 * 20 + 3), Budget("swipl", Limits()))
[[(3,)], [(2, 3)]]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from math import prod
from typing import Protocol

from relgym.backends.swipl.codes import END, LAST, ObjectNumbers
from relgym.backends.swipl.columns import Told
from relgym.limits import Budget
from relgym.model.program import Row
from relgym.translate.prolog.names import code_of, number_of
from relgym.tuning.prolog import ROW_CODES_LIMIT

ROW, CODES = "Row", "Codes"
"""The variables of an answered row, and of the codes of all rows."""

NEVER = "fail"
"""The goal that holds for no row."""

PUT, TAKE = "'$add_findall_bag'", "'$collect_findall_bag'"
"""Of what findall/3 itself is made, in every version, though undocumented: put a row into the open bag, and fail; take
all rows out."""

# The first code after the halves of surrogate pairs, which no text may hold.
_FIRST = 0xE000

_YES = 2


@dataclass(frozen=True, slots=True)
class Sought:
    """The rows of a symbol: its goals hold for them, and bind these variables, one for each column not given."""

    goals: tuple[str, ...]
    columns: tuple[str, ...]


class Answer(Protocol):
    """An encoding of answered rows."""

    def clauses(self, number: int, given: Sequence[str], asked: Sequence[Sought]) -> Iterator[str]:
        """The clauses of `rows_NUMBER`, which gives the codes of all rows.

        It puts rows into an open bag, one after the other, and takes all of them out in the end.
        """

    def rows(self, text: str, budget: Budget) -> list[list[Row]]:
        """The rows of each symbol; some may come twice. Raises `BackendError` if the call passes a limit."""


def columns(width: int) -> list[str]:
    """Return the variables of a row with `width` columns."""
    return [f"X{column}" for column in range(width)]


class Packed:
    """Every possible row has one code of its own: the rows of the first symbol, then those of the second, and so on."""

    def __init__(self, forms: Sequence[Told]) -> None:
        self._told = forms
        self._codes = [_codes(each) for each in forms]
        self._starts = list(accumulate(map(_size, forms), initial=_FIRST))
        self._no_rows = _lists(len(forms))
        # A plain dict: one with `__missing__` is slower for keys that it has.
        self._known: dict[str, tuple[int, Row]] = {}

    @staticmethod
    def fits(forms: Sequence[Told]) -> bool:
        """Return True if there are enough codes for all rows."""
        return sum(map(_size, forms)) <= LAST + 1 - _FIRST

    def clauses(self, number: int, given: Sequence[str], asked: Sequence[Sought]) -> Iterator[str]:
        rows = f"rows_{number}"
        for body in shared([body for index, each in enumerate(asked) for body in self._bodies(index, each)]):
            yield f"{_atom(rows, *given, '_')} :- {body}."
        yield f"{_atom(rows, *given, CODES)} :- {_atom(TAKE, CODES, '[]')}."

    def _bodies(self, position: int, asked: Sought) -> Iterator[tuple[str, ...]]:
        """The goals that put the rows of the symbol at a position into the bag; none if there are no rows."""
        form, codes, start = self._told[position], self._codes[position], self._starts[position]
        if asked.goals == (NEVER,):
            # Its columns stay unbound, and Prolog does not compile arithmetic on unbound variables.
            return
        if codes:
            code = _code([asked.columns[column] for column in form.columns], codes, start)
            yield *asked.goals, f"{ROW} is {code}", _atom(PUT, ROW)
        else:
            yield (f"( {', '.join(asked.goals)} -> {_atom(PUT, str(start))} )",)

    def rows(self, text: str, budget: Budget) -> list[list[Row]]:
        answers, known = self._no_rows(), self._known
        try:
            for code in budget.checked(text):
                position, row = known[code]
                answers[position].append(row)
        except KeyError:
            self._know(text, budget)
            return self.rows(text, budget)
        return answers

    def _know(self, text: str, budget: Budget) -> None:
        """Work out what some codes stand for."""
        if len(self._known) >= ROW_CODES_LIMIT:
            self._known.clear()
        new = budget.checked(set(text) - self._known.keys())
        self._known.update((code, self.position(ord(code))) for code in new)

    def position(self, code: int) -> tuple[int, Row]:
        """Return the index of the symbol and the row that a code stands for."""
        position = bisect_right(self._starts, code) - 1
        rest = code - self._starts[position]
        numbers: list[int] = []
        for codes in reversed(self._codes[position]):
            rest, digit = divmod(rest, len(codes))
            numbers.append(number_of(codes[digit]))
        return position, self._told[position].row(numbers[::-1])


def shared(bodies: Sequence[tuple[str, ...]]) -> list[str]:
    """Share the common first goals of several clause bodies; each body ends in its own way.

    >>> shared([("free", "on(X)", "p(X)"), ("held(X)", "q(X)"), ("free", "on(X)", "at(X)", "r(X)")])
    ['free, on(X), ( p(X) ; at(X), r(X) )', 'held(X), q(X)']
    """
    alike: dict[str, list[tuple[str, ...]]] = {}
    for body in bodies:
        alike.setdefault(body[0], []).append(body)
    return [_one_for(group) for group in alike.values()]


def _one_for(bodies: Sequence[tuple[str, ...]]) -> str:
    if len(bodies) == 1:
        return ", ".join(bodies[0])
    start = [goals[0] for goals in takewhile(lambda goals: len(set(goals)) == 1, zip(*bodies, strict=False))]
    return ", ".join([*start, f"( {' ; '.join(shared([body[len(start) :] for body in bodies]))} )"])


def _codes(form: Told) -> list[range]:
    """Return the possible codes of each transmitted column."""
    return [range(code_of(numbers.start), code_of(numbers.stop - 1) + 1) for numbers in form.ranges]


def _size(form: Told) -> int:
    return prod(map(len, _codes(form)))


def _code(names: Sequence[str], codes: Sequence[range], start: int) -> str:
    """Return the code of a row in Prolog's arithmetic; the constant part is added up here."""
    number, before = names[0], codes[0].start
    for name, column in zip(names[1:], codes[1:], strict=True):
        number = f"({number}) * {len(column)} + {name}"
        before = before * len(column) + column.start
    return f"{number} + ({start - before})"


class Spelled:
    """Rows are spelled out, a code for each column; an end parts the rows of two symbols."""

    def __init__(self, widths: Sequence[int]) -> None:
        self._widths = widths
        self._number_of = ObjectNumbers().__getitem__

    def clauses(self, number: int, given: Sequence[str], asked: Sequence[Sought]) -> Iterator[str]:
        rows, codes = f"rows_{number}", f"codes_{number}"
        row = _atom(rows, *given, "_")
        for index, each in enumerate(asked):
            goals = ", ".join(each.goals)
            if index:
                yield f"{row} :- {_atom(PUT, _atom('row', str(ord(END))))}."
            if each.columns:
                yield f"{row} :- {goals}, {_atom(PUT, _atom('row', *each.columns))}."
            else:
                yield f"{row} :- ( {goals} -> {_atom(PUT, _atom('row', str(_YES)))} )."
        yield f"{_atom(rows, *given, CODES)} :- {_atom(TAKE, 'Rows', '[]')}, {codes}(Rows, {CODES})."
        yield f"{codes}([], [])."
        yield f"{codes}([Row|Rows], Codes) :- {codes}(Row, Rows, Codes)."
        for width in {1, *self._widths} - {0}:
            named = columns(width)
            yield f"{codes}({_atom('row', *named)}, Rows, [{', '.join(named)}|Codes]) :- {codes}(Rows, Codes)."

    def rows(self, text: str, budget: Budget) -> list[list[Row]]:
        answers: list[list[Row]] = []
        for width, codes in zip(self._widths, text.split(END), strict=False):
            if not codes:
                answers.append([])
            elif width == 0:
                answers.append([()])
            else:
                numbers = map(self._number_of, budget.checked(codes))
                answers.append(list(zip(*[numbers] * width, strict=True)))
        return answers


def _lists(number: int) -> Callable[[], list[list[Row]]]:
    """Return a function that makes `number` empty lists; a written-out list is faster than a comprehension."""
    made: Callable[[], list[list[Row]]] = eval(f"lambda: [{'[], ' * number}]")
    return made


def _atom(name: str, *arguments: str) -> str:
    return f"{name}({', '.join(arguments)})"
