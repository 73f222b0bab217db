"""Beliefs after the steps of a session, and the values on the way of a step of RDDL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from relgym.errors import MissingEngine, RelgymError
from relgym.model.rddl.domain import Kind as FluentKind
from relgym.model.rddl.equations import cell_name
from relgym.questions.forms import WHOLE
from relgym.questions.plays import PDDLPlay, RDDLPlay
from relgym.questions.question import Answer, Asked, Field, Question, options
from relgym.reasoning.pddl.sensing import Observation, Sensor, sensed
from relgym.reasoning.randomness import seeded

if TYPE_CHECKING:
    from relgym.belief.belief import Belief
    from relgym.belief.listed import ListedBelief


def _belief(play: PDDLPlay, asked: Asked) -> Answer:
    # Imported late: most workers answer no such question.
    from relgym.belief.belief import Belief
    from relgym.belief.listed import ListedBelief

    task = play.reasoner.task
    if not sensed(task):
        raise RelgymError(
            "the task does not say what is seen",
            expected="derived predicates such as seen-at, where at is a predicate of the domain",
            hint="the axioms of a task may define them",
        )
    sensor = Sensor(play.reasoner)
    path = [(action, sensor.observation(state)) for action, state in asked.path or ((None, asked.state),)]
    try:
        belief = Belief(task, play.reasoner.engine.limits)
        _follow(belief, path)
        known, possible = belief.surely.atoms, belief.possibly.atoms
        actions = frozenset(belief.surely.valid_actions())
    except MissingEngine:
        # As in a browser, which has no clingo.
        listed = ListedBelief(play.reasoner)
        with play.reasoner.engine.budget:
            _follow(listed, path)
            known, possible, actions = listed.surely_atoms(), listed.possibly_atoms(), listed.surely_valid()
    # Static atoms are known to everybody.
    changing = {symbol.name for symbol in play.reasoner.translation.program.fluents}
    return {
        "seen": sorted(map(str, path[-1][1])),
        "known": sorted(str(atom) for atom in known if atom.predicate in changing),
        "possible": sorted(str(atom) for atom in possible if atom.predicate in changing),
        "actions": sorted(map(str, actions)),
    }


def _follow(belief: Belief | ListedBelief, path: Iterable[tuple[Any, Observation]]) -> None:
    for action, seen in path:
        if action is None:
            belief.start(seen)
        else:
            belief.after(str(action), seen)


def _trace(play: RDDLPlay, asked: Asked) -> Answer:
    reasoner = play.reasoner
    dynamics, layout = reasoner.dynamics, reasoner.dynamics.layout
    state = dynamics.own(asked.state)
    action = reasoner.action_values.valid_values(state, play.cells(asked.subject))
    rng = seeded(asked.options["seed"])
    step = dynamics.step(state, action, [rng.random() for _ in range(dynamics.uniforms)])
    kinds = FluentKind.INTERMEDIATE, FluentKind.DERIVED, FluentKind.OBSERVED
    groups = {
        "before": (layout.of_kind(FluentKind.STATE), state),
        "action": (layout.of_kind(FluentKind.ACTION), action),
        "computed": (layout.of_kind(*kinds), step.computed),
        "after": (layout.of_kind(FluentKind.STATE), step.state),
    }
    found: Answer = {}
    for name, (fluents, values) in groups.items():
        found[name] = {}
        for fluent, several in zip(fluents, values, strict=True):
            every = several if isinstance(several, list) else [several]
            for row, value in zip(layout.rows(fluent.name), every, strict=True):
                found[name][cell_name(fluent.name, row)] = _shown(layout, fluent.range, value)
    return {**found, "reward": step.reward}


def _shown(layout: Any, of: str, value: Any) -> Any:
    if of in layout.items:
        return layout.items[of][int(value)].name
    return bool(value) if of == "bool" else value


PATHS = (
    Question(
        "belief",
        "what an agent sees, what it knows for sure, and what it holds possible, after all steps of the session",
        "state",
        _belief,
        needs_path=True,
        example={"seen": [], "known": [], "possible": ["(lit)"], "actions": []},
    ),
    Question(
        "trace",
        "the values of all fluents as a step of RDDL computes them",
        "action",
        rddl=_trace,
        options=options(Field("seed", WHOLE, "The seed of what the step draws.", 0, 7)),
        example={"before": {}, "action": {}, "computed": {}, "after": {}, "reward": 0.0},
    ),
)
