"""Thresholds of data sets, model learning and question sets."""

# Question sets.

QUESTION_WALK_STEPS = 20
"""Number of steps of one random walk through a problem, from which the states of questions are taken. Judged: longer
walks visit states that are less like the start, and reach fewer of them from it."""

BASE_WALKS = 16
"""Number of walks whose actions and atoms serve as wrong answers. Judged: together about 300 steps."""

STALE_WALKS = 12
"""Number of walks in a row without a new state after which a problem counts as known. Judged."""

SPACE_STATES_LIMIT = 4000
"""Largest number of states of a problem whose whole space is explored, for exact answers. Beyond it the kinds that need
the space use other proofs or refuse. Judged: explored and analysed in about a second."""

GROUND_ITEMS_LIMIT = 20_000
"""Largest number of ground atoms or actions of a problem among which all that can never hold are looked for. Judged:
some tenths of a second for each question."""

CLAIMS_PER_STATE = 3
"""Largest number of questions of one kind and answer about one state. Judged, for variety."""

TOPIC_PATIENCE = 80
"""Number of topics in a row that give no new question after which a problem is exhausted. Judged."""

WAITING_CLAIMS_LIMIT = 64
"""Largest number of questions with one answer that wait for one with the other answer. Judged, for memory."""

GOALS_PER_STATE = 8
"""Number of goals for each state of a large problem whose landmarks are found together. Judged: to find them takes some
milliseconds."""

KEPT_CASES_LIMIT = 200
"""Number of states whose landmarks, and of steps of RDDL whose outcomes, are kept for questions of other forms. Judged,
for memory: some 10 MB."""

SUCCESSORS_LIMIT = 50_000
"""Number of steps of a problem whose results are kept, for plans that share them. Judged, for memory: some 20 MB."""

STEP_OUTCOMES_LIMIT = 32
"""Largest number of combinations of draws of a step of RDDL about which questions are made. Judged: milliseconds."""

STATE_WORDS_LIMIT = 1000
"""Number of states of a problem whose words are kept. Judged, for memory: a state of Sokoban takes some kilobytes."""

PLAN_ACTIONS_LIMIT = 12
"""Largest number of actions of a plan in a question. Judged, for readers."""

PLANS_PER_WALK = 8
"""Number of plans that are taken from one walk. Judged: a walk takes longer than a plan, and has 190 parts."""

DETOUR_CHANCE = 0.2
"""Probability of a step of a plan that need not be on a shortest way. Judged: plans with a needless step or two."""

NEEDED_END_CHANCE = 0.4
"""Probability that the last step of a plan may be needed. Judged: else too few plans have needless steps."""

UNCHANGED_PLANS_CHANCE = 0.4
"""Probability that a plan in a question about validity is left as it is. Judged: some changed ones are valid, too."""

# Recorded episodes.

EPISODE_STEPS = 1_000
"""Largest number of steps of a recorded episode where neither the environment nor the caller bounds it. Judged: a
random agent may walk for ever; the longest limit of a domain of the catalogue is below it."""

STATE_TEXTS_LIMIT = 10_000
"""Number of states whose JSON texts a recording keeps. Judged: agents come back to states; texts of a few kilobytes
stay below 50 MB."""

PARQUET_ROWS = 10_000
"""Number of rows of a row group of Parquet. Judged: a group is held in memory as Python objects while it is written,
about 20 MB of states of a kilobyte."""

# Model learning.

COMPARED_STATES = 100
"""Number of states of each problem in which two domains are compared, half of them from each. Judged: some 10,000
actions of a problem, within seconds."""

WALK_STEPS = 50
"""Number of steps of a random walk before the next one begins. Judged: walks in domains with dead ends must restart."""

PLAN_SECONDS = 10.0
"""Seconds for each plan that is to carry over. Judged: most train problems are solved in one."""

LISTED_DIFFERENCES = 5
"""Number of differences that a comparison describes. Judged: more are not read."""

PROBABILITY_TOLERANCE = 1e-6
"""Difference up to which two probabilities are one. Judged: fractions are printed exactly, so only rounding is left."""

FAILURE_TRIES = 20
"""Number of random actions among which one that is not applicable is looked for. Judged: most random ones are not."""

MAXIMIZATION_ROUNDS = 1_000
"""Number of rounds of expectation maximization. Judged: it converges in some dozens where outcomes differ clearly."""

DENOMINATOR_LIMIT = 1_000
"""Largest denominator of probabilities that are estimated by rounds. Judged: the data tell no finer ones apart."""

UNNAMED_PARAMETERS_LIMIT = 4
"""Largest number of parameters of an action that its texts do not name. Judged: operators of the catalogue have two."""

# Rollouts by several workers.

ORDER_SECONDS = 0.5
"""Seconds from which an order of episodes to workers is long enough; shorter ones double.

Judged: an order costs a millisecond with Ray and a tenth of that with processes, so less than a hundredth of its time.
"""

EPISODE_RESTARTS_LIMIT = 20
"""Number of workers of one call of rollouts that are replaced because they have died.

Judged: an episode that ends its process does so again each time that it is played.
"""

# Learned policies.

TERM_PARAMETERS_LIMIT = 2
"""Largest number of parameters of a subexpression that is a term. Judged, for time."""

TERM_VALUE_LIMIT = 1e6
"""Largest absolute value of a term, so that an infinite value does not dominate all others. Judged."""

FEATURE_LIMIT = 50.0
"""Largest absolute value of a feature in standard deviations of random episodes. Measured: with 5, cart-pole was lost,
since carts of random episodes hardly move."""

VARIATION_LIMIT = 1e-6
"""Standard deviation within an instance up to which a feature counts as constant. Judged: such deviations come from
rounding."""

POLICY_GENERATIONS = 100
"""Number of generations in which a policy is learned. Judged: returns come close to those of 300 generations, in
a third of the time."""

POLICY_POPULATION = 32
"""Number of candidates of a generation. Judged: some dozens of weights call for about 4 + 3 log(n) = 18, and returns of
few episodes are uncertain."""

POLICY_EPISODES = 4
"""Number of episodes of a candidate in an instance. Judged: with the population, arrays of 128 copies, whose steps take
little longer than those of 32."""

POLICY_STEPS = 100
"""Number of steps of an episode of an instance without a horizon. Judged: that of most domains of the catalogue."""

GENERATION_INSTANCES = 2
"""Number of instances in which a generation is played. Judged: instances take turns, so each is played as often."""

FIRST_STEP_SIZE = 0.5
"""Standard deviation of the first weights, of features with a standard deviation of 1. Judged: scores of about 1."""

SAMPLED_COPIES = 32
"""Number of random episodes of each instance in which the variation of features is measured. Judged."""

SAMPLED_EVERY = 5
"""Number of steps between two sampled states of a random episode. Judged: states close to each other are alike."""

RELATIVE_VARIATION = 0.1
"""Standard deviation within an instance, beside the mean, up to which a feature counts as constant, too. Measured: with
such features, policies for cart-pole were lost on carts of another mass, whose acceleration differs by dozens of the
standard deviations of one cart."""
