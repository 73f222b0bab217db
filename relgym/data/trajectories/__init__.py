"""Trajectories: episodes written to files, read, replayed and exported."""
