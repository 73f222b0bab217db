"""Layers between the network and the routes: request ids, checks of hosts and origins, bounds of bodies."""
