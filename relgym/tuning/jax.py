"""Thresholds of `relgym.jax`."""

STARTS_LIMIT = 4096
"""Largest number of random starts of a problem that are listed in a table. Judged."""

PART_OPERANDS = 64
"""Fixed cost of a turn of the loop over gates, in operands. Judged."""

PLANES_AT_ONCE = 16
"""Largest number of planes of valid actions that a turn of their loop makes. Measured on Blocks-20: 32 take 0.3 µs with
16, and 6 µs with 1. With all 32 there is no loop, and XLA computes the words again for each of those who read them,
which takes 1.6 µs."""

TURN_TESTS = 256
"""Largest number of tests of words in such a turn. Judged, by the time to compile."""

PICK_WORDS = 32
"""Number of words of valid actions between which a pick makes no turn of a loop. Judged, by the time to compile."""
