"""Codes of states: the words in which a state is kept, the same in every process."""
