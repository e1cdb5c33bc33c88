"""A whole deal in a real browser: two people in two windows and one computer, from lobby to next deal."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from bot.games import GAMES
from bot.playground.person import Person
from bot.rules.cards import TAROCKS, union
from bot.text import words
from tests.e2e.house import Chance, House, opened
from tests.e2e.players import (
    Player,
    controls,
    deal_over,
    is_mark,
    is_quiet,
    named,
    unknown_to,
    without_statements,
)
from tests.playground.browsers import browser, needs_browser

pytestmark = [pytest.mark.browser, needs_browser]

GAME = "tapp_tarock"
ENGLISH = words("en")
BOT = "Skíz"
WIDE = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
PHASES = {"auction", "talon", "discard", "announcing", "play", "over"}

SHOWN = """() => [...document.querySelectorAll("body *:not(.avatar)")].flatMap((node) => [
    ...[...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data),
    ...["alt", "title", "aria-label", "data-id", "data-value"].map((name) => node.getAttribute(name)),
]).filter(Boolean)"""
"""Everything that a page says, shown or not."""


def good_cards_for_people() -> Chance:
    """A first deal in which the computer, on the last seat, has nothing to bid with."""
    game = GAMES[GAME]

    def tarocks(seed: int) -> int:
        chance = Chance(random.Random(seed))
        return len(game.lay_out(chance.deck(game.pack), chance.first_dealer(3), 3).hands[2] & TAROCKS)

    return Chance(random.Random(next(seed for seed in itertools.count() if tarocks(seed) <= 3)))


@dataclass
class Window:
    page: Page
    player: Player
    folder: Path
    errors: list[str]
    phases: set[str] = field(default_factory=set)

    @property
    def person(self) -> Person:
        return self.player.person

    @property
    def board(self) -> Locator:
        """The newest message of the channel that has something to press."""
        return self.page.locator(
            "#pane-channel .message:not(.ephemeral)", has=self.page.locator("button[data-id]")
        ).last

    @property
    def panel(self) -> Locator:
        return self.page.locator("#pane-dm .message").last

    def control(self, custom_id: str) -> Locator:
        return self.panel.locator(f'button[data-id="{custom_id}"]')

    async def photograph(self, name: str) -> None:
        await self.page.screenshot(path=self.folder / f"{self.person.name}-{name}.png")

    async def command(self, text: str, *values: str) -> None:
        """Type a command, and choose the first thing offered for each value."""
        await self.page.locator("#fields input").first.focus()
        await self.page.keyboard.type(f"/{text}")
        await expect(self.page.locator(".suggestion").first).to_contain_text(f"/{text}")
        await self.page.keyboard.press("Enter")
        for value in values:
            await self.page.keyboard.type(value)
            await expect(self.page.locator(".suggestion")).to_have_count(1)
            await self.page.keyboard.press("Enter")

    async def act(self, house: House) -> None:
        """Do the first thing that is more than passing, by the mouse; a player who is not bold passes."""
        message = self.player.asked()
        assert message is not None
        offered = controls(message)
        await expect(self.control(offered[0]["custom_id"])).to_be_visible()
        await self.note_phase(house)
        timid = [each for each in offered if is_quiet(each) and not self.player.bold]
        loud = [each for each in offered if not is_quiet(each) and not is_mark(each)]
        marks = [each for each in offered if is_mark(each) and not each["label"].startswith("✓")]
        control = (timid or loud or marks or offered)[0]
        chosen = control["custom_id"]
        before = {each["custom_id"] for each in offered}
        if not is_mark(control):
            self.player.done = int(chosen.split(":")[2])
        await self.control(chosen).click()
        if "options" in control:
            await self._choose(control["min_values"], several=control["max_values"] > 1)
        for each in before:
            await expect(self.control(each)).to_have_count(0)

    async def _choose(self, count: int, *, several: bool) -> None:
        rows = self.panel.locator(".menu-option")
        for number in range(max(1, count)):
            await rows.nth(number).click()
        if several:
            await self.panel.locator(".menu-done").click()
        confirm = self.panel.locator("button.primary, button.success").last
        if several:
            await expect(confirm).to_be_visible()
            await self.photograph("confirm")
            await confirm.click()

    async def note_phase(self, house: House) -> None:
        """Take a picture of the first time in a phase, wide and on a phone."""
        assert house.table.now.deal is not None
        phase = house.table.now.deal.open.phase
        if phase in self.phases:
            return
        self.phases.add(phase)
        await self.photograph(phase)
        await self.page.set_viewport_size(PHONE)
        assert await self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        await self.photograph(f"{phase}-phone")
        await self.page.set_viewport_size(WIDE)

    async def assert_holds_no_secret(self, house: House) -> None:
        """Nothing in the page, shown or not, names a card that this person cannot know."""
        user_id = int(self.person.user.id)
        hidden, view = (
            unknown_to(house.table.now.deal, house.table.now.seat_of(user_id)),
            house.table.now.view(user_id),
        )
        # The bot itself is named like a card.
        texts = [text for text in await self.page.evaluate(SHOWN) if text.removeprefix("@ ") != BOT]
        for text in texts:
            told = without_statements(text, house.table.now.game.name)
            assert not named(told, hidden), f"{self.person} has {text!r}"
        assert view is not None
        assert view.hand <= union(named(text, view.hand) for text in texts), (
            "the player's own hand cannot be read"
        )


@pytest.fixture
async def house(tmp_path: Path, deck_folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    async with opened(tmp_path, monkeypatch, pictures=deck_folder, shuffle=good_cards_for_people()) as house:
        yield house


async def open_window(chrome: Browser, person: Person, folder: Path) -> Window:
    context = await chrome.new_context(viewport=WIDE)
    page = await context.new_page()
    window = Window(page, Player(person, random.Random(1)), folder, [])
    page.on("pageerror", lambda error: window.errors.append(str(error)))
    page.on("console", lambda line: window.errors.append(line.text) if line.type == "error" else None)
    await page.goto(person.address)
    await expect(page.locator("#name")).to_have_text(person.name)
    return window


async def sit_down(anna: Window, bela: Window) -> None:
    await anna.command("tarock new", "Tapp")
    await anna.page.locator("#fields input").nth(1).focus()
    await expect(anna.page.locator(".suggestion")).to_have_count(2)
    await anna.photograph("options")
    await anna.page.keyboard.press("Escape")
    await anna.page.get_by_role("button", name="Send").click()
    await expect(bela.board).to_contain_text("Anna (host)")
    await bela.board.get_by_role("button", name="Join").click()
    await expect(anna.board).to_contain_text("Béla")
    await expect(bela.panel).to_contain_text("A lapjaid ide fognak érkezni")
    await anna.board.get_by_role("button", name="Add computer").click()
    await expect(anna.board).to_contain_text("computer player")
    await anna.photograph("lobby")
    await anna.board.get_by_role("button", name="Start").click()


async def test_a_deal_is_played_in_two_windows(house: House, tmp_path: Path) -> None:
    async with browser() as chrome:
        anna, bela = [await open_window(chrome, each, tmp_path) for each in (house.anna, house.bela)]
        bela.player.bold = False
        windows = {anna.person.name: anna, bela.person.name: bela}
        await sit_down(anna, bela)
        for window in windows.values():
            await expect(window.panel.locator("img")).to_be_visible()
        while (name := await next_to_act(windows)) is not None:
            await windows[name].act(house)
            for window in windows.values():
                await window.assert_holds_no_secret(house)
        await assert_deal_is_over(house, anna, bela)
        await bela.board.get_by_role("button", name="Next deal").click()
        for window in windows.values():
            await expect(window.panel).to_contain_text(re.compile(r"deal 2|2\. osztás"))
            await expect(window.panel.locator("img")).to_be_visible()
        assert anna.errors == bela.errors == []
    assert [each.getMessage() for each in house.errors] == []


async def next_to_act(windows: dict[str, Window]) -> str | None:
    """The name of the player who is asked; `None` once the deal is over."""
    players = [window.player for window in windows.values()]

    def found() -> str | bool:
        asked = [player.person.name for player in players if player.asked()]
        return asked[0] if asked else deal_over(players[0].person)

    name = await players[0].person.until(found, 20.0)
    return name if isinstance(name, str) else None


async def assert_deal_is_over(house: House, anna: Window, bela: Window) -> None:
    """Both have been asked in every phase that this deal had, and read the score sheet."""
    assert house.table.now.session is not None
    for window in (anna, bela):
        await expect(window.board.get_by_role("button", name="Next deal")).to_be_visible()
        for total in house.table.now.session.totals:
            await expect(window.board).to_contain_text(ENGLISH.number(total))
        await window.note_phase(house)
    assert anna.phases | bela.phases == PHASES
