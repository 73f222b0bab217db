"""The common part of Fast Downward (Helmert, 2006) and planners made from it: translation, search, exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from relgym.errors import UnsupportedFeature
from relgym.model.numeric import Value
from relgym.model.pddl.action import Action
from relgym.planning.planner import Finding, PlannerError, Request
from relgym.planning.programs.classical import Classical, classical
from relgym.planning.programs.naming import PlainNames
from relgym.planning.programs.types import without_types
from relgym.processes.programs import Clock, Ended, run, scratch_folder
from relgym.write.pddl import write_domain, write_problem

UNSOLVABLE = frozenset({10, 11})
INCOMPLETE = 12
"""The exit code of a search that has ended without a plan and without a proof that there is none."""

_PLAN_FOUND = frozenset({0, 1, 2, 3})
_PASSED: Mapping[int, str] = {20: "memory", 21: "seconds", 22: "memory", 23: "seconds", 24: "memory"}


@dataclass(frozen=True, slots=True)
class Translated:
    """A task in the form of the search component.

    Attributes:
        axioms: True if it has axioms, of the task or from quantifiers and disjunctions.
        conditional: True if it has conditional effects.
    """

    axioms: bool
    conditional: bool


@dataclass
class Downward:
    """One call of a planner of this family.

    Args:
        name: The name of the planner.
        search: The path of its search program.
        translator: The arguments of Python that run its translator.
        environment: Variables for the translator.
        request: The request.
        folder: A folder for its files.
    """

    name: str
    search: Path
    translator: Sequence[str | Path]
    environment: Mapping[str, str]
    request: Request
    folder: Path
    clock: Clock = field(init=False)
    log: str = field(init=False, default="")

    def __post_init__(self) -> None:
        self.clock = Clock(self.request.limits)
        self.task: Classical = classical(self.request.task, self.request.start)
        if self.task.inexact is not None and (self.request.optimal or self.request.count > 1):
            raise UnsupportedFeature(self.task.inexact)
        self.names = PlainNames(without_types(self.task.task))

    @property
    def sas(self) -> Path:
        """The file of the translated task."""
        return self.folder / "output.sas"

    def translate(self) -> Translated | Finding:
        """Translate the task; return what it needs, or how the call ends."""
        domain, problem = self.folder / "domain.pddl", self.folder / "problem.pddl"
        domain.write_text(write_domain(self.names.task.domain), encoding="ascii")
        problem.write_text(write_problem(self.names.task.problem), encoding="ascii")
        command = [sys.executable, *self.translator, domain, problem, "--sas-file", self.sas]
        ended = self._run(command, environment=self.environment)
        if ended.passed is None and ended.code == 0 and self.sas.is_file():
            return _translated(self.sas, self.name)
        if "axioms are not stratifiable" in ended.output:
            reason = f"the planner '{self.name}' does not support: a derived predicate that recurs below 'forall'"
            return Finding("refused", reason=reason, log=self.log)
        return self._unsolved(ended, "the translator")

    def run_search(self, search: str, *options: str, watch: Callable[[], bool] | None = None) -> Ended:
        """Run the search program on the translated task.

        Args:
            search: The search and its heuristics.
            options: Further options.
            watch: As `run` has it.
        """
        return self._run(
            [self.search, *options, "--search", search, "--internal-plan-file", "plan"], stdin=self.sas, watch=watch
        )

    def plans(self) -> list[tuple[Value, list[Action]]]:
        """Read the plans that were found, each with its cost, the cheapest first."""
        priced = []
        # One plan is written to `plan`, several to `plan.1` and so on; K* puts them into a folder.
        for path in sorted(self.folder.rglob("plan*")):
            if path.name.partition(".")[0] == "plan" and path.is_file():
                lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
                # The last line is written when the plan is complete.
                if lines and lines[-1].startswith("; cost = "):
                    priced.append((self._cost(lines[-1]), self.names.plan(lines, self.name)))
        return sorted(priced, key=lambda pair: (pair[0], len(pair[1]), list(map(str, pair[1]))))

    def finding(self, ended: Ended) -> Finding:
        """Return how a search has ended, apart from proofs."""
        plans = self.plans()
        if plans:
            return Finding("solved", [actions for _, actions in plans], log=self.log)
        return self._unsolved(ended, "the search")

    def _cost(self, line: str) -> Value:
        word = line.removeprefix("; cost = ").split()[0]
        if not word.isdecimal():
            raise PlannerError(f"the planner '{self.name}' printed a cost that is not a whole number: {line!r}")
        return self.task.bound(int(word))

    def _run(
        self,
        command: Sequence[str | Path],
        *,
        stdin: Path | None = None,
        environment: Mapping[str, str] | None = None,
        watch: Callable[[], bool] | None = None,
    ) -> Ended:
        ended = run(command, self.folder, self.clock, self.name, stdin=stdin, environment=environment, watch=watch)
        self.log += ended.output
        return ended

    def _unsolved(self, ended: Ended, part: str) -> Finding:
        code, passed = ended.code, ended.passed
        if passed is None and code in UNSOLVABLE:
            return Finding("unsolvable", log=self.log)
        if passed is None and code == INCOMPLETE:
            return Finding("limit", reason="the search has ended without a plan, but not tried all ways", log=self.log)
        passed = passed or _PASSED.get(code)
        if passed is not None:
            return at_limit(passed, self.name, self.request, self.log)
        if code == 0 or (part == "the search" and code in _PLAN_FOUND):
            what = f"ended without {'a plan' if part == 'the search' else 'a translation'}"
        else:
            what = f"died with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise PlannerError(
            f"the planner '{self.name}' failed: {part} {what}; {ended.last_output}",
            hint="install its package again, try another planner, or report this to its authors",
        )


def best_plans(call: Downward, ended: Ended) -> Finding:
    """Return the plans of a complete search that finds the cheapest plans first."""
    plans = call.plans()[: call.request.count]
    if not plans and ended.passed is None and ended.code == INCOMPLETE:
        # These searches are complete: they have not stopped early.
        return Finding("unsolvable", log=call.log)
    if not plans:
        return call.finding(ended)
    if call.task.inexact is not None:
        # The planner has counted actions, which is not what the metric counts.
        return Finding("solved", [actions for _, actions in plans], log=call.log)
    reason = None
    if len(plans) < call.request.count:
        reason = f"the planner '{call.name}' has found {len(plans)} of {call.request.count} plans"
    return Finding("optimal", [actions for _, actions in plans], bound=plans[0][0], reason=reason, log=call.log)


def at_limit(passed: str, name: str, request: Request, log: str) -> Finding:
    """Return the answer of a planner that has passed a limit.

    Args:
        passed: The limit, as `Ended` has it.
        name: The name of the planner.
        request: What was asked.
        log: What the planner printed.
    """
    if passed == "interrupted":
        return Finding("limit", reason=f"the planner '{name}' was interrupted", log=log, interrupted=True)
    if passed == "disk":
        return Finding("limit", reason=f"the planner '{name}' has written more to disk than it may", log=log)
    return Finding("limit", reason=request.limits.passed(passed, f"the planner '{name}'").message, log=log)


def solved_by(
    name: str,
    request: Request,
    search: Path,
    translator: Sequence[str | Path],
    environment: Mapping[str, str],
    work: Callable[[Downward, Translated], Finding],
) -> Finding:
    """Translate a task in a folder of its own and search for plans.

    Args:
        name: The name of the planner.
        request: The request.
        search: The path of its search program.
        translator: The arguments of Python that run its translator.
        environment: Variables for the translator.
        work: Searches the translated task.

    Returns:
        The answer; a refusal if the task needs numbers beyond costs.
    """
    with scratch_folder() as folder:
        try:
            call = Downward(name, search, translator, environment, request, folder)
        except UnsupportedFeature as error:
            return Finding("refused", reason=f"the planner '{name}' does not support: {error.message}")
        translated = call.translate()
        return work(call, translated) if isinstance(translated, Translated) else translated


def _translated(path: Path, name: str) -> Translated:
    """Read from a translated task whether it has axioms and conditional effects."""
    conditional = False
    with path.open(encoding="utf-8", errors="replace") as lines:
        try:
            for line in lines:
                if line.startswith("begin_operator"):
                    next(lines)
                    for _ in range(int(next(lines))):
                        next(lines)
                    for _ in range(int(next(lines))):
                        conditional |= not next(lines).startswith("0 ")
                elif line.startswith("begin_rule"):
                    return Translated(True, conditional)
        except (ValueError, StopIteration):
            raise PlannerError(
                f"the planner '{name}' failed: its translation cannot be read", hint="install its package again"
            ) from None
    return Translated(False, conditional)
