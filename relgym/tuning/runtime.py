"""Thresholds of what generated programs of RDDL call."""

SUMMED_POISSON_RATE_LIMIT = 30
"""Largest rate of a Poisson draw whose probabilities are summed one by one. Beyond it the quantile is searched with
SciPy. Measured by `make calibrate`: sums are faster up to a rate of 90 or more. Another value may change draws."""
