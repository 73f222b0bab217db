"""The game in the terminal: a picture, actions that are chosen by typing, and what has happened.

It is imported when a game begins: Textual is an extra.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from relgym.cli.games.game import Game, ListedAction, matching
from relgym.errors import RelgymError

SHOWN_LIMIT = 200
"""The largest number of actions in the list; typing finds the others."""

HELP = """\
[b]Play[/b]
Type a part of an action: the list keeps those that fit.
[b]↑ ↓[/b]     go through the list       [b]Enter[/b]  take the action
[b]Tab[/b]     write it into the line    [b]Esc[/b]    empty the line
[b]Shift ↑ ↓[/b] scrolls the picture, [b]Ctrl ↑ ↓[/b] what happened.
Enter on an action that is not valid now says why it is not.

[b]Words and keys[/b]
[b]undo[/b] ^Z     take back the last step
[b]hint[/b] F2     a good action
[b]why X[/b] F3    why an action is valid or not, or a fact holds
            or not, such as [i]why {example}[/i];
            F3 alone asks about the action in the list
[b]reset[/b] F5    back to the start
[b]help[/b] F1     this
[b]quit[/b] ^Q     stop

[dim]Esc goes back to the game.[/dim]"""


class HelpScreen(ModalScreen[None]):
    """A screen with all words and keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f1,q", "dismiss", "Back")]

    def __init__(self, example: str) -> None:
        super().__init__()
        self._example = example

    def compose(self) -> ComposeResult:
        """Show the help in a box."""
        text = Text.from_markup(HELP.replace("{example}", self._example.replace("[", r"\[")))
        with VerticalScroll(id="help"):
            yield Static(text)


class ActionLine(Input):
    """The line in which actions are typed; its arrow keys go through the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.choose(1)", "Next", show=False),
        Binding("up", "app.choose(-1)", "Previous", show=False),
        Binding("pagedown", "app.choose(10)", "Next page", show=False),
        Binding("pageup", "app.choose(-10)", "Previous page", show=False),
        Binding("shift+down", "app.scroll('picture', 2)", "Scroll the picture", show=False),
        Binding("shift+up", "app.scroll('picture', -2)", "Scroll the picture", show=False),
        Binding("ctrl+down", "app.scroll('happened', 2)", "Scroll what happened", show=False),
        Binding("ctrl+up", "app.scroll('happened', -2)", "Scroll what happened", show=False),
        Binding("tab", "app.complete", "Complete", show=False),
        Binding("escape", "app.empty", "Empty the line", show=False),
    ]


class GameApp(App[None]):
    """A game in the terminal."""

    CSS = """
    Screen { layout: vertical; }
    #title { height: 1; background: $primary; color: $text; padding: 0 1; }
    #status { dock: right; width: auto; }
    .pane { scrollbar-size-vertical: 1; border: round $primary; border-title-color: $text-accent; padding: 0 1; }
    #left { width: 1fr; }
    #right { width: 36; }
    #picture { height: 1fr; min-height: 5; overflow: auto; scrollbar-gutter: stable; }
    #picture Static { width: auto; }
    #goal { height: auto; max-height: 7; }
    #happened { height: auto; min-height: 4; max-height: 45%; }
    #happened.-end { border: round $success; }
    #actions { height: 1fr; padding: 0; }
    #line { border: none; height: 1; padding: 0 1; background: $surface; }
    #list { border: none; height: 1fr; padding: 0; background: transparent; }
    #none { height: auto; padding: 0 1; color: $text-muted; }
    HelpScreen { align: center middle; }
    #help { width: 66; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 2; }
    .-wide #right { width: 50; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 (as the base class declares it)
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "undo", "Undo", priority=True),
        Binding("f2", "hint", "Hint"),
        Binding("f3", "why", "Why?"),
        Binding("f5", "reset", "Reset"),
        Binding("f1", "help", "Help"),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self.title = f"relgym play: {game.title}"
        self._busy = False
        self._said: list[str] | None = None
        self._fitting: list[ListedAction] = []

    def compose(self) -> ComposeResult:
        """Lay out the picture, the goal and what has happened beside the actions."""
        with Horizontal(id="title"):
            yield Static(self._game.title, id="name", markup=False)
            yield Static("", id="status", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                with VerticalScroll(id="picture", classes="pane", can_focus=False):
                    yield Static("", markup=False)
                with VerticalScroll(id="goal", classes="pane", can_focus=False):
                    yield Static("")
                with VerticalScroll(id="happened", classes="pane", can_focus=False):
                    yield Static("", markup=False)
            with Vertical(id="right"), Vertical(id="actions", classes="pane"):
                yield ActionLine(placeholder="type to choose, F1 for help", id="line")
                yield Static("", id="none", markup=False)
                actions = OptionList(id="list", markup=False)
                actions.can_focus = False
                yield actions
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the start."""
        self.query_one("#picture").border_title = "Now"
        self.query_one("#happened").border_title = "What happened"
        self.query_one(ActionLine).focus()
        self._show()

    def on_resize(self) -> None:
        """Draw the picture for the new width."""
        self.call_after_refresh(self._draw)

    # -- what is shown -----------------------------------------------------------------------

    def _show(self) -> None:
        """Show the state and the actions; the line becomes empty."""
        self._said = None
        self.query_one("#status", Static).update(self._game.status())
        line = self.query_one(ActionLine)
        with self.prevent(Input.Changed):
            line.value = ""
        self._list("")
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        game = self._game
        pane = self.query_one("#picture")
        pane.query_one(Static).update(game.picture(max(20, pane.content_size.width)))
        checks = game.checks()
        goal = self.query_one("#goal")
        goal.border_title = game.aim()
        marks = [
            Text(f"[{'x' if check.met else ' '}] {check.words}", "bold green" if check.met else "")
            for check in sorted(checks, key=lambda check: check.met)
        ]
        goal.query_one(Static).update(Text("\n").join(marks))
        goal.display = bool(checks)
        pane.border_subtitle = "" if checks else game.aim()
        happened = self.query_one("#happened")
        end = game.end()
        happened.set_class(end is not None, "-end")
        lines = self._said if self._said is not None else game.happened(max(20, happened.content_size.width))
        lines = [*([] if end is None else [end]), *(lines or [game.about])]
        happened.query_one(Static).update("\n".join(lines))
        happened.scroll_home(animate=False)

    def _say(self, lines: Sequence[str]) -> None:
        """Show lines in place of what the last step has changed."""
        self._said = list(lines)
        self._draw()

    def _list(self, typed: str) -> None:
        """List the actions that fit what has been typed."""
        try:
            choices = self._game.choices(typed)
        except RelgymError as error:
            self._say(str(error).splitlines())
            choices = ()
        self._fitting = matching(choices, typed)
        actions = self.query_one(OptionList)
        actions.clear_options()
        actions.add_options([Option(choice.text) for choice in self._fitting[:SHOWN_LIMIT]])
        actions.highlighted = 0 if self._fitting else None
        count, pane = len(choices), self.query_one("#actions")
        pane.border_title = f"Actions: {len(self._fitting)} of {count}" if typed else f"Actions: {count}"
        pane.border_subtitle = "type to see more" if len(self._fitting) > SHOWN_LIMIT else ""
        none = self.query_one("#none", Static)
        none.display = not self._fitting
        none.update("none of these: Enter tries it" if typed else "")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the actions that fit."""
        word = event.value.strip().split(" ")[0].lower()
        self._list("" if word in _WORDS else event.value)

    # -- what a player does ------------------------------------------------------------------

    def action_choose(self, count: int) -> None:
        """Go down in the list of actions, or up."""
        actions = self.query_one(OptionList)
        if actions.option_count:
            place = actions.highlighted or 0
            actions.highlighted = max(0, min(actions.option_count - 1, place + count))

    def action_scroll(self, pane: str, lines: int) -> None:
        """Scroll a pane down, or up."""
        self.query_one(f"#{pane}").scroll_relative(y=lines, animate=False)

    def action_complete(self) -> None:
        """Write the chosen action into the line."""
        chosen = self._chosen()
        if chosen is not None:
            line = self.query_one(ActionLine)
            line.value = chosen.text
            line.cursor_position = len(chosen.text)

    def action_empty(self) -> None:
        """Empty the line."""
        self.query_one(ActionLine).value = ""

    def _chosen(self) -> ListedAction | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None or place >= len(self._fitting) else self._fitting[place]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the action that was clicked."""
        self._take(self._fitting[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the chosen action, or do what a word says."""
        typed = event.value.strip()
        word, _, rest = typed.partition(" ")
        chosen = self._chosen()
        if word.lower() in _WORDS and (not rest or word.lower() == "why"):
            self.action_empty()
            self._follow(word.lower(), rest)
        elif chosen is not None:
            self._take(chosen)
        elif typed:
            self._take(ListedAction(typed))

    def _follow(self, word: str, rest: str) -> None:
        """Do what a word says."""
        match word:
            case "undo":
                self.action_undo()
            case "hint":
                self.action_hint()
            case "why" if rest:
                self._explain(rest)
            case "why":
                self.action_why()
            case "reset":
                self.action_reset()
            case "help":
                self.action_help()
            case _:
                self.exit()

    def _take(self, choice: ListedAction) -> None:
        if self._busy:
            return
        if not choice.complete:
            self.action_complete()
            return
        try:
            self._game.take(choice.text)
        except RelgymError as error:
            self._say(str(error).splitlines())
        else:
            self._show()

    def action_undo(self) -> None:
        """Take back the last step."""
        if not self._busy:
            self._game.undo()
            self._show()

    def action_reset(self) -> None:
        """Go back to the start."""
        if not self._busy:
            self._game.reset()
            self._show()

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(HelpScreen(self._game.example))

    def action_why(self) -> None:
        """Explain what is typed, or the chosen action."""
        typed, chosen = self.query_one(ActionLine).value.strip(), self._chosen()
        subject = typed if chosen is None else chosen.text
        if subject:
            self._explain(subject)
        else:
            self._say(["Type an action, or a fact, and press F3.", f"why {self._game.example}"])

    def _explain(self, subject: str) -> None:
        if self._busy:
            return
        try:
            self._say(self._game.why(subject))
        except RelgymError as error:
            self._say(str(error).splitlines())

    def action_hint(self) -> None:
        """Look for a good action."""
        if not self._busy:
            self._busy = True
            self._say(["looking for a good action …"])
            self._look()

    @work(thread=True)
    def _look(self) -> None:
        try:
            lines = [self._game.hint()]
        except RelgymError as error:
            lines = str(error).splitlines()
        self.call_from_thread(self._hinted, lines)

    def _hinted(self, lines: list[str]) -> None:
        self._busy = False
        self._say(lines)
        places = (place for place, choice in enumerate(self._fitting) if lines == [f"try {choice.text}"])
        self.query_one(OptionList).highlighted = next(places, 0) if self._fitting else None


_WORDS = frozenset({"undo", "hint", "why", "reset", "help", "quit"})
"""The words that may be typed in place of an action."""
