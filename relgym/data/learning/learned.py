"""The result of learning: domains that relgym reads, and what is known of each action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relgym.data.learning.effects import Guard
from relgym.data.learning.lifted import LiftedAtom, LiftedLiteral, Terms
from relgym.data.learning.signature import Signature
from relgym.model.pddl.domain import ActionSchema, Domain
from relgym.model.pddl.effects import Add, All, Delete, Effect, Probabilistic
from relgym.model.pddl.formulas import TRUE, And, Equal, Formula, Not, Or
from relgym.model.pddl.traversal import subeffects, subformulas
from relgym.model.terms import OBJECT
from relgym.write.files import whole_file
from relgym.write.pddl import write_domain


@dataclass(frozen=True, slots=True)
class LearnedAction:
    """A learned action in numbers.

    Attributes:
        name: Its name.
        successes: The number of different transitions in which it was carried out.
        failures: The number of different transitions in which it was not applicable.
        skipped: The number of transitions that were left out, since its unnamed parameters were not clear in them.
        lower: The number of literals in the lower bound of the preconditions.
        certain: The number of those that are preconditions for certain, by failures.
        outcomes: The number of different outcomes.
    """

    name: str
    successes: int
    failures: int
    skipped: int = 0
    lower: int = 0
    certain: int = 0
    outcomes: int = 1


@dataclass(frozen=True)
class LearnedModel:
    """A domain that was learned; `str` gives it as PDDL.

    Attributes:
        domain: The safe model: its preconditions are the lower bound. In the hypothesis space of the method, whatever
            is applicable in it is applicable in the true domain, and has the same effects.
        general: The model with the upper bound of the preconditions: whatever is applicable in the true domain is
            applicable in it. `None` from the probabilistic method.
        method: The method.
        actions: The learned actions.
        unseen: The names of the known actions that were never carried out; the domains leave them out.
    """

    domain: Domain
    general: Domain | None
    method: str
    actions: tuple[LearnedAction, ...]
    unseen: tuple[str, ...] = ()

    def __str__(self) -> str:
        return write_domain(self.domain)

    def save(self, path: Path | str, general: bool = False) -> None:
        """Write the domain to a file, or nothing if that fails.

        Args:
            path: The path of the file.
            general: True for the model with the upper bound.
        """
        domain = self.general if general and self.general is not None else self.domain
        text = write_domain(domain)
        with whole_file(path) as part:
            part.write_text(text, encoding="utf-8")

    def to_json(self) -> dict[str, Any]:
        """Return the model as plain data, as `relgym learn --json` prints it."""
        return {
            "method": self.method,
            "domain": str(self),
            "general": None if self.general is None else write_domain(self.general),
            "actions": [
                {
                    "name": each.name,
                    "successes": each.successes,
                    "failures": each.failures,
                    "skipped": each.skipped,
                    "lower": each.lower,
                    "certain": each.certain,
                    "outcomes": each.outcomes,
                }
                for each in self.actions
            ],
            "unseen": list(self.unseen),
        }


def conjunction(parts: Sequence[Formula]) -> Formula:
    """Return the conjunction of some formulas."""
    match parts:
        case []:
            return TRUE
        case [one]:
            return one
        case _:
            return And(tuple(parts))


def literals(terms: Terms, given: Iterable[LiftedLiteral]) -> list[Formula]:
    """Return literals as formulas, atoms first, then negated atoms, then equalities."""
    order = sorted(given, key=lambda literal: (literal.atom.predicate == "=", not literal.positive, literal.atom))
    return [terms.formula(literal) for literal in order]


def guard_formula(terms: Terms, guard: Guard) -> Formula:
    """Return a guard as a formula."""
    patterns = [
        conjunction([Equal(terms.term(first), terms.term(second)) for first, second in sorted(pattern)])
        for pattern in guard.patterns
    ]
    return Or((terms.formula(guard.literal), *patterns))


def effect_of(terms: Terms, adds: Iterable[LiftedAtom], deletes: Iterable[LiftedAtom]) -> Effect:
    """Return adds and deletes as an effect."""
    parts: list[Effect] = [Add(terms.atom(atom)) for atom in adds]
    parts += [Delete(terms.atom(atom)) for atom in deletes]
    return parts[0] if len(parts) == 1 else All(tuple(parts))


_REQUIREMENTS: Mapping[type, str] = {
    Not: ":negative-preconditions",
    Equal: ":equality",
    Or: ":disjunctive-preconditions",
    Probabilistic: ":probabilistic-effects",
}


def domain_of(signature: Signature, actions: Sequence[ActionSchema]) -> Domain:
    """Return the domain of a signature with learned actions, and the requirements that it has."""
    known = signature.domain
    needed = {":strips"}
    if any(item.name != OBJECT for item in known.types):
        needed.add(":typing")
    for action in actions:
        parts = (*subformulas(action.precondition), *subeffects(action.effect))
        needed |= {_REQUIREMENTS[type(part)] for part in parts if type(part) in _REQUIREMENTS}
    # Axioms, and functions of the problems' values, need what they needed before.
    if known.axioms or known.functions:
        needed |= set(known.requirements)
    order = [*known.requirements, *sorted(needed)]
    requirements = tuple(dict.fromkeys(name for name in order if name in needed))
    return Domain(
        known.name,
        requirements,
        known.types,
        known.constants,
        known.predicates,
        known.functions,
        known.axioms,
        tuple(actions),
    )
