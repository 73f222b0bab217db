"""A domain from its text."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from relgym.errors import ParseError
from relgym.model.pddl.domain import ActionSchema, Domain, NumericFunction, Predicate, Typed
from relgym.model.pddl.effects import NO_CHANGE
from relgym.model.pddl.formulas import TRUE, Atom
from relgym.model.span import Source
from relgym.model.terms import Variable
from relgym.read.pddl.axioms.rules import head_of, read_axiom
from relgym.read.pddl.declarations import declare_functions, declare_predicates, twice
from relgym.read.pddl.dialect import action_predicates, chosen, split_action_atom
from relgym.read.pddl.effect import EffectReader
from relgym.read.pddl.formula import FormulaReader
from relgym.read.pddl.hierarchy import read_types
from relgym.read.pddl.requirements import closure, read_requirements
from relgym.read.pddl.scope import ANY_VARIABLE, Scope, distinct
from relgym.read.pddl.sections import Sections, read_define, read_keys, read_sections
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.pddl.strata import strata
from relgym.read.pddl.typed import name_of
from relgym.read.remembered import Remembered
from relgym.read.reporting import each, recovering, report, reported
from relgym.read.source import PathOrText, read_source

_ACTIONS = "actions that happen at once: (:action name :parameters (...) :precondition ... :effect ...)"
_STATES = "conditions on single states, in :precondition and :goal"

_KNOWN = (
    ":requirements",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
    ":derived",
    ":axiom",
    ":action",
    ":actions",
)

_REFUSED = {
    ":durative-action": _ACTIONS,
    ":process": _ACTIONS,
    ":event": _ACTIONS,
    ":method": _ACTIONS,
    ":task": _ACTIONS,
    ":constraints": _STATES,
    ":safety": _STATES,
    ":timeless": "such facts in the :init of the problem",
    ":extends": "a domain that stands whole in one file",
    ":domain-variables": "constants and functions",
    ":observe": "fully observed domains",
}

_ACTION_KEYS = (":parameters", ":vars", ":precondition", ":effect")

_REFUSED_KEYS = {
    ":duration": _ACTIONS,
    ":condition": _ACTIONS,
    ":expansion": _ACTIONS,
    ":maintain": _STATES,
    ":only-in-expansions": _ACTIONS,
    ":observe": "fully observed domains",
    ":agent": "domains of one agent",
}


def read_domain(path_or_text: PathOrText) -> Domain:
    """The domain of a PDDL or PPDDL file or text.

    Raises `ParseError`, `ModelError` or `UnsupportedFeature`; warns with `RelgymWarning`.
    """
    return _remembered(read_source(path_or_text, "domain"))


def domain_of(source: Source) -> Domain:
    """The domain of a source."""
    form, name = read_define(source, "domain")
    sections = read_sections(form, _KNOWN, (), _REFUSED)
    requirements = read_requirements(sections[":requirements"])
    names = _declare(sections, requirements, source)
    scope, dialect = names.scope, names.chosen_by
    formulas = FormulaReader(scope)
    effects = EffectReader(formulas)
    axioms = tuple(each(partial(read_axiom, formulas=formulas), names.rules))
    actions: dict[str, ActionSchema] = {}
    for section in sections[":action"]:
        with recovering():
            schema = _read_action(section, effects, dialect)
            if schema.name in actions:
                title = section.items[1]
                assert isinstance(title, Word)
                raise twice("action", title)
            actions[schema.name] = schema
    strata(axioms)
    undeclared = scope.uses.warn_of_missing(requirements)
    return Domain(
        name=str(name),
        requirements=requirements,
        types=tuple(scope.types.values()),
        constants=names.constants,
        predicates=tuple(scope.predicates.values()),
        functions=tuple(scope.functions.values()),
        axioms=axioms,
        actions=tuple(actions.values()),
        span=form.span,
        undeclared=undeclared,
    )


_remembered = Remembered(domain_of)


class _Names(NamedTuple):
    """The declarations of a domain; `chosen_by` holds PDDLGym's action predicates, which the scope lacks."""

    scope: Scope
    constants: tuple[Typed, ...]
    chosen_by: dict[str, Predicate]
    rules: tuple[SExpression, ...]


def _declare(sections: Sections, requirements: tuple[str, ...], source: Source) -> _Names:
    """All names of the domain, whatever the order of its sections."""
    scope = Scope()
    for section in sections[":types"]:
        scope.uses.note(section, ":typing")
    scope.types = read_types(sections[":types"])
    constants: list[Typed] = []
    for section in sections[":constants"]:
        constants += scope.typed_objects(section.items[1:])
    for item in constants:
        scope.declare_object(item)
    declare_predicates(sections[":predicates"], scope)
    declare_functions(sections[":functions"], scope)
    if ":action-costs" in requirements:
        scope.functions.setdefault("total-cost", NumericFunction("total-cost"))
    if ":rewards" in closure(requirements):
        scope.functions.setdefault("reward", NumericFunction("reward"))
    rules = []
    for section in (*sections[":derived"], *sections[":axiom"]):
        with recovering():
            scope.derived.add(head_of(section).head)
            rules.append(section)
    named = action_predicates(source) | {str(item) for section in sections[":actions"] for item in section.items[1:]}
    chosen_by = {name: scope.predicates.pop(name) for name in list(scope.predicates) if name in named}
    return _Names(scope, tuple(constants), chosen_by, tuple(rules))


def _read_action(section: SExpression, effects: EffectReader, dialect: dict[str, Predicate]) -> ActionSchema:
    formulas, scope = effects.formulas, effects.scope
    if len(section.items) < 2:
        raise ParseError("the action has no name", span=section.span, expected=_ACTIONS, code="E208")
    name = name_of(section.items[1], "the name of the action")
    before = reported()
    keys = read_keys(section.items[2:], _ACTION_KEYS, _REFUSED_KEYS, name)
    listed = _variables(keys.get(":parameters"), ":parameters", scope)
    if reported() > before and ":parameters" not in keys:
        listed = (Variable(ANY_VARIABLE),)
    local = _variables(keys.get(":vars"), ":vars", scope)
    parameters = distinct((*listed, *local))
    env = {variable.name: variable for variable in parameters}
    atom, precondition = split_action_atom(keys.get(":precondition"), dialect)
    if atom is None:
        free, action_atom = tuple(variable.name for variable in parameters), None
    else:
        action_atom = Atom(atom.head, formulas.arguments(atom, dialect[atom.head], env))
        free = chosen(atom)
    effect = keys.get(":effect")
    return ActionSchema(
        name=str(name),
        parameters=parameters,
        free=free,
        precondition=TRUE if precondition is None else formulas.formula(precondition, env),
        effect=NO_CHANGE if effect is None else effects.effect(effect, env),
        span=name.span,
        atom=action_atom,
    )


def _variables(node: Node | None, key: str, scope: Scope) -> tuple[Variable, ...]:
    if isinstance(node, Word):
        expected = f"{key} (?x - type ...)"
        report(ParseError(f"'{node.raw}' is not a list of variables", span=node.span, expected=expected))
        return (Variable(ANY_VARIABLE),)
    return () if node is None else scope.variables(node.items)
