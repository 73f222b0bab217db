"""Thresholds of planning: how often searches look at the clock."""

EXPANSIONS_PER_LOOK = 64
"""Number of expanded states between two looks at the clock. Judged: 64 expansions take about a millisecond."""
