"""Pages as a phone shows them: rendered by the web page of the playground, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from playwright.async_api import Browser, Route
from playwright.async_api import Page as Tab

from bot.playground import Playground
from bot.rules.cards import CARDS
from card_images import Pictures, emoji
from cogs.discord.emojis import Emojis
from cogs.discord.page import Page
from cogs.discord.render import Rendered
from tests.cogs.panels import UPLOADED

PHONE: Any = {"width": 390, "height": 4000}
"""As wide as a phone, and so tall that no message is cut in a screenshot."""

FONT = Path("card_images/fonts/mplus-1-700.otf")
"""A font with kana and kanji: computers that run tests may have none."""

STYLE = """
@font-face { font-family: "Kana and kanji"; src: url("drawn/font"); unicode-range: U+3000-9FFF, U+FF00-FFEF; }
:root { --font: "Kana and kanji", "Noto Sans", "DejaVu Sans", sans-serif; }
"""

SHOW = """async ({ components, locale }) => {
    const { message } = await import("./messages.js");
    const ctx = {
        me: { id: "0", locale }, people: {}, channels: [], failures: new Map(), channelName: () => "tarock",
        showChannel: () => {}, useCommand: () => {}, showPicture: () => {}, request: async () => ({}),
    };
    const shown = { id: "1", author: "Skíz", time: 0, content: "", attachments: [], components };
    const list = document.querySelector("#pane-dm .messages");
    list.lang = locale;
    list.replaceChildren(message(shown, ctx));
    await document.fonts.ready;
    await Promise.all([...list.querySelectorAll("img")].map((each) => each.decode()));
    return list.firstChild.querySelector(".body").getBoundingClientRect().height;
}"""


@dataclass
class Screens:
    """One tab of a browser, in which pages are shown one after the other."""

    tab: Tab
    pictures: Pictures
    files: dict[str, bytes]
    """The drawn pictures by their names."""

    @classmethod
    async def open(cls, browser: Browser, playground: Playground, pictures: Pictures) -> Screens:
        context = await browser.new_context(viewport=PHONE, device_scale_factor=2, bypass_csp=True)
        screens = cls(await context.new_page(), pictures, {"font": FONT.read_bytes()})
        await screens.tab.route("**/drawn/*", lambda route: screens._serve(route, screens.files.__getitem__))
        await screens.tab.route("**/emojis/*", lambda route: screens._serve(route, tile))
        await screens.tab.goto(playground.people["Anna"].address)
        await screens.tab.add_style_tag(content=STYLE)
        await screens.tab.get_by_role("button", name="Direct messages").click()
        return screens

    async def _serve(self, route: Route, file: Callable[[str], bytes]) -> None:
        name = route.request.url.rpartition("/")[2]
        await route.fulfill(body=file(name), content_type="font/otf" if name == "font" else "image/png")

    async def height(self, page: Page, locale: str) -> float:
        """Show a page; return the height of the message in CSS pixels, without the space around it."""
        for each in page.pictures:
            if each.file_name not in self.files:
                self.files[each.file_name] = each.draw(self.pictures)
        view: Any = Rendered(page, emojis=cast("Emojis", UPLOADED)).view
        components = view.to_components()
        for item in (item for part in components[0]["components"] for item in part.get("items", ())):
            item["media"]["url"] = item["media"]["url"].replace("attachment://", "drawn/")
        return float(await self.tab.evaluate(SHOW, {"components": components, "locale": locale}))

    async def save(self, path: Path) -> None:
        """Save a picture of the message shown last."""
        await self.tab.locator("#pane-dm .message").screenshot(path=path)


def tile(number: str) -> bytes:
    """The emoji of the card that `UPLOADED` knows by this number."""
    return emoji(CARDS[int(number) - 1])
