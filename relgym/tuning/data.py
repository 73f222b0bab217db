"""Thresholds of data sets, model learning and question sets."""

# Question sets.

SPACE_STATES_LIMIT = 4000
"""Largest number of states of a problem whose whole space is explored, for exact answers. Beyond it the kinds that need
the space use other proofs or refuse. Judged: explored and analysed in about a second."""

GROUND_ITEMS_LIMIT = 20_000
"""Largest number of ground atoms or actions of a problem among which all that can never hold are looked for. Judged:
some tenths of a second for each question."""

KEPT_CASES_LIMIT = 200
"""Number of states whose landmarks, and of steps of RDDL whose outcomes, are kept for questions of other forms. Judged,
for memory: some 10 MB."""

SUCCESSORS_LIMIT = 50_000
"""Number of steps of a problem whose results are kept, for plans that share them. Judged, for memory: some 20 MB."""

STATE_WORDS_LIMIT = 1000
"""Number of states of a problem whose words are kept. Judged, for memory: a state of Sokoban takes some kilobytes."""

PLANS_PER_WALK = 8
"""Number of plans that are taken from one walk. Judged: a walk takes longer than a plan, and has 190 parts."""

UNCHANGED_PLANS_CHANCE = 0.4
"""Probability that a plan in a question about validity is left as it is. Judged: some changed ones are valid, too."""

# Recorded episodes.

STATE_TEXTS_LIMIT = 10_000
"""Number of states whose JSON texts a recording keeps. Judged: agents come back to states; texts of a few kilobytes
stay below 50 MB."""

PARQUET_ROWS = 10_000
"""Number of rows of a row group of Parquet. Judged: a group is held in memory as Python objects while it is written,
about 20 MB of states of a kilobyte."""

# Model learning.

# Rollouts by several workers.

ORDER_SECONDS = 0.5
"""Seconds from which an order of episodes to workers is long enough; shorter ones double.

Judged: an order costs a millisecond with Ray and a tenth of that with processes, so less than a hundredth of its time.
"""

# Learned policies.

FEATURE_LIMIT = 50.0
"""Largest absolute value of a feature in standard deviations of random episodes. Measured: with 5, cart-pole was lost,
since carts of random episodes hardly move."""

RELATIVE_VARIATION = 0.1
"""Standard deviation within an instance, relative to the mean, up to which a feature counts as constant, too. Measured:
with such features, policies for cart-pole were lost on carts of another mass, whose acceleration differs by dozens of
the standard deviations of one cart."""
