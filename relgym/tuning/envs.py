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

LISTED_SEEDS_LIMIT = 1_000_000
"""Largest number of seeds to which a stage of a schedule may be limited; more are refused. Judged, for memory."""

REPAIRED_CELLS_LIMIT = 1_000_000
"""Largest number of cells of violated preconditions that one round of repairs reads. With more, some preconditions are
chosen by chance. Judged, for memory: 8 MB for each array."""

COPIED_TRUTHS_BYTES_LIMIT = 10_000
"""Largest size of an array of truth values, in bytes, whose elements are checked by a copy that is compared. Beyond
it all are looked at. Measured by `make calibrate`: equal between 10,000 and 100,000 bytes."""

ARRAY_CELLS = 8
"""Least number of cells of an action for which the numbers are put into one array. Below it each cell is checked by
itself. Judged."""

DISCRETE_ARRAY_CELLS = 40
"""Least number of cells of an action for which one array is faster than each cell by itself, if all cells are truth
values or items. Judged."""

NUMBER_ARRAY_CELLS = 16
"""The same bound if some cells are numbers. Judged."""

REUSED_NUMBERS = 8
"""Least count of numbers of one type for which the arrays of observations are used again. Fewer are made anew, which is
faster. Judged."""

SINGLE_CHANGES_LIMIT = 8
"""Number of changed cells from which all cells of a fluent are put into a dictionary at once. Judged."""

PROFILED_TURNS = 3
"""Number of turns of each stepper in a profiling run; the fastest counts, since other work disturbs some. Judged."""

TURN_STEPS = 6
"""Least number of steps in a turn of a profiling run. Judged."""

TURN_SECONDS = 0.0007
"""Least CPU time of a turn of a profiling run, in seconds. Measured by `make calibrate`: reading the clock takes
less than a microsecond."""

COLD_STEPS = 2
"""Number of steps at the start of a turn that do not count: the first one compiles, and caches are cold. Judged."""

GAIN_SHARE = 0.85
"""Share of the time of the present stepper below which the other one must stay to be chosen, so that noise changes
nothing. Judged."""

HOPELESS_RATIO = 5.0
"""Ratio of times from which a stepper loses after one turn. Judged."""

REST_RATIO = 50
"""CPU time between two profiling runs, in times of the last run: runs cost 2 % at most. Judged."""

QUICK_FAILURES_LIMIT = 20
"""Number of failed quick questions after which no more are asked: a quick question that fails costs more than it saves.
Judged."""

LISTS_WARMUP_SECONDS = 0.02
"""Least CPU time of steps, in seconds, after which both steppers are tried. Judged: shorter episodes gain nothing by a
trial."""

PART_SECONDS = 0.00015
"""Approximate seconds to compile a part of an equation; steps take as long before both steppers are tried. Judged."""

UNTRIED_RATIO = 100.0
"""Estimated ratio of times, lists to arrays, from which lists are not tried. Judged: a single step in lists might take
seconds."""

ADDED_COLUMNS_LIMIT = 16
"""Largest number of columns of truth values that are added column by column. More are added along each row. Measured
by `make calibrate`: equal at about 23 columns of 1,000 rows."""

GROUP_ELEMENTS_LIMIT = 2_000_000
"""Largest number of elements of an array for all rows together. Beyond it rows are computed in groups. Judged, for
memory: 16 MB; steps of 4,096 copies take the same time in groups of any size from 65,536 elements."""

SCATTERED_ROWS = 50
"""Cost of writing one row by its number, in rows selected by a mask. Rows are written by a mask where that is less.
Measured by `make calibrate`: 45 to 90 on arrays of 100,000 rows."""
