"""PDDL environments whose steps a service carries out.

The files are read here: problems, spaces, pictures, explanations and metrics are those of a local environment. What is
valid, what follows, and whether the goal holds is asked of the service.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any

import gymnasium as gym
import numpy as np

from relgym.envs.pddl.catalogue import catalogue_options
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.pddl.problems import Which
from relgym.envs.pddl.stepping import Played, Returning, Seen
from relgym.errors import RelgymError, ServiceError
from relgym.features import Feature, needed
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.state import State
from relgym.read.source import read_source
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.remote.answers import TEXTS, Form, member, wrong_answer
from relgym.remote.connection import connection_to
from relgym.remote.pddl_actions import ServiceActions
from relgym.remote.problems import ProblemDetails, error_of
from relgym.remote.session import Session, Texts
from relgym.tuning.remote import CALL_SECONDS, SENT_DRAWS, SENT_DRAWS_LIMIT


class RemotePDDLEnv(PDDLEnv):
    """A `PDDLEnv` whose steps the service at `address` carries out; the engine `backend` is one of the service.

    Args:
        address: The address of the service.
        token: A token of the service.
        arguments: The domain and problems, as for `PDDLEnv`.
        options: The options of `PDDLEnv`.
    """

    def __init__(self, address: str, token: str, *arguments: Any, **options: Any) -> None:
        if options.pop("limits", None) is not None:
            raise RelgymError("the limits of a remote environment are those of its service", hint="leave `limits` out")
        self.connection = connection_to(address, token, options.pop("timeout", CALL_SECONDS))
        super().__init__(*arguments, **options)

    def _opened(self, which: Which) -> Played:
        problems = self.problems
        reasoner = PDDLReasoner(problems.task(which))
        domain = read_source(problems.domain, "domain").text
        axioms = tuple(source.text for source in problems.axiom_sources())
        texts = Texts(domain, problems.source(which).text, axioms)
        nodes = PDDLNodes(reasoner, ServiceActions(reasoner, self._plain))
        start = None if Feature.PROBABILISTIC in needed(reasoner.task) else reasoner.initial_state.to_json()
        try:
            session = Session(self.connection, texts, self.backend, nodes.read, start)
        except ProblemDetails as refused:
            raise error_of(refused) from None
        strategy = RemoteStrategy(reasoner, session)
        return RemotePlayed(reasoner, None if self.reward_kind is None else self.reward_kind(reasoner), strategy)

    @cached_property
    def _plain(self) -> Domain:
        """The domain of the texts, without free parameters that only this environment has."""
        return self.problems.plain_model()

    def announced(self, action: Action | str) -> tuple[Session[Any], Form] | None:
        """Return what a step would ask of the service, and by which session; `None` where it would not ask.

        Args:
            action: The action.
        """
        strategy = self._now.strategy
        if not isinstance(strategy, RemoteStrategy):
            return None
        form = strategy.announced(action, self._np_random)
        return None if form is None else (strategy.session, form)

    def close(self) -> None:
        """Remove the sessions from the service, and close the socket; `reset` opens it again."""
        with self.lock:
            super().close()
            self.connection.release()

    def __getstate__(self) -> dict[str, Any]:
        # The text is read again later, as that of the problems.
        return {name: value for name, value in super().__getstate__().items() if name != "_plain"}


class RemotePlayed(Played):
    """A problem that a service plays."""

    def close(self) -> None:
        """Remove the session from the service."""
        strategy = self.strategy.strategy if isinstance(self.strategy, Returning) else self.strategy
        if isinstance(strategy, RemoteStrategy):
            strategy.close()
        super().close()


class PDDLNodes:
    """Reads nodes of a session as what an environment sees."""

    def __init__(self, reasoner: PDDLReasoner, actions: ServiceActions) -> None:
        """Remember who reads states and actions.

        Args:
            reasoner: Reads states.
            actions: Translates the service's actions.
        """
        self._reasoner = reasoner
        self._actions = actions

    def read(self, node: Form) -> tuple[State, dict[Action, str]]:
        """Return the state of a node, and the valid actions with the texts that the service has for them."""
        state = self._reasoner.state_from_json(node["state"])
        return state, self._actions.listed(member(node, "actions", TEXTS))


class RemoteStrategy:
    """Steps by the session of a service."""

    lister: Callable[[Sequence[Any]], list[Action]] = list

    def __init__(self, reasoner: PDDLReasoner, session: Session[tuple[State, dict[Action, str]]]) -> None:
        """Stand nowhere.

        Args:
            reasoner: A local reasoner, which reads actions, and says why one is not valid.
            session: The session.
        """
        self._reasoner = reasoner
        self._session = session
        self._is_random = Feature.PROBABILISTIC in needed(reasoner.task)
        self._draws = SENT_DRAWS
        self._seen: Seen | None = None
        # The valid actions with the texts that the service has for them.
        self._valid: dict[Action, str] = {}

    def close(self) -> None:
        """Remove the session from the service."""
        self._session.close()
        self._seen = None

    def go_to(self, state: State) -> Seen:
        """Begin a session in a state, unless it stands there."""
        seen = self._seen
        if seen is None or seen[0] != state:
            state = self._reasoner.own(state)
            self._seen = None
            try:
                seen = self._arrived(self._session.begin(state.to_json()), state)
            except ProblemDetails as refused:
                raise error_of(refused) from None
        return seen

    def step(self, action: Action | str, rng: Any) -> Seen:
        """Carry out an action; raises as a local environment does, and stays where it is then."""
        seen = self._now()
        try:
            text = self._text(action)
        except ServiceError:
            # The next reset begins another session.
            self._seen = None
            raise
        try:
            if not self._is_random:
                return self._arrived(self._session.step(text))
            while True:
                try:
                    node = self._session.step(text, _ahead(rng, self._draws))
                except ProblemDetails as refused:
                    if refused.found.get("lacks") != "draws" or self._draws >= SENT_DRAWS_LIMIT:
                        raise
                    self._draws *= 4
                    continue
                for _ in range(node["drawn"]):
                    rng.random()
                return self._arrived(node)
        except ProblemDetails as refused:
            if refused.status in (409, 422):
                # A local step fails in the same way, and its error has the place in the file.
                self._reasoner.successor(seen[0], action, _copied(rng))
            raise error_of(refused) from None

    def announced(self, action: Action | str, rng: Any) -> Form | None:
        """Return what `step` will ask of the service, `None` where it will not ask.

        Args:
            action: The action.
            rng: The generator of that step, which is left as it is.
        """
        try:
            self._now()
            text = self._text(action)
        except RelgymError:
            return None
        return self._session.asked(text, _ahead(rng, self._draws) if self._is_random else None)

    @property
    def session(self) -> Session[Any]:
        """The session."""
        return self._session

    def _now(self) -> Seen:
        if self._seen is None:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        return self._seen

    def _text(self, action: Action | str) -> str:
        """Return the service's text of a valid action; raises `InvalidAction` for any other."""
        known = None if isinstance(action, str) else self._valid.get(action)
        if known is None:
            state = self._now()[0]
            meant = self._reasoner.resolve(state, action)
            known = self._valid.get(meant)
            if known is None:
                self._reasoner.binding(state, meant)
                raise ServiceError(
                    f"the service does not list {meant} among the valid actions, although it is one",
                    hint="reset() begins another session",
                )
        return known

    def _arrived(self, node: Form, begun: State | None = None) -> Seen:
        state, self._valid = self._session.found
        if begun is not None:
            if state != begun:
                self._session.node = None
                raise wrong_answer("a session begins in another state than the one that was asked for")
            state = begun
        self._seen = state, node["goal"], list(self._valid)
        return self._seen


def _copied(rng: Any) -> Any:
    return deepcopy(rng) if isinstance(rng, np.random.Generator) else rng


def _ahead(rng: Any, count: int) -> list[float]:
    """Return the next numbers of a generator, which is left as it is."""
    ahead = deepcopy(rng)
    return [float(ahead.random()) for _ in range(count)]


class RemoteCataloguePDDLEnv(RemotePDDLEnv):
    """A `CataloguePDDLEnv` whose steps the service at `address` carries out.

    Args:
        address: The address of the service.
        token: A token of the service.
        arguments: The domain and the split, as for `CataloguePDDLEnv`.
        options: The options of `CataloguePDDLEnv`.
    """

    def __init__(self, address: str, token: str, *arguments: Any, **options: Any) -> None:
        super().__init__(address, token, **catalogue_options(*arguments, **options))
