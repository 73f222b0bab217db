"""Planners of others, run as programs on relgym's text of a task."""
