"""Questions about states of RDDL instances, and their steps."""
