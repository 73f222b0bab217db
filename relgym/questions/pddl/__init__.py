"""Answers about tasks of PDDL."""
