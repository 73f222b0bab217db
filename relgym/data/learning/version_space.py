"""Preconditions of an action as a version space: all conjunctions of literals that agree with what was seen.

The lower bound is the most specific conjunction, all literals that were true whenever the action was carried out
(Safe action model learning; Juba, Le and Stern, 2021): where it holds, the action is applicable for certain. Failed
actions give the upper bound (version spaces; Mitchell, 1982): of the literals of the lower bound that were false when
an action failed, one at least is a precondition. Where one of these clauses is false, the action is not applicable for
certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from relgym.data.learning.lifted import LiftedAtom, LiftedLiteral
from relgym.data.learning.observed import Observed
from relgym.errors import Contradiction

Clause = frozenset[LiftedLiteral]
"""Literals; one of them at least is true."""


@dataclass(frozen=True, slots=True)
class Preconditions:
    """The version space of the preconditions of an action.

    Attributes:
        lower: The literals that were true whenever the action was carried out.
        clauses: The clauses of the upper bound, of literals of `lower`; none of them holds another one.
    """

    lower: tuple[LiftedLiteral, ...]
    clauses: tuple[Clause, ...]

    @property
    def certain(self) -> tuple[LiftedLiteral, ...]:
        """The literals that are preconditions for certain, since they alone explain a failure."""
        single = {literal for clause in self.clauses if len(clause) == 1 for literal in clause}
        return tuple(literal for literal in self.lower if literal in single)


def true_in_all(atoms: Sequence[LiftedAtom], successes: Sequence[Observed]) -> tuple[LiftedLiteral, ...]:
    """Return the literals of some atoms that were true in all states.

    Args:
        atoms: The atoms.
        successes: The transitions, one at least; the states before the action count.
    """
    first, *others = successes
    left = [LiftedLiteral(atom, atom.holds(first.terms, first.before)) for atom in atoms]
    for seen in others:
        terms, before = seen.terms, seen.before
        left = [literal for literal in left if literal.holds(terms, before)]
    return tuple(left)


def preconditions(
    name: str, atoms: Sequence[LiftedAtom], successes: Sequence[Observed], failures: Sequence[Observed]
) -> Preconditions:
    """Return the version space of the preconditions of an action.

    Args:
        name: The name of the action.
        atoms: The atoms that preconditions may be about.
        successes: The transitions in which it was carried out, one at least.
        failures: The transitions in which it was not applicable.

    Raises:
        Contradiction: A failure has no explanation, since all literals of the lower bound were true.
    """
    lower = true_in_all(atoms, successes)
    clauses: set[Clause] = set()
    for seen in failures:
        clause = frozenset(literal for literal in lower if not literal.holds(seen.terms, seen.before))
        if not clause:
            raise Contradiction(
                f"{seen.source.action} fails in {seen.place}, where all holds that its successes share, such as "
                f"{successes[0].source.action} in {successes[0].place}",
                expected="preconditions that are conjunctions of literals about the arguments of the action",
                hint=f"the preconditions of '{name}' have quantifiers, disjunctions or derived predicates; leave "
                "failed actions out to learn a lower bound",
            )
        clauses.add(clause)
    return Preconditions(lower, minimal(clauses))


def minimal(clauses: set[Clause]) -> tuple[Clause, ...]:
    """Return the clauses that hold no other one; the others follow from them.

    >>> a, b = (LiftedLiteral(LiftedAtom(name, ()), True) for name in "ab")
    >>> minimal({frozenset({a, b}), frozenset({b})}) == (frozenset({b}),)
    True
    """
    kept: list[Clause] = []
    for clause in sorted(clauses, key=lambda clause: (len(clause), sorted(clause))):
        if not any(other <= clause for other in kept):
            kept.append(clause)
    return tuple(kept)
