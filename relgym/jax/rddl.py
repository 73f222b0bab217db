"""RDDL as pure functions: the traced step of compiled rollouts, for one copy.

>>> import relgym.jax
>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }'''
>>> with jax.enable_x64(True):
...     env = relgym.jax.make(domain, "instance dark { domain = lamp; horizon = 5; }")
...     state = env.init(jax.random.key(0))
...     state, reward, terminated, truncated = env.step(state, {"press": 1}, jax.random.key(1))
...     env.state_of(state), float(reward)
(RDDLState(lit), 1.0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, NamedTuple

import gymnasium as gym
import jax
import jax.numpy as jnp
import jax.scipy.special
import numpy as np

from relgym.arguments import check_mapping, check_one_of, wrong
from relgym.batched.arrays import Array
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.forms import forms_of
from relgym.envs.vector.rddl_forms import Fluents
from relgym.envs.vector.rddl_instance import SteppedInstance
from relgym.envs.vector.rddl_traced import TracedSteps
from relgym.errors import InvalidAction, RelgymError
from relgym.jax.arguments import numbers_of, one_of
from relgym.jax.environment import Environment, Stepped
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.rddl.cells import LARGEST_INT
from relgym.translate.arrays.context import LIMITS

CHOSEN_AT_ONCE = 16
"""Cells of a turn of the loop that chooses some of them: more make the program longer, and turns take time."""


class RDDLCopyState(NamedTuple):
    """The state of one copy.

    Attributes:
        values: An array for each state-fluent, with an axis for each parameter: bool, int64 or float64, or those of 32
            bits.
        seen: The observ-fluents, likewise.
        steps: The number of steps since the start: int32, scalar.
        untrusted: True from the first step on with a value that arrays cannot be trusted to hold, such as an overflow:
            bool, scalar. Such an episode is truncated.
    """

    values: tuple[Array, ...]
    seen: tuple[Array, ...]
    steps: Array
    untrusted: Array


class RDDLFunctions(Environment):
    """One instance as pure functions; `relgym.jax.make` makes it of files.

    - State: an `RDDLCopyState`.
    - Observation: a dictionary of arrays, one for each state-fluent or observ-fluent, as with `form="arrays"`.
    - Action: a dictionary of arrays, one for each action-fluent; what it leaves out has its default. An action that is
      outside of its range, or that breaks a precondition, changes nothing and has the reward 0.

    An episode ends by the termination conditions, and is truncated where an invariant does not hold; `make` adds the
    horizon as a `TimeLimit`. Numbers of 64 bits need `jax_enable_x64`; those of 32 bits do not. With 32 bits, a state
    with a whole number of 2**24 or more is untrusted, unless its bounds are proved.

    Args:
        env: The environment of files, with `form="arrays"`.
        dtype: The type of real numbers.

    Raises:
        RelgymError: JAX cannot compile the instance, `jax_enable_x64` is not set for 64 bits, or a number of the first
            state is too large for 32 bits.
    """

    def __init__(self, env: RDDLEnv, dtype: Literal["float64", "float32"] = "float64") -> None:
        check_one_of("dtype", dtype, ("float64", "float32"))
        self._bits = 64 if dtype == "float64" else 32
        with self._precision():
            self._prepare(env)

    def _prepare(self, env: RDDLEnv) -> None:
        self._single = env
        self._enforce = env.enforce
        self._instance = instance = SteppedInstance(env.dynamics)
        self._program = env.dynamics.program
        hint = "relgym.make plays one copy with NumPy, and relgym.envs.RDDLVectorEnv many"
        self._steps = TracedSteps(instance.batch, instance.stepped, jax, self._bits, hint)
        for function, array in zip(self._program.states, instance.start, strict=True):
            if self._bits == 32 and function.range == INT and (abs(array) > LIMITS[32].exact).any():
                raise RelgymError(
                    f"'{function.name}' begins with a whole number of 2**24 or more", hint='dtype="float64"'
                )
        layout = env.dynamics.layout
        self._most = layout.instance.most_actions
        _, form = forms_of(env.reasoner, "arrays", env.enforce)
        self._actions = [Fluents(form, fluent) for fluent in form.fluents]
        self._shown = instance.observed or layout.of_kind(Kind.STATE)
        self._types = [_type(each.type) for each in self._actions]
        self._cells = sum(len(each.names) for each in self._actions)
        drawn = sum(len(each.names) for each in self._actions if each.fluent.range != BOOL)
        self.start_draws, self.step_draws, self.pick_draws = 0, env.dynamics.uniforms, 1 + self._cells + drawn
        self.observation_space, self.action_space = map(self._space, (env.observation_space, env.action_space))

    def __repr__(self) -> str:
        return f"RDDLFunctions({self._single.dynamics.layout.instance.name})"

    # -- pure functions ----------------------------------------------------------------------

    def init_from(self, numbers: Array) -> RDDLCopyState:
        numbers_of(numbers, self.start_draws)
        with self._precision():
            values, seen = (tuple(map(jnp.asarray, each)) for each in (self._instance.start, self._instance.blank))
            return RDDLCopyState(values, seen, jnp.int32(0), jnp.bool_(False))

    def step_from(self, state: RDDLCopyState, action: Mapping[str, Any], numbers: Array) -> Stepped:
        precision = self._precision()
        # Given numbers may have more bits.
        values, allowed = self._given(action)
        with precision:
            return self._stepped(state, values, allowed, self._uniforms(numbers, self.step_draws))

    def _stepped(self, state: RDDLCopyState, values: Sequence[Array], allowed: Array, u: Array) -> Stepped:
        after = self._steps.step(
            _as_last(state.values),
            _as_last(state.seen),
            _as_last(values),
            u[:, None],
            allowed=jnp.asarray(allowed)[None],
            playing=jnp.ones(1, bool),
            idle=_as_last(map(jnp.asarray, self._instance.idle)),
            checks=self._enforce,
        )
        untrusted = state.untrusted | after.untrusted[0]
        new = RDDLCopyState(_first(after.state), _first(after.seen), state.steps + 1, untrusted)
        # A zero has no sign.
        return new, after.reward[0] + 0.0, after.terminated[0], after.broken[0] | untrusted

    def observe(self, state: RDDLCopyState) -> dict[str, Array]:
        shown: dict[str, Array] = {}
        with self._precision():
            for fluent, array in zip(self._shown, state.seen or state.values, strict=True):
                space = self.observation_space.spaces.get(fluent.name)  # type: ignore[attr-defined]
                if space is not None:
                    shown[fluent.name] = array + 0.0 if fluent.range == REAL else array.astype(_type(space.dtype))
        return shown

    def pick(self, state: RDDLCopyState, numbers: Array) -> dict[str, Array]:
        with self._precision():
            return self._picked(self._uniforms(numbers, self.pick_draws))

    def _picked(self, numbers: Array) -> dict[str, Array]:
        cells = self._cells
        most = cells if self._most is None else min(self._most, cells)
        count = (numbers[0] * (most + 1)).astype(jnp.int32)
        differing, values = chosen(count, numbers[1 : 1 + cells]), numbers[1 + cells :]
        action, at, value = {}, 0, 0
        for each, idle in zip(self._actions, self._instance.idle, strict=True):
            size, default = len(each.names), np.reshape(idle, -1)
            if each.fluent.range == BOOL:
                flat = differing[at : at + size] ^ default.astype(bool)
            else:
                flat = jnp.where(
                    differing[at : at + size], _random(each, default, values[value : value + size]), default
                )
                value += size
            at += size
            action[each.fluent.name] = flat.reshape(each.sizes)
        return action

    def _space(self, space: gym.Space[Any]) -> gym.spaces.Dict:
        """Return a space whose numbers have the bits of the instance's; those of items stay as they are."""
        assert isinstance(space, gym.spaces.Dict)
        if self._bits == 64:
            return space
        spaces = dict(space.spaces)
        for name, own in spaces.items():
            if isinstance(own, gym.spaces.Box):
                dtype = _type(own.dtype)
                spaces[name] = gym.spaces.Box(own.low.astype(dtype), own.high.astype(dtype), dtype=dtype)
        return gym.spaces.Dict(spaces)

    def _precision(self) -> AbstractContextManager[None]:
        """Return a context in which JAX has as many bits as the numbers."""
        if self._bits == 64 and jnp.zeros((), float).dtype != jnp.float64:
            raise RelgymError(
                "JAX computes with 32 bits, and RDDL needs 64",
                hint='jax.config.update("jax_enable_x64", True), or dtype="float32"',
            )
        context: AbstractContextManager[None] = jax.enable_x64(self._bits == 64)
        return context

    def _uniforms(self, numbers: Array, count: int) -> Array:
        """Return given numbers in the type of real numbers, below 1 in any case."""
        given = numbers_of(numbers, count)
        return given if self._bits == 64 else jnp.minimum(given.astype(jnp.float32), 1 - 2**-24)

    def _given(self, action: Mapping[str, Any]) -> tuple[list[Array], Array]:
        """Return the values of all actions, and whether they are within their ranges and not too many."""
        check_mapping("the action", action, "a dictionary: an array for each action-fluent", InvalidAction)
        unknown = {*action} - {each.fluent.name for each in self._actions}
        if unknown:
            raise InvalidAction(
                f"there is no fluent '{min(unknown)}'", expected=", ".join(each.fluent.name for each in self._actions)
            )
        allowed, changed = jnp.bool_(True), jnp.int32(0)
        values = []
        for each, idle, dtype in zip(self._actions, self._instance.idle, self._types, strict=True):
            given = action.get(each.fluent.name, idle)
            try:
                numbers = jnp.asarray(given)
            except (TypeError, ValueError, OverflowError) as error:
                raise wrong(f"'{each.fluent.name}'", given, "an array of numbers", InvalidAction) from error
            if numbers.shape != tuple(each.sizes):
                raise InvalidAction(
                    f"'{each.fluent.name}' is given as an array of the shape {numbers.shape}",
                    expected=str(tuple(each.sizes)),
                )
            inside = (numbers >= each.low.reshape(each.sizes)) & (numbers <= each.high.reshape(each.sizes))
            if each.fluent.range != REAL and numbers.dtype.kind == "f":
                inside &= numbers == jnp.floor(numbers)
            if self._bits == 32 and each.fluent.range == INT:
                inside &= jnp.abs(numbers) <= LIMITS[32].exact
            taken = jnp.where(inside, numbers, 0).astype(dtype)
            allowed &= inside.all()
            changed += (taken != idle).sum()
            values.append(taken)
        return values, allowed if self._most is None else allowed & (changed <= self._most)

    # -- ordinary states -----------------------------------------------------------------------

    def state_of(self, state: RDDLCopyState, copy: int | None = None) -> RDDLState:
        arrays = [np.asarray(array)[None] for array in one_of(state, copy).values]
        return RDDLState(self._program, self._instance.batch.row(self._program.states, arrays, 0))


def _type(dtype: Any) -> Any:
    """Return a type of numbers with the bits that JAX has now."""
    return jax.dtypes.canonicalize_dtype(dtype)


def _as_last(arrays: Any) -> list[Array]:
    """Return arrays with an axis of one copy at the end."""
    return [array[..., None] for array in arrays]


def _first(arrays: Sequence[Array]) -> tuple[Array, ...]:
    return tuple(array[..., 0] for array in arrays)


def chosen(count: Array, u: Array) -> Array:
    """Choose some of several at random: every subset of that size is equally likely.

    Selection sampling (Algorithm S; Knuth, The art of computer programming 2, 3.4.2): each is taken with the part that
    is still wanted of those that are left. To sort the numbers takes XLA 20 times as long.

    Args:
        count: How many are chosen: int32, shape ().
        u: Uniform numbers in [0, 1), one for each.

    Returns:
        Whether each is chosen: bool, of the shape of `u`.
    """

    def turn(wanted: Array, each: tuple[Array, Array]) -> tuple[Array, Array]:
        left, number = each
        taken = number * left < wanted
        return wanted - taken.astype(jnp.int32), taken

    left = jnp.arange(len(u), 0, -1).astype(u.dtype)
    return jax.lax.scan(turn, count, (left, u), unroll=CHOSEN_AT_ONCE)[1]


def _random(each: Fluents, idle: Array, u: Array) -> Array:
    """Return values of all cells of numbers or items by uniform numbers."""
    match each.fluent.range:
        case "int" | "real" as of:
            ends = [cell.interval.real(np.inf) for cell in each.cells]
            low, high = np.array([low for low, _ in ends], float), np.array([high for _, high in ends], float)
            drawn = _between(low, high, u)
            if of == REAL:
                return drawn
            whole = np.array([cell.interval.whole(LARGEST_INT) for cell in each.cells], float).reshape(-1, 2)
            least, most = whole[:, 0], whole[:, 1]
            even = least + jnp.floor(u * (most - least + 1))
            wide = jnp.clip(jnp.round(drawn), least, most)
            return jnp.where(most - least < LARGEST_INT, even, wide).astype(_type(each.type))
        case _:
            return jnp.floor(u * len(each.cells[0].items)).astype(_type(each.type)) if each.cells else jnp.asarray(idle)


def _between(low: Array, high: Array, u: Array) -> Array:
    """Return numbers within bounds: even ones between two, exponential ones beside one, normal ones without any."""
    bounded, from_low, to_high = np.isfinite(low) & np.isfinite(high), np.isfinite(low), np.isfinite(high)
    if bounded.all():
        # What is not needed would be computed all the same.
        return low + u * (high - low)
    even = np.where(bounded, low, 0) + u * (np.where(bounded, high, 0) - np.where(bounded, low, 0))
    falling = -jnp.log1p(-u)
    beside = jnp.where(from_low, np.where(from_low, low, 0) + falling, np.where(to_high, high, 0) - falling)
    return jnp.where(bounded, even, jnp.where(from_low | to_high, beside, jax.scipy.special.ndtri(u)))
