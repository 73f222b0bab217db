"""Thresholds of the incremental simulator: its tables, ground tasks and races between ways to walk."""

LISTED_IDS_LIMIT = 1 << 19
"""Largest number of action ids whose actions are in a list. Beyond it they are in a dictionary, which is slower.
Judged, for memory: 4 MB."""

CONDITION_ENTRIES_LIMIT = 100_000
"""Largest number of truths of the goal that are cached by the part of a state that it reads, and of changes by
conditional effects. Further ones are computed whenever they are asked for. Judged, for memory."""

PROJECTION_ENTRIES_LIMIT = 100_000
"""Largest number of cached parts of states with their valid actions, of all groups of a task together. Further ones
are computed whenever they are asked for. Judged, for memory."""

IDS_PER_ENTRY = 40
"""Number of action ids that take as much memory as one more entry of a projection. Judged: 8 bytes each."""

TOUCHED_CACHE_LIMIT = 50_000
"""Largest number of changes for which the groups that read them are cached. Judged, for memory."""

TABLE_EDGES_LIMIT = 400_000
"""Largest size of a transposition table, in edges. Beyond it new states get nodes that nobody else finds. Measured
by `make calibrate`: 690,000 take 40 MB, with three edges to a node."""

NODE_EDGES = 8
"""Size of a node without its action ids, in edges. Judged, by its size in bytes."""

IDS_PER_EDGE = 12
"""Number of action ids that take as much memory as an edge. Judged: 8 bytes each."""

GROUND_ACTIONS_LIMIT = 10_000
"""Largest number of actions of a ground task; larger tasks stay lifted. Measured: an action takes a microsecond in
several tables, and 500 bytes."""

ACTION_VALUES_LIMIT = 1000
"""Largest number of combinations of numbers for which the result of one action is cached. Judged, for memory."""

UPDATE_ENTRIES_LIMIT = 200_000
"""Largest number of parts of states for which the actions that become valid are cached. Judged, for memory."""

CHANGES_CACHE_LIMIT = 50_000
"""Largest number of changes of bits whose updates are cached. Beyond it the cache is cleared. Judged, for memory."""

UNLEARNED_IDS = 50
"""Number of valid actions that are listed after a change, all times together, before what it does to the valid actions
is found out, where all preconditions are conjunctions. Measured on IPC problems: that takes 20 to 40 µs, and to look up
all valid actions 1 µs and 0.2 µs for each. Where as many are listed at once, there is no probation."""

PROBATION_USES = 8
"""Number of times that a change is met in a window in which the bits that decide what it does are compared with earlier
ones. Judged."""

PROBATION_SHARE = 0.5
"""Share of known bits in a window from which on what a change does is cached. Measured on IPC problems: if it is not in
the cache, a step takes 1.5 times as long as without the cache, and otherwise a third of that."""

PROBATION_REST_IDS = 400
"""Number of valid actions that are listed after a change before its next window. Judged, so that windows take a small
part of the time."""

UPDATE_TESTS_LIMIT = 2_000_000
"""Largest number of actions in the tests and sets of all updates together. Beyond it they are cleared. Judged, for
memory."""

CHUNK_PATTERNS_LIMIT = 4096
"""Largest number of combinations of bits that a chunk of a bitmap index may have, if its mutex groups are all that is
known of them. Measured: larger chunks are fewer look-ups, and smaller ones learn faster."""

CHUNK_BYTES_LIMIT = 4_000_000
"""Largest size of the cached bitmaps of one chunk, in bytes. Beyond it they are cleared. Judged, for memory."""

ENTRY_BYTES = 100
"""Bytes of a cached bitmap without its bits, and of its entry in a dictionary. Judged, by `sys.getsizeof`."""

FIXPOINT_CLAUSES = 40
"""Least number of clauses of axioms that rest on each other for a fixpoint that tests only the clauses whose atoms
become true; with fewer clauses, all are tested. Measured on psr-middle-simple: with layers of five clauses such a
fixpoint makes new states take twice as long."""

AXIOM_ENTRIES_LIMIT = 50_000
"""Largest number of parts of states whose derived atoms are cached, and of combinations of numbers whose comparisons
are. Judged, for memory."""

SINGLE_GROUPS_LIMIT = 8
"""Largest number of groups of comparisons that are looked up one by one. More are first looked up by all numbers of a
state. Judged."""

DERIVATION_SHARE = 0.5
"""Largest share of changed rows among the rows of a stratum and of the symbols it reads for which the stratum is
maintained. Beyond it the stratum is derived anew. Judged."""

CHANGE_LOG_LIMIT = 20_000
"""Largest number of logged changes of one symbol for one stratum. Beyond it the stratum is derived anew. Judged, for
memory."""

INLINED_OPERATIONS_LIMIT = 20
"""Largest number of operations of a function that lists rows for which these are written into the function that lists
all rows. Beyond it that function calls the other one. Judged: a call takes longer than one operation."""

STEP_CACHE_LIMIT = 50_000
"""Largest number of cached steps. Beyond it the cache is cleared. Judged: in large problems nearly all steps are taken
only once."""

TRAIL_STEPS_LIMIT = 4096
"""Largest number of steps whose changes are not yet added to the bits of the current state. Judged, for memory."""

MASKED_STEPS_LIMIT = 8
"""Largest number of steps, or of atoms of a step, that are combined bit by bit. Judged: making a mask takes longer than
adding it."""

MASKED_STATE_BITS = 4096
"""Largest number of bits of a state for which many steps are added up as masks. Beyond it only the final truth of each
atom is added. Judged."""

RECURRING_SHARE = 0.5
"""Share of steps met before that must be exceeded for many steps to be added up as masks. Judged: where steps seldom
recur, most masks would be used once."""

JUMP_ATOMS_LIMIT = 100
"""Largest number of atoms that a move to another state changes one by one. Beyond it all rows are computed
anew. Judged."""

FILL_SECONDS = 0.005
"""Seconds spent on finding all rows anew before functions for single atoms are compiled. Judged: to compile them takes
about as long."""

SNAPSHOT_ROWS_PER_STEP = 10
"""Number of atoms and rows that a snapshot restores in the time that undoing one step takes. Measured once."""

PROFILING_STEPS = 40
"""Largest number of steps of a profiling run. Judged."""

PROFILING_SECONDS = 0.01
"""Largest processor time of a profiling run in seconds; to compile join views takes longer. Judged."""

ESTIMATE_STATES = 10
"""Smallest number of visited states from which a profiling run estimates cardinalities. Judged."""

LISTING_UNITS = 0.1
"""Cost of listing one row of a join view, in units of the time in which a number is added to a dict and removed again.
Measured over the steps of many problems."""

CHECK_UNITS = 1.0
"""Cost of checking whether rows are stale, in the same units. Measured over the steps of many problems."""

SEARCH_UNITS = 2.5
"""Cost of calling a function that lists stale rows, in the same units. Measured over the steps of many problems."""

UNIT_ITEMS = 50
"""Number of items over which this unit is measured. Judged."""

RETIMED_SECONDS = 0.00005
"""Seconds below which a call is timed twice. Judged: the first call takes longer than calls on a walk."""

STRATA_CACHE_LIMIT = 1000
"""Largest number of combinations of groups of schemas whose strata are cached. Beyond it the cache is cleared. Judged,
for memory."""
FIRST_REVIEW_MISSES = 256
"""Number of cache misses before the first review of a learning curve; each further review comes after twice as many.
Judged."""

SAMPLED_MISSES = 16
"""Misses of a cache for each one that is timed. Judged: reading the clock of processor time may take 2 µs."""

MISS_SAMPLE_SHARE = 0.97
"""Share of the timed misses that count, the shorter ones: others may take the processor away for a while. Judged."""

LEARNING_SECONDS = 0.03
"""Seconds of cache misses before which no other way to walk is tried: the task is grounded then, and if it is, the
first race begins after as long again. Measured on six IPC problems: with 0.06 after grounding, and 0.2 s for
`RACE_REST_SECONDS`, walks of 0.6 s were 6 % slower. Without any, `cave-diving` and `freecell` were 15 % slower."""

FALLING_SHARE = 0.75
"""Steps become faster where they take at most this share of the time that they took before. Judged, by the noise."""

OVERTIME = 1.1
"""The next review comes when misses have taken this factor of `LEARNING_SECONDS`, if they go on as before. Judged, by
the noise: a review just before that is wasted."""

RACE_WINDOWS = 6
"""Number of windows of a way in a race; it doubles as long as the steps of the way become faster. Judged: in half of
them functions are generated."""

RACE_WINDOWS_LIMIT = 24
"""Largest number of windows of a way in a race. Judged."""

LEAVING_WINDOWS = 3
"""Number of windows after which a way may leave a race. Judged: two of them count."""

LEAVING_FACTOR = 1.5
"""A way leaves a race when its steps take more than this factor longer than those of the fastest way. Judged, by the
noise; a wrong choice needs an error of twice this factor in a comparison of ways that differ much."""

HOPELESS_FACTOR = 8.0
"""The same factor for a way whose steps still become faster. Judged: it may come back in the next race."""

RACE_REST_SECONDS = 0.1
"""Seconds from the first race to the next one; this doubles from race to race. Measured with
`LEARNING_SECONDS`: the ground task still learns in the first race, which may be wrong."""

RACE_WINDOW_SHARE = 1 / 800
"""Share of the rest after a race that one of its windows takes. Measured: a race of four ways takes 1 to 3 % of it,
since the slower two leave after three windows."""

RACE_WINDOW_SECONDS = 0.001
"""Least seconds of a window. Judged: others may have the processor for some thousandths of a second."""

FAST_STEP_SECONDS = 1.0e-6
"""Seconds of a step below which there is no race. Measured: without a cache a step takes that long at best."""

ENGINE_STEP_SECONDS = 3.0e-6
"""Seconds of a step on an engine, as they are expected before one is made for a race. Measured on IPC problems: 2 to 6
µs on most. With 8 where the task is grounded, `logistics-round-1` took 1.7 times as long: a hundred actions are valid
there, which the engine lists faster."""

LEAST_STEP_SECONDS = 1.0e-7
"""Least seconds of a step that are believed. Judged, by the resolution of clocks."""

ENGINE_MAKING_SHARE = 0.07
"""An engine is made for a race only if that takes at most this share of the walk so far, times the gain in speed that
is expected; functions that are generated at its first steps take several times as long. Measured: with 0.14 the first
0.2 s of `pipesworld-tankage` took 1.4 times as long, for an engine that lost."""

ENGINE_GAIN = 0.1
"""Least gain in speed that is expected of an engine, if steps take `ENGINE_STEP_SECONDS` without it; it falls with the
square of their seconds. Measured on `gripper`, where it is a fifth, though engines were expected to lose."""

LIFTED_ENGINE_GAIN = 3.0
"""Least gain in speed that is expected of an engine where the task is not grounded and hardly any state comes again.
Measured on large problems: the engine is 3 to 100 times as fast as the cache there."""

NEW_STATES_SHARE = 0.9
"""Share of steps to states that the cache does not know from which on hardly any state comes again. Judged."""

RACE_GROUNDING_SECONDS = 0.15
"""Seconds of the first attempt to ground a task for a race. Measured: of 54 IPC tasks two take longer
(0.16 and 0.2 s), and there the engine is the fastest way."""

RACE_REACHABILITY_SHARE = 0.4
"""Share of these seconds that finding the reachable actions may take. Measured: on these tasks it takes 0.04 s at
most, and too long on most larger ones."""

GROUNDING_LIMIT_FACTOR = 4
"""Ratio of the seconds of an attempt to ground a task to those of the attempt before. Judged."""

GROUNDING_SHARE = 0.2
"""Largest share of the walk so far that a further attempt to ground the task takes. Judged."""

RACE_GROUND_ACTIONS_LIMIT = 5000
"""Largest number of actions of a task that is grounded for a race. Measured on IPC problems of 2,600 to 4,500
actions: on `grid-round-2` and `cave-diving` a walk of half a second is 1.2 to 2 times as fast, on others as fast."""

GROUNDING_EXPANSIONS = 300
"""Number of expansions by `PDDLSimulator.successors` after which a task is grounded. Judged."""

EXPANSION_GROUNDING_SECONDS = 0.6
"""Seconds that grounding for expansions may take. Judged."""

STARTS_CACHE_LIMIT = 1000
"""Largest number of states that a ground walk went to whose valid actions are cached. Beyond it the cache is
cleared. Judged, for memory."""
