"""One ground program for many states: each state fixes the choices, and clasp derives the rest.

The start of a solve takes most of the time, because clasp prepares the whole program again. Therefore one solve goes on
from state to state, and each state is a model of it: after a model all decisions are undone, and a propagator decides
again. Only the choices that differ from those of a nearby state are decided. A bound on their number fixes all other
choices by propagation; weights of powers of two fill the gap up to the bound.

>>> import clingo
>>> control = clingo.Control(OPTIONS)
>>> control.add("base", [], "{a; b}. c :- a, not b. d :- b.")
>>> control.ground([("base", [])])
>>> a, b, c, d = (control.symbolic_atoms[clingo.Function(name)].literal for name in "abcd")
>>> solving = Solving(control, [a, b], [c, d])
>>> solving.choose(0, True)
>>> solving.solve()
[0]
>>> solving.choose(1, True)
>>> solving.solve()
[1]

Source of the technique: Gebser et al., Theory Solving Made Easy with Clingo 5, 2016 (propagators that decide).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

from relgym.errors import BackendError
from relgym.tuning.clingo import FIRST_DECISIONS_LIMIT, STATES_PER_SAMPLE, STATES_PER_SOLVE

if TYPE_CHECKING:
    from clingo import Assignment, Control, PropagateControl, PropagateInit, Propagator, SolveHandle


OPTIONS = ("--warn=none", "--heuristic=none", "--models=0", "--enum-mode=user", "--restart-on-model")
"""Options of the control: models on demand, the same model more than once, and a restart after each."""


class Solving:
    """A ground program with one answer set whatever is true of its choices; all are false at first.

    `choices` and `reported` are literals of atoms of the program.
    """

    def __init__(self, control: Control, choices: Sequence[int], reported: Sequence[int]) -> None:
        # Clingo keeps the propagator for as long as the control: it must not know this object, which holds both.
        self._control = control
        self._deciding = _Deciding(choices, reported)
        self._different: set[int] = set()
        self._states = 0
        self._differed: Counter[int] = Counter()
        self._solves = ExitStack()
        self._handle: SolveHandle | None = None
        # It is none by inheritance, for the package may be missing: clingo takes the methods that it finds.
        control.register_propagator(cast("Propagator", self._deciding))

    def __del__(self) -> None:
        self._solves.close()

    def choose(self, index: int, true: bool) -> None:
        """Make the choice at an index true, or false."""
        if true == (index in self._deciding.near):
            self._different.discard(index)
        else:
            self._different.add(index)

    def solve(self) -> list[int]:
        """Return the indexes of the true reported atoms; raises `BackendError` if the choices do not determine them."""
        try:
            if self._handle is None or len(self._different) > self._deciding.most:
                self._begin()
            else:
                self._handle.resume()
            self._states += 1
            if self._states % STATES_PER_SAMPLE == 0:
                self._differed.update(self._different)
            return self._found()
        except BaseException:
            # A solve that was broken off says nothing more.
            self._handle = None
            raise

    def _begin(self) -> None:
        """Begin a solve, near by what most states have been like since the last began; the first, near by its state.

        When the last has only just begun there are no more than a few states to tell, and more choices must differ.
        """
        self._solves.close()
        room = 0
        if self._handle is None:
            moved = self._different
        elif self._states < STATES_PER_SOLVE:
            moved, room = set(), self._deciding.most + 1
        else:
            moved = {index for index, times in self._differed.items() if 2 * times > self._states // STATES_PER_SAMPLE}
        self._different = self._different ^ moved
        self._deciding.move(moved, max(room, len(self._different)))
        self._states = 0
        self._differed = Counter()
        self._handle = self._solves.enter_context(self._control.solve(yield_=True))

    def _found(self) -> list[int]:
        assert self._handle is not None
        deciding = self._deciding
        deciding.start(self._different)
        if self._handle.model() is None:
            raise BackendError("clingo finds no answer set: the rules are not stratified")
        return deciding.found


class _Deciding:
    """The propagator: decides which choices differ from those of the state near by, and hears what comes of it.

    `near` are the indexes of what is true in that state, `most` says how many may differ.
    """

    def __init__(self, choices: Sequence[int], reported: Sequence[int]) -> None:
        self._choices = choices
        self._reported = reported
        self._literals: list[int] = []
        self._differing: list[int] = []
        self._weights: list[int] = []
        self._bound = 0
        self._always: list[int] = []
        self._indexes: dict[int, list[int]] = {}
        self._decisions: Iterator[int] = iter(())
        self.near: set[int] = set()
        self.most = FIRST_DECISIONS_LIMIT
        self.found: list[int] = []

    def move(self, different: set[int], room: int) -> None:
        """Change the nearby state at these choices, and let at least `room` choices differ from it."""
        self.near ^= different
        while self.most < room:
            self.most = 2 * self.most + 1

    def start(self, different: Iterable[int]) -> None:
        """Begin with a state that differs in these choices; `found` collects the indexes of its true reported atoms."""
        self.found = self._always.copy()
        decisions = [self._differing[index] for index in different]
        missing = self.most - len(decisions)
        decisions += [weight for bit, weight in enumerate(self._weights) if missing >> bit & 1]
        self._decisions = iter([self._bound, *decisions])

    def init(self, init: PropagateInit) -> None:
        """Add the bound on differing choices; clingo calls this at the beginning of a solve."""
        if self._bound:
            init.add_clause([-self._bound])
        else:
            self._watch(init)
        while self.most >> len(self._weights):
            self._weights.append(init.add_literal())
        self._differing = [-choice if index in self.near else choice for index, choice in enumerate(self._literals)]
        weighted = [(-literal, 1) for literal in self._differing]
        weighted += [(-weight, 1 << bit) for bit, weight in enumerate(self._weights)]
        # The bound on the number of differing choices, if it is in force.
        self._bound = init.add_literal()
        init.add_weight_constraint(self._bound, weighted, len(self._differing), type_=1)

    def _watch(self, init: PropagateInit) -> None:
        """Find the literals of the solver, and watch the reported atoms: both stay the same in later solves."""
        known = frozenset(init.assignment.trail)
        always: list[int] = []
        indexes: dict[int, list[int]] = {}
        for index, literal in enumerate(map(init.solver_literal, self._reported)):
            if literal in known:
                always.append(index)
            else:
                indexes.setdefault(literal, []).append(index)
                init.add_watch(literal)
        self._literals = [*map(init.solver_literal, self._choices)]
        self._always, self._indexes = always, indexes

    def propagate(self, _: PropagateControl, changes: Sequence[int]) -> None:
        """Collect the reported atoms that have become true; clingo calls this during a solve."""
        indexes = self._indexes
        for literal in changes:
            self.found += indexes[literal]

    def decide(self, thread: int, assignment: Assignment, fallback: int) -> int:
        """Return the next literal to decide; clingo calls this as long as an atom is undecided."""
        literal = next(self._decisions, 0)
        if not literal:
            raise BackendError("clingo finds several answer sets: the rules are not stratified")
        return literal
