; One lift and passengers of several classes. Where it stops, everybody leaves who wants to, and everybody gets in who
; waits there; so it must not stop where this would break a rule:
;   - vip passengers come first: until all are served, every stop lets one of them in or out;
;   - direct passengers tolerate no stop before their own;
;   - a child never rides without an attendant;
;   - a red and a blue passenger never ride together;
;   - some floors are barred to some passengers, who must not be in the lift when its door opens there.
(define (domain elevator)
  (:requirements :adl)
  (:types
    floor passenger - object
    vip direct child attendant red blue - passenger)
  (:predicates
    (higher ?f ?g - floor)                    ; ?f lies above ?g
    (from ?p - passenger ?f - floor)
    (to ?p - passenger ?f - floor)
    (barred ?p - passenger ?f - floor)
    (lift-at ?f - floor)
    (aboard ?p - passenger)
    (served ?p - passenger))

  (:action up
    :parameters (?f ?g - floor)
    :precondition (and (lift-at ?f) (higher ?g ?f))
    :effect (and (lift-at ?g) (not (lift-at ?f))))

  (:action down
    :parameters (?f ?g - floor)
    :precondition (and (lift-at ?f) (higher ?f ?g))
    :effect (and (lift-at ?g) (not (lift-at ?f))))

  ; After the stop, ?p rides if not served, and aboard with another floor to go to, or waiting here.
  (:action stop
    :parameters (?f - floor)
    :precondition
      (and (lift-at ?f)
           (or (forall (?v - vip) (served ?v))
               (exists (?v - vip)
                 (or (and (from ?v ?f) (not (aboard ?v)) (not (served ?v)))
                     (and (to ?v ?f) (aboard ?v)))))
           (forall (?d - direct) (imply (aboard ?d) (to ?d ?f)))
           (forall (?c - child)
             (imply (or (and (aboard ?c) (not (to ?c ?f)))
                        (and (from ?c ?f) (not (served ?c))))
                    (exists (?a - attendant)
                      (or (and (aboard ?a) (not (to ?a ?f)))
                          (and (from ?a ?f) (not (served ?a)))))))
           (not (exists (?r - red ?b - blue)
             (and (or (and (aboard ?r) (not (to ?r ?f)))
                      (and (from ?r ?f) (not (served ?r))))
                  (or (and (aboard ?b) (not (to ?b ?f)))
                      (and (from ?b ?f) (not (served ?b)))))))
           (forall (?p - passenger) (imply (barred ?p ?f) (not (aboard ?p)))))
    :effect
      (forall (?p - passenger)
        (and (when (and (from ?p ?f) (not (served ?p)))
               (aboard ?p))
             (when (and (to ?p ?f) (aboard ?p))
               (and (served ?p) (not (aboard ?p))))))))
