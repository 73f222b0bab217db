"""An RDDL program as a Prolog text, which SWI-Prolog runs by itself in a state and under an action.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = ~on(?x); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> for names in (True, False):
...     text = translate_prolog_equations(program, ([True, False],), (), names=names)
...     print(text.partition("% --- state ---\\n")[2].partition("\\n\\n")[0])
% on(T)
on(a).
% on(T)
on(1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relgym.model.rddl.equations import Equations, Function, Part, Values
from relgym.model.rddl.expressions import BOOL
from relgym.resources import kb
from relgym.translate.equations.origins import draws, said_by, said_of
from relgym.translate.program.origins import block, comment, explained
from relgym.translate.prolog.equations.names import atom
from relgym.translate.prolog.equations.readable import NamedWriter
from relgym.translate.prolog.equations.text import clause, literal
from relgym.translate.prolog.names import operand, quoted

_HEADER = """\
:- encoding(utf8).
% {title} as a Prolog program.
%
% Run it with `swipl FILE`, and ask what follows from the state and the action below:
{questions}
% From a shell:
%   swipl -g "forall(value(Name, Items, Value), (writeq(Name-Items=Value), nl))" -t halt FILE
% A fluent that is true or false is a fact where it is true; any other has its value as its last argument. Another state
% or action: change the facts under "state" and "action", here or at the prompt by assertz/1 and retract/1."""

_MISSING = """\
% Missing here: {}. What rests on it raises an error, unless you add clauses of computed/3."""

_DIRECTIVES = ":- style_check(-singleton).\n:- style_check(-discontiguous)."

_DRAWN = """\
% Each is a fact, uniform(Place, Number). `?- draw(Place, Number).` decides a draw, `?- draw.` takes new numbers:
{said}
draw(Place, Number) :-
    retractall(uniform(Place, _)),
    assertz(uniform(Place, Number)).
draw :-
    forall(between(0, {last}, Place), ( Number is random_float, draw(Place, Number) ))."""

_COMPUTED = """\
computed(Function, Arguments, _) :-
    format(atom(Message), "~w of ~w has no value here: a clause of computed/3 may be added", [Function, Arguments]),
    throw(error(existence_error(function, Function), context(computed/3, Message)))."""

_ENGINE = "% --- what the engine's clauses need besides ---"
"""The line of `rddl.pl` after which only the engine needs the clauses."""

DRAWN = frozenset(
    [
        *("Beta", "Binomial", "Cauchy", "ChiSquare", "Exponential", "Gamma", "Geometric", "Gompertz", "Gumbel"),
        *("Kumaraswamy", "Laplace", "NegativeBinomial", "Normal", "Pareto", "Poisson", "Student", "Uniform", "Weibull"),
        *("gamma", "hypot", "lngamma"),
    ]
)
"""The distributions and functions of `draws.pl`."""

MATRICES = frozenset(["cholesky", "det", "inverse"])
"""The functions of `matrices.pl`."""

_OF_LISTS = {"product_of", "least_of", "greatest_of", "item_of_least", "item_of_greatest"}
"""The predicates of `aggregates.pl`, which uses `rddl.pl`."""


def translate_prolog_equations(
    program: Equations,
    state: Sequence[Values],
    action: Sequence[Values],
    uniforms: Sequence[float] | None = None,
    names: bool = True,
    title: str = "An instance",
) -> str:
    """A complete program that SWI-Prolog runs without relgym.

    Args:
        program: The program of an instance.
        state: The values of the state's fluents.
        action: The values of the action's fluents.
        uniforms: The numbers in [0, 1) that decide the draws; without them the text draws some when it is loaded.
        names: True if items have their names; otherwise they are numbers, as the swipl engine has them.
        title: What the first line calls the program.
    """
    text = _Text(program, names)
    blocks = [
        _header(text, title),
        _DIRECTIVES,
        block("names", map(comment, text.legend())),
        block("declarations", text.declarations()),
        block("items", text.items()),
        block("what never changes", (line for pair in program.constants.items() for line in text.writer.facts(*pair))),
        block("state", text.given(program.states, state)),
        block("action", text.given(program.actions, action)),
        block("numbers in [0, 1) that decide the draws", text.uniforms(uniforms)),
        block("equations", text.clauses),
        block("questions", text.questions()),
        block("functions and distributions", text.library()),
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


class _Text:
    """The parts of the text of one program."""

    def __init__(self, program: Equations, names: bool) -> None:
        self.program = program
        self.names = names
        self.writer = NamedWriter(program, names)
        self.clauses = [
            line for item in program.equations for line in (comment(said_by(item)), self.writer.clause(item))
        ]

    def legend(self) -> Iterator[str]:
        """Yield a line about each name that is not that of the files, and about each number of an item."""
        yield from self.writer.names.legend()
        if not self.names:
            for of, items in self.program.types.items():
                yield from (f"{number} is the {of} {item.name}" for number, item in enumerate(items, 1))

    def pattern(self, function: Function) -> str:
        """The goal of a function, with its types as variables."""
        items = [
            of[:1].upper() + of[1:] if of[:1].isalpha() else f"X{index}" for index, of in enumerate(function.parameters)
        ]
        names = [item if items.count(item) == 1 else f"{item}{index + 1}" for index, item in enumerate(items)]
        return atom(self.writer.names.predicate(function), names + ["Value"] * (function.range != BOOL))

    def declarations(self) -> Iterator[str]:
        """Yield the declarations of dynamic predicates, and of tabled ones, which are computed once per state."""
        program = self.program
        given = [*program.states, *program.actions, *program.constants]
        dynamic = [*map(self.writer.indicator, given), "uniform/2"]
        yield from (f":- dynamic([{each}], [incremental(true)])." for each in dynamic)
        read = {function for equation in program.equations for function in program.read(equation)}
        tabled = [item.function for item in program.equations if item.function in read]
        yield from (f":- table {self.writer.indicator(function)} as incremental." for function in tabled)

    def items(self) -> Iterator[str]:
        names = self.writer.names
        for of, items in self.program.types.items():
            texts = [self.writer.item(of, number) for number in range(len(items))]
            if not texts:
                yield f":- dynamic {operand(quoted(names.of_type(of)))}/1."
            yield from (f"{atom(names.of_type(of), [text])}." for text in texts)
            if of in self.writer.numbered:
                yield from (f"{atom(names.number_of(of), [text, str(n)])}." for n, text in enumerate(texts, 1))

    def given(self, functions: Sequence[Function], values: Sequence[Values]) -> Iterator[str]:
        if functions:
            yield comment(", ".join(map(self.pattern, functions)))
        for pair in zip(functions, values, strict=True):
            yield from self.writer.facts(*pair)

    def uniforms(self, uniforms: Sequence[float] | None) -> Iterator[str]:
        said = list(map(comment, draws(self.program)))
        if not said:
            return
        yield _DRAWN.format(said="\n".join(said), last=self.program.uniforms - 1)
        if uniforms is None:
            yield ":- draw."
        else:
            yield from (f"uniform({index}, {literal(number)})." for index, number in enumerate(uniforms))

    def questions(self) -> Iterator[str]:
        names = self.writer.names
        conditions = [atom(names.predicate(function), []) for function in self.program.of_part(Part.PRECONDITION)]
        yield "% Whether the action may be taken: all action preconditions hold."
        yield clause("allowed", conditions)
        yield "% Everything that follows: Name is that of a predicate above, Items are what it is about."
        if not self.program.equations:
            yield ":- dynamic value/3."
        for equation in self.program.equations:
            function, name = equation.function, names.predicate(equation.function)
            items = [f"X{index + 1}" for index in range(len(function.parameters))]
            head = f"value({quoted(name)}, [{', '.join(items)}], Value)"
            goals = [atom(names.of_type(of), [item]) for of, item in zip(function.parameters, items, strict=True)]
            if function.range == BOOL:
                goals.append(f"( {atom(name, items)} -> Value = true ; Value = false )")
            else:
                goals.append(atom(name, [*items, "Value"]))
            yield clause(head, goals)

    def library(self) -> Iterator[str]:
        """Yield the definitions of the predicates that clauses call, beyond Prolog's own."""
        called = self.writer.called
        if called & _OF_LISTS:
            yield _file("aggregates.pl")
        if called - {"product_of"}:
            yield _file("rddl.pl").partition(":- module(relgym_rddl, []).\n")[2].partition(_ENGINE)[0].strip()
            yield _file("draws.pl") if self.writer.left & DRAWN else ""
            yield _file("matrices.pl") if self.writer.left & MATRICES else ""
            yield _COMPUTED


def _file(name: str) -> str:
    return kb("prolog", name).read_text(encoding="utf-8").strip() + "\n"


def _header(text: _Text, title: str) -> str:
    asked = [(f"{text.pattern(item.function)}.", said_of(item.function)) for item in text.program.equations]
    asked.append(("allowed.", "whether the action may be taken"))
    asked.append(("value(Name, Items, Value).", "all of it"))
    header = _HEADER.format(title=comment(title)[2:], questions=explained(asked, "?- "))
    missing = sorted(text.writer.left - DRAWN - MATRICES)
    return f"{header}\n{_MISSING.format(', '.join(missing))}" if missing else header
