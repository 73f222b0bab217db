"""The parts of commands that RDDL needs."""
