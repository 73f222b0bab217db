"""The spaces of an environment by wrapper, measured by making it for one problem."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import gymnasium as gym
from markdown import code, plain

from relgym.catalogue.domains import EnvSpec, Language
from relgym.envs import (
    DiscreteActions,
    FactsObservation,
    FlatObservation,
    GraphObservation,
    PaddedGraph,
    TextObservation,
)
from relgym.errors import RelgymError

Wrapper = type[gym.Wrapper[Any, Any, Any, Any]]


class View(NamedTuple):
    """A way to make an environment.

    Attributes:
        wrappers: The wrappers, the innermost first.
        acts: True if the actions are shown.
        observes: True if the observations are shown.
        form: The option `form`, for RDDL.
    """

    wrappers: tuple[Wrapper, ...]
    acts: bool = False
    observes: bool = True
    form: str | None = None


VIEWS: dict[Language, tuple[View, ...]] = {
    "pddl": (
        View((), acts=True),
        View((DiscreteActions,), acts=True, observes=False),
        View((FlatObservation,)),
        View((FactsObservation,)),
        View((GraphObservation,)),
        View((GraphObservation, PaddedGraph)),
        View((TextObservation,)),
    ),
    "rddl": (
        View((), acts=True, form="cells"),
        View((DiscreteActions,), acts=True, observes=False, form="cells"),
        View((), acts=True, form="arrays"),
        View((gym.wrappers.FlattenObservation,), form="arrays"),
    ),
}
"""The ways to make an environment of each language."""

SPACES_LIMIT = 6
"""The most spaces of a dictionary that are shown."""

_LARGEST = re.compile(r"3\.40282\d*e\+38")
"""The bound of numbers without another one."""


def spaces(domain: EnvSpec, problem: str) -> str:
    """Return the spaces of a domain's environment in Markdown.

    Args:
        domain: The domain.
        problem: The name of the train problem that is played.
    """
    observations, actions = [], []
    for view in VIEWS[domain.language]:
        options = {} if view.form is None else {"form": view.form}
        env: gym.Env[Any, Any] = gym.make(domain.ids["train"], problem=problem, **options)
        try:
            for wrapper in view.wrappers:
                env = wrapper(env)
        except RelgymError as error:
            observations.append(f"{_name(view)}\n: {plain(error.message)}")
            continue
        finally:
            env.close()
        if view.observes:
            words = plain(getattr(env.observation_space, "description", ""))
            observations.append(f"{_name(view)}\n: {code(_shown(env.observation_space))}\n\n  {words}".rstrip())
        if view.acts:
            actions.append(f"{_name(view)}\n: {code(_shown(env.action_space))}")
    head = f"Of `train/{problem}`, by [wrapper](../guide/learning-agents.md)."
    return "\n\n".join([f"{head} Actions:", *actions, "Observations:", *observations])


def _name(view: View) -> str:
    names = [code(wrapper.__name__) for wrapper in reversed(view.wrappers)]
    form = [code(f'form="{view.form}"')] if view.form is not None else []
    return ", ".join([*form, *([" around ".join(names)] if names else [])]) or "no wrapper"


def _shown(space: gym.Space[Any]) -> str:
    """Return a space as it prints itself, without what is long and says little."""
    match space:
        case gym.spaces.Dict():
            parts = [f"{name!r}: {_shown(part)}" for name, part in space.spaces.items()]
            more = [f"… {len(parts) - SPACES_LIMIT} more"] if len(parts) > SPACES_LIMIT else []
            return f"Dict({', '.join([*parts[:SPACES_LIMIT], *more])})"
        case gym.spaces.Graph():
            return f"Graph({_shown(space.node_space)}, {_shown(space.edge_space) if space.edge_space else None})"
        case gym.spaces.Box():
            low, high = (f"{end.flat[0]:g}" if len({*end.flat}) == 1 else "…" for end in (space.low, space.high))
            return _LARGEST.sub("3.4e+38", f"Box({low}, {high}, {space.shape}, {space.dtype})")
        case gym.spaces.Text():
            return f"Text({space.min_length}, {space.max_length})"
        case gym.spaces.MultiDiscrete():
            sizes = [*map(str, space.nvec.flat)]
            return f"MultiDiscrete([{', '.join(sizes[:SPACES_LIMIT])}{', …' if len(sizes) > SPACES_LIMIT else ''}])"
        case _:
            text = repr(space)
            # relgym's own spaces print the path of their problem's file on this machine.
            return type(space).__name__ if "/" in text or "\\" in text else text
