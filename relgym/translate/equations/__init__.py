"""From an RDDL model to equations: their order, ranges, reads and uniforms."""
