(:derived (free) (at honey floor))
