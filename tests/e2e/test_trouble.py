"""Whatever goes wrong: a clear private sentence, the state as it was, nothing lost and nothing leaked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.playground.interactions import FIRST_ANSWER, Interaction, Kind
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, Message
from bot.rules.moves import Move
from bot.rules.reasons import Refusal
from bot.text import words
from bot.text.moves import refusal_sentence
from tests.e2e.house import House, opened
from tests.e2e.players import (
    PATIENCE,
    Player,
    Watch,
    controls,
    open_table,
    play_deal,
    press,
    press_board,
    revision_of,
    shown,
)

ENGLISH = words("en")
CHANNEL = f"/channels/{CHANNEL_ID}/messages*"


def sentence(code: str) -> str:
    """Why something is refused, without the number of the rule."""
    return refusal_sentence(ENGLISH, Refusal(code, ""))


@dataclass
class Scene:
    """Anna, Béla and Clara at a table; Anna is to bid, and 大輔 looks on."""

    house: House
    players: list[Player]

    @property
    def log(self) -> tuple[Move, ...]:
        deal = self.house.table.now.deal
        assert deal is not None
        return deal.log

    @property
    def anna(self) -> Player:
        return self.players[0]

    @property
    def bela(self) -> Player:
        return self.players[1]

    async def asked(self, player: Player) -> Message:
        panel = await player.person.until(player.asked, PATIENCE)
        assert panel is not None
        return panel

    async def go_on(self) -> None:
        await play_deal(self.players)
        await self.house.settle()


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house in which nothing may leak and nothing unexpected may happen."""
    async with opened(tmp_path, monkeypatch) as house:
        watch = Watch(house)
        for person in house.playground.people.values():
            person.set_locale("en-US")
        yield house
        await house.settle()
        assert watch.leaks == []
        assert [each.getMessage() for each in house.errors if each.name.startswith(("bot", "cogs"))] == []
        assert house.playground.traffic.unknown == []


@pytest.fixture
async def scene(house: House) -> Scene:
    people = [house.anna, house.bela, house.clara]
    await open_table("tapp_tarock", people, 0)
    chance = random.Random(2)
    scene = Scene(house, [Player(each, chance) for each in people])
    await scene.asked(scene.anna)
    await house.settle()
    return scene


def private_to(person: Person, answer: Interaction) -> str:
    message = answer.message
    assert message.only_for == person.user.id or message.channel_id != CHANNEL_ID
    return message.text


async def test_an_old_button_is_refused(scene: Scene) -> None:
    old = await scene.asked(scene.anna)
    await scene.anna.act(await scene.anna.open_hand())
    await scene.bela.act(await scene.asked(scene.bela))
    before = scene.log
    answer = await press(scene.anna.person, old, controls(old)[-1]["custom_id"])
    assert sentence("stale") in private_to(scene.anna.person, answer)
    assert scene.log == before
    await scene.go_on()


async def test_a_button_that_an_edit_has_just_taken_away_is_answered(scene: Scene) -> None:
    old = await scene.asked(scene.anna)
    await scene.anna.act(old)
    await scene.bela.act(await scene.asked(scene.bela))
    person, custom_id, before = scene.anna.person, controls(old)[-1]["custom_id"], scene.log
    assert custom_id not in [each["custom_id"] for each in controls(person.message(old.id))]
    answer = await press(person, old, custom_id)
    assert sentence("stale") in private_to(person, answer)
    assert scene.log == before
    await scene.go_on()


async def test_a_person_who_is_not_seated_is_refused(scene: Scene) -> None:
    stranger = scene.house.daisuke
    answer = await press_board(stranger, "hand")
    assert private_to(stranger, answer) == sentence("not_seated")
    assert await stranger.complete("bid", "bid", "") == []
    answer = await stranger.slash("bid", bid="pass")
    linked = scene.house.bot.services.mentions.linked(sentence("no_table_here"))
    assert private_to(stranger, answer) == linked
    assert scene.log == ()


async def test_a_forged_press_is_refused_in_private(scene: Scene) -> None:
    """Discord does not let anybody press what they do not see; a custom_id alone would not help them."""
    panel = await scene.asked(scene.anna)
    board = await shown(scene.house.daisuke)
    data = {"custom_id": controls(panel)[-1]["custom_id"], "component_type": 2, "id": 1}
    send = scene.house.playground.interactions.send
    for person in (scene.house.daisuke, scene.bela.person):
        answer = await send(person.user.id, Kind.COMPONENT, data, CHANNEL_ID, board)
        assert "This works only in a private message of your own." in private_to(person, answer)
        assert controls(answer.message) == []
    assert scene.log == ()
    assert await shown(scene.house.daisuke) == board


async def test_a_person_with_closed_direct_messages_can_play(house: House) -> None:
    anna, bela = house.anna, house.bela
    bela.allow_dms(allowed=False)
    await open_table("tapp_tarock", [anna, bela], 1)
    scene = Scene(house, [Player(each, random.Random(4)) for each in (anna, bela)])
    await house.settle()
    told = [each for each in bela.ephemerals() if ENGLISH("dm.closed") in each.text]
    assert len(told) == 1
    await scene.bela.open_hand()
    await scene.go_on()
    assert bela.inbox() == []
    assert [each for each in bela.ephemerals() if ENGLISH("dm.closed") in each.text] == told
    retry = told[0].buttons[0]["custom_id"]
    assert ENGLISH("dm.still_closed") in (await press(bela, told[0], retry)).message.text
    bela.allow_dms(allowed=True)
    assert ENGLISH("dm.open") in (await press(bela, told[0], retry)).message.text
    await press_board(bela, "next")
    await bela.until(lambda: any("deal 2" in each.text for each in bela.inbox()), PATIENCE)


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_lost_channel_is_reported_once_and_used_again(scene: Scene, code: int) -> None:
    faults = scene.house.playground.faults
    faults.forbidden[CHANNEL_ID] = code
    before = (await shown(scene.house.daisuke)).text
    for _ in range(2):
        player = next(each for each in scene.players if each.asked())
        await player.act(await scene.asked(player))
        await scene.house.settle()
    for player in scene.players:
        lost = [each for each in player.person.inbox() if "no longer post" in each.text]
        assert len(lost) == 1, player.person
    assert len(scene.log) >= 2
    # What is there already is still changed, through the token of the press on it.
    assert (await shown(scene.house.daisuke)).text != before
    del faults.forbidden[CHANNEL_ID]
    await scene.anna.person.slash("tarock show")
    await scene.house.settle()
    assert (await shown(scene.house.daisuke)).text != before
    await scene.go_on()


async def test_a_message_posted_despite_an_error_is_not_posted_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (0.01,))
    await (await house.anna.slash("tarock new", game="tapp_tarock")).done()
    for verb in ("add", "add"):
        await press_board(house.anna, verb)
    await house.settle()
    house.playground.faults.lose("POST", "/channels/*/messages", times=2)
    await press_board(house.anna, "start")
    await house.anna.until(lambda: controls(house.anna.inbox()[-1]), PATIENCE)
    hand = house.anna.inbox()[-1]
    await shown(house.anna, "hand")
    await press(house.anna, hand, controls(hand)[-1]["custom_id"])
    await house.settle()
    assert ["· deal 1" in each.text for each in house.anna.channel()].count(True) == 1
    assert ["deal 1" in each.text for each in house.anna.inbox()].count(True) == 1
    house.errors.clear()


async def test_an_action_answered_too_late_is_saved_and_shown(scene: Scene) -> None:
    panel = await scene.asked(scene.anna)
    pressing = asyncio.create_task(scene.anna.person.press(panel, controls(panel)[-1]["custom_id"]))
    await asyncio.sleep(0)
    scene.house.playground.clock.advance(FIRST_ANSWER + 0.1)
    assert (await pressing).failed
    await scene.anna.person.until(lambda: revision_of(scene.anna.person.message(panel.id)) < 0, PATIENCE)
    assert len(scene.log) == 1
    await scene.asked(scene.bela)
    await scene.go_on()


@pytest.mark.parametrize("how", ["drop", "reconnect", "invalidate"])
async def test_a_deal_survives_a_gateway_failure(scene: Scene, how: str) -> None:
    gateway = scene.house.playground.gateway
    panel = await scene.asked(scene.anna)
    if how == "drop":
        await gateway.drop()
    elif how == "reconnect":
        gateway.ask_to_reconnect()
    else:
        gateway.invalidate(resumable=True)
    await press(scene.anna.person, panel, controls(panel)[-1]["custom_id"])
    assert len(scene.log) == 1
    await scene.go_on()
