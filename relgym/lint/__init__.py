"""Lints: what a file without errors says that is likely to be a mistake, or worth knowing."""
