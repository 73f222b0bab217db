"""Layouts of pictures: grids, stacks, places, objects, tables of values."""
