"""Thresholds of plans (`translate/plans`) and of the Python printed from them."""

UNCHECKED_ROWS_LIMIT = 100_000
"""Largest number of rows that loops may try without a look at the clock. Judged: some ten milliseconds."""

CHECKED_ROWS = 1_000_000
"""Number of rows that an outermost loop and its inner loops may try between two looks at the clock. Judged: about a
tenth of a second."""

CHECKED_ROWS_LEAST = 16
"""Least number of rows of an outermost loop between two looks at the clock. Judged: a look costs one or two rows."""

SUMMED_ROWS = 2.0
"""Estimated number of rows from which the known parts of their ids are added before the loop. Judged."""

INLINE_ROWS_LIMIT = 1.25
"""Largest estimated number of rows up to which a part of a join is not listed by itself. Judged."""

SUM_ROWS = 0.6
"""Cost of adding two numbers, in rows that are tried. Judged."""

RECURSIVE_LOOKUP_ROWS = 3.0
"""Factor for the rows of a symbol of the stratum itself when joins are ordered: its indexes must be maintained.
Judged."""

UNCLOCKED_ROWS_LIMIT = 1000
"""Largest estimated number of rows tried for one changed row in a join that does not look at the clock. Judged."""

SHARED_ROW_USES = 3
"""Least number of uses of a row in a function from which its tuple is made only once. Judged."""

EXPRESSION_OPERANDS_LIMIT = 100
"""Largest number of operands in one expression. Longer ones become several lines. Judged: CPython's compiler
recurses through an expression."""

UNCOMPARED_CHANGES_LIMIT = 8
"""Largest number of changed rows that a stratum always follows one by one. With more, it is derived anew if that is
estimated to be faster. Judged."""

CODE_CACHE_LIMIT = 2000
"""Largest number of compiled texts that are cached without their numbers. The oldest is dropped. Judged, for memory."""
