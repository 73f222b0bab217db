"""RDDL: domains, instances, expressions and states."""
