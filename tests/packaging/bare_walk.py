"""A walk through domains of the catalogue that prints all that relgym says of them, as a line of JSON each.

`test_bare.py` runs it with NumPy and the other libraries, and without them: nothing may differ.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import relgym
from relgym.catalogue.domains import EnvSpec, spec
from relgym.checking import diagnose
from relgym.errors import BackendError
from relgym.questions.asking import answer, play_of
from relgym.questions.plays import Play
from relgym.questions.table import named
from relgym.reasoning.randomness import seeded
from relgym.render.painter import Painter
from relgym.render.rddl.painter import RDDLPainter
from relgym.write.pddl import write_domain, write_problem
from relgym.write.rddl import domain_text, instance_text

STEPS = 6


def of_play(play: Play, picture: Any, explained: str) -> Iterator[Any]:
    """What a play says on the way, and the pictures of its states."""
    rng = seeded(1)
    choose = Random(0)
    state = play.start(rng)
    yield answer(play, named("derived"), "", {}, state)
    yield answer(play, named("explain"), explained, {}, state)
    for step in range(STEPS):
        view = play.view(state, step)
        yield view, picture(state)
        if not view["actions"] or view["terminated"]:
            break
        action = choose.choice(view["actions"])
        yield answer(play, named("explain"), action, {}, state)
        state, reward, _ = play.step(state, action, rng)
        yield reward


def walk(own: EnvSpec) -> dict[str, Any]:
    """What relgym says of a domain and its first problem."""
    problem, given = own.problems("train")[0], own.axiom_files()
    found: dict[str, Any] = {
        "name": own.name,
        "diagnosed": [str(item) for item in diagnose(own.domain, problem, axioms=given)],
    }
    task = relgym.load(own.domain, problem, axioms=given)
    found["written"] = written(task)
    for backend in ("builtin", "sld"):
        try:
            reasoner = relgym.Reasoner(task, backend=backend)
            if own.language == "rddl":
                picture, explained = RDDLPainter(reasoner).svg, "noop"
            else:
                picture, explained = Painter(task, own.scene()).svg, "goal"
            found[backend] = list(of_play(play_of(reasoner), picture, explained))
        except BackendError as error:
            found[backend] = str(error)
    if own.language == "pddl":
        simulator = relgym.Simulator(task)
        choose, rng = Random(0), seeded(2)
        for _ in range(STEPS):
            if actions := sorted(simulator.actions(), key=lambda number: str(simulator.action(number))):
                simulator.apply(choose.choice(actions), rng)
        found["simulated"] = simulator.state.to_json()
    return found


def written(task: Any) -> list[str]:
    """The texts of a task or an instance."""
    if isinstance(task, relgym.Task):
        return [write_domain(task.domain), write_problem(task.problem)]
    return [domain_text(task.domain), instance_text(task)]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for name in sys.argv[1:]:
        print(json.dumps(walk(spec(name)), sort_keys=True))
