"""The hierarchy of types: `(:types ...)`, every type that is mentioned included, cycles refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property

from relgym.errors import ModelError, RelgymError
from relgym.model.pddl.domain import Type, supertypes
from relgym.model.span import Span
from relgym.model.terms import OBJECT
from relgym.read.pddl.sexpr import SExpression, Word
from relgym.read.pddl.typed import name_of, typed_list
from relgym.read.reporting import recovering, report, warn


class Hierarchy:
    """The types of a domain; `object` is above all of them."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        self.types = types

    @cached_property
    def above(self) -> Mapping[str, frozenset[str]]:
        """Each type with itself and all its supertypes."""
        return {name: supertypes(self.types, name) for name in self.types}

    @cached_property
    def below(self) -> Mapping[str, frozenset[str]]:
        """Each type with itself and all its subtypes."""
        names_below: dict[str, set[str]] = {name: set() for name in self.types}
        for name, uppers in self.above.items():
            for upper in uppers:
                names_below[upper].add(name)
        return {name: frozenset(names) for name, names in names_below.items()}

    @cached_property
    def misspelled(self) -> Mapping[str, str]:
        """The supertypes that nothing declares, each with the declared type that is spelled most like it."""
        corrections = {}
        for name, type_ in self.types.items():
            if not type_.is_declared:
                others = [
                    other for other in self.types if self.types[other].is_declared and name not in self.above[other]
                ]
                near = get_close_matches(name, others, n=1)
                if near:
                    corrections[name] = near[0]
        return corrections

    def undeclared(self, name: str) -> RelgymError:
        """The error for a supertype that nothing declares, and that is spelled like a type that is declared."""
        return ModelError(
            f"the type '{name}' is nowhere declared",
            span=self.types[name].span,
            expected="a declared type",
            hint=f"did you mean '{self.misspelled[name]}'?",
            code="E201",
        )

    def misspelled_above(self, types: Iterable[str], range_: Sequence[str]) -> str | None:
        """The misspelled supertype by which an object of `types` does not fit into `range_`, if there is one."""
        for upper in {upper: None for name in types for upper in self.above[name] if upper in self.misspelled}:
            if self.meet((self.misspelled[upper],), range_):
                return upper
        return None

    def within(self, types: Iterable[str], range_: Sequence[str]) -> bool:
        """Return True if an object of all of `types` is certainly of one of the types of `range_`."""
        return any(not self.above[name].isdisjoint(range_) for name in types)

    def meet(self, left: Iterable[str], right: Iterable[str]) -> bool:
        """Return True if a type exists that is below one of `left` and below one of `right`."""
        return any(not self.below[one].isdisjoint(self.below[other]) for one in left for other in right)


def read_types(sections: Iterable[SExpression]) -> dict[str, Type]:
    """The types by name, `object` first; what only stands as a supertype is a type below `object`.

    A type that is declared twice has both supertypes. Raises `ModelError` for a cycle.
    """
    parents: dict[str, dict[str, None]] = {}
    spans: dict[str, Span] = {}
    mentioned: dict[str, Word] = {}
    for section in sections:
        for node, uppers in typed_list(section.items[1:]):
            with recovering():
                name = name_of(node, "a type")
                if name in spans:
                    hint = "it has the supertypes of both"
                    warn(f"the type '{name.raw}' is declared twice", name.span, hint=hint, code="W107")
                spans.setdefault(str(name), name.span)
                above = parents.setdefault(str(name), {})
                for upper in uppers:
                    above[str(name_of(upper, "a type"))] = None
                    mentioned.setdefault(str(upper), upper)
    declared = frozenset(parents)
    for missing, word in mentioned.items():
        if missing not in parents:
            parents[missing] = {}
            spans[missing] = word.span
    # `object` is above every type, declared or not, and so are the types that are declared above it.
    roots = tuple(upper for upper in parents.pop(OBJECT, {}) if upper != OBJECT)
    types = {OBJECT: Type(OBJECT, roots, spans.get(OBJECT))}
    for type_name, above in parents.items():
        parent_names = tuple(upper for upper in above if upper != OBJECT) or (OBJECT,)
        types[type_name] = Type(type_name, parent_names, spans[type_name], type_name in declared)
    _refuse_cycles(types)
    hierarchy = Hierarchy(types)
    for type_name, near in hierarchy.misspelled.items():
        said = f"the type '{type_name}' is nowhere declared"
        hint = f"did you mean '{near}'? It is read as a type of its own"
        warn(said, types[type_name].span, expected="a declared type", hint=hint, code="W118")
    return types


def _refuse_cycles(types: Mapping[str, Type]) -> None:
    refused: set[str] = set()
    for name in types:
        below: dict[str, str] = {}
        todo = [name]
        while todo:
            lower = todo.pop()
            # Types above `object` are also below it: like `object`, they contain all objects.
            for upper in () if lower == OBJECT else types[lower].parents:
                if upper not in below:
                    below[upper] = lower
                    todo.append(upper)
        if name in below and name not in refused:
            path = [name]
            while len(path) == 1 or path[-1] != name:
                path.append(below[path[-1]])
            refused.update(path)
            report(
                ModelError(
                    f"the type '{name}' is its own supertype: {' - '.join(reversed(path))}",
                    span=types[name].span,
                    expected="a hierarchy of types without cycles",
                    code="E206",
                )
            )
