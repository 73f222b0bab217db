"""Turns: what each owner has used of the workers of a pool, and whose call is carried out next.

Owners take turns by the time that their calls have taken (start-time fair queueing; Goyal, Vin and Cheng, 1997): the
next call is one of the owner that has used least, and who asks for nothing saves no time up. Each has a share of the
waiting places, too.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from relgym.service.problems import Refused
from relgym.service.records import Owner
from relgym.service.workers.frames import Header
from relgym.tuning.service import ACTIVE_OWNER_SECONDS

SERVICE: Owner = "\0service"
"""The owner of what the service itself asks of workers, which goes first."""


@dataclass(slots=True, eq=False)
class Job:
    """A request for a worker.

    Attributes:
        header: The request.
        seconds: The seconds that it may take, once it has begun.
        owner: Who asks.
        done: Is set to the header and the body of the answer.
        tries: The number of workers that died of it; one that died after a while counts as `QUICK_DEATHS`.
        at: When it came, in seconds of the event loop.
    """

    header: Header
    seconds: float
    owner: Owner = SERVICE
    done: asyncio.Future[tuple[Header, bytes]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    tries: int = 0
    at: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    @property
    def is_warming(self) -> bool:
        """True if nobody waits for the answer: the worker begins with it."""
        return bool(self.header["op"] == "warm")

    def answer(self, header: Header, body: bytes = b"") -> None:
        """Set the answer, unless nobody waits for it any longer."""
        if not self.done.done():
            self.done.set_result((header, body))


class Turns:
    """The seconds of workers that owners have used, and the places that they have taken.

    Attributes:
        waiting: The number of calls of each owner that are not answered yet.
    """

    def __init__(self, places: int) -> None:
        """Begin with nothing.

        Args:
            places: The calls that may wait at once; owners that wait at the same time share them.
        """
        self._places = places
        self.waiting: Counter[Owner] = Counter()
        # The seconds that each has used, where it began with as many as the one who had used least.
        self._used: dict[Owner, float] = {}
        self._means: dict[Owner, float] = {}
        # When each has asked last, and when those that have not asked for long were forgotten.
        self._seen: dict[Owner, float] = {}
        self._checked = float("-inf")

    def enter(self, owner: Owner, now: float) -> None:
        """Take a waiting place; raises `Refused` if the owner has its share of them already.

        Args:
            owner: Who asks.
            now: The time in seconds.
        """
        own = self.waiting[owner]
        if own and own >= self._places // len(self.waiting) and owner != SERVICE:
            refused = Refused(429, "too many requests wait", hint="wait for some of the answers")
            raise Refused.of({**refused.problem, "retry_after": 1})
        if not own:
            least = min((self._used[other] for other in self.waiting if other != owner), default=0.0)
            self._used[owner] = max(self._used.get(owner, 0.0), least)
        self.waiting[owner] = own + 1
        self._seen[owner] = now

    def leave(self, owner: Owner) -> None:
        """Give a waiting place back."""
        self.waiting[owner] -= 1
        if not self.waiting[owner]:
            del self.waiting[owner]

    def charge(self, owner: Owner, seconds: float) -> None:
        """Note that a call has taken some seconds of a worker."""
        if owner in self._used:
            self._used[owner] += seconds
            mean = self._means.get(owner, seconds)
            self._means[owner] = mean + (seconds - mean) / 8

    def mean(self, owner: Owner) -> float:
        """Return the seconds that the last calls of an owner have taken on average; many for one without any."""
        return self._means.get(owner, 1.0)

    def first(self, owners: Collection[Owner]) -> Owner:
        """Return the owner whose turn it is."""
        return min(owners, key=lambda owner: self._used.get(owner, 0.0))

    def is_alone(self, now: float) -> bool:
        """Tell whether a single owner has asked for anything lately."""
        if now >= self._checked + 1.0:
            self._checked = now
            before = now - ACTIVE_OWNER_SECONDS
            for other in [other for other, seen in self._seen.items() if seen < before and not self.waiting[other]]:
                for kept in (self._seen, self._used, self._means):
                    kept.pop(other, None)
        return len(self._seen) <= 1 + (SERVICE in self._seen)


class JobQueue:
    """The jobs that wait for one worker: those of one owner in their order, and owners by turns."""

    def __init__(self, turns: Turns, may_begin: Callable[[Owner], bool]) -> None:
        """Begin with no job.

        Args:
            turns: What owners have used.
            may_begin: Tells whether a worker may begin with a job of an owner now.
        """
        self._turns = turns
        self._may_begin = may_begin
        self._first: deque[Job] = deque()
        self._by_owner: dict[Owner, deque[Job]] = {}

    def __len__(self) -> int:
        """Return the number of jobs."""
        return len(self._first) + sum(map(len, self._by_owner.values()))

    def __bool__(self) -> bool:
        """Tell whether there is a job."""
        return bool(self._first or self._by_owner)

    def __iter__(self) -> Iterator[Job]:
        """Iterate over the jobs."""
        yield from self._first
        for own in self._by_owner.values():
            yield from own

    def append(self, job: Job) -> None:
        """Add a job; those of the service go before all others."""
        if job.owner == SERVICE:
            self._first.append(job)
        else:
            self._by_owner.setdefault(job.owner, deque()).append(job)

    def pop(self) -> Job | None:
        """Take the job whose turn it is; `None` if there is none that may begin."""
        if self._first:
            return self._first.popleft()
        owners = [owner for owner in self._by_owner if self._may_begin(owner)]
        if not owners:
            return None
        owner = owners[0] if len(owners) == 1 else self._turns.first(owners)
        own = self._by_owner[owner]
        job = own.popleft()
        if not own:
            del self._by_owner[owner]
        return job

    def taken(self) -> list[Job]:
        """Take all jobs."""
        every = [*self]
        self._first = deque()
        self._by_owner = {}
        return every
