"""Thresholds that were chosen by measurement, or judged for speed or memory: a module for each room.

The docstring of each says what it bounds, in which unit, what happens beyond it, and which measurement decided it, or
that it was judged. `make calibrate` measures again what a machine can measure. Limits that a file format, an option
of users or CPython fixes stand in the modules that they concern, and so do the parameters of algorithms and the forms
of answers and questions, which bound neither time nor memory.
"""
