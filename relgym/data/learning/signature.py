"""The signature of a domain that is to be learned: types, constants, predicates, and what is known of actions.

>>> from relgym.data.trajectories.transition import Experience
>>> seen = Experience(frozenset({"(at a)"}), "(go b)", frozenset({"(at b)"}), {"a": ("room",), "b": ("room",)})
>>> found = signature_of(["(at ?r - room)"], [seen])
>>> [item.name for item in found.domain.types], found.arity, found.subtypes["object"] >= {"room"}
(['object', 'room'], {'at': 1}, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from relgym.arguments import check_several, wrong
from relgym.data.trajectories.transition import Experience
from relgym.model.pddl.domain import ActionSchema, Domain, Predicate, Type, Typed
from relgym.model.pddl.formulas import TRUE
from relgym.model.pddl.problem import Problem, Task
from relgym.model.terms import OBJECT, Object, Variable
from relgym.read.pddl.domain import read_domain
from relgym.read.source import PathOrText, Text

Vocabulary = Domain | Task | PathOrText | Iterable[Predicate | str]
"""The forms in which predicates are given: a domain, whose schemas give the parameters of actions too; or a list."""


@dataclass(frozen=True)
class Signature:
    """The names that a learned domain may use.

    Attributes:
        domain: A domain with types, constants, predicates, functions and axioms. Of its actions, only names and
            parameters are used.
    """

    domain: Domain

    @cached_property
    def arity(self) -> Mapping[str, int]:
        """The number of arguments of each predicate that is no derived one."""
        return {item.name: len(item.parameters) for item in self.predicates}

    @cached_property
    def derived(self) -> frozenset[str]:
        """The names of the derived predicates, which states leave out."""
        return frozenset(axiom.predicate for axiom in self.domain.axioms)

    @cached_property
    def predicates(self) -> tuple[Predicate, ...]:
        """The predicates that states are made of."""
        return tuple(item for item in self.domain.predicates if item.name not in self.derived)

    @cached_property
    def actions(self) -> Mapping[str, ActionSchema]:
        """The known action schemas by their names; empty if only the predicates are known."""
        return {item.name: item for item in self.domain.actions}

    @cached_property
    def constants(self) -> tuple[str, ...]:
        """The names of the constants."""
        return tuple(item.object.name for item in self.domain.constants)

    @cached_property
    def subtypes(self) -> Mapping[str, frozenset[str]]:
        """The names of each type and of all types below it."""
        names_below: dict[str, set[str]] = {item.name: set() for item in self.domain.types}
        for name in names_below:
            for upper in self._task.supertypes(name):
                names_below[upper].add(name)
        return {name: frozenset(names) for name, names in names_below.items()}

    @cached_property
    def _task(self) -> Task:
        return Task(self.domain, Problem("", self.domain.name, (), (), (), (), TRUE))

    def overlap(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """Return True if an object can be of one of the first types and of one of the second types."""
        under = frozenset().union(*(self.subtypes[name] for name in first))
        return any(self.subtypes[name] & under for name in second)

    def covers(self, upper: Sequence[str], lower: Sequence[str]) -> bool:
        """Return True if each object of one of the lower types is of one of the upper types."""
        return all(any(name in self.subtypes[above] for above in upper) for name in lower)

    def common(self, types: Iterable[Sequence[str]]) -> tuple[str, ...]:
        """Return the most specific type above several objects.

        Args:
            types: The types of each object, supertypes included.
        """
        shared: set[str] | None = None
        for each in types:
            above = {OBJECT}
            for name in each:
                above |= self._task.supertypes(name) if name in self.subtypes else set()
            shared = above if shared is None else shared & above
        upper = sorted(shared or {OBJECT})
        # Of several that are not below each other, the first one in the order of the file.
        order = [item.name for item in self.domain.types]
        lowest = [name for name in upper if not any(other != name and other in self.subtypes[name] for other in upper)]
        return (min(lowest, key=order.index),)


def signature_of(
    predicates: Vocabulary | None, transitions: Sequence[Experience], constants: Iterable[str] = ()
) -> Signature:
    """Return the signature of a domain.

    Args:
        predicates: The predicates, or a domain that has them; by default those of the states.
        transitions: The transitions, whose objects say which types there are.
        constants: Names of objects that all problems have; only where no domain is given.

    Raises:
        RelgymError: The predicates have a wrong form.
    """
    if isinstance(predicates, Task):
        predicates = predicates.domain
    if isinstance(predicates, str) or hasattr(predicates, "__fspath__"):
        predicates = read_domain(predicates)  # type: ignore[arg-type]  # a text or a path
    if isinstance(predicates, Domain):
        return Signature(predicates)
    objects = {name: kinds for each in transitions for name, kinds in each.objects.items()}
    types = _hierarchy(objects.values())
    known = tuple(Typed(Object(name), _lowest(objects.get(name, ()), types)) for name in constants)
    domain = Domain("learned", (), types, known, (), (), (), ())
    if predicates is None:
        return Signature(replace(domain, predicates=_of_states(Signature(domain), transitions, objects)))
    expected = "a domain, or a list of predicates such as ['(on ?x - block ?y - block)']"
    check_several("the predicates", predicates, expected)
    assert not isinstance(predicates, str | Domain | Task) and not hasattr(predicates, "__fspath__")
    given = list(predicates)
    for item in given:
        if not isinstance(item, Predicate | str):
            raise wrong("a predicate", item, expected)
    lines = " ".join(map(str, given))
    above = " ".join(f"{item.name} - {item.parents[0]}" for item in types if item.parents)
    text = f"(define (domain learned)\n (:requirements :typing)\n (:types {above})\n (:predicates {lines}))"
    return Signature(replace(domain, predicates=read_domain(Text(text)).predicates))


def _hierarchy(kinds: Iterable[Sequence[str]]) -> tuple[Type, ...]:
    """The types of some objects: a type is below another one if all its objects have that one, too."""
    above: dict[str, set[str]] = {}
    for each in kinds:
        for name in each:
            above[name] = above[name] & set(each) if name in above else set(each)
    names = sorted(set(above) - {OBJECT}, key=lambda name: (len(above[name]), name))
    types = [Type(OBJECT, ())]
    for name in names:
        # Types with the same objects are told apart by their order alone.
        upper = [other for other in names[: names.index(name)] if other in above[name]]
        types.append(Type(name, (upper[-1] if upper else OBJECT,)))
    return tuple(types)


def _lowest(kinds: Sequence[str], types: Sequence[Type]) -> tuple[str, ...]:
    parents = {parent for item in types if item.name in kinds for parent in item.parents}
    return tuple(name for name in kinds if name not in parents) or (OBJECT,)


def _of_states(
    signature: Signature, transitions: Sequence[Experience], objects: Mapping[str, Sequence[str]]
) -> tuple[Predicate, ...]:
    """The predicates of all states, with the most specific types of their arguments."""
    rows: dict[str, set[tuple[str, ...]]] = {}
    for text in sorted({text for each in transitions for text in (*each.state, *each.after)}):
        name, *terms = text.strip("()").split()
        rows.setdefault(name, set()).add(tuple(terms))
    predicates = []
    for name, seen in rows.items():
        columns = zip(*seen, strict=True) if len({len(row) for row in seen}) == 1 else ()
        kinds = [signature.common([objects.get(term, ()) for term in column]) for column in columns]
        predicates.append(Predicate(name, tuple(Variable(f"?x{n + 1}", types) for n, types in enumerate(kinds))))
    return tuple(predicates)


__all__ = ["Signature", "Vocabulary", "signature_of"]
