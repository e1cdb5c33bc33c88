"""Forged, outdated and costly requests: what Discord's own client would not send, and too much."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from discord import AppCommandOptionType

from bot.text import words
from cogs.discord.limits import KINDS, is_private, works_in_direct_messages
from tests.cogs.place import Place, commands_of, ids_of, sent, sent_privately, words_of

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


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that nothing is logged as an error: it is no fault of the bot."""
    yield
    noise = [each for each in caplog.get_records("call") if each.levelno > logging.INFO or each.exc_info]
    assert not noise


@pytest.fixture
def forging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people send what Discord's own client refuses to send."""
    monkeypatch.setattr("simcord.interactions.validate_option_value", lambda _, __, value: value)


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


async def test_a_text_that_is_too_long_is_refused(place: Place, forging: None) -> None:
    table = await place.start(place.bela, place.clara)
    too_long = words("en")("refusal.too_long", count=200)
    for command, option in (OPTIONS | DEAL_COMMANDS).items():
        answer = await place.ask(place.anna, command, **{option: "T1 " * 2000})
        assert answer.content == too_long, command
    for command, option in OPTIONS.items():
        assert await place.offered(place.anna, command, option, "zz " * 2000) == [], command
    rules = {"game": "koenigrufen", "options": "x=1 " * 1500}
    answer = await place.ask(place.anna, "tarock new", **rules)
    assert answer.content == words("en")("refusal.too_long", count=1000)
    assert not await place.offered(place.anna, "tarock new", "options", "x=1 " * 1500, game="koenigrufen")
    assert place.bot.tables.in_channel(place.channel.id) == (table,)
    assert not place.moves


async def test_a_choice_that_was_not_offered_is_refused(place: Place, forging: None) -> None:
    for command in ("tarock new", "tarock glossary", "leaderboard", "stats"):
        answer = await place.ask(place.anna, command, game="bridge")
        assert answer.content == words("en")("refusal.not_offered"), command


# -- costly requests -----------------------------------------------------------------------


@pytest.mark.parametrize("limits", [{"pages_at_once": 2, "page_seconds": 30.0}])
async def test_a_costly_request_is_refused_once_the_allowance_is_used_up(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "leaderboard")
    await place.hand(place.anna)
    assert place.last(place.anna).attachments
    before, too_soon = len(place.env.http_requests), words("en")("refusal.too_soon", count=30)
    await place.anna.click(place.shown, label="Rules")
    assert place.last(place.anna).content == too_soon
    for command, options in (("tarock glossary", {"game": "royal_tarokk"}), ("hint", {})):
        assert (await place.ask(place.anna, command, **options)).content == too_soon
    assert len(place.env.http_requests) == before + 3
    await place.bela.click(place.shown, label="Rules")
    assert "Tapp-Tarock" in place.told(place.bela), "each person has an allowance"
    assert await place.offered(place.anna, "bid", "bid", "pa")
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert place.moves == ["0 pass"], "what a deal needs is not limited"


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
        assert place.last(place.anna).content == refused, custom_id
        assert_unchanged(place, message)
    assert not place.moves
    assert table in place.bot.tables.in_channel(place.channel.id)


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
    pressed: Any = SimpleNamespace(
        guild_id=guild,
        message=message,
        user=SimpleNamespace(id=7),
        context=SimpleNamespace(private_channel=False),
        is_user_integration=lambda: False,
    )
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
    assert "not seated" in place.directly(stranger).content


async def test_controls_of_the_first_version_still_work(place: Place) -> None:
    """Each is pressed where version 0.1.0 posted it."""
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


UNOFFERED: Final = {
    "": ("nonsense", "lay T99", "play", "+", "++", "pass+pass", "kontra game@9", "deal cut"),
    "/": ("/ann", "/announce", "/announce:", "/bid :", "/lay T1,", "/:"),
    "?lay": ("lay T99", "lay", "nonsense", "/lay", "/nonsense:"),
    "?say": ("announce valat", "announce", "kontra x@y", "announce a:b,c"),
}
"""Actions named by the id of a button, or by the values of the list with this id."""


async def test_an_action_that_a_panel_does_not_offer_is_refused(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    for listed, what in ((listed, what) for listed, some in UNOFFERED.items() for what in some):
        is_list = listed.startswith("?")
        custom_id = f"t1:{table.id}:{table.now.revision_for(0)}:{listed if is_list else what}"
        message = await sent_privately(place, place.anna, custom_id, *([what] if is_list else []))
        if is_list:
            await place.anna.user.select(message, [what], custom_id=custom_id)
        else:
            await place.anna.user.click(message, custom_id=custom_id)
        assert "⚠" in words_of(place.directly(place.anna)), what
        assert not place.moves


STRING, INTEGER, BOOLEAN = 3, 4, 5
"""The types of options."""

OTHER_VERSION = words("en")("refusal.other_version")
ONLY_IN_SERVERS = words("en")("refusal.only_in_servers")
NOT_OFFERED = words("en")("refusal.not_offered")

PRIVATE = {
    *("hand", "hint", "replay", "help", "rules", "learn"),
    *("bid", "call", "take", "discard", "announce", "kontra", "play"),
    *("privacy show", "privacy export", "privacy delete"),
    *("tarock new", "tarock deal", "tarock leave", "tarock end", "tarock announcements", "tarock glossary"),
    *("history", "export", "verify", "daily"),
}
"""The commands that work in direct messages."""


@pytest.fixture
def forging_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people send what Discord's own client refuses to send."""
    monkeypatch.setattr("simcord.interactions.check_options", lambda _, __, given, **_options: given)
    monkeypatch.setattr("simcord.actors._check_command_access", lambda *_: None)


def registered(place: Place, name: str, other: str = "") -> dict[str, Any]:
    """A command as Discord knows it, to be changed as another version registered it; also its name."""
    known = place.env.backend.commands[None]
    command: dict[str, Any] = deepcopy(known.pop((name, 1)))
    command["name"] = other or name
    known[command["name"], 1] = command
    return command


def with_option(place: Place, command_name: str, subcommand: str = "", /, **option: Any) -> None:
    """Let a command have an option, in place of the one of that name if there is one."""
    command = registered(place, command_name)
    if subcommand:
        (command,) = (each for each in command["options"] if each["name"] == subcommand)
    kept = [each for each in command.get("options", []) if each["name"] != option["name"]]
    command["options"] = [*kept, option]


def answered(place: Place) -> str:
    """The latest text among Anna's direct messages."""
    return place.directly(place.anna).content


# -- another version -----------------------------------------------------------------------


async def test_what_another_version_has_registered_is_answered_in_words(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    registered(place, "help", "manual")
    (listing,) = (each for each in registered(place, "tarock")["options"] if each["name"] == "list")
    listing["name"] = "tables"
    registered(place, "privacy")["options"] = []
    with_option(place, "daily", name="game", type=STRING)  # it is not required any more
    changed = ("manual", "tarock tables", "privacy", "daily")
    for name in changed:
        for _ in range(2):
            assert (await place.ask(place.anna, name)).content == OTHER_VERSION, name
    told = [each for each in caplog.messages if each.startswith("This version does not know")]
    assert told == [f"This version does not know /{name} as Discord shows it" for name in changed]
    with_option(place, "hand", name="old", type=STRING)
    assert (await place.ask(place.anna, "hand", old="x")).content == OTHER_VERSION


async def test_nothing_completes_what_another_version_has_registered(place: Place) -> None:
    with_option(place, "hand", name="old", type=STRING, autocomplete=True)
    registered(place, "play", "lead")
    with_option(place, "tarock", "deal", name="code", type=STRING, autocomplete=True)
    for command, option in (("tarock deal", "code"), ("hand", "old"), ("lead", "card")):
        assert await place.offered(place.anna, command, option, "x") == []


# -- without a server ----------------------------------------------------------------------


async def test_the_commands_of_direct_messages_are_known(place: Place) -> None:
    commands = {each.qualified_name: each for each in commands_of(place)}
    assert {name for name, each in commands.items() if works_in_direct_messages(each)} == PRIVATE
    assert {each.type for command in commands.values() for each in command.parameters} <= KINDS.keys()


async def test_a_command_that_needs_a_server_is_refused_without_one(
    place: Place, forging_options: None
) -> None:
    await place.open(place.bela)
    for name in {each.qualified_name for each in commands_of(place)} - PRIVATE:
        await place.anna.user.slash(name)
        assert answered(place) == ONLY_IN_SERVERS, name
    assert place.bot.tables.of_user(place.anna.id) == (place.table,)


async def test_a_button_that_opens_a_table_of_no_game_is_refused_without_a_server(place: Place) -> None:
    forged = await sent_privately(place, place.anna, "n2:open", "tapp_tarock", "bridge")
    await place.anna.user.select(forged, ["bridge"], custom_id="n2:open")
    assert answered(place) == NOT_OFFERED
    assert not place.bot.tables.of_user(place.anna.id)


# -- options -------------------------------------------------------------------------------


RETYPED = (
    ("stats", "player", STRING, "anna"),
    ("history", "player", INTEGER, 7),
    ("replay", "file", STRING, "deal.json"),
    ("daily", "game", INTEGER, 5),
    ("play", "card", INTEGER, 22),
    ("hand", "cards", BOOLEAN, True),
)


async def test_an_option_of_another_type_or_out_of_range_is_refused(
    place: Place, forging_options: None
) -> None:
    record: dict[str, Any] = {"file": ("deal.json", b"{}")}
    numbers: tuple[Any, ...] = (0, -1, 10_001, 2**53, True, 1.5, "1")
    for forged in (*({"number": each} for each in numbers), {"public": 1}, {"public": "yes"}):
        assert (await place.ask(place.anna, "replay", **record, **forged)).content == NOT_OFFERED, forged
    for command, option, kind, value in RETYPED:
        with_option(place, command, name=option, type=kind)
        assert (await place.ask(place.anna, command, **{option: value})).content == NOT_OFFERED, command


# -- late ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
@pytest.mark.parametrize("typed", ["pa", "zz " * 200], ids=["offered", "refused"])
async def test_an_offer_that_comes_too_late_is_no_error(
    place: Place, forging_options: None, caplog: pytest.LogCaptureFixture, status: int, code: int, typed: str
) -> None:
    """Discord gives up what it asked for once another letter is typed."""
    await place.start(place.bela, place.clara)
    caplog.clear()
    caplog.set_level(logging.INFO)
    place.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    await place.anna.autocomplete(place.channel, "bid", "bid", typed)
    assert not [each for each in caplog.messages if str(code) in each or "autocomplete" in each]
    caplog.set_level(logging.DEBUG, "cogs.discord.replies")
    place.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    await place.anna.autocomplete(place.channel, "bid", "bid", typed)
    assert [each.levelno for each in caplog.records if str(code) in each.getMessage()] == [logging.DEBUG]
