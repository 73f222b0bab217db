"""Many copies of an environment, stepped at once."""
