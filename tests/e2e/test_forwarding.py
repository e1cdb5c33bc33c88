"""Two processes of a bot, each with half of the servers: what people do in direct messages."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import func, select

from bot.app import point_to
from bot.playground import Playground
from bot.playground.commands import Where
from bot.playground.interactions import Interaction
from bot.playground.person import Person
from bot.playground.state import GUILD_ID, Message
from bot.shards import Shards
from bot.store import forwarding
from bot.store.forwarding import Forwarded, Taken
from bot.store.lock import Processes
from bot.store.schema import forwarded
from bot.text import words
from cogs.discord import budget, queue
from cogs.discord import forwarding as passing
from cogs.discord.replies import ARRIVED
from tests.e2e.house import UNLIMITED, Bot, Chance, Sketches, joined, keep_discord, saved, settings_for
from tests.e2e.players import COMMAND_ID, PATIENCE, TYPED, Player, controls, open_table
from tests.postgresql import Server

GAME = "tapp_tarock"
FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
OTHER_GUILD = str(int(GUILD_ID) + (1 << 22))
RESTS = words("en")("refusal.table_rests")


@dataclass
class Houses:
    """Two bots at one local Discord. Anna plays in the server of the second one."""

    playground: Playground
    first: Bot
    second: Bot
    processes: Processes
    address: str
    """That of the database."""
    home: str
    """The channel in the second bot's server."""
    player: Player

    @property
    def anna(self) -> Person:
        return self.player.person

    async def panel(self) -> Message:
        """Anna's panel that asks for something, once it has come by direct message."""
        panel = await self.anna.until(self.player.asked, PATIENCE)
        assert panel is not None
        return panel

    async def play(self, steps: int) -> None:
        for _ in range(steps):
            panel = await self.panel()
            assert self.playground.state.guild_of(panel.channel_id) is None
            await self.player.act(panel)

    async def press(self, panel: Message) -> Interaction:
        """Press the first control of a panel, or choose the first of its list."""
        control = controls(panel)[0]
        if values := [each["value"] for each in control.get("options", ())][:1]:
            return await self.anna.select(panel, control["custom_id"], values)
        return await self.anna.press(panel, control["custom_id"])

    def counted(self, bot: Bot, result: str) -> float:
        """How many interactions a bot has counted with a result."""
        value = bot.metrics.registry.get_sample_value("skiz_forwarded_total", {"result": result})
        return value or 0.0

    async def waiting(self) -> int:
        """How many interactions wait for another process."""
        ((count,),) = await self.first.store.rows(select(func.count()).select_from(forwarded))
        return int(count)

    def answers(self) -> dict[str, list[int]]:
        """The statuses of Discord's responses to the first answers, by the ids of the interactions."""
        answers = defaultdict[str, list[int]](list)
        for each in self.playground.traffic.exchanges:
            if each.path.endswith("/callback"):
                answers[each.path.split("/")[2]].append(each.status)
        return answers

    def are_answered_once(self) -> bool:
        return all(statuses in ([200], [204]) for statuses in self.answers().values())


@pytest.fixture
async def houses(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Houses]:
    monkeypatch.setattr(queue, "SECONDS_PER_CHANGE", 0.0)
    monkeypatch.setattr(budget, "REQUESTS_PER_SECOND", UNLIMITED)
    caplog.set_level(logging.INFO)
    playground = Playground(record=True)
    home = playground.state.add_guild(OTHER_GUILD, "Another club").id
    await playground.start()
    keep_discord(monkeypatch)
    point_to(playground.address)
    processes, address = Processes((FIRST, SECOND)), await server.migrated()
    anna = playground.people["Anna"]
    anna.look_at(home)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(playground.stop)
        bots = []
        for shards in processes.ranges:
            settings = settings_for(playground, tmp_path, tmp_path).model_copy(
                update={"database": SecretStr(address), "shards": shards}
            )
            bot = Bot(settings, Chance(), processes)
            bot.pictures = Sketches(None)
            await stack.enter_async_context(joined(bot, playground))
            bots.append(bot)
        player = Player(anna, random.Random(3))
        houses = Houses(playground, bots[0], bots[1], processes, address, home, player)
        await open_table(GAME, [anna], 2)
        yield houses
    secret = playground.interactions.tokens
    assert secret
    said = caplog.text + (server.folder / "log").read_text()
    assert not [each for each in secret if each in said]


async def test_a_press_is_answered_once_by_the_process_that_has_the_table(houses: Houses) -> None:
    await houses.play(5)
    (table,) = houses.second.tables.in_channel(int(houses.home))
    assert table.now.number == 1
    assert not houses.first.tables.in_channel(int(houses.home))
    logged = (await saved(houses.address)).actions
    assert table.now.deal is not None
    assert [str(each.action) for each in table.now.deal.log] == [each.action for each in logged]
    assert houses.are_answered_once()
    assert await houses.waiting() == 0
    assert houses.counted(houses.second, "received") >= 5


async def test_commands_act_at_the_table_of_another_process(houses: Houses) -> None:
    await houses.panel()
    answer = await houses.anna.slash("hand", where=Where.DM)
    assert controls(await answer.done())
    assert await houses.anna.complete("bid", TYPED["bid"], where=Where.DM)
    bela = houses.playground.people["Béla"]
    none = await bela.slash("hand", where=Where.DM)
    text = COMMAND_ID.sub("", (await none.done()).text)
    assert text == words("hu")("refusal.no_table_here").replace("{", "<").replace("}", ">")
    assert houses.are_answered_once()


async def test_a_table_outside_servers_is_played_in_the_process_of_direct_messages(houses: Houses) -> None:
    """Discord sends what a person does in a server without the bot to the shard of that server."""
    deliver = houses.playground.interactions.deliver

    def deliver_as_of_a_person(payload: Any) -> None:
        deliver({**payload, "authorizing_integration_owners": {"1": houses.anna.user.id}})

    houses.playground.interactions.deliver = deliver_as_of_a_person
    answer = await houses.anna.slash("tarock new", game=GAME)
    assert controls(await answer.done())
    (table,) = houses.first.tables.of_user(int(houses.anna.user.id))
    assert table.now.is_direct
    assert not (await houses.press(answer.message)).failed
    assert houses.are_answered_once()
    assert houses.counted(houses.first, "received") == 2


async def test_deleted_data_goes_from_the_tables_of_another_process(houses: Houses) -> None:
    await houses.panel()
    user_id = int(houses.anna.user.id)
    (table,) = houses.second.tables.of_user(user_id)
    answer = await houses.anna.slash("privacy delete", where=Where.DM)
    shown = await answer.done()
    pressed = await houses.anna.press(shown, str(shown.buttons[0]["custom_id"]))
    await pressed.done()
    await houses.second.orders.look()
    assert not houses.second.tables.of_user(user_id)
    assert user_id not in {*table.now.people, *table.now.away}


async def test_a_press_whose_notification_is_lost_is_answered(
    houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await houses.panel()
    monkeypatch.setattr(forwarding, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(forwarding, "CHANNEL", "nobody_listens")
    assert not (await houses.press(panel)).failed
    assert houses.are_answered_once()


async def test_the_time_that_a_press_has_waited_counts_for_its_answer(houses: Houses) -> None:
    panel, forwarded = await houses.panel(), Forwarded(houses.address)
    waited, putting = list[float](), list[asyncio.Task[None]]()

    async def on_interaction(interaction: Any) -> None:
        waited.append(asyncio.get_running_loop().time() - interaction.extras[ARRIVED])

    def deliver(payload: Any) -> None:
        taken = Taken(json.dumps(payload), 2.0)
        putting.append(asyncio.create_task(forwarded.put(int(payload["id"]), SECOND.first, taken)))

    houses.second.add_listener(on_interaction)
    houses.playground.interactions.deliver = deliver
    assert not (await houses.press(panel)).failed
    assert waited[0] >= 2.0
    await asyncio.gather(*putting)
    await forwarded.close()


async def test_a_table_whose_process_is_gone_says_that_it_rests(houses: Houses) -> None:
    panel = await houses.panel()
    houses.processes.ranges = (FIRST,)
    answer = await houses.press(panel)
    assert answer.message.text == RESTS
    assert answer.message.only_for == houses.anna.user.id
    assert not await houses.anna.complete("bid", TYPED["bid"], where=Where.DM)
    assert houses.counted(houses.first, "rests") == 2
    houses.processes.ranges = (FIRST, SECOND)
    assert (await houses.press(panel)).message.text != RESTS


async def test_a_process_that_does_not_take_a_press_counts_as_gone(
    houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "TAKEN_SECONDS", 0.05)
    panel = await houses.panel()
    assert houses.second.forwarder is not None
    await houses.second.forwarder.close()
    assert (await houses.press(panel)).message.text == RESTS
    assert await houses.waiting() == 0
    houses.second.forwarder.start()
    monkeypatch.setattr(passing, "TAKEN_SECONDS", 1.5)
    assert (await houses.press(panel)).message.text != RESTS
    assert houses.are_answered_once()
