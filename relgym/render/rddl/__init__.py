"""Pictures of states of RDDL: scenes, their panels, and tables of values."""
