"""Functions over the copies of an environment, for `jax.vmap`.

By itself `jax.vmap` makes look-ups and loops with the copies as first axis. Then neighbouring copies stand apart in
memory, and what an operation reads is copied first, which takes far longer than the operation.

>>> import jax, jax.numpy as jnp
>>> reversed_rows = OverCopies(lambda table: table[::-1])
>>> reversed_rows(jnp.array([1, 2])).tolist()
[2, 1]
>>> jax.vmap(reversed_rows)(jnp.array([[1, 2], [3, 4]])).tolist()
[[2, 1], [4, 3]]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap

from relgym.batched.arrays import Array


class OverCopies:
    """A function of one copy, made of a function of many copies. It is pickled if that function is.

    Args:
        function: A function of arrays that returns a tree of arrays. The last axis of each is that of the copies, which
            the arrays of one copy do not have. `jax.vmap` calls it once, with all copies.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *arrays: Any) -> Any:
        return self._compiled(*arrays)

    def __getstate__(self) -> dict[str, Any]:
        return {"_function": self._function}

    @cached_property
    def _compiled(self) -> Callable[..., Any]:
        """The function; outside of `jit`, loops in it would otherwise be compiled anew by each call."""
        many = _over_last_axis(self._function)

        def one(*arrays: Any) -> Any:
            return jax.tree.map(lambda made: made[..., 0], many(*[jnp.asarray(array)[..., None] for array in arrays]))

        return jax.jit(one)


def _over_last_axis(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with a rule for `vmap`: further copies are put on the last axis, too."""

    @custom_vmap
    def wide(*tables: Array) -> Any:
        return function(*tables)

    @wide.def_vmap
    def _(axis_size: int, in_batched: Sequence[bool], *tables: Array) -> tuple[Any, Any]:
        def joined(table: Array, batched: bool) -> Array:
            moved = jnp.moveaxis(table, 0, -1) if batched else jnp.stack([table] * axis_size, -1)
            return moved.reshape(*moved.shape[:-2], moved.shape[-2] * axis_size)

        def divided(made: Array) -> Array:
            return jnp.moveaxis(made.reshape(*made.shape[:-1], made.shape[-1] // axis_size, axis_size), -1, 0)

        made = jax.tree.map(divided, wide(*map(joined, tables, in_batched)))
        return made, jax.tree.map(lambda _: True, made)

    return wide
