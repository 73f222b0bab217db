"""`learn_model`: a domain from transitions.

>>> from relgym.data.trajectories.transition import Experience
>>> objects = dict.fromkeys("abc", ("place", "object"))
>>> def road(*pairs): return frozenset(f"(road {pair[0]} {pair[1]})" for pair in pairs)
>>> roads = road("ab", "bc")
>>> there = Experience(roads | {"(at a)"}, "(go a b)", roads | {"(at b)"}, objects)
>>> then = Experience(roads | {"(at b)"}, "(go b c)", roads | {"(at c)"}, objects)
>>> barred = Experience(roads | {"(at b)"}, "(go b a)", roads | {"(at b)"}, objects, applicable=False)
>>> model = learn_model([there, then, barred])
>>> print(model.general.actions[0].precondition)
(or (road ?x1 ?x2) (not (road ?x2 ?x1)))
>>> print(model.domain.actions[0].effect)
(and (at ?x2) (not (at ?x1)))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from relgym.arguments import check_one_of
from relgym.data.learning.effects import effects
from relgym.data.learning.learned import (
    LearnedAction,
    LearnedModel,
    conjunction,
    domain_of,
    effect_of,
    guard_formula,
    literals,
)
from relgym.data.learning.lifted import Terms, candidates
from relgym.data.learning.observed import Evidence, Observed, check_results, listed_transitions, observe
from relgym.data.learning.signature import Signature, Vocabulary, signature_of
from relgym.data.learning.version_space import preconditions
from relgym.data.trajectories.transition import Experience
from relgym.errors import RelgymError
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.formulas import Formula, Or
from relgym.model.terms import Variable

Method = Literal["version-space", "probabilistic"]

METHODS: tuple[Method, ...] = ("version-space", "probabilistic")


def learn_model(
    transitions: Iterable[Experience],
    predicates: Vocabulary | None = None,
    method: Method = "version-space",
    *,
    constants: Iterable[str] = (),
) -> LearnedModel:
    """Learn the preconditions and effects of actions from transitions.

    Preconditions are conjunctions of literals, with negation and equality, over the arguments of an action and the
    constants; effects are adds and deletes of such atoms.

    Args:
        transitions: The transitions of one domain, from as many problems as there are.
        predicates: The predicates, as text such as `(on ?x - block ?y - block)`; or a domain, as a model, path or text,
            whose constants and whose parameters of actions are used, too. By default the predicates of the states.
        method: `version-space` for actions without chance (safe action model learning, with an upper bound from failed
            actions), or `probabilistic`.
        constants: The names of objects that actions may mention; only where `predicates` is no domain.

    Returns:
        The model.

    Raises:
        RelgymError: There are no transitions, a name is unknown, or the transitions are of different domains.
        Contradiction: No model of the method agrees with all transitions. The message names two of them.
    """
    check_one_of("method", method, METHODS)
    given = listed_transitions(transitions)
    signature = signature_of(predicates, given, constants)
    evidence = observe(given, signature)
    check_results(evidence)
    lower: list[ActionSchema] = []
    upper: list[ActionSchema] = []
    found: list[LearnedAction] = []
    for each in evidence.values():
        if each.successes:
            safe, general, known = _action(each, signature)
            lower.append(safe)
            upper.append(general)
            found.append(known)
    if not found:
        raise RelgymError(
            "no action was carried out in any transition", expected="one that was applicable", hint="record some"
        )
    seen = {each.name for each in found}
    unseen = [name for name in dict.fromkeys([*signature.actions, *evidence]) if name not in seen]
    return LearnedModel(domain_of(signature, lower), domain_of(signature, upper), method, tuple(found), tuple(unseen))


def parameters_of(evidence: Evidence, signature: Signature) -> tuple[Variable, ...]:
    """Return the parameters of an action: those of its known schema, or variables of the types that were seen.

    Args:
        evidence: The transitions of the action.
        signature: The known actions.
    """
    schema = signature.actions.get(evidence.name)
    if schema is not None and len(schema.parameters) == evidence.arity:
        return schema.parameters
    seen = evidence.successes or evidence.failures
    types = [
        signature.common({each.source.objects.get(each.terms[place], ()) for each in seen})
        for place in range(evidence.arity)
    ]
    return tuple(Variable(f"?x{place + 1}", kinds) for place, kinds in enumerate(types))


def _action(evidence: Evidence, signature: Signature) -> tuple[ActionSchema, ActionSchema, LearnedAction]:
    terms = Terms.of(parameters_of(evidence, signature), signature)
    atoms = candidates(terms, signature)
    name, successes = evidence.name, evidence.successes
    failures = [seen for seen in evidence.failures if _is_typed(seen, terms, signature)]
    space = preconditions(name, atoms, successes, failures)
    known = effects(name, atoms, successes)
    guards = [guard_formula(terms, guard) for guard in known.guards]
    effect = effect_of(terms, known.adds, known.deletes)

    def schema(conditions: Sequence[Formula]) -> ActionSchema:
        names = tuple(variable.name for variable in terms.parameters)
        return ActionSchema(name, terms.parameters, names, conjunction(conditions), effect)

    clauses = []
    for clause in space.clauses:
        parts = literals(terms, clause)
        clauses.append(parts[0] if len(parts) == 1 else Or(tuple(parts)))
    report = LearnedAction(
        name, len(successes), len(evidence.failures), lower=len(space.lower), certain=len(space.certain)
    )
    return schema([*literals(terms, space.lower), *guards]), schema(clauses), report


def _is_typed(seen: Observed, terms: Terms, signature: Signature) -> bool:
    """True if the objects of a failed action are of the types of its parameters: types do not explain the failure."""
    for name, variable in zip(seen.terms, terms.parameters, strict=False):
        kinds = {*seen.source.objects.get(name, ()), "object"}
        if not any(signature.subtypes[type_] & kinds for type_ in variable.types):
            return False
    return True


__all__ = ["METHODS", "Method", "learn_model", "parameters_of"]
