"""§17: the house rules."""

from dataclasses import replace

import pytest

from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.scores import level_of, piles, score
from bot.rules.cards import CARDS, Cards, card, counted_in_threes, face_value
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Side
from bot.rules.record import Record
from bot.rules.session import Session
from bot.rules.state import Group
from tests.games.romanian.table import (
    ALL,
    LOST_KING,
    PAGAT,
    Held,
    Played,
    four,
    sheet,
    three,
    to_talk,
    tricks,
    won_by,
)
from tests.games.romanian.table import pile as heap
from tests.notation import act, legal, refused, result_of, until, with_hidden, with_open

PASSES = "0 pass; 1 pass; 2 pass; 3 pass"
POOR = "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC"
"""Neither trump nor king."""
OPPONENTS = {"untaken_talon_to": "opponents"}


def test_the_taper_has_only_house_rules_that_matter_there() -> None:
    left = set(ROMANIAN_TAROK.options) - set(ROMANIAN_TAPER.options)
    assert left == {"trei_in_4p", "pagat_announce_holder", "announce_king_caught", "all_pass_4p"}


@pytest.mark.rule("romanian_tarok 17.1")
@pytest.mark.parametrize(("where", "moved"), [("", ""), ("left", "HK"), ("unseen", "a low card")])
def test_the_owner_of_the_talon(where: str, moved: str) -> None:
    team = (0,) if where else (0, 2)
    played = Played(team=team, where=where, points=44, held=Held("T22 T21 SK HK", "T1 DK CK"))
    untaken = Cards.of(each for group in played.talon if group.taker is None for each in group.cards)
    ours = piles(replace(played, options=OPPONENTS).board())[Side.DECLARER]
    won = played.pile - untaken
    assert len(untaken) == 4
    if moved == "a low card":
        assert card("HK") in ours
        assert (len(ours - won), len(won - ours), face_value(won - ours)) == (1, 1, 1)
    else:
        assert ours == won
    theirs = piles(replace(played, options=OPPONENTS).board())[Side.DEFENDERS]
    assert counted_in_threes(ours) + counted_in_threes(theirs) == 70


@pytest.mark.rule("romanian_tarok 17.1", "romanian_tarok 19.2")
@pytest.mark.parametrize(
    ("owner", "pile", "line"), [("declarer", (30, 59, 39), "game +2"), ("opponents", (26, 50, 33), "game -2")]
)
def test_example_30(owner: str, pile: tuple[int, ...], line: str) -> None:
    untaken, laid = Cards.of("SQ SC H1 D1"), Cards.of("S7 S8")
    won = heap(ROMANIAN_TAROK, 33, 26, Held("T22 T21 SK HK S7 S8", "T1 DK CK SQ SC H1 D1")) - laid
    theirs = ROMANIAN_TAROK.pack - won - laid - untaken
    board = with_open(
        Played(options={"untaken_talon_to": owner}).board(), tricks=tricks(won, theirs, (0, 2), 4, {})
    )
    taken = replace(Group.of("1", laid), taker=0)
    board = board.with_talon((taken, Group.of("2", Cards.of("SQ SC")), Group.of("3", Cards.of("H1 D1"))))
    board = with_hidden(board, discards=(laid, Cards(), Cards(), Cards()))
    ours = piles(board)[Side.DECLARER]
    assert (len(ours), face_value(ours), counted_in_threes(ours)) == pile
    assert sheet(result_of(Deal.at(ROMANIAN_TAROK, board.hidden.dealt, score(board)))).startswith(line)


@pytest.mark.rule("romanian_tarok 17.2")
@pytest.mark.parametrize(("refill", "antes"), [(False, (0, 0, 0, 1)), (True, (1, 1, 1, 2))])
def test_an_empty_pool_is_filled_up(refill: bool, antes: tuple[int, ...]) -> None:
    options = {"pool_refill_when_empty": refill}
    session = replace(Session.first(ROMANIAN_TAROK, options, 4, 2), dealer=3, deals=1)
    assert session.pool == 0
    assert session.antes == antes
    assert session.deal(CARDS).layout.session["pool"] == sum(antes)
    assert session.with_pool(3).antes == (0, 0, 0, 1)


@pytest.mark.rule("romanian_tarok 17.3", "romanian_tarok 23.13")
def test_trei_with_four_players() -> None:
    assert refused(four(trei_in_4p=False), "0 bid trei1")[0] == "no_such_bid"
    deal = four("T2", "T22 T21 T1", talon="S7 HK S9 S10 SJ SC", trei_in_4p=True)
    assert legal(deal) == {"pass", "bid trei1", "bid doi1", "bid unu1", "bid solo"}
    deal = act(won_by(deal, "trei1"), "0 call HK")
    assert [len(group.cards) for group in deal.phase.board.talon] == [3, 3]
    assert result_of(act(deal, "0 refuse; 0 surrender")).scores == (-9, 3, 3, 3)
    left = Played("trei1", 2, team=(0,), points=44, where="left", options={"trei_in_4p": True}).result()
    assert "king_caught -2" in sheet(left)


@pytest.mark.rule("romanian_tarok 17.4")
def test_a_third_trei() -> None:
    for deal in (three(third_trei=True), four(third_trei=True, trei_in_4p=True)):
        start = won_by(deal, "trei3")
        start = act(start, "0 call SK") if start.phase.name == "calling" else start
        for refusals, take, level, group in ((0, "take", 3, "1"), (1, "take", 4, "2"), (2, "take 1", 5, "1")):
            taken = act(start, "; ".join([*["0 refuse"] * refusals, f"0 {take}"]))
            takers = [each.name for each in taken.open.talon if each.taker is not None]
            assert (level_of(taken.phase.board), takers) == (level, [group])
    for deal in (three(), four(third_trei=True)):
        assert refused(deal, "0 bid trei3")[0] == "no_such_bid"


@pytest.mark.rule("romanian_tarok 17.5")
def test_without_unu() -> None:
    assert legal(four(unu_bids=False)) == {"pass", "bid doi1", "bid solo"}
    assert legal(three(unu_bids=False)) == {
        "pass", "bid trei1", "bid doi1", "bid solo",
    }  # fmt: skip
    assert refused(four(unu_bids=False), "0 bid unu1") == ("no_such_bid", "romanian_tarok 6.1.2")


@pytest.mark.rule("romanian_tarok 17.6")
@pytest.mark.parametrize(("holder", "points"), [("team", 7), ("declarer", -7)])
def test_an_announced_pagat_may_have_to_be_won_by_the_declarer(holder: str, points: int) -> None:
    options = {"pagat_announce_holder": holder}
    partners = Played(said="pagat_ult@0", named={12: "T1 of 2 to 2"}, held=PAGAT, options=options)
    assert sheet(partners.result()) == f"game +2, pagat_ult {points:+}"
    own = replace(partners, named={12: "T1 of 0 to 0"})
    assert sheet(own.result()) == "game +2, pagat_ult +7"
    assert sheet(replace(partners, said="").result()) == "game +2, pagat_ult +1", "silent ones are the team's"


@pytest.mark.rule("romanian_tarok 17.7")
@pytest.mark.parametrize("contract", ["doi1", "unu1", "solo"])
def test_kings_may_score_two_and_four(contract: str) -> None:
    played = Played(contract, won=8, points=50, held=ALL, options={"kings_2_4": True})
    trula = 2 if contract == "solo" else 1
    assert sheet(played.result()).endswith(f", trula +{trula}, kings +2")
    assert sheet(replace(played, said="kings@0").result()).endswith(f", trula +{trula}, kings +4")


@pytest.mark.rule("romanian_tarok 17.8")
def test_solo_bonuses_may_count_as_in_a_doi() -> None:
    played = Played("solo", won=12, points=70, held=ALL, options={"solo_bonus_as_doi": True})
    assert sheet(played.result()) == "trula +1, kings +1, valat +8"
    caught = Played("solo", named={3: "HK of 0 to 1"}, held=Held("T22 T21 SK CK", "T1 HK DK"))
    assert "king_caught -2" in sheet(caught.result())
    assert "king_caught -1" in sheet(replace(caught, options={"solo_bonus_as_doi": True}).result())


CATCHING = {"announce_king_caught": True}


@pytest.mark.rule("romanian_tarok 17.9")
@pytest.mark.parametrize(
    ("played", "lines"),
    [
        (Played(said="king_caught@1", named={3: "HK of 2 to 1"}, held=LOST_KING), "king_caught -2"),
        (Played("solo", said="king_caught@1", named={3: "HK of 2 to 1"}, held=LOST_KING), "king_caught -4"),
        (Played(said="king_caught@1 *1 by 0", named={3: "HK of 2 to 0"}), "king_caught +4"),
        (Played(team=(0,), points=44, where="unseen", said="king_caught@1"), "king_caught +2"),
    ],
)
def test_catching_the_king_on_announcement(played: Played, lines: str) -> None:
    assert sheet(replace(played, options=CATCHING).result()).endswith(lines)


@pytest.mark.rule("romanian_tarok 17.9")
def test_only_opponents_may_announce_to_catch_the_king() -> None:
    hands = ("T22", "T21", "SK", "T20")
    deal = act(to_talk(four(*hands, announce_king_caught=True)), "0 done")
    assert "announce king_caught" in legal(deal)
    partner = act(deal, "1 done")
    assert refused(partner, "2 announce king_caught") == ("only_opponents", "romanian_tarok 17.9")
    again = act(deal, "1 announce king_caught; 1 done; 2 done")
    assert refused(again, "3 announce king_caught")[0] == "side_has_announced"
    assert (
        refused(act(to_talk(four(*hands)), "0 done"), "1 announce king_caught")[0] == "no_such_announcement"
    )
    walk = won_by(four("T22", talon="SK", announce_king_caught=True), "doi1")
    walk = act(walk, "0 call SK; 0 refuse; 0 take")
    seen = act(until(walk, "announcing"), "0 done")
    assert refused(seen, "1 announce king_caught") == ("king_left_behind", "romanian_tarok 17.9")


@pytest.mark.rule("romanian_tarok 17.10")
def test_without_a_pool() -> None:
    session = Session.first(ROMANIAN_TAROK, {"no_pool": True}, 4, 3)
    assert (session.antes, session.deal(CARDS).layout.session["pool"]) == ((0, 0, 0, 0), 0)
    made = Played(said="pagat_ult@0", named={12: "T1 of 0 to 0"}, held=PAGAT, pool=0)
    made = replace(made, options={"no_pool": True})
    assert made.result().scores == (9, -9, 9, -9)
    michi = result_of(until(four(after=PASSES, no_pool=True, pool=0), "over"))
    assert (michi.scores, michi.void, michi.next_session) == ((0,) * 4, False, {"radlers": 4, "pool": 0})


@pytest.mark.rule("romanian_tarok 17.11")
@pytest.mark.parametrize(("before", "after"), [(0, 4), (2, 6)])
def test_four_players_may_throw_in_the_deal(before: int, after: int) -> None:
    result = result_of(four(after=PASSES, all_pass_4p="throw_in_radler4", radlers=before))
    assert (result.void, result.next_session, result.next_dealer) == (True, {"radlers": after, "pool": 5}, 0)


@pytest.mark.rule("romanian_tarok 17.12")
@pytest.mark.parametrize(
    ("radlers", "hep", "left"), [(0, True, 4), (3, True, 6), (0, False, 0), (3, False, 2)]
)
def test_hep_hep(radlers: int, hep: bool, left: int) -> None:
    even = Played(said="taroace:9@1", radlers=radlers, options={"hep_hep": hep})
    assert even.result().scores == (0, 0, 0, 0)
    assert even.result().next_session["radlers"] == left
    assert replace(even, said="").result().next_session["radlers"] == max(radlers - 1, 0)


KNOCKING = {"knock_styles": True}
DEALT = {
    "cut": ("6-11 30-35", "24-29 48-53"),
    "knock; plain": ("6-11 30-35", "24-29 48-53"),
    "knock; piles; pile1; pile2; pile3": ("6-17", "42-53"),
    "knock; piles; pile3; pile1; pile4": ("30-41", "18-29"),
    "knock; abeles": ("6-11 48-53", "36-47"),
    "knock; six_rounds": ("6 10-11 18-20 30-32 42-43 50", "9 16-17 27-29 39-41 48-49 53"),
}
"""The places in the pack of the cards of forehand and of the dealer."""


def chosen(deal: Deal, words: str) -> Deal:
    """The deal after the cutter, and forehand after a knock, have chosen."""
    for word in words.split("; "):
        deal = act(deal, f"{deal.seats()[0]} deal {word}")
    return deal


@pytest.mark.rule("romanian_tarok 17.14", "romanian_tarok 4.4")
@pytest.mark.parametrize("words", DEALT)
def test_cut_or_knock(words: str) -> None:
    session = Session.first(ROMANIAN_TAROK, KNOCKING, 4, 1)
    deal = chosen(session.deal(CARDS), words)
    layout = deal.dealt
    assert (deal.phase.name, deal.open.turn, layout.talon) == ("auction", (2,), CARDS[:6])
    assert (layout.dealer, layout.options, layout.session) == (1, KNOCKING, session.for_next_deal)
    for seat, places in zip((2, 1), DEALT[words], strict=True):
        runs = [tuple(map(int, run.split("-"))) for run in places.split()]
        assert layout.hands[seat] == Cards.of(each for run in runs for each in CARDS[run[0] : run[-1] + 1])
        assert deal.view(seat).hand == layout.hands[seat]


@pytest.mark.rule("romanian_tarok 17.14", "romanian_tarok 4.1")
@pytest.mark.parametrize(("game", "seats"), [(ROMANIAN_TAROK, 4), (ROMANIAN_TAPER, 3)])
def test_cutting_dealing_and_picking_are_asked_of_the_right_seats(game: Game, seats: int) -> None:
    pack = game.pack.sorted
    deal = Session.first(game, KNOCKING, seats, 0).deal(pack)
    assert (deal.phase.name, deal.seats(), legal(deal)) == ("cutting", (2,), {"deal cut", "deal knock"})
    assert refused(deal, "2 deal abeles") == ("no_such_way", "romanian_tarok 4.4")
    assert refused(deal, "2 pass") == ("not_now", "romanian_tarok 3.1")
    other = Session.first(game, KNOCKING, seats, 0).deal(pack[::-1])
    assert [deal.view(seat) for seat in (0, 1, None)] == [other.view(seat) for seat in (0, 1, None)]
    knocked = act(deal, "2 deal knock")
    assert (knocked.phase.name, knocked.seats()) == ("dealing", (1,))
    assert legal(knocked) == {"deal plain", "deal piles", "deal abeles", "deal six_rounds"}
    picked = act(knocked, "1 deal piles; 1 deal pile2")
    assert (picked.phase.name, picked.seats()) == ("picking", (2,))
    assert legal(picked) == {f"deal pile{number}" for number in range(1, seats + 1) if number != 2}
    assert not any(picked.phase.board.hidden.hands), "no cards are visible before the last pile is picked"
    assert list(map(len, chosen(knocked, "abeles").phase.board.hidden.hands)) == [12] * seats
    assert Session.first(game, {}, seats, 0).deal(pack).phase.name == "auction", "without a choice"


@pytest.mark.rule("romanian_tarok 17.14")
def test_a_record_begins_once_the_cards_are_dealt() -> None:
    deal = chosen(Session.first(ROMANIAN_TAROK, KNOCKING, 4, 3).deal(CARDS), "knock; abeles")
    deal = until(act(deal, PASSES), "over")
    record = Record.parse(Record.of(deal).json(), {ROMANIAN_TAROK.name: ROMANIAN_TAROK})
    assert [str(move) for move in record.moves][:4] == PASSES.split("; ")
    again = Deal.start(record.game, record.layout)
    for move in record.moves:
        again = act(again, str(move))
    assert (again.result, again.open.dealt) == (deal.result, deal.open.dealt)


@pytest.mark.rule("romanian_tarok 17.13")
@pytest.mark.parametrize(("used", "before", "after"), [(True, 2, 1), (True, 0, 0), (False, 2, 2)])
def test_an_annulled_radler(used: bool, before: int, after: int) -> None:
    result = result_of(four(POOR, radlers=before, after="0 annul", annul_consumes_radler=used))
    assert (result.void, result.next_session["radlers"]) == (True, after)
