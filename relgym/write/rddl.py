"""Models as RDDL text: what `relgym.read.rddl.loading` makes of the text equals the model.

>>> from relgym.model.rddl.domain import Kind
>>> from relgym.model.rddl.expressions import Fluent, Operation
>>> lit = Declaration("lit", Kind.STATE, (), "bool", False)
>>> lamp = RDDLDomain("lamp", (), (), (lit,), (Cpf("lit", (), Operation("~", (Fluent("lit"),))),), Fluent("lit"))
>>> print(domain_text(lamp), end="")
domain lamp {
  pvariables {
    lit : { state-fluent, bool, default = false };
  };
<BLANKLINE>
  cpfs {
    lit' = ~lit;
  };
<BLANKLINE>
  reward = lit;
}
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from relgym.errors import ModelError
from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.domain import Cpf, Declaration, Instance, ItemType, Kind, Plain, RDDLDomain, Setting
from relgym.model.rddl.expressions import BOOL, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Object, Variable
from relgym.write.layout import STEP
from relgym.write.rddl_lines import broken, filled

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(-+[A-Za-z0-9_]+)*'?")
_ITEM = re.compile(rf"{_NAME.pattern}|@[A-Za-z0-9_]+(-+[A-Za-z0-9_]+)*")
_VARIABLE = re.compile(r"\?[A-Za-z_][A-Za-z0-9_]*(-+[A-Za-z0-9_]+)*")

_NO_VALUES = frozenset({"true", "false", "if", "switch"})
_NO_CONSTANTS = frozenset({"true", "false", "pos-inf", "neg-inf"})


def domain_text(domain: RDDLDomain) -> str:
    """The domain as RDDL text; a number below zero in a value reads as minus before one above.

    Raises `ModelError` for what RDDL has no words for, such as a name with a space in it.
    """
    sections = [
        _block("types", [line for item in domain.types for line in _type(item)]),
        _block("pvariables", map(_declaration, domain.fluents)),
        _block("cpfs", [line for cpf in domain.cpfs for line in _cpf(cpf, domain.declared[cpf.fluent])]),
        _value("reward = ", domain.reward),
        *(
            _block(word, [line for formula in formulas for line in _value("", formula)])
            for word, formulas in (
                ("action-preconditions", domain.preconditions),
                ("state-action-constraints", domain.constraints),
                ("state-invariants", domain.invariants),
                ("termination", domain.termination),
            )
        ),
    ]
    if domain.requirements:
        words = ", ".join(map(_name, domain.requirements))
        sections.insert(0, filled(f"requirements = {{ {words} }};"))
    return _file(f"domain {_name(domain.name)}", sections)


def instance_text(instance: Instance) -> str:
    """The instance as RDDL text, its non-fluents in it (the syntax of 2018).

    Raises `ModelError` for what RDDL has no words for.
    """
    if instance.horizon is not None and instance.until is not None:
        raise ModelError(f"the instance '{instance.name}' has a horizon and 'terminate-when', and RDDL has one of them")
    until = [] if instance.until is None else _value("horizon = terminate-when(", instance.until, ")")
    sections = [
        [f"domain = {_name(instance.domain.name)};"],
        _block("objects", [line for of, items in instance.objects for line in filled(f"{_listed(of, items)};")]),
        _block("non-fluents", [_setting(item, instance.domain) for item in instance.constants]),
        _block("init-state", [_setting(item, instance.domain) for item in instance.start]),
        [
            f"max-nondef-actions = {_count(instance.most_actions)};",
            *(until or [f"horizon = {_count(instance.horizon)};"]),
            f"discount = {instance.discount!r};",
        ],
    ]
    return _file(f"instance {_name(instance.name)}", sections)


def _file(head: str, sections: Iterable[list[str]]) -> str:
    body = "\n\n".join("\n".join(_indented(section)) for section in sections if section)
    return f"{head} {{\n{body}\n}}\n"


def _block(word: str, lines: Iterable[str]) -> list[str]:
    inner = _indented(lines)
    return [f"{word} {{", *inner, "};"] if inner else []


def _indented(lines: Iterable[str]) -> list[str]:
    return [" " * STEP + line for line in lines]


def _type(item: ItemType) -> list[str]:
    return [f"{_name(item.name)} : object;"] if item.values is None else filled(f"{_listed(item.name, item.values)};")


def _listed(of: str, items: Iterable[Object]) -> str:
    return f"{_name(of)} : {{ {', '.join(_name(item.name, _ITEM) for item in items)} }}"


def _declaration(item: Declaration) -> str:
    options = [item.kind.value, _name(item.range)]
    if item.default is not None:
        options.append(f"default = {_plain(item.default)}")
    name = _name(item.name, taken=_NO_VALUES)
    return f"{_call(name, map(_name, item.parameters))} : {{ {', '.join(options)} }};"


def _cpf(cpf: Cpf, declared: Declaration) -> list[str]:
    name = f"{cpf.fluent}'" if declared.kind is Kind.STATE else cpf.fluent
    return _value(f"{_call(name, (_variable(item) for item in cpf.parameters))} = ", cpf.value)


def _setting(item: Setting, domain: RDDLDomain) -> str:
    head = _call(item.fluent, (_name(each.name, _ITEM) for each in item.objects))
    if isinstance(item.value, bool) and domain.declared[item.fluent].range == BOOL:
        return f"{head};" if item.value else f"~{head};"
    return f"{head} = {_plain(item.value)};"


def _call(name: str, arguments: Iterable[str]) -> str:
    inner = ", ".join(arguments)
    return f"{_name(name)}({inner})" if inner else _name(name)


def _plain(value: Plain) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Object(name):
            return _name(name, _ITEM, _NO_CONSTANTS)
        case _ if math.isnan(value):
            raise ModelError("nan is not a number that RDDL can write")
        case _ if math.isinf(value):
            return "pos-inf" if value > 0 else "neg-inf"
        case _:
            return repr(value)


def _value(before: str, value: Value, after: str = "") -> list[str]:
    for node in walk(value):
        match node:
            case rddl.Constant(number) if not math.isfinite(number):
                raise ModelError(f"{number} is not a number that RDDL can write in an expression")
            case Object(name):
                _name(name, _ITEM, _NO_VALUES)
            case rddl.Aggregate(_, variables):
                for variable in variables:
                    _variable(variable)
            case rddl.DrawAny(variable):
                _variable(variable)
            case rddl.External(name):
                _name(name)
    return broken(f"{before}{rddl.bare(value)}{after};")


def _count(number: int | None) -> str:
    return "pos-inf" if number is None else str(number)


def _variable(item: Variable) -> str:
    return _name(item.name, _VARIABLE)


def _name(text: str, pattern: re.Pattern[str] = _NAME, taken: frozenset[str] = frozenset()) -> str:
    """The name as it is; raises `ModelError` if it is none in RDDL, or would read as something else."""
    if not pattern.fullmatch(text) or text in taken:
        raise ModelError(f"{text!r} cannot be a name in RDDL here", expected="letters, digits, '_' and '-', no keyword")
    return text
