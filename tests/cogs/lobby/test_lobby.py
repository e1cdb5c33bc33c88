"""Opening a table, filling it, and leaving it."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor

from bot.tables import Occupant, Pace, Strength
from bot.tables.settings import Terms
from bot.text import LOCALES, words
from cogs.discord.failures import JITTER, SLOW_PAUSE
from tests.cogs.place import Place, acts_of, id_of, ids_of, options_of, sent, sent_privately, usable, words_of


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every strength available, as with worker processes."""
    monkeypatch.setattr(Terms, "computers_think", True)


@pytest.mark.usefixtures("thinking")
async def test_a_new_table_shows_its_lobby(place: Place) -> None:
    table = await place.open()
    text = words_of(place.shown)
    assert "Tapp-Tarock" in text
    assert "Three players, 54 cards" in text
    assert "1. **anna** (host)" in text
    assert "2. free" in text
    assert "Pace: relaxed · Computers: " in text
    assert ids_of(place.shown) == [
        *(f"l1:{table.id}:{verb}" for verb in ("start", "join", "leave")),
        "n5:tapp_tarock",
        *(f"l1:{table.id}:{verb}" for verb in ("alone", "fill", "add", "remove")),
        *(f"l1:{table.id}:{verb}" for verb in ("options", "rules")),
        f"l1:{table.id}:pace",
        f"l1:{table.id}:locale",
        f"l1:{table.id}:hints",
        f"l1:{table.id}:strength",
    ]


async def choose_strength(place: Place, who: MemberActor, value: str) -> None:
    await who.select(place.shown, [value], custom_id=id_of(place.shown, ":strength"))


@pytest.mark.usefixtures("thinking")
async def test_the_host_chooses_how_well_computers_play(place: Place) -> None:
    table = await place.open(place.bela)
    assert "Computers: steady" in words_of(place.shown)
    await choose_strength(place, place.bela, "all:quick")
    assert table.now.settings.strength is Strength.STEADY, "only the host may"
    await choose_strength(place, place.anna, "add:strong")
    assert [each and each.strength for each in table.now.occupants] == [None, None, Strength.STRONG]
    assert "Computers: steady\n" in words_of(place.shown)
    assert "3. Poldi\N{NO-BREAK SPACE}⚙ computer player, strong" in words_of(place.shown)
    assert options_of(place.shown, ":strength") == ["all:quick", "all:steady", "all:strong"], (
        "no seat is free"
    )
    await choose_strength(place, place.anna, "all:quick")
    assert (table.now.settings.strength, table.now.occupants[2]) == (Strength.QUICK, Occupant("Poldi"))
    assert "3. Poldi\N{NO-BREAK SPACE}⚙ computer player, weak" in words_of(place.shown)


@pytest.mark.parametrize(
    ("setting", "values", "value", "said"),
    [
        ("pace", [*Pace], "slow", "Pace: slow (reminder after 8 hours"),
        ("hints", ["alone", "always", "never"], "always", "Hints: always"),
        ("locale", [*LOCALES], "ja", "言語：日本語"),
    ],
)
async def test_the_host_chooses_a_setting(
    place: Place, setting: str, values: list[str], value: str, said: str
) -> None:
    table = await place.open(place.bela)
    button = id_of(place.shown, f":{setting}")
    for who, refused in ((place.bela, "Only the host"), (place.clara, "not seated")):
        await who.click(place.shown, custom_id=button)
        assert refused in place.told(who)
    await place.anna.click(place.shown, custom_id=button)
    question = place.last(place.anna)
    menu = id_of(question, f":set_{setting}")
    assert options_of(question, menu) == values
    await place.anna.select(question, [value], custom_id=menu)
    assert getattr(table.now.settings, setting) == value
    assert said in words_of(place.shown) + place.told(place.anna)
    await place.anna.click(place.shown, custom_id=id_of(place.shown, ":fill"))
    await place.anna.click(place.shown, custom_id=id_of(place.shown, ":start"))
    await place.anna.select(question, [values[0]], custom_id=menu)
    assert "already started" in place.told(place.anna)
    assert getattr(table.now.settings, setting) == value


async def test_a_greeting_that_fails_in_an_outage_is_sent_later(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.discord.failures.PAUSES", (SLOW_PAUSE,))
    await place.open()
    place.env.inject_error("POST", "/users/@me/channels", status=503)
    await place.bela.click(place.shown, label="Join")
    assert "2. bela" in words_of(place.shown)
    assert not place.private(place.bela)
    await place.env.advance_time(SLOW_PAUSE * (1 + JITTER))
    await place.services.queue.join()
    (greeting,) = place.bela.user.dm_channel.history()
    assert f"<#{place.channel.id}>" in greeting.content


async def test_the_lobby_message_is_changed_in_place_and_its_buttons_keep_their_places(place: Place) -> None:
    await place.open(place.bela)
    buttons = ids_of(place.shown)
    assert {"join", "add", "fill"} <= usable(place.shown)
    assert "remove" not in usable(place.shown)
    await place.anna.click(place.shown, label="Fill with 1 computer")
    assert "⚙ computer player, weak" in words_of(place.shown), "it cannot think here"
    assert ids_of(place.shown) == buttons
    assert not {"add", "fill"} & usable(place.shown)
    await place.clara.click(place.shown, label="Join")
    assert "All seats are taken" in place.told(place.clara)
    await place.anna.click(place.shown, label="Remove one")
    assert "3. free" in words_of(place.shown)
    await place.bela.click(place.shown, label="Leave")
    assert "2. free" in words_of(place.shown)
    await place.anna.click(place.shown, label="Leave")
    assert "has ended" in words_of(place.shown)
    assert not ids_of(place.shown)
    assert len(place.public) == 1
    assert not place.bot.tables.in_channel(place.channel.id)


async def test_refusals_in_the_lobby_are_private(place: Place) -> None:
    await place.open(place.clara)
    before = words_of(place.shown)
    for who, label, sentence in (
        (place.anna, "Join", "already seated"),
        (place.bela, "Leave", "not seated"),
        (place.bela, "Start", "not seated"),
        (place.clara, "Start", "Only the host"),
        (place.anna, "Start", "1 seat is still free"),
    ):
        await who.click(place.shown, label=label)
        assert sentence in place.told(who)
    assert words_of(place.shown) == before


async def test_a_person_alone_begins_with_computers_by_one_press(place: Place) -> None:
    table = await place.open()
    await place.bela.click(place.shown, label="Play alone now")
    assert "not seated" in place.told(place.bela)
    await place.anna.click(place.shown, label="Play alone now")
    assert table.now.state.in_deal
    assert [each and each.is_computer for each in table.now.occupants] == [False, True, True]
    opened, deal = place.public[:2]
    assert "a new table" in words_of(opened)
    assert not ids_of(opened)
    assert "deal 1" in words_of(deal)
    hand = place.last(place.anna)
    assert acts_of(hand) == acts_of(place.panel(place.anna)), "the hand is on the screen where she pressed"
    await place.anna.slash(place.channel, "bid", bid="pass")
    await place.settle()
    assert words_of(hand_again(place, hand)) != words_of(hand), "it follows the deal"


def hand_again(place: Place, hand: discord.Message) -> discord.Message:
    """What Anna's private message shows now."""
    return next(each for each in place.private(place.anna) if each.id == hand.id)


async def test_only_a_person_alone_is_offered_to_play_alone(place: Place) -> None:
    table = await place.open()
    alone = f"l1:{table.id}:alone"
    for who, label, offered in (
        (place.anna, "Fill with 2 computers", False),
        (place.anna, "Remove one", True),
        (place.bela, "Join", False),
    ):
        await who.click(place.shown, label=label)
        assert (alone in ids_of(place.shown)) is offered


async def test_a_start_that_lacks_players_can_fill_the_seats(place: Place) -> None:
    table = await place.open(place.bela)
    await place.anna.click(place.shown, label="Start")
    offer = place.last(place.anna)
    assert "1 seat is still free" in words_of(offer)
    await place.anna.click(offer, label="Fill and start")
    assert [each and each.name for each in table.now.occupants] == ["anna", "bela", "Poldi"]
    assert table.now.state.in_deal
    hand = hand_again(place, offer)
    assert acts_of(hand) == acts_of(place.panel(place.anna)), "in the place of the offer"
    assert "deal 1" in words_of(place.shown)
    await place.anna.click(await sent(place, f"l1:{table.id}:fill_start"), label="Forged")
    assert "only in a private message" in place.told(place.anna)


async def test_an_old_offer_to_fill_the_seats_starts_nothing_twice(place: Place) -> None:
    table = await place.open(place.bela)
    await place.anna.click(place.shown, label="Start")
    offer = place.last(place.anna)
    await place.clara.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Start")
    before = table.now
    await place.anna.click(offer, label="Fill and start")
    assert table.now == before
    assert "already started" in words_of(hand_again(place, offer))


async def test_closed_direct_messages_are_mentioned_once(place: Place) -> None:
    await place.open()
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await place.bela.click(place.shown, label="Join")
    assert "can't DM you" in place.told(place.bela)
    await place.bela.click(place.shown, label="Leave")
    await place.bela.click(place.shown, label="Join")
    assert len(place.private(place.bela)) == 1
    assert (await place.bot.store.people.get(place.bela.id)).dm_ok is False


async def test_direct_messages_can_be_tried_again(place: Place) -> None:
    await place.open()
    path = f"/channels/{place.bela.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50278, times=2)
    await place.bela.click(place.shown, label="Join")
    (sorry,) = place.private(place.bela)
    await place.bela.click(sorry, label="Try again")
    assert "still can't DM you" in place.told(place.bela)
    await place.bela.click(sorry, label="Try again")
    assert "Your hand will be sent there from now on" in place.told(place.bela)
    assert (await place.bot.store.people.get(place.bela.id)).dm_ok is True


async def test_a_missing_permission_is_named(place: Place) -> None:
    everyone = place.guild.default_role
    channel = place.guild.create_text_channel(
        "quiet", overwrites={everyone: discord.PermissionOverwrite(attach_files=False)}
    )
    await place.anna.slash(channel, "tarock new", game="tapp_tarock")
    (answer,) = channel.history(viewer=place.anna)
    assert "Attach Files" in answer.content
    assert "Send Messages" not in answer.content
    assert not place.bot.tables.in_channel(channel.id)


async def test_house_rules_are_chosen_and_shown(place: Place) -> None:
    for rules in ("chess=1", "fixed_half=perhaps"):
        said = await place.answer(place.anna, "tarock new", game="tapp_tarock", options=rules)
        assert said.strip() == words("en", "tapp_tarock")("refusal.unknown_option", option=rules)
    assert not place.bot.tables.in_channel(place.channel.id)
    assert await place.offered(place.anna, "tarock new", "options", "fixed") == [], "no game is chosen"
    assert await place.offered(place.anna, "tarock new", "options", "fixed", game="tapp_tarock") == [
        "fixed_half=false",
        "fixed_half=true",
    ]
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock", options="fixed_half=true")
    assert "old rule" in words_of(place.shown)
    assert place.table.now.options == {"fixed_half": True}


async def test_a_table_is_shown_again_at_the_bottom(place: Place) -> None:
    await place.open()
    before = place.shown
    await place.clara.send(place.channel, "Good evening!")
    await place.clara.slash(place.channel, "tarock show")
    assert place.public[-1].id == place.shown.id != before.id
    assert before.id not in [each.id for each in place.public]
    assert ids_of(place.shown) == ids_of(before)


async def test_an_old_button_of_an_ended_table_is_refused(place: Place) -> None:
    table = await place.open()
    await place.end(place.anna)
    await place.bela.click(await sent(place, f"l1:{table.id}:join"), label="Forged")
    assert "This table has ended" in place.told(place.bela)


@pytest.mark.parametrize("verb", ["strength", "set_locale", "set_pace", "set_hints"])
async def test_a_forged_value_changes_nothing_in_the_lobby(place: Place, verb: str) -> None:
    table = await place.open()
    before = table.now
    custom_id = f"l1:{table.id}:{verb}"
    message = await sent_privately(place, place.anna, custom_id, "nonsense")
    await place.anna.user.select(message, ["nonsense"], custom_id=custom_id)
    assert table.now == before


async def test_the_lobby_keeps_who_began_and_what_was_sealed(place: Place) -> None:
    await place.open()
    lobby = place.public[-1]
    sealed = place.table.now.commitment
    await place.anna.click(lobby, label="Fill with 2 computers")
    await place.anna.click(lobby, label="Start")
    await place.settle()
    (shown,) = [each for each in place.public if each.id == lobby.id]
    text = words_of(shown)
    assert "The game has begun." in text
    assert "0 free" in text
    assert (sealed or "")[:16] in text
    assert not ids_of(shown)
