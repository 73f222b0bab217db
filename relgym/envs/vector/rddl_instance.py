"""One instance prepared for many copies: the functions of a step, and the arrays with which copies begin."""

from __future__ import annotations

from relgym.envs.vector.rddl_batch import RDDLBatch
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Part
from relgym.reasoning.rddl.dynamics import Dynamics


class SteppedInstance:
    """The arrays of one copy, and the results that all copies share.

    Attributes:
        simulator: The instance.
        batch: Asks about it.
        stepped: The functions that a step computes: next states, observed values, the reward.
        observed: The observ-fluents.
        idle: The default values of the actions.
        start: The initial values of the states.
        blank: The values of observ-fluents before the first step.
    """

    def __init__(self, simulator: Dynamics) -> None:
        self.simulator = simulator
        program, layout = simulator.program, simulator.layout
        self.observed = layout.of_kind(Kind.OBSERVED)
        seen = tuple(program.functions[fluent.name, False] for fluent in self.observed)
        states = tuple(program.functions[function.name, True] for function in program.states)
        # States that are not observed may be too large for observations.
        self.batch = RDDLBatch(simulator, (*program.states, *states) if self.observed else ())
        self.stepped = (*states, *seen, *program.of_part(Part.REWARD))
        self.idle = self.batch.arrays(program.actions, simulator.idle)
        self.start = self.batch.arrays(program.states, simulator.start)
        self.blank = self.batch.arrays(seen, [layout.start(fluent.name) for fluent in self.observed])
