"""Thresholds of reasoners, explanations, beliefs and lints."""

REASONER_CACHE_BYTES = 1 << 26
"""Bytes of the atoms, effects and moves that a reasoner keeps. Beyond it the oldest go. Judged, for memory: 64 MiB are
some 130,000 moves."""

CACHED_ENTRY_BYTES = 512
"""Bytes counted for each atom, effect or move. Measured with `sys.getsizeof` on Sokoban, Logistics, Grid
and Blocks: 160 for an atom, 280 for an effect, 560 to 610 for a move."""

STATES_PER_LOOK = 256
"""Number of successors or outcomes of a state between two looks at the clock. Judged: less than a millisecond; those of
a state of 160,000 atoms take 50 ms."""

REACHABILITY_SECONDS = 1.0
"""Seconds that finding the reachable rows may take for an engine that anticipates states. Beyond it the engine grounds
for each state. Judged."""

TESTED_VALUES_LIMIT = 64
"""Largest number of values of a whole-numbered action-fluent that are tested one by one. Beyond it the actions cannot
be listed. Judged."""

CELL_BYTES = 9
"""Bytes that a value of a fluent takes in the end; instances that need more than the memory limit are refused.
Measured: 400 million values of a binary non-fluent took 3.6 GB."""

TOLD_ROWS_LIMIT = 100_000
"""Largest number of rows of a `forall` of RDDL for which the reason of an invalid action names the items that fail.
Beyond it the formula alone is named, since the rows may take longer than the answer that the action is invalid. Judged:
this many take some 0.1 s."""

COUNTED_BINDINGS_LIMIT = 1000
"""Largest number of bindings that an explanation counts, so that every question ends. Judged."""

EXPLAINED_ATOMS_LIMIT = 200
"""Largest number of derived atoms that one explanation gives reasons for; further ones are only named. Judged."""

GROUND_RULES_LIMIT = 500_000
"""Default limit of the ground rules of a belief's program; larger ones are refused. Judged, for memory: this many take
some hundred megabytes."""

LISTED_STATES_LIMIT = 5000
"""Largest number of states that a belief without clingo lists. Judged: to go on with one takes 0.1 ms, and in a browser
twice as long."""

PROBLEM_SECONDS = 5.0
"""Seconds that the reachability of one problem may take. Beyond it the lints that need it are skipped. Judged."""

DOMAIN_SECONDS = 20.0
"""Seconds for the analysis of all problems of a domain. Problems after that are skipped. Judged."""
