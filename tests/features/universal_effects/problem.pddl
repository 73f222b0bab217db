(define (problem move-out) (:domain boxes)
  (:objects pen cup key - item b1 b2 - box hall attic - room)
  (:init (at b1 hall) (at b2 hall) (at pen hall) (at cup hall) (at key hall) (in pen b1) (in cup b1) (in key b2))
  (:goal (forall (?i - item) (at ?i attic))))
