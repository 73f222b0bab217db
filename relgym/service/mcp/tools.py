"""The tools: each takes a session as an argument, asks verbs of the service, and gives a short text.

The docstrings are what a language model reads. They are written for it: what a tool is for, what its arguments look
like, and which tool comes next.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

from pydantic import Field

from relgym.read.loading import is_whole
from relgym.read.source import Text
from relgym.service.mcp.answers import (
    LISTED_LINES_LIMIT,
    Form,
    answer,
    changes,
    cut,
    explanation,
    facts,
    lines,
    listed_actions,
    problem,
    query_answer,
    signature,
    standing,
)
from relgym.service.problems import Refused
from relgym.tuning.service import PLAN_STEPS_LIMIT

Carry = Callable[[str, dict[str, Any]], Awaitable[Any]]
"""Carries out a verb of the service with its data; raises `Refused`."""

SessionId = Annotated[str, Field(description="The session, as `load` has given it.")]
Action = Annotated[str, Field(description="PDDL: '(stack b1 b2)'. RDDL: 'reboot___c1 = true', or 'noop'.")]


class ToolFailure(Exception):
    """A tool cannot do what it was asked for; the text says why and what to do."""


class Tools:
    """The tools over the verbs of one service."""

    def __init__(self, carry: Carry) -> None:
        """Remember how verbs are carried out.

        Args:
            carry: Carries out a verb.
        """
        self._carry = carry

    @property
    def every(self) -> Sequence[Callable[..., Awaitable[str]]]:
        """All tools; their names and docstrings are those that models see."""
        return (
            self.list_domains,
            self.load,
            self.describe,
            self.show_state,
            self.list_actions,
            self.step,
            self.undo,
            self.query,
            self.explain,
            self.plan,
            self.validate_plan,
        )

    async def list_domains(
        self, contains: Annotated[str, Field(description="Only domains whose name or description has this.")] = ""
    ) -> str:
        """List the planning domains that come along, by the names that `load` takes; some of them with descriptions."""
        every = (await self._ask("catalogue.list", {}))["domains"]
        if not contains:
            names = ", ".join(each["name"] for each in every)
            return answer(f"{len(every)} domains: {names}", "With `contains`, the answer has their descriptions.")
        own = [f"{each['name']} ({each['language']}): {each['description']}" for each in every]
        found = [line for line in own if contains.lower() in line.lower()]
        return answer(lines("Domains", found, 15, "Use a longer `contains`."))

    async def load(
        self,
        domain: Annotated[
            str, Field(description="The text of a PDDL, PPDDL or RDDL domain, or a name such as 'blocks'.")
        ],
        problem: Annotated[
            str,
            Field(description="The text of the problem or instance; for a named domain 'train/p01' (default), ..."),
        ] = "",
        axioms: Annotated[
            list[str] | None,
            Field(description="PDDL only: texts of derived predicates, or names of ready-made ones: 'stacks'."),
        ] = None,
        engine: Annotated[str, Field(description="The logic engine: builtin, sld, swipl or clingo.")] = "builtin",
        seed: Annotated[int, Field(description="Decides random outcomes.", ge=0, lt=2**63)] = 0,
    ) -> str:
        """Load a planning problem and start a session in it.

        Begin with this. The answer has the session id that all other tools need, the goal, what is true now, and the
        valid actions. Errors in a text are reported with line and column: correct the text and load again.
        """
        own = await self._texts(domain, problem, axioms or [])
        task = await self._ask("tasks.create", own)
        node = await self._ask("sessions.create", {"task": task["id"], "backend": engine, "seed": seed})
        kind = "the " + {"pddl": "PDDL problem", "rddl": "RDDL instance"}[task["language"]]
        return answer(
            f"Loaded {kind} '{task['name']}' of the domain '{task['domain']}'.",
            f"session: {node['id']}",
            await self._goal(node) if task["language"] == "pddl" else "",
            lines("True now", facts(node["state"]), 25, "`show_state` lists more."),
            listed_actions(node, limit=25),
        )

    async def show_state(
        self,
        session: SessionId,
        contains: Annotated[str, Field(description="Only facts with this in them, such as a name.")] = "",
    ) -> str:
        """Show what is true now (facts that never change are left out), and how far the goal is reached."""
        node = await self._ask("sessions.get", {"session": session})
        found = [fact for fact in facts(node["state"]) if contains.lower() in fact.lower()]
        more = "Narrow them down with `contains`." if not contains else "Use a longer `contains`."
        goal = "" if "atoms" not in node["state"] else await self._goal(node)
        return answer(standing(node), goal, lines("True now", found, more=more))

    async def describe(
        self,
        session: SessionId,
        contains: Annotated[str, Field(description="Only names with this in them.")] = "",
    ) -> str:
        """Describe the domain of a session: predicates, functions, actions with their parameters, types and objects.

        Use it before `query`, to know the predicates, and before `step`, to know what the arguments of actions mean.
        """
        found = await self._ask("sessions.ask", {"session": session, "question": "names"})
        kinds = ("predicates", "functions", "fluents", "actions", "types", "objects")
        in_pddl = "atoms" in (await self._ask("sessions.get", {"session": session}))["state"]
        named = {kind: [signature(each, in_pddl) for each in found.get(kind, ())] for kind in kinds}
        fitting = {kind: [one for one in every if contains.lower() in one.lower()] for kind, every in named.items()}
        more = "Narrow them down with `contains`."
        shown = [lines(kind.capitalize(), own, 25, more) for kind, own in fitting.items() if own]
        return answer(*shown) if shown else f"No name contains {contains!r}."

    async def list_actions(
        self,
        session: SessionId,
        contains: Annotated[str, Field(description="Only actions with this in them, such as 'stack' or 'b1'.")] = "",
        limit: Annotated[int, Field(description="How many to list.", ge=1, le=200)] = LISTED_LINES_LIMIT,
    ) -> str:
        """List the actions that are valid now, exactly as `step` takes them."""
        return answer(listed_actions(await self._ask("sessions.get", {"session": session}), contains, limit))

    async def step(
        self,
        session: SessionId,
        actions: Annotated[list[Action], Field(description="One action, or several in order.")],
    ) -> str:
        """Carry out one action, or several in order, up to the first that is not valid; the ones before it stay done.

        The answer says what has changed, whether the goal holds, and which actions are valid next.
        """
        _check_count(actions)
        before = await self._ask("sessions.get", {"session": session})
        found = await self._ask("sessions.steps", {"session": session, "steps": actions})
        node = found["nodes"][-1] if found["nodes"] else before
        failed = found["failed"]
        if failed is not None and not found["nodes"]:
            raise ToolFailure(f"{_failure(actions, failed)}\nNothing was carried out.")
        reward = sum(each["reward"] for each in found["nodes"])
        return answer(
            f"Carried out {len(found['nodes'])} of {len(actions)} actions. Reward: {reward:g}.",
            "" if failed is None else _failure(actions, failed),
            standing(node),
            changes(before["state"], node["state"]),
            listed_actions(node, limit=25),
        )

    async def undo(
        self, session: SessionId, steps: Annotated[int, Field(description="How many steps to take back.", ge=1)] = 1
    ) -> str:
        """Take back the last step, or several; the history keeps them, and the next step goes another way."""
        _check_count(range(steps))
        node: Form = {}
        for done in range(steps):
            try:
                node = await self._ask("sessions.undo", {"session": session})
            except ToolFailure:
                if not done:
                    raise
                break
        return answer(
            standing(node),
            lines("True now", facts(node["state"]), 25, "`show_state` lists more."),
            listed_actions(node),
        )

    async def query(
        self,
        session: SessionId,
        formula: Annotated[
            str,
            Field(description="PDDL: '(on ?x b1)', '(exists (?x) (and (clear ?x) (on ?x b1)))'. RDDL: 'running(?c)'."),
        ],
    ) -> str:
        """Ask a question about the present state: a formula, with variables such as ?x to find all objects that fit.

        Without free variables the answer is true or false. Derived predicates may be used as all others.
        """
        asked = {"session": session, "question": "query", "formula": formula, "options": {"lines": True}}
        return answer(query_answer(await self._ask("sessions.ask", asked)))

    async def explain(
        self,
        session: SessionId,
        subject: Annotated[str, Field(description="An action, a formula, or the word 'goal'.")],
    ) -> str:
        """Explain why: why an action is or is not valid now, why a formula is or is not true, or what the goal lacks.

        Use it when `step` refuses an action: the answer names the conditions that fail.
        """
        asked = {"session": session, "question": "explain", "subject": subject, "options": {"lines": True}}
        return answer(explanation(await self._ask("sessions.ask", asked)))

    async def plan(
        self,
        session: SessionId,
        planner: Annotated[str, Field(description="A planner, such as `fast-downward`; empty for a good one.")] = "",
        optimal: Annotated[bool, Field(description="Ask for a plan that costs least.")] = False,
    ) -> str:
        """Search for a plan from the present state to the goal; nothing is carried out.

        Large problems may be too hard for the search, which then stops and says so; another `planner` may do better:
        `search`, `clingo`, `fast-downward`, `symk`, `kstar`, `pyperplan`. `step` carries out the plan.
        """
        options = {"planner": planner or None, "optimal": optimal}
        found = await self._ask("sessions.ask", {"session": session, "question": "plan", "options": options})
        reason = found["reason"] or ""
        match found["status"]:
            case "solved" | "optimal":
                steps = found["plan"]
                cost = "" if found["cost"] == len(steps) else f" and cost {found['cost']}"
                least = ", the least possible" if found["status"] == "optimal" and not found["claimed"] else ""
                told = f"A plan with {len(steps)} steps{cost}{least}, by `{found['planner']}`. `step` carries it out."
                return answer(told, cut(reason), lines("Plan", steps, PLAN_STEPS_LIMIT))
            case "unsolvable":
                if found["claimed"]:
                    return answer(f"There may be no plan: {cut(reason)}.", "`undo` takes steps back.")
                return "There is no plan: the goal cannot be reached from here. `undo` takes steps back."
            case "refused":
                return answer(f"The planner does not take this problem: {cut(reason, 600)}.")
            case _:
                told = "The search has stopped without a plan: the problem is too large for it."
                return answer(told, cut(reason), "Try another planner, or go on by hand.")

    async def validate_plan(
        self,
        session: SessionId,
        plan: Annotated[list[Action], Field(description="The actions, in order.")],
    ) -> str:
        """Check a plan from the present state: is each action valid in its turn, and does the goal hold at the end?

        The session stays where it is. Where chance decides, one random outcome of each action is taken.
        """
        _check_count(plan)
        # Another session in the same state, so that this one stays where it is whatever happens.
        other = await self._ask("sessions.fork", {"session": session})
        try:
            found = await self._ask("sessions.steps", {"session": other["id"], "steps": plan})
        finally:
            await self._ask("sessions.remove", {"session": other["id"]})
        if found["failed"] is not None:
            return answer("The plan is not valid.", _failure(plan, found["failed"]))
        last = found["nodes"][-1]
        if not last["goal"]:
            return answer(
                f"All {len(plan)} actions are valid in their turn, and the goal does not hold at the end.",
                lines("True at the end", facts(last["state"]), 25),
            )
        return f"The plan is valid: after its {len(plan)} actions the goal holds."

    # -- inside ------------------------------------------------------------------------------

    async def _texts(self, domain: str, problem_text: str, axioms: list[str]) -> dict[str, Any]:
        """Return the texts of a task, those of the catalogue for the name of a domain."""
        if "(" in domain or "{" in domain:
            if not problem_text.strip() and not is_whole(Text(domain)):
                raise ToolFailure("a domain given as a text needs a problem as a text\nhint: give `problem`")
            return {"domain": domain, "problem": problem_text, "axioms": axioms}
        named = problem_text.strip() or None
        asked = {"name": domain.strip(), "problem": named if named is None or "/" in named else f"train/{named}"}
        found = await self._ask("catalogue.get", asked)
        return {**{name: found[name] for name in ("domain", "problem")}, "axioms": [*found["axioms"], *axioms]}

    async def _goal(self, node: Form) -> str:
        if node["goal"]:
            return "The goal holds."
        asked = {"session": node["id"], "question": "explain", "subject": "goal", "options": {"lines": True}}
        return f"The goal, which does not hold yet:\n{explanation(await self._ask('sessions.ask', asked), 12)}"

    async def _ask(self, verb: str, data: dict[str, Any]) -> Any:
        try:
            return await self._carry(verb, data)
        except Refused as refused:
            found = refused.problem if verb.startswith("catalogue") else _advised(refused.problem)
            raise ToolFailure(problem(found)) from None


def _failure(actions: Sequence[str], failed: Form) -> str:
    number = failed["action"]
    return f"Action {number + 1}, {cut(actions[number])}, fails.\n{problem(_advised(failed['problem']))}"


def _advised(found: Form) -> Form:
    """Return a problem whose hint speaks of tools, not of requests."""
    match found["status"]:
        case 404:
            return {**found, "hint": "`load` starts a session, and gives its id"}
        case 409 if "explain" in (found.get("hint") or ""):
            return {**found, "hint": "`explain` says which conditions fail, `list_actions` what is valid"}
        case _:
            return found


def _check_count(actions: Sequence[object]) -> None:
    if not actions:
        raise ToolFailure("there are no actions\nexpected: at least one")
    if len(actions) > PLAN_STEPS_LIMIT:
        raise ToolFailure(f"{len(actions)} steps at once\nexpected: at most {PLAN_STEPS_LIMIT}")
