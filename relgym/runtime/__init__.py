"""The functions that generated programs of RDDL call: distributions, matrices, checks of numbers."""
