"""Königrufen on Discord: house rules, calling, offers, open hands, partners, the end of a session."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

import pytest
from simcord import MemberActor

from bot.games import GAMES
from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import KINGS
from bot.rules.game import Game
from bot.tables import LiveTable, TableState
from bot.text import words
from bot.text.sides import own_side_line
from cogs.discord.pictures import HandPicture
from cogs.hands.page import player_page
from cogs.table.page import table_page
from tests.cogs.conftest import Chance
from tests.cogs.discord.helpers import counted, people
from tests.cogs.place import Place, act, acts_of, id_of, ids_of, options_of, words_of
from tests.notation import layout
from tests.tables.room import Wished

POOR_LAST_HAND: Final = 6
"""The seed of a shuffle that gives the last seat cards too poor for any bid."""


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game be chosen; set before the bot of a test starts."""
    monkeypatch.setitem(cast("dict[str, Game]", GAMES), "koenigrufen", KOENIGRUFEN)


@pytest.fixture
async def table(place: Place) -> LiveTable:
    """A table for four where Anna, Béla and Clara sit."""
    await place.anna.slash(place.channel, "tarock new", game="koenigrufen")
    for who in (place.bela, place.clara):
        await who.click(place.shown, label="Join")
    return place.table


async def begin(place: Place, table: LiveTable) -> None:
    """Deal to three people and a computer that has nothing to bid."""
    await place.anna.click(place.shown, label="Add computer")
    table._services = replace(table._services, shuffle=Chance(POOR_LAST_HAND))
    await place.anna.click(place.shown, label="Start")
    await place.ready()
    assert table.now.deal is not None


def told(place: Place, who: MemberActor) -> str:
    return words_of(place.private(who)[-1])


async def test_the_host_sets_house_rules_that_all_can_see(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="Options")
    mine = place.private(place.anna)[-1]
    assert options_of(mine, "o1:") == list(KOENIGRUFEN.options)
    await place.anna.select(mine, ["deals_per_session"], custom_id=id_of(mine, "o1:"))
    mine = place.private(place.anna)[-1]
    assert "8 (default)" in words_of(mine)
    await place.anna.select(mine, ["4"], custom_id=id_of(mine, ":deals_per_session"))
    await place.settle()
    assert table.now.options == {"deals_per_session": 4}
    assert "Deals in a session: 4" in words_of(place.shown)
    assert "Deals in a session: 4" in told(place, place.anna)
    assert len(place.private(place.anna)) == 1


async def test_only_the_host_changes_house_rules_and_only_in_the_lobby(
    place: Place, table: LiveTable
) -> None:
    await place.bela.click(place.shown, label="Options")
    assert "Only the host" in told(place, place.bela)
    outsider = place.guild.add_member(place.env.create_user("outsider"))
    await outsider.click(place.shown, label="Options")
    assert "not seated" in told(place, outsider)
    await place.anna.click(place.shown, label="Options")
    mine = place.private(place.anna)[-1]
    await place.anna.select(mine, ["kaiserstich"], custom_id=id_of(mine, "o1:"))
    mine = place.private(place.anna)[-1]
    await begin(place, table)
    await place.anna.select(mine, ["true"], custom_id=id_of(mine, ":kaiserstich"))
    assert "already started" in "\n".join(map(words_of, place.private(place.anna)))
    assert table.now.options == {}


async def step(place: Place, table: LiveTable) -> None:
    """Let the player who is asked do the first thing the panel offers."""
    assert table.now.deal is not None
    await act(place, people(place)[table.now.deal.seats()[0]])


async def until(place: Place, table: LiveTable, phase: str) -> None:
    """Let everybody do the first thing they may until a phase has come."""
    while table.now.deal is not None and table.now.deal.open.phase != phase:
        await step(place, table)


async def passed(place: Place, table: LiveTable) -> None:
    """Let everybody pass until forehand chooses."""
    while table.now.deal is not None and table.now.deal.open.phase == "auction":
        who = people(place)[table.now.deal.seats()[0]]
        await who.user.click(place.panel(who), label="Pass")
    assert table.now.deal is not None
    assert table.now.deal.open.phase == "choice"


async def test_a_called_king_tells_all_players_their_side(place: Place, table: LiveTable) -> None:
    await begin(place, table)
    await passed(place, table)
    await place.anna.slash(place.channel, "bid", bid="rufer")
    await act(place, place.anna)
    await place.settle()
    for who in (place.bela, place.clara):
        view = table.now.view(who.id)
        assert view is not None
        line = own_side_line(words("en", "koenigrufen"), view, ["anna"] * 4)
        assert line
        assert line in words_of(place.panel(who)), "also of a player who is not asked"


async def test_a_king_is_called_by_button_or_by_command(place: Place, table: LiveTable) -> None:
    await begin(place, table)
    await passed(place, table)
    await place.anna.slash(place.channel, "bid", bid="rufer")
    assert table.now.deal is not None
    assert table.now.deal.open.phase == "calling"
    panel = place.panel(place.anna)
    offered = await place.anna.autocomplete(place.channel, "call", "what", "")
    pressed = [each.rpartition(":")[2] for each in acts_of(panel)]
    assert sorted(pressed) == sorted(f"call {each['value']}" for each in offered)
    assert not await place.bela.autocomplete(place.channel, "call", "what", "")
    await place.anna.slash(place.channel, "call", what="T22")
    assert "king" in told(place, place.anna)
    await place.anna.slash(place.channel, "call", what="SK")
    assert str(table.now.deal.log[-1]) == "0 call SK"
    taking = await place.anna.autocomplete(place.channel, "take", "part", "")
    legal = [action.argument or action.verb for action in table.now.deal.actions(0)]
    assert [each["value"] for each in taking] == legal


async def test_the_partner_is_named_only_in_the_partners_own_panel(place: Place, table: LiveTable) -> None:
    await begin(place, table)
    await passed(place, table)
    hands = [] if table.now.deal is None else [table.now.deal.view(seat).hand for seat in range(4)]
    king = next(king for king in KINGS if king in hands[1] | hands[2])
    await place.anna.slash(place.channel, "bid", bid="rufer")
    await place.anna.slash(place.channel, "call", what=str(king))
    w = words("en", "koenigrufen")
    sides = {}
    for who in (place.bela, place.clara):
        page = player_page(w, table.now, who.id)
        assert page is not None
        sides[who.id] = page.text
    partner = (place.bela if king in hands[1] else place.clara).id
    assert "anna's partner" in sides.pop(partner)
    (other,) = sides.values()
    assert "against anna" in other
    public = "\n".join(words_of(each) for each in place.public)
    assert "anna's partner" not in public
    assert "against anna" not in public


ANNAS: Final = "T22 T21 T20 SK HK DK CK C7 C8 C9 C10 CJ"
NOTHING: Final = "S* H1 H2 H3 H4 D1 -SK"
"""A hand with neither king nor tarock."""


async def test_an_offer_is_known_to_no_one_else(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="Add computer")
    hands = layout(KOENIGRUFEN, "T1", NOTHING, "T2", "T3", dealer=3)
    table._services = replace(table._services, shuffle=Wished(KOENIGRUFEN, hands))
    await place.anna.click(place.shown, label="Start")
    await place.anna.slash(place.channel, "tarock show")
    for who in people(place):
        await who.click(place.shown, label="My hand")
    assert place.ping is None
    said = "\n".join(words_of(each) for each in place.public)
    assert words("en")("turn.offer") in said
    assert words("en")("prompt.offer") not in said
    verbs = {
        who: [each.rpartition(":")[2] for each in acts_of(place.private(who)[-1])] for who in people(place)
    }
    assert verbs == {place.anna: ["ready"], place.bela: ["redeal", "decline"], place.clara: ["ready"]}
    offered = await place.bela.autocomplete(place.channel, "call", "what", "")
    assert [each["value"] for each in offered] == ["redeal", "decline"]
    offered = await place.anna.autocomplete(place.channel, "call", "what", "")
    assert [each["value"] for each in offered] == ["ready"]


async def course(place: Place, *hands: str) -> list[object]:
    """What the channel and Anna's direct messages show from the deal to the first bid, and how often."""
    await place.anna.slash(place.channel, "tarock new", game="koenigrufen")
    for who in (place.bela, place.clara):
        await who.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Add computer")
    table, seen = place.table, list[object]()
    cards = layout(KOENIGRUFEN, ANNAS, *hands, dealer=3)
    chance = Wished(KOENIGRUFEN, cards)
    table._services = replace(table._services, shuffle=chance, clock=lambda: 2_000_000_000.0)
    channels = {place.channel.id, place.anna.user.dm_channel.id}
    before = counted(place, channels)

    def look() -> None:
        messages = [place.shown, place.panel(place.anna)]
        controls = [each.replace(table.id, "") for message in messages for each in ids_of(message)]
        ping = place.ping.content if place.ping else None
        seen.append(
            ([words_of(each) for each in messages], controls, ping, counted(place, channels) - before)
        )

    await place.anna.click(place.shown, label="Start")
    await place.settle()
    await place.services.queue.join()
    look()
    for who in (place.clara, place.bela, place.anna):
        await who.user.click(place.panel(who), custom_id=acts_of(place.panel(who))[-1])
        await place.settle()
        await place.services.queue.join()
        look()
    await place.end(place.anna)
    return seen


@pytest.mark.parametrize(
    "entitled",
    [(NOTHING, "T2", "T3"), ("T1", NOTHING, "T3"), ("T1", "T2", NOTHING)],
    ids=["Béla", "Clara", "computer"],
)
async def test_no_one_else_can_see_whether_a_new_deal_may_be_demanded(
    place: Place, entitled: tuple[str, str, str]
) -> None:
    one, other = await course(place, "T1", "T2", "T3"), await course(place, *entitled)
    assert len(one) == 4
    assert one == other


async def test_open_hands_are_shown_as_pictures(place: Place, table: LiveTable) -> None:
    await begin(place, table)
    await passed(place, table)
    await place.anna.slash(place.channel, "bid", bid="piccolo_ouvert")
    await until(place, table, "play")
    while (
        table.now.deal is not None
        and table.now.deal.open.hands is None
        and table.now.state is TableState.PLAYING
    ):
        assert not any(isinstance(each, HandPicture) for each in table_page(table.now).pictures)
        await step(place, table)
    assert table.now.deal is not None
    hands = table.now.deal.open.hands
    assert hands is not None
    shown = [each for each in table_page(table.now).pictures if isinstance(each, HandPicture)]
    assert [each.cards for each in shown] == [hand for hand in hands if hand]
    assert [each.description.partition(":")[0] for each in shown][:3] == ["anna", "bela", "clara"]
    assert len(place.shown.attachments) >= 4


async def test_the_last_deal_ends_the_table_with_its_totals(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock new", game="koenigrufen", options="deals_per_session=4")
    for _ in range(3):
        await place.anna.click(place.shown, label="Add computer")
    made = place.table
    await place.anna.click(place.shown, label="Start")
    assert made.now.session is not None
    made._table = replace(made._table, session=replace(made.now.session, deals=3))
    await place.play_out(made)
    assert made.now.session is not None
    assert (made.now.state, made.now.session.deals) == (TableState.ENDED, 4)
    w = words("en", "koenigrufen")
    text = table_page(made.now).text
    assert w("table.ended", game="koenigrufen") in words_of(place.shown)
    assert text.count(w("score.totals", scores="").strip()) == 1
    assert w("score.net", scores="").strip() not in text, "totals that sum to 0 are said once"
    assert [each.partition(":")[0] for each in ids_of(place.shown)] == ["m1", "f1"]
