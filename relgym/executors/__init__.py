"""Executors: resident workers, each with an object of its own whose methods they carry out in parallel."""
