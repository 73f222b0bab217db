"""Thresholds of translations that serve several engines (`translate/program`, `translate/analysis`)."""

STEP_CONDITION_GOALS_LIMIT = 12
"""Largest number of goals in a condition that a generated step tests itself. The engine answers longer ones. Judged."""

DRAW_OUTCOMES_LIMIT = 200
"""Largest number of outcomes of a draw in a generated step. Beyond it the step is carried out outcome by outcome.
Judged: CPython cannot compile thousands of branches."""

DISJUNCTS_LIMIT = 64
"""Largest number of rules into which the disjunctive normal form splits one axiom. Beyond it disjunctions stay whole.
Judged."""

FIXED_TEST_ROWS_LIMIT = 20_000
"""Largest number of rows that are tried to make a table of a numeric test of what never changes. A larger test stays
as it is. Judged, for the time to load a task."""

CANDIDATE_TESTS_LIMIT = 2000
"""Largest number of tests of actions for one candidate of a mutex group, about. After more the candidate is given up.
Measured: in most domains of the catalogue some hundred are enough."""

MAINTAINED_LITERALS_LIMIT = 12
"""Largest number of literals of a maintained rule: each changed atom tries the others. Longer rules are listed when
they are asked for. Judged."""

MAINTAINED_ROWS_LIMIT = 10_000
"""Largest estimated number of rows tried for one changed atom of a maintained rule, since a step cannot be
interrupted. Other rules are listed when they are asked for. Judged."""

INDEX_SAVED_ROWS = 10.0
"""Least saving, in static rows for each trial of a body, from which a symbol gets a join index. Judged."""

SHARED_INDEX_SAVED_ROWS = 1.0
"""The same bound for an index that another body has already. Judged."""

SAVED_TEST_ROWS = 0.5
"""Cost of a test that an index saves, in rows. Judged."""

SEARCH_ACCESSES = 1.5
"""Cost of starting the search for the rows of a changed atom, in accesses of a dict. Measured over the steps of many
problems, as are the four below."""

ROW_ACCESSES = 1.0
"""Cost of a row in the loop over matches, in accesses of a dict. Measured over the same steps."""

TEST_ACCESSES = 0.4
"""Cost of the test of a goal, in accesses of a dict. Measured over the same steps."""

FLUENT_PASS_SHARE = 0.3
"""Estimated share of rows that pass a test of a fluent. Measured over the same steps."""

STATIC_PASS_SHARE = 0.5
"""Estimated share of rows that pass a test of what never changes. Measured over the same steps."""
