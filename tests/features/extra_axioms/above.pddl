; Neither declared anywhere: the heads say it.
(:derived (above ?x ?y - block) (or (on ?x ?y) (exists (?z - block) (and (on ?x ?z) (above ?z ?y)))))
