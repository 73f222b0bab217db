"""Films of plans for the site."""

from __future__ import annotations

from relgym.catalogue.domains import EnvSpec
from relgym.catalogue.fitting import scene_for
from relgym.catalogue.loading import load
from relgym.planning.planning import plan
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.render.films.files import film_svg
from relgym.render.films.moves import Shot
from relgym.render.painter import Painter


def plan_film(domain: EnvSpec, problem: str) -> str:
    """Return the text of an SVG film of a plan.

    Args:
        domain: A domain of PDDL.
        problem: The name of one of its training problems.
    """
    task = load(domain.domain, domain.problem("train", problem))
    reasoner = PDDLReasoner(task)
    painter = Painter(task, scene_for(domain.domain, task))
    state = reasoner.initial_state
    shots = [Shot(painter.drawing(state), "")]
    for action in plan(task).actions:
        state = reasoner.successor(state, action)
        shots.append(Shot(painter.drawing(state), str(action)))
    return film_svg(shots)
