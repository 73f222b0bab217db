"""Thresholds of environments, vector environments and wrappers."""

OPEN_ENGINES_LIMIT = 16
"""Largest number of problems of an environment whose engines are open. Beyond it the engine of the problem played
longest ago is closed. Judged, for memory."""

SAMPLED_PROBLEMS = 20
"""Number of problems drawn as a sample of an unlimited schedule. Judged."""

PROBLEM_CACHE_LIMIT = 64
"""Largest number of problems that stay in memory after they have been read. Beyond it the oldest is dropped. Judged,
for memory."""

WARMUP_SECONDS = 0.02
"""Seconds of steps in a problem after which a walker is built for it. Measured by `make calibrate`: to build one for
eight blocks takes 0.006 s. The nearer both are, the less the choice can cost."""

LAID_OUT_PROBLEMS_LIMIT = 100
"""Largest number of problems that are laid out to find the size of frames. With more, frames have a fixed size.
Judged."""

NUMBERED_ACTIONS_LIMIT = 10_000
"""Largest number of combinations of RDDL's concurrent actions that get numbers. Judged, for memory."""

DRAWN_STEPS_LIMIT = 64
"""Largest number of steps for which random numbers are drawn ahead. Measured by `make calibrate`: a step costs at
most a fifth more than with 1,024 steps at once."""

DRAWN_NUMBERS_LIMIT = 1_000_000
"""Largest number of random numbers drawn ahead, unless a single step needs more. Judged, for memory: 8 MB."""

# Sampling of valid actions of RDDL.

DRAWN_ACTIONS_LIMIT = 50
"""Largest number of actions that are drawn until one can be repaired. After that sampling fails. Judged."""

DRAWN_BEFORE_DEFAULT = 3
"""Number of failed draws after which the default action is taken, if it is valid. Judged."""

REPAIR_ROUNDS_LIMIT = 40
"""Largest number of rounds that find violated preconditions and change cells that they read. After that another action
is drawn. Judged."""

RESET_PROBABILITY = 0.7
"""Probability of resetting cells of a violated precondition, as if too many differed from their defaults. Judged."""

RESET_SHARE = 0.25
"""Share of the cells of a violated precondition that are reset to their defaults at once. Judged."""

FINAL_CHANGES_PER_CELL = 20
"""Number of final changes of random single cells, for each cell, up to `FINAL_CHANGES_LIMIT`. Judged."""

FINAL_CHANGES_LIMIT = 2000
"""Largest number of final changes of one sampled action. Judged."""

LISTED_SEEDS_LIMIT = 1_000_000
"""Largest number of seeds to which a stage of a schedule may be limited; more are refused. Judged, for memory."""
