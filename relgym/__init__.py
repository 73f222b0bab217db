"""Relational environments for Gymnasium from PDDL files, on any logic engine."""
