"""PDDL: domains, problems, formulas, effects and states."""
