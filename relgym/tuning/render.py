"""Thresholds of pictures."""

DRAWN_STATES_LIMIT = 500
"""The largest number of states of a drawn state space.

Judged: with more, marks of a readable size overlap, and the layout takes many seconds: its time grows with the square.
"""
