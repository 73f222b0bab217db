"""The syntax of RDDL: from text to a tree, and errors for text that is none."""
