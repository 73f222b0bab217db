"""Verbs: requests that the service carries out, over whatever they come."""
