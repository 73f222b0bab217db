"""Thresholds of planning: how often searches look at the clock, and defaults of policies."""

EXPANSIONS_PER_LOOK = 64
"""Number of expanded states between two looks at the clock. Judged: 64 expansions take about a millisecond."""

NEIGHBORHOOD_STATES = 256
"""Number of states around a plan in which a cheaper one is looked for first; it doubles where there is none. Judged."""

FIRST_TURN_SHARE = 0.1
"""Share of the time that relgym's own search gets before the planners of others start. Judged: little is lost by it."""

FIRST_TURN_SECONDS = 2.0
"""Most seconds of that turn. Measured: of the 88 problems of docs/guide/planning-baselines.md, the search solves
most of those that it solves at all in less than a second. Its last turn starts anew: on the one problem that stays
without a plan, these two seconds are 36,000 of more than 2,100,000 expansions."""

TURN_SHARE = 0.6
"""Share of the time that is left for each planner but the last one. Judged: a planner that has not found a plan in 60 %
of the time seldom finds one in the rest."""

CLINGO_POLL_SECONDS = 0.1
"""Seconds between two looks at the clock while clingo plans. Judged: so much later than the limit may a call end."""

DEAD_END_PENALTY = 500.0
"""Cost of giving up, in the unit of action costs, under the criterion `cost`. Judged: five times the 100 steps that an
episode of the catalogue has, so a policy takes a detour of a hundred steps to lower the risk of a dead end by 0.2."""

CUT_OFF_SHARE = 0.99
"""Part of the cost of giving up that a random rollout counts where it ends before the goal. Judged: below 1, so that a
way that goes on is better than a dead end, and so near to 1 that it is no better than a way to the goal."""

LIMIT_SWEEPS = 50
"""Number of sweeps of value iteration over the states that are known when a limit has ended their exploration. Judged:
a sweep takes less than a hundredth of the time of the exploration."""

TRAP_TOLERANCE = 1e-3
"""Factor by which LRTDP lowers its tolerance where costs below it hide that a policy goes round for ever. Judged."""

GOAL_DISCOUNT = 0.99
"""Discount for each step under the criterion `discounted`. Judged: a goal after 100 steps still counts 0.37."""

VALUE_TOLERANCE = 1e-9
"""Residual at which value iteration and LRTDP stop, in the unit of values. Judged: the values of both then agree to
better than 1e-6 on the problems of the catalogue."""

TRIED_EPISODES = 2
"""Number of episodes by which methods are compared where none is named. Judged, with TRIED_STEPS: the decisions of the
tree search take most of the time, 10 to 20 seconds for an instance of the catalogue."""

TRIED_STEPS = 200
"""Number of steps of such an episode at most. Judged: the longest horizon of the catalogue is 200."""

TRIED_GENERATIONS = 30
"""Number of generations of a policy that is learned in order to be compared. Judged: a third of the usual number; most
domains gain little after it."""

EPISODE_STEPS = 1000
"""Number of steps of an evaluated episode of PDDL, and of RDDL without a horizon. Judged: ten times what an episode of
the catalogue has, so that few policies that reach the goal are cut off."""

UCT_TRIALS = 100
"""Number of trials of a decision of UCT. Judged: a tenth of a second on the domains of the catalogue."""

UCT_DEPTH = 20
"""Number of steps that UCT looks ahead in RDDL. Judged: 20 was better than 40 on elevators, mars-rover, wildfire."""

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

SURE_PLAN_COST = 1e-6
"""Weight of a unit of cost beside the logarithm of a probability under the criterion `probability`. Judged: of equally
likely plans the cheaper one is better."""

UCT_EXPLORATION = 0.5
"""Weight of the confidence term of UCT, for returns scaled to an interval of length 1. Judged: sqrt(1/2) is what the
bound of UCB1 has in this form; less is better where trials are few."""

WIDENING_FACTOR = 2.0
"""Number of actions that a node of UCT has tried at its first visit; it grows as the square root of visits. Judged."""

LISTED_MOVES_LIMIT = 32
"""Number of actions of an RDDL instance up to which UCT tries each of them. Judged: a third of its trials."""

DRAWN_MOVES_LIMIT = 20
"""Number of random actions that are tested before a search takes that of all defaults. Judged."""

WIDE_RANGE = 1e6
"""Length of the range of an action cell from which random values are drawn about the present one. Judged."""

OUTCOME_ACTIONS_LIMIT = 64
"""Number of actions that determinisation makes of one. Judged: the catalogue needs 4."""

LRTDP_TRIAL_STEPS = 3000
"""Number of steps of a trial of LRTDP. Judged: beyond it a discounted value matters less than the tolerance, and a
trial that goes round in a dead end is better ended by the check of its states."""

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

GRADIENT_RESTARTS = 4
"""Number of plans that are optimised at once. Judged: two of four get stuck in unit-commitment-continuous."""

GRADIENT_FUTURES = 8
"""Number of random futures of an update. Judged: with 8 the best plan of uav does not depend on the futures."""

LEARNING_RATE = 0.1
"""Step size of the first restart, in the unit interval of an action cell. Judged: others have down to a tenth."""

UPDATES_PER_SCORE = 10
"""Number of updates between two exact scores of all plans. Judged: scores then take less than a fifth of the time."""

SCORED_FUTURES = 32
"""Number of random futures of a score. Judged: the best of many scores is then little better than its true return."""

TRIED_SCORES = 10
"""Number of scores after which forms of plans are compared. Judged: a tenth of the usual updates."""
