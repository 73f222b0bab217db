"""Thresholds of `relgym.jax`."""

STARTS_LIMIT = 4096
"""Largest number of random starts of a problem that are listed in a table. Judged."""

PART_OPERANDS = 64
"""Fixed cost of a turn of the loop over gates, in operands. Judged."""
