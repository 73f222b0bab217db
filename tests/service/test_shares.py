"""Shares of the server's own time: who floods it delays itself alone."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

import pytest

from relgym.service.access.callers import Caller
from relgym.service.access.shares import Shares, TimeBudget
from relgym.tuning.service import ACTIVE_OWNER_SECONDS, SHARE_BURST_SECONDS, SHARE_MEASURED_SECONDS, SPARE_SHARE


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def spent(shares: Shares, owner: str, seconds: float) -> None:
    """Charge an owner, in parts that are too small to be compared with the time of the process."""
    shares.spend(shares.of(owner), seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def shares(clock: Clock) -> Shares:
    """Shares of a process that takes as long as is measured."""
    return Shares(clock, processor=lambda: 0.0)


def test_a_budget_keeps_what_is_not_spent_up_to_a_bound() -> None:
    budget = TimeBudget(rate=0.25, now=1.0)
    budget.spend(SHARE_BURST_SECONDS + 1.0)
    assert budget.left(1.0) == pytest.approx(-1.0)
    assert budget.wait(1.0) == pytest.approx(4.0)
    assert budget.left(5.0) == pytest.approx(0.0)
    assert budget.left(1000.0) == SHARE_BURST_SECONDS
    assert budget.wait(1000.0) == 0.0


def test_an_owner_that_is_alone_never_waits(clock: Clock, shares: Shares) -> None:
    for _ in range(100):
        spent(shares, "ann", 1.0)
        assert shares.may_enter(shares.of("ann"))


def test_an_owner_that_is_forgotten_counts_no_longer(clock: Clock, shares: Shares) -> None:
    async def tried() -> None:
        kept = shares.of("ann"), shares.of("bob")
        assert all(map(shares.may_enter, kept))
        spent(shares, "ann", 10.0)
        assert not shares.may_enter(kept[0])
        clock.now += ACTIVE_OWNER_SECONDS + 1.5
        spent(shares, "ann", 10.0)
        assert shares.may_enter(kept[0])

    asyncio.run(tried())


def test_an_owner_beyond_its_part_uses_what_is_spare(clock: Clock, shares: Shares) -> None:
    async def tried() -> None:
        kept = [shares.of(owner) for owner in ("ann", "bob", "eve", "joe")]
        assert all(map(shares.may_enter, kept))
        # More than a quarter of the time, and less than half of it.
        for _ in range(100):
            clock.now += 1.0
            spent(shares, "ann", (0.25 + SPARE_SHARE) / 2)
            assert all(map(shares.may_enter, kept))
        spent(shares, "ann", SPARE_SHARE + SHARE_BURST_SECONDS)
        assert not shares.may_enter(kept[0])
        # Others have their own parts.
        assert all(map(shares.may_enter, kept[1:]))

    asyncio.run(tried())


class ClockedLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers go by a clock that is set by hand."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def time(self) -> float:
        return self.clock.now


def played(owners: dict[str, tuple[int, float]], seconds: float) -> tuple[dict[str, float], dict[str, float]]:
    """Let owners ask without pause for requests of some cost each; returns what each spent, and waited at most."""
    clock = Clock()
    with asyncio.Runner(loop_factory=lambda: ClockedLoop(clock)) as runner:
        return runner.run(asked(clock, owners, seconds))


async def asked(
    clock: Clock, owners: dict[str, tuple[int, float]], seconds: float
) -> tuple[dict[str, float], dict[str, float]]:
    shares = Shares(clock, processor=clock)
    spent: dict[str, float] = dict.fromkeys(owners, 0.0)
    waited: dict[str, float] = dict.fromkeys(owners, 0.0)

    async def ask(owner: str, cost: float) -> None:
        share = shares.of(owner)
        while clock.now < seconds:
            came = clock.now
            await share.enter()
            waited[owner] = max(waited[owner], clock.now - came)
            for _ in range(4):
                clock.now += cost / 4
                spent[owner] += cost / 4
                shares.spend(share, cost / 4)
                await asyncio.sleep(0)

    async def pass_time() -> None:
        while True:
            clock.now += 1e-5
            await asyncio.sleep(0)

    clients = [ask(owner, cost) for owner, (number, cost) in owners.items() for _ in range(number)]
    passing = asyncio.create_task(pass_time())
    await asyncio.gather(*clients)
    passing.cancel()
    return spent, waited


def test_owners_that_all_ask_for_much_have_equal_parts() -> None:
    spent, _ = played({"many": (16, 0.002), "few": (2, 0.002), "short": (8, 0.0002)}, 4.0)
    assert min(spent.values()) > 0.6 * max(spent.values())


def test_a_flood_of_one_owner_leaves_the_others_their_part() -> None:
    alone, _ = played({"modest": (1, 0.001)}, 2.0)
    spent, waited = played({"modest": (1, 0.001), "greedy": (32, 0.002)}, 4.0)
    assert alone["modest"] > 1.5
    assert spent["modest"] > 0.35 * 4.0
    assert waited["modest"] < waited["greedy"]


def test_those_who_have_gone_while_they_waited_are_left_out() -> None:
    async def tried() -> list[str]:
        clock = Clock()
        shares = Shares(clock, processor=lambda: 0.0)
        ann, bob = shares.of("ann"), shares.of("bob")
        assert shares.may_enter(ann) and shares.may_enter(bob)
        spent(shares, "ann", 0.1)
        entered: list[str] = []

        async def enter(name: str) -> None:
            await ann.enter()
            entered.append(name)

        first, second = asyncio.create_task(enter("first")), asyncio.create_task(enter("second"))
        await asyncio.sleep(0.005)
        assert not entered
        first.cancel()
        clock.now += 5.0
        await asyncio.wait_for(second, 5.0)
        return entered

    assert asyncio.run(tried()) == ["second"]


def test_requests_are_charged_for_what_the_process_takes() -> None:
    async def tried() -> float:
        clock, processor = Clock(), Clock()
        shares = Shares(clock, processor)
        share = shares.of("ann")
        # Two seconds of the process for each that is measured.
        processor.now = 2 * SHARE_MEASURED_SECONDS
        shares.spend(share, SHARE_MEASURED_SECONDS)
        before = share.budget.left(0.0)
        shares.spend(share, 0.001)
        return before - share.budget.left(0.0)

    assert asyncio.run(tried()) == pytest.approx(0.002)


async def doubled(number: int, wait: Callable[[], Awaitable[None]]) -> int:
    await wait()
    if number < 0:
        raise ValueError("a negative number")
    return 2 * number


def test_metered_work_returns_raises_and_is_cancelled_as_before() -> None:
    async def tried() -> None:
        share = Shares().of("ann")
        assert await share.metered(doubled(2, lambda: asyncio.sleep(0))) == 4
        with pytest.raises(ValueError, match="a negative number"):
            await share.metered(doubled(-1, lambda: asyncio.sleep(0)))
        task = asyncio.create_task(share.metered(doubled(1, asyncio.Event().wait)))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await share.metered(doubled(1, asyncio.Event().wait))  # type: ignore[arg-type]

    asyncio.run(tried())


def test_work_that_is_cancelled_while_it_waits_is_closed() -> None:
    async def tried() -> None:
        clock = Clock()
        shares = Shares(clock, processor=lambda: 0.0)
        ann, bob = shares.of("ann"), shares.of("bob")
        assert shares.may_enter(ann) and shares.may_enter(bob)
        spent(shares, "ann", 1.0)
        work = doubled(1, asyncio.Event().wait)  # type: ignore[arg-type]
        waiting = asyncio.create_task(Caller(share=ann).begin(work))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED

    asyncio.run(tried())
