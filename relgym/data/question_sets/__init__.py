"""Question sets: verified questions about the states, actions and plans of a problem, in words."""
