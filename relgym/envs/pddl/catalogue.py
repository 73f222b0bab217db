"""The environments of the PDDL domains that come with relgym."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from relgym.backends.base import Limits
from relgym.catalogue.domains import Split, spec
from relgym.catalogue.entries import Entry
from relgym.catalogue.generators import ProblemGenerator
from relgym.catalogue.schedule import Given
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rendering import RenderMode
from relgym.errors import RelgymError
from relgym.read.pddl.axioms.ready_made import listed_axioms
from relgym.read.pddl.free import Free
from relgym.read.source import PathOrText
from relgym.render.scene import Scene


class CataloguePDDLEnv(PDDLEnv):
    """A Gymnasium environment of one split of a domain in relgym's catalogue.

    The reward is the one of its env.toml, unless `reward` is given. Other arguments are those of `relgym.make`.

    Args:
        domain: The name of the domain's folder, or its path.
        split: `train` or `test`.
        problem: The only problem to play: a number, a file's name (`p03`, `test/p03`), a path or a text.
        generator: Parameters or a schedule of the domain's generator, which then makes a new problem at every reset
            (see `relgym.catalogue.schedule`).
        free: The parameters that the agent chooses, instead of those that env.toml names for the same actions; with
            `all`, the agent chooses all parameters of all actions.
    """

    def __init__(
        self,
        domain: str,
        split: Split = "train",
        *,
        problem: int | str | None = None,
        generator: Given | None = None,
        backend: str = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        reward: Literal["goal", "metric"] | None = None,
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Free | None = None,
        raise_on_invalid: bool = False,
        scene: Scene | Path | str | None = None,
        render_mode: RenderMode | None = None,
        render_goal: bool = True,
    ) -> None:
        chosen = catalogue_options(
            domain, split, problem=problem, generator=generator, reward=reward, axioms=axioms, free=free
        )
        super().__init__(
            **chosen,
            backend=backend,
            limits=limits,
            raise_on_invalid=raise_on_invalid,
            scene=scene,
            render_mode=render_mode,
            render_goal=render_goal,
        )


def catalogue_options(
    domain: str,
    split: Split = "train",
    *,
    problem: int | str | None = None,
    generator: Given | None = None,
    reward: Literal["goal", "metric"] | None = None,
    axioms: PathOrText | Iterable[PathOrText] = (),
    free: Free | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the arguments of `PDDLEnv` for those of `CataloguePDDLEnv`; `more` are the same for both."""
    named = spec(domain)
    if problem is not None and generator is not None:
        raise RelgymError(
            f"problem {problem!r} is of a file, and the generator makes others",
            expected="either `problem` or `generator`",
        )
    files = named.problems(split) if problem is None else Entry(named, split).problem(problem)
    return {
        "domain_file": named.domain,
        "problems": files if generator is None else ProblemGenerator.of(named),
        "generator": generator,
        "reward": named.reward if reward is None else reward,
        "axioms": [*named.axiom_files(), *listed_axioms(axioms)],
        "free": named.free_with(free),
        **more,
    }
