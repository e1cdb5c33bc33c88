"""Whose pictures are drawn first, and how controls are rendered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord.components import _component_factory

from bot.text import LOCALES, words
from card_images import Pictures
from cogs.discord.budget import Budget, Priority
from cogs.discord.page import Button, ChannelSelect, Look, Option, Page, Select
from cogs.discord.pictures import Picture
from cogs.discord.render import DRAWN_AT_ONCE, Mentions, Rendered, Renderer, deliver, without_controls
from tests.cogs.discord.helpers import NoEmojis, refused
from tests.cogs.place import Place, words_of


@dataclass(frozen=True)
class Sketch(Picture):
    """A picture whose drawing ends when the test allows it."""

    kind = "sketch"
    begun: Callable[[str], None]
    done: Event = field(default_factory=Event)

    def draw(self, _: Pictures) -> bytes:
        self.begun(self.description)
        assert self.done.wait(20)
        return b""


async def no_avatars(_people: Iterable[int]) -> None:
    """No avatar is being fetched."""


class Easel:
    """A renderer, and what it draws."""

    def __init__(self) -> None:
        self.renderer = Renderer(Pictures(None), Mentions(), no_avatars, NoEmojis())
        self.begun: list[str] = []
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._sketches: dict[str, Sketch] = {}

    def _begun(self, name: str) -> None:
        """Note that a picture is being drawn, from the thread that draws it."""
        self._loop.call_soon_threadsafe(self._note, name)

    def _note(self, name: str) -> None:
        self.begun.append(name)
        self._changed.set()

    def order(self, name: str, priority: Priority) -> asyncio.Task[None]:
        """Ask for a picture."""
        self._sketches[name] = Sketch(name, self._begun)

        async def render() -> None:
            with Budget().spending(priority):
                await self.renderer.render(Page((self._sketches[name],)))

        return asyncio.create_task(render())

    async def until(self, *names: str) -> None:
        """Wait until some pictures have been begun, and no others."""
        while len(self.begun) < len(names):
            self._changed.clear()
            await self._changed.wait()
        for _ in range(5):
            await asyncio.sleep(0)
        assert sorted(self.begun) == sorted(names)

    def finish(self, *names: str) -> None:
        for name in names:
            self._sketches[name].done.set()


async def test_pictures_for_waiting_people_are_drawn_before_those_of_channels() -> None:
    easel = Easel()
    channels = [f"channel {number}" for number in range(DRAWN_AT_ONCE + 1)]
    tasks = [easel.order(each, Priority.FOLLOWING) for each in channels]
    await easel.until(*channels[:-1])
    tasks.append(easel.order("hand", Priority.WAITING))
    easel.finish(channels[0])
    await asyncio.gather(tasks[0])
    await easel.until(*channels[:-1], "hand")
    easel.finish("hand", *channels)
    await asyncio.gather(*tasks)


async def test_emojis_are_drawn_before_the_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()

    def emoji() -> bytes:
        drawn.append("emoji")
        return b""

    class OneEmoji(NoEmojis):
        async def upload(self, draw: Callable[[Callable[[], bytes]], Awaitable[bytes]]) -> None:
            await draw(emoji)

    pictures = Pictures(tmp_path)
    monkeypatch.setattr(pictures, "preparations", lambda: iter([partial(drawn.append, "deck")]))
    await Renderer(pictures, Mentions(), no_avatars, OneEmoji()).prepare()
    assert drawn == ["emoji", "deck"]


def box_of(page: Page) -> dict[str, Any]:
    """The container component in which a page is sent."""
    sent: Any = Rendered(page, emojis=NoEmojis()).view
    (box,) = sent.to_components()
    return cast("dict[str, Any]", box)


def controls(*rows: Any) -> list[dict[str, Any]]:
    """The controls of a page, as they are sent."""
    box = box_of(Page(("text",), rows))
    return [each for row in box["components"] if row["type"] == 1 for each in row["components"]]


def test_texts_of_controls_are_cut_to_discords_limits() -> None:
    long = "x" * 200
    options = (Option("1", long, about=long), Option("2", "short"))
    button, menu, channels = controls(
        (Button("a", long),), Select("b", long, options), ChannelSelect("c", long, ())
    )
    assert button["label"] == "x" * 80
    assert (menu["placeholder"], channels["placeholder"]) == ("x" * 150, "x" * 150)
    assert [each["label"] for each in menu["options"]] == ["x" * 100, "short"]
    assert [each.get("description") for each in menu["options"]] == ["x" * 100, None]


def test_the_description_of_a_picture_is_cut_to_discords_limit() -> None:
    picture = Sketch("x" * 2000, lambda _: None)
    (item,) = box_of(Page((picture,)))["components"][0]["items"]
    assert item["description"] == "x" * 1024
    assert item["media"]["url"] == f"attachment://{picture.file_name}"


def test_enabled_and_chosen_states_are_rendered() -> None:
    options = tuple(Option(each, each) for each in "abc")
    on, off, menu, closed = controls(
        (Button("1", "on", Look.DANGER), Button("2", "off", enabled=False)),
        Select("3", "choose", options, least=0, most=2, chosen=("b", "c")),
        Select("4", "closed", options, enabled=False),
    )
    assert [each["disabled"] for each in (on, off, menu, closed)] == [False, True, False, True]
    assert (on["style"], off["style"]) == (4, 2)
    assert (menu["min_values"], menu["max_values"]) == (0, 2)
    assert (closed["min_values"], closed["max_values"]) == (1, 1)
    assert [each["default"] for each in menu["options"]] == [False, True, True]


def test_chosen_channels_are_preselected() -> None:
    (menu,) = controls(ChannelSelect("a", "where", (), least=0, most=3, chosen=("12",)))
    assert [(each["id"], each["type"]) for each in menu["default_values"]] == [(12, "channel")]
    assert (menu["min_values"], menu["max_values"]) == (0, 3)


def test_a_message_without_its_controls_keeps_the_pictures_attached_to_it() -> None:
    box = box_of(Page(("text", Sketch("a hand", lambda _: None)), ((Button("a", "A"),),)))
    (item,) = box["components"][1]["items"]
    item["media"] = {"url": "https://cdn.discordapp.com/attachments/1/2/hand.webp?ex=3&is=4", "proxy_url": ""}
    state: Any = Mock()
    message: Any = SimpleNamespace(components=[_component_factory(cast("Any", box), state)])
    sent: Any = without_controls(message, lambda _: False)
    (kept,) = sent.to_components()
    assert [each["type"] for each in kept["components"]] == [each["type"] for each in box["components"][:2]]
    assert kept["components"][1]["items"][0]["media"]["url"] == "attachment://hand.webp"


class Choosy:
    """Discord, which refuses what it is sent until nothing of some kind is left in it."""

    def __init__(self, dislikes: Callable[[Rendered], bool], error: discord.HTTPException) -> None:
        self.dislikes = dislikes
        self.error = error
        self.sent: list[Rendered] = []

    async def send(self, form: Rendered) -> int:
        self.sent.append(form)
        if self.dislikes(form):
            raise self.error
        return len(self.sent)


def decorated() -> Rendered:
    """A page with an emoji and a picture."""
    emojis = Mock(are_in=Mock(return_value=True), doubt=Mock())
    return Rendered(Page(("text", Sketch("sixteen cards", print))), (b"drawn",), emojis)


async def test_a_page_is_sent_without_the_emojis_that_discord_refuses() -> None:
    discord_ = Choosy(lambda form: form.emojis is not None, refused(400, 50035))
    rendered = decorated()
    assert (await deliver(rendered, discord_.send))[0] == 2
    assert discord_.sent[1].images == rendered.images
    emojis: Any = rendered.emojis
    emojis.doubt.assert_called_once_with()


async def test_a_page_is_sent_with_the_pictures_in_words_that_discord_refuses() -> None:
    discord_ = Choosy(lambda form: bool(form.images), refused(413, 40005))
    _, accepted = await deliver(decorated(), discord_.send)
    assert accepted.page.parts == ("text", "sixteen cards")
    assert len(discord_.sent) == 3


async def test_a_message_whose_pictures_have_changed_meanwhile_gets_its_own() -> None:
    whole = decorated()
    discord_ = Choosy(lambda form: not form.images, refused(400, 50035))
    kept = replace(whole, images=(), redraw=AsyncMock(return_value=whole))
    assert "attachments" not in kept.change
    assert await deliver(kept, discord_.send) == (2, whole)


@pytest.mark.parametrize(
    ("error", "tries"), [(refused(400, 50035), 3), (refused(403, 50013), 1), (refused(503, 0), 1)], ids=repr
)
async def test_only_a_refused_part_is_left_out(error: discord.HTTPException, tries: int) -> None:
    discord_ = Choosy(lambda _: True, error)
    with pytest.raises(discord.HTTPException):
        await deliver(decorated(), discord_.send)
    assert len(discord_.sent) == tries


def test_without_an_id_a_command_is_shown_as_code() -> None:
    for locale in LOCALES:
        text = words(locale)("refusal.no_table_here")
        assert "</tarock new>" in text
        assert "`/tarock new`" in Mentions().linked(text)


def test_subcommands_have_the_id_of_their_command() -> None:
    mentions = Mentions()
    mentions.learn({"tarock": 12, "hand": 34})
    text = "</tarock new>, </hand>, </privacy show>, </Tarock>, <t:1:R>"
    linked = "</tarock new:12>, </hand:34>, `/privacy show`, </Tarock>, <t:1:R>"
    assert mentions.linked(text) == linked
    assert mentions.linked_page(Page((text,))) == Page((linked,))


async def test_commands_are_linked_in_answers_and_messages_after_a_restart_too(place: Place) -> None:
    ids = {command.name: command.id for command in await place.bot.tree.fetch_commands()}
    for _ in range(2):
        await place.anna.slash(place.channel, "bid", bid="pass")
        assert f"</tarock new:{ids['tarock']}>" in words_of(place.private(place.anna)[-1])
        await place.anna.slash(place.channel, "tarock list")
        assert f"</tarock new:{ids['tarock']}>" in words_of(place.private(place.anna)[-1])
        await place.restart()
