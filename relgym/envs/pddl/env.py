"""The environment: one domain, a set of problems, one engine; observations are states, actions are actions.

>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> env = PDDLEnv(domain, problem)
>>> state, info = env.reset(seed=0)
>>> env.valid_actions()
[Action(go a b)]
>>> state, reward, terminated, truncated, info = env.step("(go a b)")
>>> reward, terminated, info["dead_end"]
(1.0, True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import relgym.envs.pddl.observations  # noqa: F401  # teaches Gymnasium to share states between processes
from relgym.arguments import check_flags, check_one_of
from relgym.backends.base import Limits
from relgym.caching import Cache
from relgym.catalogue.schedule import Given
from relgym.envs.infos import Info, copies_of
from relgym.envs.pddl.generated import problems_of
from relgym.envs.pddl.pictures import PDDLPictures
from relgym.envs.pddl.problems import ProblemSet, Which, is_state
from relgym.envs.pddl.spaces import ActionSpace, ObservationSpace, state_over
from relgym.envs.pddl.stepping import Played, Seen
from relgym.envs.rendering import METADATA, RenderMode, check_mode
from relgym.errors import InvalidAction, ModelError, ParseError
from relgym.explain import PDDLExplanation
from relgym.locking import Lock, synchronized
from relgym.migration import knows_former
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Formula
from relgym.model.pddl.state import State
from relgym.read.pddl.free import Free
from relgym.read.source import PathOrText
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD, REWARDS
from relgym.reasoning.results import Outcome
from relgym.render.scene import Scene
from relgym.tuning.envs import OPEN_ENGINES_LIMIT

if TYPE_CHECKING:
    pass


@knows_former("PDDL environment")
class PDDLEnv(gym.Env[State, Action | str]):
    """A Gymnasium environment of the problems of one PDDL domain; see `relgym.make` for the arguments.

    Observations are states (`relgym.State`), and actions are `Action` objects or their texts.

    Every info holds `problem` (its number), `problem_file`, `domain_file`, `goal` (True if the goal holds), `dead_end`
    (True without a valid action and the goal) and `invalid_action`; after an invalid action also `invalid_reason`. If
    an episode starts in the goal, only `goal` says so.

    `reset` takes `options={"problem": number, file's name or problem's name}`; otherwise the problem is drawn. If a
    generator makes the problems, `problem` is the seed, in infos and options, and `parameters` are its other arguments.

    Any thread may step an environment, whichever made it. Each call holds `lock`, so calls from several threads run one
    after the other. A thread that needs several calls without another thread's `step` in between holds `lock` around
    them.
    """

    metadata = METADATA

    def __init__(
        self,
        domain_file: PathOrText,
        problems: PathOrText | Iterable[PathOrText] | Callable[[int], str],
        *,
        generator: Given | None = None,
        backend: str = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        reward: Literal["goal", "metric"] = "goal",
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Free | None = None,
        raise_on_invalid: bool = False,
        scene: Scene | Path | str | None = None,
        render_mode: RenderMode | None = None,
        render_goal: bool = True,
    ) -> None:
        check_one_of("reward", reward, REWARDS)
        check_flags(raise_on_invalid=raise_on_invalid, render_goal=render_goal)
        check_mode(render_mode)
        self.lock = Lock()
        self.backend = backend
        self.limits = None if limits is None else Limits.of(limits)
        self.problems: ProblemSet = problems_of(domain_file, problems, generator, axioms, free, self.limits)
        self.raise_on_invalid = raise_on_invalid
        self._pictures = PDDLPictures(self.problems, domain_file, scene, render_mode, render_goal)
        self.scene = self._pictures.scene
        self.render_mode = render_mode
        self.observation_space = ObservationSpace(self.problems)
        self.action_space: ActionSpace = ActionSpace(self.problems, self._present)
        self.reward_kind = REWARDS[reward]
        self._played = _open_engines()
        self._which: Which = self.problems.first
        self._enter(self._which)
        self._pictures.check(self._reasoner)
        self._episode = 0
        self._seen: Seen | None = None

    # -- Gymnasium ---------------------------------------------------------------------------

    @synchronized
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[State, Info]:
        """Start an episode.

        Args:
            seed: Seeds the generator of the environment; without it, the generator goes on.
            options: `{"problem": number or name}` chooses the problem; by default it is drawn.

        Returns:
            The start state and the info.

        Raises:
            RelgymError: There is no such option or problem.
        """
        super().reset(seed=seed)
        self._enter(self.problems.drawn(self.np_random, self._episode, {} if options is None else options))
        self._episode += 1
        random = bool(self._reasoner.task.problem.chances)
        state = self._reasoner.start(self.np_random) if random else self._reasoner.initial_state
        seen = self._go_to(state)
        self._show()
        return seen[0], self._info(seen)

    def step(self, action: Action | str) -> tuple[State, float, bool, bool, Info]:
        """Carry out an action.

        Args:
            action: An action, or a text such as `(move a b)`. An invalid action changes nothing.

        Returns:
            The next state, the reward, True if the goal is reached, False (a time limit truncates in its own wrapper),
            and the info.

        Raises:
            InvalidAction: The action is invalid, and the environment has `raise_on_invalid`.
            ResetNeeded: There was no `reset` yet (Gymnasium's error).
        """
        # As `synchronized`, without the call that it adds to each step.
        with self.lock:
            played = self._now
            try:
                state, goal, valid = seen = played.strategy.step(action, self._np_random)
                # As `_info`, without a call: to call takes longer than most that is done here.
                info = (self._at_goal if goal else self._on_the_way if valid else self._at_dead_end)()
                # The last call before the step counts, for it counts the reward: a signal strikes only where calls end.
                metric = played.reward
                reward = GOAL_REWARD[goal] if metric is None else metric.of(state, goal)
            except (InvalidAction, ParseError) as error:
                return self._refuse(error)
            except BaseException:
                # A limit, or a signal such as Ctrl-C, may have come after the action was carried out.
                self._return()
                raise
            self._seen = seen
            if self.render_mode is not None:
                self._show()
            return state, reward, goal, False, info

    def _refuse(self, error: InvalidAction | ParseError) -> tuple[State, float, bool, bool, Info]:
        if self.raise_on_invalid:
            raise (
                error
                if isinstance(error, InvalidAction)
                else InvalidAction(error.message, span=error.span, expected=error.expected, hint=error.hint)
            )
        seen = self._see()
        info = self._info(seen)
        info["invalid_action"] = True
        info["invalid_reason"] = error.sentence
        self._show()
        return seen[0], 0.0, seen[1], False, info

    def _go_to(self, state: State) -> Seen:
        played = self._now
        try:
            seen = played.strategy.go_to(state)
            if played.reward is not None:
                played.reward.start(seen[0], seen[1])
        except BaseException:
            self._return()
            raise
        self._seen = seen
        return seen

    def _return(self) -> None:
        """Stay in the state that was seen last, after a step that was broken off."""
        self._now.return_to(None if self._seen is None else self._seen[0])

    def _info(self, seen: Seen) -> Info:
        _, goal, valid = seen
        return (self._at_goal if goal else self._on_the_way if valid else self._at_dead_end)()

    @synchronized
    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the present state in the render mode.

        Returns:
            For `ansi`, a picture in text; for `human`, `None`: the text is printed, also at every reset and step. For
            `rgb_array`, an array of shape `(height, width, 3)` and dtype uint8, of one size for all problems: that of
            the largest picture, or 960 by 720 pixels with a generator or more than a hundred problems. For `svg`, the
            text of an SVG file, with the names of objects as ids. With `render_goal`, all of them
            show the goal.
        """
        return self._pictures.frame(self._reasoner, self.get_state())

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    @synchronized
    def _repr_svg_(self) -> str | None:
        """The present state as a picture in a notebook; none before the first reset."""
        return None if self._seen is None else self._pictures.svg(self._reasoner, self._seen[0])

    @synchronized
    def close(self) -> None:
        """Close the engines; `reset` starts them again. A second call does nothing."""
        self._played.forget()
        self._seen = None

    # -- for search, and for people ----------------------------------------------------------

    @property
    def reasoner(self) -> PDDLReasoner:
        """The reasoner of the problem that is being played."""
        return self._reasoner

    @property
    def problem(self) -> int:
        """The number of the problem that is being played.

        Raises:
            RelgymError: The problems are generated without end, and have no numbers.
        """
        return self.problems.number(self._which)

    def valid_actions(self) -> list[Action]:
        """Return the valid actions of the present state, in the reasoner's order."""
        with self.lock:
            seen = self._seen or self._see()
            return self._now.strategy.lister(seen[2])

    @synchronized
    def outcomes(self, action: Action | str) -> list[Outcome[State]]:
        """Return the possible next states of an action with their probabilities.

        Args:
            action: A valid action, or its text.

        Raises:
            InvalidAction: The action is not valid.
        """
        return self._reasoner.outcomes(self.get_state(), action)

    @synchronized
    def explain(self, subject: Action | Formula | str) -> PDDLExplanation:
        """Explain why an action is or is not valid, or a formula is or is not true, in the present state.

        Args:
            subject: An action or a formula, as an object of the model or as text.

        Returns:
            A tree of reasons; `str` prints it.
        """
        return self._reasoner.explain(self.get_state(), subject)

    @synchronized
    def get_state(self) -> State:
        """Return the present state.

        Raises:
            ResetNeeded: There was no `reset` yet (Gymnasium's error).
        """
        return self._see()[0]

    def _see(self) -> Seen:
        if self._seen is None:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        return self._seen

    @synchronized
    def set_state(self, state: State) -> None:
        """Continue from a state of the problem that is being played.

        Counters of wrappers, such as the steps of a time limit, stay as they are.

        Args:
            state: A state, such as one that `get_state` has returned.

        Raises:
            ModelError: The state is of another problem.
        """
        self.get_state()
        self._stand_in(state)

    def _stand_in(self, state: State) -> None:
        if not isinstance(state, State):
            raise ModelError(f"{state!r} is not a state", expected=f"a state of {self._problem_file}")
        vocabulary = self._reasoner.vocabulary
        if state.vocabulary is not vocabulary:
            if not is_state(state, self._reasoner.task):
                raise ModelError(
                    "the state is of another problem than the one that is being played",
                    expected=f"a state of {self._problem_file}",
                    hint='reset(options={"problem": ...}) changes the problem',
                )
            state = state_over(vocabulary, state)
        self._go_to(state)

    @synchronized
    def clone(self) -> Self:
        """Return a copy with a new engine, in the same state and with the same random numbers to come."""
        return deepcopy(self)

    # -- engines -----------------------------------------------------------------------------

    @synchronized
    def _present(self) -> Sequence[Action]:
        return [] if self._seen is None else self.valid_actions()

    def _opened(self, which: Which) -> Played:
        """Start the engine for a problem."""
        reasoner = PDDLReasoner(self.problems.task(which), self.backend, self.limits)
        return Played(reasoner, None if self.reward_kind is None else self.reward_kind(reasoner))

    def _enter(self, which: Which) -> None:
        """Make a problem the one that is played, without a state if it is another one than before."""
        if which == self._which and which in self._played:
            return
        if which not in self._played:
            self._played.keep(which, self._opened(which))
        now = self._played.use(which)
        assert now is not None
        now.return_to(None)
        label = self.problems.label(which)
        info = {
            **self.problems.told(which),
            "problem_file": label,
            "domain_file": self.problems.domain_label,
            "goal": False,
            "dead_end": False,
            "invalid_action": False,
        }
        infos = copies_of(info), copies_of(info | {"goal": True}), copies_of(info | {"dead_end": True})
        # All at once, without a call, in which a signal could strike.
        self._now, self._which, self._problem_file, self._seen = now, which, label, None
        self._reasoner = now.reasoner
        self._on_the_way, self._at_goal, self._at_dead_end = infos

    @synchronized
    def __getstate__(self) -> dict[str, Any]:
        attributes = dict(self.__dict__)
        for name in ("_played", "_now", "_reasoner", "_on_the_way", "_at_goal", "_at_dead_end", "_seen"):
            del attributes[name]
        attributes["_painted"] = None
        return attributes | {"_state": None if self._seen is None else self._seen[0]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        attributes = dict(state)
        before: State | None = attributes.pop("_state")
        self.__dict__.update(attributes)
        self.action_space.valid = self._present
        self._played = _open_engines()
        self._enter(self._which)
        self._seen = None
        if before is not None:
            self._stand_in(before)


def _open_engines() -> Cache[Which, Played]:
    """Return the place of the problems whose engines are open; that of the problem played longest ago is closed."""
    return Cache(OPEN_ENGINES_LIMIT, drop=Played.close)
