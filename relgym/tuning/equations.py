"""Thresholds of printers of RDDL (`translate/equations`, `translate/python_equations`)."""

TABLE_ROWS_LIMIT = 1_000_000
"""Largest number of rows that are visited to make a table of a fixed value. Beyond it the value is computed whenever it
is read. Judged: about a second of loading."""

TABLE_VALUES_LIMIT = 10_000
"""Largest number of values in a table of an expression without state. Beyond it the expression is computed whenever it
is read. Judged, for memory."""

UNROLLED_ROWS_LIMIT = 4
"""Largest number of rows of a loop that is written out. Judged: terms side by side are faster than a generator
expression, but long texts take long to compile."""

UNROLLED_LENGTH_LIMIT = 400
"""Largest length of a loop written out, in characters, which bounds the text of nested loops. Beyond it the loop stays
a loop. Judged."""

LISTED_ROWS_LIMIT = 10_000
"""Largest number of rows of an equation that are listed in advance, each with its place. Beyond it nested loops count.
Judged, for memory."""

AGGREGATE_LIST_LIMIT = 100_000
"""Largest number of rows of an aggregate whose values are put into a list, which is faster than a generator
expression. Beyond it a generator expression takes no memory. Judged."""
