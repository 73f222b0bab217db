"""Films and pictures of walks for the site: SVG that animates by itself, and a picture of the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from walks import EPISODE_STEPS, Walk, plan_walk, walk

from relgym.catalogue.domains import EnvSpec
from relgym.render.films.files import film_svg
from relgym.render.films.moves import Shot
from relgym.render.svg import svg

BYTES_LIMIT = 150_000
"""The most bytes of a film."""

STRIDE_LIMIT = 32
"""The most steps from one state that a film shows to the next one."""


class Film(NamedTuple):
    """A film of a domain, or a picture.

    Attributes:
        problem: The name of the train problem that is seen.
        still: An SVG picture of its start.
        moving: An SVG film, or None where no walk was found or films of it are too large.
        caption: What the film, or the picture, shows.
    """

    problem: str
    still: str
    moving: str | None
    caption: str


def film(domain: EnvSpec) -> Film:
    """Return the film of a domain, or a picture where there is none.

    Args:
        domain: A domain of the catalogue.
    """
    shown = walk(domain)
    still = svg(shown.painter.drawing(shown.steps[0][1]))
    kind = "Problem" if domain.language == "pddl" else "Instance"
    count = len(shown.steps) - 1
    first = -(-count // EPISODE_STEPS) if shown.flowing else 1
    if count:
        for stride in range(max(1, first), STRIDE_LIMIT + 1):
            moving = film_svg(_shots(shown, stride))
            if len(moving.encode()) <= BYTES_LIMIT:
                every = f"; one of {stride} states is drawn" if stride > 1 else ""
                return Film(shown.problem, still, moving, f"{kind} `train/{shown.problem}`: {shown.caption}{every}.")
    return Film(shown.problem, still, None, f"The start of `train/{shown.problem}`.")


def plan_film(domain: EnvSpec, problem: str) -> tuple[str, str]:
    """Return the texts of an SVG film of a plan, and of a picture of its start.

    Args:
        domain: A domain of PDDL.
        problem: The name of one of its training problems.
    """
    shots = _shots(plan_walk(domain, problem), 1)
    return film_svg(shots), svg(shots[0].drawing)


def _shots(shown: Walk, stride: int) -> Sequence[Shot]:
    """Return shots of one state in each stride, of the start and of the end."""
    last = len(shown.steps) - 1
    return [
        Shot(shown.painter.drawing(state), f"{number}: {words}" if words and not shown.flowing else words)
        for number, (words, state) in enumerate(shown.steps)
        if number in (0, last) or number % stride == 0
    ]
