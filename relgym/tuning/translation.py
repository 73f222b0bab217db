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
