"""A program of equations as a text that SWI-Prolog runs as it stands, with a state and an action to ask about.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = ~on(?x); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> text = translate_prolog_equations(program, ([True, False],), (), names=False)
>>> print(text.partition("% the state\\n")[2].partition("\\n\\n")[0])
state_on(1, 1).
state_on(2, 0).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from relgym.model.rddl.equations import Equation, Equations, Function, Number, Part, Values, as_list
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.resources import kb
from relgym.translate.equations.origins import said_by
from relgym.translate.program.origins import comment
from relgym.translate.prolog.equations.lower import PrologEquationsWriter
from relgym.translate.prolog.equations.names import UNIFORMS, atom
from relgym.translate.prolog.equations.program import named_program
from relgym.translate.prolog.equations.text import LIBRARY, clause, listed, literal
from relgym.translate.prolog.names import quoted

_HEADER = """\
:- encoding(utf8).
% {title}
% as the clauses that relgym's swipl engine runs. What follows from the state and the action below:
%
%     swipl -g "forall(value(Name, Items, Value), (writeq(Name-Items=Value), nl))" -t halt FILE
%
% Another state or action: change the facts."""

_STYLE = ":- style_check(-singleton)."

_PYTHON = """\
% Left to Python by relgym, and missing here: {}. Clauses of computed/3 may be added for it."""

_QUESTIONS = """\
% Name is that of a fluent or of a condition, Items are the objects that it is about.
value(Name, Items, Value) :-
    ( condition(Found) ; step(Found) ),
    member(Name-Vector, Found),
    function(Name, Types, Range),
    findall(Row, cell(Types, _, Row), Rows),
    ( Types = [] -> Numbers = [Vector] ; Vector =.. [_|Numbers] ),
    pair(Items, Rows, Number, Numbers),
    item(Range, Number, Value).

pair(X, [X|_], Y, [Y|_]).
pair(X, [_|Xs], Y, [_|Ys]) :-
    pair(X, Xs, Y, Ys).

% All values of a fluent of the state or the action.
vector(Name, Vector) :-
    function(Name, Types, Range),
    findall(Number, given(Name, Types, Range, Number), Numbers),
    ( Types = [] -> Numbers = [Vector] ; Vector =.. [v|Numbers] ).

given(Name, Types, Range, Number) :-
    cell(Types, _, Row),
    append(Row, [Value], Arguments),
    Fact =.. [Name|Arguments],
    once(Fact),
    once(item(Range, Number, Value)).

cell([], [], []).
cell([Type|Types], [Number|Numbers], [Item|Items]) :-
    item(Type, Number, Item),
    cell(Types, Numbers, Items)."""

_COMPUTED = """\
computed(Function, Numbers, _) :-
    format(atom(Message), "~w of ~w is for Python to compute, or to refuse", [Function, Numbers]),
    throw(error(existence_error(function, Function), context(computed/3, Message)))."""


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
        uniforms: The numbers in [0, 1) that decide the draws; without them the text draws by itself.
        names: Whether things have their names; otherwise it has the clauses that the swipl engine runs.
        title: What the first line calls the program.
    """
    if names:
        return named_program(program, state, action, uniforms, title)
    blocks = ListingWriter(program, title).blocks(state, action, uniforms)
    return "\n".join(f"{block}\n" for block in blocks if block)


class ListingWriter:
    """Writes the parts of the text of one program."""

    def __init__(self, program: Equations, title: str) -> None:
        self.program = program
        self.equations = PrologEquationsWriter(program)
        self.names = self.equations.names
        self._title = title

    def blocks(
        self, state: Sequence[Values], action: Sequence[Values], uniforms: Sequence[float] | None
    ) -> Iterator[str]:
        program = self.program
        fixed = [*self.equations.facts()]
        equations = [line for equation in program.equations for line in ("", *self._commented(equation))]
        computed = sorted(set(re.findall(rf"{LIBRARY}:computed\('?(\w+)", "\n".join(equations))))
        yield _HEADER.format(title=comment(self._title)[2:]) + (
            f"\n{_PYTHON.format(', '.join(computed))}" if computed else ""
        )
        yield _STYLE
        yield _block("names", map(comment, self._legend()))
        yield _block("items, by type: their numbers, and how they are written", self._items())
        yield _block("what never changes", fixed)
        yield _block("the state", self._given(program.states, state))
        yield _block("the action", self._given(program.actions, action))
        yield _block("the numbers in [0, 1) that decide the draws", self._uniforms(uniforms))
        yield _block("the equations", equations)
        yield _block("what is asked", self._questions())
        yield _QUESTIONS
        yield _block(f"what the equations ask of the module {LIBRARY}, which inherits it from here", [_library()])

    def _commented(self, equation: Equation) -> list[str]:
        return [comment(said_by(equation)), *self.equations.equation(equation)]

    def _legend(self) -> Iterator[str]:
        for of, items in self.program.types.items():
            yield from (f"{number} is the {of} {item.name}" for number, item in enumerate(items, 1))

    def _items(self) -> Iterator[str]:
        for of, items in self.program.types.items():
            yield from (f"item({quoted(of)}, {n}, {self._item(of, n - 1)})." for n in range(1, len(items) + 1))
        yield from (f"item({BOOL}, {int(value)}, {self._item(BOOL, value)})." for value in (False, True))
        yield from (f"item({of}, Number, Number)." for of in (INT, REAL))

    def _item(self, of: str, value: Number) -> str:
        """A value as the facts and the answers have it."""
        if of in self.program.types:
            return str(int(value) + 1)
        return literal(value)

    def _given(self, functions: Sequence[Function], values: Sequence[Values]) -> Iterator[str]:
        """Yield the given facts, one for each cell."""
        for function, several in zip(functions, values, strict=True):
            name = self.names.predicate(function)
            rows = product(*(range(size) for size in self.program.sizes(function)))
            for row, value in zip(rows, as_list(several), strict=True):
                items = [self._item(of, item) for of, item in zip(function.parameters, row, strict=True)]
                yield f"{atom(name, [*items, self._item(function.range, value)])}."

    def _uniforms(self, uniforms: Sequence[float] | None) -> Iterator[str]:
        count = self.program.uniforms
        if uniforms is not None:
            yield f"uniforms({atom('v', map(literal, uniforms))})."
        elif count:
            found = [f"findall(U, (between(1, {count}, _), random(U)), Numbers)", f"{UNIFORMS} =.. [v|Numbers]"]
            yield clause(f"uniforms({UNIFORMS})", found)

    def _questions(self) -> Iterator[str]:
        program = self.program
        for function in (*program.states, *program.actions, *(item.function for item in program.equations)):
            name, types = quoted(self.names.predicate(function)), listed(map(quoted, function.parameters))
            yield f"function({name}, {types}, {quoted(function.range)})."
        yield ""
        yield self._question("condition", program.of_part(Part.PRECONDITION, Part.INVARIANT, Part.TERMINATION))
        yield ""
        yield self._question("step", program.of_part(Part.NEXT, Part.STEP, Part.REWARD))

    def _question(self, name: str, functions: Sequence[Function]) -> str:
        """The clause that computes all values of some functions, and all that these rest on."""
        program, names = self.program, self.names
        needed = program.needed(functions)
        read = {*functions}.union(*map(program.read, needed))
        given = [function for function in (*program.states, *program.actions) if function in read]
        goals = [f"vector({quoted(names.predicate(f))}, {names.vector(f)})" for f in given]
        if UNIFORMS in self.equations.values.vectors([equation.value for equation in needed]):
            goals.append(f"uniforms({UNIFORMS})")
        goals += [self.equations.whole(equation) for equation in needed]
        found = [f"{quoted(names.predicate(function))}-{names.vector(function)}" for function in functions]
        return clause(f"{name}({listed(found)})", goals)


def _block(title: str, lines: Iterable[str]) -> str:
    text = "\n".join(lines).strip("\n")
    return f"% {title}\n{text}" if text else ""


def _library() -> str:
    """The goals that are not Python's, and what stands for those that are."""
    text = (kb("prolog") / "rddl.pl").read_text(encoding="utf-8")
    _, _, goals = text.partition(":- module(relgym_rddl, []).\n")
    return f"{goals.strip()}\n\n{_COMPUTED}"
