"""Thresholds of data sets and of model learning."""

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
