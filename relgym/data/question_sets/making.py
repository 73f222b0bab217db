"""Question sets: questions of several kinds and forms about several problems, balanced and each only once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, cast

from relgym.arguments import check_one_of, check_several, check_whole
from relgym.data.question_sets.problem import problems_from
from relgym.data.question_sets.question import FORMS, KINDS, LABELS, Form, Kind, TaskQuestion
from relgym.data.question_sets.registry import kinds_of, material_of, refused, topics_of
from relgym.data.question_sets.topic import OpenQuestion, QuestionMaterial, Topic
from relgym.errors import UnsupportedFeature

CLAIMS_PER_STATE = 3
"""Largest number of questions of one kind and answer about one state. Judged, for variety."""

TOPIC_PATIENCE = 80
"""Number of topics in a row that give no new question after which a problem is exhausted. Judged."""

WAITING_CLAIMS_LIMIT = 64
"""Largest number of questions with one answer that wait for one with the other answer. Judged, for memory."""


Made = tuple[TaskQuestion, ...]
"""Questions that belong together: one with the answer yes and one with the answer no, or a single question."""


def questions(
    models: object,
    kinds: Kind | Iterable[Kind] | None = None,
    count: int = 100,
    seed: int = 0,
    form: Form | Iterable[Form] = "boolean",
    *,
    left_out: Callable[[str, str, str], None] | None = None,
) -> Iterator[TaskQuestion]:
    """Make questions about problems of PDDL or instances of RDDL, with verified answers.

    The same arguments give the same questions. No question comes twice. Of the answers to boolean questions as many
    are yes as no, but for one; the right choices are spread evenly over their places. All questions about a problem
    belong to its split.

    Args:
        models: A task, an instance, a reasoner, the name of a domain of the catalogue (all its problems), a
            `QuestionProblem`, or several of these.
        kinds: The kinds of questions, from `KINDS`; by default all that make sense.
        count: The number of questions; there are fewer where a problem has no more.
        seed: A whole number, 0 or more.
        form: The forms of answers, from `FORMS`.
        left_out: Called with kind, name of the problem and reason for each kind that makes no sense for a problem.

    Yields:
        The questions, kind by kind in turns.

    Raises:
        UnsupportedFeature: The kinds make no sense for any of the problems.
        RelgymError: An argument is wrong.
    """
    wanted = None if kinds is None else _names("kind of questions", kinds, KINDS)
    forms = _names("form of answers", form, FORMS)
    check_whole("count", count, 1)
    check_whole("seed", seed)
    materials = [material_of(problem, seed) for problem in problems_from(models)]
    asked = kinds_of(materials) if wanted is None else cast(Sequence[Kind], wanted)
    return questions_of(materials, asked, cast(Sequence[Form], forms), count, seed, left_out)


def questions_of(
    materials: Sequence[QuestionMaterial],
    kinds: Sequence[Kind],
    forms: Sequence[Form],
    count: int,
    seed: int,
    left_out: Callable[[str, str, str], None] | None = None,
) -> Iterator[TaskQuestion]:
    """Make questions about problems that are prepared already; arguments and errors as for `questions`."""
    streams: list[Iterator[Made]] = []
    reasons: dict[str, str] = {}
    for kind in kinds:
        able = []
        for material in materials:
            reason = refused(kind, material)
            if reason is None:
                able.append(material)
            else:
                reasons.setdefault(kind, reason)
                if left_out is not None:
                    left_out(kind, material.problem.label, reason)
        streams += [_stream(able, kind, form, seed) for form in forms] if able else []
    if not streams:
        causes = "; ".join(f"{kind}: {reason}" for kind, reason in reasons.items())
        raise UnsupportedFeature(f"there are no such questions about this problem: {causes}")
    return _limited(streams, count)


def _names(what: str, given: object, known: Sequence[str]) -> list[str]:
    """Return the names that somebody has given, each once; all of them for None."""
    if given is None:
        return [*known]
    if isinstance(given, str):
        given = [given]
    check_several(f"the {what}", given, "one of " + ", ".join(known) + ", or several")
    names = [*dict.fromkeys(cast(Iterable[str], given))]
    for name in names:
        check_one_of(what, name, known)
    return names


def _limited(streams: list[Iterator[Made]], count: int) -> Iterator[TaskQuestion]:
    """Take from the streams in turns."""
    waiting = deque(streams)
    while waiting and count:
        stream = waiting.popleft()
        made = next(stream, None)
        if made is not None:
            waiting.append(stream)
            for question in made[:count]:
                count -= 1
                yield question


def _stream(materials: Sequence[QuestionMaterial], kind: Kind, form: Form, seed: int) -> Iterator[Made]:
    """Yield the questions of one kind and form, from the problems in turns."""
    places = _places(Random(f"{seed} places {kind} {form}"))
    # The numbers of all questions: problems that look alike would give the same ones, for training and for tests.
    seen: set[int] = set()
    waiting = deque(_of_problem(material, kind, form, places, seen) for material in materials)
    while waiting:
        queue = waiting.popleft()
        made = next(queue, None)
        if made is not None:
            waiting.append(queue)
            yield made


def _places(rng: Random) -> Iterator[int]:
    """Yield the places of right choices, each as often as the others."""
    while True:
        places = [*range(len(LABELS))]
        rng.shuffle(places)
        yield from places


def _of_problem(
    material: QuestionMaterial, kind: Kind, form: Form, places: Iterator[int], seen: set[int]
) -> Iterator[Made]:
    rng = Random(f"{material.seed} {kind} {form}")
    topics = topics_of(kind, material)(material, rng)
    match form:
        case "boolean":
            return _booleans(material, kind, topics, rng, seen)
        case "choice":
            return _choices(material, kind, topics, rng, places, seen)
        case "open":
            return _opens(material, kind, topics, seen)


def _is_new(question: TaskQuestion, seen: set[int]) -> bool:
    """Return True at the first time that a question comes."""
    number = question.id
    if number in seen:
        return False
    seen.add(number)
    return True


def _booleans(
    material: QuestionMaterial, kind: Kind, topics: Iterator[Topic], rng: Random, seen: set[int]
) -> Iterator[Made]:
    """Yield pairs of questions, one with the answer yes and one with the answer no."""
    waiting: dict[bool, deque[TaskQuestion]] = {True: deque(), False: deque()}
    asked: set[object] = set()
    idle = 0
    for topic in topics:
        idle += 1
        for truth, subjects in ((True, topic.right), (False, topic.wrong)):
            for subject in _some(subjects, CLAIMS_PER_STATE, rng):
                key = (material.state_key(topic.state), topic.key, subject)
                if len(waiting[truth]) < WAITING_CLAIMS_LIMIT and key not in asked:
                    asked.add(key)
                    question = _boolean(material, kind, topic, subject, truth)
                    if _is_new(question, seen):
                        waiting[truth].append(question)
        while waiting[True] and waiting[False]:
            idle = 0
            pair = waiting[True].popleft(), waiting[False].popleft()
            yield pair if rng.random() < 0.5 else pair[::-1]
        if idle > TOPIC_PATIENCE:
            return


def _boolean(material: QuestionMaterial, kind: Kind, topic: Topic, subject: object, truth: bool) -> TaskQuestion:
    return TaskQuestion(
        kind,
        "boolean",
        _context(material, topic),
        topic.boolean.replace("{}", topic.words(subject)),
        "yes" if truth else "no",
        rationale=topic.why(subject, truth),
        subjects=(topic.text(subject),),
        **_common(material, topic),
    )


def _choices(
    material: QuestionMaterial, kind: Kind, topics: Iterator[Topic], rng: Random, places: Iterator[int], seen: set[int]
) -> Iterator[Made]:
    asked: set[object] = set()
    idle = 0
    for topic in topics:
        idle += 1
        if len(topic.wrong) >= len(LABELS) - 1:
            for subject in _some(topic.right, CLAIMS_PER_STATE, rng):
                key = (material.state_key(topic.state), topic.key, subject)
                if key in asked:
                    continue
                asked.add(key)
                subjects = _some(topic.wrong, len(LABELS) - 1, rng)
                # Found new or not, the choices in any other order would be the same question.
                if _is_new(_choice(material, kind, topic, [subject, *sorted(subjects, key=topic.text)], 0), seen):
                    idle = 0
                    place = next(places)
                    subjects.insert(place, subject)
                    yield (_choice(material, kind, topic, subjects, place),)
        if idle > TOPIC_PATIENCE:
            return


def _choice(material: QuestionMaterial, kind: Kind, topic: Topic, subjects: list[object], place: int) -> TaskQuestion:
    """Return the question whose right choice stands at a place."""
    words = tuple(map(topic.words, subjects))
    listed = " ".join(f"{label}. {text}." for label, text in zip(LABELS, words, strict=True))
    return TaskQuestion(
        kind,
        "choice",
        _context(material, topic),
        f"{topic.choice} {listed}",
        LABELS[place],
        topic.choice,
        words,
        rationale=f"{LABELS[place]}: {topic.why(subjects[place], True)}",
        subjects=tuple(map(topic.text, subjects)),
        **_common(material, topic),
    )


def _opens(material: QuestionMaterial, kind: Kind, topics: Iterator[Topic], seen: set[int]) -> Iterator[Made]:
    idle = 0
    for topic in topics:
        idle += 1
        asked: OpenQuestion | None = topic.open()
        if asked is not None:
            question = TaskQuestion(
                kind,
                "open",
                _context(material, topic),
                asked.query,
                asked.answer,
                validator=asked.validator,
                rationale=asked.rationale,
                subjects=asked.subjects,
                **_common(material, topic),
            )
            if _is_new(question, seen):
                idle = 0
                yield (question,)
        if idle > TOPIC_PATIENCE:
            return


def _some(items: Sequence[Any], most: int, rng: Random) -> list[Any]:
    """Draw some items; all in a random order if there are no more."""
    return rng.sample(items, min(most, len(items)))


def _context(material: QuestionMaterial, topic: Topic) -> str:
    parts = [material.background, material.state_words(topic.state), topic.told]
    return " ".join(part for part in parts if part)


def _common(material: QuestionMaterial, topic: Topic) -> dict[str, Any]:
    return {
        "plan": topic.plan,
        "goal": topic.goal,
        "state": material.state_json(topic.state),
        "domain": material.problem.task.domain.name,
        "problem": material.problem.label,
        "split": material.problem.split,
    }
