"""Many environments of ground tasks in one step: pure functions over arrays, and `Batch`, which holds states.

`step.py`, `nets.py` and `picks.py` are functions; `arrays.py` is the interface that they need of an array library.
"""
