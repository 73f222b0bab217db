"""Plans of rule bodies: lowering, and passes over plans."""
