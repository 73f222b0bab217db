"""The environments of the RDDL domains that come with relgym.

>>> env = CatalogueRDDLEnv("sysadmin", "test", "p02")
>>> observation, info = env.reset(seed=0)
>>> info["problem_file"].endswith("p02.rddl")
True
"""

from __future__ import annotations

from typing import Any

from relgym.catalogue.domains import Split, spec
from relgym.catalogue.entries import Entry
from relgym.catalogue.generators import ProblemGenerator
from relgym.catalogue.schedule import Given
from relgym.envs.rddl.env import RDDLEnv


class CatalogueRDDLEnv(RDDLEnv):
    """Plays one instance of a domain that comes with relgym; `options` are as for `RDDLEnv`.

    Instances differ in their spaces, so `problem` says which is played: by its number in the split, by its file's name
    (`p03`, `test/p03`), or as a path or text; None is the first. Raises `RelgymError` that lists those that there are.
    With `generator`, the domain's generator makes a new one at every reset (see `relgym.catalogue.schedule`).
    """

    def __init__(
        self,
        domain: str,
        split: Split = "train",
        problem: str | int | None = 0,
        *,
        generator: Given | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**catalogue_options(domain, split, problem, generator=generator, **options))


def catalogue_options(
    domain: str, split: Split = "train", problem: str | int | None = 0, *, generator: Given | None = None, **more: Any
) -> dict[str, Any]:
    """Return the arguments of `RDDLEnv` for those of `CatalogueRDDLEnv`; `more` are the same for both."""
    named = spec(domain)
    played = Entry(named, split).problem(problem) if generator is None else ProblemGenerator.of(named)
    return {"domain_file": named.domain, "problems": played, "generator": generator, **more}
