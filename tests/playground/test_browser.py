"""The web page in a real browser, with two people and a bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from bot.playground import Playground
from bot.playground.person import Person
from bot.playground.words import say
from tests.playground.browsers import browser, needs_browser
from tests.playground.helpers import Bot

pytestmark = [pytest.mark.browser, needs_browser]

WIDE = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=800)


@pytest.fixture
async def chrome() -> AsyncIterator[Browser]:
    async with browser() as opened:
        yield opened


async def open_page(chrome: Browser, person: Person, size: ViewportSize = WIDE) -> tuple[Page, list[str]]:
    """Open the page of a person; return it and a list that collects its errors."""
    context = await chrome.new_context(viewport=size)
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    await page.goto(person.address)
    await expect(page.locator("#name")).to_have_text(person.name)
    return page, errors


async def command(page: Page, text: str, *values: str) -> None:
    """Send a command by keyboard, choosing the first suggestion for each value."""
    await page.locator("#fields input").first.focus()
    await page.keyboard.type(f"/{text}")
    await expect(page.locator(".suggestion").first).to_contain_text(f"/{text}")
    await page.keyboard.press("Enter")
    for value in values:
        await page.keyboard.type(value)
        await expect(page.locator(".suggestion")).to_have_count(1)
        await expect(page.locator(".suggestion")).to_contain_text(value)
        await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def test_two_people_at_a_table(chrome: Browser, bot: Bot, anna: Person, bela: Person) -> None:
    first, errors = await open_page(chrome, anna)
    second, more_errors = await open_page(chrome, bela, PHONE)
    await command(first, "tarock new", "Königrufen")
    await expect(second.locator("#pane-channel .message")).to_contain_text("Table: Königrufen")
    await second.get_by_role("button", name="Join").click()
    await expect(first.locator("#pane-channel .message")).to_contain_text("@Béla joined")
    await expect(first.locator("#pane-channel .message")).to_have_count(1)

    await first.locator(".menu-button").click()
    for game in ("Tapp-Tarock", "Royal Tarokk"):
        await first.get_by_role("option", name=game).click()
    await first.get_by_role("button", name="Select", exact=True).click()
    await expect(second.locator("#pane-channel .message")).to_contain_text("Games: Tapp-Tarock, Royal Tarokk")
    await expect(first.locator(".ephemeral")).to_contain_text("Only you can see this")
    await expect(second.locator(".ephemeral")).to_have_count(0)
    await first.get_by_role("button", name="Dismiss message").click()
    await expect(first.locator(".ephemeral")).to_have_count(0)
    assert errors == more_errors == []


async def test_a_command_picked_with_the_mouse_shows_its_choices(
    chrome: Browser, bot: Bot, anna: Person
) -> None:
    page, errors = await open_page(chrome, anna)
    await page.locator("#fields input").first.focus()
    await page.keyboard.type("/tarock call")
    await page.locator(".suggestion").first.click()
    await page.locator(".suggestion", has_text="Béla").click()
    await page.keyboard.press("Enter")
    await expect(page.locator("#pane-channel .message")).to_contain_text("@Béla")
    assert errors == []


async def test_hand_with_its_description(chrome: Browser, bot: Bot, anna: Person, bela: Person) -> None:
    page, errors = await open_page(chrome, anna)
    other, _ = await open_page(chrome, bela)
    await command(page, "tarock hand")
    hand = page.locator("#pane-dm img")
    await expect(hand).to_have_attribute("alt", "Your hand: I, XXI, Sküs")
    await expect(hand).to_have_js_property("naturalWidth", 1)
    caption = page.locator("#pane-dm figcaption")
    await expect(caption).to_be_hidden()
    await page.locator("#pane-dm").get_by_role("button", name="ALT").click()
    await expect(caption).to_have_text("Your hand: I, XXI, Sküs")
    await expect(other.locator("main img")).to_have_count(0)
    assert errors == []


async def test_language_and_closed_dms(chrome: Browser, bot: Bot, anna: Person) -> None:
    page, errors = await open_page(chrome, anna)
    await page.get_by_label("Language").select_option("de")
    await anna.until(lambda: anna.user.locale == "de")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await command(page, "tarock neu", "Königrufen")
    await expect(page.locator("#pane-channel .message")).to_contain_text("Table: Königrufen")
    await page.get_by_label(say("de", "setting.dms")).uncheck()
    await anna.until(lambda: not anna.user.dms_open)
    await page.get_by_label(say("de", "setting.moderator")).check()
    await anna.until(lambda: anna.user.moderator)
    await command(page, "tarock hand")
    await expect(page.locator(".ephemeral")).to_contain_text("closed (50007)")
    assert errors == []


async def test_tabs_on_a_phone(chrome: Browser, bot: Bot, anna: Person) -> None:
    page, errors = await open_page(chrome, anna, PHONE)
    await expect(page.locator("#pane-dm")).to_be_hidden()
    await command(page, "tarock hand")
    await expect(page.locator("#tab-dm .badge")).to_have_text("1")
    await page.get_by_role("button", name="Direct messages").click()
    await expect(page.locator("#pane-dm img")).to_be_visible()
    await expect(page.locator("#pane-channel")).to_be_hidden()
    await expect(page.locator("#tab-dm .badge")).to_be_hidden()
    await page.locator("#players summary").click()
    await expect(page.locator("#player-list [aria-current]")).to_have_text("Anna")
    await page.get_by_role("link", name="大輔").click()
    await expect(page.locator("#name")).to_have_text("大輔")
    await expect(page.locator("#pane-dm .message")).to_have_count(0)
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert errors == []


async def test_text_is_never_parsed_as_html(chrome: Browser, bot: Bot, anna: Person) -> None:
    page, errors = await open_page(chrome, anna)
    text = "<img src=x onerror=alert(1)> **bold** `code` **鳥**: b **c** [a](javascript:alert(1)) <t:0:D>"
    await (await anna.slash("tarock say", text=text)).done()
    said = page.locator("#pane-channel .message:not(.ephemeral)")
    await expect(said).to_contain_text(
        "<img src=x onerror=alert(1)> bold code 鳥: b c [a](javascript:alert(1))"
    )
    await expect(said.locator("strong")).to_have_text(["bold", "鳥", "c"])
    await expect(said.locator("time.moment")).to_have_text("January 1, 1970")
    await expect(said.locator("img, a")).to_have_count(0)
    assert errors == []


async def test_page_reconnects(chrome: Browser, bot: Bot, playground: Playground, anna: Person) -> None:
    page, _ = await open_page(chrome, anna)
    await playground.drop_pages()
    await (await anna.slash("tarock say", text="hello")).done()
    await expect(page.locator("#pane-channel .message:not(.ephemeral)")).to_contain_text("hello")
    await expect(page.get_by_role("alert")).to_be_hidden()


GROW = """list => {
    const tall = document.createElement("div");
    tall.style.height = "2000px";
    list.append(tall);
    list.closest(".scroll").dispatchEvent(new Event("scroll"));
}"""
"""Simulates a loaded picture, with the scroll event that precedes the resize observer."""


async def test_the_end_stays_visible_when_a_picture_loads(chrome: Browser, bot: Bot, anna: Person) -> None:
    page, errors = await open_page(chrome, anna)
    await command(page, "tarock hand")
    await expect(page.locator("#pane-dm img")).to_have_count(1)
    messages, newest = page.locator("#pane-dm .messages"), page.locator("#pane-dm .newest")
    await messages.evaluate(GROW)
    await expect(messages.locator("> div").last).to_be_in_viewport(ratio=0.2)
    assert (
        await page.locator("#pane-dm .scroll").evaluate(
            "each => each.scrollHeight - each.scrollTop - each.clientHeight"
        )
        < 5
    )
    await page.locator("#pane-dm .scroll").evaluate("each => { each.scrollTop = 0; }")
    await expect(page.locator("#pane-dm img")).to_be_in_viewport()
    await command(page, "tarock hand")
    await expect(page.locator("#pane-dm img")).to_have_count(2)
    await expect(newest).to_be_visible()
    assert errors == []
