"""Races between ways to walk, on a clock of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from relgym.errors import BackendError
from relgym.locking import Lock
from relgym.simulate import clock, racing
from relgym.simulate.racing import Entrant, Race

STATE: Any = object()


class Runner:
    """A way to walk whose steps take a known time; `seconds` tells how long by the number of the step."""

    def __init__(self, race: Racetrack, name: str, seconds: Callable[[int], float]) -> None:
        self._race = race
        self.name = name
        self._seconds = seconds
        self.steps = self.retired = self.lease = 0

    def apply(self, number: int, rng: object) -> Sequence[int]:
        self._race.now += self._seconds(self.steps)
        self.steps += 1
        return [number]

    def go_to(self, state: object) -> None:
        self._race.now += 0.5

    def state(self) -> object:
        return STATE

    def retire(self) -> None:
        self.retired += 1

    def enter(self, state: object) -> Any:
        assert state is STATE
        return self


class Racetrack:
    """A race, and its clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        # The ways that the race went on in, one after the other.
        self.followed: list[Any] = []
        monkeypatch.setattr(racing, "perf_counter", lambda: self.now)
        monkeypatch.setattr(clock, "STOPWATCH_SECONDS", 0.0)

    def race(
        self, *runners: Runner, waits: str = "", enter: Callable[[Runner], Any] = lambda runner: runner.enter
    ) -> Race:
        first: Any = runners[0]
        entrants = [Entrant(enter(runner), waits=runner.name == waits) for runner in runners]
        return Race(entrants, first, 1 / 128, Lock(), lambda number, rng: [-number], self.followed.append, lambda: None)


@pytest.fixture
def track(monkeypatch: pytest.MonkeyPatch) -> Racetrack:
    return Racetrack(monkeypatch)


def finished(race: Race) -> Any:
    """Go on until the race is over; returns the way that has won."""
    for _ in range(100_000):
        assert race.apply(7, None) == [7]
        if race.is_over:
            assert race.apply(7, None) == [-7]
            return race.way
    raise AssertionError("a race without an end")


@pytest.mark.parametrize("fastest", range(5))
def test_the_fastest_of_five_wins(fastest: int, track: Racetrack) -> None:
    runners = [
        Runner(track, str(index), lambda step, index=index: 1e-4 * (1 + (index - fastest) % 5)) for index in range(5)
    ]
    race = track.race(*runners)
    assert finished(race) is runners[fastest]
    # All take part in the next race.
    assert [entrant.enter for entrant in race.entrants] == [runners[(fastest + index) % 5].enter for index in range(5)]


def test_each_way_has_the_same_time(track: Racetrack) -> None:
    runners = [Runner(track, "fast", lambda step: 4 / 32768), Runner(track, "slow", lambda step: 5 / 32768)]
    finished(track.race(*runners))
    # A window ends with the step that goes beyond it; the longest step does not count.
    assert [runner.steps for runner in runners] == [racing.RACE_WINDOWS * 65, racing.RACE_WINDOWS * 53]


def test_ways_that_are_clearly_slower_leave_early(track: Racetrack) -> None:
    seconds = {"slowest": 3.1e-4, "fast": 1e-4, "slower": 3e-4, "slow": 1.2e-4}
    runners = [Runner(track, name, lambda step, each=each: each) for name, each in seconds.items()]
    race = track.race(*runners)
    assert finished(race) is runners[1]
    assert [entrant.enter for entrant in race.entrants] == [runners[index].enter for index in (1, 3, 2, 0)]
    windows = [len(entrant.windows) for entrant in race.entrants]
    assert windows == [racing.RACE_WINDOWS] * 2 + [racing.LEAVING_WINDOWS] * 2
    per_window = {name: 1 - (-(1 / 128) // each) for name, each in seconds.items()}
    steps = {runner.name: runner.steps / per_window[runner.name] for runner in runners}
    assert steps == {"slowest": racing.LEAVING_WINDOWS, "slower": racing.LEAVING_WINDOWS, "fast": 6, "slow": 6}


def test_a_way_that_takes_long_to_make_enters_when_the_others_are_measured(track: Racetrack) -> None:
    seconds = {"slow": 2.8e-4, "late": 1e-4, "other": 2e-4}
    runners = [Runner(track, name, lambda step, each=each: each) for name, each in seconds.items()]
    entered: list[list[int]] = []

    def enter(state: object) -> Any:
        entered.append([runner.steps for runner in runners])
        return runners[1]

    race = track.race(*runners, waits="late", enter=lambda runner: enter if runner.name == "late" else runner.enter)
    assert finished(race) is runners[1]
    # It is no longer waited for in the next race.
    assert not any(entrant.waits for entrant in race.entrants)
    assert entered[0] == [racing.RACE_WINDOWS * 29, 0, racing.RACE_WINDOWS * 41]


def test_a_way_that_waits_stays_where_there_is_no_race(track: Racetrack) -> None:
    runners = [Runner(track, name, lambda step: 1e-7) for name in ("fast", "late")]
    race = track.race(*runners, waits="late")
    assert finished(race) is runners[0]
    assert [entrant.waits for entrant in race.entrants] == [False, True]


def test_slow_moments_and_single_slow_steps_decide_nothing(track: Racetrack) -> None:
    def disturbed(step: int) -> float:
        return 0.02 if step % 97 == 96 else 9e-4 if track.now % 0.1 < 0.02 else 1e-4

    steady, quick = Runner(track, "steady", lambda step: 1.5e-4), Runner(track, "quick", disturbed)
    assert finished(track.race(steady, quick)) is quick


def test_an_interruption_does_not_end_a_window(track: Racetrack) -> None:
    steady, quick = Runner(track, "steady", lambda step: 2e-4), Runner(track, "quick", lambda step: 1e-4)

    def enter(state: object) -> Any:
        # Others have the processor during the next step.
        interrupted.append(quick.steps)
        return quick

    interrupted: list[int] = []
    quick._seconds = lambda step: 0.02 if interrupted and step == interrupted[-1] else 1e-4
    race = track.race(steady, quick, enter=lambda runner: enter if runner is quick else runner.enter)
    assert finished(race) is quick
    assert len(interrupted) > racing.LEAVING_WINDOWS


def test_one_bad_window_of_three_is_no_reason_to_leave(track: Racetrack) -> None:
    steady = Runner(track, "steady", lambda step: 2e-4)
    quick = Runner(track, "quick", lambda step: 2e-3 if 160 < step < 165 else 1e-4)
    assert finished(track.race(steady, quick)) is quick


def test_the_lease_of_a_way_is_that_of_the_steps_that_use_it_up(track: Racetrack) -> None:
    class Remembering(Runner):
        """Each fourth step is new."""

        def apply(self, number: int, rng: object) -> Sequence[int]:
            valid = super().apply(number, rng)
            self.lease -= self.steps % 4 == 0
            return valid

    runners = [Remembering(track, "cache", lambda step: 1e-4), Runner(track, "other", lambda step: 1.2e-4)]
    race = track.race(*runners)
    assert finished(race) is runners[0]
    assert race.entrants[0].leased == pytest.approx(0.25, abs=0.02)


def test_a_way_that_becomes_faster_gets_more_windows(track: Racetrack, monkeypatch: pytest.MonkeyPatch) -> None:
    steady = Runner(track, "steady", lambda step: 2e-4)
    learns = Runner(track, "learns", lambda step: 1e-4 + 0.02 / (step + 5))
    assert finished(track.race(steady, learns)) is learns
    # In its first windows it takes longer.
    early = Runner(track, "early", lambda step: 1e-4 + 0.02 / (step + 5))
    monkeypatch.setattr(racing, "RACE_WINDOWS_LIMIT", racing.RACE_WINDOWS)
    assert finished(track.race(steady, early)) is steady


def test_a_way_that_is_much_slower_leaves_though_it_becomes_faster(track: Racetrack) -> None:
    quick = Runner(track, "quick", lambda step: 1e-5)
    learns = Runner(track, "learns", lambda step: 1e-3 * 0.99**step + 1e-4)
    race = track.race(quick, learns)
    assert finished(race) is quick
    assert [len(entrant.windows) for entrant in race.entrants] == [racing.LEAVING_WINDOWS] * 2


def test_no_race_where_steps_are_fast(track: Racetrack) -> None:
    runners = [
        Runner(track, "fast", lambda step: 0.9 * racing.FAST_STEP_SECONDS),
        Runner(track, "other", lambda step: 1e-9),
    ]
    assert finished(track.race(*runners)) is runners[0]
    assert not runners[1].steps


def test_those_that_cannot_take_part_are_left_out(track: Racetrack) -> None:
    def gives_up(state: object) -> Any:
        raise BackendError("too late")

    runners = [Runner(track, name, lambda step: 1e-3) for name in ("fails", "refuses", "stays")]
    enters = {"fails": gives_up, "refuses": lambda state: None}
    race = track.race(*runners, enter=lambda runner: enters.get(runner.name, runner.enter))
    assert finished(race) is runners[2]
    assert [entrant.enter for entrant in race.refused] == [enters["refuses"], gives_up]
    assert runners[0].retired == 1


def test_the_last_one_goes_on_where_none_can_take_part(track: Racetrack) -> None:
    runners = [Runner(track, name, lambda step: 1e-3) for name in "ab"]
    race = track.race(*runners, enter=lambda runner: lambda state: None)
    assert finished(race) is runners[0]
    assert not runners[0].retired


def test_ways_to_other_states_count(track: Racetrack) -> None:
    runners = [Runner(track, "jumps", lambda step: 1e-3), Runner(track, "waits", lambda step: 2e-3)]
    runners[1].go_to = lambda state: None  # type: ignore[method-assign]
    race = track.race(*runners)
    while not race.is_over:
        race.apply(7, None)
        race.go_to(STATE)
    assert race.way is runners[1]
