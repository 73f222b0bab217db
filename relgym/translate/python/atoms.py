"""The functions that name the atoms that a row of a production changes.

They use `atom` of their scope, the number of an atom by its predicate and row.

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.program import Literal, Role, Rule, Symbol
>>> from relgym.model.terms import Variable
>>> from relgym.translate.plans.indexes import Indexes
>>> from relgym.translate.plans.numbers import Numbering
>>> x, on = Variable("?x"), Symbol(Role.FLUENT, "on", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), ())
>>> productions = [Production(rule, EffectTree(adds=(Literal(on, (x,)),)))]
>>> rules = ProductionRules(Indexes(), productions, [], Numbering(productions, 10), {}, {})
>>> print(changed_atoms(rules, 0))
def atoms_0(A0):
    return {atom('on', (A0,)): True}
<BLANKLINE>
"""

from __future__ import annotations

from relgym.model.program import Production
from relgym.translate.plans.entailed import atom_of
from relgym.translate.plans.rules import ProductionRules, named, names_of


def changed_atoms(rules: ProductionRules, place: int) -> str:
    """Return the function `atoms_K` of a row: the numbers of the atoms that change, and whether they become true.

    Where effects depend on conditions or on chance, it is a function of the result of `effects_K`.
    """
    production = rules.productions[place]
    if production.varies:
        return _varying_atoms(place, production)
    effect, known = production.known_effect, named(production)
    truths = []
    for literals, truth in ((effect.deletes, False), (effect.adds, True)):
        for literal in literals:
            symbol, row = atom_of(literal, known, rules.indexes)
            truths.append(f"atom({symbol.name!r}, ({''.join([f'{item}, ' for item in row]).strip()})): {truth}")
    return f"def atoms_{place}({', '.join(map(str, known.values()))}):\n    return {{{', '.join(truths)}}}\n"


def _varying_atoms(place: int, production: Production) -> str:
    """Return the function `atoms_K` of the result of `effects_K`."""
    names = names_of(production)
    lines = [f"def atoms_{place}({', '.join(names.values())}):", "    found = {}"]
    for (symbol, comes), name in names.items():
        row = "(item,)" if symbol.arity == 1 else "item"
        lines.append(f"    for item in {name}: found[atom({symbol.name!r}, {row})] = {comes}")
    return "\n".join([*lines, "    return found", ""])
