"""Readers of answers: the answer that a text means, by a few rules in a fixed order."""
