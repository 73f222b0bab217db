"""The clingo engine, for PDDL and RDDL."""
