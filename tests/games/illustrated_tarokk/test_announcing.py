"""§8, §9, §11 and §14: announcements, play, and who knows what."""

import pytest

from bot.rules.cards import Cards
from bot.rules.deal import Deal
from tests.games.illustrated_tarokk.table import (
    EIGHT,
    HANDS,
    NAMES,
    TWO_POOR,
    WITH_XX,
    announcing,
    auction,
    calls,
    dealt,
    finished,
    keep,
    says,
    scored,
    sheet,
    to_call,
    turns,
)
from tests.notation import act, choice, factors, legal, position, refused, until

UNKNOWN = ("declarer", "", "", "")


# 9.1


@pytest.mark.rule("illustrated_tarokk 9.1.1")
def test_the_declarer_speaks_first_and_the_others_in_turn() -> None:
    assert [announcing(said).seats() for said in ("", "A -", "A - / B -", "A - / B - / C -")] == [
        (0,), (1,), (2,), (3,),
    ]  # fmt: skip
    third = to_call(auction("A- B- C3 D-", "", "", HANDS[0]))
    assert third.seats() == (2,)
    assert act(third, "2 call T20; 2 done; 3 done").seats() == (0,)


@pytest.mark.rule("illustrated_tarokk 9.1.2", "illustrated_tarokk 20.7")
def test_the_call_comes_first() -> None:
    deal = to_call(auction("AS"))
    assert legal(deal) == {"call T20"}
    assert refused(deal, "0 announce trull") == ("call_first", "illustrated_tarokk 9.1.2")
    assert refused(deal, "0 kontra game") == ("call_first", "illustrated_tarokk 9.1.2")
    assert refused(deal, "0 done") == ("statement_owed", "illustrated_tarokk 9.1.2")
    assert legal(to_call(auction("AS", *EIGHT))) == {"call T20", "announce eight_tarokks"}
    many = act(deal, "0 call T20; 0 announce trull; 0 announce centrum; 0 announce volat; 0 done")
    assert many.seats() == (1,)
    assert refused(deal, "0 pass") == ("not_now", "illustrated_tarokk 3.3")


@pytest.mark.rule("illustrated_tarokk 9.1.3")
@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("A - / B - / C -", False),
        ("A - / B - / C - / D -", True),
        ("A trull / B - / C -", False),
        ("A trull / B - / C - / D -", True),
        ("A - / B - / C - / D kontra game", False),
        ("A - / B - / C - / D kontra game / A - / B -", False),
        ("A - / B - / C - / D kontra game / A - / B - / C -", True),
        ("A - / B kontra game / C - / D - / A kontra game / B - / C -", False),
        ("A - / B kontra game / C - / D - / A -", True),
    ],
)
def test_announcing_ends_after_three_silent_turns_once_all_have_spoken(said: str, over: bool) -> None:
    assert (announcing(said).phase.name == "play") is over


@pytest.mark.rule("illustrated_tarokk 9.1.3")
def test_declaring_tarokks_counts_as_a_statement() -> None:
    deal = act(to_call(auction("AS", *EIGHT)), "0 announce eight_tarokks; 0 call T20; 0 done")
    assert act(deal, "1 done; 2 done").phase.name == "announcing"
    assert act(deal, "1 done; 2 done; 3 done").phase.name == "play"


# 9.2


@pytest.mark.rule("illustrated_tarokk 9.2.1")
def test_kontra_has_five_steps() -> None:
    deal = announcing("A -")
    for step, seat in enumerate((1, 0, 3, 2, 1), 1):
        while deal.seats() != (seat,):
            deal = act(deal, f"{deal.seats()[0]} done")
        deal = act(deal, f"{seat} kontra game")
        assert factors(deal) == {"game": 2**step}
        assert "kontra game" not in legal(deal), "one step at a time"
    top = act(deal, "1 done; 2 done")
    assert "kontra game" not in legal(top) | legal(act(top, "3 done")), "there is no sixth"
    assert refused(top, "3 kontra game") == ("fully_doubled", "illustrated_tarokk 9.2.1")
    assert refused(deal, "1 kontra trull@0") == ("nothing_to_double", "illustrated_tarokk 9.2.1")
    each = announcing("A trull / B kontra trull@0 / C - / D kontra game / A kontra trull@0")
    assert factors(each) == {"game": 2, "trull@0": 4}


@pytest.mark.rule("illustrated_tarokk 9.2.2")
def test_any_member_of_the_opposing_side_may_double() -> None:
    deal = announcing("A trull")
    assert says(deal, "kontra game", "kontra trull@0") == [True, True]
    partner = act(deal, "1 done")
    assert says(partner, "kontra game", "kontra trull@0") == [False, False]
    assert refused(partner, "2 kontra game") == ("own_item", "illustrated_tarokk 9.2.2")
    rekontra = announcing("A trull / B kontra trull@0")
    assert says(rekontra, "kontra game", "kontra trull@0") == [False, True], "the partner's rekontra"
    theirs = announcing("A - / B kontra game, trull")
    assert says(theirs, "kontra game", "kontra trull@1") == [True, True]
    assert says(act(theirs, "2 done"), "kontra game", "kontra trull@1") == [False, False]


@pytest.mark.rule("illustrated_tarokk 9.2.3", "illustrated_tarokk 9.2.4")
def test_what_kontra_doubles() -> None:
    deal = act(to_call(auction("AS", *EIGHT)), "0 announce eight_tarokks; 0 call T20; 0 done")
    assert says(deal, "kontra eight_tarokks@0", "kontra game") == [False, True]
    assert refused(deal, "1 kontra eight_tarokks@0") == ("cannot_be_doubled", "illustrated_tarokk 9.2.3")
    assert refused(deal, "1 kontra trull@0")[0] == "nothing_to_double", "nor what nobody announced"
    for said, lines in (("", "12.3.2 +4"), ("game x8", "12.3.2 +4, 12.3.8 +16")):
        assert sheet(scored(finished("two, A with C", 74, said))) == lines
    assert sheet(scored(finished("two, A with C", 47, "game x2"))) == "12.3.1 -4"
    assert sheet(scored(finished("two, A with C", 48, "game x2"))) == "12.3.1 +4"


# 9.3


INVITED = ("T22 T15 T14 T13 T12 SK SQ HQ DQ", "T21 T19 T10 T9 T8 HK HC DC CQ")


@pytest.mark.rule("illustrated_tarokk 9.3.1", "illustrated_tarokk 20.5")
def test_possible_partners_are_public() -> None:
    def candidates(deal: Deal) -> set[int | None]:
        return set(deal.open.candidates)

    assert candidates(announcing("", *INVITED, bids="A3 B1 C- D- AH")) == {1}
    free = act(auction("A3 B- C- D-"), "0 lay T13; 1 lay T8")
    assert candidates(act(to_call(free), "0 call T13")) == {None}, "shown to all"
    assert candidates(act(to_call(free), "0 call T14")) == {1, 2, 3, None}
    assert candidates(announcing("")) == {1, 2, 3, None}, "the XX may be anywhere"
    assert candidates(announcing("", *WITH_XX, bids="A3 B- C- D-", called="T20")) == {1, 2, 3, None}
    assert candidates(announcing("", *WITH_XX, bids="A3 B- C- D-", called="T17")) == {1, 2, 3}
    gone = act(to_call(act(auction("A3 B- C- D-", *WITH_XX), "1 lay T8")), "0 call T17")
    assert candidates(gone) == {1, 2, 3, None}, "anything may have been called"


@pytest.mark.rule("illustrated_tarokk 9.3.2", "illustrated_tarokk 20.4")
def test_public_sides() -> None:
    ours, theirs = "declarer", "defenders"
    assert announcing("").open.sides == UNKNOWN
    assert announcing("A - / B kontra game").open.sides == (ours, theirs, "", "")
    both = announcing("A trull / B kontra game / C - / D kontra trull@0")
    assert both.open.sides == (ours, theirs, "", theirs), "the declarer may be alone"
    assert announcing("A - / B - / C trull").open.sides == (ours, theirs, ours, theirs)
    said = "A trull / B kontra game / C kontra trull@0 / D -"
    two = announcing(said, *WITH_XX, bids="A3 B- C- D-", called="T17")
    assert two.open.sides == (ours, theirs, theirs, ours), "by elimination"
    alone = announcing("", *WITH_XX, bids="A3 B- C- D-", called="T20")
    alone = act(alone, turns("A - / B kontra game / C trull"))
    assert alone.open.sides == (ours, theirs, theirs, ""), "the declarer may be alone"


@pytest.mark.rule("illustrated_tarokk 9.3.3")
def test_kontra_shows_the_side() -> None:
    deal = announcing("A trull / B - / C - / D kontra trull@0")
    assert deal.open.sides == ("declarer", "", "", "defenders")
    rekontra = announcing("A trull / B kontra trull@0 / C kontra trull@0")
    assert rekontra.open.sides == ("declarer", "defenders", "declarer", "defenders")
    assert refused(announcing("A trull / B -"), "2 kontra trull@0")[0] == "own_item", "it must be true"


@pytest.mark.rule("illustrated_tarokk 9.3.4")
def test_a_speaker_of_unknown_side_is_taken_to_be_on_the_last_speakers_side() -> None:
    nobody = announcing("A -")
    assert says(nobody, "trull") == [False], "nobody has spoken: the declarer's side"
    assert refused(nobody, "1 announce trull") == ("side_not_understood", "illustrated_tarokk 9.3.4")
    assert says(act(nobody, "1 done"), "trull") == [True]
    kontra = announcing("A - / B kontra game")
    assert says(kontra, "trull") == [False], "C is not on B's side"
    assert says(act(kontra, "2 done"), "trull") == [True], "D is"
    example = announcing("A trull / B kontra trull@0 / C - / D four_kings")
    assert example.open.sides == ("declarer", "defenders", "", "defenders")


@pytest.mark.rule("illustrated_tarokk 9.3.5", "illustrated_tarokk 9.3.6")
def test_an_announcement_or_an_earlier_kontra_shows_the_side() -> None:
    partner = announcing("A - / B - / C trull")
    assert partner.open.sides == ("declarer", "defenders", "declarer", "defenders")
    assert says(partner, "four_kings") == [True], "D is known now, and free"
    declarer = announcing("A - / B kontra game / C - / D -")
    assert says(declarer, "trull") == [True], "the declarer is always known"
    deal = announcing("A trull")
    assert says(deal, "four_kings") == [False]
    assert says(act(deal, "1 kontra trull@0"), "four_kings") == [True]


@pytest.mark.rule("illustrated_tarokk 9.3.7")
def test_declared_tarokks_show_no_side() -> None:
    hands = (HANDS[0], "T21 T11 T10 T9 T8 T7 T6 T5 HK", "T20 HC DC CQ T4 DK HJ DJ CC", HANDS[3])
    deal = announcing("A - / B eight_tarokks", *hands)
    assert deal.open.sides == UNKNOWN
    assert says(deal, "trull") == [True], "C is still taken to be on the declarer's side"
    after = announcing("A - / B kontra game, eight_tarokks / C -", *hands)
    assert says(after, "trull") == [True], "and D on B's"


@pytest.mark.rule("illustrated_tarokk 9.3.8")
def test_playing_the_called_card_reveals_all_sides() -> None:
    deal = until(announcing("A -"), "play")
    assert deal.open.sides == UNKNOWN
    assert act(deal, "0 play T15; 1 play T8; 2 play T20").open.sides == (
        "declarer", "defenders", "declarer", "defenders",
    )  # fmt: skip


def playing(said: str = "A -") -> Deal:
    return until(announcing(said), "play", keep)


def at(seat: int, hand: str, trick: str = "", won: str = "", said: str = "A -") -> str:
    winners = "".join(str(NAMES.index(each)) for each in won)
    return choice(position(playing(said), seat, hand, trick, winners))


ROWS = [
    ("pagat_ultimo", "T1", 9),
    ("king_ultimo:S", "SK", 9),
    ("pagat_uhu", "T1", 8),
    ("king_uhu:C", "CK", 8),
    ("centrum", "T20", 5),
    ("small_bird", "T21", 6),
    ("large_bird", "T22", 7),
]


@pytest.mark.rule("illustrated_tarokk 11.2.1")
@pytest.mark.parametrize(("item", "card", "trick"), ROWS)
def test_an_announced_card_is_bound_for_the_whole_side(item: str, card: str, trick: int) -> None:
    said = f"A {item}"
    for seat in (0, 2):
        assert at(seat, f"{card} T2 D1", won="A", said=said) == "T2 D1", "the partner too"
    for seat in (1, 3):
        assert card in at(seat, f"{card} T2 D1", won="A", said=said), "not the other side"
    assert at(0, f"{card} T2", won="ACACACAC"[: trick - 1], said=said) == card
    assert at(0, f"{card} D1", "DK", "A", said) == "D1", "following suit comes first"
    assert at(0, card, "DK", "A", said) == card


@pytest.mark.rule("illustrated_tarokk 11.2.2")
def test_an_announced_card_is_not_played_before_its_trick() -> None:
    said = "A king_ultimo:S"
    deal = position(playing(said), 0, "SK SQ D1", won="02")
    assert choice(deal) == "SQ D1"
    assert refused(deal, "0 play SK") == ("kept_back", "illustrated_tarokk 11.2.2")
    assert at(0, "SK D1 C10", "HK", "AC", said) == "D1 C10", "nor thrown away"
    assert at(0, "SK SQ", "SJ", "AC", said) == "SQ"
    assert at(0, "SK D1", "SJ", "AC", said) == "SK", "unless nothing else is legal"
    ruffed = at(0, "T21 T16 T2", "HK T15", "", "A centrum, small_bird, large_bird")
    assert ruffed == "T16 T2", "the XXI may not overtake"


@pytest.mark.rule("illustrated_tarokk 11.2.3")
def test_an_announced_card_must_be_played_to_its_trick() -> None:
    deal = position(playing("A pagat_uhu"), 0, "T1 T15", "T2", "0202020")
    assert choice(deal) == "T1"
    assert refused(deal, "0 play T15") == ("owed_now", "illustrated_tarokk 11.2.3")
    assert at(2, "T20 T6 D1 DQ SK", won="ACAC", said="A centrum") == "T20", "led"
    assert at(2, "T20 T6 D1 DQ SK", "DK", "ACAC", "A centrum") == "DQ D1", "following suit comes first"


@pytest.mark.rule("illustrated_tarokk 11.2.4")
def test_the_card_announced_for_the_earliest_trick_goes_first() -> None:
    said = "A pagat_ultimo, small_bird"
    assert at(0, "T21 T1", "T5", "ACA", said) == "T21"
    assert at(0, "T21 T1 T2", "T5", "ACA", said) == "T2"
    three = "A centrum, small_bird, large_bird, pagat_ultimo, king_uhu:S"
    assert at(0, "T22 T21 T20 T1 SK", won="A", said=three) == "T20"
    assert at(0, "T22 T21 T1 SK", won="A", said=three) == "T21"
    assert at(0, "T22 T1 SK", won="A", said=three) == "T22"
    assert at(0, "T1 SK", won="A", said=three) == "SK"


@pytest.mark.rule("illustrated_tarokk 11.2.5")
def test_an_announced_card_is_free_after_its_trick() -> None:
    assert at(0, "T20 T2", won="ACACA", said="A centrum") == "T20 T2"
    assert at(0, "T1", won="ACACACAC", said="A pagat_uhu") == "T1"
    replaced = "A pagat_ultimo / B - / C pagat_uhu"
    assert at(0, "T1 T2", won="ACACACA", said=replaced) == "T1", "the uhu binds"
    assert at(0, "T1 T2", won="ACACAC", said=replaced) == "T2"


@pytest.mark.rule("illustrated_tarokk 11.2.6", "illustrated_tarokk 20.9")
def test_a_lost_trick_releases_centrum_and_birds() -> None:
    birds = "A centrum, small_bird, large_bird"
    assert at(0, "T22 T21 T20 T2", won="AC", said=birds) == "T2"
    for won in ("ACB", "D", "ACACAB"):
        assert at(0, "T22 T21 T20 T2", won=won, said=birds) == "T22 T21 T20 T2"
    theirs = "A - / B kontra game, small_bird"
    assert at(1, "T21 T2", won="BDB", said=theirs) == "T2", "D's tricks are B's, though nobody knows"
    assert at(1, "T21 T2", won="BDA", said=theirs) == "T21 T2"
    assert at(0, "T1 T2", won="BBBB", said="A pagat_ultimo") == "T2", "an ultimo is never released"
    assert at(0, "T1 T2", won="BBBB", said="A pagat_uhu") == "T2"


EVERYBODY = (0, 1, 2, 3, None)


@pytest.mark.rule("illustrated_tarokk 14.3")
def test_offers_are_private() -> None:
    deal = until(auction("AS", *TWO_POOR), "offer", keep)
    declined = act(deal, "2 decline")
    for seat in (0, 3, None):
        assert deal.view(seat) == declined.view(seat), "a decline is not shown"
        assert (deal.view(seat).actions, deal.view(seat).open.turn) == ((), ())
    assert [str(move) for move in declined.view(2).log][-1] == "2 decline"
    assert [str(move) for move in act(deal, "2 annul").view(0).log][-1] == "2 annul"


@pytest.mark.rule("illustrated_tarokk 14.4")
def test_the_partner_is_a_secret() -> None:
    hands = ("T22 T15 T14 T13 T12 SK SQ HQ DQ", "T21 T11 T10 T9 T8 HK HC DC CQ")
    rest = ("T20 T7 T6 T5 T4 DK HJ DJ CC", "T19 T18 T17 T16 T3 T2 T1 CK SC")
    for order in (rest, rest[::-1]):
        public = announcing("", *hands, *order).open
        assert (public.called, public.sides) == ("T20", ("declarer", "", "", ""))


@pytest.mark.rule("illustrated_tarokk 14.1")
def test_only_the_holder_is_told_which_call_would_show_a_card() -> None:
    deal = dealt("T22 T19 T18", "T21", "T1")
    shown = [[f"{each.action} {each.card}" for each in deal.view(seat).promises] for seat in EVERYBODY]
    assert shown == [["bid two T19", "bid one T18"], [], [], [], []]


@pytest.mark.rule("illustrated_tarokk 14.5")
def test_possible_announcements_are_shown_only_to_the_speaker() -> None:
    deal = announcing("A - / B -")
    assert [bool(deal.view(seat).actions) for seat in EVERYBODY] == [False, False, True, False, False]


@pytest.mark.rule("illustrated_tarokk 14.7")
def test_a_player_who_sits_out_sees_no_more_than_a_spectator() -> None:
    deal = act(dealt(seats=5), calls("A3 B- C- D-"))
    deal = act(deal, "0 lay SQ; 1 lay HC")
    view, watching = deal.view(4), deal.view(None)
    assert (view.hand, view.discards, view.actions, view.talon) == (Cards(), Cards(), (), ())
    assert [str(move) for move in view.log][-2:] == ["0 lay ?", "1 lay ?"]
    assert (view.log, view.open) == (watching.log, watching.open)


@pytest.mark.rule("illustrated_tarokk 14.3")
def test_a_held_deal_looks_the_same_for_every_right_to_annul() -> None:
    poor, talon = "HK HQ HC HJ DK DQ DC DJ CK", "S10 C10 H1 D1 SJ CJ"
    dealt_so = (("T21 T9", "T8 SK", "T20 T19"), (poor, "T8 SK", "T20 T19"), ("T21 T9", "T8 SK", poor))
    deals = []
    for hands in dealt_so:
        deal = auction("AS", "T22 T15 T14 T13 T12 T11 T10 T1 CQ", *hands, talon=talon)
        while deal.open.phase == "discard":
            seat = deal.seats()[0]
            deal = act(deal, f"{seat} {keep(deal, seat)}")
        deals.append(deal)
    assert [deal.is_offered for deal in deals] == [False, True, True]
    for watcher in (0, None):
        assert len({repr(deal.held.view(watcher)) for deal in deals}) == 1


@pytest.mark.rule("illustrated_tarokk 14.3")
def test_the_score_of_a_held_deal_is_hidden() -> None:
    """Everybody has seen A's eight tarokks, and that A has called a card of their own."""
    hands = ("T22 T20 T15 T14 T13 T12 T11 T1 SK", "T21 T9 T8 HK HQ HC DQ DC CQ", "T7 T6 T5 T4 DK HJ DJ CC SQ")
    deal = announcing("", *hands, called="T20")
    while deal.result is None:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {keep(deal, seat)}")
    assert deal.held.is_offered
    assert (deal.held.result, deal.held.open.dealt, deal.held.seats()) == (None, None, ())
    assert deal.held.log == deal.log
    assert deal.held.released().result == deal.result
