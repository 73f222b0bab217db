"""Thresholds of batches (`batched`) and of grounding (`translate/ground`)."""

BLOCK_BYTES = 2**17
"""Bytes of truth values that are packed at a time. Measured by `make calibrate`: blocks from 32 KiB to 512 KiB take
the same time, larger ones more."""

ESTIMATE_MARGIN = 25
"""Factor by which an estimate of ground actions or bindings may exceed a limit before the task is refused unseen.
Judged: types often allow far more than is reachable."""

ACTION_BINDINGS = 4
"""Cost of grounding an action, in bindings of the variables inside it. Judged."""

TOP_COUNTS_LIMIT = 32
"""Largest number of counts on the top level of a tree of counts; a larger level gets another one above it. Judged."""

UNSAMPLED_BINDINGS_LIMIT = 5_000
"""Largest number of bindings by types for which no better estimate is made. Beyond it random descents estimate them.
Judged: this many are ground in less time than the estimate takes."""

DESCENTS = 200
"""Number of random descents in the tree of a rule, by which its bindings are estimated. Judged."""

STEP_OPERANDS = 128
"""Fixed cost of a step of a net, in operands: narrow gates join a step of wider ones if the padding costs less than
this. Judged."""

STEP_ROWS_LIMIT = 2048
"""Largest number of rows of one step of a net. More become several steps. Judged: for a thousand environments the data
of a step fit into a core's cache."""

NODE_OPERANDS_LIMIT = 8
"""Largest number of operands of a node. Wider formulas become several nodes. Judged: most gates are narrow, and wide
ones would pad them."""

COMPARED_CONSTANTS = 4
"""Least number of constants with which one number is compared in a step of its own. Judged."""

AXIOM_CLAUSES_LIMIT = 50_000
"""Largest number of clauses of axioms that depend on each other; with more, all are tested again until nothing changes.
Judged, for memory."""

TEST_NODES_LIMIT = 2000
"""Largest number of nodes of a test of bits. A task with a larger one is not grounded for walks. Judged, for the
time to compile it."""

CLAUSES_LIMIT = 256
"""Largest number of clauses of a condition in a table of tests; tasks with larger ones are left to circuits. Judged."""

PRODUCT_LIMIT = 16_384
"""Largest number of pairs of clauses of which a conjunction of two conditions is made. Judged, for the time: what has
more seldom has few clauses in the end."""

ACTION_CHANGES_LIMIT = 128
"""Largest number of changes of an action in a table; tasks with more are left to circuits. Judged: each step looks up
all of them, and with 600, as in snake, circuits take less than half of the time."""

WORD_TABLE_LIMIT = 4_000_000
"""Largest number of words in a table of tests or changes; larger tasks are left to circuits. Judged: tables of 16 MB
fit into the memory near any processor."""
