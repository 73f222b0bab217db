"""The reasoning service: tasks, sessions and questions over HTTP, on any engine."""
