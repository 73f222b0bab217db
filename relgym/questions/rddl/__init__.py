"""Answers about instances of RDDL."""
