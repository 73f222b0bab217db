"""Ground tasks for walks: valid actions and effects as tests and changes of bits."""
