"""Answers to interactions, and the measurement of how long they take."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.rules.reasons import Refusal
from cogs.context import Context
from cogs.discord import replies
from cogs.discord.messenger import Tokens
from cogs.discord.page import Page
from cogs.discord.render import Rendered
from cogs.discord.replies import ARRIVED, Stage
from tests.cogs.discord.helpers import Answered
from tests.cogs.place import Place, words_of


def answers(place: Place, stage: str) -> float:
    """How many interactions have reached a stage of their answer."""
    return place.bot.metrics.registry.get_sample_value("skiz_answer_seconds_count", {"stage": stage}) or 0.0


def counted(place: Place) -> tuple[float, float]:
    return answers(place, "acknowledged"), answers(place, "answered")


async def test_an_immediate_answer_counts_for_both_stages(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    assert counted(place) == (1, 1)
    await place.bela.click(place.shown, label="Join")
    assert counted(place) == (2, 2)
    await place.bela.click(place.shown, label="Join")
    assert counted(place) == (3, 3), "a refusal is an answer, too"


async def test_a_late_answer_is_counted_and_logged_as_expired(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    await place.open(place.bela)
    before = counted(place)
    place.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    with caplog.at_level(logging.INFO, "cogs.discord.replies"):
        await place.bela.click(place.shown, label="Leave")
    assert (counted(place), answers(place, "expired")) == (before, 1)
    assert caplog.messages == ["An interaction was over before its answer: status 404, code 10062"]


async def test_a_slow_answer_is_acknowledged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    interaction: Any = Answered()
    async with replies.thinking(interaction):
        await interaction.was_reached.wait()
        assert set(interaction.reached) == {Stage.ACKNOWLEDGED}
    await replies.tell(interaction, "Done.")
    assert interaction.reached[-1] == Stage.ANSWERED


async def test_an_answer_waits_for_an_acknowledgement_that_is_on_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    interaction: Any = Answered()
    sending = asyncio.Event()

    async def slowly(**_: object) -> None:
        sending.set()
        for _turn in range(5):
            await asyncio.sleep(0)
        interaction.is_done = True

    interaction._defer = slowly
    async with replies.thinking(interaction):
        await sending.wait()
        assert not interaction.is_done
    assert interaction.is_done, "only now is it known how the answer has to be sent"


async def test_nothing_is_acknowledged_once_the_answer_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    interaction: Any = Answered()
    async with replies.thinking(interaction):
        pass
    for _turn in range(5):
        await asyncio.sleep(0)
    assert not interaction.is_done


async def test_a_second_answer_to_an_interaction_is_logged_and_not_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    interaction: Any = Answered()
    interaction._defer = AsyncMock(side_effect=discord.InteractionResponded(interaction))
    with caplog.at_level(logging.INFO, "cogs.discord.replies"):
        await replies.acknowledge(interaction)
    assert caplog.messages == ["An interaction had already been answered"]
    assert interaction.reached == []


@pytest.mark.parametrize("error", [ConnectionResetError(104, "reset"), aiohttp.ServerDisconnectedError()])
async def test_a_lost_connection_is_logged_in_one_line_and_the_message_corrected(
    place: Place, error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lost(*_: object, **__: object) -> None:
        raise error

    await place.open()
    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "edit_message", lost)
        await place.bela.click(place.shown, label="Join")
    assert "bela" in words_of(place.shown)
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == [
        f"An answer did not arrive: {type(error).__name__}"
    ]


async def test_a_failure_to_inform_the_person_of_an_error_is_logged(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("Session is closed")

    await place.open()
    place.errors_expected = True
    monkeypatch.setattr(discord.InteractionResponse, "edit_message", broken)
    monkeypatch.setattr(discord.InteractionResponse, "send_message", broken)
    await place.bela.click(place.shown, label="Join")
    assert "The person could not be informed: RuntimeError" in caplog.text


async def test_patience_is_measured_from_the_arrival_of_the_interaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Early(Answered):
        extras = {ARRIVED: asyncio.get_running_loop().time() - replies.PATIENCE}  # noqa: RUF012 - of one test

    interaction: Any = Early()
    async with replies.thinking(interaction):
        await asyncio.sleep(0.001)
        assert interaction.is_done


class Command(Answered):
    """A command that is answered in public, after it has been acknowledged."""

    type = discord.InteractionType.application_command

    @property
    def response(self) -> Any:
        kind = discord.InteractionResponseType.deferred_channel_message
        return SimpleNamespace(is_done=lambda: self.is_done, defer=self._defer, type=kind)

    def is_expired(self) -> bool:
        return False

    async def edit_original_response(self, **_: object) -> Any:
        assert self.is_done
        return SimpleNamespace(id=1)


@pytest.mark.parametrize(
    "type_", [discord.InteractionType.application_command, discord.InteractionType.component]
)
async def test_a_new_message_is_acknowledged_before_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch, type_: discord.InteractionType
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    interaction, tokens = Command(), Tokens()
    interaction.type = type_

    async def render(_: Page) -> Rendered:
        await interaction.was_reached.wait()
        return Rendered(Page(("text",)))

    services: Any = Mock(renderer=SimpleNamespace(render=render), messenger=Mock(tokens=tokens))
    anything: Any = interaction
    assert await Context(services, anything, anything).reply(Page(("text",)), private=False) == 1
    assert set(interaction.reached[:-1]) == {Stage.ACKNOWLEDGED}
    assert interaction.reached[-1] == Stage.ANSWERED
    assert tokens.reach(1)
    assert interaction.deferred == {"ephemeral": False, "thinking": True}, "a new public message"


COMMAND, PRESS = discord.InteractionType.application_command, discord.InteractionType.component


@pytest.mark.parametrize(
    ("kind", "how", "ephemeral", "thinking"),
    [
        (COMMAND, {}, True, True),
        (COMMAND, {"new": True, "private": False}, False, True),
        (PRESS, {"new": True}, True, True),
        (PRESS, {"new": True, "private": False}, False, True),
        (PRESS, {}, False, False),
    ],
)
async def test_the_acknowledgement_announces_the_kind_of_answer(
    monkeypatch: pytest.MonkeyPatch,
    kind: discord.InteractionType,
    how: dict[str, bool],
    *,
    ephemeral: bool,
    thinking: bool,
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    interaction: Any = Answered(type=kind)
    async with replies.thinking(interaction, **how):
        await interaction.was_reached.wait()
    assert interaction.deferred == {"ephemeral": ephemeral, "thinking": thinking}


@pytest.mark.parametrize("is_done", [False, True])
async def test_a_press_is_acknowledged_once(*, is_done: bool) -> None:
    interaction: Any = Answered(is_done=is_done)
    await replies.acknowledge(interaction)
    assert interaction.reached == ([] if is_done else [Stage.ACKNOWLEDGED, Stage.ANSWERED])
    async with replies.thinking(interaction):
        pass
    assert interaction.is_done


def test_chosen_values_that_are_not_strings_are_ignored() -> None:
    forged: Any = SimpleNamespace(data={"values": ["a", 7, None, "b"]})
    assert replies.values_of(forged) == ["a", "b"]
    pressed: Any = SimpleNamespace(data={})
    assert replies.values_of(pressed) == []


async def test_a_command_refused_while_it_is_typed_is_offered_nothing() -> None:
    autocomplete = AsyncMock()
    typed: Any = SimpleNamespace(
        type=discord.InteractionType.autocomplete,
        extras={},
        response=SimpleNamespace(autocomplete=autocomplete),
    )
    await replies.refuse_command(typed, Refusal("not_offered", ""))
    autocomplete.assert_awaited_once_with([])


class Response:
    """An interaction that is not answered yet, has been acknowledged, or has updated the pressed message."""

    def __init__(self, type_: discord.InteractionResponseType | None) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.guild_id, self.is_user_integration = 1, lambda: False
        self.extras: dict[str, object] = {}
        self.response = SimpleNamespace(
            is_done=lambda: type_ is not None, type=type_, send_message=self._sends("answer", 1)
        )
        self.followup = SimpleNamespace(send=self._sends("follow-up", 3))
        self.edit_original_response = self._sends("filled", 2)

    def _sends(self, how: str, message_id: int) -> Any:
        async def send(**what: Any) -> Any:
            self.sent.append((how, what))
            return SimpleNamespace(id=message_id, message_id=message_id)

        return send


@pytest.mark.parametrize(
    ("type_", "how", "message_id"),
    [
        (None, "answer", 1),
        (discord.InteractionResponseType.deferred_channel_message, "filled", 2),
        (discord.InteractionResponseType.deferred_message_update, "follow-up", None),
    ],
)
async def test_a_reply_returns_its_message_id_if_its_token_can_edit_it(
    type_: discord.InteractionResponseType | None, how: str, message_id: int | None
) -> None:
    interaction: Any = Response(type_)
    rendered = Rendered(Page(("text",)))
    assert await replies.reply(interaction, rendered) == message_id
    ((sent, what),) = interaction.sent
    assert sent == how
    assert what.get("ephemeral", True), "for the acting person alone"


async def test_a_follow_up_is_public_and_returns_its_message_id() -> None:
    interaction: Any = Response(None)
    assert await replies.follow_up(interaction, Rendered(Page(("text",)))) == 3
    ((_, what),) = interaction.sent
    assert what["wait"]
    assert not what.get("ephemeral")
