"""Grounded tasks of which many environments step at once: pure functions over arrays, and `Batch`, which holds states.

`step.py`, `nets.py` and `picks.py` are functions; `arrays.py` is all that they ask of an array library.
"""
