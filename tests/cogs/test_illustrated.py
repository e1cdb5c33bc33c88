"""Illustrated Tarokk on Discord: who sits out, laying away together, a turn in one panel, offers, the hat."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
import pytest
from simcord import MemberActor

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK as GAME
from bot.rules.deal import Deal
from bot.rules.facts import DiscardedTarocks
from bot.rules.layout import Layout
from bot.rules.moves import Action
from bot.rules.session import Session
from bot.tables import LiveTable, TableState
from bot.text import words
from cogs.hands.page import player_page
from cogs.play.statements import STEP
from cogs.table.page import table_page
from tests.cogs.discord.helpers import people
from tests.cogs.place import (
    Place,
    acts_of,
    id_of,
    ids_of,
    marks_of,
    named_by,
    offered_by,
    options_of,
    take,
    words_of,
)
from tests.games.illustrated_tarokk.table import dealt, keep
from tests.tables.room import Wished

W = words("en", GAME.name)
LONG = (
    "T22 T15 T14 T13 T12 T11 T10 T1 SK",
    "T21 T9 T8 HK HQ HC DQ DC CQ",
    "T20 T7 T6 T5 T4 DK HJ DJ CC",
    "T19 T18 T17 T16 T3 T2 CK SQ SC",
)
"""Four hands: Anna's has eight tarokks, and Clara's the XX."""
POOR = (
    "T22 T15 T14 T13 T12 T11 T10 T1 SK",
    "T21 T9 T8 T7 T6 SQ SC CQ CC",
    "HK HQ HC HJ DK DQ DC DJ CK",
    "T20 T19 T18 T17 T16 T5 T4 T3 T2",
)
"""Four hands: Clara's has no tarokk."""
SOLO = "0 bid solo; 1 lay S10; 1 lay C10; 2 lay H1; 2 lay D1"
"""Anna plays a solo, and the others discard what they have drawn."""


@pytest.fixture
async def table(place: Place) -> LiveTable:
    """A table at which Anna, Béla and Clara have sat down."""
    await place.anna.slash(place.channel, "tarock new", game=GAME.name)
    for who in (place.bela, place.clara):
        await who.click(place.shown, label="Join")
    return place.table


async def begin(place: Place, table: LiveTable, layout: Layout, moves: str = "") -> None:
    """Fill the table with computers, deal, and let people do something; the computers go on by themselves."""
    for _ in range(layout.seats - 3):
        await place.anna.click(place.shown, label="Add computer")
    table._services = replace(table._services, shuffle=Wished(GAME, layout))
    await place.anna.click(place.shown, label="Start")
    assert deal_of(table).layout.hands == layout.hands
    for move in filter(None, moves.split("; ")):
        if table.now.state is TableState.OFFER:
            await place.ready()
        await do(place, table, int(move[0]), Action.parse(move[2:]))
    await place.settle()


TYPED = {
    "bid": ("bid", "bid"),
    "pass": ("bid", "bid"),
    "lay": ("discard", "cards"),
    "call": ("call", "what"),
    "announce": ("announce", "item"),
    "done": ("announce", "item"),
    "play": ("play", "card"),
}
"""The command of each verb, with its option."""


async def do(place: Place, table: LiveTable, seat: int, action: Action) -> None:
    """Let the person on a seat type something."""
    command, option = TYPED[action.verb]
    before = len(deal_of(table).log)
    typed = {option: action.argument or action.verb}
    await people(place)[seat].slash(place.channel, command, **typed)
    assert str(deal_of(table).log[before]) == f"{seat} {action}"


def deal_of(table: LiveTable) -> Deal:
    assert table.now.deal is not None
    return table.now.deal


async def panel(place: Place, who: MemberActor) -> discord.Message:
    """What *My hand* shows a person."""
    await who.click(place.shown, label="My hand")
    return place.private(who)[-1]


async def offered(place: Place, who: MemberActor, command: str, option: str) -> list[str]:
    """What autocomplete offers a person."""
    return [str(each["value"]) for each in await who.autocomplete(place.channel, command, option, "")]


# A dealer who sits out


@pytest.fixture
async def sitting_out(place: Place, table: LiveTable) -> LiveTable:
    """A table for five where Anna deals and sits out."""
    await begin(place, table, Session.first(GAME, {}, 5, 0).deal(GAME.pack.sorted).layout)
    return table


async def test_a_player_who_sits_out_sees_the_same_as_a_spectator(
    place: Place, sitting_out: LiveTable
) -> None:
    mine = await panel(place, place.anna)
    assert W("panel.sits_out") in words_of(mine)
    assert not mine.attachments
    assert not acts_of(mine)
    view, watching = deal_of(sitting_out).view(0), deal_of(sitting_out).view(None)
    assert replace(view, seat=None, sits_out=False) == watching
    assert (await panel(place, place.bela)).attachments


async def test_a_player_who_sits_out_gets_no_choices_and_no_ping(
    place: Place, sitting_out: LiveTable
) -> None:
    for command, option in (("bid", "bid"), ("call", "what"), ("discard", "cards"), ("play", "card")):
        assert not await offered(place, place.anna, command, option)
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert "not your turn" in words_of(place.private(place.anna)[-1])
    assert not deal_of(sitting_out).log
    await place.anna.slash(place.channel, "tarock show")
    assert place.ping is not None
    assert str(place.anna.id) not in place.ping.content


async def test_the_table_says_who_sits_out(place: Place, sitting_out: LiveTable) -> None:
    assert W("standing.dealer_out", player="anna") in table_page(sitting_out.now).text


def newest(place: Place, who: MemberActor) -> discord.Message:
    """The last private answer."""
    return place.private(who)[-1]


# Laying away


async def test_discarding_at_once_outdates_no_other_panel(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*LONG).layout, "0 bid three; 1 pass; 2 pass")
    panels = {who: await panel(place, who) for who in people(place)}
    for who, mine in reversed(panels.items()):
        count = 3 if who is place.anna else 1
        assert W.term("prompt", "discard", count=count) in words_of(mine)
        values = marks_of(mine) or [named_by(each)[0] for each in ids_of(mine) if "lay" in each]
        assert not {"lay T22", "lay T1", "lay SK", "lay HK", "lay DK"} & set(values)
        await take(who, partial(newest, place, who), *values[-count:])
    await place.ready()
    assert deal_of(table).open.phase == "announcing"
    assert all(len(deal_of(table).view(seat).hand) == 9 for seat in range(4))


async def test_the_numbers_of_tarokks_discarded_are_shown(place: Place, table: LiveTable) -> None:
    moves = "0 bid three; 1 pass; 2 pass; 1 lay T9; 2 lay SJ; 0 lay S10; 0 lay C10"
    await begin(place, table, dealt(*LONG).layout, moves)
    told = W.term("standing", "laid_tarocks", stated="").strip()
    assert told not in table_page(table.now).text, "not before all are done"
    await place.anna.slash(place.channel, "discard", cards="T10")
    stated = deal_of(table).open.fact(DiscardedTarocks)
    assert stated is not None
    assert {each.seats: each.number for each in stated.counts} == {(0,): 1, (1,): 1, (2,): 0, (3,): 0}
    assert f"{told} anna\u00a01, bela\u00a01" in table_page(table.now).text


# A turn of announcing


async def test_announcements_follow_the_call_in_the_same_turn(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*LONG).layout, SOLO)
    await place.ready()
    mine = await panel(place, place.anna)
    assert [each.rpartition(":")[2] for each in acts_of(mine)] == ["call T20", "announce eight_tarokks"]
    assert await offered(place, place.anna, "call", "what") == ["T20"]
    await place.anna.click(mine, custom_id=id_of(mine, ":call T20"))
    said = options_of(newest(place, place.anna), ":?say")
    assert {"announce eight_tarokks", "announce trull"} <= set(said)
    assert "announce pagat_ultimo" not in said
    await take(place.anna, partial(newest, place, place.anna), "announce eight_tarokks")
    assert deal_of(table).seats() == (0,), "more can be said now"
    chosen = ["announce trull", "announce pagat_ultimo"]
    await take(place.anna, partial(newest, place, place.anna), *chosen)
    assert [str(move.action) for move in deal_of(table).log[-3:]] == [*chosen, "done"]
    assert deal_of(table).seats() == (1,)


async def test_a_kontra_that_lets_its_player_announce_does_not_end_the_turn(
    place: Place, table: LiveTable
) -> None:
    await begin(place, table, dealt(*LONG).layout, f"{SOLO}; 0 call T20; 0 announce trull; 0 done")
    mine = await panel(place, place.bela)
    assert offered_by(mine) == [STEP], "only kontras are open, and each has its button; a list comes later"
    await place.bela.click(mine, custom_id=id_of(mine, ":kontra game"))
    assert deal_of(table).seats() == (1,)
    assert "announce four_kings" in offered_by(newest(place, place.bela))
    await place.bela.slash(place.channel, "announce", item="done")
    assert deal_of(table).seats() != (1,)


async def test_announcements_that_exclude_each_other_are_refused_together(
    place: Place, table: LiveTable
) -> None:
    await begin(place, table, dealt(*LONG).layout, f"{SOLO}; 0 call T20")
    await panel(place, place.anna)
    before = deal_of(table).log
    await take(place.anna, partial(newest, place, place.anna), "announce double_game", "announce volat")
    assert deal_of(table).log == before
    assert "double game and volát in the same" in words_of(place.private(place.anna)[-1])


# Offers


async def test_the_right_to_annul_is_known_to_no_one_else(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*POOR).layout, SOLO)
    assert deal_of(table).seats() == (2,)
    for who in people(place):
        await panel(place, who)
    assert [each.rpartition(":")[2] for each in acts_of(place.private(place.clara)[-1])] == [
        "annul",
        "decline",
    ]
    for who in (place.anna, place.bela):
        assert [each.rpartition(":")[2] for each in acts_of(place.private(who)[-1])] == ["ready"]
        assert await offered(place, who, "call", "what") == ["ready"]
    assert await offered(place, place.clara, "call", "what") == ["annul", "decline"]
    assert place.ping is None
    await place.clara.slash(place.channel, "call", what="annul")
    assert table.now.state is TableState.BETWEEN
    assert table.now.session is not None
    assert table.now.session.inherited["windows"] == [4]
    assert table.now.session.dealer == 3, "the same dealer deals again"


async def test_a_secret_offer_is_found_in_my_hand_without_direct_messages(
    place: Place, table: LiveTable
) -> None:
    path = f"/channels/{place.clara.user.dm_channel.id}/messages"
    place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await begin(place, table, dealt(*POOR).layout, SOLO)
    assert deal_of(table).seats() == (2,)
    assert "My hand" in W("turn.offer")
    assert W("turn.offer") in words_of(place.shown)
    assert id_of(await panel(place, place.clara), ":annul")


async def test_tarokks_are_claimed_after_the_last_trick(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*LONG).layout, f"{SOLO}; 0 call T20")
    await place.ready()
    while deal_of(table).phase.name != "offer":
        (seat,) = deal_of(table).seats()
        await do(place, table, seat, keep(deal_of(table), seat))
    mine = await panel(place, place.anna)
    assert not any(each.filename.startswith("hand") for each in mine.attachments)
    assert W("action.claim") in words_of(mine)
    assert W("action.decline.offer_at_end") in words_of(mine)
    await place.anna.click(mine, label=W("action.claim"))
    assert W("turn.offer_at_end") in words_of(place.shown)
    await place.ready()
    assert table.now.state is TableState.BETWEEN
    result = deal_of(table).result
    assert result is not None
    rules = [line.rule for line in result.lines if line.item == "eight_tarokks"]
    assert rules == ["illustrated_tarokk 9.4.3"]


# The hat, doubled deals, the last circle


def inherit(table: LiveTable, deal: Deal) -> None:
    """Show a deal with what it has inherited; nothing is done in it."""
    table._table = replace(table._table, deal=deal)


async def test_the_hat_is_shown_by_its_wearers_name(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*LONG).layout)
    inherit(table, dealt(*LONG, hat=1))
    worn = W.term("wears", "hat", player="bela")
    assert worn in table_page(table.now).text
    mine = player_page(W, table.now, place.anna.id)
    assert mine is not None
    assert W.term("session", "hat", player="bela") in mine.text


async def test_doubled_deals_are_shown(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*LONG).layout)
    inherit(table, dealt(*LONG, windows=(2, 4)))
    inherited = W.term("session", "windows", count=2, factor=4, left=W.listed(["2", "4"]))
    assert inherited in table_page(table.now).text


async def test_a_player_announces_the_last_circle(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*LONG).layout)
    outsider = place.guild.add_member(place.env.create_user("outsider"))
    await place.anna.slash(place.channel, "tarock show")
    await outsider.click(place.shown, label=W("button.last_circle"))
    assert "not seated" in words_of(place.private(outsider)[-1])
    await place.bela.click(place.shown, label=W("button.last_circle"))
    question = place.private(place.bela)[-1]
    assert W("sure.last_circle") in words_of(question)
    await place.bela.click(question, custom_id=id_of(question, ":keep"))
    assert words_of(place.private(place.bela)[-1]).strip() == W("sure.kept")
    assert W.term("session", "last_circle", number=2) not in words_of(place.shown)
    await place.bela.click(place.shown, label=W("button.last_circle"))
    question = place.private(place.bela)[-1]
    await place.bela.click(question, custom_id=id_of(question, ":last_circle:sure"))
    assert words_of(place.private(place.bela)[-1]).strip() == W("sure.last_circle_done")
    assert table.now.session is not None
    assert table.now.session.last_circle_announced_after == 0
    text = words_of(place.shown)
    assert W.term("session", "last_circle", number=2) in text
    assert not [each for each in ids_of(place.shown) if each.endswith(":last_circle")], "it is said once"


async def test_the_last_circle_is_announced_in_a_panel_between_deals(place: Place, table: LiveTable) -> None:
    await begin(place, table, dealt(*POOR).layout, SOLO)
    await place.clara.slash(place.channel, "call", what="annul")
    assert table.now.state is TableState.BETWEEN
    assert id_of(place.shown, ":last_circle")
    await place.bela.user.click(place.panel(place.bela), label=W("button.last_circle"))
    question = place.bela.user.dm_channel.history(viewer=place.bela.user)[-1]
    assert W("sure.last_circle") in words_of(question)
    await place.bela.user.click(question, custom_id=id_of(question, ":last_circle:sure"))
    assert table.now.session is not None
    assert table.now.session.last_circle_announced_after == 1
    announced = W.term("session", "last_circle", number=3)
    for who in people(place):
        assert announced in words_of(place.panel(who))
        assert not [each for each in ids_of(place.panel(who)) if each.endswith(":last_circle")]
    assert announced in words_of(place.shown)
