"""Schedules: the generated problems of each episode.

A schedule is a dictionary of parameters, which may be empty, or a list of such stages: each but the last says for how
many `episodes` it lasts. `seeds` limits a stage to a few problems that are known beforehand: a number, of the seeds
from 0, or a list of seeds. Without it, every episode has a new one.

>>> from relgym.catalogue.domains import spec
>>> blocks = ProblemGenerator.of(spec("blocks"))
>>> schedule = Schedule(blocks, [{"blocks": 3, "episodes": 100}, {"blocks": 5, "seeds": 2}])
>>> schedule.stage(99).parameters, schedule.stage(100).parameters
({'blocks': 3}, {'blocks': 5})
>>> Schedule(blocks, {"seeds": 2}).every()
(Made(seed=0, parameters=()), Made(seed=1, parameters=()))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from relgym.catalogue.generators import ProblemGenerator, Value
from relgym.errors import RelgymError
from relgym.options import check_options
from relgym.tuning.envs import LISTED_SEEDS_LIMIT

SEEDS = 2**31
"""The number of different seeds: they are drawn from 0 to `SEEDS` - 1."""

Given = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""A schedule as it is written."""


class RandomNumbers(Protocol):
    """A generator of random numbers, as NumPy has them."""

    def integers(self, low: int, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Made:
    """A problem of a generator: the seed, and the parameters that are not left to their defaults."""

    seed: int
    parameters: tuple[tuple[str, Value], ...] = ()

    def told(self) -> dict[str, Any]:
        """The seed and the parameters, as `info` has them."""
        return {"problem": self.seed, "parameters": dict(self.parameters)}


@dataclass(frozen=True, slots=True)
class Stage:
    """Some episodes: their parameters, how many (`None`: all to come), and the seeds (`None`: all there are)."""

    parameters: Mapping[str, Value]
    episodes: int | None
    seeds: tuple[int, ...] | None

    def made(self, seed: int) -> Made:
        return Made(seed, tuple(self.parameters.items()))

    @property
    def first(self) -> Made:
        """The first problem, for use before one is drawn."""
        return self.made(0 if self.seeds is None else self.seeds[0])

    def drawn(self, rng: RandomNumbers) -> int:
        """A seed."""
        if self.seeds is None:
            return int(rng.integers(SEEDS))
        return self.seeds[int(rng.integers(len(self.seeds)))]


class Schedule:
    """A generator and its parameters in each episode; equal if these are.

    Raises `RelgymError` for parameters that are not possible; one problem of each stage is made to see that they
    go together.
    """

    def __init__(self, generator: ProblemGenerator, given: Given) -> None:
        self.generator = generator
        given = [given] if isinstance(given, Mapping) else given
        if isinstance(given, str) or not isinstance(given, Sequence) or not given:
            raise self._wrong(f"{given!r} is not a schedule", "a dictionary of parameters, or a list of them")
        self.stages = tuple(self._stage(stage, index == len(given)) for index, stage in enumerate(given, 1))
        self.longest = max(len(self.text(stage.first)) for stage in self.stages)

    def _stage(self, given: Any, last: bool) -> Stage:
        if not isinstance(given, Mapping):
            raise self._wrong(f"{given!r} is not a stage of a schedule", "a dictionary of parameters")
        parameters = dict(given)
        episodes, seeds = parameters.pop("episodes", None), parameters.pop("seeds", None)
        if last and episodes is not None:
            raise self._wrong("the last stage of a schedule goes on for ever", "no 'episodes' in it")
        if not last and not (_is_whole(episodes) and episodes > 0):
            raise self._wrong(
                f"episodes = {episodes!r} is not possible", "in each stage but the last a whole number, 1 or more"
            )
        self.generator.check(parameters)
        return Stage(parameters, episodes, None if seeds is None else self._seeds(seeds))

    def _seeds(self, given: Any) -> tuple[int, ...]:
        listed = range(given) if _is_whole(given) else given
        few = isinstance(listed, Sequence) and 0 < len(listed) <= LISTED_SEEDS_LIMIT
        if not few or not all(_is_seed(seed) for seed in listed):
            raise self._wrong(
                f"seeds = {given!r} is not possible", f"how many, from 1 to {LISTED_SEEDS_LIMIT}, or a list of seeds"
            )
        return tuple(dict.fromkeys(listed))

    def _wrong(self, message: str, expected: str) -> RelgymError:
        return RelgymError(f"{self.generator.name}: {message}", expected=expected)

    def stage(self, episode: int) -> Stage:
        """The stage of an episode, 0 for the first."""
        for stage in self.stages:
            if stage.episodes is None or episode < stage.episodes:
                return stage
            episode -= stage.episodes
        raise AssertionError("the last stage goes on for ever")

    def drawn(self, rng: RandomNumbers, episode: int, options: Mapping[str, Any]) -> Made:
        """The problem of an episode: of a seed that is drawn, or of that in `options["problem"]`.

        `options["parameters"]` go before those of the stage. Raises `RelgymError` if they are not possible.
        """
        check_options(options, "problem", "parameters")
        stage = self.stage(episode)
        named, other = options.get("problem"), options.get("parameters", {})
        if not isinstance(other, Mapping):
            raise self._wrong(f"{other!r} are not parameters", "a dictionary")
        if named is not None and not _is_seed(named):
            raise self._wrong(f"there is no problem {named!r}", f"a seed: a whole number from 0 to {SEEDS - 1}")
        self.generator.check(other)
        seed = stage.drawn(rng) if named is None else int(named)
        return Made(seed, tuple({**stage.parameters, **other}.items()))

    def text(self, made: Made) -> str:
        """The text of a problem."""
        return self.generator.text(made.seed, dict(made.parameters))

    def label(self, made: Made) -> str:
        """The generator and its parameters."""
        given = ", ".join(f"{name} = {value}" for name, value in (("seed", made.seed), *made.parameters))
        return f"{self.generator.name} ({given})"

    def every(self) -> tuple[Made, ...]:
        """All problems of all stages; raises `RelgymError` where they are not limited to some seeds."""
        problems: dict[Made, None] = {}
        for stage in self.stages:
            if stage.seeds is None:
                raise RelgymError(
                    f"{self.generator.name}: problems are made without end, and this needs a fixed set of them",
                    expected='a number of problems, such as generator={"seeds": 200}',
                )
            problems |= dict.fromkeys(map(stage.made, stage.seeds))
        return tuple(problems)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Schedule) and (self.generator, self.stages) == (other.generator, other.stages)
        return same if isinstance(other, Schedule) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.generator, len(self.stages)))

    def __repr__(self) -> str:
        return f"Schedule({self.generator!r}, {len(self.stages)} stages)"


def schedule_of(problems: object, given: Given | None) -> Schedule | None:
    """The schedule of a generator, `None` for problems that are there already.

    Raises `RelgymError` for parameters of what takes none.
    """
    if callable(problems):
        generator = problems if isinstance(problems, ProblemGenerator) else ProblemGenerator(problems)
        return Schedule(generator, {} if given is None else given)
    if given is not None:
        raise RelgymError(
            "these problems are files or texts, and take no parameters from 'generator'",
            expected="in their place a function that makes one from a seed",
        )
    return None


def _is_whole(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_seed(value: Any) -> bool:
    return _is_whole(value) and 0 <= value.__index__() < SEEDS
