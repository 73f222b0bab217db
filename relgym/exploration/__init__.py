"""The reachable state space of a problem: states as packed bits, transitions, depths and distances to the goal."""
