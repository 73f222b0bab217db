"""Thresholds of the incremental simulator: its tables, ground tasks, and the choice between ways to walk."""

FIRST_STEPS = 64
"""Number of states of a walk that are found by searches before its task is grounded if few actions are within reach.
Judged: grounding takes as long as some hundred searches, and on `psr-middle-simple` one search takes 5 ms."""

FEW_ACTIONS = 1200
"""Largest number of actions within reach of a task that is grounded then. Measured by single ways on 136 IPC
problems: up to 1,200 the ground task is the faster way on 9 of 10, and beyond it only where few are carried out."""

MANY_VALID = 64
"""Largest number of actions that are valid at once, on average, in a task that is grounded. Measured: with a hundred,
join views are 1.5 to 3 times as fast; with 20 to 30 the ground task is on four of six problems."""

FEW_AXIOMS = 200
"""Largest number of ground axioms that tests of a task read which is grounded by a walk. Measured on 15 problems with
derived predicates: with up to 162 axioms the ground task is 1 to 99 times as fast as join views, with 245 (`philo48`)
it reaches 0.4 times their rate, and with 674 (`psr47`) 0.7."""

SEARCHED_STEPS = 256
"""Number of searches after which a larger task is grounded or join views are made. Judged, by the actions that had
been carried out by then."""

MANY_ACTIONS = 8000
"""Largest number of actions within reach of a task that is grounded then. Measured: the ground task is 1.8 times as
fast as join views on `grid-round-2` with 4,500, and 3.1 times on `tidybot` with 7,700."""

NEW_ACTIONS_SHARE = 0.45
"""Share of these steps below which the different actions that were carried out must be for that: the ground task learns
what each does. Measured: 0.29 to 0.47 on `grid-round-2`, where it pays, and 0.47 to 0.9 where join views are faster."""

ROWS_PER_ACTION = 20
"""Number of rows that an engine may list for each of these actions to find those within reach, with the rows that never
change. Judged, for time: on a task with 80,000 of these the joins took as long as 10,000 steps."""

LEARNING_STEPS = 8192
"""Number of steps until which all steps without a memo are counted, to know whether states come again. Judged: to count
a step takes 2 µs, and to make a memo of states that never come again takes more."""

REPEATED_SHARE = 2 / 3
"""The share of steps that must lead to states met before for a memo. Measured by single ways: a memo pays on 20 of 22
problems with more, and on none of 27 with less."""

LARGE_MEMO_EDGES = 50_000
"""Size of a memo, in edges, at which it must prove itself once more. Measured: after 16,000 steps, when memos have
about this size, the share of repeated steps is at most 0.08 below that after 33,000 steps, on 29 IPC problems."""

DOUBTED_STEPS = 1024
"""Number of steps that are counted for that. Judged: 4 ms."""

LARGE_REPEATED_SHARE = 0.8
"""The share of these steps that must lead to states in the memo. Measured by walks with a memo and without on 64 IPC
problems: with 0.8 to 1 a large memo is 1.2 to 7 times as fast, with 0.63 to 0.78 it is 0.6 to 0.9 times on six of eight
problems. Shares of small memos are too low: those of finite state spaces go on to rise."""

COUNTING_REST = 64
"""A walk goes on without counting for this many times as many steps as were counted. Judged: then counting takes a per
cent of the time."""

MET_STATES_LIMIT = 1 << 16
"""Largest number of states that are told from new ones without a memo. Judged, for memory: 8 MB."""

LISTED_IDS_LIMIT = 1 << 19
"""Largest number of action ids whose actions are in a list. Beyond it they are in a dictionary, which is slower.
Judged, for memory: 4 MB."""

MEMO_EDGES_LIMIT = 400_000
"""Largest size of a memo of states, in edges. Beyond it new states get nodes that nobody else finds. Measured
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

PART_PATTERNS_LIMIT = 32
"""Largest number of combinations of bits that a part of a chunk has, if its mutex groups are all that is known of them,
and if it has several groups. Judged: that many are soon met."""

CHUNK_BYTES_LIMIT = 4_000_000
"""Largest size of the cached bitmaps of one chunk or part, in bytes. Beyond it they are cleared. Judged, for memory."""

ENTRY_BYTES = 100
"""Bytes of a cached bitmap without its bits, and of its entry in a dictionary. Judged, by `sys.getsizeof`."""

FIXPOINT_CLAUSES = 24
"""Least number of clauses of axioms that depend on each other for a fixpoint that tests only the clauses whose atoms
become true; with fewer clauses, all are tested. Measured on psr-middle-simple: with layers of five clauses such a
fixpoint makes new states take twice as long; on psr-large with layers of 33 clauses, two thirds as long."""

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
"""Largest number of cached steps. Beyond it the oldest ones, or all, are dropped. Judged: in large problems nearly all
steps are taken only once."""

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

FIRST_FILLS = 8
"""Number of jumps that find all rows anew before functions for single atoms are compiled. Judged: to compile them takes
about as long."""

SNAPSHOT_ROWS_PER_STEP = 10
"""Number of atoms and rows that a snapshot restores in the time that undoing one step takes. Measured once."""

VIEW_COST_LIMIT = 15.0
"""Largest cost of maintaining the rows of a rule in join views: the estimated rows that its joins look at, one change
of each kind together. Beyond it rows are searched. Measured: with 25, `labyrinth` and `organic-synthesis` took 15 times
as long; with 15, other large problems took about as long as with a choice by the clock."""

GROUNDING_EXPANSIONS = 300
"""Number of expansions by `PDDLSimulator.successors` after which a task is grounded. Judged."""

STARTS_CACHE_LIMIT = 1000
"""Largest number of states that a ground walk went to whose valid actions are cached. Beyond it the cache is
cleared. Judged, for memory."""
