"""Questions about RDDL: the material of an instance, its words, and a module for each kind of questions."""
