"""Policies for tasks with chance: exact methods, tree search, replanning, and evaluation by rollouts."""
