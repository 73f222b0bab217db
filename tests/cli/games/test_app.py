"""The game in the terminal, driven by Textual's pilot, for both languages and two sizes of terminals."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from relgym.cli.commands.play import games_of
from relgym.cli.games.app import GameApp, HelpScreen
from relgym.cli.options import StateOptions
from relgym.cli.walking import walking

SIZES = [(80, 24), (120, 40)]

Player = Callable[[Pilot[None]], Awaitable[None]]


@contextmanager
def app_of(domain: str, problem: str, options: StateOptions | None = None) -> Iterator[GameApp]:
    with walking(domain, problem, options or StateOptions()) as walk:
        yield GameApp(games_of(domain, walk)[0])


def played(domain: str, problem: str, player: Player, size: tuple[int, int] = (80, 24)) -> None:
    """Play a problem in a terminal of a size."""
    with app_of(domain, problem) as app:

        async def run() -> None:
            async with app.run_test(size=size) as pilot:
                await laid_out(pilot)
                await player(pilot)

        asyncio.run(run())


async def laid_out(pilot: Pilot[None]) -> None:
    """Wait until all panes have a place, and show the same from pause to pause: a busy machine may end one early."""
    before: list[object] = []
    for _ in range(100):
        await pilot.pause()
        panes = [pilot.app.query_one(f"#{name}") for name in ("picture", "goal", "happened", "actions")]
        shown = [(each.region, [str(text.render()) for text in each.query(Static)]) for each in panes]
        if shown == before and all(each.region.height for each in panes if each.display):
            return
        before = [*shown]
    raise AssertionError("the panes have no places")


async def typed(pilot: Pilot[None], text: str, *keys: str) -> None:
    """Type a text at once, and press keys."""
    pilot.app.query_one(Input).value = text
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()


def pane(pilot: Pilot[None], name: str) -> str:
    """The text of a pane with its title."""
    found = pilot.app.screen.query_one(f"#{name}")
    return f"{found.border_title}\n{found.query_one(Static).content}"


def status(pilot: Pilot[None]) -> str:
    return str(pilot.app.query_one("#status", Static).content)


def actions(pilot: Pilot[None]) -> list[str]:
    listed = pilot.app.query_one(OptionList)
    return [str(listed.get_option_at_index(place).prompt) for place in range(listed.option_count)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_start_says_what_is_wanted_and_what_can_be_done(size: tuple[int, int]) -> None:
    async def player(pilot: Pilot[None]) -> None:
        assert pane(pilot, "picture") == "Now\n    b2\nb1  b3\n------"
        assert pane(pilot, "goal") == "Goal: 0 of 1 met\n[ ] on b1 b2"
        assert actions(pilot) == ["(pick-up b1)", "(unstack b2 b3)"]
        assert "Blocks on a table" in pane(pilot, "happened")
        shown = pilot.app.export_screenshot().replace("&#160;", " ")
        for word in ("(pick-up b1)", "Undo", "Hint", "Why?", "Reset", "Help", "Quit", "[ ] on b1 b2"):
            assert word in shown, word
        # All is on the screen, and no pane lies on another one.
        panes = [pilot.app.query_one(f"#{name}").region for name in ("picture", "goal", "happened", "actions")]
        assert all(pilot.app.screen.region.contains_region(each) and each.height >= 3 for each in panes)
        assert not any(one.overlaps(other) for one in panes for other in panes if one is not other)

    played("blocks", "0", player, size)


def test_typing_chooses_and_the_goal_is_reached() -> None:
    async def player(pilot: Pilot[None]) -> None:
        await typed(pilot, "b1 pick")
        assert actions(pilot) == ["(pick-up b1)"]
        await pilot.press("enter")
        await pilot.pause()
        assert pane(pilot, "happened").startswith("What happened\n1: (pick-up b1)\n   + (holding b1)")
        assert (status(pilot), pilot.app.query_one(Input).value) == ("step 1 · return 0", "")
        # The last one in the list.
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        assert pane(pilot, "goal") == "Goal: 1 of 1 met\n[x] on b1 b2"
        assert "The goal holds, after 2 steps." in pane(pilot, "happened")
        assert status(pilot) == "step 2 · return 1"

    played("blocks", "0", player)


def test_an_action_that_is_not_valid_says_why() -> None:
    async def player(pilot: Pilot[None]) -> None:
        await typed(pilot, "stack b1 b1", "enter")
        assert actions(pilot) == []
        assert "(holding b1) is false: no such fact" in pane(pilot, "happened")
        await typed(pilot, "why (on b2 b3)", "enter")
        assert pane(pilot, "happened") == "What happened\n(on b2 b3) is true: a fact"
        await typed(pilot, "why", "enter")
        assert "(pick-up b1) is applicable" in pane(pilot, "happened")
        await typed(pilot, "fly", "enter")
        assert "unknown action 'fly'" in pane(pilot, "happened")
        await typed(pilot, "zzz", "f3")
        assert "zzz" in pane(pilot, "happened")
        await pilot.press("escape")
        await pilot.pause()
        assert len(actions(pilot)) == 2
        assert status(pilot) == "step 0 · return 0"

    played("blocks", "0", player)


@pytest.mark.parametrize(("domain", "start"), [("blocks", "step 0 · return 0"), ("elevators", "step 0 of 40 ")])
def test_undo_and_reset(domain: str, start: str) -> None:
    async def player(pilot: Pilot[None]) -> None:
        first = pane(pilot, "picture")
        await pilot.press("enter")
        await pilot.pause()
        second, happened = pane(pilot, "picture"), pane(pilot, "happened")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert status(pilot).startswith("step 2")
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert (pane(pilot, "picture"), pane(pilot, "happened")) == (second, happened)
        await pilot.press("enter", "f5")
        await pilot.pause()
        assert pane(pilot, "picture") == first
        assert status(pilot).startswith(start)
        await typed(pilot, "undo", "enter")
        assert status(pilot).startswith(start)

    played(domain, "0", player)


def test_a_hint_is_chosen_in_the_list() -> None:
    async def player(pilot: Pilot[None]) -> None:
        await pilot.press("down", "f2")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert pane(pilot, "happened") == "What happened\ntry (pick-up b1)"
        await pilot.press("enter")
        await pilot.pause()
        assert "1: (pick-up b1)" in pane(pilot, "happened")

    played("blocks", "0", player)


def test_chance_is_named() -> None:
    async def player(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert "by chance, 50 % (2 outcomes)" in pane(pilot, "happened")

    played("tireworld", "0", player)


def test_help_and_quit() -> None:
    async def player(pilot: Pilot[None]) -> None:
        await typed(pilot, "help", "enter")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "why (on b1 b2)" in str(pilot.app.screen.query_one(Static).render())
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, HelpScreen)
        await typed(pilot, "quit", "enter")
        assert pilot.app._exit

    played("blocks", "0", player)


def test_values_of_rddl_are_typed() -> None:
    async def player(pilot: Pilot[None]) -> None:
        assert actions(pilot) == ["noop", "x-force = ", "y-force = "]
        # An action without its value is written into the line.
        await pilot.press("down", "enter", "1")
        await pilot.pause()
        assert pilot.app.query_one(Input).value == "x-force = 1"
        assert status(pilot).startswith("step 0 of 100")
        await typed(pilot, "x-force = 1, y")
        assert actions(pilot) == ["x-force = 1, y-force = "]
        await typed(pilot, "x-force = 1, y-force = -1", "enter")
        assert status(pilot).startswith("step 1 of 100")
        assert "x-force = 1, y-force = -1, reward" in pane(pilot, "happened")
        await typed(pilot, "x-force = 1000", "enter")
        assert "x-force" in pane(pilot, "happened")
        assert status(pilot).startswith("step 1 of 100")
        await typed(pilot, "why reward", "enter")
        assert "reward" in pane(pilot, "happened")

    played("racing-car", "0", player)


def test_many_actions_and_a_large_picture_stay_on_the_screen() -> None:
    async def player(pilot: Pilot[None]) -> None:
        picture = pilot.app.query_one("#picture")
        assert max(map(len, pane(pilot, "picture").splitlines())) <= picture.content_size.width
        assert pilot.app.query_one("#actions").border_title == "Actions: 44"
        await typed(pilot, "LOAD p7")
        assert actions(pilot) == ["(load p7 t5 l5-1)"]
        await pilot.press("shift+down")
        assert 0 < picture.scroll_offset.y == min(2, picture.max_scroll_y)

    played("logistics", "test/5", player)
