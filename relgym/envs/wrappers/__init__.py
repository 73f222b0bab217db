"""Wrappers: numbered actions with masks, and observations as arrays, graphs and text."""
