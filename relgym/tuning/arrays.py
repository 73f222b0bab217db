"""Thresholds of array operations for RDDL (`translate/arrays`), and of the choice between lists and arrays; draws."""

# Lists or arrays: costs are in instructions of generated Python.

VALUES_PER_PART = 500
"""Least number of values for each part of the equations from which arrays answer a question. Measured by `make
calibrate`: arrays win from 100 where all values are needed; lists often compute far fewer than there are. On the
problems of rddlrepository a value in lists takes about 20 ns, and an operation on arrays some microseconds."""

STEP_INSTRUCTIONS = 1300
"""Fixed cost of a step by arrays. Measured on the first and last instances of the 90 domains of rddlrepository:
reading and showing actions takes some 10 microseconds more than with lists, and an instruction 3 to 10 ns."""

PART_INSTRUCTIONS = 30
"""Cost of each part of an equation in a step by arrays. Measured on the same instances: 0.2 microseconds."""

VALUE_INSTRUCTIONS = 3
"""Number of instructions that one value takes in lists. Judged."""

DECIDING_ROWS = 10
"""Number of rows after which a quantifier counts as decided. Judged."""

COUNTED_RATIO_LIMIT = 180
"""Largest ratio of times, lists to arrays, if all values were needed, at which the instructions of a step are still
counted. Beyond it the code for lists would take long to generate. Judged."""

CLEAR_RATIO = 8.0
"""Ratio of times that decides by itself: lists are chosen by the upper bound, and a count of instructions stops
here. Judged."""

# Lowering of equations to operations.

ARRAY_ELEMENTS_LIMIT = 2**27
"""Largest number of elements of one array of an instance. Larger questions are refused. Judged, for memory: a
gigabyte of doubles, half of the memory of a call by default."""

OPERATIONS_LIMIT = 50_000
"""Largest number of operations of one question; nested aggregates may have more. Larger questions are refused.
Judged: lowered in about a second."""

SHARED_ELEMENTS_LIMIT = 4096
"""Largest number of elements of a constant that is compared with others, to be one node with its equals. Judged."""

ASSUMED_MAGNITUDE = 2**30
"""Largest assumed absolute value of a whole number in a state or an action, or of a rounded real number. A test of
these numbers at every step replaces tests of the values that are computed from them; beyond it a step is computed in
lists. Judged."""

BOUNDS_ELEMENTS_LIMIT = 1_000_000
"""Largest number of entries in a table of bounds. Larger values get no bounds, and are tested. Judged, for memory."""

WRITTEN_ROWS_LIMIT = 4
"""Largest number of rows of an aggregate that are written out one by one. Judged."""

TOGETHER_ROWS = 3
"""Least number of rows from which small arrays of one instance are computed together. Judged."""

TABLE_ELEMENTS_LIMIT = 50_000
"""Largest number of entries in a table of results by count or by `switch`, which must fit into the cache. Beyond it
they are computed. Judged."""

TABLE_OPERATIONS = 3
"""Least number of operations that a look-up in such a table replaces. Judged."""

TOGETHER_LIMITS = 4
"""Least number of limits of a discrete draw from which they are compared as one array. Judged."""

DOT_ELEMENTS_LIMIT = 10_000
"""Largest number of elements that are added up by a dot product with ones. Beyond it `sum` adds. Measured by `make
calibrate`: equal at about 30,000 elements."""

NARROW_DOT_ELEMENTS_LIMIT = 1000
"""Largest number of elements of narrow numbers of one instance that are added up along an axis by a dot product. Beyond
it `sum` adds. Measured by `make calibrate`: 0.5 to 0.6 of the time of `sum` up to 200 elements, 0.7 at 900, and 1.1 at
2,500 (NumPy 2.4)."""

NEIGHBOURS_RATIO = 3
"""Ratio of all rows to the most rows of an item from which each item gets places for its own rows. Judged."""

CHOSEN_ELEMENTS = 4
"""Cost of an element with chosen rows, in elements with all rows. Judged."""

ADDED_ELEMENTS = 2
"""Cost of adding one value at its place, in elements of whole arrays. Judged."""

CONTIGUOUS_ELEMENTS = 100
"""Least number of elements that are copied to contiguous memory when they are read. Judged: later operations are
faster then."""

SPREAD_ELEMENTS_LIMIT = 600
"""Largest number of elements, of all operands together, up to which operands are brought to one shape. Beyond it
NumPy broadcasts. Measured by `make calibrate`: `X * x.take(positions)` takes 0.6 of the time of `X * x[:, None]` at
25 elements, 0.8 at 625, and 1.2 at 2,000 (NumPy 2.4)."""

WATCHED_ELEMENTS = 2**20
"""Number of elements of an array from which a question looks at the clock between its lines. Judged: about a
millisecond for each line."""

SUMMED_POISSON_RATE_LIMIT = 30
"""Largest rate of a Poisson draw whose probabilities are summed one by one. Beyond it the quantile is searched with
SciPy. Measured by `make calibrate`: sums are faster up to a rate of 90 or more. Another value may change draws."""

VECTOR_BITS_PREFERRED = 512
"""Width of vectors that XLA is asked to use, in bits. On a processor with narrower vectors it uses those.

XLA prefers 256. Measured on a processor with AVX-512 (jaxlib 0.10.2): steps of compiled rollouts take 12 to 20 % less
time with 512.
"""
