"""Commands as Discord's own client would not send them, and those of another version of the bot."""

from __future__ import annotations

import logging
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from bot.text import words
from cogs.discord.limits import KINDS, works_in_direct_messages
from tests.cogs.hands.test_hands import last
from tests.cogs.test_admission import commands_of, sent_privately

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cogs.place import Place

STRING, INTEGER, BOOLEAN = 3, 4, 5
"""The types of options."""

OTHER_VERSION = words("en")("refusal.other_version")
ONLY_IN_SERVERS = words("en")("refusal.only_in_servers")
NOT_OFFERED = words("en")("refusal.not_offered")

PRIVATE = {
    *("hand", "hint", "replay", "help", "rules"),
    *("bid", "call", "take", "discard", "announce", "kontra", "play"),
    *("privacy show", "privacy export", "privacy delete"),
}
"""The commands that work in direct messages."""


@pytest.fixture
def forging(monkeypatch: pytest.MonkeyPatch) -> None:
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
    return place.anna.user.dm_channel.history(viewer=place.anna.user)[-1].content


def noise(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is logged of an error."""
    return [each.getMessage() for each in caplog.records if each.levelno > logging.INFO or each.exc_info]


# -- another version -----------------------------------------------------------------------


def renamed_command(place: Place) -> str:
    registered(place, "help", "manual")
    return "manual"


def renamed_subcommand(place: Place) -> str:
    (listing,) = (each for each in registered(place, "tarock")["options"] if each["name"] == "list")
    listing["name"] = "tables"
    return "tarock tables"


def group_without_subcommands(place: Place) -> str:
    registered(place, "privacy")["options"] = []
    return "privacy"


def option_not_required(place: Place) -> str:
    with_option(place, "daily", name="game", type=STRING)
    return "daily"


CHANGES = renamed_command, renamed_subcommand, group_without_subcommands, option_not_required


@pytest.mark.parametrize("change", CHANGES)
async def test_a_command_of_another_version_is_answered_in_words(
    place: Place, caplog: pytest.LogCaptureFixture, change: Callable[[Place], str]
) -> None:
    caplog.set_level(logging.INFO)
    name = change(place)
    for _ in range(2):
        await place.anna.slash(place.channel, name)
        assert last(place, place.anna).content == OTHER_VERSION
    assert [each for each in caplog.messages if each.startswith("This version does not know")] == [
        f"This version does not know /{name} as Discord shows it"
    ]
    assert not noise(caplog)


async def test_an_option_of_another_version_is_answered_in_words(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    with_option(place, "hand", name="old", type=STRING)
    await place.anna.slash(place.channel, "hand", old="x")
    assert last(place, place.anna).content == OTHER_VERSION
    assert not noise(caplog)


async def test_nothing_completes_what_another_version_has_registered(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    with_option(place, "hand", name="old", type=STRING, autocomplete=True)
    registered(place, "play", "lead")
    with_option(place, "tarock", "deal", name="code", type=STRING, autocomplete=True)
    assert await place.anna.autocomplete(place.channel, "tarock deal", "code", "x") == []
    assert await place.anna.autocomplete(place.channel, "hand", "old", "x") == []
    assert await place.anna.autocomplete(place.channel, "lead", "card", "x") == []
    assert not noise(caplog)


# -- without a server ----------------------------------------------------------------------


async def test_the_commands_of_direct_messages_are_known(place: Place) -> None:
    commands = {each.qualified_name: each for each in commands_of(place)}
    assert {name for name, each in commands.items() if works_in_direct_messages(each)} == PRIVATE
    assert {each.type for command in commands.values() for each in command.parameters} <= KINDS.keys()


async def test_a_command_that_needs_a_server_is_refused_without_one(
    place: Place, forging: None, caplog: pytest.LogCaptureFixture
) -> None:
    await place.open(place.bela)
    for name in {each.qualified_name for each in commands_of(place)} - PRIVATE:
        await place.anna.user.slash(name)
        assert answered(place) == ONLY_IN_SERVERS, name
    await place.anna.user.slash("tarock new", game="tapp_tarock", place="thread")
    assert answered(place) == ONLY_IN_SERVERS
    assert place.bot.tables.of_user(place.anna.id) == (place.table,)
    assert not noise(caplog)


async def test_a_button_that_opens_a_table_is_refused_without_a_server(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    forged = await sent_privately(place, place.anna, "n2:open", "tapp_tarock", "bridge")
    for game, said in {"tapp_tarock": ONLY_IN_SERVERS, "bridge": NOT_OFFERED}.items():
        await place.anna.user.select(forged, [game], custom_id="n2:open")
        assert answered(place) == said
    assert not place.bot.tables.of_user(place.anna.id)
    assert not noise(caplog)


# -- options -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "option", "kind", "value"),
    [
        ("stats", "player", STRING, "anna"),
        ("history", "player", INTEGER, 7),
        ("replay", "file", STRING, "deal.json"),
        ("daily", "game", INTEGER, 5),
        ("daily", "game", BOOLEAN, True),
        ("play", "card", INTEGER, 22),
        ("hand", "cards", BOOLEAN, True),
    ],
)
async def test_an_option_of_another_type_is_refused(
    place: Place,
    forging: None,
    caplog: pytest.LogCaptureFixture,
    command: str,
    option: str,
    kind: int,
    value: object,
) -> None:
    with_option(place, command, name=option, type=kind)
    await place.anna.slash(place.channel, command, **{option: value})
    assert last(place, place.anna).content == NOT_OFFERED
    assert not noise(caplog)


@pytest.mark.parametrize(
    "forged",
    [{"number": number} for number in (0, -1, 10_001, 2**53, True, 1.5, "1")]
    + [{"public": value} for value in (1, "yes")],
    ids=repr,
)
async def test_a_value_out_of_range_is_refused(
    place: Place, forging: None, caplog: pytest.LogCaptureFixture, forged: dict[str, object]
) -> None:
    await place.anna.slash(place.channel, "replay", file=("deal.json", b"{}"), **forged)
    assert last(place, place.anna).content == NOT_OFFERED
    assert not noise(caplog)


# -- late ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
@pytest.mark.parametrize("typed", ["pa", "zz " * 200], ids=["offered", "refused"])
async def test_an_offer_that_comes_too_late_is_no_error(
    place: Place, forging: None, caplog: pytest.LogCaptureFixture, status: int, code: int, typed: str
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
    assert not noise(caplog)


async def test_another_error_while_completing_is_logged(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.start(place.bela, place.clara)
    monkeypatch.setattr("cogs.play.commands.own_table", lambda *_: 1 / 0)
    await place.anna.autocomplete(place.channel, "bid", "bid", "pa")
    (logged,) = (each for each in caplog.records if each.exc_info)
    assert logged.exc_info
    assert logged.exc_info[0] is ZeroDivisionError
    monkeypatch.undo()
    place.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    await place.anna.autocomplete(place.channel, "bid", "bid", "pa")
    assert len(noise(caplog)) == 2
