"""§9.1 to §9.3: turns, kontra, sides. A plays a solo and has called the XX, which C holds."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.games.illustrated_tarokk.table import (
    HANDS,
    announcing,
    auction,
    finished,
    scored,
    sheet,
    to_call,
    turns,
)
from tests.notation import act, legal, refused, until

UNKNOWN = ("declarer", "", "", "")
EIGHT = ("T22 T15 T14 T13 T12 T11 T10 T9 SQ", "T21 T8 HK HQ HC DC CQ SK DQ", HANDS[2], HANDS[3])
"""A has eight tarokks."""


def factors(deal: Deal) -> dict[str, int]:
    """What each item is multiplied by."""
    return {str(item): item.factor for item in deal.open.items}


def says(deal: Deal, *items: str) -> list[bool]:
    """Whether statements are legal for the seat whose turn it is."""
    return [(each if " " in each else f"announce {each}") in legal(deal) for each in items]


# 9.1


@pytest.mark.rule("illustrated_tarokk 9.1.1")
def test_the_declarer_speaks_first_and_the_others_in_turn() -> None:
    assert [announcing(said).seats() for said in ("", "A -", "A - / B -", "A - / B - / C -")] == [
        (0,), (1,), (2,), (3,),
    ]  # fmt: skip
    third = to_call(auction("A- B- C3 D-", "", "", HANDS[0]))
    assert third.seats() == (2,)
    assert act(third, "2 call T20; 2 done; 3 done").seats() == (0,)


@pytest.mark.rule("illustrated_tarokk 9.1.2")
@pytest.mark.rule("illustrated_tarokk 20.7")
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


@pytest.mark.rule("illustrated_tarokk 9.2.3")
def test_declared_tarokks_cannot_be_doubled() -> None:
    deal = act(to_call(auction("AS", *EIGHT)), "0 announce eight_tarokks; 0 call T20; 0 done")
    assert says(deal, "kontra eight_tarokks@0", "kontra game") == [False, True]
    assert refused(deal, "1 kontra eight_tarokks@0") == ("cannot_be_doubled", "illustrated_tarokk 9.2.3")
    assert refused(deal, "1 kontra trull@0")[0] == "nothing_to_double", "nor what nobody announced"


@pytest.mark.rule("illustrated_tarokk 9.2.4")
def test_kontra_on_the_game_doubles_only_the_game() -> None:
    for said, lines in (("", "12.3.2 +4"), ("game x8", "12.3.2 +4, 12.3.8 +16")):
        assert sheet(scored(finished("two, A with C", 74, said))) == lines
    assert sheet(scored(finished("two, A with C", 47, "game x2"))) == "12.3.1 -4"
    assert sheet(scored(finished("two, A with C", 48, "game x2"))) == "12.3.1 +4"


# 9.3


WITH_XX = ("T22 T20 T19 T18 T12 SK SQ HQ DQ", HANDS[1], "T15 T7 T6 T5 T4 DK HJ DJ CC")
INVITED = ("T22 T15 T14 T13 T12 SK SQ HQ DQ", "T21 T19 T10 T9 T8 HK HC DC CQ")


@pytest.mark.rule("illustrated_tarokk 9.3.1")
@pytest.mark.rule("illustrated_tarokk 20.5")
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


@pytest.mark.rule("illustrated_tarokk 9.3.2")
@pytest.mark.rule("illustrated_tarokk 20.4")
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


@pytest.mark.rule("illustrated_tarokk 9.3.5")
def test_an_announcement_shows_the_side() -> None:
    partner = announcing("A - / B - / C trull")
    assert partner.open.sides == ("declarer", "defenders", "declarer", "defenders")
    assert says(partner, "four_kings") == [True], "D is known now, and free"
    declarer = announcing("A - / B kontra game / C - / D -")
    assert says(declarer, "trull") == [True], "the declarer is always known"


@pytest.mark.rule("illustrated_tarokk 9.3.6")
def test_a_kontra_earlier_in_the_same_turn_shows_the_speakers_side() -> None:
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
