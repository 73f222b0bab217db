"""From a PDDL task to one logic program: rules, conditions and effects."""
