"""The environments of the RDDL domains that come with relgym.

>>> env = CatalogueProcessEnv("sysadmin", "test", "p02")
>>> observation, info = env.reset(seed=0)
>>> info["problem_file"].endswith("p02.rddl")
True
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from relgym.catalogue import EnvSpec, Split, spec
from relgym.envs.process_env import ProcessEnv
from relgym.errors import RelgymError


class CatalogueProcessEnv(ProcessEnv):
    """Plays one instance of a domain that comes with relgym; `options` are as for `ProcessEnv`.

    Instances differ in their spaces, so `problem` says which is played, by its file's name (`p03`) or its number in
    the split, 0 for the first. Raises `RelgymError` that lists those that there are.
    """

    def __init__(self, domain: str, split: Split = "train", problem: str | int = 0, **options: Any) -> None:
        found = spec(domain)
        super().__init__(found.domain, instance_file(found, split, problem), **options)


def instance_file(domain: EnvSpec, split: Split, problem: str | int) -> Path:
    """The file of an instance, given by its name or its number; raises `RelgymError` that lists those there are."""
    files = domain.problems(split)
    for number, path in enumerate(files):
        if problem in (path.name, path.stem) or (problem == number and not isinstance(problem, bool)):
            return path
    names = ", ".join(path.stem for path in files) or "(there are none)"
    raise RelgymError(
        f"'{domain.name}' has no {split} problem {problem!r}",
        expected=f"a number from 0 to {len(files) - 1}, or one of {names}",
    )
