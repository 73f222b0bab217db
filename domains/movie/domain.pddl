; An evening with a movie: it is rewound, the counter stands at zero, and there is a snack of every kind.
; Most actions may be taken at any time: `(and)` says that, which more planners read than no precondition at all.
(define (domain movie)
  (:requirements :strips :typing)
  (:types chips dip pop cheese crackers)
  (:predicates
    (movie-rewound)
    (counter-at-two-hours)
    (counter-at-other-than-two-hours)
    (counter-at-zero)
    (have-chips)
    (have-dip)
    (have-pop)
    (have-cheese)
    (have-crackers))

  ; After exactly two hours the movie is over, and the counter need not be touched.
  (:action rewind-movie-after-two-hours
    :parameters ()
    :precondition (counter-at-two-hours)
    :effect (movie-rewound))

  ; Else the counter runs away from zero.
  (:action rewind-movie
    :parameters ()
    :precondition (counter-at-other-than-two-hours)
    :effect (and (movie-rewound) (not (counter-at-zero))))

  (:action reset-counter
    :parameters ()
    :precondition (and)
    :effect (counter-at-zero))

  (:action get-chips :parameters (?x - chips) :precondition (and) :effect (have-chips))
  (:action get-dip :parameters (?x - dip) :precondition (and) :effect (have-dip))
  (:action get-pop :parameters (?x - pop) :precondition (and) :effect (have-pop))
  (:action get-cheese :parameters (?x - cheese) :precondition (and) :effect (have-cheese))
  (:action get-crackers :parameters (?x - crackers) :precondition (and) :effect (have-crackers)))
