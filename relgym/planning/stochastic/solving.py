"""`relgym.solve`: find a policy by a method with a name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from relgym.arguments import check_whole, wrong
from relgym.errors import RelgymError, did_you_mean
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import Criterion, criterion_of
from relgym.planning.stochastic.policy import Origin, Policy
from relgym.planning.stochastic.process import process_of
from relgym.reasoning.pddl.rewards import is_rewarded
from relgym.reasoning.reasoner import Reasoner

METHODS = {
    "value_iteration": "value_iteration:value_iteration",
    "lrtdp": "lrtdp:lrtdp",
    "uct": "uct:uct",
    "replan": "replanning:replan",
    "learned": "relgym.data.policy_search.learn:learned",
    "gradient": "relgym.planning.gradient.method:gradient",
    "random": "simple:RandomPolicy",
    "noop": "simple:NoopPolicy",
}
"""The methods by name: module and function, imported only when asked for; one of another layer has its whole name."""


_CHOICE = "relgym.planning.methods"
"""The module that chooses a method; it plays episodes with all of them, so it stands above them."""


def solve(
    model: Task | Instance | Reasoner,
    method: str | None = None,
    *,
    criterion: str | None = None,
    penalty: float | None = None,
    discount: float | None = None,
    horizon: int | None = None,
    limits: Limits | Mapping[str, float] | None = None,
    seed: int = 0,
    **options: Any,
) -> Policy:
    """Find a policy.

    Args:
        model: The task or the instance, from `relgym.load`, or a reasoner of it.
        method: The name of the method; `relgym.planning.stochastic.solving.METHODS` lists them. By default `lrtdp` for
            PDDL, and `uct` for rewards; for RDDL, `learned`, `uct` and `noop` are tried in some episodes, and the best
            one is taken (`policy.choice`). With `options`, it is `uct`.
        criterion: What to optimise in PDDL: `cost`, `probability`, `discounted` or `reward`; by default `reward` where
            the task has rewards (a `:metric` to be maximized, PPDDL's `(reward)` or `:goal-reward`), else `cost`.
        penalty: The cost of giving up in a dead end, for `cost`; by default 500.
        discount: The discount, for `discounted`, `reward`, and RDDL, whose default is the instance's.
        horizon: RDDL only. The number of steps; by default the instance's.
        limits: Seconds and megabytes as `Limits` or a mapping: of the whole call for methods that make a table, of each
            call of the policy for `uct` and `replan`.
        seed: The seed of the random numbers.
        options: Options of the method.

    Returns:
        The policy. Where a limit or an interrupt came first, `policy.convergence.status` is `limit`.

    Raises:
        RelgymError: There is no such method, criterion or option, or the method cannot solve the model.
    """
    reasoner = reasoner_of(model)
    asked = criterion_for(reasoner, criterion, penalty=penalty, discount=discount, horizon=horizon)
    name = method or default_method(reasoner, asked)
    options_of(name, method_named(name), options)
    check_whole("the seed", seed)
    limits = Limits.of({} if limits is None else limits)
    process = process_of(reasoner, asked)
    if method is None and not options and asked.name == "return":
        return import_module(_CHOICE).best_policy(process, limits, seed)  # type: ignore[no-any-return]
    return made(Origin(made, process, name, limits, seed, options))


def default_method(reasoner: Any, criterion: Criterion | None = None) -> str:
    """Return the method that answers soonest if none is named.

    Args:
        reasoner: A reasoner of the model.
        criterion: What to optimise; by default what `relgym.solve` does.
    """
    asked = criterion_for(reasoner, None) if criterion is None else criterion
    return "uct" if asked.give_up is None else "lrtdp"


def made(origin: Origin) -> Policy:
    """Make the policy of an origin."""
    policy = method_named(origin.method)(origin.process, origin.limits, origin.seed, **origin.options)
    if policy.convergence is None:
        policy.origin = origin
    return policy


def method_named(name: str) -> Callable[..., Policy]:
    """Return the function of a method; raises `RelgymError` if there is none of this name."""
    if not isinstance(name, str) or name not in METHODS:
        raise RelgymError(
            f"there is no method {name!r}", expected=", ".join(METHODS), hint=did_you_mean(str(name), [*METHODS])
        )
    module, _, function = METHODS[name].partition(":")
    loaded = import_module(module if "." in module else f"relgym.planning.stochastic.{module}")
    return getattr(loaded, function)  # type: ignore[no-any-return]


def options_of(name: str, function: Callable[..., Policy], options: Mapping[str, Any]) -> None:
    """Raise `RelgymError` if a method lacks one of some options."""
    known = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    for option in options:
        if option not in known:
            raise RelgymError(
                f"the method '{name}' has no option '{option}'",
                expected=", ".join(known) or "no options",
                hint=did_you_mean(option, known),
            )


def reasoner_of(model: Task | Instance | Reasoner) -> Any:
    """Return a reasoner of a model; raises `RelgymError` for anything else."""
    if not isinstance(model, Task | Instance | Reasoner):
        raise wrong("the model", model, "a Task, an Instance or a reasoner, from relgym.load(domain, problem)")
    return model if isinstance(model, Reasoner) else Reasoner(model)


def criterion_for(reasoner: Any, name: str | None, **numbers: Any) -> Any:
    """Return the criterion that a caller asks for, of the reasoner's language."""
    if isinstance(reasoner.model, Task):
        return criterion_of(Task, name, rewarded=is_rewarded(reasoner.model), **numbers)
    return criterion_of(Instance, name, instance=reasoner.model, **numbers)
