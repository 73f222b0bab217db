"""Free parameters that are named apart from the domain's file, so that the file needs no edit.

>>> from relgym.read.pddl.domain import read_domain
>>> domain = read_domain("(define (domain d) (:action go :parameters (?x ?y) :effect (and)))")
>>> with_free(domain, {"go": ["y"]}).actions[0].free
('?y',)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from relgym.errors import ModelError, did_you_mean
from relgym.model.pddl.domain import ActionSchema, Domain
from relgym.model.span import Span

ALL: Literal["all"] = "all"

Free = Mapping[str, Sequence[str]] | Literal["all"]
"""For each action named the parameters that the agent chooses, or `all` for all parameters of all actions."""


def with_free(domain: Domain, free: Free) -> Domain:
    """The domain with other free parameters: for each action named, those that the agent chooses, in their order.

    The question marks may be left out; `all` frees the parameters of all actions. Raises `ModelError` for what is no
    action, or no parameter of it.
    """
    free = listed_free(free)
    if free == ALL:
        free = {schema.name: tuple(variable.name for variable in schema.parameters) for schema in domain.actions}
    known = [schema.name for schema in domain.actions]
    for name in free:
        if name not in known:
            raise _unknown(f"there is no action '{name}' whose parameters could be free", name, known)
    return replace(domain, actions=tuple(_freed(schema, free.get(schema.name)) for schema in domain.actions))


def listed_free(free: Free) -> dict[str, tuple[str, ...]] | Literal["all"]:
    """Return the free parameters by the names of their actions, or `all`; raises `ModelError` for another form.

    >>> listed_free({"go": ["?to"]}), listed_free("all")
    ({'go': ('?to',)}, 'all')
    """
    if isinstance(free, str) and free == ALL:
        return ALL
    if not isinstance(free, Mapping):
        raise ModelError(
            f"{free!r} does not say of which action parameters are free", expected="{'action': ['?x']}, or 'all'"
        )
    listed: dict[str, tuple[str, ...]] = {}
    for name, names in free.items():
        if isinstance(names, str):
            raise ModelError(f"the free parameters of '{name}' are not a list: {names!r}", expected=f"[{names!r}]")
        listed[name] = tuple(names) if isinstance(names, Iterable) else (names,)
        if not isinstance(name, str) or not all(isinstance(each, str) for each in listed[name]):
            raise ModelError(f"the free parameters of {name!r} are not a list: {names!r}", expected="['?x', '?y']")
    return listed


def _freed(schema: ActionSchema, names: Sequence[str] | None) -> ActionSchema:
    if names is None:
        return schema
    known = [variable.name for variable in schema.parameters]
    chosen = tuple(name if name.startswith("?") else f"?{name}" for name in names)
    for name in chosen:
        if name not in known:
            raise _unknown(f"the action '{schema.name}' has no parameter {name}", name, known, schema.span)
        if chosen.count(name) > 1:
            raise ModelError(
                f"{name} stands twice among the free parameters of '{schema.name}'", span=schema.span, code="E202"
            )
    # The parameters of a PDDLGym action atom stay as they are.
    return schema if chosen == schema.free else replace(schema, free=chosen, atom=None)


def _unknown(message: str, name: str, known: list[str], span: Span | None = None) -> ModelError:
    return ModelError(
        message,
        span=span,
        expected=f"one of {', '.join(known)}" if known else None,
        hint=did_you_mean(name, known),
    )
