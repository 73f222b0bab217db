"""The kinds of questions, a module for each: what can be asked of a problem, and what is right and wrong to say."""
