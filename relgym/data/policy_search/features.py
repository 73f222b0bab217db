"""Lifted features: numbers for each row of objects that an action-fluent may be about.

For a cell f(x1, ..., xk), features are

- the terms about some of the x's, and their mean and largest value over all other objects;
- over each truth value that relates an x to objects y, the sum of what terms say of y;
- over the objects y to which the domain's own equations relate the x's by numbers, a mean whose weights are learned
  (attention): so a rover can look at the nearest mineral.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any

from relgym.data.policy_search.terms import DomainTerm


@dataclass(frozen=True)
class Direct:
    """A term about some of the x's.

    Attributes:
        term: The number of the term.
        places: For each object of the term, which x it is; `None` for the mean or the maximum over all.
        largest: True for the maximum.
    """

    term: int
    places: tuple[int | None, ...]
    largest: bool = False

    def values(self, terms: Sequence[Any], width: int) -> Any:
        """Return an array with an axis for the copies and one for each x, of length 1 if the value is the same for all.

        Args:
            terms: The values of all terms, with the axis of the copies first.
            width: The number of x's.
        """
        array = terms[self.term]
        over = tuple(axis + 1 for axis, place in enumerate(self.places) if place is None)
        if over:
            empty = not all(array.shape[axis] for axis in over)
            array = array.sum(over) if empty else array.max(over) if self.largest else array.mean(over)
        return _placed(array, [place for place in self.places if place is not None], width)


@dataclass(frozen=True)
class Linked:
    """The sum of a term over the objects to which a relation leads from one of the x's.

    Attributes:
        relation: The number of the relating term, with two objects.
        forwards: True if the x is the first object of the relation.
        term: The number of the term about the other object.
        place: Which x it is.
    """

    relation: int
    forwards: bool
    term: int
    place: int

    def values(self, terms: Sequence[Any], width: int) -> Any:
        """Return an array as `Direct.values` does."""
        relation = terms[self.relation]
        if not self.forwards:
            relation = relation.swapaxes(1, 2)
        return _placed((relation @ terms[self.term][:, :, None])[:, :, 0], [self.place], width)


@dataclass(frozen=True)
class Attended:
    """The terms about the x's and one further object, of which a mean over these objects with learned weights is taken.

    Attributes:
        of: The type of the further object.
        parts: The terms; the further object follows the x's.
    """

    of: str
    parts: tuple[Direct, ...]


def _placed(array: Any, places: Sequence[int], width: int) -> Any:
    """Return an array with an axis for each x, of one whose axes after the first belong to some x's."""
    order = sorted(range(len(places)), key=lambda axis: places[axis])
    array = array.transpose(0, *(axis + 1 for axis in order))
    shape = [array.shape[0], *[1] * width]
    for axis, place in enumerate(sorted(places)):
        shape[place + 1] = array.shape[axis + 1]
    return array.reshape(shape)


def features_of(terms: Sequence[DomainTerm], types: tuple[str, ...]) -> list[Direct | Linked]:
    """Return the features of an action-fluent whose parameters have some types."""
    return [*_direct(terms, types), *_linked(terms, types)]


def _direct(terms: Sequence[DomainTerm], types: tuple[str, ...]) -> Iterator[Direct]:
    for number, term in enumerate(terms):
        for places in _assignments(term.types, types):
            yield Direct(number, places)
            if None in places:
                yield Direct(number, places, largest=True)


def _linked(terms: Sequence[DomainTerm], types: tuple[str, ...]) -> Iterator[Linked]:
    relations = [(number, term) for number, term in enumerate(terms) if term.relates and len(term.types) == 2]
    for (number, term), (place, kind), forwards in product(relations, enumerate(types), (True, False)):
        near, far = term.types if forwards else term.types[::-1]
        if near == kind:
            yield from (Linked(number, forwards, n, place) for n, other in enumerate(terms) if other.types == (far,))


def attended_of(terms: Sequence[DomainTerm], types: tuple[str, ...]) -> list[Attended]:
    """Return the groups of terms over which an action-fluent looks at one further object."""
    groups = []
    for of in dict.fromkeys(name for term in terms for name in term.types):
        width = len(types)
        parts, computed = [], False
        for number, term in enumerate(terms):
            for places in _assignments(term.types, (*types, of)):
                if width in places and None not in places:
                    parts.append(Direct(number, places))
                    computed |= term.computed and not term.relates and len(places) > min(1, width)
        if computed:
            groups.append(Attended(of, tuple(parts)))
    return groups


def _assignments(needed: tuple[str, ...], types: tuple[str, ...]) -> Iterator[tuple[int | None, ...]]:
    """Yield the ways to have as many of a term's objects as possible be among the x's, each x at most once."""
    for count in range(min(len(needed), len(types)), -1, -1):
        some = [
            places
            for chosen in combinations(range(len(needed)), count)
            for xs in permutations(range(len(types)), count)
            if all(needed[axis] == types[x] for axis, x in zip(chosen, xs, strict=True))
            for places in [tuple(dict(zip(chosen, xs, strict=True)).get(axis) for axis in range(len(needed)))]
        ]
        if some:
            yield from some
            return
