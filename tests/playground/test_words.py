"""The words of the local Discord itself: in every language, said where needed, and shown."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from importlib.resources import files
from string import Formatter

import pytest
from playwright.async_api import Page, expect

from bot.playground.page import ASSETS
from bot.playground.person import Person
from bot.playground.words import ENGLISH, LOCALES, TABLE, say
from tests.playground.browsers import browser, needs_browser
from tests.playground.helpers import Bot

HOME = files("bot.playground")
PYTHON = [each.read_text("utf-8") for each in HOME.iterdir() if each.name.endswith(".py")]
WEB = [HOME.joinpath("web", name).read_text("utf-8") for name, _ in ASSETS.values()]
ASKED = re.compile(
    r"""(?:\bsay|\bphrase|\bRefusedError|\b_error)\("([a-z_.]+)"|data-say(?:-\w+)?="([a-z_.]+)\""""
)


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", TABLE)
def test_a_sentence_is_in_every_language_with_the_same_placeholders(key: str) -> None:
    row = TABLE[key]
    assert list(row) == list(LOCALES)
    assert all(text.strip() for text in row.values())
    assert all(placeholders(text) == placeholders(row[ENGLISH]) for text in row.values())


def test_a_sentence_that_is_said_is_in_the_table() -> None:
    said = {first or second for text in (*PYTHON, *WEB) for first, second in ASKED.findall(text)}
    assert said - LOCALES.keys() <= TABLE.keys()


def test_a_sentence_of_the_table_is_said() -> None:
    assert [key for key in TABLE if not any(f'"{key}"' in text for text in (*PYTHON, *WEB))] == []


def test_a_reader_of_another_language_gets_english() -> None:
    assert say("fr", "bar.send") == "Send"


@pytest.fixture
async def page(bot: Bot, anna: Person) -> AsyncIterator[Page]:
    """The page of Anna, with a private message and a list."""
    await (await anna.slash("tarock new", game="Tapp-Tarock")).done()
    await (await anna.slash("tarock layout")).done()
    async with browser() as chrome:
        opened = await chrome.new_page()
        await opened.goto(anna.address)
        await expect(opened.locator("#name")).to_have_text("Anna")
        yield opened


@pytest.mark.browser
@needs_browser
async def test_the_page_speaks_the_chosen_language(page: Page) -> None:
    for locale in (*reversed(LOCALES), *LOCALES):
        await page.locator("#locale").select_option(locale)
        await expect(page.locator("html")).to_have_attribute("lang", locale)
        await expect(page.locator("#send")).to_have_text(say(locale, "bar.send"))
        await expect(page.locator("#fields input")).to_have_attribute(
            "placeholder", say(locale, "bar.placeholder")
        )
        await expect(page.locator("#pane-dm .empty")).to_have_text(say(locale, "direct.empty"))
        await expect(page.locator(".only-you")).to_contain_text(say(locale, "message.only_you"))


@pytest.mark.browser
@needs_browser
async def test_a_page_has_no_text_of_its_own_that_is_not_in_the_table(page: Page) -> None:
    """Everything that is said in English must be gone once another language is chosen."""
    await page.locator("#locale").select_option("ja")
    await expect(page.locator("html")).to_have_attribute("lang", "ja")
    shown = await page.locator("body").inner_text()
    attributes = await page.evaluate(
        """() => [...document.querySelectorAll("[title], [aria-label], [placeholder]")]
            .map(each => [each.title, each.ariaLabel, each.placeholder].join(" ")).join(" ")"""
    )
    for row in TABLE.values():
        if row["ja"] != row[ENGLISH] and len(row[ENGLISH]) > len("Views") and "{" not in row[ENGLISH]:
            assert row[ENGLISH] not in f"{shown} {attributes}", row[ENGLISH]
