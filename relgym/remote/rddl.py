"""RDDL environments whose steps a service carries out.

The files are read here: spaces, samples of actions, preconditions, pictures and explanations are those of a local
environment. The next state, the observation, the reward and the end of the episode are asked of the service.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from relgym.envs.rddl.catalogue import catalogue_options
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.steppers import Held, ListStepper, Stepped, Stepper
from relgym.errors import ModelError, RelgymError
from relgym.model.rddl.domain import Instance, Kind
from relgym.model.rddl.expressions import Value
from relgym.model.rddl.state import RDDLState
from relgym.read.source import read_source, without_rddl_comments
from relgym.reasoning.rddl.cells import cells_of, checked
from relgym.reasoning.rddl.observations import observations_of
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.remote.answers import OBJECT, Form, member, wrong_answer
from relgym.remote.connection import connection_to
from relgym.remote.problems import ProblemDetails, error_of
from relgym.remote.session import Session, Texts
from relgym.tuning.remote import CALL_SECONDS


class RemoteRDDLEnv(RDDLEnv):
    """An `RDDLEnv` whose steps the service at `address` carries out; the engine `backend` is one of the service.

    Args:
        address: The address of the service.
        token: A token of the service.
        arguments: The domain and the instance, as for `RDDLEnv`.
        options: The options of `RDDLEnv`.
    """

    def __init__(self, address: str, token: str, *arguments: Any, **options: Any) -> None:
        if options.pop("limits", None) is not None:
            raise RelgymError("the limits of a remote environment are those of its service", hint="leave `limits` out")
        if options.get("functions") is not None:
            raise RelgymError("a service takes texts only, and no Python functions", hint="play the domain locally")
        if not options.get("enforce", True):
            raise RelgymError("a service enforces preconditions", hint="leave `enforce` out")
        self.connection = connection_to(address, token, options.pop("timeout", CALL_SECONDS))
        super().__init__(*arguments, **options)

    def _reasoner_of(self, instance: Instance) -> RDDLReasoner:
        return RDDLReasoner(instance)

    def _stepper_of(self, reasoner: RDDLReasoner) -> Stepper:
        domain = read_source(self.domain_file, "domain", without_rddl_comments).text
        texts = Texts(domain, self.instances.text(self._which))
        read, start = RDDLNodes(reasoner).read, reasoner.initial_state.to_json()
        try:
            return RemoteStepper(reasoner, Session(self.connection, texts, self._engine[0], read, start))
        except ProblemDetails as refused:
            raise error_of(refused) from None

    def announced(self, action: Any) -> tuple[Session[Any], Form] | None:
        """Return what a step would ask of the service, and by which session; `None` where it would not ask.

        Args:
            action: The action.
        """
        state, stepper = self._now(), self._stepper
        assert isinstance(stepper, RemoteStepper)
        values = self._acted.taken(action, stepper) if isinstance(action, Mapping) else None
        if values is None or not stepper.allows(state, values):
            return None
        try:
            stepper.stand(state)
        except ProblemDetails:
            return None
        uniforms = deepcopy(self.np_random).random(self._uniforms)
        return stepper.session, stepper.session.asked(stepper.form(values), uniforms.tolist())

    def close(self) -> None:
        """Remove the session from the service, and close the socket; `reset` opens it again."""
        with self.lock:
            if isinstance(self._stepper, RemoteStepper):
                self._stepper.session.close()
            super().close()
            self.connection.release()


class RemoteCatalogueRDDLEnv(RemoteRDDLEnv):
    """A `CatalogueRDDLEnv` whose steps the service at `address` carries out.

    Args:
        address: The address of the service.
        token: A token of the service.
        arguments: The domain, the split and the problem, as for `CatalogueRDDLEnv`.
        options: The options of `CatalogueRDDLEnv`.
    """

    def __init__(self, address: str, token: str, *arguments: Any, **options: Any) -> None:
        super().__init__(address, token, **catalogue_options(*arguments, **options))


class RDDLNodes:
    """Reads nodes of a session as what an environment sees."""

    def __init__(self, reasoner: RDDLReasoner) -> None:
        """Remember who reads states.

        Args:
            reasoner: Reads states.
        """
        self._reasoner = reasoner
        layout = reasoner.dynamics.layout
        self._observations = observations_of(reasoner.dynamics)
        self._cells = cells_of(layout, layout.of_kind(Kind.OBSERVED))

    def read(self, node: Form) -> tuple[Held, Held]:
        """Return the state of a node, and what is observed; before the first step that is the state."""
        state = self._reasoner.state_from_json(node["state"]).values
        if self._observations is None or node["steps"] == 0:
            return state, state
        observed = checked(member(node, "observed", OBJECT), self._cells, ModelError)
        for name in self._cells:
            if name not in observed:
                raise wrong_answer(f"there is no value of '{name}'")
        return state, self._observations.read(dict(observed))


class RemoteStepper(ListStepper):
    """Steps by the session of a service.

    Attributes:
        session: The session.
    """

    def __init__(self, reasoner: RDDLReasoner, session: Session[tuple[Held, Held]]) -> None:
        """Stand nowhere.

        Args:
            reasoner: A local reasoner, which reads states and knows the preconditions.
            session: The session.
        """
        super().__init__(reasoner)
        self.session = session
        self._own = reasoner
        layout = reasoner.dynamics.layout
        self._cells = reasoner.actions
        self._acted = [layout.names(fluent.name) for fluent in self._cells.fluents]
        # The state where the session stands.
        self._standing: Held | None = None

    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        """Carry out a step; raises as a local one does."""
        try:
            self.stand(state)
            node = self.session.step(self.form(action), uniforms.tolist())
        except ProblemDetails as refused:
            if refused.status in (409, 422):
                # A local step fails in the same way, and its error has the place in the file.
                super().step(state, action, uniforms)
            raise error_of(refused) from None
        after, seen = self.session.found
        self._standing = after
        return after, seen, node["reward"]

    def stand(self, state: Held) -> None:
        """Begin a session in a state, unless it stands there."""
        if self.session.node is None or state != self._standing:
            self._standing = None
            self.session.begin(RDDLState(self._own.program, state).to_json())
            self._standing = state

    def form(self, action: Held) -> Form:
        """Return an action as the service takes it: the cells that differ from their defaults."""
        cells: Form = {}
        for position, (names, values, idle) in enumerate(zip(self._acted, action, self.idle, strict=True)):
            if values != idle:
                pairs = zip(values, idle, strict=True) if isinstance(values, list) else [(values, idle)]
                for place, (value, default) in enumerate(pairs):
                    if value != default:
                        cells[names[place]] = self._cells.at(position, place).written(value)
        return cells

    def ended(self, state: Held) -> Value | None:
        """Return the condition of termination that holds, if any."""
        node = self._node(state)
        return None if node is not None and not node["terminated"] else super().ended(state)

    def broken(self, state: Held) -> Value | None:
        """Return the invariant that does not hold, if any."""
        node = self._node(state)
        return None if node is not None and not node["truncated"] else super().broken(state)

    def _node(self, state: Held) -> Form | None:
        return self.session.node if state is self._standing else None
