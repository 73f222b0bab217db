"""Panels of pictures of RDDL: planes, cells, gauges, shafts, streets."""
