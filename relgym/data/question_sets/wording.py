"""The words for the objects, atoms, actions and formulas of a task, from templates or in default words.

>>> import relgym
>>> from relgym.catalogue.templates import templates_of
>>> task = relgym.load(*roads("a b", "a b", goal="b"))
>>> default = Wording(task)
>>> default.text("(at a)"), default.text("(road a b)"), default.text("(go a b)")
('at a', 'a and b are in the relation "road"', 'go a b')
>>> made = templates_of({"predicates": {"at": "the car is at {x}"}, "actions": {"go": "drive from {x} to {y}"}})
>>> Wording(task, made).text("(go a b)"), Wording(task, made).formula(task.problem.goal)
('drive from a to b', 'the car is at b')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import assert_never

from relgym.catalogue.templates import Templates, check_templates, fill, parameter_names, places
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.problem import Task
from relgym.model.terms import OBJECT, Object, Term, Variable

_PREPOSITIONS = frozenset({"above", "at", "before", "below", "beside", "from", "in", "inside", "near", "on", "under"})
"""The names of predicates that make a statement with "is" alone."""

_COMPARISONS = {"=": "equals", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}

_ARITHMETIC = {"+": " plus ", "-": " minus ", "*": " times ", "/": " divided by "}


class Wording:
    """Says things about a task in words; the same things in the same words.

    Attributes:
        task: The task.
        templates: The templates; what has none is said in default words.
    """

    def __init__(self, task: Task, templates: Templates | None = None) -> None:
        """Prepare the words.

        Args:
            task: The task.
            templates: The templates; by default all words are default words.

        Raises:
            RelgymError: A template does not fit the domain; the message names its file and key.
        """
        self.task = task
        self.templates = Templates() if templates is None else templates
        check_templates(self.templates, task)
        self._of_type = {name: self._type_template(name) for name in task.types}
        self._names = {item.object.name: self._typed(item.object.name, item.types) for item in task.typed}
        self._atoms: dict[tuple[str, tuple[Term, ...]], str] = {}
        self._actions: dict[Action, str] = {}

    # -- objects -----------------------------------------------------------------------------

    def _type_template(self, name: str) -> str | None:
        """The template of the nearest type at or above a type."""
        layer = [name]
        while layer:
            for each in layer:
                if each in self.templates.types:
                    return self.templates.types[each]
            layer = [upper for each in layer if each != OBJECT for upper in self.task.types[each].parents]
        return None

    def _own_template(self, name: str) -> str | None:
        """The template of a type itself, if its words tell the type from all others."""
        template = self.templates.types.get(name)
        if template is None or template.strip() == "{name}" or [*self.templates.types.values()].count(template) > 1:
            return None
        return template

    def _typed(self, name: str, types: Iterable[str]) -> str:
        template = next((given for each in types if (given := self._of_type.get(each))), None)
        # Names such as block1 say the type already.
        if template is None or name.startswith(template.partition("{name}")[0].strip() or " "):
            return name
        return fill(template, {"name": name})

    def term(self, term: Term) -> str:
        """Return the words for an object, or for a variable with its types, such as "block ?x".

        A variable of a subtype has the name of the subtype, and not the words of the type above, so that rules about
        different types read differently.
        """
        match term:
            case Object(name):
                return self._names[name]
            case Variable(name, (single,)) if (template := self._own_template(single)) is not None:
                return fill(template, {"name": name})
            case Variable(name, types):
                return name if types == (OBJECT,) else f"{' or '.join(types)} {name}"
            case _:
                assert_never(term)

    # -- atoms and actions -------------------------------------------------------------------

    def atom(self, predicate: str, terms: Sequence[Term]) -> str:
        """Return the statement that an atom is true."""
        key = predicate, tuple(terms)
        statement = self._atoms.get(key)
        if statement is None:
            words = [self.term(term) for term in terms]
            template = self.templates.predicates.get(predicate)
            if template is None:
                statement = _default_statement(self._spoken(predicate, self.task.predicates), words)
            else:
                names = parameter_names(self.task.predicates[predicate].parameters)
                statement = fill(template, dict(zip(names, words, strict=True)))
            self._atoms[key] = statement
        return statement

    def action(self, action: Action) -> str:
        """Return an action as an infinitive without "to"."""
        phrase = self._actions.get(action)
        if phrase is None:
            phrase = self._actions[action] = self.schema(action.name, action.terms)
        return phrase

    def schema(self, name: str, terms: Sequence[Term]) -> str:
        """Return the words for an action of some arguments, objects or variables."""
        free = [variable.removeprefix("?") for variable in self.task.actions[name].free]
        words = dict(zip(free, map(self.term, terms), strict=True))
        template = self.templates.actions.get(name)
        if template is None or not words.keys() >= set(places(template)):
            return " ".join([self._spoken(name, self.task.actions), *words.values()])
        return fill(template, words)

    def _spoken(self, name: str, names: Iterable[str]) -> str:
        """A name in words; the name itself where another one begins with the same words."""
        words = f"{_without_is(_plain_words(name))} "
        others = [f"{_without_is(_plain_words(other))} " for other in names if other != name]
        if any(words.startswith(other) or other.startswith(words) for other in others):
            return name
        return _plain_words(name)

    def fluent(self, function: str, terms: Sequence[Term]) -> str:
        """Return the noun phrase for a numeric fluent."""
        words = [self.term(term) for term in terms]
        template = self.templates.functions.get(function)
        if template is not None:
            names = parameter_names(self.task.functions[function].parameters)
            return fill(template, dict(zip(names, words, strict=True)))
        name = f"the {self._spoken(function, self.task.functions)}"
        return f"{name} of {listed(words)}" if words else name

    def text(self, text: str) -> str:
        """Return the words for the text of a ground atom or action, such as `(on a b)`."""
        name, *names = text.strip("()").split()
        terms = [self.task.objects[self.task.number[each]] for each in names]
        return self.schema(name, terms) if name in self.task.actions else self.atom(name, terms)

    # -- formulas ----------------------------------------------------------------------------

    def formula(self, formula: Formula) -> str:
        """Return a formula as a statement."""
        match formula:
            case Atom(predicate, terms):
                return self.atom(predicate, terms)
            case Equal(left, right):
                return f"{self.term(left)} and {self.term(right)} are the same"
            case Compare(operator, left, right):
                return f"{self.expression(left)} {_COMPARISONS[operator]} {self.expression(right)}"
            case Truth(value):
                return "nothing is required" if value else "something impossible is required"
            case Not(Equal(left, right)):
                return f"{self.term(left)} and {self.term(right)} are different"
            case Not(part):
                return f"it is not true that {self._inner(part)}"
            case And(parts):
                return " and ".join(map(self._inner, parts)) if parts else "nothing is required"
            case Or(parts):
                return " or ".join(map(self._inner, parts)) if parts else "something impossible is required"
            case Imply(premise, conclusion):
                return f"if {self._inner(premise)}, then {self._inner(conclusion)}"
            case Forall(variables, body):
                return f"for every {self._variables(variables)}: {self._inner(body)}"
            case Exists(variables, body):
                return f"for some {self._variables(variables)}: {self._inner(body)}"
            case _:
                assert_never(formula)

    def _inner(self, formula: Formula) -> str:
        """A formula inside another one: in brackets if it has parts."""
        words = self.formula(formula)
        return f"({words})" if isinstance(formula, And | Or | Imply | Forall | Exists) else words

    def _variables(self, variables: tuple[Variable, ...]) -> str:
        return listed([self.term(variable) for variable in variables])

    def expression(self, expression: Expression) -> str:
        """Return a numeric expression."""
        match expression:
            case Number(value):
                return number(value)
            case FluentValue(function, terms):
                return self.fluent(function, terms)
            case Arithmetic("-", (single,)):
                return f"minus {self._operand(single)}"
            case Arithmetic(operator, operands):
                return _ARITHMETIC[operator].join(map(self._operand, operands))
            case _:
                assert_never(expression)

    def _operand(self, expression: Expression) -> str:
        words = self.expression(expression)
        return f"({words})" if isinstance(expression, Arithmetic) else words


def number(value: Value | None) -> str:
    """Return a number; decimals where they are exact."""
    if value is None:
        return "undefined"
    if isinstance(value, Fraction) and float(value) == value:
        return str(float(value))
    return str(value)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a list.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def _default_statement(name: str, words: Sequence[str]) -> str:
    match words:
        case []:
            return f'"{name}" holds'
        case [one]:
            return f"{name} {one}" if name in _PREPOSITIONS else f"{one} is {_without_is(name)}"
        case [one, two] if name in _PREPOSITIONS:
            return f"{one} is {name} {two}"
        case _:
            return f'{listed(words)} are in the relation "{name}"'


def _plain_words(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def _without_is(name: str) -> str:
    return name.removeprefix("is ")
