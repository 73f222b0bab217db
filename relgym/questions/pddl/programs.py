"""A task of PDDL as the program of an engine, or as PDDL again, with a state as its start."""

from __future__ import annotations

from dataclasses import replace

from relgym.errors import UnsupportedFeature
from relgym.model.pddl.problem import Problem
from relgym.model.pddl.state import State
from relgym.questions.pddl.play import PDDLPlay
from relgym.questions.programs import language_of
from relgym.questions.question import Answer, Asked


def translate(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `translate`."""
    language = language_of(asked, play.reasoner.engine.name)
    return {"text": _text(play, asked, language), "language": language}


def _text(play: PDDLPlay, asked: Asked, language: str) -> str:
    # Only the printer that is wanted is imported.
    reasoner, state, names = play.reasoner, asked.state, asked.options["names"]
    task, translation = reasoner.task, reasoner.translation
    match language:
        case "prolog":
            from relgym.translate.program.origins import sources
            from relgym.translate.prolog.listing import translate_prolog

            return translate_prolog(translation.program, state, names, sources(translation, asked.steps))
        case "asp":
            from relgym.translate.asp.listing import translate_asp
            from relgym.translate.program.origins import sources

            return translate_asp(translation.program, state, names, sources(translation, asked.steps))
        case "python":
            from relgym.reasoning.pddl.listing import python_listing

            return python_listing(task)
        case "pddl":
            from relgym.write.pddl import write_domain, write_problem

            is_start = not asked.steps and state == reasoner.initial_state
            start = task.problem if is_start else starting_in(task.problem, state)
            return f"{write_domain(task.domain)}\n{write_problem(start)}"
        case _:
            raise UnsupportedFeature("a task of PDDL is not written as RDDL", hint="--to pddl writes it back")


def starting_in(problem: Problem, state: State) -> Problem:
    """Return the problem with another start."""
    atoms = tuple(sorted(state.atoms, key=str))
    values = tuple(sorted(state.fluents.items(), key=str))
    return replace(problem, init=atoms, values=values, chances=())
