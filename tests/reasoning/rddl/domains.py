"""Small RDDL processes, of the few lines that a test is about."""

from __future__ import annotations

from relgym.backends.evaluator import Evaluator
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

INSTANCE = "instance i { domain = d; objects { t : {a, b, c}; }; %s max-nondef-actions = pos-inf; horizon = 10; }"


def simulator(
    backend: str | Evaluator,
    pvariables: str,
    cpfs: str,
    start: str = "",
    reward: str = "0",
    rest: str = "",
    types: str = "",
    **more: object,
) -> Dynamics:
    """A process over a type `t` of three objects; `start` holds the sections of the instance."""
    domain = read_domain(
        f"domain d {{ types {{ t : object; {types} }}; pvariables {{ {pvariables} }}; "
        f"cpfs {{ {cpfs} }}; reward = {reward}; {rest} }}"
    )
    return Dynamics(read_instance(INSTANCE % start, domain), backend, **more)


def value(
    backend: str, expression: str, pvariables: str = "", start: str = "", types: str = "", of: str = "real"
) -> object:
    """What an expression is in the first step."""
    declared = f"out : {{ interm-fluent, {of} }}; {pvariables}"
    made = simulator(backend, declared, f"out = {expression};", start, types=types)
    return made.step((), (), [0.5] * made.uniforms).computed[0]
