"""Steps and questions about a task of PDDL, in the forms that clients see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from relgym.caching import Cache
from relgym.errors import UnsupportedFeature, WrongForm
from relgym.features import Feature, needed
from relgym.model.pddl.state import State
from relgym.questions.plays import Given, Language, text_of
from relgym.read.pddl.loading import read_atom
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD
from relgym.reasoning.randomness import Generator
from relgym.reasoning.results import Outcome

if TYPE_CHECKING:
    from relgym.planning.stochastic.policy import Policy
    from relgym.render.painter import Painter
    from relgym.render.svg import Drawing


class PDDLPlay:
    """A task of PDDL: reaching the goal gives a reward of 1."""

    language: Language = "pddl"

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self.reasoner = reasoner
        self.is_random = Feature.PROBABILISTIC in needed(reasoner.task)
        # Policies that were asked for, by method and seed: the last one.
        self.policies: Cache[tuple[str | None, int], Policy] = Cache(1)
        # The painters of its states, with the goal and without it.
        self.painters: dict[bool, Painter] = {}

    def close(self) -> None:
        """Close the engine."""
        self.reasoner.close()

    def initial(self) -> State:
        """Return the start state without chance."""
        return self.reasoner.initial_state

    def start(self, rng: Generator) -> State:
        """Draw a start state."""
        return self.reasoner.start(rng)

    def restored(self, form: Mapping[str, Any]) -> State:
        """Read a state from its JSON form."""
        return self.reasoner.state_from_json(form)

    def step(self, state: State, action: Given, rng: Generator | None) -> tuple[State, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and no further members of the node."""
        after = self.reasoner.successor(state, self.action(action), rng)
        return after, GOAL_REWARD[self.reasoner.goal(after)], {}

    def view(self, state: State, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the goal holds."""
        goal = self.reasoner.goal(state)
        actions = self.actions(state)
        return {"state": state.to_json(), "actions": actions, "goal": goal, "terminated": goal, "truncated": False}

    def action(self, given: Given) -> str:
        """Return an action, which is a text; raises `WrongForm` for values of cells."""
        return text_of(given)

    def outcomes(
        self, state: State, given: Given, samples: int | None = None, seed: int = 0
    ) -> Sequence[Outcome[State]]:
        """Return the outcomes of an action; raises `WrongForm` for samples, since all can be listed."""
        if samples is not None:
            message, hint = "outcomes of PDDL can always be listed", "leave the option 'samples' out"
            raise WrongForm(message, hint=hint, code=UnsupportedFeature.code)
        return self.reasoner.outcomes(state, self.action(given))

    def action_form(self, action: Any) -> str:
        """Return an action of the reasoner as clients see it."""
        return str(action)

    def drawing(self, state: State, goal: bool, possible: Sequence[str] = ()) -> Drawing:
        """Return a picture of a state, with the goal or without it, and with ghosts of atoms that are held possible."""
        # Imported late: most workers draw nothing.
        from relgym.catalogue.fitting import scene_of
        from relgym.render.painter import Painter

        painter = self.painters.get(goal)
        if painter is None:
            task = self.reasoner.task
            painter = self.painters[goal] = Painter(task, scene_of(task), goal=goal)
        return painter.drawing(state, [read_atom(text, self.reasoner.task) for text in possible])

    def actions(self, state: State) -> list[str]:
        """List the valid actions."""
        return sorted(map(str, self.reasoner.valid_actions(state)))
