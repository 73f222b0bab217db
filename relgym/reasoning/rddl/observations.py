"""Observations of an RDDL instance by the names of their cells, as files write the values."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Values
from relgym.reasoning.rddl.cells import Plain, cells_of
from relgym.reasoning.rddl.dynamics import Dynamics


class Observations:
    """The observ-fluents of one instance."""

    def __init__(self, dynamics: Dynamics) -> None:
        """Look at the fluents of an instance; `observations_of` tells whether there are any."""
        layout = dynamics.layout
        computed = layout.of_kind(Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED)
        observed = layout.of_kind(Kind.OBSERVED)
        self._cells = cells_of(layout, observed)
        self._parts = [(computed.index(each), number, layout.names(each.name)) for number, each in enumerate(observed)]
        self._fluents = observed

    def written(self, computed: Sequence[Values]) -> dict[str, Plain]:
        """Return the observation of a step.

        Args:
            computed: The values of interm-, derived- and observ-fluents, as `Step` has them.
        """
        plain: dict[str, Plain] = {}
        for place, number, names in self._parts:
            values = computed[place]
            several = values if isinstance(values, list) else [values]
            for position, (name, value) in enumerate(zip(names, several, strict=True)):
                plain[name] = self._cells.at(number, position).written(value)
        return plain

    def read(self, observed: dict[str, Plain]) -> tuple[Values, ...]:
        """Return the values of the observ-fluents, in the order of their declaration.

        Args:
            observed: What `written` gave.
        """
        fluents: list[Values] = []
        for fluent, (_, _, names) in zip(self._fluents, self._parts, strict=True):
            values = [self._cells[name].plain(observed[name]) for name in names]
            fluents.append(values if fluent.parameters else values[0])
        return tuple(fluents)


def observations_of(dynamics: Dynamics) -> Observations | None:
    """Return the observations of an instance, if it has observ-fluents."""
    return Observations(dynamics) if dynamics.layout.of_kind(Kind.OBSERVED) else None
