; A robot on a grid with locked cells, which it opens from beside them with a key of the right shape. It carries one key.
(define (domain grid)
  (:requirements :strips :typing)
  (:types cell direction key shape)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (robot-at ?c - cell)
    (open ?c - cell)
    (locked ?c - cell)
    (lock-shape ?c - cell ?s - shape)
    (key-shape ?k - key ?s - shape)
    (at ?k - key ?c - cell)
    (holding ?k - key)
    (arm-empty))

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (robot-at ?from) (next ?from ?to ?way) (open ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))

  (:action unlock
    :parameters (?from ?to - cell ?way - direction ?k - key ?s - shape)
    :precondition (and (robot-at ?from) (next ?from ?to ?way) (locked ?to) (lock-shape ?to ?s)
                       (holding ?k) (key-shape ?k ?s))
    :effect (and (open ?to) (not (locked ?to))))

  (:action pick-up
    :parameters (?k - key ?c - cell)
    :precondition (and (robot-at ?c) (at ?k ?c) (arm-empty))
    :effect (and (holding ?k) (not (at ?k ?c)) (not (arm-empty))))

  ; Picks up a key and leaves the one that it holds.
  (:action exchange
    :parameters (?k ?old - key ?c - cell)
    :precondition (and (robot-at ?c) (at ?k ?c) (holding ?old))
    :effect (and (holding ?k) (at ?old ?c) (not (at ?k ?c)) (not (holding ?old))))

  (:action put-down
    :parameters (?k - key ?c - cell)
    :precondition (and (robot-at ?c) (holding ?k))
    :effect (and (at ?k ?c) (arm-empty) (not (holding ?k)))))
