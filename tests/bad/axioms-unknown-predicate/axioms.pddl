(:derived (together ?a ?b - item)
  (exists (?p - place) (and (at ?a ?p) (in ?b ?p))))
