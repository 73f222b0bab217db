"""Measured difficulty of the problems of a domain, read from `difficulty.toml` in its folder.

    digest = "…"

    [train]
    p01 = { objects = 3, atoms = 15, branching = 1.8, random = 0.96, shortest = 2 }

`python -m relgym.envs.measure blocks` measures and writes them. The digest is that of the files that they are about:
where these have changed, nothing is known.

>>> from relgym.catalogue.domains import spec
>>> difficulty(spec("blocks")).of("train")["p01"].shortest
2
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from statistics import fmean

from relgym.catalogue.domains import SPLITS, EnvSpec, Split
from relgym.errors import RelgymError
from relgym.read.files import read_bytes
from relgym.read.tables import read_table, read_toml

FILE = "difficulty.toml"

METHODS = ("replan", "uct", "learned")
"""The methods beside random actions, by their names in `Known`."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """Measurements of one problem; `None` if a value could not be found, or means nothing for the language.

    - `objects`: the number of objects, constants among them;
    - `atoms`: the number of atoms that may become true or false under delete relaxation; for RDDL, the number of values
      of a state;
    - `branching`: the mean number of valid actions over the states of random episodes; for RDDL, `actions`: the
      number of values of an action;
    - `random`: the fraction of random episodes that reach the goal in time; for RDDL, the mean return of random
      episodes, discounted as the instance says;
    - `shortest`: the steps of a shortest plan, with the best luck if effects are random; `plan`: the steps of a plan,
      if no shortest one was found;
    - `replan`, `uct`, `learned`: what `random` says, of episodes in which replanning in a determinised task, UCT, and a
      policy that was learned from episodes of the train problems choose. Only some problems of each domain are measured
      so: `python -m tests.bench.reached` takes them from the figures of `make baselines`.
    """

    objects: int
    atoms: int
    branching: float | None = None
    actions: int | None = None
    random: float
    shortest: int | None = None
    plan: int | None = None
    replan: float | None = None
    uct: float | None = None
    learned: float | None = None

    def to_json(self) -> dict[str, float]:
        """Return the measurements that are known."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Difficulty:
    """Measurements of the problems of each split, by their files' names."""

    digest: str = ""
    train: dict[str, Known] = field(default_factory=dict)
    test: dict[str, Known] = field(default_factory=dict)

    def of(self, split: Split) -> Mapping[str, Known]:
        return self.train if split == "train" else self.test

    def reached(self, split: Split) -> dict[str, float]:
        """Return what random actions and the methods reach on a split; what is not known is missing.

        Each number is a mean over the problems on which methods were measured, or over all if there are none.
        """
        known = [*self.of(split).values()]
        measured = [item for item in known if any(getattr(item, name) is not None for name in METHODS)] or known
        by_method = {name: [getattr(item, name) for item in measured] for name in ("random", *METHODS)}
        return {name: fmean(values) for name, values in by_method.items() if values and None not in values}

    def note(self, split: Split, name: str) -> str:
        """Return the note about plan length for a problem's first line; an empty string if none is known."""
        known = self.of(split).get(name)
        if known is None or (known.shortest is None and known.plan is None):
            return ""
        return f"; a plan: {known.plan} steps" if known.shortest is None else f"; shortest plan: {known.shortest} steps"

    def every(self) -> list[Known]:
        return [known for split in SPLITS for known in self.of(split).values()]


def digest(domain: EnvSpec) -> str:
    """Return a hash of every file and setting that the measurements depend on."""
    settings = json.dumps([domain.max_episode_steps, {name: list(free) for name, free in sorted(domain.free.items())}])
    hashed = hashlib.sha256(settings.encode())
    files = [domain.domain, *domain.axiom_files(), *(path for split in SPLITS for path in domain.problems(split))]
    for path in files:
        lines = read_bytes(path).splitlines()
        if lines and lines[0].startswith((b";", b"//")):
            # A problem's first line notes how long its plan is, which is one of the numbers.
            del lines[0]
        hashed.update(f"\n{path.name}\n".encode() + b"\n".join(lines))
    return hashed.hexdigest()


def difficulty(domain: EnvSpec) -> Difficulty:
    """Return the measurements of a domain's problems: empty if it was never measured, or its files have changed since.

    Raises `RelgymError` for a file that is wrong.
    """
    path = domain.folder / FILE
    if not path.is_file():
        return Difficulty()
    try:
        known = read_table(Difficulty, read_toml(path, "measurements, difficulty.toml"), str(path))
    except RelgymError as error:
        hint = f"`python -m relgym.envs.measure {domain.folder}` writes it again"
        raise RelgymError(error.message, hint=hint) from None
    return known if known.digest == digest(domain) else Difficulty()
