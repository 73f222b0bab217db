"""The SWI-Prolog engine, for PDDL and RDDL."""
