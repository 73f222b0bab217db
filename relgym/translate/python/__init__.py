"""The Python printer of rules, steps and maintained views."""
