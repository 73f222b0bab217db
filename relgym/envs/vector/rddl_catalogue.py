"""Many copies at once of the RDDL domains that come with relgym: what `gymnasium.make_vec` makes of their ids.

>>> import gymnasium
>>> envs = gymnasium.make_vec("relgym/CartPole-v0", num_envs=2, vectorization_mode="vector_entry_point")
>>> observations, infos = envs.reset(seed=0)
>>> observations["angle"].shape
(2,)
"""

from __future__ import annotations

from typing import Any

from relgym.catalogue.domains import Split, spec
from relgym.catalogue.entries import Entry
from relgym.envs.vector.rddl import RDDLVectorEnv


class CatalogueRDDLVectorEnv(RDDLVectorEnv):
    """Plays copies of one instance of a domain that comes with relgym; `options` are as for `RDDLVectorEnv`.

    `problem` is as for `CatalogueRDDLEnv`.
    """

    def __init__(
        self, domain: str, split: Split = "train", problem: str | int = 0, num_envs: int = 1, **options: Any
    ) -> None:
        named = spec(domain)
        super().__init__(named.domain, Entry(named, split).problem(problem), num_envs, **options)
