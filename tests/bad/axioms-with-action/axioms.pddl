(:action fly :effect (free))
