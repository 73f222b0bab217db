"""Making environments of pure functions from what `relgym.make` takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from relgym.arguments import check_flags
from relgym.catalogue.entries import ProblemName
from relgym.envs.pddl.catalogue import catalogue_options
from relgym.envs.pddl.problems import Problems
from relgym.envs.rddl.catalogue import CatalogueRDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.registration import files_spec
from relgym.errors import RelgymError
from relgym.jax.environment import Environment
from relgym.jax.pddl import PDDLFunctions
from relgym.jax.rddl import RDDLFunctions
from relgym.jax.wrappers import TimeLimit
from relgym.read.pddl.free import Free
from relgym.read.source import PathOrText


def make(
    domain_file: PathOrText,
    problems: ProblemName | Iterable[PathOrText] | None = None,
    *,
    problem: int | str | None = None,
    max_episode_steps: int | None = None,
    reward: Literal["goal", "metric"] | None = None,
    goal: bool = True,
    axioms: PathOrText | Iterable[PathOrText] = (),
    free: Free | None = None,
    enforce: bool = True,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    dtype: Literal["float64", "float32"] | None = None,
) -> Environment:
    """Make an environment of pure functions of a domain and one or more problems.

    Several problems of PDDL become one program: the state says which problem it plays, and `init` draws one.

    Args:
        domain_file: As for `relgym.make`: a file, a text, or a domain that comes with relgym by its name or id.
        problems: As for `relgym.make`.
        problem: As for `relgym.make`.
        max_episode_steps: The number of steps after which an episode is truncated, by `TimeLimit`; by default the one
            of the domain by name, and none for files.
        reward: As for `relgym.make`.
        goal: PDDL only. Whether observations hold the goal.
        axioms: As for `relgym.make`.
        free: As for `relgym.make`.
        enforce: As for `relgym.make`.
        functions: RDDL only. Functions for the names that the domain calls as `$NAME`, which JAX can trace: of arrays,
            without an axis for copies, to arrays.
        dtype: RDDL only. The type of real numbers, by default `float64`. With `float32`, a state with a whole number of
            2**24 or more is untrusted, unless its bounds are proved.

    Returns:
        A `PDDLFunctions` or `RDDLFunctions`, with a `TimeLimit` around it where episodes have one.

    Raises:
        RelgymError: A file, a name or an argument is wrong, as for `relgym.load`.
            JAX cannot compile an instance of RDDL, or `jax_enable_x64` is not set for it.
        UnsupportedFeature: The problems are too large to be grounded, or have numbers that arrays cannot hold.
    """
    check_flags(goal=goal)
    asked = files_spec(
        domain_file,
        problems,
        problem=problem,
        max_episode_steps=max_episode_steps,
        reward=reward,
        axioms=axioms,
        free=free,
        enforce=enforce,
        functions=functions,
    )
    options: dict[str, Any] = asked.kwargs
    if "enforce" in options:
        if not goal:
            raise RelgymError("the option 'goal' is for PDDL")
        return _rddl(options, asked.max_episode_steps, dtype)
    if dtype is not None:
        raise RelgymError("the option 'dtype' is for RDDL")
    if "domain" in options:
        options = catalogue_options(**options)
    every = Problems(*(options[name] for name in ("domain_file", "problems", "axioms", "free")))
    env = PDDLFunctions([every.task(n) for n in every.every()], reward=options["reward"], goal=goal)
    return env if asked.max_episode_steps is None else TimeLimit(env, asked.max_episode_steps)


def _rddl(options: dict[str, Any], limit: int | None, dtype: Literal["float64", "float32"] | None) -> Environment:
    """Make the functions of an RDDL instance, whose horizon is a limit of steps, too."""
    made = CatalogueRDDLEnv if "domain" in options else RDDLEnv
    env = made(**{**options, "form": "arrays"})
    limits = [each for each in (env.dynamics.layout.instance.horizon, limit) if each is not None]
    functions = RDDLFunctions(env, dtype or "float64")
    return TimeLimit(functions, min(limits)) if limits else functions
