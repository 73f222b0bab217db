"""The process in which clingo grounds and solves for a planner, since nothing interrupts it while it grounds.

It reads requests and writes answers, one line of JSON each. It ends when its standard input does, so that it never
outlives relgym. Python gets this text as its program, and imports nothing of relgym: that would take longer than most
plans do.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

MEGABYTE = 2**20


def serve(memory: float) -> None:
    """Answer requests until standard input ends.

    Args:
        memory: The megabytes of address space that the process may add.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=(requests,), daemon=True).start()
    program = _Program()
    _bound(memory)
    while True:
        request = json.loads(requests.get())
        try:
            answer = program.answer(request)
        except MemoryError:
            answer = {"passed": "memory"}
        except RuntimeError as error:
            if "bad_alloc" not in str(error):
                raise
            answer = {"passed": "memory"}
        _write(answer)


def _read(requests: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _bound(memory: float) -> None:
    """Bound the address space, where the system can."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        most = used + int(memory * MEGABYTE)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):
        pass


class _Program:
    """A program of clingo that grows part by part."""

    def __init__(self) -> None:
        import clingo

        self._number, self._function = clingo.Number, clingo.Function
        self._control = clingo.Control(["--warn=none"])
        # Learned clauses must not make fewer atoms possible, or two equal times would prove nothing.
        self._control.enable_cleanup = False

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Add and ground parts, release atoms, solve, and tell which atoms are possible, as far as it is asked.

        Args:
            request: `add` with names, parameters and texts of new parts; `ground` with names and arguments; `release`
                with external atoms; `assume` with external atoms that are true in this solve, `seconds` that the solve
                may take, `state` with the predicates that make up a state, `minimize` if the cost is to be minimized,
                and `bound` with the highest cost; `possible` with predicates and a time.

        Returns:
            Of a solve, `shown` atoms or `None`, and their `cost`; `stopped` if it took too long; `repeated`, two
            times with the same state. Before the best answer set, each one that is `better` is told. `conflict`, True
            if the program has no answer set whatever is assumed. `possible`, the atoms of a time.
        """
        for name, parameters, text in request.get("add", ()):
            self._control.add(name, parameters, text)
        parts = [(name, [*map(self._number, row)]) for name, row in request.get("ground", ())]
        if parts:
            self._control.ground(parts)
        for atom in request.get("release", ()):
            self._control.release_external(self._atom(*atom))
        answer: dict[str, Any] = {}
        if "assume" in request:
            answer = self._solve(request)
        if "possible" in request:
            names, time = request["possible"]
            answer["possible"] = self._possible(names, time)
        return {**answer, "conflict": self._control.is_conflicting}

    def _atom(self, name: str, row: list[int]) -> Any:
        return self._function(name, [*map(self._number, row)])

    def _solve(self, request: dict[str, Any]) -> dict[str, Any]:
        assumed = [self._atom(*atom) for atom in request["assume"]]
        for atom in assumed:
            self._control.assign_external(atom, True)
        answer: dict[str, Any] = {"shown": None}
        bound, minimize = request.get("bound"), request.get("minimize", False)
        mode = "ignore" if bound is None else f"opt,{bound}"
        options: Any = self._control.configuration.solve
        options.opt_mode, options.models = "opt" if minimize and bound is None else mode, 0
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                if not handle.wait(request.get("seconds")):
                    handle.cancel()
                    answer["stopped"] = True
                    break
                model = handle.model()
                if model is None:
                    break
                answer["shown"] = [_listed(term) for term in model.symbols(shown=True)]
                answer["cost"] = model.cost[0] if model.cost else 0
                if "state" in request:
                    answer["repeated"] = _repeated(model, frozenset(request["state"]))
                if not minimize or not model.cost:
                    break
                _write({**answer, "better": True})
        for atom in assumed:
            self._control.assign_external(atom, False)
        return answer

    def _possible(self, names: list[str], time: int) -> list[Any]:
        """The atoms of predicates that may hold at a time, and whether they do for sure."""
        last = self._number(time)
        atoms = self._control.symbolic_atoms
        signatures = [(name, arity) for name, arity, positive in atoms.signatures if positive and name in names]
        return sorted(
            [name, [each.number for each in atom.symbol.arguments[:-1]], atom.is_fact]
            for name, arity in signatures
            for atom in atoms.by_signature(name, arity)
            if atom.symbol.arguments[-1] == last
        )


def _listed(term: Any) -> tuple[str, list[int]]:
    return term.name, [each.number for each in term.arguments]


def _repeated(model: Any, names: frozenset[str]) -> tuple[int, int] | None:
    """Two times with the same true atoms; `None` if there are none. The shown atoms are the actions."""
    states: dict[int, set[Any]] = {}
    for term in model.symbols(atoms=True):
        if term.name in names:
            name, row = _listed(term)
            states.setdefault(row[-1], set()).add((name, *row[:-1]))
    met: dict[frozenset[Any], int] = {}
    last = max((term.arguments[-1].number + 1 for term in model.symbols(shown=True)), default=0)
    for time in range(last + 1):
        earlier = met.setdefault(frozenset(states.get(time, ())), time)
        if earlier != time:
            return earlier, time
    return None


if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[2])
    serve(float(sys.argv[1]))
