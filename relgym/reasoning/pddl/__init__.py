"""Questions about states of PDDL problems."""
