"""Thresholds of exploration: batch sizes, the hash table, and pictures."""

CHUNK_STATES = 8192
"""Number of states that are expanded together.

Measured on the 8-puzzle: 4,096 to 16,384 states take the least time for each state; below 1,000 the calls of NumPy take
more than the work, and above 30,000 the tables leave the cache.
"""

CHUNK_BYTES = 16 * 2**20
"""Bytes of the table of valid actions, one for each action and state, in one expansion. Judged: a few caches' worth."""

SINGLE_CHUNK_STATES = 1024
"""The largest number of states that a reasoner expands between two looks at the limits.

Judged: arrays of a thousand states are as good as larger ones.
"""

CHUNK_SECONDS = 0.05
"""Seconds between two looks at the limits, by which the number of states is chosen that a reasoner expands at once.

Judged: a limit of a second is kept, and the calls of NumPy for each batch, 0.1 ms, do not count.
"""

SHARED_STATES = 512
"""Smallest number of states of a depth, for each worker, that are divided among workers, where circuits expand.

Measured on the 8-puzzle: 256 and 512 take the least time, 64 and 1,024 one twentieth more.
"""

SINGLE_SHARED_STATES = 8
"""Smallest number of states of a depth, for each worker, that are divided among workers, where a reasoner expands.

Judged: the expansion of eight states takes 0.2 ms or much more, and the messages of a round take 0.2 ms.
"""

OWN_ROWS_LIMIT = 2**14
"""Number of states that a partition has found for itself and enters together into its table.

Judged: one call enters those of a small depth together with what other partitions have found, which saves some 70
microseconds for each depth.
"""

TABLE_LOAD_LIMIT = 0.25
"""The largest part of a hash table's slots that states take.

Measured on the 8-puzzle: an exploration takes a tenth less than with 0.5. Linear probing then looks at 1.2 slots for a
known state, and at 1.4 for a new one (Knuth, The Art of Computer Programming, section 6.4).
"""

FIRST_SLOTS = 2**13
"""Number of slots of a hash table at first. Judged: 32 KiB; it doubles when a quarter is full."""

REHASHED_STATES = 2**18
"""Number of states that are entered together into a larger hash table. Judged: their indices take 10 MB."""

MEMORY_MEGABYTES = 3072
"""Megabytes by which an exploration may grow if the caller sets no limit.

Judged: ten million states of an ordinary task fit in, and the memory of an ordinary machine holds it.
"""

GRAPH_STATES_LIMIT = 200_000
"""The largest number of states of a NetworkX graph. Judged: a state with its transitions takes some kilobytes there."""

RESTARTS_LIMIT = 20
"""Number of workers of one exploration, or of one call of rollouts, that are replaced because they have died.
Judged: a worker that dies again and again has too little memory, or an episode that ends its process; each time costs
what was computed so far.
"""

FILE_STATES = 2**17
"""Number of states of one part of a file. Judged: a row group of Parquet of some megabytes, as its manual advises."""

MASK_BITS_LIMIT = 1 << 29
"""Largest product of the actions and the atoms of a task that circuits expand. Measured: to make the masks of a task at
this limit takes about a second, and 128 MB."""
