"""Refusals before any work is done: texts too long, controls out of place, too many costly pages."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from discord import AppCommandOptionType, app_commands
from simcord import MemberActor

from bot.text import moves, words
from cogs.discord.limits import Allowance, is_private
from tests.cogs.hands.test_hands import exchange, last
from tests.cogs.place import Place, ids_of, words_of

OPTIONS = {
    "bid": "bid",
    "call": "what",
    "take": "part",
    "discard": "cards",
    "announce": "item",
    "kontra": "item",
    "play": "card",
    "tarock show": "table",
    "tarock watch": "table",
    "tarock join": "table",
    "tarock leave": "table",
    "tarock end": "table",
    "tarock announcements": "table",
}
"""Each command with a text option that is completed, and that option."""
DEAL_COMMANDS = {"history": "deal", "export": "deal", "verify": "deal", "tarock deal": "code"} | {
    "tarock match": "table"
}
"""Each command with the name of a deal, which is not completed, and that option."""


@pytest.fixture
def forging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people send what Discord's own client refuses to send."""
    monkeypatch.setattr("simcord.interactions.validate_option_value", lambda _, __, value: value)


def commands_of(place: Place) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in place.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


async def sent(place: Place, custom_id: str, channel: Any = None) -> discord.Message:
    """A public message with a forged control."""
    where = channel or place.channel
    assert where.guild is not None
    return await _sent(place.bot.get_partial_messageable(where.id, guild_id=where.guild.id), custom_id)


async def sent_privately(place: Place, who: MemberActor, custom_id: str, *values: str) -> discord.Message:
    """A direct message with a forged control: a button, or a list of some values."""
    return await _sent(await place.bot.create_dm(discord.Object(who.id)), custom_id, *values)


async def _sent(where: discord.abc.Messageable, custom_id: str, *values: str) -> discord.Message:
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if values:
        options = [discord.SelectOption(label=each, value=each) for each in values]
        row.add_item(discord.ui.Select(custom_id=custom_id, options=options, max_values=len(values)))
    else:
        row.add_item(discord.ui.Button(label="Forged", custom_id=custom_id))
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("forged"))
    view.add_item(row)
    message = await where.send(view=view)
    view.stop()
    return message


def assert_unchanged(place: Place, message: discord.Message) -> None:
    (now,) = (each for each in place.public if each.id == message.id)
    assert words_of(now) == words_of(message)
    assert not now.attachments


OLDER = words("en")("error.older_version")

# -- texts ---------------------------------------------------------------------------------


async def test_every_typed_text_has_a_declared_limit(place: Place) -> None:
    free = {
        command.qualified_name: each
        for command in commands_of(place)
        for each in command.parameters
        if each.type is AppCommandOptionType.string and not each.choices
    }
    assert free.keys() == OPTIONS.keys() | {"tarock new", *DEAL_COMMANDS}
    assert {each.max_value for each in free.values()} == {200, 1000}


@pytest.mark.parametrize(("command", "option"), OPTIONS.items())
async def test_a_text_that_is_too_long_is_refused(
    place: Place, forging: None, command: str, option: str
) -> None:
    await place.start(place.bela, place.clara)
    moves = place.moves
    await place.anna.slash(place.channel, command, **{option: "T1 " * 2000})
    assert last(place, place.anna).content == words("en")("refusal.too_long", count=200)
    assert await place.anna.autocomplete(place.channel, command, option, "zz " * 2000) == []
    assert place.moves == moves


@pytest.mark.parametrize(("command", "option"), DEAL_COMMANDS.items())
async def test_a_name_of_a_deal_that_is_too_long_is_refused(
    place: Place, forging: None, command: str, option: str
) -> None:
    await place.anna.slash(place.channel, command, **{option: "k3m9xp/4" * 100})
    assert last(place, place.anna).content == words("en")("refusal.too_long", count=200)


async def test_house_rules_that_are_too_long_are_refused(place: Place, forging: None) -> None:
    await place.anna.slash(place.channel, "tarock new", game="koenigrufen", options="x=1 " * 1500)
    assert last(place, place.anna).content == words("en")("refusal.too_long", count=1000)
    offered = await place.anna.autocomplete(
        place.channel, "tarock new", "options", "x=1 " * 1500, game="koenigrufen"
    )
    assert offered == []
    assert not place.bot.tables.in_channel(place.channel.id)


@pytest.mark.parametrize(
    ("command", "option"),
    [("tarock new", "game"), ("tarock glossary", "game"), ("leaderboard", "game"), ("stats", "game")],
)
async def test_a_choice_that_was_not_offered_is_refused(
    place: Place, forging: None, command: str, option: str
) -> None:
    await place.anna.slash(place.channel, command, **{option: "bridge"})
    assert last(place, place.anna).content == words("en")("refusal.not_offered")


async def test_the_cost_of_a_text_does_not_grow_with_its_parts(
    place: Place, forging: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names are made once for each action, however many cards a text names."""
    await exchange(place)
    made, real = list[object](), moves.action_label

    def counted(*args: Any) -> str:
        made.append(args)
        return real(*args)

    monkeypatch.setattr("cogs.play.spellings.action_label", counted)
    counts = []
    for cards in ("zz", "zz " * 60):
        made.clear()
        await place.anna.slash(place.channel, "discard", cards=cards)
        counts.append(len(made))
    assert counts[0] == counts[1] > 0


# -- costly requests -----------------------------------------------------------------------


async def test_a_costly_request_is_refused_once_the_allowance_is_used_up(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    monkeypatch.setattr(place.services.admission, "_allowance", Allowance(2, 30.0))
    await place.anna.slash(place.channel, "leaderboard")
    await place.anna.click(place.shown, label="My hand")
    assert last(place, place.anna).attachments
    before = len(place.env.http_requests)
    await place.anna.click(place.shown, label="Rules")
    assert last(place, place.anna).content == words("en")("refusal.too_soon", count=30)
    await place.anna.slash(place.channel, "tarock glossary", game="royal_tarokk")
    assert last(place, place.anna).content == words("en")("refusal.too_soon", count=30)
    assert len(place.env.http_requests) == before + 2
    await place.bela.click(place.shown, label="Rules")
    assert "Tapp-Tarock" in words_of(last(place, place.bela))


async def test_actions_are_not_limited_by_the_allowance(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    monkeypatch.setattr(place.services.admission, "_allowance", Allowance(1, 30.0))
    await place.anna.slash(place.channel, "leaderboard")
    assert await place.anna.autocomplete(place.channel, "bid", "bid", "pa")
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert place.moves == ["0 pass"]


# -- controls out of place -----------------------------------------------------------------


def forged_ids(table_id: str, revision: int) -> list[str]:
    return [
        *(f"t1:{table_id}:{revision}:{what}" for what in ("pass", "bid solo", "?choose", "/announce")),
        *(f"p1:{table_id}:{verb}" for verb in ("again", "dm", "end:sure", "last_circle:sure")),
        *(f"o1:{table_id}:{rule}" for rule in ("", "1", "kontra")),
        *(
            "b1:all:0",
            "w1:royal_tarokk:0",
            "r1:royal_tarokk:0",
            "n2:open",
            "g1:pace",
            f"l1:{table_id}:set_locale",
        ),
    ]


async def test_a_private_control_on_a_public_message_shows_no_hand(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for custom_id in forged_ids(table.id, table.now.revision_for(0)):
        message = await sent(place, custom_id)
        await place.anna.click(message, label="Forged")
        refused = place.services.mentions.linked(words("en")("refusal.not_yours"))
        assert last(place, place.anna).content == refused, custom_id
        assert_unchanged(place, message)
    assert not place.moves
    assert table in place.bot.tables.in_channel(place.channel.id)


async def test_my_hand_on_a_public_message_answers_in_private(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    message = await sent(place, f"p1:{table.id}:hand")
    await place.anna.click(message, label="Forged")
    assert last(place, place.anna).attachments
    assert_unchanged(place, message)


@pytest.mark.parametrize(
    ("guild", "ephemeral", "asked_by", "private"),
    [
        (1, True, 7, True),
        (1, True, None, True),
        (1, True, 8, False),
        (1, False, 7, False),
        (None, False, None, True),
    ],
)
def test_a_message_is_private_to_the_person_who_asked_for_it(
    guild: int | None, ephemeral: bool, asked_by: int | None, private: bool
) -> None:
    asked = None if asked_by is None else SimpleNamespace(user=SimpleNamespace(id=asked_by))
    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=ephemeral), interaction_metadata=asked)
    pressed: Any = SimpleNamespace(guild_id=guild, message=message, user=SimpleNamespace(id=7))
    assert is_private(pressed) is private


async def test_a_control_of_a_table_elsewhere_is_refused(place: Place) -> None:
    table = await place.open(place.bela)
    elsewhere = place.guild.create_text_channel("elsewhere")
    abroad = place.env.create_guild()
    stranger = abroad.add_member(place.env.create_user("stranger"))
    channel = abroad.create_text_channel("tarock")
    neighbour = place.come("neighbour")
    for who, where in ((neighbour, elsewhere), (stranger, channel)):
        for custom_id in (f"l1:{table.id}:join", f"l1:{table.id}:rules", f"p1:{table.id}:hand"):
            await who.click(await sent(place, custom_id, where), label="Forged")
            (*_, answer) = (each for each in where.history(viewer=who) if each.flags.ephemeral)
            assert answer.content == words("en")("refusal.other_channel")
    assert table.now.people == (place.anna.id, place.bela.id)


async def test_a_stranger_joins_no_table_by_direct_message(place: Place) -> None:
    table = await place.open(place.bela)
    stranger = place.come("stranger")
    message = await sent_privately(place, stranger, f"l1:{table.id}:join")
    await stranger.user.click(message, label="Forged")
    assert table.now.people == (place.anna.id, place.bela.id)
    assert "not seated" in stranger.user.dm_channel.history(viewer=stranger.user)[-1].content


async def test_controls_of_the_first_version_still_work(place: Place) -> None:
    """Their kinds, verbs and places are those of today: each is pressed where version 0.1.0 posted it."""
    table = await place.open()
    lobby = place.shown
    assert "l1" in {each.partition(":")[0] for each in ids_of(lobby)}
    for who in (place.bela, place.clara):
        await who.click(await sent(place, f"l1:{table.id}:join"), label="Forged")
    await place.anna.click(await sent(place, f"l1:{table.id}:start"), label="Forged")
    for verb in ("hand", "trick", "score", "rules"):
        await place.anna.click(await sent(place, f"p1:{table.id}:{verb}"), label="Forged")
    await place.anna.user.click(
        place.panel(place.anna), custom_id=f"t1:{table.id}:{table.now.revision_for(0)}:pass"
    )
    assert place.moves == ["0 pass"]


# -- impossible controls --------------------------------------------------------------------


IMPOSSIBLE: Final = (
    *("t1:", "t1:{}", "t1:{}:", "t1:{}:x:pass", "t1:{}:-1:pass", "t1:{}:²:pass", "t1:{}:1:"),
    *("p1:", "p1:{}", "p1:{}:nothing", "p1:{}:end:surely", "p1:{}:__class__", "l1:{}:nothing", "l1:{}:"),
    *("b1:", "b1:all", "b1:all:", "b1:all:-1", "b1:all:x", "b1:bridge:0", "w1:all:0", "w1:bridge:0"),
    *("w1:tapp_tarock:-1", "w1:tapp_tarock:" + "9" * 60, "z9:", "t2:{}:1:pass", "o1", "x", ":", "\n"),
)
"""Ids that no version has given a control, with a place for the id of a table."""


async def test_an_impossible_control_is_refused(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    told = [place.services.mentions.linked(OLDER)]
    for number, custom_id in enumerate(IMPOSSIBLE, start=1):
        await place.anna.click(await sent(place, custom_id.format(table.id)), label="Forged")
        assert [each.content for each in place.private(place.anna)] == told * number, custom_id
    assert not place.moves


NOT_OFFERED: Final = {
    "": ("nonsense", "lay T99", "play", "+", "++", "pass+pass", "kontra game@9", "deal cut"),
    "/": ("/ann", "/announce", "/announce:", "/bid :", "/lay T1,", "/:"),
    "?lay": ("lay T99", "lay", "nonsense", "/lay", "/nonsense:"),
    "?say": ("announce valat", "announce", "kontra x@y", "announce a:b,c"),
}
"""Actions named by the id of a button, or by the values of the list with this id."""


@pytest.mark.parametrize("listed", NOT_OFFERED)
async def test_an_action_that_a_panel_does_not_offer_is_refused(place: Place, listed: str) -> None:
    table = await place.start(place.bela, place.clara)
    is_list = listed.startswith("?")
    for what in NOT_OFFERED[listed]:
        custom_id = f"t1:{table.id}:{table.now.revision_for(0)}:{listed if is_list else what}"
        message = await sent_privately(place, place.anna, custom_id, *([what] if is_list else []))
        assert "⚠" not in words_of(message)
        if is_list:
            await place.anna.user.select(message, [what], custom_id=custom_id)
        else:
            await place.anna.user.click(message, custom_id=custom_id)
        answer = place.anna.user.dm_channel.history(viewer=place.anna.user)[-1]
        assert "⚠" in words_of(answer), what
        assert not place.moves
