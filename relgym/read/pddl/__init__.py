"""The readers of PDDL and PPDDL."""
