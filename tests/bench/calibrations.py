"""Measurements behind thresholds, on the code of the package, forced to go either way.

What is compared runs in turns, and the fastest round counts. Times are CPU seconds.
"""

from __future__ import annotations

import random
import re
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import relgym
from relgym import process_size
from relgym.backends.builtin import array_work
from relgym.batched import arrays as batched_arrays
from relgym.batched.arrays import NumpyArrays
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.envs.rddl import fluents
from relgym.envs.vector import draws as vector_draws
from relgym.envs.vector import rddl as vector_rddl
from relgym.envs.vector import rddl_batch
from relgym.read.pddl.loading import read_domain, read_problem
from relgym.read.rddl.loading import read_domain as read_rddl_domain
from relgym.read.rddl.loading import read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.runtime import draws
from relgym.simulate.memo import Memo
from relgym.simulate.pddl import PDDLSimulator

FULL_SECONDS, QUICK_SECONDS = 0.2, 0.02
"""CPU seconds of each figure."""

ROUNDS = 5
"""Number of rounds of a figure, of which the fastest counts."""


@dataclass(frozen=True)
class Calibration:
    """A threshold and what measures it.

    Attributes:
        name: Module and name in `relgym.tuning`.
        measure: Returns the value that this machine suggests; its argument are the CPU seconds of a figure.
        factor: By so much the value may differ before a change is worth while.
        bound: `near`, or `least` if the threshold may be larger than what is measured, `most` if it may be smaller.
    """

    name: str
    measure: Callable[[float], float]
    factor: float = 2.0
    bound: str = "near"

    def would_change(self, measured: float) -> bool:
        """Tell whether a measured value is so far away that the threshold should change."""
        now = value_of(self.name)
        low = self.bound != "most" and now * self.factor < measured
        high = self.bound != "least" and now > measured * self.factor
        return low or high


def value_of(name: str) -> Any:
    """Return the value of a threshold now."""
    module, constant = name.split(".")
    return getattr(import_module(f"relgym.tuning.{module}"), constant)


def seconds(work: Callable[[], object], enough: float) -> float:
    """Return the CPU seconds of a call, the fewest of some rounds."""
    times, spent = 1, 0.0
    while spent < enough / ROUNDS:
        times *= 2
        spent = _spent(work, times)
    return min(_spent(work, times) for _ in range(ROUNDS)) / times


def _spent(work: Callable[[], object], times: int) -> float:
    begun = process_time()
    for _ in range(times):
        work()
    return process_time() - begun


@contextmanager
def forced(module: Any, name: str, value: float) -> Iterator[None]:
    """Give a threshold another value in a module that has imported it."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def crossover(sizes: Sequence[int], ratio: Callable[[int], float]) -> float:
    """Return the size from which on the second way is faster.

    Args:
        sizes: The sizes to try, the smallest first.
        ratio: The time of the first way divided by that of the second, for a size.

    >>> round(crossover([10, 20, 40, 80], lambda size: size / 30), 1)
    28.3
    """
    before = None
    for size in sizes:
        if ratio(size) > 1:
            return float(size) if before is None else sqrt(before * size)
        before = size
    return float(sizes[-1])


Work = Callable[[int], Callable[[], object]]
"""Makes a call of a size, ready to be timed."""


def either(module: Any, name: str, work: Work, enough: float) -> Callable[[int], float]:
    """Return the ratio of times, below the threshold to above it, of a function of the package that asks for it."""

    def ratio(size: int) -> float:
        found = []
        for value in (float("inf"), -1.0):
            with forced(module, name, value):
                found.append(seconds(work(size), enough / 2))
        return found[0] / found[1]

    return ratio


def poisson_rate(enough: float) -> float:
    """Sums of probabilities against a search."""
    rates = [2**power for power in range(2, 11)]
    ratio = either(
        draws, "SUMMED_POISSON_RATE_LIMIT", lambda rate: lambda: [draws.poisson(rate, u / 8) for u in range(8)], enough
    )
    return crossover(rates, ratio)


def added_columns(enough: float) -> float:
    """Counts of true values of 1,000 rows, column by column against along each row."""

    def work(width: int) -> Callable[[], object]:
        truths = np.random.default_rng(0).random((1000, width)) < 0.5
        return lambda: vector_rddl._row_counts(truths)

    return crossover([2, 4, 8, 16, 32, 64, 128], either(vector_rddl, "ADDED_COLUMNS_LIMIT", work, enough))


def scattered_rows(enough: float) -> float:
    """The time of a row that is written by its number, in rows of a mask."""
    array, other, rows = np.zeros(100_000), np.ones(100_000), np.arange(0, 100_000, 1000)
    with forced(rddl_batch, "SCATTERED_ROWS", 0):
        by_number = seconds(lambda: rddl_batch.replaced([array], rows, [other]), enough)
    copied = seconds(array.copy, enough)
    with forced(rddl_batch, "SCATTERED_ROWS", float("inf")):
        by_mask = seconds(lambda: rddl_batch.replaced([array], rows, [other]), enough)
    return max(1.0, (by_number - copied) / len(rows) / (by_mask / len(array)))


def copied_truths(enough: float) -> float:
    """A copy of truth values that is compared, against a look at all of them."""

    def ratio(size: int) -> float:
        given = (np.random.default_rng(0).random(size) < 0.5).astype(np.int8)

        def compared() -> bool:
            return given.astype(fluents._TRUTHS).tobytes() == given.tobytes()

        def looked_at() -> object:
            return given.astype(fluents._TRUTHS), int(np.bitwise_or.reduce(given, axis=None)) in (0, 1)

        return seconds(compared, enough / 2) / seconds(looked_at, enough / 2)

    return crossover([10**power for power in range(2, 8)], ratio)


def dot_elements(enough: float) -> float:
    """A sum as a dot product with ones, against `sum`."""

    def ratio(size: int) -> float:
        array, ones = np.random.default_rng(0).random(size), np.ones(size)
        return seconds(lambda: np.dot(array, ones), enough / 2) / seconds(array.sum, enough / 2)

    return crossover([10**power for power in range(2, 7)], ratio)


def narrow_dot_elements(enough: float) -> float:
    """The sums of the rows of a matrix of narrow numbers as a dot product with ones, against `add.reduce`."""

    def ratio(size: int) -> float:
        side = round(sqrt(size))
        matrix, ones = np.ones((side, side), np.int8), np.ones(side, np.int8)
        summed = seconds(lambda: np.add.reduce(matrix, 1, np.int8), enough / 2)
        return seconds(lambda: matrix.dot(ones), enough / 2) / summed

    return crossover([25, 100, 225, 400, 625, 900, 1600, 2500, 4900, 10_000], ratio)


def spread_elements(enough: float) -> float:
    """A product whose smaller operand is brought to the shape of the other one, against NumPy's own broadcasting."""

    def ratio(size: int) -> float:
        side = round(sqrt(size))
        array, column = np.random.default_rng(0).random((side, side)), np.random.default_rng(1).random(side)
        positions = np.repeat(np.arange(side), side).reshape(side, side)
        spread = seconds(lambda: array * column.take(positions), enough / 2)
        return spread / seconds(lambda: array * column[:, None], enough / 2)

    return crossover([25, 100, 225, 400, 625, 900, 1600, 2500, 4900, 10_000], ratio)


PULL = """domain pull { types { t : object; };
  pvariables { x(t) : { state-fluent, real, default = 1.0 }; by : { action-fluent, real, default = 0.5 }; };
  cpfs { x'(?y) = x(?y) * by + avg_{?z : t} [(x(?z) - x(?y)) * by + x(?z) * x(?y)]; }; }"""


def values_per_part(enough: float) -> float:
    """The values for each part of the equations from which a step by arrays is faster than one in lists."""
    domain, sizes = read_rddl_domain(PULL), {}

    def ratio(size: int) -> float:
        objects = ", ".join(f"o{number}" for number in range(size))
        instance = f"instance i {{ domain = pull; objects {{ t : {{{objects}}}; }}; }}"
        times = []
        for pays in (float("inf"), 0):
            with forced(array_work, "VALUES_PER_PART", pays):
                dynamics = Dynamics(read_instance(instance, domain))
                step = partial(dynamics.step, dynamics.start, (0.5,), [])
                times.append(seconds(step, enough / 2))
        work = array_work.work_of(dynamics.program, dynamics.program.equations)
        sizes[size] = work.values / work.parts
        return times[0] / times[1]

    crossed = crossover([4, 8, 16, 32, 64, 128, 256], ratio)
    return float(np.interp(crossed, [*sizes], [*sizes.values()]))


def drawn_steps(enough: float) -> float:
    """The fewest steps drawn at once whose numbers take at most a fifth more time than those of 1,024."""

    def each(steps: int) -> float:
        with forced(vector_draws, "DRAWN_STEPS_LIMIT", steps):
            numbers = vector_draws.BatchDraws(50, 5)
        for copy in range(50):
            numbers.seed(copy, copy)
        everybody = np.ones(50, bool)
        return seconds(lambda: [numbers.next(everybody) for _ in range(steps)], enough / 2) / steps

    times = {steps: each(steps) for steps in (4, 16, 64, 256, 1024)}
    return float(min(steps for steps, time in times.items() if time <= 1.2 * times[1024]))


def block_bytes(enough: float) -> float:
    """The largest block whose bits are packed in at most a tenth more time than in the best one."""
    xp, rng = NumpyArrays(1024), np.random.default_rng(0)
    truths = (rng.random((4096, 1024)) < 0.5).view(np.uint8)
    sizes, times = [2**power for power in range(13, 24, 2)], {}
    for size in sizes:
        with forced(batched_arrays, "BLOCK_BYTES", size):
            times[size] = seconds(lambda: xp.octets(truths), enough)
    return float(max(size for size in sizes if times[size] <= 1.1 * min(times.values())))


def memory_look(enough: float) -> float:
    """A thousand times the seconds of a sample of the process's memory."""
    return 1000 * seconds(process_size.resident, enough)


def clock_look(enough: float) -> float:
    """Fifty times the seconds that reading the clock takes."""
    return 50 * seconds(process_time, enough)


def values_in_a_block(enough: float) -> float:
    """The number of values that generated Python computes in half a millisecond."""
    count, scope = 10_000, {"a": [1.0] * 100, "b": [2.0] * 100}
    exec(f"def values(): return [a[n % 100] * 2 + b[n % 100] for n in range({count})]", scope)
    values: Any = scope["values"]
    return 0.0005 * count / seconds(values, enough)


@cache
def _blocks(count: int) -> tuple[Path, str]:
    own = spec("blocks")
    return own.domain, generate(own, 1, blocks=count)


def token_bytes(enough: float) -> float:
    """Bytes that a problem takes while it is read, for each of its words and forms."""
    path, text = _blocks(60 if enough < FULL_SECONDS else 300)
    domain = read_domain(path)
    tracemalloc.start()
    try:
        problem = read_problem(text, domain)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert problem.objects
    return peak / len(re.findall(r"[^\s()]+|\(", text))


def table_edges(enough: float) -> float:
    """The edges that fit into 40 MB, in a memo of states with three each."""
    count = 2000 if enough < FULL_SECONDS else 20_000
    simulator = PDDLSimulator(relgym.Reasoner(relgym.load(*_blocks(2))))
    memo = Memo(simulator._choice.way, simulator._choice)
    tracemalloc.start()
    try:
        nodes = [memo._arrived(1 << 40 | number, (), [number, number + 1]) for number in range(count)]
        for number, node in enumerate(nodes):
            for more in (1, 2, 3):
                memo._link(node, 1000 + more, nodes[(number + more) % count])
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return 40e6 / (used / memo.size)


def walker_seconds(enough: float) -> float:
    """The seconds in which a walker of eight blocks is built and ready for its second step."""

    def built() -> None:
        walker, rng = PDDLSimulator(relgym.Reasoner(relgym.load(*_blocks(8)))), random.Random(1)
        for _ in range(2):
            walker.step(rng.choice(walker.valid_actions()))

    return seconds(built, enough)


CALIBRATIONS = (
    Calibration("arrays.SUMMED_POISSON_RATE_LIMIT", poisson_rate, 3.0),
    Calibration("limits.LOOK_SECONDS", memory_look, 2.0, "least"),
    Calibration("limits.BLOCK_VALUES", values_in_a_block, 4.0),
    Calibration("envs.TURN_SECONDS", clock_look, 1.0, "least"),
    Calibration("envs.ADDED_COLUMNS_LIMIT", added_columns),
    Calibration("envs.SCATTERED_ROWS", scattered_rows, 3.0),
    Calibration("envs.COPIED_TRUTHS_BYTES_LIMIT", copied_truths, 10.0),
    Calibration("arrays.VALUES_PER_PART", values_per_part, 2.0, "least"),
    Calibration("arrays.DOT_ELEMENTS_LIMIT", dot_elements, 4.0),
    Calibration("arrays.NARROW_DOT_ELEMENTS_LIMIT", narrow_dot_elements),
    Calibration("arrays.SPREAD_ELEMENTS_LIMIT", spread_elements),
    Calibration("envs.DRAWN_STEPS_LIMIT", drawn_steps, 4.0),
    Calibration("envs.WARMUP_SECONDS", walker_seconds, 4.0),
    Calibration("batched.BLOCK_BYTES", block_bytes, 4.0, "most"),
    Calibration("read.TOKEN_BYTES", token_bytes),
    Calibration("simulate.MEMO_EDGES_LIMIT", table_edges),
)
