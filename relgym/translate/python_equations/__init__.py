"""The Python printer of RDDL equations."""
