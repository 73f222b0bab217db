"""Incremental join views of rules, and all else that a simulator maintains as its state changes."""
