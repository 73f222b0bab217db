"""Printers of array programs: NumPy as text, JAX as a function to trace."""
