"""Thresholds of readers."""

FILE_BYTES_LIMIT = 256 * 2**20
"""Largest size of a file that is read; larger ones are refused. Judged: the largest of the planning competitions have
some ten million bytes."""

PIPE_SECONDS = 5.0
"""Seconds to wait for a writer if a file is a named pipe. After that the file is refused. Judged."""

CHUNK_BYTES = 2**20
"""Bytes that are read at a time from a file whose end is not known. Judged."""

TOKEN_BYTES = 250
"""Bytes that a word or a form of PDDL takes, with all that is made of it; files that would need more than the memory
limit are refused. Measured by `make calibrate`: 213 in a problem of 300 blocks; 210 in goals, 510 in lists of
objects."""

SYNTAX_ERRORS_LIMIT = 50
"""Largest number of syntax errors that are looked for in one file of RDDL; each costs another parse of the file.
Judged."""

CACHED_TEXT_LENGTH_LIMIT = 500_000
"""Largest number of characters of all texts of a kind whose results are kept: PDDL domains, RDDL domains, trees of RDDL
texts. Judged, for memory: a tree takes 80 bytes for each character."""

CHAIN_TERMS_LIMIT = 100
"""Number of terms in a chain of one operator, or of branches in one of `else if`, from which it is split in the middle,
so that later passes do not recurse as deep as it is long. Judged: shorter ones stay as they are written."""

WHOLE_NUMBER_DIGITS_LIMIT = 1000
"""Largest number of digits of a whole number in RDDL. Longer ones are read as reals. Judged: Python converts them in
time that grows with the square of the digits."""

ERRORS_LIMIT = 1000
"""Largest number of errors that are kept while a file is checked. Further ones are only counted. Judged, for memory."""
