"""The goal in pictures: its conditions, met or missing, and what is wanted where."""
