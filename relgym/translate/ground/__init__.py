"""Ground tasks: circuits, joins, effects and tests of bits."""
