"""The exit codes of the command line."""

GOOD = 0
WRONG_INPUT = 1
"""A file, a text or the command line itself is wrong."""
NO_ANSWER = 2
"""The question has no answer: an action that is not applicable, an engine that gives up."""
ENGINE_MISSING = 3


class NoAnswer(Exception):
    """A command has printed that there is no answer; the exit code says so too."""
