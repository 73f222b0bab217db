"""Environments as pure functions of JAX arrays: `jit`, `vmap`, `scan` compose around each of them.

>>> import jax, relgym.jax
>>> env = relgym.jax.make("blocks", 0)
>>> state = env.init(jax.random.key(0))
>>> action = env.sample(state, jax.random.key(1))
>>> state, reward, terminated, truncated = jax.jit(env.step)(state, action, jax.random.key(2))
>>> float(reward), bool(terminated), env.observe(state).shape
(0.0, False, (20,))
"""

from __future__ import annotations

from relgym.libraries import extra

with extra("jax", "relgym.jax"):
    import jax as jax

from relgym.jax.check import api_test
from relgym.jax.environment import Environment, Wrapper
from relgym.jax.exporting import LoadedEnvironment, export, load
from relgym.jax.making import make
from relgym.jax.pddl import PDDLCopyState, PDDLFunctions
from relgym.jax.rddl import RDDLCopyState, RDDLFunctions
from relgym.jax.wrappers import AutoReset, FlattenObservation, TimeLimit, Vmap

__all__ = [
    "AutoReset",
    "Environment",
    "FlattenObservation",
    "LoadedEnvironment",
    "PDDLCopyState",
    "PDDLFunctions",
    "RDDLCopyState",
    "RDDLFunctions",
    "TimeLimit",
    "Vmap",
    "Wrapper",
    "api_test",
    "export",
    "load",
    "make",
]
