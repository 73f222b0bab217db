"""Environments of RDDL instances."""
