"""The readers of RDDL."""
