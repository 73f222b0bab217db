"""A process of clingo: it is asked to ground and to solve, and killed at a limit.

>>> from relgym.translate.asp.unrolled import ProgramPart
>>> coin = ProgramPart("coin", ("t",), "{ up(t) }. #external asked(t). :- asked(t), not up(t). #show up/1.")
>>> with ClingoProcess(Limits(seconds=60)) as process:
...     process.solve([(coin, (7,))], [("asked", (7,))]).shown
(('up', (7,)),)
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple

from relgym.limits import Limits
from relgym.model.program import Row
from relgym.planning.planner import PlannerError
from relgym.processes.interpreters import end, start
from relgym.processes.variables import variables
from relgym.resources import module_text
from relgym.translate.asp.plans import Grounding
from relgym.tuning.planning import CLINGO_POLL_SECONDS

ShownAtom = tuple[str, Row]
"""A shown atom: its name and arguments."""


class PassedLimit(Exception):
    """The process has passed a limit, `seconds` or `memory`, and is gone."""


class Solved(NamedTuple):
    """The end of a search for an answer set.

    Attributes:
        shown: The shown atoms; `None` if there is no answer set.
        conflict: True if there is no answer set whatever is asked, now and later.
        stopped: True if the search took too long, so that nobody knows.
        repeated: Two times with the same state.
        cost: The cost of the answer set.
    """

    shown: tuple[ShownAtom, ...] | None
    conflict: bool = False
    stopped: bool = False
    repeated: Sequence[int] | None = None
    cost: int = 0


def _solved(answer: Mapping[str, Any]) -> Solved:
    shown = None if answer["shown"] is None else tuple((name, tuple(row)) for name, row in answer["shown"])
    return Solved(
        shown,
        answer.get("conflict", False),
        answer.get("stopped", False),
        answer.get("repeated"),
        answer.get("cost", 0),
    )


class ClingoProcess:
    """A process in which a program grows, part by part.

    Args:
        limits: The seconds and megabytes of all calls together.
        show: Called now and then with the seconds that have passed.

    Attributes:
        better: The best answer set of the last search for one of least cost.
    """

    def __init__(self, limits: Limits, show: Callable[[int], None] | None = None) -> None:
        self._began = monotonic()
        self._end = self._began + limits.seconds
        self._show = show
        self._known: set[str] = set()
        self.better: Solved | None = None
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        path = json.dumps([os.path.abspath(part) for part in sys.path])
        program = module_text("planning", "clingo", "server.py")
        try:
            arguments = ["-S", "-c", program, str(limits.memory), path]
            self._process = start(arguments, variables(os.environ), is_quiet=True)
        except OSError as error:
            raise PlannerError(f"the planner 'clingo' cannot start a process: {error}") from error
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> ClingoProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        end(self._process)

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return monotonic() - self._began

    def solve(
        self,
        parts: Iterable[Grounding],
        asked: Iterable[ShownAtom] = (),
        *,
        seconds: float | None = None,
        state: Iterable[str] = (),
        minimize: bool = False,
        bound: int | None = None,
    ) -> Solved:
        """Ground parts, and look for an answer set in which external atoms are true, and other ones false.

        Args:
            parts: The parts to ground, with the values of their parameters.
            asked: The external atoms.
            seconds: The time that the search for it may take.
            state: The predicates that make up a state, to find two times with the same state.
            minimize: True for an answer set of least cost; `better` has the best one so far, also after a limit.
            bound: The highest cost.

        Returns:
            The answer set.

        Raises:
            PassedLimit: A limit was passed.
            PlannerError: The process died.
        """
        self.better = None
        answer = self._ask(parts, assume=[*asked], seconds=seconds, state=[*state], minimize=minimize, bound=bound)
        return _solved(answer)

    def possible(self, names: Iterable[str], time: int) -> list[Any]:
        """Return the atoms of a time that grounding has found possible.

        Args:
            names: The predicates.
            time: The time, their last argument.

        Returns:
            Name, arguments, and True for atoms that are true for sure; sorted.

        Raises:
            PassedLimit: A limit was passed.
            PlannerError: The process died.
        """
        possible_ones: list[Any] = self._ask((), possible=[[*names], time])["possible"]
        return possible_ones

    def release(self, asked: ShownAtom, parts: Iterable[Grounding]) -> None:
        """Ground parts, and make an external atom false for ever.

        Args:
            asked: The external atom.
            parts: The parts to ground, with the values of their parameters.

        Raises:
            PassedLimit: A limit was passed.
            PlannerError: The process died.
        """
        self._ask(parts, release=[asked])

    def _ask(self, parts: Iterable[Grounding], **request: Any) -> dict[str, Any]:
        parts = list(parts)
        new = {part.name: part for part, _ in parts if part.name not in self._known}
        self._known |= new.keys()
        request["add"] = [(part.name, part.parameters, part.text) for part in new.values()]
        request["ground"] = [(part.name, row) for part, row in parts]
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None
        answer: dict[str, Any] = json.loads(self._line())
        while "better" in answer:
            self.better = _solved(answer)
            answer = json.loads(self._line())
        if "passed" in answer:
            raise PassedLimit(answer["passed"])
        return answer

    def _line(self) -> bytes:
        while True:
            now = monotonic()
            if now >= self._end:
                raise PassedLimit("seconds")
            try:
                line = self._answers.get(timeout=min(CLINGO_POLL_SECONDS, self._end - now))
            except Empty:
                if self._show is not None:
                    self._show(int(now - self._began))
                continue
            if not line:
                raise self._died()
            return line

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(b"")

    def _died(self) -> Exception:
        code = self._process.wait()
        # Where clingo cannot report that memory is out, it aborts.
        if code < 0:
            return PassedLimit("memory")
        return PlannerError(f"the planner 'clingo' ended with exit code {code} and no answer")
