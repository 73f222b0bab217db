"""Limits of one call (seconds, memory, outcomes and digits), and the budget that a running call draws on.

Generated code and interpreters look at a budget now and then: `if clock() > deadline[0]: look()`. The first look of a
call starts its clock, so a call that ends before one costs nothing but the reset of a number.

>>> budget = Budget("builtin", Limits(seconds=0))
>>> with budget.call():
...     budget.look()
Traceback (most recent call last):
    ...
TimeoutError
>>> print(budget.error())
the builtin engine did not answer within 0 s
hint: raise seconds: Limits(seconds=...), or --limit SECONDS on the command line; or make the question more selective
"""

from __future__ import annotations

import sys
from _thread import allocate_lock
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from functools import partial
from itertools import chain, islice
from math import inf, prod
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from relgym.errors import BackendError, RelgymError
from relgym.process_size import MEGABYTE, resident
from relgym.tuning.limits import BLOCK_VALUES, LOOK_SECONDS, PRODUCT_BITS, PRODUCT_FACTORS

P = ParamSpec("P")
T = TypeVar("T")

_UNITS = {"seconds": "s", "memory": "MB", "outcomes": "outcomes", "digits": "digits"}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one call, in the engine, in the transition and in code that expands outcomes.

    Attributes:
        seconds: Wall-clock time of the call.
        memory: Megabytes (2**20 bytes) that the call may add to the resident size of the process. The size is sampled,
            so a call may go beyond it for some milliseconds.
        outcomes: The most distinct outcomes that the call may hold at one time while it expands them.
        digits: The most decimal digits of an exact number, or of its numerator or denominator. Beyond 4,300 digits
            Python itself does not print a whole number.
    """

    seconds: float = 30.0
    memory: float = 2048.0
    outcomes: int = 100_000
    digits: int = 4300

    def __post_init__(self) -> None:
        for name, unit in _UNITS.items():
            value: object = getattr(self, name)
            whole = name in ("outcomes", "digits")
            right = isinstance(value, int) if whole else isinstance(value, float) or _is_double(value)
            if isinstance(value, bool) or not right or not value >= whole:  # type: ignore[operator]  # now a number
                expected = "a whole number, 1 or more" if whole else "a number, 0 or more"
                raise RelgymError(f"an engine cannot take {value!r} {_NAMES.get(name, unit)}", expected=expected)

    @classmethod
    def of(cls, given: Limits | Mapping[str, float]) -> Limits:
        """Return limits given as `Limits` or as a mapping of its attributes.

        Args:
            given: The limits; attributes that a mapping lacks have their defaults.

        Raises:
            RelgymError: These are not limits.
        """
        if isinstance(given, Limits):
            return given
        known = [field.name for field in fields(cls)]
        if not isinstance(given, Mapping) or not set(given) <= set(known):
            raise RelgymError(f"{given!r} cannot be limits", expected=f"Limits, or a dictionary of {', '.join(known)}")
        return cls(**given)  # type: ignore[arg-type]  # its values are checked when it is made

    def passed(self, name: str, who: str) -> BackendError:
        """Return the error for a passed limit, with advice.

        Args:
            name: The name of the limit, such as `seconds`.
            who: The engine or part that has passed it.
        """
        value = f"{getattr(self, name):g} {_UNITS[name]}"
        match name:
            case "seconds":
                text, other = f"{who} did not answer within {value}", "; or make the question more selective"
            case "memory":
                text, other = f"{who} needs more than {value} for one call", "; or ask for less at once"
            case "outcomes":
                value = f"{self.outcomes} outcomes"
                text = f"{who} would expand more than {value}"
                other = "; or draw some: successor(..., rng), sampled_outcomes() for RDDL"
            case _:
                text = f"{who} would need a number of more than {self.digits} digits"
                other = "; or keep numbers small: scale them down in the model"
        option = f", or {_OPTIONS[name]} on the command line" if name in _OPTIONS else ""
        return BackendError(text, hint=f"raise {name}: Limits({name}=...){option}{other}")


def _is_double(value: object) -> bool:
    """Tell whether a value is a whole number that is not beyond all doubles."""
    return isinstance(value, int) and abs(value) <= sys.float_info.max


_NAMES = {"seconds": "seconds", "memory": "megabytes"}

_OPTIONS = {"seconds": "--limit SECONDS", "memory": "--memory MB"}


class Budget:
    """The rest of the limits of the running call; a call within a call is a part of it.

    Args:
        engine: The name of the engine.
        limits: The limits of each call.
        subject: What a message says has passed a limit; by default the engine.

    Attributes:
        deadline: A list with the time at which code that can stop calls `look` next: 0 at the beginning of a call.
        rows: How many more rows an engine may list, of those that functions of `appender` take; `None` if any number.
    """

    __slots__ = ("_base", "_end", "_passed", "_running", "_subject", "deadline", "limits", "rows")

    def __init__(self, engine: str, limits: Limits, subject: str | None = None) -> None:
        self._subject = subject or f"the {engine} engine"
        self.limits = limits
        self.deadline = [0.0]
        # Held by the running call, if there is one; see `call`.
        self._running = allocate_lock()
        self.rows: int | None = None
        self._end = inf
        self._base = -1.0
        self._passed = "seconds"

    def begin(self, since: float | None = None) -> None:
        """Begin a call, unless it is part of one.

        Args:
            since: The time at which it began; by default that of its first look.
        """
        if not self._running.locked():
            self.deadline[0] = 0.0
            if since is not None:
                self._start(since)

    def call(self) -> AbstractContextManager[object]:
        """Return the context of a call, whose clock starts now; inside a running call, that of a part of it.

        It is a lock of Python's own. A signal may end a method of ours before its first line, and a call that the end
        of its context does not reach would never be over.
        """
        context = allocate_lock()
        if not self._running.locked():
            # Here the call may go on in other engines, which ask how much time is left: the clock starts at once.
            self.deadline[0] = 0.0
            self._start(monotonic())
            self._running = context
        return context

    def look(self) -> None:
        """Check the clock and the memory of a call; frequent calls are cheap.

        Raises:
            TimeoutError: The call has passed a limit.
        """
        now = monotonic()
        if self.deadline[0] == 0.0 and not self._running.locked():
            self._start(now)
        if now < self.deadline[0]:
            return
        if now >= self._end:
            self._passed = "seconds"
            raise TimeoutError
        size = resident()
        if self._base < 0:
            self._base = size
        if size - self._base > self.limits.memory:
            self._passed = "memory"
            raise TimeoutError
        self.deadline[0] = min(now + LOOK_SECONDS, self._end)

    def check(self) -> None:
        """Check the clock and the memory of a call.

        Raises:
            BackendError: The call has passed a limit.
        """
        try:
            self.look()
        except TimeoutError:
            passed = True
        else:
            passed = False
        # Outside the handler, or the error would keep alive what the call has made.
        if passed:
            raise self.error()

    def seconds_left(self) -> float:
        """Return the seconds that an engine may take now."""
        return max(0.0, self._end - monotonic()) if self._running.locked() else self.limits.seconds

    def appender(self, items: list[T]) -> Callable[[T], None]:
        """Return a function that appends to a list while rows are left.

        Args:
            items: The list.

        Raises:
            TimeoutError: By the function, when no rows are left.
        """
        if self.rows is None:
            return items.append

        def append(item: T) -> None:
            assert self.rows is not None
            self.rows -= 1
            if self.rows < 0:
                self._passed = "rows"
                raise TimeoutError
            items.append(item)

        return append

    def error(self) -> BackendError:
        """Return the error for the limit that was passed last."""
        if self._passed == "rows":
            return BackendError(f"{self._subject} has listed more rows than it may")
        return self.limits.passed(self._passed, self._subject)

    def beyond(self, name: str) -> BackendError:
        """Return the error for a limit that the caller counts.

        Args:
            name: `outcomes` or `digits`.
        """
        return self.limits.passed(name, "the call")

    def keeping(self, function: Callable[P, T]) -> Callable[P, T]:
        """Return the function with these limits.

        Inside a running call, the wrapped function is a part of that call.

        Args:
            function: A function that calls `look` now and then.

        Raises:
            BackendError: By the function, when it passes a limit.
        """

        def kept(*arguments: P.args, **named: P.kwargs) -> T:
            with self.call():
                try:
                    return function(*arguments, **named)
                except TimeoutError:
                    # Raised outside the handler, or the error would keep alive what the call has made.
                    pass
            raise self.error()

        return kept

    def need(self, size: float, what: str, advice: str) -> None:
        """Check that a piece of work fits into the memory of one call.

        Args:
            size: Its size in bytes.
            what: Its name, for the message.
            advice: The hint, for the message.

        Raises:
            BackendError: It does not fit.
        """
        if size > self.limits.memory * MEGABYTE:
            error = self.limits.passed("memory", f"{what}: about {size / MEGABYTE:,.0f} MB; {self._subject}")
            raise BackendError(error.message, hint=f"{advice}; or {error.hint}")

    def watched(self, items: Iterable[T], step: int = BLOCK_VALUES) -> Iterator[T]:
        """Yield items, and check the clock before each `step` of them.

        Args:
            items: The items.
            step: The number of items between two checks.

        >>> list(Budget("builtin", Limits()).watched("ab"))
        ['a', 'b']
        """
        return _looking(self.look, items, step)

    def checked(self, items: Collection[T], step: int = BLOCK_VALUES) -> Iterable[T]:
        """Return items, and check the limits before each `step` of them, if there are more.

        Args:
            items: The items.
            step: The number of items between two checks.

        Raises:
            BackendError: The call has passed its time or memory; raised while the items are taken.
        """
        return items if len(items) <= step else _looking(self.check, items, step)

    def blocks(self, size: int, step: int) -> Iterator[range]:
        """Yield `range(size)` in ranges of `step` numbers, and check the clock before each.

        Args:
            size: The end of the range.
            step: The largest length of a part.

        >>> list(Budget("builtin", Limits()).blocks(5, 2))
        [range(0, 2), range(2, 4), range(4, 5)]
        """
        deadline, look = self.deadline, self.look
        for start in range(0, size, step):
            if monotonic() > deadline[0]:
                look()
            yield range(start, min(start + step, size))

    def scope(self) -> dict[str, Any]:
        """Return the names by which generated Python code uses this budget."""
        return {
            "clock": monotonic,
            "deadline": self.deadline,
            "look": self.look,
            "begin": self.begin,
            "blocks": self.blocks,
            "watched": self.watched,
            "flat": chain.from_iterable,
            "product": partial(multiplied, look=self.look),
        }

    def _start(self, now: float) -> None:
        self._end = now + self.limits.seconds
        # Sampled at the first look, for most calls end before it.
        self._base = -1.0


def _looking(look: Callable[[], None], items: Iterable[T], step: int) -> Iterator[T]:
    source = iter(items)
    while some := list(islice(source, step)):
        look()
        yield from some


def bits_of_digits(digits: int) -> int:
    """Return the largest number of bits of a whole number with `digits` decimal digits.

    >>> (10**50 - 1).bit_length() <= bits_of_digits(50) < (10**51).bit_length()
    True
    """
    return digits * 3322 // 1000 + 1


def multiplied(numbers: Iterable[float], look: Callable[[], None]) -> Any:
    """Multiply numbers from the left.

    Args:
        numbers: The numbers.
        look: Looks at the clock; called before whole numbers are multiplied that take long.

    >>> multiplied([2, 3, 0.5], look=print)
    3.0
    """
    product: Any = 1
    source = iter(numbers)
    while some := list(islice(source, PRODUCT_FACTORS)):
        product = prod(some, start=product)
        if isinstance(product, int) and product.bit_length() > PRODUCT_BITS:
            look()
    return product


def rows(sizes: Sequence[int]) -> float:
    """Return the number of rows over columns of these sizes, as a float because the product may be huge."""
    count = 1.0
    for size in sizes:
        count *= size
    return count
