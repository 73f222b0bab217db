"""LRTDP: labeled real-time dynamic programming for tasks with goals (Bonet and Geffner, 2003).

Trials go from a start by greedy actions and update the states on the way; a state is labeled as solved when all states
that its greedy policy can reach have residuals below the tolerance. Only states that look good are ever expanded, and
none from which the delete relaxation does not reach the goal. Where steps are free, traps are merged and trials go on
until there are none (`traps.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

from relgym.errors import BackendError, RelgymError
from relgym.limits import Budget, Limits
from relgym.planning.stochastic.criterion import VALUE_TOLERANCE, bound_of, check_above_zero
from relgym.planning.stochastic.goal_estimates import goal_estimates
from relgym.planning.stochastic.policy import Convergence
from relgym.planning.stochastic.process import DecisionProcess, TaskProcess, check_goal, drawn_branch
from relgym.planning.stochastic.table import Decision, TablePolicy
from relgym.planning.stochastic.traps import ValueEntry, endless, merge_traps
from relgym.progress import counting
from relgym.tuning.planning import EXPANSIONS_PER_LOOK

TRAP_TOLERANCE = 1e-3
"""Factor by which LRTDP lowers its tolerance where costs below it hide that a policy goes round for ever. Judged."""

LRTDP_TRIAL_STEPS = 3000
"""Number of steps of a trial of LRTDP. Judged: beyond it a discounted value matters less than the tolerance, and a
trial that goes round in a dead end is better ended by the check of its states."""


def lrtdp(process: DecisionProcess, limits: Limits, seed: int, *, tolerance: float = VALUE_TOLERANCE) -> TablePolicy:
    """Solve the states that the best policy can reach.

    Args:
        process: The process of a PDDL task.
        limits: Seconds and megabytes of the whole call.
        seed: Seeds the trials.
        tolerance: The residual at which a state is solved.

    Raises:
        RelgymError: The process is none of a PDDL task.
    """
    began, criterion = monotonic(), process.criterion
    check_above_zero("the tolerance", tolerance)
    if not isinstance(process, TaskProcess):
        raise RelgymError(
            "the method 'lrtdp' does not support RDDL: an instance has no goal",
            hint="methods that do: value_iteration, uct",
        )
    check_goal(process, "lrtdp")
    budget = Budget("lrtdp", limits, "LRTDP")
    with budget.call(), counting("LRTDP", "states") as show:
        run = _Run(process, budget, show, Random(f"{seed}"), tolerance)
        reason = run.until_solved()
    decisions = {
        state: Decision((action,), (entry.value,))
        for entry in {id(entry): entry for entry in run.entries.values()}.values()
        for state, action in entry.decisions()
    }
    convergence = Convergence(
        "limit" if reason else "solved",
        None if reason else run.residual(),
        len(run.entries),
        run.trials,
        monotonic() - began,
        reason,
        # Values begin with what is too good to be true.
        bound_of(criterion, upper=True) if reason else None,
    )
    return TablePolicy("lrtdp", process, decisions, convergence)


class _Run:
    """One call of LRTDP."""

    def __init__(
        self, process: TaskProcess, budget: Budget, show: Callable[[int], None], rng: Random, tolerance: float
    ) -> None:
        self.entries: dict[Any, ValueEntry] = {}
        self.trials = 0
        self._process, self._budget, self._show, self._rng, self._tolerance = process, budget, show, rng, tolerance
        criterion = process.criterion
        self._discount = criterion.discount
        self._at_goal = criterion.at_goal
        assert criterion.give_up is not None
        self._give_up = criterion.give_up
        # Upper bounds of what a state may be worth: no costs, or the goal at once.
        self._first = 0.0 if criterion.name == "cost" else 1.0
        # A discount leaves nothing to go round for.
        self._has_traps = criterion.discount == 1
        self._estimates = goal_estimates(process)
        self._steps = 0

    def until_solved(self) -> str | None:
        """Run trials until all starts are solved; return why it has stopped early, `None` if it has not."""
        try:
            starts = self._process.starts()
            while True:
                for start in starts:
                    self._solve(start)
                if not self._has_traps or not self._go_round(starts):
                    return None
                for entry in self.entries.values():
                    if entry.actions:
                        entry.solved = False
        except TimeoutError:
            return self._budget.error().message
        except BackendError as error:
            return error.message
        except KeyboardInterrupt:
            return "LRTDP was interrupted"

    def _go_round(self, starts: list[Any]) -> bool:
        """Return True if the greedy policy goes round for ever somewhere, and do something about it."""
        if any(merge_traps(self.entries, start, self._give_up) for start in starts):
            return True
        if any(endless(self.entries, start) for start in starts):
            # Each round costs something, but less than the tolerance.
            self._tolerance *= TRAP_TOLERANCE
            return True
        return False

    def _solve(self, start: Any) -> None:
        while not self._entry(start).solved:
            self._trial(start)
            self.trials += 1

    def _entry(self, state: Any) -> ValueEntry:
        entry = self.entries.get(state)
        if entry is None:
            if self._process.is_over(state):
                entry = ValueEntry([state], self._at_goal, True)
            elif self._estimates is not None and self._estimates.knows(state) and self._estimates.worth(state)[1]:
                entry = ValueEntry([state], self._give_up, True)
            else:
                entry = ValueEntry([state], self._first, False)
            self.entries[state] = entry
        return entry

    def _expanded(self, state: Any) -> ValueEntry:
        """The entry of a state with its actions and their outcomes."""
        entry = self._entry(state)
        if not entry.solved and not entry.actions:
            process = self._process
            actions = [*process.actions(state)]
            branches = [[*process.outcomes(state, action)] for action in actions]
            entry.actions, entry.branches, entry.owners = actions, branches, [state] * len(actions)
            if not actions:
                entry.value, entry.solved = self._give_up, True
        return entry

    def _best(self, entry: ValueEntry) -> tuple[float, int]:
        """The value of a state by Bellman's equation, and the index of the best action; -1 for giving up."""
        best, greedy = self._give_up, -1
        discount, entry_of = self._discount, self._entry
        for place, branches in enumerate(entry.branches):
            worth = 0.0
            for probability, reward, after in branches:
                worth += probability * (reward + discount * entry_of(after).value)
            if worth > best:
                best, greedy = worth, place
        return best, greedy

    def _update(self, entry: ValueEntry) -> None:
        entry.value, entry.greedy = self._best(entry)

    def _look(self) -> None:
        self._steps += 1
        if self._steps % EXPANSIONS_PER_LOOK == 0:
            self._budget.look()
            self._show(len(self.entries))

    def _trial(self, state: Any) -> None:
        visited: list[Any] = []
        for _ in range(LRTDP_TRIAL_STEPS):
            entry = self._expanded(state)
            if entry.solved:
                break
            self._look()
            visited.append(state)
            self._update(entry)
            if entry.greedy < 0:
                break
            state = drawn_branch(self._rng, entry.branches[entry.greedy]).state
        while visited and self._check_solved(visited.pop()):
            pass

    def _check_solved(self, state: Any) -> bool:
        """Label what the greedy policy reaches from a state if all residuals are small; else update it."""
        if self.entries[state].solved:
            return True
        converged = True
        todo, closed, seen = [state], [], {state}
        while todo:
            here = todo.pop()
            entry = self._expanded(here)
            if entry.solved:
                # A dead end that has just been found: the states before it do not know its value yet.
                converged = False
                continue
            self._look()
            closed.append(here)
            value, greedy = self._best(entry)
            if abs(value - entry.value) > self._tolerance:
                converged = False
                continue
            entry.greedy = greedy
            if greedy >= 0:
                for branch in entry.branches[greedy]:
                    if branch.state not in seen and not self._entry(branch.state).solved:
                        seen.add(branch.state)
                        todo.append(branch.state)
        if converged:
            for other in closed:
                self.entries[other].solved = True
        else:
            for other in reversed(closed):
                self._update(self.entries[other])
        return converged

    def residual(self) -> float:
        """Return the largest residual of the states that the policy reaches from the starts."""
        todo = [*self._process.starts()]
        seen = set(todo)
        largest = 0.0
        while todo:
            entry = self.entries[todo.pop()]
            if not entry.branches:
                continue
            largest = max(largest, abs(self._best(entry)[0] - entry.value))
            if entry.greedy >= 0:
                new = {branch.state for branch in entry.branches[entry.greedy]} - seen
                seen |= new
                todo += new
        return largest
