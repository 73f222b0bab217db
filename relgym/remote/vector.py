"""Copies of a remote environment whose steps travel in one frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import gymnasium as gym
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import iterate

from relgym.envs.wrappers.discrete import DiscreteActions
from relgym.errors import RelgymError
from relgym.remote.answers import Form
from relgym.remote.connection import Broken, Connection
from relgym.remote.pddl import RemotePDDLEnv
from relgym.remote.problems import ProblemDetails
from relgym.remote.rddl import RemoteRDDLEnv
from relgym.remote.session import Session


class RemoteVectorEnv(SyncVectorEnv):
    """Copies that step one after the other; before, one frame asks the service for the steps of all of them.

    Attributes:
        connection: The socket to the service, which the copies share.
    """

    def __init__(
        self, env_fns: Sequence[Callable[[], gym.Env[Any, Any]]], connection: Connection, mode: AutoresetMode | str
    ) -> None:
        """Make the copies.

        Args:
            env_fns: Makes each copy.
            connection: The socket to the service.
            mode: When copies whose episodes have ended are reset.
        """
        self.connection = connection
        super().__init__(env_fns, autoreset_mode=mode)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out an action in each copy.

        Args:
            actions: The actions, as `SyncVectorEnv` takes them.

        Returns:
            Observations, rewards, terminated, truncated and infos of all copies.
        """
        several = [*iterate(self.action_space, actions)]
        resets = self._autoreset_envs if self.autoreset_mode is AutoresetMode.NEXT_STEP else [False] * self.num_envs
        asked: list[tuple[Session[Any], Form]] = []
        for env, action, resets_now in zip(self.envs, several, resets, strict=True):
            announced = None if resets_now else _announced(env, action)
            if announced is not None and not announced[0].is_in_doubt:
                asked.append(announced)
        if len(asked) > 1:
            # Where there is no answer, each copy finds out for itself whether its step was carried out.
            answers: list[Any] = [None] * len(asked)
            try:
                answers = self.connection.batch([("sessions.step", form) for _, form in asked])
            except (Broken, ProblemDetails):
                pass
            finally:
                for (session, form), answer in zip(asked, answers, strict=True):
                    session.expect(form, None if _is_left_out(answer) else answer)
        return super().step(actions)

    def close_extras(self, **options: Any) -> None:
        """Close the copies, and the socket."""
        super().close_extras(**options)
        self.connection.close()


def _is_left_out(answer: Any) -> bool:
    """Return True if a batch was too large for the answer of a call."""
    return isinstance(answer, ProblemDetails) and answer.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def _announced(env: gym.Env[Any, Any], action: Any) -> tuple[Session[Any], Form] | None:
    """Return the step that an environment will ask for, if that can be told beforehand."""
    try:
        while isinstance(env, gym.Wrapper):
            if isinstance(env, gym.ActionWrapper | DiscreteActions):
                action = env.action(action)
            env = env.env
        return env.announced(action) if isinstance(env, RemotePDDLEnv | RemoteRDDLEnv) else None
    except RelgymError:
        # The step itself says what is wrong.
        return None
