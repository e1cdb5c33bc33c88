"""Romanian Tarok and the taper on Discord: the walk through the talon, giving up, annulling, the pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import discord
import pytest
from simcord import MemberActor

from bot.games.romanian.scores import level_of
from bot.rules.cards import Card, Cards
from bot.rules.deal import Deal
from bot.tables import LiveTable, TableState
from cogs.discord.pictures import Picture, TalonPicture
from cogs.hands.panel import panel_key
from cogs.table.page import table_page
from tests.cogs.discord.helpers import people
from tests.cogs.place import Place, acts_of, id_of, ids_of, mark, offered_by, take, usable, words_of
from tests.games.romanian.table import four, won_by
from tests.notation import act

LONG = "T20 T19 T17 T13 T9 T6 T5 T4 SK SQ HC C8"
ANNAS = "T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8"
NOTHING = "SC SJ S10 HQ HJ DQ DC DJ CQ CC CJ C10"
TYPED = {"call": ("call", "what"), "take": ("take", "part"), "refuse": ("take", "part")}
"""The commands that are not for bidding, with their options, by verb."""
TALON = "S7 T22 T2 HK T3 D3"


@pytest.fixture
def dora(place: Place) -> MemberActor:
    """The fourth player, who deals first."""
    return place.come("dora")


@pytest.fixture
async def table(place: Place, dora: MemberActor) -> LiveTable:
    """A table for four that has not begun; Anna will be forehand, then Béla, Clara and Dora."""
    return await opened(place, dora)


async def opened(place: Place, dora: MemberActor) -> LiveTable:
    """A new table with four people."""
    await place.anna.slash(place.channel, "tarock new", game="romanian_tarok")
    for who in (place.bela, place.clara, dora):
        await who.click(place.shown, label="Join")
    return place.table


def stacked(deal: Deal) -> Sequence[Card]:
    """The pack that is dealt to these hands and this talon."""
    layout, pack = deal.layout, deal.game.pack.sorted
    blank = deal.game.lay_out(pack, layout.dealer, layout.seats)
    sources = [iter(hand) for hand in layout.hands]
    found = {each: next(source) for hand, source in zip(blank.hands, sources, strict=True) for each in hand}
    found |= dict(zip(blank.talon, layout.talon, strict=True))
    return [found[each] for each in pack]


async def come_to(place: Place, table: LiveTable, deal: Deal) -> None:
    """Play as far as in this deal at a table that has not begun, and show everybody their panel."""
    seated = {table.now.seat_of(who.id): who for who in place.everybody}
    chance = Stacked(stacked(deal))
    table._services = replace(table._services, shuffle=chance, clock=lambda: 2_000_000_000.0)
    await place.anna.click(place.shown, label="Start")
    for move in deal.log:
        command, option = TYPED.get(move.action.verb, ("bid", "bid"))
        typed = {option: move.action.argument or move.action.verb}
        await seated[move.seat].slash(place.channel, command, **typed)
    assert table.now.deal is not None
    assert table.now.deal.log == deal.log
    for who in people(place):
        await who.click(place.shown, label="My hand")


@dataclass
class Stacked:
    """No chance at all."""

    cards: Sequence[Card]

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        assert Cards.of(self.cards) == pack
        return tuple(self.cards)

    def first_dealer(self, seats: int) -> int:
        return seats - 1


def doi(king: str = "CK", after: str = "") -> Deal:
    """A deal in which Anna has bid a first doi as forehand, and is at the first look."""
    return act(won_by(four(ANNAS, talon=TALON), "doi1"), f"0 call {king}; {after}")


def panel(place: Place, who: MemberActor) -> discord.Message:
    """What a person's panel in the channel shows."""
    return place.private(who)[-1]


def said_publicly(place: Place) -> str:
    """All that everybody can read."""
    return "\n".join(words_of(each) for each in place.public)


def talon_shown(page: Sequence[Picture]) -> list[str]:
    """The groups of the talon on a picture: codes, and dashes for what lies face down."""

    def written(each: Card | None) -> str:
        return "-" if each is None else str(each)

    (picture,) = [each for each in page if isinstance(each, TalonPicture)]
    return [" ".join(map(written, group)) for group in picture.groups]


def drawn_for(message: discord.Message, kind: str) -> list[str]:
    """What the pictures of a kind in a message show, as the sketches of these tests write it."""
    return [each.description or "" for each in message.attachments if each.filename.startswith(kind)]


# The talon


async def test_only_the_declarer_sees_the_group_looked_at(place: Place, table: LiveTable) -> None:
    await come_to(place, table, doi())
    (picture,) = drawn_for(panel(place, place.anna), "talon")
    assert "Skiz" in picture
    assert "face down" in picture
    assert "Only you see group ①" in words_of(panel(place, place.anna))
    for who in (place.bela, place.clara):
        assert not drawn_for(panel(place, who), "talon")
        assert "Skiz" not in words_of(panel(place, who))
    assert not [each for each in table_page(table.now).pictures if isinstance(each, TalonPicture)]
    assert "Skiz" not in said_publicly(place)
    offered = await place.anna.autocomplete(place.channel, "take", "part", "")
    assert [each["value"] for each in offered] == ["take", "refuse"]
    assert not await place.bela.autocomplete(place.channel, "take", "part", "")


async def test_a_refused_group_is_shown_to_everybody_at_the_next_level(
    place: Place, table: LiveTable
) -> None:
    await come_to(place, table, doi())
    assert "level 1" in words_of(place.shown)
    await place.anna.click(panel(place, place.anna), custom_id=id_of(panel(place, place.anna), ":refuse"))
    assert talon_shown(table_page(table.now).pictures) == ["T22 S7", "- -", "- -"]
    await place.settle()
    (described,) = drawn_for(place.shown, "talon")
    assert "Skiz" in described
    assert "level 2" in words_of(place.shown)
    (own,) = drawn_for(panel(place, place.anna), "talon")
    assert "king of hearts" in own
    assert "king of hearts" not in described
    await place.anna.slash(place.channel, "take", part="refuse")
    assert talon_shown(table_page(table.now).pictures) == ["T22 S7", "T2 HK", "- -"]


async def test_a_group_taken_at_a_look_stays_face_down(place: Place, table: LiveTable) -> None:
    await come_to(place, table, doi(after="0 refuse"))
    await place.anna.slash(place.channel, "take", part="take")
    assert talon_shown(table_page(table.now).pictures) == ["T22 S7", "- -", "- -"]
    (picture,) = table_page(table.now).pictures
    assert isinstance(picture, TalonPicture)
    assert picture.lifted == 1, "the second group is lifted"
    await place.settle()
    assert "king of hearts" not in said_publicly(place)
    assert not drawn_for(panel(place, place.anna), "talon"), "it is in the hand now"


async def test_an_open_group_is_taken_by_its_button(place: Place, table: LiveTable) -> None:
    await come_to(place, table, doi(after="0 refuse; 0 refuse; 0 refuse"))
    mine = panel(place, place.anna)
    assert {each for each in usable(mine) if "take" in each or "refuse" in each} == {"take 1", "take 2"}
    assert talon_shown(table_page(table.now).pictures) == ["T22 S7", "T2 HK", "T3 D3"]
    assert drawn_for(mine, "talon") == [table_page(table.now).pictures[0].description]
    await place.anna.click(mine, custom_id=id_of(mine, ":take 1"))
    assert table.now.deal is not None
    assert level_of(table.now.deal.phase.board) == 4
    assert "level 4" in words_of(place.shown)


async def test_six_groups_are_looked_at_one_by_one(place: Place, table: LiveTable) -> None:
    deal = act(won_by(four(ANNAS, talon=TALON), "unu1"), "0 call CK; 0 refuse; 0 refuse")
    await come_to(place, table, deal)
    assert talon_shown(table_page(table.now).pictures) == ["S7", "T22", "-", "-", "-", "-"]
    (own,) = drawn_for(panel(place, place.anna), "talon")
    assert own.count("face down") == 3


async def test_a_double_press_does_not_confirm_its_own_question(
    place: Place, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await come_to(place, table, doi("HK", after="0 refuse"))
    monkeypatch.setattr(place.services.presses, "_latest", {})
    await place.anna.click(panel(place, place.anna), custom_id=id_of(panel(place, place.anna), ":surrender"))
    monkeypatch.setattr(place.services.presses, "_apart", timedelta(hours=1))
    await place.anna.click(asked := panel(place, place.anna), custom_id=id_of(asked, ":!surrender"))
    assert "so soon after it came into view" in words_of(panel(place, place.anna))
    assert place.view(place.anna).open.result is None


async def test_a_declarer_who_sees_the_called_king_in_the_talon_may_concede(
    place: Place, table: LiveTable
) -> None:
    await come_to(place, table, doi("HK", after="0 refuse"))
    mine = panel(place, place.anna)
    assert [each.rpartition(":")[2] for each in acts_of(mine)] == ["take", "surrender", "refuse"]
    assert "surrender" not in said_publicly(place)
    assert "Concede · −5 to each" in words_of(mine)
    await place.anna.click(mine, custom_id=id_of(mine, ":surrender"))
    assert "you pay each opponent 5 points. Are you sure?" in words_of(panel(place, place.anna))
    assert place.view(place.anna).open.result is None
    mine = panel(place, place.anna)
    await place.anna.click(mine, custom_id=id_of(mine, ":!surrender"))
    await place.settle()
    assert table.now.state is TableState.BETWEEN
    text = words_of(place.shown)
    assert "concedes" in text
    assert "level 2" in text


# Annulment


def to_annul(annuls: bool, after: str = "") -> Deal:
    """A deal in which Clara, who speaks third, may annul; or has one tarock too many for that."""
    hand = NOTHING if annuls else NOTHING.replace("C10", "T2")
    return four(ANNAS, "T22 T21 HK", hand, after=after)


@pytest.mark.parametrize("annuls", [True, False], ids=["may", "may not"])
async def test_annulling_out_of_turn_is_offered_in_private(
    place: Place, table: LiveTable, annuls: bool
) -> None:
    await come_to(place, table, to_annul(annuls))
    verbs = [each.rpartition(":")[2] for each in acts_of(panel(place, place.clara))]
    assert verbs == (["annul"] if annuls else [])
    text = words_of(panel(place, place.clara))
    assert ("It is not your turn" in text) == annuls
    assert ("waiting" in text) == (not annuls)
    offered = await place.clara.autocomplete(place.channel, "call", "what", "")
    assert [each["value"] for each in offered] == verbs


async def test_no_one_else_can_see_whether_a_player_may_annul(place: Place, dora: MemberActor) -> None:
    told = []
    for annuls in (True, False):
        table = await opened(place, dora)
        await come_to(place, table, to_annul(annuls, after="0 pass"))
        ping = place.ping
        assert ping is not None
        others = [place.shown, *(panel(place, who) for who in (place.anna, place.bela))]
        seen = [words_of(each) for each in others]
        controls = [each.replace(table.id, "") for message in others for each in ids_of(message)]
        keys = [panel_key(table.now, who.id) for who in (place.anna, place.bela)]
        told.append((seen, controls, keys, ping.content))
        assert "annul" not in said_publicly(place).casefold()
        await place.end(place.anna)
    assert told[0] == told[1]


async def test_the_deal_is_annulled_by_button_or_command(place: Place, table: LiveTable) -> None:
    await come_to(place, table, to_annul(True))
    await place.bela.slash(place.channel, "call", what="annul")
    assert "turn" in words_of(panel(place, place.bela))
    await place.clara.slash(place.channel, "call", what="annul")
    await place.settle()
    assert table.now.state is TableState.BETWEEN
    assert table.now.deal is not None
    assert table.now.deal.result is not None
    assert table.now.deal.result.void, "nothing is paid"
    assert "annul" in words_of(place.shown).casefold()


async def test_the_right_to_annul_ends_with_ones_own_call(place: Place, table: LiveTable) -> None:
    await come_to(place, table, to_annul(True, after="0 pass; 1 pass"))
    verbs = {each.rpartition(":")[2].partition(" ")[0] for each in acts_of(panel(place, place.clara))}
    assert verbs == {"pass", "bid", "annul"}
    mine = panel(place, place.clara)
    await place.clara.click(mine, custom_id=id_of(mine, ":pass"))
    assert table.now.deal is not None
    assert "annul" not in map(str, table.now.deal.actions(2))


# The pool, declarations and contras, michi-michi, the taper


async def test_the_pool_stands_in_the_table_message(place: Place, table: LiveTable) -> None:
    await come_to(place, table, four())
    assert "In the pool" in words_of(place.shown)
    assert "5 chips" in words_of(place.shown)


async def test_declarations_and_contras_are_marked_and_made(place: Place, table: LiveTable) -> None:
    await come_to(place, table, act(won_by(four(LONG, talon=TALON), "solo"), "0 call CK"))
    assert "announce taroace:8" in offered_by(panel(place, place.anna))
    await take(place.anna, partial(panel, place, place.anna), "announce taroace:8")
    await place.settle()
    assert "8 taroace" in words_of(place.shown)
    await place.bela.slash(place.channel, "kontra", item="game")
    await place.settle()
    assert "contra" in words_of(place.shown)


async def test_a_contra_keeps_the_marks(place: Place, table: LiveTable) -> None:
    await come_to(place, table, act(won_by(four(LONG, talon=TALON), "solo"), "0 call CK"))
    await place.anna.click(panel(place, place.anna), label="Done")
    await place.bela.click(place.shown, label="My hand")
    await mark(place.bela, partial(panel, place, place.bela), "announce trula")
    (contra,) = (each for each in ids_of(panel(place, place.bela)) if ":kontra game" in each)
    await place.bela.click(panel(place, place.bela), custom_id=contra)
    assert table.now.deal is not None
    assert [str(move) for move in table.now.deal.log[-2:]] == ["0 done", "1 kontra game"]
    assert "Marked: Announce Trula" in words_of(panel(place, place.bela))
    assert not any("kontra game" in each for each in usable(panel(place, place.bela))), "it keeps its place"
    assert any(each.startswith("announce trula+done") for each in usable(panel(place, place.bela)))


async def test_going_back_from_a_question_keeps_the_marks(place: Place, table: LiveTable) -> None:
    await come_to(place, table, act(won_by(four(LONG, talon=TALON), "solo"), "0 call CK"))
    shown = partial(panel, place, place.anna)
    await mark(place.anna, shown, "announce trula", "announce valat")
    await place.anna.click(shown(), label="Say these and finish (2)")
    assert "Are you sure?" in words_of(shown())
    await place.anna.click(shown(), label="Go back")
    assert "Are you sure?" not in words_of(shown())
    assert "Say these and finish (2)" in words_of(shown())
    assert "Done" not in words_of(shown()).splitlines()


async def test_an_announcement_that_makes_another_compulsory_leaves_the_turn_open(
    place: Place, table: LiveTable
) -> None:
    await come_to(place, table, act(won_by(four(LONG, talon=TALON), "solo"), "0 call CK"))
    await take(place.anna, partial(panel, place, place.anna), "announce pagat_ult")
    assert table.now.deal is not None
    assert table.now.deal.seats() == (0,)
    assert "done" not in map(str, table.now.deal.actions(0))
    await take(place.anna, partial(panel, place, place.anna), "announce taroace:8")
    assert [str(item) for item in table.now.deal.open.items] == ["game", "pagat_ult@0", "taroace:8@0"]
    await place.anna.click(panel(place, place.anna), label="Done")
    assert table.now.deal.seats() == (1,), "the turn is over"


async def test_michi_michi_is_played_if_all_pass(place: Place, table: LiveTable) -> None:
    await come_to(place, table, four(ANNAS, after="0 pass; 1 pass; 2 pass; 3 pass"))
    assert "Michi-michi" in words_of(place.shown)
    assert id_of(panel(place, place.anna), ":play T6")
    await place.anna.slash(place.channel, "play", card="T6")
    assert table.now.deal is not None
    assert str(table.now.deal.log[-1]) == "0 play T6"
