"""The reachable state space of a problem.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b a, b c", goal="c")
>>> space = relgym.explore(relgym.load(domain, problem))
>>> space
StateSpace(3 states, 3 transitions)
>>> [(str(action), target) for action, target, _ in space.transitions_of(1)]
[('(go b a)', 0), ('(go b c)', 2)]
>>> space.distances.tolist(), space.dead_end_count, space.component_count
([2, 1, 0], 0, 2)
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from relgym.errors import RelgymError
from relgym.exploration.files.saving import load, save
from relgym.exploration.transition_system import TransitionSystem
from relgym.tuning.exploration import GRAPH_STATES_LIMIT

if TYPE_CHECKING:
    from networkx import MultiDiGraph


class StateSpace(TransitionSystem):
    """States by their numbers, in the order of a breadth-first search, and the transitions between them.

    A transition is a state, an action that is valid in it, and a state that may follow. Actions of PDDL with random
    effects, and those of RDDL, have a transition for each outcome.

    Attributes:
        model: The task or the instance.
        code: Writes states as rows.
        rows: The states as rows of words: shape (states, words).
        starts: The number of start states, which are the first states; more than one only if `:init` is random.
        depths: For each state the smallest number of transitions from a start.
        goals: For each state True if the goal holds (RDDL: if a termination condition holds).
        expanded: For each state True if all its transitions are known.
        choices: For each state the number of its valid actions, as far as it is expanded.
        offsets: The transitions of state `n` are those from `offsets[n]` to `offsets[n + 1]`.
        actions: For each transition the number of its action in `action_names`.
        targets: For each transition the number of the state after it.
        probabilities: For each transition its probability; `None` if nothing is random.
        action_names: The actions as texts.
        has_goal: False for an instance of RDDL without termination conditions.
        stopped: The limit that has ended the exploration; `None` if the space is complete.
    """

    def save(self, path: str | PathLike[str]) -> None:
        """Write the space to a file, with its task or instance; the file is whole or not there.

        Args:
            path: FILE.parquet (a row for each state, with a list of its transitions) or FILE.sqlite (tables of states,
                transitions and actions).

        Raises:
            RelgymError: The ending is not known, the file cannot be written, or pyarrow is missing.
        """
        save(self, path)

    @staticmethod
    def load(path: str | PathLike[str]) -> StateSpace:
        """Read a space that `save` has written.

        Args:
            path: The file.

        Returns:
            The space, with its task or instance.

        Raises:
            RelgymError: There is no such file, or it is no state space.
        """
        return StateSpace(**load(path))

    def graph(self) -> MultiDiGraph:
        """Return the space as a graph of NetworkX.

        Returns:
            A directed graph: nodes are numbers of states with `depth`, `goal`, `distance` and `dead_end`; edges have
            the text of the `action` and the `probability`.

        Raises:
            RelgymError: The space is too large, or NetworkX is missing.
        """
        if len(self) > GRAPH_STATES_LIMIT:
            raise RelgymError(
                f"a graph of {len(self):,} states takes gigabytes",
                expected=f"at most {GRAPH_STATES_LIMIT:,} states",
                hint="use `offsets` and `targets`, which are a graph in compressed sparse rows",
            )
        try:
            from networkx import MultiDiGraph
        except ImportError:
            raise RelgymError("NetworkX is not installed", hint="pip install 'relgym[explore]'") from None
        network = MultiDiGraph()
        columns = (self.depths, self.goals, self.distances, self.dead_ends)
        for node, (depth, goal, distance, dead_end) in enumerate(zip(*(c.tolist() for c in columns), strict=True)):
            network.add_node(node, depth=depth, goal=goal, distance=distance, dead_end=dead_end)
            for action, target, probability in self.transitions_of(node):
                network.add_edge(node, target, action=action, probability=probability)
        return network
