"""Thresholds of the engine clingo and of its programs (`translate/asp`)."""

COUNTED_BINDINGS_LIMIT = 30_000
"""Largest number of bindings that grounding over all states may make, counted by `@watch`. Beyond it the program is
given up, and each state is ground by itself. Judged: this many take well under a second."""

UNWATCHED_BINDINGS_LIMIT = 1_000_000
"""Largest estimated number of bindings of the rules that are ground without a call of `@watch`, at a limit of 1 s or
more per call; in proportion below. Rules beyond it call `@watch`, which looks at the clock. Judged: clingo makes
about a million bindings per second."""

UNCOUNTED_BINDINGS_LIMIT = 10_000
"""Largest estimated number of bindings of a program for many states that is ground without counting them. Beyond it
they are counted, up to `COUNTED_BINDINGS_LIMIT`, since estimates are often far too high. Judged."""

ANTICIPATED_ROWS_LIMIT = 5_000
"""Largest number of reachable rows for which a program is ground before its states are met; the cost grows with them.
Beyond it a program covers the atoms met so far. Judged."""

GROUND_PROGRAMS_LIMIT = 8
"""Largest number of ground programs at one time, each for another question. Beyond it the oldest is dropped. Judged,
for memory."""

QUESTION_CACHE_LIMIT = 256
"""Largest number of sequences of symbols that are cached by identity. Beyond it the oldest go. Judged: a session asks
some dozens."""

TIMED_STATES = 8
"""Number of states over which both ways to answer are timed: one program for all states, and one for each. Judged: the
mean of eight is steady enough for `SLOWDOWN_LIMIT`."""

SLOWDOWN_LIMIT = 1.3
"""Factor by which the program for all states must be slower before it is given up. Judged, above the noise of a clock
on a busy machine."""

SNAPSHOT_TERMS_LIMIT = 5_000
"""Number of past facts and answers, beyond ten times the static facts, after which a control is replaced. Small,
because clingo never releases a term; the next control uses the terms of equal numbers again. Judged."""

CALLS_PER_LOOK = 64
"""Number of calls of Python from a program between two looks at the clock. Judged: a look costs about as much as one
call."""

EQUATION_TERMS_LIMIT = 1_000
"""Number of past values and calls, beyond ten times the fixed ones, after which a control for RDDL is replaced. Small,
because a control slows down with the number of its terms. Judged."""

EXPRESSION_PARTS_LIMIT = 5_000
"""Largest number of parts of one expression. Beyond it the question is refused, since clingo cannot be interrupted
there. Measured: grounding takes time in the square of them, about 1 s here."""

FIRST_DECISIONS_LIMIT = 7
"""First bound of the number of choices that may differ from those of most states; each next bound is twice as large and
one more. Judged."""

STATES_PER_SAMPLE = 8
"""Number of states between two samples of the choices that differ. Judged."""

STATES_PER_SOLVE = 64
"""Least number of states between two solves that begin anew around the choices of most states. Judged: the start of a
solve takes as long as some states."""

INLINE_CONDITIONS_LIMIT = 6
"""Largest number of conditions of a scope that stand in each clause that needs them. Beyond it they get a predicate of
their own. Judged."""

CLAUSE_BINDINGS_LIMIT = 100_000
"""Largest number of bindings of a clause of RDDL that does not call `@watch`. Beyond it the clause does, and can be
interrupted. Judged: this many take about 0.1 s."""

COMPARED_FLUENTS_LIMIT = 3_000
"""Largest number of different fluents in a comparison with variables. Beyond it the task is refused, since clingo
cannot be interrupted there. Measured: it grounds one of 2,000 in 0.8 s, and one of 4,000 in four times that."""

COMPARED_GROUND_FLUENTS_LIMIT = 100_000
"""Largest number of different fluents in a comparison without variables, which is divided. Beyond it the task is
refused. Measured: it takes linear time, 2 s for 40,000."""

INLINE_FLUENTS_LIMIT = 32
"""Largest number of different fluents of a ground expression that stands in the clause that uses it. Beyond it the
expression gets a clause of its own. Judged."""

LISTED_LITERALS = 8
"""Number of ground literals of one symbol in a body from which they become a list of facts. Judged."""

CLAUSE_GOALS_LIMIT = 64
"""Largest number of goals in a clause. Beyond it the clause is divided, since clingo grounds a clause in time that
grows with the square of them. Judged."""

CONTEXT_LITERALS_LIMIT = 32
"""Largest number of literals before a call, for each variable of an auxiliary rule, that restrict its arguments.
Further ones are left out, and more rows are derived than are asked for. Judged."""

WAIT_TURN_SECONDS = 1.0
"""Longest time that a wait for clingo counts at once, so that a stop of the whole machine counts as this much. Judged:
the limits of calls are given in whole seconds."""
