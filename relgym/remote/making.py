"""Environments of a service: one, or several that step together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode

from relgym.arguments import check_callables, check_whole
from relgym.envs.registration import files_spec
from relgym.read.source import PathOrText
from relgym.remote.connection import Connection, HiddenToken, shared
from relgym.remote.vector import RemoteVectorEnv
from relgym.tuning.remote import CALL_SECONDS

Problems = PathOrText | Iterable[PathOrText] | Callable[[int], str]
Wrapper = Callable[[gym.Env[Any, Any]], gym.Env[Any, Any]]

AROUND = "functions or classes that put something around an environment"

REMOTE = {
    "relgym.envs.pddl.env:PDDLEnv": "relgym.remote.pddl:RemotePDDLEnv",
    "relgym.envs.rddl.env:RDDLEnv": "relgym.remote.rddl:RemoteRDDLEnv",
    "relgym.envs.pddl.catalogue:CataloguePDDLEnv": "relgym.remote.pddl:RemoteCataloguePDDLEnv",
    "relgym.envs.rddl.catalogue:CatalogueRDDLEnv": "relgym.remote.rddl:RemoteCatalogueRDDLEnv",
}
"""The remote environment for each local one, by their entry points."""


def make(
    address: str,
    domain: PathOrText,
    problems: Problems | None = None,
    *,
    token: str | None = None,
    timeout: float = CALL_SECONDS,
    wrappers: Iterable[Wrapper] = (),
    **options: Any,
) -> gym.Env[Any, Any]:
    """Make an environment whose steps a service carries out.

    The same seed and actions give the observations, rewards and infos of the local environment.

    Args:
        address: The address of the service, as `relgym serve` prints it.
        domain: A domain, as for `relgym.make`: its name or id, folder, path or text.
        problems: The problems, as for `relgym.make`.
        token: A token of the service; by default the environment variable `RELGYM_TOKEN`, if it is set.
        timeout: The seconds that each call may take, from its request to the end of its answer. A call that takes
            longer raises `ServiceError`, and the environment stays in its state.
        wrappers: Wrappers to put around the environment, in this order.
        options: Options of `relgym.make`; `backend` is an engine of the service. `limits`, `functions` and
            `enforce=False` are refused: they are the service's to decide.

    Returns:
        The environment: a `PDDLEnv` or an `RDDLEnv`, with its wrappers.

    Raises:
        ServiceError: The service cannot be reached, refuses the token, does not answer in time, or sends what relgym
            does not understand.
        RelgymError: A file or an argument is wrong, as for `relgym.make`.
        UnsupportedFeature: The engine lacks a feature that the files need.
    """
    around = check_callables("wrappers", wrappers, AROUND)
    env = gym.make(_spec(address, domain, problems, token, timeout, options))
    for wrapper in around:
        env = wrapper(env)
    return env


def make_vec(
    address: str,
    domain: PathOrText,
    problems: Problems | None = None,
    *,
    num_envs: int = 1,
    token: str | None = None,
    timeout: float = CALL_SECONDS,
    wrappers: Iterable[Wrapper] = (),
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    **options: Any,
) -> RemoteVectorEnv:
    """Make a vector environment whose steps a service carries out, those of all copies in one frame.

    It behaves as `gymnasium.make_vec(..., vectorization_mode="sync")` does with the same wrappers.

    Args:
        address: The address of the service.
        domain: As for `make`.
        problems: As for `make`.
        num_envs: The number of copies.
        token: As for `make`.
        timeout: As for `make`.
        wrappers: Wrappers to put around each copy, in this order.
        autoreset_mode: When copies whose episodes have ended are reset.
        options: As for `make`.

    Returns:
        The vector environment.

    Raises:
        ServiceError: The service cannot be reached, refuses the token, does not answer in time, or sends what relgym
            does not understand.
        RelgymError: A file or an argument is wrong, as for `relgym.make`.
    """
    check_whole("num_envs", num_envs, 1)
    around = check_callables("wrappers", wrappers, AROUND)
    spec = _spec(address, domain, problems, token, timeout, options)
    connection = Connection(address, spec.kwargs["token"], timeout)

    def made() -> gym.Env[Any, Any]:
        env = gym.make(deepcopy(spec))
        for wrapper in around:
            env = wrapper(env)
        return env

    with shared(connection):
        return RemoteVectorEnv([made] * num_envs, connection, autoreset_mode)


def _spec(
    address: str,
    domain: PathOrText,
    problems: Problems | None,
    token: str | None,
    timeout: float,
    options: dict[str, Any],
) -> EnvSpec:
    """Return the spec of a remote environment: that of the local one, with another entry point."""
    spec = files_spec(domain, problems, **options)
    spec.entry_point = REMOTE[str(spec.entry_point)]
    spec.vector_entry_point = None
    given = os.environ.get("RELGYM_TOKEN", "") if token is None else token
    spec.kwargs.update(address=address, token=HiddenToken(given), timeout=timeout)
    return spec
