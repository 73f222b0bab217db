"""The choice of a way to walk, by counts of what the walk did: it is the same in every run.

After 64 searches a walk grounds its task if few actions are within reach and fewer valid at once, after 256 also if it
has carried out few of many actions again and again, and never with many axioms; otherwise it makes join views. A memo
stands before either while two thirds of the steps lead to states that were met before, and four fifths once it is
large.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from relgym.errors import BackendError, RelgymError
from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.randomness import Generator
from relgym.simulate.ground.moves import Moves
from relgym.simulate.ground.task import Ground, ground
from relgym.simulate.grounded import Grounded
from relgym.simulate.memo import Memo, Way
from relgym.simulate.stepping import UNLIMITED, MakeSystem, Stepping
from relgym.translate.analysis.invariants import mutex_groups
from relgym.tuning.simulate import (
    COUNTING_REST,
    DOUBTED_STEPS,
    FEW_ACTIONS,
    FEW_AXIOMS,
    FIRST_STEPS,
    GROUND_ACTIONS_LIMIT,
    LARGE_MEMO_EDGES,
    LARGE_REPEATED_SHARE,
    LEARNING_STEPS,
    MANY_ACTIONS,
    MANY_VALID,
    MET_STATES_LIMIT,
    NEW_ACTIONS_SHARE,
    REPEATED_SHARE,
    SEARCHED_STEPS,
)

Mode = Memo | Grounded | Stepping
"""The part that carries out the steps of a walk."""


class WayChoice:
    """Carries out a walk, with a memo or without it.

    A way whose steps are counted has no lease, so that each comes here.

    Attributes:
        mode: What carries out steps.
    """

    def __init__(
        self, maker: Callable[[bool], MakeSystem], state: State, lock: Lock, follow: Callable[[Mode], None]
    ) -> None:
        """Begin with searches.

        Args:
            maker: Makes what makes engines; lean ones, if it is called with true.
            state: Where the walk begins.
            lock: Held for all that is new.
            follow: Called whenever the mode changes.
        """
        self.lock = lock
        self._maker = maker
        self._follow = follow
        # Whether the task may be grounded: not after a state with atoms beyond reach.
        self._may_ground = True
        # True once states are never to be remembered again.
        self._forgets = False
        self._begin(state)

    def _begin(self, state: State) -> None:
        """Begin in a state, with searches."""
        # Steps that were counted, and actions valid after them. From the window on, also steps to states met before.
        self._steps = self._valid = self._window = self._repeated = 0
        self._met: set[int | tuple[int, Values]] = set()
        # The number of searches at which a way is chosen, and that of counted steps at which the window ends.
        self._choosing: float = FIRST_STEPS
        self._reviewing = FIRST_STEPS
        # The share of repeated steps in a window for a memo, and a memo that was large at the last window.
        self._repeating = REPEATED_SHARE
        self._large: Memo | None = None
        self.mode: Mode = Stepping(self._maker(True), mutex_groups, state, self)
        self.mode.lease = 0
        self._follow(self.mode)

    @synchronized
    def interrupted(self, error: BaseException) -> None:
        """Begin anew in the present state, unless the error is one of relgym: these leave nothing half done.

        Anything else, such as Ctrl-C, may end a call between two changes of tables, or while a function is compiled.
        """
        before, state = self.mode, None
        is_whole = isinstance(error, RelgymError)
        while not is_whole:
            try:
                state = state or before.state()
                self._begin(state)
                before.retire()
                if self._forgets:
                    self.forget()
                is_whole = True
            except KeyboardInterrupt:
                # Ctrl-C again: the walk must stand somewhere first.
                pass

    @property
    def way(self) -> Way:
        """The way that carries out what is new."""
        return self.mode.way if isinstance(self.mode, Memo) else self.mode

    def go_to(self, state: State) -> None:
        """Stand in another state."""
        mode = self.mode
        if not mode.reaches(state):
            # Actions may be valid there that were not grounded.
            self._may_ground = False
            self._make_views()
        self.mode.go_to(state)

    def _make_views(self) -> None:
        """Go on with join views: what makes searches keeps none."""
        make, groups, state = self._maker(False), self.way.groups, self.mode.state()
        self._use(Stepping(make, groups, state, self))
        self._choosing = math.inf

    def ground(self, actions: int = GROUND_ACTIONS_LIMIT, seconds: float = math.inf, axioms: float = math.inf) -> bool:
        """Ground the task now, within the bounds of `ground.task.ground` and of axioms; tell whether it is grounded."""
        way = self.way
        if isinstance(way, Grounded):
            return True
        if not self._may_ground:
            return False
        system, state = way.system, self.mode.state()
        task = ground(system, actions, seconds)
        if task is None or state.bits & ~task.within or task.axioms > axioms:
            return False
        moves = Moves(task, system, self.lock)
        self._use(Grounded(system, self._maker(True), way.groups, moves, state, self))
        return True

    @property
    def ground_task(self) -> Ground | None:
        """The ground task, `None` if the task is not grounded."""
        way = self.way
        return way.ground_task if isinstance(way, Grounded) else None

    def forget(self) -> None:
        """Go on without a memo for good."""
        self._forgets = True
        if isinstance(self.way, Stepping) and self._choosing < math.inf:
            self._make_views()
        self._leave(self.way)
        self.mode.lease = UNLIMITED

    def _use(self, way: Way) -> None:
        """Carry out what is new in a way from now on."""
        mode = self.mode
        if isinstance(mode, Memo):
            mode.use(way)
        else:
            way.lease = mode.lease
            self._leave(way)

    def _leave(self, mode: Mode) -> None:
        """Go on in another mode."""
        before = self.mode
        mode.go_to(before.state())
        self.mode = mode
        self._follow(mode)
        if mode is not before:
            # Only now: it then knows no longer where the walk stands.
            before.retire()

    @synchronized
    def renew(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out a step for a mode whose lease is used up, or that the walk has left."""
        if self.mode.lease <= 0:
            try:
                self._decide()
            except BackendError:
                # What was to be made takes too long: the walk goes on as before.
                self._choosing, self._reviewing = max(self._choosing, 2 * self._searched), 2 * self._steps
        mode = self.mode
        if mode.lease > 0:
            return mode.apply(action_id, rng)
        mode.lease = 1
        ids = mode.apply(action_id, rng)
        if not isinstance(mode, Memo):
            self._count(*mode.place(), len(ids))
        return ids

    def _count(self, bits: int, values: Values, valid: int) -> None:
        """Count a step without a memo by the state to which it has led."""
        self._steps += 1
        self._valid += valid
        state = (bits, values) if values else bits
        if state in self._met:
            self._repeated += 1
        elif len(self._met) < MET_STATES_LIMIT:
            self._met.add(state)

    def _decide(self) -> None:
        """Do what the counts say: choose a way, or make or leave a memo."""
        if self._steps >= self._reviewing and not isinstance(self.mode, Memo):
            self._remember()
        if self._searched >= self._choosing:
            self._choose()
        memo = self.mode
        if isinstance(memo, Memo):
            if memo.is_full or (memo.size >= LARGE_MEMO_EDGES and memo is not self._large):
                self._doubt(memo)
            else:
                memo.lease = int(min(SEARCHED_STEPS, self._choosing - self._searched))

    @property
    def _searched(self) -> int:
        """The number of steps that the way has carried out."""
        return self._steps + (self.mode.fresh if isinstance(self.mode, Memo) else 0)

    def _choose(self) -> None:
        """Ground the task or make join views, or go on with searches for a while."""
        way = self.way
        # A ground task lists valid actions one by one, and finds numbers by their hash, which takes long for fractions.
        is_cheap = self._valid <= MANY_VALID * self._steps and Fraction not in map(type, way.place()[1])
        if self._searched < SEARCHED_STEPS:
            self._choosing = math.inf if is_cheap and self.ground(FEW_ACTIONS, axioms=FEW_AXIOMS) else SEARCHED_STEPS
            return
        repeats = len(way.system.steps.known) < NEW_ACTIONS_SHARE * self._searched
        if is_cheap and repeats and self.ground(MANY_ACTIONS, axioms=FEW_AXIOMS):
            self._choosing = math.inf
        else:
            self._make_views()

    def _remember(self) -> None:
        """Make a memo if most of the latest steps led to states that were met before; else count more steps."""
        large = self._large
        if self._repeated >= self._repeating * (self._steps - self._window):
            if large is not None:
                large.use(self.way)
            self._leave(large or Memo(self.way, self))
        else:
            self._large = None
            if large is not None or self._steps >= LEARNING_STEPS:
                self.mode.lease = COUNTING_REST * max(self._steps, LEARNING_STEPS)
        self._begin_window(2 * self._steps)

    def _doubt(self, memo: Memo) -> None:
        """Count some steps without a memo that is large: it returns if nearly all lead to its states, and has room."""
        self._large, self._repeating = None if memo.is_full else memo, LARGE_REPEATED_SHARE
        self._leave(memo.way)
        self.mode.lease = 0
        self._met = {*memo.nodes}
        self._begin_window(self._steps + DOUBTED_STEPS)

    def _begin_window(self, end: int) -> None:
        self._window, self._repeated, self._reviewing = self._steps, 0, end
