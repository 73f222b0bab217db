; One lift and passengers of several classes. Where it stops, everybody leaves who wants to, and everybody gets in who
; waits there; so it must not stop where this would break a rule:
;   - vip passengers come first: until all are served, every stop lets one of them in or out;
;   - direct passengers tolerate no stop before their own;
;   - a child never rides without an attendant;
;   - a red and a blue passenger never ride together;
;   - some floors are barred to some passengers, who must not be in the lift when its door opens there.
(define (domain elevator)
  (:requirements :adl :typing)
  (:types
    floor passenger - object
    vip direct child attendant red blue - passenger)
  (:predicates
    (higher ?f ?g - floor)                    ; ?f lies above ?g
    (waits ?p - passenger ?f - floor)
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

  ; After the stop those ride who were aboard and go to another floor, and those who waited here.
  (:action stop
    :parameters (?f - floor)
    :precondition
      (and (lift-at ?f)
           (or (forall (?v - vip) (served ?v))
               (exists (?v - vip) (or (waits ?v ?f) (and (aboard ?v) (to ?v ?f)))))
           (forall (?d - direct) (imply (aboard ?d) (to ?d ?f)))
           (forall (?c - child)
             (imply (or (waits ?c ?f) (and (aboard ?c) (not (to ?c ?f))))
                    (exists (?a - attendant) (or (waits ?a ?f) (and (aboard ?a) (not (to ?a ?f)))))))
           (not (exists (?r - red ?b - blue)
             (and (or (waits ?r ?f) (and (aboard ?r) (not (to ?r ?f))))
                  (or (waits ?b ?f) (and (aboard ?b) (not (to ?b ?f)))))))
           (forall (?p - passenger) (imply (barred ?p ?f) (not (aboard ?p)))))
    :effect
      (forall (?p - passenger)
        (and (when (waits ?p ?f)
               (and (aboard ?p) (not (waits ?p ?f))))
             (when (and (aboard ?p) (to ?p ?f))
               (and (served ?p) (not (aboard ?p))))))))
