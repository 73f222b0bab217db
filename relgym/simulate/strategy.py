"""The choice of a way to walk, from what steps take.

A walk begins by remembering states (`recalling.py`). It grounds its task, or tries other ways, when its steps take long
(`remembering.py`, `profiling.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import State
from relgym.reasoning.randomness import Generator
from relgym.simulate.ground.grounding import Bounds
from relgym.simulate.ground.moves import Moves
from relgym.simulate.ground.task import Ground
from relgym.simulate.grounded import Grounded
from relgym.simulate.profiling import ProfilingRun, Rival
from relgym.simulate.recalling import Recalling
from relgym.simulate.stepping import MakeSystem, Stepping
from relgym.translate.analysis.invariants import mutex_groups

MAKING_SECONDS = 0.1
"""Seconds to make an engine from which on no second one is made only to measure it, if the task is grounded."""

Take = Callable[..., Sequence[int]]
"""A function that carries out the valid action of a number, and returns the numbers valid after it."""


class Strategy:
    """Carries out a walk in one way after the other.

    Attributes:
        mode: The way in which steps are carried out.
        take: Carries out a step; `set_take` is called with it whenever it changes.
    """

    def __init__(
        self, maker: Callable[[bool], MakeSystem], state: State, lock: Lock, set_take: Callable[[Take], None]
    ) -> None:
        """Begin by remembering states.

        Args:
            maker: Makes what makes engines; lean ones, if it is called with true.
            state: Where the walk begins.
            lock: Held for all that is new.
            set_take: Takes the function that carries out steps.
        """
        self.lock = lock
        self._maker = maker
        self._set_take = set_take
        # Steps in other ways that are measured, and the walk that waits meanwhile; the fastest of these ways.
        self._run: ProfilingRun | None = None
        self._waiting: Recalling | None = None
        self._rival: Rival | None = None
        self.mode: Recalling | Rival = Recalling(maker(True), mutex_groups, state, lock, self._review)
        self._go_on_by(self.mode.take)

    @property
    def may_attempt(self) -> bool:
        """Tell whether `mode` may carry out a step by itself: not while its steps are measured."""
        return self._run is None

    def _go_on_by(self, take: Take) -> None:
        self.take = take
        self._set_take(take)

    def go_to(self, state: State) -> None:
        """Stand in another state."""
        mode = self.mode
        if isinstance(mode, Grounded) and not mode.reaches(state):
            self._leave_ground(mode)
        self.mode.go_to(state)

    def ground(self, seconds: float) -> bool:
        """Ground the task now; returns whether it is grounded."""
        match self.mode:
            case Recalling() as mode:
                return mode.ground(Bounds(seconds))
            case Grounded():
                return True
            case _:
                return False

    @property
    def ground_task(self) -> Ground | None:
        """The ground task, `None` if the task is not grounded."""
        match self.mode:
            case Recalling() as mode:
                return None if mode.moves is None else mode.moves.ground
            case Grounded() as mode:
                return mode.ground_task
            case _:
                return None

    def forget(self) -> None:
        """Remember no states from now on."""
        mode = self.mode
        if isinstance(mode, Recalling):
            state, moves = mode.state(), mode.moves
            self._change_to(self._stepping(mode, state) if moves is None else self._grounded(mode, moves, state))
        self._end_run()

    # -- measurements ------------------------------------------------------------------------

    def _review(self) -> None:
        """Measure whether remembering states pays."""
        mode = self.mode
        assert isinstance(mode, Recalling)
        self._go_on_by(mode.take)
        match mode.remembering.review():
            case "record":
                pass
            case "trust":
                self._go_on_by(mode.take_uncounted if mode.counts_needlessly else mode.take)
            case "ground":
                mode.remembering.grounded(mode.ground(mode.remembering.bounds))
            case "unground":
                mode.unground()
            case "try":
                self._profile(mode)
            case "leave":
                self._leave(mode)

    def _profile(self, mode: Recalling) -> None:
        """Measure other ways for some steps, beginning with the next one."""
        rivals: list[Callable[[State], Rival]] = []
        moves = mode.moves
        if moves is not None:
            rivals.append(lambda state: self._grounded(mode, moves, state))
        if moves is None or mode.making_seconds < MAKING_SECONDS:
            rivals.append(lambda state: self._stepping(mode, state))
        self._waiting, self._run = mode, ProfilingRun(rivals, mode.state(), mode.remembering.seconds)
        mode.retire(self._pass_on)
        self.mode = self._run.mode
        self._go_on_by(self._take_profiled)

    @synchronized
    def _take_profiled(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action, and measure it; in the end go on in the fastest way."""
        run, waiting = self._run, self._waiting
        if run is None or waiting is None:
            return self.take(number, rng)
        numbers = run.take(number, rng)
        self.mode = run.mode
        if not run.is_over:
            return numbers
        # Should an error be raised here, the run goes on, and its next step ends it.
        state = run.mode.state()
        if waiting.remembering.judge(run.seconds):
            if run.mode is not run.fastest:
                run.fastest.go_to(state)
            self.mode = run.fastest
        else:
            waiting.go_to(state)
            self.mode, self._rival = waiting, run.fastest
        self._end_run()
        return self.mode.numbers()

    def _leave(self, mode: Recalling) -> None:
        """Go on in the way that was measured last."""
        rival, state = self._rival, mode.state()
        assert rival is not None
        if isinstance(rival, Grounded) and not rival.reaches(state):
            rival = self._stepping(mode, state)
        rival.go_to(state)
        self._change_to(rival)
        self._go_on_by(rival.take)

    def _leave_ground(self, mode: Grounded) -> None:
        """Go on without the ground task; this ends a profiling run."""
        self._change_to(self._stepping(mode, mode.state()))
        self._end_run()

    def _stepping(self, mode: Recalling | Grounded, state: State) -> Stepping:
        """Make a walk on which the engine carries out every step."""
        return Stepping(self._maker(False), mode.groups, state, self.lock)

    def _grounded(self, mode: Recalling, moves: Moves, state: State) -> Grounded:
        """Make a walk through the ground task that remembers no states."""
        return Grounded(mode.system, self._maker(True), mode.groups, moves, state, self.lock)

    def _change_to(self, mode: Rival) -> None:
        """Go on in another way; methods that were taken from the way before pass on what they are asked."""
        if not isinstance(self.mode, Stepping):
            self.mode.retire(self._pass_on)
        self.mode = mode

    def _end_run(self) -> None:
        """End the measurements, if there are any."""
        self._run = self._waiting = None
        self._go_on_by(self.mode.take)

    def _pass_on(self, number: int, rng: Generator | None) -> Sequence[int]:
        return self.take(number, rng)
