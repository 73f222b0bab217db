"""Thresholds of question sets: how much of a problem is looked at, and when a search for further questions ends."""

WALK_STEPS = 20
"""Number of steps of one random walk through a problem, from which the states of questions are taken. Judged: longer
walks visit states that are less like the start, and reach fewer of them from it."""

BASE_WALKS = 16
"""Number of walks whose actions and atoms serve as wrong answers. Judged: together about 300 steps."""

STALE_WALKS = 12
"""Number of walks in a row without a new state after which a problem counts as known. Judged."""

SPACE_STATES_LIMIT = 4000
"""Largest number of states of a problem whose whole space is explored, for exact answers. Beyond it the kinds that need
the space use other proofs or refuse. Judged: explored and analysed in about a second."""

CLAIMS_PER_STATE = 3
"""Largest number of questions of one kind and answer about one state. Judged, for variety."""

TOPIC_PATIENCE = 400
"""Number of topics in a row that give no new question after which a problem is exhausted. Judged."""

WAITING_CLAIMS_LIMIT = 64
"""Largest number of questions with one answer that wait for one with the other answer. Judged, for memory."""

PLAN_STEPS_LIMIT = 12
"""Largest number of steps of a plan in a question. Judged, for readers."""
