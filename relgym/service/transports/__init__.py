"""Transports: the routes of HTTP, and sockets with their frames and connections."""
