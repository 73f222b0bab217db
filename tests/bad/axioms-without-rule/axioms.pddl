(:predicates (together ?a ?b - item) (apart ?a ?b - item))
(:derived (together ?a ?b - item) (= ?a ?b))
