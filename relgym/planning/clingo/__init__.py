"""Shortest and cheapest plans by answer set programming."""
