"""Environments of PDDL problems."""
