"""The environment of a recording: found by what a user names it, and told by texts and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec

from relgym.catalogue.entries import entry
from relgym.catalogue.schedule import Made
from relgym.data.trajectories.lines import SourceText
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.registration import files_spec, make, spec_of_folder
from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.read.source import PathOrText, read_source, without_rddl_comments
from relgym.reasoning.pddl.rewards import REWARDS

EPISODE_STEPS = 1_000
"""Largest number of steps of a recorded episode where neither the environment nor the caller bounds it. Judged: a
random agent may walk for ever; the longest limit of a domain of the catalogue is below it."""


Core = PDDLEnv | RDDLEnv

EnvGiven: TypeAlias = "gym.Env[Any, Any] | EnvSpec | str | tuple[PathOrText, PathOrText | Sequence[PathOrText]]"
"""An environment, its spec or id, the name of a domain of the catalogue, or a domain with problems."""


def environment(given: EnvGiven, **options: Any) -> gym.Env[Any, Any]:
    """Return the environment that a user names.

    Args:
        given: An environment, a spec of Gymnasium, an id, the name or folder of a domain, or a pair of a domain and
            problems, each a path or a text.
        options: Options of `gymnasium.make` for an id or name, of `relgym.make` for files.

    Raises:
        RelgymError: There is no such environment, or it is not one of relgym.
    """
    match given:
        case gym.Env():
            if options:
                raise RelgymError(f"the environment is made already, without {', '.join(options)}")
            if getattr(given.unwrapped, "form", "cells") != "cells":
                raise RelgymError("recorded actions are cells by their names", expected="an environment without 'form'")
            return given
        case EnvSpec():
            return gym.make(given, **options)
        case (domain, problems):
            return make(domain, problems, **options)
        case str():
            return gym.make(_spec(given), **options)
        case _:
            raise RelgymError(
                f"{given!r} is not an environment", expected="an environment, its id, or (domain, problems)"
            )


def _spec(name: str) -> EnvSpec | str:
    if name in gym.registry:
        return name
    named = entry(name)
    return spec_of_folder(named.spec, named.split) if named.spec.ids else files_spec(name)


def core_of(env: gym.Env[Any, Any]) -> Core:
    """Return relgym's environment below all wrappers; raises `RelgymError` for others."""
    core = env.unwrapped
    if not isinstance(core, Core):
        raise RelgymError(
            f"{core} is not a relational environment", expected="one made by relgym.make, or of an id of relgym"
        )
    if isinstance(core, RDDLEnv) and core.dynamics.externals:
        raise RelgymError(
            "the domain calls Python functions, which a file of texts cannot hold",
            expected="an environment without 'functions'",
        )
    return core


@dataclass(frozen=True, slots=True)
class EnvSources:
    """The texts and the options of an environment, from which it can be made again."""

    language: Literal["pddl", "rddl"]
    environment: str | None
    domain: SourceText
    axioms: tuple[SourceText, ...]
    options: Mapping[str, Any]


def steps_limit(env: gym.Env[Any, Any], max_steps: int | None) -> int | None:
    """Return the largest number of steps of an episode.

    Args:
        env: The environment with its wrappers.
        max_steps: The limit that the caller asks for, if any.

    Returns:
        The smaller one of the caller's limit and that of the environment's wrapper; `None` if the horizon of the
        instance is the only limit.
    """
    core, registered = core_of(env), None if env.spec is None else env.spec.max_episode_steps
    given = [limit for limit in (max_steps, registered) if limit is not None]
    endless = isinstance(core, PDDLEnv) or core.dynamics.layout.instance.horizon is None
    return min(given, default=EPISODE_STEPS if endless else None)


def sources_of(env: gym.Env[Any, Any], max_steps: int | None) -> EnvSources:
    """Return the texts and options of an environment.

    Args:
        env: The environment with its wrappers.
        max_steps: The largest number of steps of an episode.
    """
    core, spec = core_of(env), env.spec
    known = spec is not None and spec.id.startswith("relgym/") and spec.id != "relgym/Files"
    environment = spec.id if known and spec is not None else None
    if isinstance(core, PDDLEnv):
        problems = core.problems
        domain = read_source(problems.domain, "domain")
        reward = next(name for name, kind in REWARDS.items() if kind is core.reward_kind)
        free = problems.free if problems.free == "all" else {name: list(names) for name, names in problems.free}
        options = {
            "backend": core.backend,
            "max_episode_steps": max_steps,
            "limits": _limits(core.limits),
            "reward": reward,
            "free": free,
        }
        axioms = tuple(SourceText.of(_label(each.name), each.text) for each in problems.axiom_sources())
        return EnvSources("pddl", environment, SourceText.of(_label(domain.name), domain.text), axioms, options)
    domain = read_source(core.domain_file, "domain", without_rddl_comments)
    engine = core.reasoner.engine
    options = {
        "backend": engine.name,
        "max_episode_steps": max_steps,
        "limits": _limits(engine.limits),
        "enforce": core.enforce,
    }
    return EnvSources("rddl", environment, SourceText.of(_label(domain.name), domain.text), (), options)


def _limits(limits: Limits | None) -> dict[str, Any] | None:
    return None if limits is None else asdict(limits)


def _label(name: str) -> str:
    """The name of a file without its folders, which tell of a machine."""
    return name if name.startswith("<") else Path(name).name


def drawn_problem(core: Core, rng: Any, episode: int) -> tuple[SourceText, dict[str, Any]]:
    """Draw the problem of an episode.

    Args:
        core: The environment.
        rng: A generator of NumPy.
        episode: The number of the episode, 0 for the first.

    Returns:
        The text of the problem, and the options with which `reset` plays it.
    """
    if isinstance(core, PDDLEnv):
        drawn = core.problems.drawn(rng, episode, {})
        source = core.problems.source(drawn)
        return SourceText.of(_label(source.name), source.text), _options(drawn)
    made = core.instances.drawn(rng, episode, {})
    text = SourceText.of(_label(core.instances.label(made)), core.instances.text(made))
    return text, {} if made is None else _options(made)


def _options(which: int | Made) -> dict[str, Any]:
    return which.told() if isinstance(which, Made) else {"problem": which}
