"""Conformance checks of an environment: Gymnasium's own check, and relgym's further ones.

>>> import relgym
>>> domain = '''(define (domain lamp) (:requirements :negative-preconditions) (:predicates (on))
...   (:action press :parameters () :precondition (not (on)) :effect (on)))'''
>>> problem = "(define (problem dark) (:domain lamp) (:init) (:goal (on)))"
>>> api_test(relgym.make(domain, problem))
>>> api_test("relgym/SysAdmin-v0", steps=5)
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

from relgym.arguments import check_several, check_whole, wrong
from relgym.catalogue.domains import EnvSpec as DomainSpec
from relgym.envs.conformance import EVERY, Promise, Subject, every_engine_goes_the_same_way
from relgym.envs.pddl.conformance import PDDLSubject
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.conformance import RDDLSubject
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.registration import spec_of_folder
from relgym.errors import BrokenPromise, RelgymError, RelgymWarning

Env = gym.Env[Any, Any]

WRAPPED = ".*is different from the unwrapped version.*"
"""Gymnasium's warning about every environment with a wrapper, as a pattern."""

BOUNDED = ".*symmetric and normalized.*"
"""Gymnasium's warning about the bounds of numeric actions, as a pattern; the bounds come from the files."""

_COLOURS = re.compile(r"\x1b\[[\d;]*m")


def api_test(
    env_or_spec: Env | EnvSpec | DomainSpec | str,
    *,
    steps: int = 30,
    seed: int = 0,
    backends: Iterable[str] | None = None,
) -> None:
    """Check that an environment conforms to Gymnasium and to relgym's further rules.

    It is reset and stepped through, `steps` steps for each check, and compared with itself on other engines. Warnings
    of Gymnasium count as failures.

    Args:
        env_or_spec: An environment of PDDL or RDDL, wrapped or not, or the spec or id by which Gymnasium makes it; the
            `EnvSpec` of a domain's folder (`relgym.catalogue.read_spec`) stands for the environment of its train
            problems.
        steps: The number of steps for each check.
        seed: The seed of the random actions.
        backends: The engines to compare with; by default all that are installed and have the needed features.

    Raises:
        BrokenPromise: A check fails; the message says which one, and how it was found.
    """
    check_whole("steps", steps, 1)
    check_whole("seed", seed)
    if backends is not None:
        check_several("backends", backends, "names of engines, such as ['swipl']")
    env = _made(env_or_spec)
    try:
        subject = _subject(env, steps, seed)
        engines = Promise("every engine goes the same way", partial(every_engine_goes_the_same_way, backends=backends))
        for promise in (Promise("it is an environment of Gymnasium", _gymnasium), *EVERY, *subject.promises, engines):
            try:
                promise.test(subject)
            except BrokenPromise as broken:
                message = f"the environment breaks the promise that {promise.name}: {broken.message}"
                raise BrokenPromise(message) from broken.__cause__
            except Exception as error:
                error.add_note(f"This happened while testing the promise that {promise.name}.")
                raise
    finally:
        if env is not env_or_spec:
            env.close()


def _made(env_or_spec: Env | EnvSpec | DomainSpec | str) -> Env:
    match env_or_spec:
        case gym.Env():
            return env_or_spec
        case DomainSpec():
            return gym.make(spec_of_folder(env_or_spec, "train"))
        case EnvSpec() | str():
            return gym.make(env_or_spec)
        case _:
            raise wrong("the environment to test", env_or_spec, "an environment, or the spec or id of one")


def _subject(env: Env, steps: int, seed: int) -> Subject:
    match env.unwrapped:
        case PDDLEnv() as core:
            return PDDLSubject(env, core, steps, seed)
        case RDDLEnv() as core:
            return RDDLSubject(env, core, steps, seed)
        case other:
            raise RelgymError(
                f"{other} is not an environment of relgym",
                expected="one made by relgym.make or of an id that starts relgym/",
            )


def _gymnasium(subject: Subject) -> None:
    env = subject.env
    # These checks make the environment again; Gymnasium cannot if a wrapper does not record its arguments.
    spec = env.spec
    skipped = spec is None or any(wrapper.kwargs is None for wrapper in spec.additional_wrappers)
    # In the mode "human", pictures are printed.
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        if env.unwrapped is not env:
            warnings.filterwarnings("ignore", WRAPPED)
        warnings.filterwarnings("ignore", BOUNDED)
        # Warnings about the files are given where these are read.
        warnings.simplefilter("ignore", RelgymWarning)
        try:
            check_env(env, skip_render_check=skipped, skip_close_check=skipped)
        except (AssertionError, Warning, gym.error.Error) as error:
            raise BrokenPromise(_COLOURS.sub("", str(error))) from error
