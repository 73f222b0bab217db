"""The reference SLD interpreter, for PDDL and RDDL."""
