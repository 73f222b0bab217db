"""Environments of pure functions as files, which run where JAX is, also without relgym.

A file is a zip archive of programs in StableHLO (`jax.export`), for any number of copies, and of `environment.json`
with the numbers of draws, the names of actions and the types of all arrays. States are tuples there.

>>> import relgym.jax, tempfile
>>> file = tempfile.mkdtemp() + "/blocks.zip"
>>> export(relgym.jax.make("blocks", 0), file)
>>> env = load(file)
>>> states = env.init(jax.random.key(0), 3)
>>> actions = env.sample(states, jax.random.key(1))
>>> states, rewards, terminated, truncated = env.step(states, actions, jax.random.key(2))
>>> rewards.tolist(), env.observe(states).shape, env.actions[0][0]
([0.0, 0.0, 0.0], (3, 20), '(pick-up b1)')
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import jax
import jax.export
import jax.numpy as jnp
from gymnasium.spaces import Discrete

from relgym.arguments import check_several
from relgym.batched.arrays import Array
from relgym.errors import RelgymError
from relgym.jax.environment import Environment, Wrapper, check_environment, uniforms
from relgym.jax.pddl import PDDLFunctions
from relgym.libraries import extra
from relgym.version import __version__
from relgym.write.files import new_file

FORMAT = 1
"""The version of the files."""

PLATFORMS = ("cpu", "cuda", "tpu")


def export(env: Environment, file: PathLike[str] | str, *, platforms: Sequence[str] = PLATFORMS) -> None:
    """Write an environment as a file.

    Args:
        env: The environment of one copy, with wrappers or not.
        file: The path of the file, which is overwritten.
        platforms: The platforms of JAX on which it runs.

    Raises:
        RelgymError: An argument is wrong, the file cannot be written, or the library flatbuffers is not installed.
    """
    check_environment(env)
    check_several("platforms", platforms, "a list of platforms, such as ['cpu']")
    programs = {name: _written(function, arguments, platforms) for name, function, arguments in _functions(env)}
    with new_file(file) as part, ZipFile(part, "w") as archive:
        archive.writestr("environment.json", json.dumps(_description(env), indent=1))
        for name, octets in programs.items():
            archive.writestr(f"{name}.stablehlo", octets)


def load(file: PathLike[str] | str) -> LoadedEnvironment:
    """Read an environment that `export` wrote.

    Args:
        file: The path of the file.

    Returns:
        The environment, for any number of copies.

    Raises:
        RelgymError: The file cannot be read, or is no environment of this format.
    """
    try:
        with ZipFile(file) as archive:
            told = json.loads(archive.read("environment.json"))
            octets = {Path(name).stem: archive.read(name) for name in archive.namelist() if name.endswith(".stablehlo")}
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise RelgymError(f"{file}: this is no exported environment: {error}") from error
    if told.get("format") != FORMAT:
        raise RelgymError(
            f"{file}: the file has the format {told.get('format')}", expected=f"{FORMAT}, that of relgym {__version__}"
        )
    with extra("jax", "an exported environment"):
        import flatbuffers  # noqa: F401
    return LoadedEnvironment(told, {name: jax.export.deserialize(bytearray(each)) for name, each in octets.items()})


class LoadedEnvironment:
    """An exported environment, for any number of copies: the functions of `Vmap`, with tuples as states.

    Attributes:
        description: What the file says of it: numbers of draws, types of arrays, names.
        actions: For PDDL, the names of the actions of each problem by their numbers.
    """

    def __init__(self, description: dict[str, Any], programs: dict[str, Any]) -> None:
        self.description = description
        self._programs = programs
        self.actions = [{int(n): name for n, name in own.items()} for own in description["actions"]]

    def init(self, key: Array, count: int) -> Any:
        """Start episodes.

        Args:
            key: A key of `jax.random`.
            count: The number of copies.

        Returns:
            The states, with the copies on the last axis.
        """
        return self._programs["init"].call(uniforms(key, self.description["start_draws"], count))

    def step(self, states: Any, actions: Any, key: Array) -> tuple[Any, Array, Array, Array]:
        """Carry out actions.

        Args:
            states: The states.
            actions: The actions, with the copies on the first axis.
            key: A key of `jax.random`.

        Returns:
            The states, rewards, terminated and truncated.
        """
        numbers = self._numbers(states, key, "step_draws")
        after: tuple[Any, Array, Array, Array] = self._programs["step"].call(states, actions, numbers)
        return after

    def observe(self, states: Any) -> Any:
        """Return the observations of states, with the copies on the first axis.

        Args:
            states: The states.
        """
        return self._programs["observe"].call(states)

    def action_mask(self, states: Any) -> Array:
        """Return the valid actions of states: bool of the shape (copies, actions).

        Args:
            states: The states.

        Raises:
            RelgymError: Actions are not numbered.
        """
        if "mask" not in self._programs:
            raise RelgymError("actions of RDDL are dictionaries of arrays, and have no mask")
        return self._programs["mask"].call(states)

    def sample(self, states: Any, key: Array) -> Any:
        """Pick random actions.

        Args:
            states: The states.
            key: A key of `jax.random`.

        Returns:
            The actions, with the copies on the first axis.
        """
        return self._programs["pick"].call(states, self._numbers(states, key, "pick_draws"))

    def _numbers(self, states: Any, key: Array, draws: str) -> Array:
        return uniforms(key, self.description[draws], jax.tree.leaves(states)[0].shape[-1])


def _functions(env: Environment) -> list[tuple[str, Any, list[Any]]]:
    """Return the functions of a file, over all copies, with the forms of their arguments."""
    (count,) = jax.export.symbolic_shape("copies")
    shaped: Any = jax.ShapeDtypeStruct
    state, _, action = _forms(env)
    start, step_numbers, pick_numbers = (
        shaped((draws, count), jnp.zeros((), float).dtype)
        for draws in (env.start_draws, env.step_draws, env.pick_draws)
    )
    kind = type(state)
    states = jax.tree.map(lambda array: shaped((*array.shape, count), array.dtype), tuple(state))
    actions = jax.tree.map(lambda array: shaped((count, *array.shape), array.dtype), action)

    def step(state: Any, action: Any, numbers: Any) -> Any:
        after, *ends = env.step_from(kind(*state), action, numbers)
        return tuple(after), *ends

    functions = [
        ("init", jax.vmap(lambda numbers: tuple(env.init_from(numbers)), -1, -1), [start]),
        ("step", jax.vmap(step, (-1, 0, -1), (-1, 0, 0, 0)), [states, actions, step_numbers]),
        ("observe", jax.vmap(lambda state: env.observe(kind(*state)), -1), [states]),
        (
            "pick",
            jax.vmap(lambda state, numbers: env.pick(kind(*state), numbers), -1),
            [states, pick_numbers],
        ),
    ]
    if isinstance(env.action_space, Discrete):
        functions.append(("mask", jax.vmap(lambda state: env.action_mask(kind(*state)), -1), [states]))
    return functions


def _written(function: Any, arguments: Sequence[Any], platforms: Sequence[str]) -> bytes:
    with extra("jax", "the export of an environment"):
        import flatbuffers  # noqa: F401
    try:
        exported = jax.export.export(jax.jit(function), platforms=tuple(platforms))(*arguments)
    except ValueError as error:
        raise RelgymError(f"JAX cannot export this environment: {error}") from error
    return bytes(exported.serialize())


def _description(env: Environment) -> dict[str, Any]:
    """Return what a file says beside its programs."""
    state, observation, action = _forms(env)
    inner = env
    while isinstance(inner, Wrapper):
        inner = inner.env
    named = inner.task.actions if isinstance(inner, PDDLFunctions) else ()
    return {
        "format": FORMAT,
        "relgym": __version__,
        "start_draws": env.start_draws,
        "step_draws": env.step_draws,
        "pick_draws": env.pick_draws,
        "state": {name: _types(value) for name, value in state._asdict().items()},
        "observation": _types(observation),
        "action": _types(action),
        "actions": [{number: str(action) for number, action in own.items()} for own in named],
    }


def _forms(env: Environment) -> tuple[Any, Any, Any]:
    """Return the forms of a state, of an observation and of an action, for one copy; nothing is computed."""
    state = jax.eval_shape(env.init_from, jnp.zeros(env.start_draws))
    return state, jax.eval_shape(env.observe, state), jax.eval_shape(env.pick, state, jnp.zeros(env.pick_draws))


def _types(value: Any) -> Any:
    """Return the types and shapes of arrays, for one copy."""
    return jax.tree.map(lambda array: [array.dtype.name, list(array.shape)], value)
