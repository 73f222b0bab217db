"""Films: the pictures of a walk, in which things move from state to state."""
