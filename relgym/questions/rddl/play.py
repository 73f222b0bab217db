"""Steps and questions about an instance of RDDL, in the forms that clients see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from relgym.caching import Cache
from relgym.errors import ModelError, WrongForm
from relgym.model.rddl.state import RDDLState
from relgym.questions.forms import check_count
from relgym.questions.plays import Given, Language
from relgym.reasoning.randomness import Generator, seeded
from relgym.reasoning.rddl.observations import observations_of
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.rddl.texts import read, written
from relgym.reasoning.results import Outcome
from relgym.tuning.service import LISTED_ACTIONS_LIMIT

if TYPE_CHECKING:
    from relgym.planning.stochastic.policy import Policy
    from relgym.render.rddl.painter import RDDLPainter
    from relgym.render.svg import Drawing


class RDDLPlay:
    """An instance of RDDL."""

    language: Language = "rddl"

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self.reasoner = reasoner
        self._seen = observations_of(reasoner.dynamics)
        self.is_random = reasoner.dynamics.uniforms > 0
        # Policies that were asked for, by method and seed: the last one.
        self.policies: Cache[tuple[str | None, int], Policy] = Cache(1)
        # The painter of its states.
        self.painter: RDDLPainter | None = None

    def close(self) -> None:
        """Close the engine."""
        self.reasoner.close()

    def initial(self) -> RDDLState:
        """Return the start state without chance."""
        return self.reasoner.initial_state

    def start(self, rng: Generator) -> RDDLState:
        """Draw a start state."""
        return self.reasoner.start(rng)

    def restored(self, form: Mapping[str, Any]) -> RDDLState:
        """Read a state from its JSON form."""
        return self.reasoner.state_from_json(form)

    def step(
        self, state: RDDLState, action: Given, rng: Generator | None
    ) -> tuple[RDDLState, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and what is observed (`observed`), if anything."""
        reasoner = self.reasoner
        values = reasoner.dynamics.own(state)
        step = reasoner.results.step(values, reasoner.action_values.valid_values(values, self.action(action)), rng)
        observed = {} if self._seen is None else {"observed": self._seen.written(step.computed)}
        return reasoner.dynamics.state(step.state), float(step.reward), observed

    def view(self, state: RDDLState, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the episode ends."""
        ended, horizon = self.reasoner.goal(state), self.reasoner.dynamics.layout.instance.horizon
        truncated = not ended and (
            self.reasoner.broken(state) is not None or (horizon is not None and steps >= horizon)
        )
        actions = self.actions(state)
        return {
            "state": state.to_json(),
            "actions": actions,
            "goal": ended,
            "terminated": ended,
            "truncated": truncated,
        }

    def action(self, given: Given) -> Mapping[str, Any]:
        """Return the cells of an action: `go___a = true`, `noop`, or values by the names of cells."""
        return read(self.reasoner.actions, given.strip()) if isinstance(given, str) else given

    def outcomes(
        self, state: RDDLState, given: Given, samples: int | None = None, seed: int = 0
    ) -> Sequence[Outcome[RDDLState]]:
        """Return the outcomes of an action, or those of some draws, where not all can be listed."""
        action = self.action(given)
        if samples is not None:
            check_count(samples, "samples")
            return self.reasoner.sampled_outcomes(state, action, seeded(seed), samples)
        try:
            return self.reasoner.outcomes(state, action)
        except ModelError as error:
            if "sampled_outcomes" not in (error.hint or ""):
                raise
            # The hint of the library is a method.
            hint = "the option 'samples' draws some of them"
            raise ModelError(error.message, span=error.span, hint=hint, code=error.code) from None

    def action_form(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """Return an action of the reasoner as clients see it."""
        return dict(written(self.reasoner.actions, action))

    def drawing(self, state: RDDLState, goal: bool, possible: Sequence[str] = ()) -> Drawing:
        """Return a picture of a state; `goal` changes nothing: what a scene says is wanted is always shown.

        Raises:
            WrongForm: Atoms are held possible, which beliefs about PDDL say alone.
        """
        if possible:
            raise WrongForm("beliefs about RDDL are not drawn", hint="leave the option 'possible' out")
        # Imported late: most workers draw nothing.
        from relgym.questions.rddl.scenes import painter_of

        if self.painter is None:
            self.painter = painter_of(self.reasoner)
        return self.painter.drawing(state)

    def actions(self, state: RDDLState) -> list[dict[str, Any]] | None:
        """List the valid actions, or return `None` if there are too many combinations of values."""
        try:
            valid = self.reasoner.valid_actions(state, LISTED_ACTIONS_LIMIT)
        except ModelError:
            return None
        return [self.action_form(action) for action in valid]
