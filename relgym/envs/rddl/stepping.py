"""Steps of an environment: the choice between lists and arrays, by an estimate and by profiling runs; their errors."""

from __future__ import annotations

from typing import Any

from relgym.backends.builtin.array_work import lists_surely, step_share
from relgym.backends.builtin.evaluator import BuiltinEvaluator
from relgym.envs.rddl.array_stepper import ArrayStepper, too_large
from relgym.envs.rddl.profile import ProfilingRun
from relgym.envs.rddl.steppers import Held, ListStepper, Stepper
from relgym.errors import RelgymError, SimulationError
from relgym.explain.traces import RDDLExplanation
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Part
from relgym.model.rddl.expressions import INT
from relgym.model.rddl.traversal import walk
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.translate.equations.agreement import values_agree
from relgym.tuning.envs import LISTS_WARMUP_SECONDS, PART_SECONDS, UNTRIED_RATIO


def check_defaults(reasoner: RDDLReasoner) -> None:
    """Raise `SimulationError` for the default of an action-fluent that no action of an environment could hold."""
    for function, several in zip(reasoner.program.actions, reasoner.dynamics.idle, strict=True):
        numbers = several if isinstance(several, list) else [several]
        if function.range == INT and any(not -(2**63) <= number < 2**63 for number in numbers):
            raise SimulationError(
                f"a whole number is too large to be observed: the default of the action-fluent '{function.name}'",
                span=reasoner.dynamics.layout.domain.declared[function.name].span,
                expected="at most 64 bits",
            )


def stepper_of(reasoner: RDDLReasoner) -> Stepper:
    """Choose the faster stepper by an estimate, which is the same in every run; engines other than builtin take lists.

    Sums of real numbers, and functions such as `exp`, may differ in the last bit between lists and arrays. For such
    instances the estimate is final, since otherwise the results of a seed would depend on the clock. For others a rough
    estimate is enough, and `profile_of` tries both steppers.
    """
    simulator = reasoner.dynamics
    engine, program, functions = simulator.engine, simulator.program, simulator.shown_step
    equations = program.needed(functions)
    if not isinstance(engine, BuiltinEvaluator) or lists_surely(program, equations):
        return ListStepper(reasoner)
    conditions = program.of_part(Part.PRECONDITION, Part.INVARIANT, Part.TERMINATION)
    same = values_agree(program, program.needed((*functions, *conditions)))
    if same:
        share = step_share(program, equations)
    else:
        share = engine.counted_share(functions, simulator.start, simulator.idle, [0.5] * simulator.uniforms)
    stepper: Stepper = ArrayStepper(reasoner) if share > 1 else ListStepper(reasoner)
    stepper.has_rival = same and share < UNTRIED_RATIO
    return stepper


def other_stepper(reasoner: RDDLReasoner, stepper: Stepper) -> Stepper:
    """Make a stepper of the other form."""
    return ListStepper(reasoner) if isinstance(stepper, ArrayStepper) else ArrayStepper(reasoner)


def profile_of(reasoner: RDDLReasoner, stepper: Stepper) -> ProfilingRun | None:
    """Return the profiling runs that find the faster stepper; None if there is no other stepper to try."""
    if not stepper.has_rival:
        return None
    simulator = reasoner.dynamics
    parts = sum(1 for item in simulator.program.needed(simulator.shown_step) for _ in walk(item.value))
    return ProfilingRun(isinstance(stepper, ArrayStepper), max(LISTS_WARMUP_SECONDS, PART_SECONDS * parts))


Last = tuple[Held, Held, Any] | None
"""The state before the last step, its action and uniform numbers, as a stepper holds them; None before a first step."""


def moved(before: Stepper, after: Stepper, state: Held, seen: Held, last: Last) -> tuple[Held, Held, Last]:
    """Convert a state, an observation and the last step to the form of another stepper."""
    if last is not None:
        earlier, action, uniforms = last
        last = after.held(before.listed(earlier)), after.held_action(before.listed_action(action)), uniforms
    return after.held(before.listed(state)), after.held_seen(before.listed_seen(seen)), last


def in_step(number: int, error: SimulationError) -> SimulationError:
    """Return the error of a step, with its number."""
    return SimulationError(f"in step {number}, {error.message}", span=error.span, expected=error.expected)


def unobservable(dynamics: Dynamics, stepper: Stepper, seen: Held, after: bool) -> SimulationError:
    """Return the error for an observation with a whole number of more than 64 bits, at the start or `after` a step."""
    program, layout = dynamics.program, dynamics.layout
    observed = tuple(program.functions[fluent.name, False] for fluent in layout.of_kind(Kind.OBSERVED))
    states = tuple(program.functions[function.name, after] for function in program.states)
    return too_large(program, observed or states, stepper.listed_seen(seen))


def last_explained(reasoner: RDDLReasoner, stepper: Stepper, last: Last, cell: str) -> RDDLExplanation:
    """Explain the value that a cell got in the last step; raises `RelgymError` if there was none."""
    if last is None:
        raise RelgymError("there was no step yet", hint="explain() explains the present state")
    state, action, uniforms = last
    return reasoner.explainer.step(cell, stepper.listed(state), stepper.listed_action(action), uniforms.tolist())
