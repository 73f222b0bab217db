"""Thresholds of trajectories."""

EPISODE_STEPS = 1_000
"""Largest number of steps of a recorded episode where neither the environment nor the caller bounds it. Judged: a
random agent may walk for ever; the longest limit of a domain of the catalogue is below it."""

STATE_TEXTS_LIMIT = 10_000
"""Number of states whose JSON texts a recording keeps. Judged: agents come back to states; texts of a few kilobytes
stay below 50 MB."""

PARQUET_ROWS = 10_000
"""Number of rows of a row group of Parquet. Judged: a group is held in memory as Python objects while it is written,
about 20 MB of states of a kilobyte."""
