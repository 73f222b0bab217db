"""Thresholds of the incremental simulator: its tables, ground tasks and profiling runs."""

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

SAMPLED_ACTIONS = 100
"""Number of actions by which it is estimated how many actions read what an action changes. Judged."""

ACTION_VALUES_LIMIT = 1000
"""Largest number of combinations of numbers for which the result of one action is cached. Judged, for memory."""

UPDATE_ENTRIES_LIMIT = 200_000
"""Largest number of parts of states for which the actions that become valid are cached. Judged, for memory."""

CHANGES_CACHE_LIMIT = 50_000
"""Largest number of changes of bits whose updates are cached. Beyond it the cache is cleared. Judged, for memory."""

UPDATE_TESTS_LIMIT = 2_000_000
"""Largest number of actions in the tests and sets of all updates together. Beyond it they are cleared. Judged, for
memory."""

AXIOM_ENTRIES_LIMIT = 50_000
"""Largest number of parts of states whose derived atoms are cached, and of combinations of numbers whose comparisons
are. Judged, for memory."""

SINGLE_GROUPS_LIMIT = 8
"""Largest number of groups of comparisons that are looked up one by one. More are first looked up by all numbers of a
state. Judged."""

UNARRANGED_TESTS_LIMIT = 8
"""Largest number of tests that are made one after the other. More are arranged by atoms that they need. Judged."""

UNKNOWN_CHANCE = 0.5
"""Assumed share of states in which an atom is true if nothing is known of it. Judged."""

LOOK_UP_TESTS = 4
"""Time to look behind an atom that is true, in tests. Judged."""

ARRANGED_CALLS = 16
"""Calls after which tests are arranged. Judged: arranging takes as long as making all of them so many times."""
