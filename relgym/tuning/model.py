"""Thresholds of states and the sets of bits in them (`model`)."""

DIFFERENCE_CACHE_BITS = 1 << 25
"""Largest size of the cached differences between states of a vocabulary, in bits. Beyond it the cache is cleared.
Judged, for memory: 4 MiB."""

DIFFERENCE_BITS = 1 << 13
"""Overhead counted for each cached difference, in bits. Judged."""

FEW_BITS = 16
"""Largest number of ones that are taken one by one out of an int, and of atoms in a cached difference. More are taken
out of pieces of `PIECE_BYTES`. Judged: each removal takes time for all bits of the int."""

PIECE_BYTES = 64
"""Bytes of the pieces into which an int with many ones is split. Judged: a cache line."""
