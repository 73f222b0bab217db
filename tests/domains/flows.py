"""Instances stepped by hand: values by names such as `stock___w1`, draws at quantiles that the test chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from relgym.catalogue.domains import spec
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Number, Values
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.translate.equations.layout import Layout

UAVS = ("uav", "uav-discrete", "uav-mixed")

COMMANDS = {
    "uav": ("thrust", "roll-rate", "pitch-rate"),
    "uav-discrete": ("throttle", "bank", "nose"),
    "uav-mixed": ("throttle", "roll-rate", "pitch-rate"),
}

MOST = (4.0, 1.0, 1.0)
"""The most of each command."""

Named = dict[str, Number]
"""Values by names such as `stock___w1`."""


def named(layout: Layout, values: Mapping[str, Values]) -> Named:
    cells = [
        zip(layout.names(fluent), several if isinstance(several, list) else [several], strict=True)
        for fluent, several in values.items()
    ]
    return {name: value for pairs in cells for name, value in pairs}


def constants(simulator: Dynamics) -> Named:
    layout = simulator.layout
    return named(layout, {fluent.name: layout.start(fluent.name) for fluent in layout.of_kind(Kind.NON)})


class Play:
    """One instance; `values` are those of the state, and of what was computed on the way to it."""

    def __init__(self, domain: str, text: str) -> None:
        model = read_domain(spec(domain).domain)
        self.dynamics = Dynamics(read_instance(text, model))
        self.state = self.dynamics.start
        self.values = self._named(self.state, Kind.STATE)
        self.constants = constants(self.dynamics)

    def step(self, actions: Named, draw: Callable[[], float] = lambda: 0.5) -> float:
        layout = self.dynamics.layout
        known = {name for fluent in layout.of_kind(Kind.ACTION) for name in layout.names(fluent.name)}
        assert actions.keys() <= known
        acted = []
        for fluent, idle in zip(layout.of_kind(Kind.ACTION), self.dynamics.idle, strict=True):
            several = idle if isinstance(idle, list) else [idle]
            chosen = [actions.get(*pair) for pair in zip(layout.names(fluent.name), several, strict=True)]
            acted.append(chosen if isinstance(idle, list) else chosen[0])
        step = self.dynamics.step(self.state, tuple(acted), [draw() for _ in range(self.dynamics.uniforms)])
        self.state = step.state
        computed = self._named(step.computed, Kind.INTERMEDIATE)
        self.values = self._named(step.state, Kind.STATE) | computed
        return step.reward

    def total(self, *fluents: str) -> float:
        return sum(value for name, value in self.values.items() if name.split("___")[0] in fluents)

    def _named(self, values: tuple[Values, ...], kind: Kind) -> Named:
        layout = self.dynamics.layout
        names = [fluent.name for fluent in layout.of_kind(kind)]
        return named(layout, dict(zip(names, values, strict=True)))


def command(domain: str, fluent: str, share: float, most: float) -> float:
    """A share of the most, in the way of the domain: where commands have names, the nearest of the three."""
    is_named = domain == "uav-discrete" or fluent == "throttle"
    return 1 + round(share) if is_named else share * most
