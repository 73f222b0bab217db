"""Why an action is or is not applicable: each condition of its precondition, and the values that it reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from relgym.explain.binding import Binding, filled_formula, shown
from relgym.explain.conflicts import contradictions
from relgym.explain.explanation import PDDLExplanation, Verdict
from relgym.explain.reasons import Reasons, fails
from relgym.explain.values import undefined, values_in
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.formulas import TRUE, And, Exists, Formula
from relgym.model.terms import Variable


def why_action(reasons: Reasons, action: Action) -> PDDLExplanation:
    """The conditions of an action of the task, those that hold and those that fail."""
    schema = reasons.world.task.actions[action.name]
    chosen = dict(zip(schema.free, action.terms, strict=True))
    others = tuple(variable for variable in schema.parameters if variable.name not in chosen)
    if not others:
        return _whole(reasons, action, schema, chosen, "")
    precondition = filled_formula(schema.precondition, chosen)
    rows = [{**chosen, **binding} for binding in reasons.search.distinct(precondition, others)]
    rows = [row for row in rows if _carried_out(reasons, schema, row)] or rows
    match rows:
        case []:
            inner = reasons.why(Exists(others, precondition))
            return PDDLExplanation(
                str(action), False, "its other parameters cannot be bound", (inner,), 0, Verdict.ACTION
            )
        case [row]:
            return _whole(reasons, action, schema, row, f"with {shown(others, row)}")
        case _:
            return _ambiguous(action, others, rows)


def _carried_out(reasons: Reasons, schema: ActionSchema, row: Binding) -> bool:
    """Return True if the numeric effects of an action can be carried out."""
    world = reasons.world
    return not any(undefined(schema.name, row, world)) and not any(contradictions(schema.name, row, world))


def any_operator(atom: str, operators: tuple[PDDLExplanation, ...]) -> PDDLExplanation:
    """Explain an action atom of PDDLGym, whose operators are not applicable, or more than one of them is."""
    holding = sum(operator.holds for operator in operators)
    reason = f"{holding} of its operators are applicable" if holding else "none of its operators is"
    return PDDLExplanation(atom, False, reason, operators, 0, Verdict.ACTION)


def _ambiguous(action: Action, others: tuple[Variable, ...], rows: Sequence[Binding]) -> PDDLExplanation:
    ways = " or ".join(shown(others, row) for row in rows[:2])
    more = f", or {len(rows) - 2} more" if len(rows) > 2 else ""
    return PDDLExplanation(str(action), False, f"it is ambiguous: {ways}{more}", verdict=Verdict.ACTION)


def _whole(reasons: Reasons, action: Action, schema: ActionSchema, binding: Binding, ways: str) -> PDDLExplanation:
    """Explain an action all of whose parameters are bound."""
    formula = filled_formula(schema.precondition, binding)
    parts: tuple[Formula, ...] = formula.parts if isinstance(formula, And) else (formula,) if formula != TRUE else ()
    holding = [reasons.search.holds(part) for part in parts]
    children = [
        # Of what holds, an action that is not applicable needs no proof.
        replace(reasons.why(part), children=(), omitted=0) if holds and not all(holding) else reasons.why(part)
        for part, holds in zip(parts, holding, strict=True)
    ]
    failing = holding.count(False)
    if not failing:
        # An action whose precondition fails is not carried out, so its effects are not checked.
        for value in dict.fromkeys(undefined(schema.name, binding, reasons.world)):
            reason = f"{values_in((value,), reasons.world)}; the effect reads it"
            children.append(PDDLExplanation(str(value), False, reason, verdict=Verdict.VALUE))
            failing += 1
        for fluent, reason in contradictions(schema.name, binding, reasons.world):
            children.append(PDDLExplanation(str(fluent), False, reason, verdict=Verdict.CHANGE))
            failing += 1
    if failing:
        reason = fails(failing, len(children))
    else:
        reason = f"all {len(children)} conditions hold" if len(children) > 1 else ""
        reason = reason if children else "it has no precondition"
    reason = "; ".join(part for part in (ways, reason) if part)
    return PDDLExplanation(str(action), not failing, reason, tuple(children), 0, Verdict.ACTION)
