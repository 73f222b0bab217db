"""Achievers: the actions that can make a false condition true, those that are applicable first.

A condition is an atom of a predicate that actions change, or its negation. An action achieves it if one of its effects
adds or deletes the atom. Of those that are not applicable, the nearest are named, each with a condition that it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, assert_never, cast

from relgym.explain.actions import why_action
from relgym.explain.binding import Binding, filled, filled_formula
from relgym.explain.misses import is_fixed, near_misses
from relgym.explain.past import Past
from relgym.explain.reasons import Reasons
from relgym.explain.search import FormulaSearch
from relgym.explain.world import World
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Formula, Not
from relgym.model.pddl.traversal import conjuncts
from relgym.model.terms import Object, Variable

APPLICABLE = 12
"""The largest number of applicable achievers of a condition that are named."""

NEAR = 6
"""The largest number of other achievers of a condition that are named."""


@dataclass(frozen=True, slots=True)
class Achiever:
    """An action that can make a condition true.

    Attributes:
        action: The action as text; parameters that may be any object are variables.
        missing: A condition that it lacks, as text; empty if it is applicable.
        by_luck: True if chance decides whether the condition becomes true.
    """

    action: str
    missing: str = ""
    by_luck: bool = False

    @property
    def line(self) -> str:
        when = f"once {self.missing} is true" if self.missing else "which is applicable"
        return f"made true by {self.action}{' by luck' if self.by_luck else ''}, {when}"

    def to_json(self) -> dict[str, Any]:
        """Return the achiever as a dict."""
        missing = self.missing or None
        return {"action": self.action, "valid": missing is None, "missing": missing, "by_luck": self.by_luck}


class _Write(NamedTuple):
    """An atom that an effect adds or deletes, the conditions around it and the variables of universal effects."""

    atom: Atom
    is_add: bool
    conditions: tuple[Formula, ...]
    variables: tuple[Variable, ...]
    by_luck: bool


def achievers(search: FormulaSearch, condition: Formula) -> tuple[Achiever, ...] | None:
    """Return the actions that can make a false condition true, the applicable ones first.

    Args:
        search: Decides formulas in a state.
        condition: A closed formula that is false there.

    Returns:
        The achievers; None if the condition is no atom, or negated atom, of a predicate that actions change.
    """
    atom = condition.part if isinstance(condition, Not) else condition
    task = search.world.task
    if not isinstance(atom, Atom) or atom.predicate not in task.changing or atom.predicate in task.derived:
        return None
    applicable: dict[str, Achiever] = {}
    near: dict[str, Achiever] = {}
    for schema in task.domain.actions:
        for write in _writes(schema.effect):
            if write.is_add != isinstance(condition, Atom):
                continue
            binding = _unified(write, atom, schema, search.world)
            if binding is None:
                continue
            for row in _applicable(search, schema, write, binding):
                if len(applicable) < APPLICABLE and (write.is_add or not _added(search, schema, atom, row)):
                    achiever = Achiever(_action(schema, row), by_luck=write.by_luck)
                    applicable.setdefault(achiever.action, achiever)
            for achiever in _near(search, schema, write, binding, condition):
                near.setdefault(achiever.action, achiever)
    return (*applicable.values(), *[achiever for achiever in near.values() if achiever.action not in applicable][:NEAR])


def _writes(
    effect: Effect, conditions: tuple[Formula, ...] = (), variables: tuple[Variable, ...] = (), by_luck: bool = False
) -> Iterator[_Write]:
    match effect:
        case Add(atom) | Delete(atom):
            yield _Write(atom, isinstance(effect, Add), conditions, variables, by_luck)
        case Assign():
            pass
        case When(condition, inner):
            yield from _writes(inner, (*conditions, condition), variables, by_luck)
        case ForallEffect(own, inner):
            # Variables of an effect hide parameters of the same names.
            new = {each.name: Variable(f"{each.name}'{len(variables)}", each.types) for each in own}
            for write in _writes(inner, (), (), by_luck):
                terms = cast("Binding", new)
                yield _Write(
                    Atom(write.atom.predicate, tuple(filled(term, terms) for term in write.atom.terms)),
                    write.is_add,
                    (*conditions, *(filled_formula(condition, terms) for condition in write.conditions)),
                    (*variables, *new.values(), *write.variables),
                    write.by_luck,
                )
        case Probabilistic(outcomes):
            for share, inner in outcomes:
                if share:
                    yield from _writes(inner, conditions, variables, by_luck or share < 1)
        case All(parts):
            for part in parts:
                yield from _writes(part, conditions, variables, by_luck)
        case _:
            assert_never(effect)


def _unified(write: _Write, atom: Atom, schema: ActionSchema, world: World) -> dict[str, Object] | None:
    """Return the objects of variables for which an effect writes an atom; None if it never does."""
    if write.atom.predicate != atom.predicate:
        return None
    variables = {variable.name: variable for variable in (*schema.parameters, *write.variables)}
    binding: dict[str, Object] = {}
    for term, there in zip(write.atom.terms, atom.terms, strict=True):
        assert isinstance(there, Object)
        if isinstance(term, Variable):
            if binding.setdefault(term.name, there) != there or not world.within(there, variables[term.name]):
                return None
        elif term != there:
            return None
    return binding


def _needs(schema: ActionSchema, write: _Write, binding: Binding) -> tuple[Formula, tuple[Variable, ...]]:
    """Return what must hold for an effect to take place, and its variables that are not bound."""
    needed = filled_formula(And((*conjuncts(schema.precondition), *write.conditions)), binding)
    return needed, tuple(each for each in (*schema.parameters, *write.variables) if each.name not in binding)


def _applicable(
    search: FormulaSearch, schema: ActionSchema, write: _Write, binding: Binding
) -> Iterator[Mapping[str, Object]]:
    needed, variables = _needs(schema, write, binding)
    for row in search.distinct(needed, variables):
        whole = {**binding, **row}
        action = Action(schema.name, tuple(whole[name] for name in schema.free))
        # Its numeric effects may be impossible, or its parameters that nobody chooses ambiguous.
        if why_action(Reasons(search, Past(()), depth=0), action).holds:
            yield whole


def _added(search: FormulaSearch, schema: ActionSchema, atom: Atom, row: Mapping[str, Object]) -> bool:
    """Return True if an action adds an atom, too, which is true then although another effect deletes it."""
    for write in _writes(schema.effect):
        if write.is_add and not write.by_luck:
            binding = _unified(write, atom, schema, search.world)
            chosen = {variable.name: row[variable.name] for variable in schema.parameters}
            if binding is not None and all(chosen.get(name, there) == there for name, there in binding.items()):
                needed, variables = _needs(schema, write, {**chosen, **binding})
                if next(search.solutions(needed, variables), None) is not None:
                    return True
    return False


def _near(
    search: FormulaSearch, schema: ActionSchema, write: _Write, binding: Binding, condition: Formula
) -> Iterator[Achiever]:
    needed, variables = _needs(schema, write, binding)
    misses = near_misses(search, variables, needed, search.certain).misses
    for miss in misses:
        # What no action changes stays false; an action that needs what it makes true is no help.
        if not search.holds(miss.failing) and not is_fixed(miss.failing, search) and miss.failing != condition:
            yield Achiever(_action(schema, {**binding, **miss.binding}), str(miss.failing), write.by_luck)
    if not misses and not variables and not search.holds(needed) and not is_fixed(needed, search):
        [missing] = conjuncts(needed)
        if missing != condition:
            yield Achiever(_action(schema, binding), str(missing), write.by_luck)


def _action(schema: ActionSchema, binding: Mapping[str, Object]) -> str:
    return f"({' '.join([schema.name, *(str(binding.get(name, name)) for name in schema.free)])})"
