"""Why something holds, or why it does not: trees of reasons in the words of the model's own files.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> r = relgym.Reasoner(relgym.load(domain, problem))
>>> print(r.explain(r.initial_state, "(go b a)"))
(go b a) is not applicable: 2 of 2 conditions fail
  (at b) is false: no such fact
  (road b a) is false: no such fact, and no action changes 'road'
>>> print(r.explain(r.initial_state, "(at b)", achievers=True))
(at b) is false: no such fact
  made true by (go a b), which is applicable
"""

from relgym.explain.actions import any_operator
from relgym.explain.explanation import PDDLExplanation
from relgym.explain.subject import History, explain

__all__ = ["History", "PDDLExplanation", "any_operator", "explain"]
