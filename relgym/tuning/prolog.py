"""Thresholds of the engines that resolve Prolog: sld and swipl."""

STEPS_PER_LOOK = 1024
"""Number of resolution steps, or of values computed, between two looks at the clock. Judged: about a millisecond."""

OPEN_EQUATIONS_LIMIT = 10
"""Largest number of unfinished equations. Beyond it a further one is put off and computed first, which bounds the
recursion. Judged."""

ROW_CODES_LIMIT = 100_000
"""Largest number of rows cached by the codes in which Prolog answers. Beyond it the cache is cleared. Judged, for
memory."""

DIFFERENCE_CACHE_LIMIT = 5_000
"""Largest number of differences between states whose commands are cached. Beyond it the oldest go. Judged, for
memory."""

RETRACTED_FACTS_LIMIT = 100
"""Largest number of retracted facts between two collections of garbage: Prolog walks over retracted facts in every
search. After the derivation of a stratum garbage is collected at once. Judged."""

LOADED_FACTS_LIMIT = 10_000
"""Largest number of facts that are loaded in one call. More are loaded in several calls, each with its own time limit.
Judged: 10,000 take well under a second."""

QUESTION_CACHE_LIMIT = 1_000
"""Largest number of sequences of symbols or functions that are cached by identity. Beyond it the oldest go. Judged: a
session asks some dozens."""

NUMBER_BYTES = 40
"""Bytes of one real number on Prolog's stacks: 8 as a term reference, 24 as a float, 8 in its vector. Questions of
more numbers than fit are refused. Judged, by the layout of SWI-Prolog's memory."""

STACK_BYTES = 512 * 2**20
"""Bytes of the stacks of a call under the default memory limit; in proportion with other limits. A call that needs more
ends with an error, and Prolog works on. Judged: Prolog copies a stack that grows, and keeps facts and answers
elsewhere."""

PROBE_SECONDS = 30
"""Seconds within which SWI-Prolog starts in a child process. Judged: it takes 0.3 s, more on a busy machine."""
