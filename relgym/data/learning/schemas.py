"""Action schemas from what is known of an action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from relgym.data.learning.effects import effects
from relgym.data.learning.learned import LearnedAction, conjunction, effect_of, guard_formula, literals
from relgym.data.learning.lifted import Terms, candidates
from relgym.data.learning.observed import Evidence, Observed
from relgym.data.learning.outcomes import distribution
from relgym.data.learning.signature import Signature
from relgym.data.learning.version_space import preconditions, true_in_all
from relgym.errors import UnsupportedFeature
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import NO_CHANGE, All, Effect, Probabilistic
from relgym.model.pddl.formulas import Formula, Or
from relgym.model.terms import Variable


@dataclass(frozen=True, slots=True)
class BoundedSchema:
    """A learned action with both bounds of its preconditions, and what is known of it."""

    lower: ActionSchema
    upper: ActionSchema
    known: LearnedAction


def parameters_of(evidence: Evidence, signature: Signature) -> tuple[Variable, ...]:
    """Return the parameters of an action: those of its known schema, or variables of the types that were seen."""
    schema = signature.actions.get(evidence.name)
    if schema is not None:
        named = {variable.name: variable for variable in schema.parameters}
        names = tuple(named) if len(named) == evidence.arity else schema.free
        return (*(named[name] for name in names), *evidence.unnamed)
    seen = evidence.successes or evidence.failures
    types = [
        signature.common({each.source.objects.get(each.terms[place], ()) for each in seen})
        for place in range(evidence.arity)
    ]
    return (*(Variable(f"?x{place + 1}", kinds) for place, kinds in enumerate(types)), *evidence.unnamed)


def certain_action(evidence: Evidence, signature: Signature) -> BoundedSchema:
    """Return the schema of an action without chance.

    Raises:
        Contradiction: No such schema agrees with all transitions.
    """
    terms = Terms.of(parameters_of(evidence, signature), signature)
    atoms = candidates(terms, signature)
    name, successes = evidence.name, evidence.successes
    failures = [seen for seen in evidence.failures if _is_typed(seen, terms, signature)]
    space = preconditions(name, atoms, successes, failures)
    known = effects(name, atoms, successes)
    guards = [guard_formula(terms, guard) for guard in known.guards]
    effect = effect_of(terms, known.adds, known.deletes)

    clauses = []
    for clause in space.clauses:
        parts = literals(terms, clause)
        clauses.append(parts[0] if len(parts) == 1 else Or(tuple(parts)))
    report = LearnedAction(
        name,
        len(successes),
        len(evidence.failures),
        evidence.skipped,
        lower=len(space.lower),
        certain=len(space.certain),
    )
    lower = [*literals(terms, space.lower), *guards]
    return BoundedSchema(_schema(evidence, terms, lower, effect), _schema(evidence, terms, clauses, effect), report)


def random_action(evidence: Evidence, signature: Signature, noise: float) -> BoundedSchema:
    """Return the schema of an action with random outcomes; both bounds are the lower one.

    Args:
        evidence: All transitions of the action.
        signature: The names that it may use.
        noise: The share of transitions below which an outcome is noise.

    Raises:
        Contradiction: An effect is not about the arguments of the action.
        UnsupportedFeature: The texts of the action do not name all of its parameters.
    """
    known_schema = signature.actions.get(evidence.name)
    if known_schema is not None and evidence.arity < len(known_schema.parameters):
        raise UnsupportedFeature(
            f"the texts of '{evidence.name}' name {evidence.arity} of {len(known_schema.parameters)} parameters",
            hint="method='probabilistic' needs all of them: record an environment with free='all'",
        )
    terms = Terms.of(parameters_of(evidence, signature), signature)
    atoms = candidates(terms, signature)
    name, successes = evidence.name, evidence.successes
    lower = true_in_all(atoms, successes)
    chances = distribution(name, atoms, successes, noise)
    common = chances.common
    rest = []
    for share, outcome in chances.outcomes:
        further = effect_of(terms, sorted(outcome.adds - common.adds), sorted(outcome.deletes - common.deletes))
        if further != NO_CHANGE:
            rest.append((share, further))
    effect: Effect = effect_of(terms, sorted(common.adds), sorted(common.deletes))
    if rest:
        chance = Probabilistic(tuple(rest))
        parts = effect.parts if isinstance(effect, All) else (effect,)
        effect = All((*parts, chance)) if parts else chance
    known = LearnedAction(
        name, len(successes), len(evidence.failures), lower=len(lower), outcomes=len(chances.outcomes)
    )
    schema = _schema(evidence, terms, literals(terms, lower), effect)
    return BoundedSchema(schema, schema, known)


def _schema(evidence: Evidence, terms: Terms, conditions: Sequence[Formula], effect: Effect) -> ActionSchema:
    names = tuple(variable.name for variable in terms.parameters[: evidence.arity])
    return ActionSchema(evidence.name, terms.parameters, names, conjunction(conditions), effect)


def _is_typed(seen: Observed, terms: Terms, signature: Signature) -> bool:
    """True if the objects of a failed action are of the types of its parameters: types do not explain the failure."""
    for name, variable in zip(seen.terms, terms.parameters, strict=False):
        kinds = {*seen.source.objects.get(name, ()), "object"}
        if not any(signature.subtypes[type_] & kinds for type_ in variable.types):
            return False
    return True
