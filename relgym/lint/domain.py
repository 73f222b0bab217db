"""Lints of a PDDL domain, in the light of those of its problems that are at hand.

Without any problem, nothing is said that a goal or a metric could change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from relgym.diagnostics import Diagnostic, Severity
from relgym.lint.uses import Uses, names_of
from relgym.model.numeric import ZERO_AT_START
from relgym.model.pddl.domain import ActionSchema, Domain, NumericFunction, Predicate
from relgym.model.pddl.effects import ForallEffect, When
from relgym.model.pddl.formulas import Equal, Exists, Forall, Formula, Not, Truth
from relgym.model.pddl.problem import Problem
from relgym.model.pddl.traversal import conjuncts, subeffects, subformulas, terms_in, terms_in_effect
from relgym.model.span import Span
from relgym.model.terms import Object, Variable
from relgym.read.pddl.hierarchy import Hierarchy

SENSED = "seen-"
"""The prefix of predicates that define observations; agents read them, even if nothing in the domain does."""


def domain_lints(domain: Domain, problems: Sequence[Problem], read_elsewhere: Iterable[str] = ()) -> list[Diagnostic]:
    """The lints of a domain; `read_elsewhere` are predicates and functions that something beside the files reads."""
    uses = Uses.of(domain, problems)
    elsewhere = frozenset(read_elsewhere)
    uses.read |= elsewhere
    uses.functions_read |= elsewhere
    return [
        *_unused_types(domain, uses),
        *_unused_names(domain, uses, bool(problems)),
        *_unused_variables(domain),
        *_contradictions(domain),
        *(_unread(domain, uses) if problems else ()),
        *_static(domain, uses),
    ]


def _unused_names(domain: Domain, uses: Uses, whole: bool) -> Iterator[Diagnostic]:
    mentioned = uses.read | uses.changed.keys() | uses.derived
    mentioned |= uses.functions_read | uses.functions_changed.keys()
    items: tuple[Predicate | NumericFunction, ...] = (*domain.predicates, *domain.functions)
    for item in items:
        words = f"the {'predicate' if isinstance(item, Predicate) else 'function'} '{item.name}'"
        # Costs are declared by requirements, and read by the metrics of problems.
        if item.name in mentioned or item.span is None or (item.name in ZERO_AT_START and not whole):
            continue
        if item.name in uses.stated:
            yield _info("I202", f"only :init speaks of {words}", item.span)
        elif whole:
            yield _warning("W201", f"nothing uses {words}", item.span, "leave it out")
        else:
            hint = "leave it out, unless problems speak of it"
            yield _warning("W201", f"no action and no axiom uses {words}", item.span, hint)


def _unused_types(domain: Domain, uses: Uses) -> Iterator[Diagnostic]:
    """Types of no variable and no object that are not above one of those, nor below that of a variable."""
    above = Hierarchy({item.name: item for item in domain.types}).above
    used = frozenset[str]().union(*(above[name] for name in uses.ranged | uses.inhabited))
    for item in domain.types:
        # `object` has no place where a file does not declare it.
        if item.span is not None and item.name not in used and above[item.name].isdisjoint(uses.ranged):
            yield _warning("W203", f"nothing uses the type '{item.name}'", item.span, "leave it out")


def _unused_variables(domain: Domain) -> Iterator[Diagnostic]:
    for action in domain.actions:
        used = names_of(terms_in(action.precondition))[0] | names_of(terms_in_effect(action.effect))[0]
        for parameter in action.parameters:
            if parameter.name not in used:
                yield _warning(
                    "W202",
                    f"the action '{action.name}' does not use its parameter {parameter.name}",
                    parameter.span,
                    "each binding of it is an action of its own that does the same",
                )
        formulas = [action.precondition]
        for effect in subeffects(action.effect):
            match effect:
                case When(condition):
                    formulas.append(condition)
                case ForallEffect(variables, inner):
                    yield from _unused_in(variables, names_of(terms_in_effect(inner))[0])
                case _:
                    pass
        for formula in formulas:
            yield from _unused_in_formula(formula)
    for axiom in domain.axioms:
        yield from _unused_in_formula(axiom.body)


def _unused_in_formula(formula: Formula) -> Iterator[Diagnostic]:
    for part in subformulas(formula):
        match part:
            case Exists(variables, body) | Forall(variables, body):
                yield from _unused_in(variables, names_of(terms_in(body))[0])
            case _:
                pass


def _unused_in(variables: tuple[Variable, ...], used: set[str]) -> Iterator[Diagnostic]:
    for variable in variables:
        if variable.name not in used:
            yield _warning("W202", f"nothing uses the variable {variable.name}", variable.span, None)


def _contradictions(domain: Domain) -> Iterator[Diagnostic]:
    for action in domain.actions:
        why = _contradiction(action)
        if why is not None:
            message = f"the action '{action.name}' can never be applied: {why}"
            yield _warning("W204", message, action.span, None)


def _contradiction(action: ActionSchema) -> str | None:
    """Return the reason why a precondition is false in every state, if a simple one exists."""
    parts = list(conjuncts(action.precondition))
    for part in parts:
        match part:
            case Truth(False):
                return "its precondition is never true"
            case Not(Equal(left, right)) if left == right:
                return f"{part} is never true"
            case Equal(Object() as left, Object() as right) if left != right:
                return f"{part} is never true"
            case Not(inner) if inner in parts:
                return f"it needs both {inner} and {part}"
            case _:
                pass
    return None


def _unread(domain: Domain, uses: Uses) -> Iterator[Diagnostic]:
    """Effects and axioms for nothing, once all that reads is known."""
    for name, span in uses.changed.items():
        if name not in uses.read:
            yield _warning("W205", f"this effect never matters: nothing reads '{name}'", span, None)
    for name, span in uses.functions_changed.items():
        if name not in uses.functions_read and name not in ZERO_AT_START:
            yield _warning("W205", f"this effect never matters: nothing reads '{name}'", span, None)
    reported: set[str] = set()
    for axiom in domain.axioms:
        is_here = axiom.span is not None and domain.span is not None and axiom.span.source == domain.span.source
        name = axiom.predicate
        if is_here and name not in uses.read and not name.startswith(SENSED) and name not in reported:
            reported.add(name)
            yield _warning("W206", f"nothing asks for the derived predicate '{name}'", axiom.span, None)


def _static(domain: Domain, uses: Uses) -> Iterator[Diagnostic]:
    for predicate in domain.predicates:
        if predicate.name in uses.read and predicate.name not in uses.changed and predicate.name not in uses.derived:
            yield _info("I201", f"no action changes the predicate '{predicate.name}'", predicate.span)
    for function in domain.functions:
        if function.name in uses.functions_read and function.name not in uses.functions_changed:
            yield _info("I201", f"no action changes the function '{function.name}'", function.span)


def _warning(code: str, message: str, span: Span | None, hint: str | None) -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, span, hint=hint)


def _info(code: str, message: str, span: Span | None) -> Diagnostic:
    return Diagnostic(code, Severity.INFO, message, span)
