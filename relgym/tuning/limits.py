"""Thresholds of clocks, memory and threads that all rooms share."""

ENVIRONMENTS_BYTES_LIMIT = 2**32
"""Bytes that environments that step at once may take together. More are refused, with the largest number that fits.
Judged."""

LOOK_SECONDS = 0.02
"""Seconds between two samples of the process's memory during a call or an exploration. Measured by `make calibrate`: a
sample takes 8 microseconds."""

BLOCK_VALUES = 10_000
"""Number of values that a loop computes between two looks at the clock. Measured by `make calibrate`: 6,500 take
half a millisecond."""

PRODUCT_FACTORS = 16
"""Number of factors that are multiplied between two looks at the clock. Judged: so a product of small numbers takes
hardly longer than that of `math.prod`."""

PRODUCT_BITS = 100_000
"""Bits of a product from which on there are such looks. Judged: sixteen multiplications of a smaller one by numbers of
4,300 digits take some milliseconds."""

WATCHDOG_SECONDS = 0.05
"""Seconds between two looks of the thread that interrupts calls; a call ends up to twice this late. Judged: 20 looks
per second cost nothing that can be measured."""

CALL_LOOK_SECONDS = 0.25
"""Seconds between two looks of an engine at a call that goes on. Judged."""
