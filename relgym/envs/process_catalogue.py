"""The environments of the RDDL domains that come with relgym.

>>> env = CatalogueProcessEnv("sysadmin", "test", "p02")
>>> observation, info = env.reset(seed=0)
>>> info["problem_file"].endswith("p02.rddl")
True
"""

from __future__ import annotations

from typing import Any

from relgym.catalogue import Split, spec
from relgym.envs.process_env import ProcessEnv


class CatalogueProcessEnv(ProcessEnv):
    """Plays one instance of a domain that comes with relgym; `options` are as for `ProcessEnv`.

    Instances differ in their spaces, so `problem` says which is played, by its file's name (`p03`) or its number in
    the split, 0 for the first. Raises `RelgymError` that lists those that there are.
    """

    def __init__(self, domain: str, split: Split = "train", problem: str | int = 0, **options: Any) -> None:
        found = spec(domain)
        super().__init__(found.domain, found.problem(split, problem), **options)
