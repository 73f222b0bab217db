"""Names of cells (`on___a__b`) that two cells of an instance would share.

A name is *plain* if it has no two underscores in a row, and none at its beginning or end. Cells that are made of plain
names only never share a name: the maximal runs of two or more underscores are then exactly the separators, so there is
one way to split the name. A shared name needs a name that is not plain, and the search begins at these alone. It is the
test of Sardinas and Patterson (1953) for codes: it keeps two cells that are equal so far but for a rest by which one is
ahead, and lets the one behind go on. There are fewer rests than characters in the names of the instance, so no list of
all cells is made.

>>> from relgym.model.rddl.domain import Kind
>>> a, t = Object("a"), Declaration("p", Kind.ACTION, ("t",), "bool", False)
>>> shared = shared_name([t, Declaration("p___a", Kind.ACTION, (), "bool", False)], {"t": [a]})
>>> shared and (shared.name, shared.cells)
('p___a', ('p(a)', 'p___a'))
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter

from relgym.errors import ModelError
from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.equations import AFTER_FLUENT, BETWEEN, cell_named, label
from relgym.model.span import Span
from relgym.model.terms import Object
from relgym.read.rddl.words import signature

_END_OF_ALL = "\U0010ffff"
"""A text that is greater than the rest of any name."""


@dataclass(frozen=True, slots=True)
class SharedName:
    """A name that two cells share, the cells, and the place of the declaration or object that is not plain."""

    name: str
    cells: tuple[str, str]
    culprit: str
    span: Span | None

    def error(self) -> ModelError:
        first, second = self.cells
        return ModelError(
            f"{first} and {second} would both be called '{self.name}' in observations, actions and files",
            span=self.span,
            expected="names that tell the values of fluents apart",
            hint=f"rename '{self.culprit}': '__' within a name, or '_' at its beginning or end, looks like a separator",
            code="E202",
        )


def is_plain(name: str) -> bool:
    """Return True if a name has no two underscores in a row, and none at its beginning or end.

    >>> is_plain("my_fluent"), is_plain("my__fluent"), is_plain("_x"), is_plain("x_")
    (True, False, False, False)
    """
    return "__" not in name and name[:1] != "_" and name[-1:] != "_"


def shared_name(fluents: Sequence[Declaration], items: Mapping[str, Sequence[Object]]) -> SharedName | None:
    """Return a name that two cells share, or `None` if every cell has a name of its own.

    Args:
        fluents: The fluents of the instance.
        items: The objects or enumerated values of each type.
    """
    labels = {of: _KnownLabels(several) for of, several in items.items()}
    with_cells = [fluent for fluent in fluents if all(items[of] for of in fluent.parameters)]
    return _OverlapSearch(labels).found(with_cells)


class _KnownLabels:
    """The labels of a type's items, in alphabetical order."""

    def __init__(self, items: Sequence[Object]) -> None:
        self.items = {label(item): item for item in items}

    @cached_property
    def ordered(self) -> list[str]:
        return sorted(self.items)

    @cached_property
    def odd(self) -> list[str]:
        """The labels that are not plain."""
        return [name for name in self.items if not is_plain(name)]

    def compatible(self, rest: str) -> Iterator[str]:
        """Yield the labels with which a text may begin that begins with `rest`, or that `rest` begins with."""
        for end in range(1, len(rest)):
            if rest[:end] in self.items:
                yield rest[:end]
        ordered = self.ordered
        yield from ordered[bisect_left(ordered, rest) : bisect_left(ordered, rest + _END_OF_ALL)]


@dataclass(frozen=True, slots=True)
class _NamedCell:
    """A cell of which so many labels are chosen; equal where the same may follow."""

    fluent: Declaration
    chosen: int
    labels: tuple[str, ...] = field(compare=False)

    @property
    def complete(self) -> bool:
        return self.chosen == len(self.fluent.parameters)

    def with_label(self, name: str) -> _NamedCell:
        return replace(self, chosen=self.chosen + 1, labels=(*self.labels, name))


@dataclass(frozen=True, slots=True)
class _Overlap:
    """Two cells whose names are equal so far; that of `ahead` goes on with `rest`."""

    ahead: _NamedCell
    behind: _NamedCell
    rest: str


class _OverlapSearch:
    """Searches for two cells of one name among names that can be cut in several ways."""

    def __init__(self, labels: Mapping[str, _KnownLabels]) -> None:
        self._labels = labels

    def found(self, fluents: Sequence[Declaration]) -> SharedName | None:
        begun = deque([*self._different_fluents(fluents), *self._different_labels(fluents)])
        seen = set(begun)
        while begun:
            pair = begun.popleft()
            if pair.rest == "" and pair.behind.complete and pair.ahead.complete:
                return self._shared(pair.ahead, pair.behind)
            for following in self._following(pair):
                if following not in seen:
                    seen.add(following)
                    begun.append(following)
        return None

    def _different_fluents(self, fluents: Sequence[Declaration]) -> Iterator[_Overlap]:
        """Yield the pairs of fluents of which one begins as the other does with its separator."""
        if all(is_plain(fluent.name) for fluent in fluents):
            return
        heads = sorted(
            ((fluent.name + (AFTER_FLUENT if fluent.parameters else ""), fluent) for fluent in fluents),
            key=itemgetter(0),
        )
        names = [head for head, _ in heads]
        for place, (head, fluent) in enumerate(heads):
            for longer, other in heads[place + 1 : bisect_left(names, head + _END_OF_ALL)]:
                yield _Overlap(_NamedCell(other, 0, ()), _NamedCell(fluent, 0, ()), longer[len(head) :])

    def _different_labels(self, fluents: Sequence[Declaration]) -> Iterator[_Overlap]:
        """Yield the pairs of cells of one fluent whose first different labels begin in the same way."""
        for fluent in fluents:
            before: tuple[str, ...] = ()
            for place, of in enumerate(fluent.parameters):
                known = self._labels[of]
                for name in known.odd:
                    for end in range(1, len(name)):
                        if name[end] == "_" and name[:end] in known.items:
                            start = _NamedCell(fluent, place, before)
                            yield _Overlap(start.with_label(name), start.with_label(name[:end]), name[end:])
                before += (next(iter(known.items)),)

    def _following(self, pair: _Overlap) -> Iterator[_Overlap]:
        ahead, behind, rest = pair.ahead, pair.behind, pair.rest
        if behind.complete:
            if rest:
                return
            ahead, behind = behind, ahead
        known = self._labels[behind.fluent.parameters[behind.chosen]]
        separator = BETWEEN if behind.chosen else ""
        shared = rest[: len(separator)]
        if not separator.startswith(shared):
            return
        for name in known.compatible(rest[len(separator) :]):
            longer, text = behind.with_label(name), separator + name
            if len(text) <= len(rest):
                yield _Overlap(ahead, longer, rest[len(text) :])
            else:
                yield _Overlap(longer, ahead, text[len(rest) :])

    def _shared(self, *cells: _NamedCell) -> SharedName:
        first, second = sorted(cells, key=lambda cell: (len(cell.fluent.name), cell.fluent.name, cell.labels))
        spelled = signature(first.fluent.name, first.labels), signature(second.fluent.name, second.labels)
        culprit, span = self._culprit(first, second)
        return SharedName(cell_named(first.fluent.name, first.labels), spelled, culprit, span)

    def _culprit(self, first: _NamedCell, second: _NamedCell) -> tuple[str, Span | None]:
        """The name that is to blame, and its place: of two fluents the longer one, else a label that is not plain."""
        if first.fluent.name != second.fluent.name:
            return second.fluent.name, second.fluent.span
        for one, other, of in zip(first.labels, second.labels, first.fluent.parameters, strict=True):
            for name in (one, other):
                if one != other and not is_plain(name):
                    return name, self._labels[of].items[name].span
        raise AssertionError("two cells with plain names share one")
