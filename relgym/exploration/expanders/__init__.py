"""Expanders: the successors of many packed states at once."""
