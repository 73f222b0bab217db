"""Thresholds of planning: looks at the clock, caches, and sizes of tasks for planners of others."""

EXPANSIONS_PER_LOOK = 64
"""Number of expanded states between two looks at the clock. Judged: 64 expansions take about a millisecond."""

FIRST_TURN_SECONDS = 2.0
"""Most seconds of the first turn of relgym's own search, before the planners of others start. Measured: of the 88
problems of docs/guide/planning-baselines.md, the search solves most of those that it solves at all in less than a
second. Its last turn starts anew: on the one problem that stays without a plan, these two seconds are 36,000 of
more than 2,100,000 expansions."""

CLINGO_POLL_SECONDS = 0.1
"""Seconds between two looks at the clock while clingo plans. Judged: so much later than the limit may a call end."""

UCT_TASK_DEPTH = 100
"""Number of steps that UCT looks ahead in PDDL. Measured with random rollouts: on the first test problem of tireworld,
7 of 8 episodes reach the goal with 100 and 200 trials, 1 of 7 with 20 and 50 trials."""

ESTIMATE_ACTIONS_LIMIT = 20_000
"""Largest estimated number of actions of a task whose states UCT estimates by relaxed plans; larger ones have random
rollouts. Judged: relaxed plans in a task of this size take a tenth of a second each."""

ESTIMATES_CACHE_LIMIT = 200_000
"""Largest number of states whose estimates are cached. Judged, for memory: some 100 bytes each."""

EXPANDED_STATES_LIMIT = 20_000
"""Largest number of states whose outcomes UCT keeps from one decision to the next. Judged, for memory."""

OUTCOME_ACTIONS_LIMIT = 64
"""Number of actions that determinisation makes of one. Judged: the catalogue needs 4."""

PATH_SECONDS = 0.5
"""Least seconds that clingo spends on a proof that all states have been reached; else as many as all before it.
Judged."""

PROGRAM_POLL_SECONDS = 0.2
"""Seconds between two looks at a running program. Judged: short for a person who waits, long for a processor."""

DISK_LOOK_SECONDS = 1.0
"""Seconds between two looks at the size of a program's folder. Judged: a fast disk takes 1 to 2 GB in a second."""

PROGRAM_DISK_MEGABYTES = 1024
"""Megabytes of the files of a program. Judged: translated tasks of the catalogue have 10 MB at most."""

PROGRAM_LOG_BYTES = 20_000
"""Number of bytes of what a program prints that are kept, the last ones. Judged: enough for its summary and errors."""

TABLE_ROWS = 100_000
"""Number of rows of a table of costs or comparisons that replaces numbers. Judged: they are read in about a second."""

COST_LIMIT = 10_000_000
"""The largest whole cost of an action for other planners. Judged: they count in 32 bits, so 200 such actions fit."""

GRADIENT_UPDATES = 1000
"""Number of updates of a plan by gradients. Judged: most domains of the catalogue gain little after it."""

GRADIENT_RESTARTS = 8
"""Number of plans that are optimised at once: four step sizes, each with relaxed comparisons and without. Judged."""

GRADIENT_FUTURES = 4
"""Number of random futures of an update. Judged: an update then plays as many episodes as pyRDDLGym-jax does."""

LEARNING_RATE = 0.1
"""Largest step size of a restart, in the unit interval of an action cell. Judged: truth values change in five steps."""

SLOWEST_RATE = 0.01
"""Smallest step size of a restart, as a share of the largest one. Measured: the straight-line plan of UAV_Continuous
has -7,029 after 25 s with steps of 0.002, -9,659 with 0.0005 and -16,920 with the best of four from 0.02 to 0.001."""

EXACT_SHARPNESS = 1e6
"""Factor of the sharpness that leaves comparisons without derivatives, but for numbers that hardly differ. Measured:
the straight-line plan of Reservoir_Continuous has -36 after 20 s with every second plan so, and -29,523 with none."""

UPDATES_PER_SCORE = 10
"""Number of updates between two exact scores of all plans. Judged: scores then take less than a fifth of the time."""

SCORED_FUTURES = 32
"""Number of random futures of a score. Judged: the best of many scores is then little better than its true return."""

TRIED_SCORES = 30
"""Number of scores after which forms of plans are compared. Judged: after a hundred updates, slow ones of straight-line
plans look as if they stood still."""

EXPLORED_PAIRS = 16
"""Number of pairs of opposite perturbations about each plan in an update of PGPE. Measured on sysadmin: 200 updates of
a reactive policy reach a return of 170 in ten seconds of a core, where UCT has 157."""

SPREAD_RATE = 0.2
"""Step size of the spreads of PGPE, and their largest change in an update, as a share of them. Judged: a spread never
reaches 0."""

FIRST_SPREAD = 0.3
"""First spread of a point of a straight-line plan in the unit interval, where a truth value changes at 0.5; and of the
bias and of all inputs of a unit of a reactive policy together, whose first weights have 1. Judged."""

WIDE_RANGE = 1e6
"""Length of the range of an action cell from which random values are drawn about the present one. Judged."""
