"""Parameters that the texts of actions do not name, found in the effects and around them.

Where the agent chooses only some of the parameters, as in PDDLGym's action literals, the others must be found (deictic
references; Pasula, Zettlemoyer and Kaelbling, 2007, section 3). An object that an action changes and that neither its
text nor a constant names is one of them; the transition with most changes is the template for the others. Further ones
occur in preconditions alone: the only object to which a relation leads from those that are known, if two positive
literals or more were always true of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from relgym.data.learning.lifted import EQUALITY, LiftedAtom, LiftedLiteral, Terms, candidates
from relgym.data.learning.observed import Evidence, Observed
from relgym.data.learning.outcomes import LiftedOutcome
from relgym.data.learning.signature import Signature
from relgym.data.learning.version_space import true_in_all
from relgym.errors import Contradiction
from relgym.model.terms import Variable

UNNAMED_PARAMETERS_LIMIT = 4
"""Largest number of parameters of an action that its texts do not name. Judged: operators of the catalogue have two."""


Key = tuple[bool, str, tuple[str, ...]]
"""A change: true for an atom that is added, the predicate and the objects."""


def with_unnamed(evidence: Evidence, signature: Signature) -> Evidence:
    """Return the transitions of an action with all parameters that it needs.

    Transitions in which an unnamed parameter could be one of several objects are left out, and so are failures, since
    they do not say for which objects an action fails.

    Raises:
        Contradiction: The changes of a transition do not fit the template.
    """
    schema = signature.actions.get(evidence.name)
    unnamed_objects = any(map(_unnamed_in, evidence.successes))
    partly = unnamed_objects if schema is None else evidence.arity < len(schema.parameters)
    if not evidence.successes or not partly:
        return evidence
    bound = _from_effects(evidence, signature)
    most = UNNAMED_PARAMETERS_LIMIT if schema is None else len(schema.parameters) - evidence.arity
    while len(bound.unnamed) < most:
        further = _further(bound, signature)
        if further is None:
            break
        bound = further
    unnamed = bound.unnamed
    if schema is not None:
        rest = tuple(variable for variable in schema.parameters if variable.name not in schema.free)
        unnamed = _declared(unnamed, rest, signature)
    return replace(bound, unnamed=unnamed, failures=())


def _declared(variables: Sequence[Variable], rest: Sequence[Variable], signature: Signature) -> tuple[Variable, ...]:
    """The unnamed parameters with the types that the schema declares, where these are clear; and with its names."""
    ways = [
        way
        for way in permutations(rest, len(variables))
        if all(signature.covers(declared.types, known.types) for declared, known in zip(way, variables, strict=True))
    ]
    if len(ways) == 1:
        return ways[0]
    if ways and all(
        tuple(declared.types for declared in way) == tuple(declared.types for declared in ways[0]) for way in ways
    ):
        return tuple(replace(known, types=declared.types) for declared, known in zip(ways[0], variables, strict=True))
    return tuple(variables)


def _changes(seen: Observed) -> list[Key]:
    """The changes of a transition, in alphabetical order."""
    keys = []
    for text in sorted(seen.after ^ seen.before):
        name, *terms = text.strip("()").split()
        keys.append((text in seen.after, name, tuple(terms)))
    return keys


def _unnamed_in(seen: Observed) -> list[str]:
    """The objects that a transition changes and its action does not name, in order."""
    named = set(seen.terms)
    return list(dict.fromkeys(term for _, _, terms in _changes(seen) for term in terms if term not in named))


@dataclass(frozen=True)
class _Template:
    """The effects of an action, over its named terms, the constants, and after them its unnamed parameters."""

    outcome: LiftedOutcome
    unnamed: int

    @classmethod
    def of(cls, seen: Observed) -> _Template:
        terms = (*seen.terms, *_unnamed_in(seen))
        adds: set[LiftedAtom] = set()
        deletes: set[LiftedAtom] = set()
        for added, name, objects in _changes(seen):
            atom = LiftedAtom(name, tuple(map(terms.index, objects)))
            (adds if added else deletes).add(atom)
        return cls(LiftedOutcome(frozenset(adds), frozenset(deletes)), len(terms) - len(seen.terms))

    def bindings(self, seen: Observed) -> Iterator[tuple[str, ...]]:
        """The objects of the unnamed parameters with which the template explains a transition."""
        count = len(seen.terms)
        free: tuple[str | None, ...] = (*seen.terms, *[None] * self.unnamed)
        for bound in dict.fromkeys(self._matched(_changes(seen), free)):
            ranges = [[term] if term is not None else sorted(seen.source.objects) for term in bound[count:]]
            for objects in product(*ranges):
                if self.outcome.explains(replace(seen, terms=(*seen.terms, *objects))):
                    yield objects

    def _matched(self, changes: Sequence[Key], bound: tuple[str | None, ...]) -> Iterator[tuple[str | None, ...]]:
        if not changes:
            yield bound
            return
        added, name, objects = changes[0]
        for atom in sorted(self.outcome.adds if added else self.outcome.deletes):
            if atom.predicate != name:
                continue
            terms = list(bound)
            for place, term in zip(atom.places, objects, strict=True):
                if terms[place] not in (None, term):
                    break
                terms[place] = term
            else:
                yield from self._matched(changes[1:], tuple(terms))


def _from_effects(evidence: Evidence, signature: Signature) -> Evidence:
    """The transitions with the unnamed parameters that occur in effects."""
    count = evidence.arity
    # Different objects for different terms, so that it is clear which term a change is about.
    first = max(evidence.successes, key=lambda seen: (len(_changes(seen)), len(set(seen.terms))))
    template = _Template.of(first)
    clear: list[Observed] = []
    unclear: list[tuple[Observed, list[tuple[str, ...]]]] = []
    for seen in evidence.successes:
        ways = list(dict.fromkeys(template.bindings(seen)))
        if not ways:
            raise Contradiction(
                f"{seen.source.action} in {seen.place} does not change the like of what {first.source.action} changes "
                f"in {first.place}",
                expected="the same effects whenever an action is carried out",
                hint=f"'{evidence.name}' has random or conditional effects, or more parameters than are found",
            )
        if len(ways) == 1:
            clear.append(_extended(seen, count, ways[0]))
        else:
            unclear.append((seen, ways))
    clear = clear or [_extended(first, count, tuple(_unnamed_in(first)))]
    extended = _bound(evidence, clear, signature)
    facts = [literal for literal in _facts(extended, signature) if _about(literal, count, count + template.unnamed)]
    skipped = 0
    for seen, ways in unclear:
        grown = [_extended(seen, count, way) for way in ways]
        fitting = [each for each in grown if all(fact.holds(each.terms, each.before) for fact in facts)]
        if len(fitting) == 1:
            clear.append(fitting[0])
        else:
            skipped += 1
    return replace(_bound(evidence, clear, signature), skipped=skipped)


def _extended(seen: Observed, count: int, objects: tuple[str, ...]) -> Observed:
    """A transition with more parameters, which stand before the constants."""
    return replace(seen, terms=(*seen.terms[:count], *objects, *seen.terms[count:]))


def _bound(evidence: Evidence, successes: Sequence[Observed], signature: Signature) -> Evidence:
    """Evidence with the types of its unnamed parameters."""
    count = len(successes[0].terms) - len(signature.constants)
    unnamed = []
    for place in range(evidence.arity, count):
        types = signature.common({each.source.objects.get(each.terms[place], ()) for each in successes})
        unnamed.append(Variable(f"?y{place - evidence.arity + 1}", types))
    return replace(evidence, successes=tuple(successes), unnamed=tuple(unnamed))


def _facts(evidence: Evidence, signature: Signature) -> list[LiftedLiteral]:
    """The positive literals that were true in all transitions."""
    named = [
        Variable(
            f"?x{place}",
            signature.common({each.source.objects.get(each.terms[place], ()) for each in evidence.successes}),
        )
        for place in range(evidence.arity)
    ]
    atoms = candidates(Terms.of((*named, *evidence.unnamed), signature), signature)
    literals = true_in_all(atoms, evidence.successes)
    return [literal for literal in literals if literal.positive and literal.atom.predicate != EQUALITY]


def _about(literal: LiftedLiteral, first: int, end: int) -> bool:
    return any(first <= place < end for place in literal.atom.places)


def _further(evidence: Evidence, signature: Signature) -> Evidence | None:
    """The transitions with one more unnamed parameter, which occurs in preconditions; `None` if there is none."""
    count = evidence.arity + len(evidence.unnamed)
    indices = [_AtomIndex(seen.before) for seen in evidence.successes]
    best: tuple[int, Evidence] | None = None
    for predicate in signature.predicates:
        arity = len(predicate.parameters)
        for position in range(arity):
            for places in product(range(len(evidence.successes[0].terms)), repeat=arity - 1):
                objects = [
                    index.only(predicate.name, position, tuple(seen.terms[place] for place in places))
                    for index, seen in zip(indices, evidence.successes, strict=True)
                ]
                if not all(objects) or _is_known(evidence, objects):
                    continue
                grown = [
                    _extended(seen, count, (str(name),)) for seen, name in zip(evidence.successes, objects, strict=True)
                ]
                bound = _bound(evidence, grown, signature)
                facts = sum(_about(literal, count, count + 1) for literal in _facts(bound, signature))
                if facts > 1 and (best is None or facts > best[0]):
                    best = facts, bound
    return None if best is None else best[1]


def _is_known(evidence: Evidence, objects: Sequence[str | None]) -> bool:
    """True if the objects are always those of one term."""
    columns = zip(*(seen.terms for seen in evidence.successes), strict=True)
    return any(list(column) == list(objects) for column in columns)


class _AtomIndex:
    """The atoms of a state by all objects but one."""

    def __init__(self, state: frozenset[str]) -> None:
        self.objects: dict[tuple[str, int, tuple[str, ...]], list[str]] = {}
        for text in state:
            name, *terms = text.strip("()").split()
            for position, term in enumerate(terms):
                others = (*terms[:position], *terms[position + 1 :])
                self.objects.setdefault((name, position, others), []).append(term)

    def only(self, name: str, position: int, others: tuple[str, ...]) -> str | None:
        """The only object that completes an atom; `None` if there is none or several."""
        objects = self.objects.get((name, position, others), ())
        return objects[0] if len(objects) == 1 else None
