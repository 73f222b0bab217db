"""Thresholds of planning: how often planners look at the clock."""

EXPANSIONS_PER_LOOK = 64
"""Number of expanded states between two looks at the clock. Judged: 64 expansions take about a millisecond."""

CLINGO_POLL_SECONDS = 0.1
"""Seconds between two looks at the clock while clingo plans. Judged: so much later than the limit may a call end."""
