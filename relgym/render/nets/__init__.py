"""Pictures of dynamic Bayesian networks."""
