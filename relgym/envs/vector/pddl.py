"""Many copies of a PDDL environment stepped at once, as arrays.

>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> envs = PDDLVectorEnv(domain, problem, num_envs=3)
>>> observations, infos = envs.reset(seed=0)
>>> observations, rewards, terminations, *_ = envs.step(envs.action_space.sample())
>>> observations.shape, rewards.tolist(), terminations.tolist()
((3, 3), [1.0, 1.0, 1.0], [True, True, True])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from relgym.arguments import check_flags, check_one_of
from relgym.batched.batch import Batch
from relgym.batched.ground import ground
from relgym.catalogue.domains import Split
from relgym.envs.describing import described, held
from relgym.envs.flat_bits import BITS, FlatBits
from relgym.envs.pddl.catalogue import catalogue_options
from relgym.envs.pddl.problems import Problems
from relgym.envs.vector.copies import Copies, refuse
from relgym.envs.vector.infos import Infos, blank_but, filled, only
from relgym.envs.vector.pddl_actions import Picks
from relgym.envs.vector.rewards import REWARDS
from relgym.errors import InvalidAction, RelgymError
from relgym.locking import synchronized
from relgym.model.pddl.action import Action
from relgym.options import check_options
from relgym.read.pddl.free import Free
from relgym.read.pddl.loading import read_action
from relgym.read.source import PathOrText
from relgym.translate.program.task import Translation

LARGEST = float(np.finfo(np.float32).max)
"""The largest absolute value of observed numbers."""


class PDDLVectorEnv(Copies):
    """A Gymnasium vector environment of `num_envs` copies of the problems of a PDDL domain, on grounded tasks.

    Copy number i behaves as a `PDDLEnv` with `DiscreteActions` and `FlatObservation` that is reset with the
    seed + i, as Gymnasium's `SyncVectorEnv` does. With `draws="together"` one generator draws for all copies, which is
    faster for domains with random effects.

    - Observations: an array of shape `(num_envs, bits)` and dtype int8, a row for each copy as in `FlatObservation`. If
      numeric fluents change, a dictionary of these `facts` and of `values`, the fluents (float64, 0 if undefined).
    - Actions: an array of shape `(num_envs,)`, a number for each copy as in `DiscreteActions`.
      `infos["action_mask"]` (int8, a row for each copy) tells the valid ones, and samples of `action_space` are valid.
      An invalid action changes nothing in its copy, or raises `InvalidAction` with `raise_on_invalid`.
    - The other options are those of `PDDLEnv`; the engine is builtin, whose arrays they are.

    Arrays of observations and masks lie in memory column by column.

    Raises:
        UnsupportedFeature: A problem is too large to be grounded.
        RelgymError: The copies do not fit into memory.
    """

    def __init__(
        self,
        domain_file: PathOrText,
        problems: PathOrText | Iterable[PathOrText],
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        draws: Literal["each", "together"] = "each",
        reward: Literal["goal", "metric"] = "goal",
        goal: bool = True,
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Free | None = None,
        raise_on_invalid: bool = False,
        generator: None = None,
        backend: str | None = "builtin",
        render_mode: None = None,
        rollouts: Literal["numpy"] = "numpy",
    ) -> None:
        asked = {"generator": generator, "backend": backend, "render_mode": render_mode}
        if rollouts != "numpy":
            check_one_of("rollouts", rollouts, ("numpy", "jax"))
            raise RelgymError("rollouts of PDDL are not compiled", expected='rollouts="numpy"; "jax" is for RDDL')
        refuse(problems, asked, "are grounded beforehand, and cannot play the problems of a generator")
        for name, value, known in (("reward", reward, tuple(REWARDS)), ("way to draw", draws, ("each", "together"))):
            check_one_of(name, value, known)
        check_flags(goal=goal, raise_on_invalid=raise_on_invalid)
        self.problems = Problems(domain_file, problems, axioms, free)
        self.batch = Batch(ground([self.problems.task(n) for n in self.problems.every()]), num_envs)
        super().__init__(num_envs, autoreset_mode, max_episode_steps, width=1)
        self.raise_on_invalid = raise_on_invalid
        # The reasons of refused actions, by problem and action; computed when the first one is refused.
        self._unmet: dict[int, dict[str, str]] = {}
        self._together = draws == "together"
        self._rewards = REWARDS[reward](self.batch)
        task = self.batch.task
        self._random = any(each.problem.chances for each in task.tasks)
        bits = FlatBits(task.tasks, [atoms.values() for atoms in task.atoms], goal)
        self._still = np.zeros((bits.size - len(bits.changing), len(task.tasks)), np.uint8)
        for problem, still in enumerate(bits.still):
            self._still[np.array(still, int) - len(bits.changing), problem] = 1
        seen: Any = MultiBinary(max(1, bits.size))
        if task.values:
            seen = Dict(facts=seen, values=Box(-LARGEST, LARGEST, (task.values,), np.float64))
        said = held(BITS, task.tasks, numbers=bool(task.values), goal=goal)
        self.single_observation_space = described(seen, said)
        self.observation_space = described(batch_space(seen, num_envs), f"For each copy: {said}")
        self.single_action_space = Discrete(task.size)
        self.action_space = Picks(num_envs, task.size, self.batch.pick)
        self._labels = np.array([self.problems.label(n) for n in self.problems.every()], object)
        self._domain_label = filled(self.problems.domain_label, num_envs)

    # -- Gymnasium ---------------------------------------------------------------------------

    @synchronized
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Infos]:
        """Start episodes in all copies or some.

        Args:
            seed: A seed, from which copy i gets seed + i, or a list with a seed for each copy.
            options: `reset_mask`, an array of shape `(num_envs,)` and dtype bool, chooses the copies; `problem` is the
                problem that they play, by default one is drawn for each.

        Returns:
            The observations and the infos of all copies.
        """
        options = {} if options is None else options
        check_options(options, "reset_mask", "problem")
        given = dict(options)
        which = self._which(given.pop("reset_mask", None))
        self._seed(seed, which)
        self._restart(which, given)
        self._started = True
        return self._observation(), self._infos(which)

    @synchronized
    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Infos]:
        """Carry out an action in each copy.

        Args:
            actions: An array of numbers of actions, shape `(num_envs,)`.

        Returns:
            Observations, rewards (float, `(num_envs,)`), terminated and truncated (bool, `(num_envs,)`), and infos.

        Raises:
            InvalidAction: `actions` has another form; with `raise_on_invalid`, an action is invalid.
            ResetNeeded: There was no `reset`, or an ended copy was not reset with autoreset disabled (Gymnasium's
                error).
        """
        ended = self._ended()
        numbers = self.batch.numbers(actions)
        some = ended.any()
        if some:
            numbers = np.where(ended, -1, numbers)
        if self.raise_on_invalid:
            self._raise_refused(np.asarray(actions), numbers, ended)
        done = self.batch.step(numbers, self._uniform)
        refused = ~(done | ended)
        reasons = self._refused(*self._reasons(refused, np.asarray(actions))) if refused.any() else {}
        self._steps = self._steps + ~ended
        if some:
            # Rewards are those of the copies that have stepped, also if other copies restart.
            self._restart(ended, {})
        goal = self.batch.goal
        terminated = goal & ~ended if some else goal
        truncated = self._at_limit() & ~ended
        rewards = self._rewards.of(done)
        self._done = terminated | truncated
        infos = self._infos(self._everybody) | reasons
        observation = self._observation()
        if self._mode is AutoresetMode.SAME_STEP and self._done.any():
            observation, infos = self._same_step(observation, infos)
        return observation, rewards, terminated, truncated, infos

    @property  # type: ignore[misc]
    def np_random(self) -> Any:
        """The generators of all copies, or the one that they have together."""
        return self.batch.rng if self._together else super().np_random

    @synchronized
    def action(self, copy: int, number: int) -> Action | None:
        """Return the action of a number in the problem that a copy plays.

        Args:
            copy: The number of the copy, from 0.
            number: The number of the action.

        Returns:
            The action; `None` if the problem has no action of this number.
        """
        chosen: Action | None = self.batch.action(copy, number)
        return chosen

    # -- chance ------------------------------------------------------------------------------

    def _seed(self, seed: int | Sequence[int | None] | None, which: Any) -> None:
        if not self._together:
            super()._seed(seed, which)
        elif seed is not None:
            self.batch.rng = np.random.default_rng([number for number in self._seeds(seed) if number is not None])

    def _uniform(self, taking: Any) -> Any:
        """Uniform numbers for a draw: of each copy's own generator if it makes that draw."""
        return self.batch.rng.random(self.num_envs) if self._together else self._draws.next(taking)[:, 0]

    # -- episodes ----------------------------------------------------------------------------

    def _restart(self, which: Any, options: Mapping[str, Any]) -> None:
        """Restart some copies; each draws its problem, and then its start."""
        problems = self._drawn_problems(which, options)
        separately = self._random and not self._together
        drawing = {copy: self._draws.generator(copy) for copy in np.flatnonzero(which).tolist()} if separately else None
        self.batch.reset(which, problems, drawing)
        self._begin(which)
        self._rewards.start(which)

    def _drawn_problems(self, which: Any, options: Mapping[str, Any]) -> Any:
        named = options.get("problem")
        if named is not None or len(self.problems) == 1:
            return 0 if named is None else self.problems.index(named)
        if self._together:
            return self.batch.rng.integers(len(self.problems), size=self.num_envs)
        problem = self.batch.problem
        for copy in np.flatnonzero(which).tolist():
            problem[copy] = self.problems.drawn(self._draws.generator(copy), 0, options)
        return problem

    def _same_step(self, last: Any, infos: Infos) -> tuple[Any, Infos]:
        """Restart the ended copies; their last observations and infos are in the infos of the new start."""
        done = self._done
        final = self._final(infos, lambda copy: _row(last, copy))
        refused = {name: infos[name] for name in infos if name.endswith("invalid_reason")}
        going = only({"invalid_action": infos["invalid_action"], "_invalid_action": ~done} | refused, ~done)
        self._restart(done, {})
        started = self._infos(self._everybody)
        going["_invalid_action"] = self._everybody
        return self._observation(), {**started, **going, **final}

    # -- observations and infos --------------------------------------------------------------

    def _observation(self) -> Any:
        """The observations, a row for each copy; in memory a row for each bit, as the batch has them."""
        still = self._still
        shape = len(still), self.num_envs
        known = still[:, self.batch.problem] if still.shape[1] > 1 else np.broadcast_to(still, shape)
        rows = np.concatenate([self.batch.facts, known])
        facts = (rows if len(rows) else np.zeros((1, self.num_envs), np.uint8)).view(np.int8).T
        if not self.batch.task.values:
            return facts
        return {"facts": facts, "values": np.nan_to_num(self.batch.values).T}

    def _infos(self, which: Any) -> Infos:
        """The infos of some copies."""
        mask, goal, problem = self.batch.mask, self.batch.goal, self.batch.problem
        arrays = {
            "problem": problem,
            "problem_file": self._labels[problem],
            "domain_file": self._domain_label,
            "goal": goal,
            "dead_end": ~(mask.any(axis=0) | goal),
            "invalid_action": self._nobody,
            "action_mask": mask.view(np.int8).T,
        }
        infos: Infos = {}
        every = which is self._everybody
        for name, array in arrays.items():
            infos[name], infos[f"_{name}"] = array if every else blank_but(array, which), which
        return infos

    def _raise_refused(self, given: Any, numbers: Any, ended: Any) -> None:
        """Raise `InvalidAction` if an action of a copy that plays is not valid."""
        valid = self.batch.valid[numbers, np.arange(self.num_envs)] & (numbers >= 0)
        for copy in np.flatnonzero(~(valid | ended)).tolist():
            raise InvalidAction(f"in copy {copy}, {self._reason(int(self.batch.problem[copy]), int(given[copy]))}")

    def _reasons(self, refused: Any, given: Any) -> tuple[list[int], list[str]]:
        """The copies that do not carry out their actions, and why; the same action is refused for the same reason."""
        copies = np.flatnonzero(refused)
        asked = [*zip(self.batch.problem[copies].tolist(), given[copies].tolist(), strict=True)]
        reasons = {pair: self._reason(*pair) for pair in dict.fromkeys(asked)}
        return copies.tolist(), [reasons[pair] for pair in asked]

    def _reason(self, problem: int, number: int) -> str:
        """Why an action of a problem is not carried out, as the single environment says it."""
        action = self.batch.task.actions[problem].get(number)
        if action is not None:
            if problem not in self._unmet:
                schemas = Translation(self.batch.task.tasks[problem]).schemas
                self._unmet[problem] = {schema.action.name: schema.unmet for schema in schemas}
            return f"{action} is not applicable: {self._unmet[problem][action.name]}"
        try:
            read_action(f"(#{number})", self.batch.task.tasks[problem])
        except RelgymError as error:
            return error.sentence
        raise AssertionError("no action is called by a number")


class CataloguePDDLVectorEnv(PDDLVectorEnv):
    """A Gymnasium vector environment of one split of a domain in relgym's catalogue; see `CataloguePDDLEnv`.

    Args:
        domain: The name of the domain's folder, or its path.
        split: `train` or `test`.
        num_envs: The number of copies.
        problem: A number or a file's name: the only problem that all copies play.
    """

    def __init__(
        self,
        domain: str,
        split: Split = "train",
        num_envs: int = 1,
        *,
        problem: int | str | None = None,
        reward: Literal["goal", "metric"] | None = None,
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Free | None = None,
        **options: Any,
    ) -> None:
        given = catalogue_options(domain, split, problem=problem, reward=reward, axioms=axioms, free=free)
        super().__init__(num_envs=num_envs, **{**given, **options})


def _row(observation: Any, copy: int) -> Any:
    """One copy's observation, in new memory."""
    if isinstance(observation, dict):
        return {name: array[copy].copy() for name, array in observation.items()}
    return observation[copy].copy()
