"""The values on the way of a step of RDDL, and the net of what depends on what."""

from __future__ import annotations

from typing import Any

from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import cell_name
from relgym.questions.question import Answer, Asked
from relgym.questions.rddl.play import RDDLPlay
from relgym.reasoning.randomness import seeded


def trace(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `trace`."""
    reasoner = play.reasoner
    dynamics, layout = reasoner.dynamics, reasoner.dynamics.layout
    state = dynamics.own(asked.state)
    action = reasoner.action_values.valid_values(state, play.action(asked.subject))
    rng = seeded(asked.options["seed"])
    step = dynamics.step(state, action, [rng.random() for _ in range(dynamics.uniforms)])
    kinds = Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED
    groups = {
        "before": (layout.of_kind(Kind.STATE), state),
        "action": (layout.of_kind(Kind.ACTION), action),
        "computed": (layout.of_kind(*kinds), step.computed),
        "after": (layout.of_kind(Kind.STATE), step.state),
    }
    computed: Answer = {}
    for name, (fluents, values) in groups.items():
        computed[name] = {}
        for fluent, several in zip(fluents, values, strict=True):
            every = several if isinstance(several, list) else [several]
            for row, value in zip(layout.rows(fluent.name), every, strict=True):
                computed[name][cell_name(fluent.name, row)] = _shown(layout, fluent.range, value)
    return {**computed, "reward": step.reward}


def _shown(layout: Any, of: str, value: Any) -> Any:
    if of in layout.items:
        return layout.items[of][int(value)].name
    return bool(value) if of == "bool" else value


def network(play: RDDLPlay, asked: Asked) -> Answer:
    """Answer `network`."""
    from relgym.render.nets.svg import net_svg
    from relgym.translate.equations.graph import ground_net, lifted_net

    layout = play.reasoner.dynamics.layout
    net = ground_net(layout) if asked.options["ground"] else lifted_net(layout.domain)
    return {"svg": net_svg(net, inline=True), **net.to_json()}
