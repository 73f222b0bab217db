(:predicates (over-red ?x - block) (pure ?x - block))
; On top of another file's.
(:derived (over-red ?x - block) (exists (?y - block) (and (above ?x ?y) (red ?y))))
(:derived (pure ?x - block) (not (over-red ?x)))
