"""Policies for RDDL that are learned on some instances of a domain and carry over to others."""
