"""PDDL as pure functions: the ground task of a batch, for one copy, with its facts packed into words.

>>> import jax, relgym, relgym.jax
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> env = relgym.jax.make(domain, problem)
>>> state = env.init(jax.random.key(0))
>>> state.facts.tolist(), env.action_mask(state).tolist(), str(env.action(0))
([1], [True], '(go a b)')
>>> state, reward, terminated, truncated = env.step(state, 0, jax.random.key(1))
>>> [str(atom) for atom in env.state_of(state).atoms if atom.predicate == "at"], float(reward), bool(terminated)
(['(at b)'], 1.0, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import jax.numpy as jnp
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary

from relgym.arguments import check_one_of, check_whole
from relgym.batched.arrays import Array, NumpyArrays
from relgym.batched.ground import ground
from relgym.batched.states import BatchStates
from relgym.batched.word_tables import word_tables
from relgym.envs.describing import described, held
from relgym.envs.flat_bits import BITS, FlatBits
from relgym.jax.arguments import action_number, numbers_of, one_of
from relgym.jax.circuit_program import CircuitProgram
from relgym.jax.environment import Environment, Stepped
from relgym.jax.program import StepProgram
from relgym.jax.rewards import REWARDS, TransitionRewards
from relgym.jax.starts import Starts
from relgym.jax.word_program import WordProgram
from relgym.jax.words import picked, stored, unpacked
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.translate.program.positions import PositionKey


class PDDLCopyState(NamedTuple):
    """The state of one copy.

    Attributes:
        facts: The facts that may change, and for several problems a flag of the one that is played, packed: uint32 of
            the shape `(words,)`.
        values: The numeric fluents that may change, each times its scale, NaN where undefined: float of the shape
            `(fluents,)`.
        problem: The number of the problem: int32, scalar.
        steps: The number of steps since the start: int32, scalar.
        executed: The number of actions carried out since the start, without invalid ones: int32, scalar.
        untrusted: True from the first state on in which a number, or one that an action would compute, is too large for
            the type of `values`, or after numeric effects that contradict each other: bool, scalar. Such an episode is
            truncated.
    """

    facts: Array
    values: Array
    problem: Array
    steps: Array
    executed: Array
    untrusted: Array


class PDDLFunctions(Environment):
    """The problems of one domain as pure functions; `relgym.jax.make` makes it of files.

    - State: a `PDDLCopyState`.
    - Observation: the bits of `FlatObservation`, int8 of the shape `(bits,)`. If numeric fluents change, a dictionary
      of these `facts` and of `values`, the fluents (float, 0 if undefined).
    - Action: the number of an action, int32. An invalid action changes nothing.

    Numbers are computed with JAX's default floats: 32 bits, exact below 2**24, or 64 bits if `jax_enable_x64` is set.

    A relational policy needs to know which objects a bit and an action are about. `observed_atoms` and `action_atoms`
    say so by a name and by objects as they are known in all problems: the type of an object and its number among those
    of this type, from 0, such as `("on", (("block", 0), ("block", 2)))`; of a constant its name and -1.

    Attributes:
        observed_atoms: The atom of each bit of the observation. `on/goal` is the name of an atom that the goal wants
            true, `not on/goal` of one that it wants false.
        action_atoms: The schema and the objects of each action.

    Args:
        tasks: The problems, of one domain.
        reward: `goal` gives 1 on reaching the goal and 0 otherwise, `metric` the change of the problem's `:metric`.
        goal: Whether observations hold the goal.

    Raises:
        UnsupportedFeature: The problems are too large to be grounded, or have numbers that arrays cannot hold.
    """

    def __init__(self, tasks: Sequence[Task], *, reward: Literal["goal", "metric"] = "goal", goal: bool = True) -> None:
        check_one_of("reward", reward, tuple(REWARDS))
        self.task = ground(tasks)
        tables = word_tables(self.task)
        self._program: StepProgram = CircuitProgram(self.task) if tables is None else WordProgram(tables)
        self._rewards: TransitionRewards = REWARDS[reward](self.task)
        self._starts = Starts(self.task)
        self.start_draws = self._starts.draws
        self.step_draws = self._program.draws
        self.pick_draws = 1
        bits = FlatBits(tasks, [atoms.values() for atoms in self.task.atoms], goal)
        self._changing = len(bits.changing)
        self.observed_atoms: tuple[PositionKey, ...] = bits.keys
        named = {
            number: positions.key(action.name, action.terms)
            for own, positions in zip(self.task.actions, bits.positions, strict=True)
            for number, action in own.items()
        }
        self.action_atoms: tuple[PositionKey, ...] = tuple(named[number] for number in range(self.task.size))
        self._still = np.zeros((len(tasks), bits.size - self._changing), np.int8)
        for problem, still in enumerate(bits.still):
            self._still[problem, np.array(still, int) - self._changing] = 1
        seen: Any = MultiBinary(max(1, bits.size))
        if self.task.values:
            largest = float(np.finfo(np.float32).max)
            seen = Dict(facts=seen, values=Box(-largest, largest, (self.task.values,), np.float32))
        said = held(BITS, self.task.tasks, numbers=bool(self.task.values), goal=goal)
        self.observation_space = described(seen, said)
        self.action_space = Discrete(self.task.size)

    def __repr__(self) -> str:
        return f"PDDLFunctions({', '.join(map(repr, self.task.tasks))})"

    # -- pure functions ----------------------------------------------------------------------

    def init_from(self, numbers: Array) -> PDDLCopyState:
        facts, values, problem = self._starts.drawn(numbers_of(numbers, self.start_draws))
        return PDDLCopyState(facts, values, problem, jnp.int32(0), jnp.int32(0), jnp.bool_(False))

    def step_from(self, state: PDDLCopyState, action: Array, numbers: Array) -> Stepped:
        number, numbers = action_number(action, self.task.size), numbers_of(numbers, self.step_draws)
        after = self._program.stepped(state.facts, state.values, number, numbers)
        now = self._program.report(after.facts, after.values)
        executed = state.executed + after.done
        new = PDDLCopyState(after.facts, after.values, state.problem, state.steps + 1, executed, state.untrusted)
        reward, wrong = self._rewards.of(state, lambda: self.goal(state), new, now.goal, after.done)
        new = new._replace(untrusted=state.untrusted | after.contradictory | now.untrusted | wrong)
        return new, reward, now.goal, new.untrusted

    def observe(self, state: PDDLCopyState) -> Any:
        bits = unpacked(state.facts, self._changing).astype(jnp.int8)
        facts = jnp.concatenate([bits, jnp.asarray(self._still)[state.problem]])
        if not len(facts):
            facts = jnp.zeros(1, jnp.int8)
        if not self.task.values:
            return facts
        values = state.values / np.array(self.task.scales, float)
        return {"facts": facts, "values": jnp.nan_to_num(values).astype(jnp.float32)}

    def action_mask(self, state: PDDLCopyState) -> Array:
        return unpacked(self._program.report(state.facts, state.values).valid, self.task.size)

    def goal(self, state: PDDLCopyState) -> Array:
        """Return whether the goal holds.

        Args:
            state: The state.

        Returns:
            bool, scalar.
        """
        return self._program.report(state.facts, state.values).goal

    def pick(self, state: PDDLCopyState, numbers: Array) -> Array:
        return picked(self._program.report(state.facts, state.values).valid, numbers_of(numbers, 1)[0])

    # -- to and from ordinary states and actions ---------------------------------------------

    def action(self, number: int, problem: int = 0) -> Action | None:
        """Return the action of a number in a problem, or None if that has none of this number.

        Args:
            number: The number of the action.
            problem: The number of the problem.
        """
        check_whole("problem", problem, 0, len(self.task.tasks))
        return self.task.actions[problem].get(int(number))

    def state_of(self, state: PDDLCopyState, copy: int | None = None) -> State:
        state = one_of(state, copy)
        problem = int(state.problem)
        octets = np.ascontiguousarray(state.facts, "<u4").view(np.uint8)
        bits = np.unpackbits(octets, bitorder="little", count=self.task.facts)
        names, fluents = self.task.atoms[problem], self.task.fluents[problem]
        values = np.asarray(state.values).tolist()
        return self._reasoners[problem].state(
            [atom for number, atom in names.items() if bits[number]],
            {
                fluent: self.task.value(number, values[number])
                for number, fluent in fluents.items()
                if values[number] == values[number]
            },
        )

    def from_state(self, state: State, problem: int = 0) -> PDDLCopyState:
        """Return an ordinary state as arrays, with 0 steps.

        Args:
            state: The state.
            problem: The number of its problem.

        Raises:
            ModelError: If the state is of another task, has atoms that are unreachable from the start, or has fractions
                that the arrays do not hold.
            SimulationError: If a number is too large for arrays.
        """
        check_whole("problem", problem, 0, len(self.task.tasks))
        one = BatchStates(self.task, NumpyArrays(1))
        one.begin(problem, np.ones(1, bool))
        one.problem[:] = problem
        one.put(0, state)
        return PDDLCopyState(
            jnp.asarray(stored(NumpyArrays(1).unpacked(one.facts)[:, 0])),
            jnp.asarray(one.values[:, 0]),
            jnp.int32(problem),
            jnp.int32(0),
            jnp.int32(0),
            jnp.bool_(False),
        )

    @cached_property
    def _reasoners(self) -> list[PDDLReasoner]:
        return [PDDLReasoner(task) for task in self.task.tasks]
