"""RDDL equations as NumPy arrays."""
