"""Questions that are answered by a picture, as the text of an SVG file."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from typing import TYPE_CHECKING, Any

from relgym.errors import RelgymError
from relgym.model.pddl.problem import Task
from relgym.questions.plays import PDDLPlay, RDDLPlay
from relgym.questions.question import BOOL, Answer, Asked, Field, Question, needs_packages, options
from relgym.render.scene import Scene, check_scene
from relgym.tuning.service import FILM_FRAMES_LIMIT

if TYPE_CHECKING:
    from relgym.model.pddl.state import State
    from relgym.model.rddl.state import RDDLState
    from relgym.render.drawing import Drawing

_DOMAIN = re.compile(r"\(\s*define\s*\(\s*domain\s+([^\s()]+)", re.IGNORECASE)


def _pddl_picture(play: PDDLPlay, asked: Asked) -> Answer:
    from relgym.render.svg import svg

    drawing = _pddl_drawing(play, asked.state, asked.options["goal"])
    return {"svg": svg(drawing, inline=True), "width": drawing.width, "height": drawing.height}


def _pddl_drawing(play: PDDLPlay, state: State, goal: bool) -> Drawing:
    # Imported late: most workers draw nothing.
    from relgym.render.painter import Painter

    painter = play.painters.get(goal)
    if painter is None:
        task = play.reasoner.task
        painter = play.painters[goal] = Painter(task, _scene(task), goal=goal)
    return painter.drawing(state)


@needs_packages
def _film(play: Any, asked: Asked) -> Answer:
    from relgym.render.files import gif

    states = [state for _, state in asked.path] or [asked.state]
    if len(states) > FILM_FRAMES_LIMIT:
        raise RelgymError(f"the film has more than {FILM_FRAMES_LIMIT} pictures", hint="begin anew, or go back")
    drawings = [_drawing(play, state, asked.options["goal"]) for state in states]
    return {"gif": b64encode(gif(drawings)).decode(), "frames": len(drawings)}


def _drawing(play: PDDLPlay | RDDLPlay, state: Any, goal: bool) -> Drawing:
    return _pddl_drawing(play, state, goal) if isinstance(play, PDDLPlay) else _rddl_drawing(play, state)


def _rddl_picture(play: RDDLPlay, asked: Asked) -> Answer:
    from relgym.render.svg import svg

    drawing = _rddl_drawing(play, asked.state)
    return {"svg": svg(drawing, inline=True), "width": drawing.width, "height": drawing.height}


def _rddl_drawing(play: RDDLPlay, state: RDDLState) -> Drawing:
    from relgym.render.rddl_painter import RDDLPainter

    # An instance has no goal that a picture could show, so the option changes nothing.
    if play.painter is None:
        play.painter = RDDLPainter(play.reasoner.program)
    return play.painter.drawing(state)


def _scene(task: Task) -> Scene | None:
    """Return the scene of the catalogue's domain with the name of a task's domain, if the task fits it."""
    scene = _scenes().get(task.domain.name)
    if scene is None:
        return None
    try:
        check_scene(scene, task)
    except RelgymError:
        # Another domain of the same name.
        return None
    return scene


@cache
def _scenes() -> dict[str, Scene]:
    """Return the scenes of the catalogue by the names of their domains."""
    from relgym.catalogue.domains import catalogue

    found = {}
    for spec in catalogue("pddl"):
        scene, named = spec.scene(), _DOMAIN.search(spec.domain.read_text(encoding="utf-8"))
        if scene is not None and named is not None:
            found[named[1].lower()] = scene
    return found


def _network(play: RDDLPlay, asked: Asked) -> Answer:
    from relgym.render.nets.svg import net_svg
    from relgym.translate.equations.graph import ground_net, lifted_net

    layout = play.reasoner.dynamics.layout
    net = ground_net(layout) if asked.options["ground"] else lifted_net(layout.domain)
    nodes = [{"name": node.name, "role": node.role.value, "level": node.level} for node in net.nodes]
    return {
        "svg": net_svg(net, inline=True),
        "title": net.title,
        "nodes": nodes,
        "edges": [list(edge) for edge in net.edges],
    }


_SVG = '<svg xmlns="http://www.w3.org/2000/svg" …'

PICTURES = (
    Question(
        "picture",
        "a picture of the state as SVG; its parts name their objects and atoms",
        "state",
        _pddl_picture,
        _rddl_picture,
        options(Field("goal", BOOL, "Show the goal of a PDDL task in the picture.", default=True, example=True)),
        example={"svg": _SVG, "width": 320, "height": 240},
    ),
    Question(
        "film",
        "the pictures from the start of the session to where it stands, as a GIF in base64",
        "state",
        _film,
        _film,
        options(Field("goal", BOOL, "Show the goal of a PDDL task in the pictures.", default=True, example=True)),
        needs_path=True,
        example={"gif": "R0lGODlh…", "frames": 2},
        is_long=True,
    ),
    Question(
        "network",
        "the dynamic Bayes net of an RDDL instance",
        "state",
        rddl=_network,
        options=options(Field("ground", BOOL, "A node for each value, not for each fluent.", default=False)),
        example={"svg": _SVG, "title": "lamp", "nodes": [], "edges": []},
    ),
)
