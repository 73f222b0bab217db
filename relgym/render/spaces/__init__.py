"""Pictures of state spaces."""
