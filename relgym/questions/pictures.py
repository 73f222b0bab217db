"""Answers that are pictures: SVG as text, and GIF in base64."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from relgym.errors import RelgymError
from relgym.questions.plays import Play
from relgym.questions.question import Answer, Asked, needs_packages
from relgym.tuning.service import FILM_FRAMES_LIMIT


def picture(play: Play, asked: Asked) -> Answer:
    """Answer `picture`."""
    return drawn_state(play, asked.state, asked.options["goal"], asked.options["possible"])


def drawn_state(play: Play, state: Any, goal: bool, possible: Sequence[str] = ()) -> Answer:
    """Return a picture of a state as SVG, with its size.

    Args:
        play: A task on an engine.
        state: The state.
        goal: Whether the picture has the goal of a PDDL task.
        possible: Atoms of a PDDL task that are drawn as ghosts.
    """
    from relgym.render.svg import svg

    drawing = play.drawing(state, goal, possible)
    return {"svg": svg(drawing, inline=True), "width": drawing.width, "height": drawing.height}


@needs_packages
def film(play: Play, asked: Asked) -> Answer:
    """Answer `film`."""
    from relgym.render.films.images import gif

    states = [state for _, state in asked.path] or [asked.state]
    if len(states) > FILM_FRAMES_LIMIT:
        raise RelgymError(f"the film has more than {FILM_FRAMES_LIMIT} pictures", hint="begin anew, or go back")
    drawings = [play.drawing(state, asked.options["goal"]) for state in states]
    return {"gif": b64encode(gif(drawings)).decode(), "frames": len(drawings)}
