"""Thresholds of the engine sld."""

STEPS_PER_LOOK = 1024
"""Number of resolution steps, or of values computed, between two looks at the clock. Judged: about a millisecond."""

OPEN_EQUATIONS_LIMIT = 10
"""Largest number of unfinished equations. Beyond it a further one is put off and computed first, which bounds the
recursion. Judged."""
