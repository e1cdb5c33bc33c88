"""§9, §10 and §15: announcements and play."""

import pytest

from bot.rules.cards import Cards
from bot.rules.deal import Deal
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.notation import act, factors, legal, refused, turns, until

STRANGERS = (
    "SK S7 S8 S9 S10 SJ SC SQ HK",
    "H4 H3 H2 H1 T2 T3 T4 T5 T6 T7 T8 T9",
    "DK D4 D3 D2 D1 DJ DC DQ C7",
    "CK CQ CC CJ T12 T13 T14 T15 T16 T17 T18 T19",
)
"""Seats 1 and 3 have eight trumps each; they do not know of each other if the king of diamonds is called."""
ANY = {"announce trula", "announce kings", "announce moon_caught", "announce valat"}
OPENING = ANY | {"announce pagat_ult", "done"}
TEN = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"


def said(text: str = "", *hands: str, king: str = "HK", contract: str = "solo") -> Deal:
    """Forehand's contract after some turns; by default seat 2 is the partner."""
    deal = to_talk(four(*(hands or thin())), contract, king=king)
    return act(deal, turns(text)) if text else deal


def thin() -> tuple[str, ...]:
    """Hands without enough trumps to declare."""
    return (
        "SK S7 S8 S9 S10 SJ T2 T3 T4 T5 T6 T7",
        "H4 H3 H2 H1 HJ HC T8 T9 T10 T11 T12 T13",
        "HK D4 D3 D2 D1 DJ DC T14 T15 T16 T17 T18",
        "DK CK C7 C8 C9 C10 CJ T19 T20 T21 T22 T1",
    )


def rich(seat: int, trumps: int) -> tuple[str, ...]:
    """Hands in which this seat has this number of trumps; seat 2 has the king of hearts."""
    suits = ["SK S7 S8 S9 S10 SJ", "H4 H3 H2 H1 HJ HC", "HK D4 D3 D2 D1 DJ", "DK C7 C8 C9 C10 CJ"]
    hands = [suit.split()[0] for suit in suits]
    low = [f"T{number}" for number in range(2, 2 + trumps)]
    hands[seat] = " ".join([*suits[seat].split()[: 12 - trumps], *low])
    return tuple(hands)


@pytest.mark.rule("romanian_tarok 9.1.1", "romanian_tarok 23.4", "romanian_tarok 9.1.2")
def test_turns_of_announcing() -> None:
    deal = to_talk(four(*thin()), "doi1", declarer=2, king="SK")
    assert (deal.phase.name, deal.seats()) == ("announcing", (2,))
    assert act(deal, "2 done").seats() == (3,)
    many = act(deal, "2 announce valat; 2 announce trula; 2 announce kings; 2 done")
    assert factors(many) == {"game": 1, "valat@2": 1, "trula@2": 1, "kings@2": 1}
    deal = said("0 - / 1 kontra game / 2 - / 3 -")
    assert legal(deal) == {"kontra game", "done"}
    for late in ("announce trula", "announce taroace:8"):
        assert refused(deal, f"0 {late}") == ("first_turn_only", "romanian_tarok 9.1.2")


@pytest.mark.rule("romanian_tarok 9.1.3", "romanian_tarok 23.4")
def test_a_contra_must_be_said_at_the_first_opportunity() -> None:
    assert "kontra game" in legal(said("0 - / 1 - / 2 -"))
    late = said("0 - / 1 - / 2 announce trula / 3 - / 0 -")
    assert late.seats() == (1,)
    assert legal(late) == {"kontra trula@2", "done"}
    assert refused(late, "1 kontra game") == ("too_late_to_double", "romanian_tarok 9.1.3")
    partner = said("0 - / 1 kontra game / 2 - / 3 - / 0 -")
    assert partner.phase.name == "play"
    missed = said("0 - / 1 kontra game / 2 - / 3 announce kings / 0 - / 1 -")
    assert legal(missed) == {"kontra kings@3", "done"}


@pytest.mark.rule("romanian_tarok 9.1.4", "romanian_tarok 9.1.5", "romanian_tarok 18.7")
@pytest.mark.parametrize(
    "text",
    [
        "0 - / 1 - / 2 - / 3 -",
        "0 - / 1 announce trula / 2 - / 3 - / 0 -",
        "0 - / 1 - / 2 - / 3 kontra game / 0 - / 1 - / 2 -",
        "0 announce trula / 1 - / 2 - / 3 -",
        "0 - / 1 kontra game / 2 kontra game / 3 kontra game / 0 - / 1 - / 2 kontra game / 3 - / 0 - / 1 -",
    ],
)
def test_announcing_ends_after_three_silent_turns_once_all_have_spoken(text: str) -> None:
    assert said(text).phase.name == "play"
    assert said(text.rpartition(" / ")[0]).phase.name == "announcing"


@pytest.mark.rule("romanian_tarok 9.1.4", "romanian_tarok 16.5")
def test_what_prolongs_announcing() -> None:
    assert said("0 - / 1 - / 2 - / 3 announce taroace:8", *rich(3, 8)).phase.name == "play"
    deal = to_talk(three(TEN, talon="CK CQ CC CJ C10 HJ"), "doi1")
    assert act(deal, turns("0 announce taroace:10 / 1 - / 2 -")).phase.name == "play"
    again = act(deal, turns("0 - / 1 kontra game / 2 -"))
    assert (again.phase.name, again.seats()) == ("announcing", (0,))
    assert act(again, "0 done").phase.name == "play"


@pytest.mark.rule("romanian_tarok 9.2.1")
def test_the_holder_of_the_called_king_knows_all_sides() -> None:
    deal = said()
    sides = [deal.view(seat).side for seat in range(4)]
    assert sides == ["declarer", "defenders", "declarer", "defenders"]
    eight = said("0 - / 1 announce taroace:8 / 2 -", *rich(1, 8))
    assert "announce trula" in legal(eight)


@pytest.mark.rule("romanian_tarok 9.2.2", "romanian_tarok 9.4.6")
@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("0 announce trula", "D..."),
        ("0 - / 1 announce trula", "DO.."),
        ("0 - / 1 kontra game", "DO.."),
        ("0 - / 1 - / 2 announce trula", "DODO"),
        ("0 - / 1 kontra game / 2 kontra game", "DODO"),
        ("0 - / 1 announce trula / 2 - / 3 announce kings", "DO.O"),
    ],
)
def test_statements_reveal_sides(text: str, sides: str) -> None:
    found = ("." if not side else {"declarer": "D", "defenders": "O"}[side] for side in said(text).open.sides)
    assert "".join(found) == sides


@pytest.mark.rule("romanian_tarok 9.2.2")
def test_a_king_shown_in_the_talon() -> None:
    deal = four(
        "SK", "HK", "DK", talon="H4 CK H2 H3 D3 D2", after="0 bid doi1; 1 pass; 2 pass; 3 pass; 0 call CK"
    )
    assert deal.open.sides == ("declarer", "", "", "")
    assert act(deal, "0 refuse").open.sides == ("declarer", "defenders", "defenders", "defenders")


@pytest.mark.rule("romanian_tarok 9.3.1", "romanian_tarok 9.3.2")
@pytest.mark.parametrize("trumps", range(6, 13))
def test_declarations_are_true(trumps: int) -> None:
    deal = said("0 - / 1 - / 2 -", *rich(3, trumps))
    own = {f"announce taroace:{min(trumps, 10)}"} if trumps >= 8 else set()
    assert {each for each in legal(deal) if "taroace" in each} == own
    assert "done" in legal(deal)
    for false in {"8", "9", "10"} - {str(min(trumps, 10))}:
        assert refused(deal, f"3 announce taroace:{false}") == ("not_so_many_tarokks", "romanian_tarok 9.3.2")
    assert refused(deal, "3 announce taroace:12") == ("no_such_announcement", "romanian_tarok 9.4.1")


@pytest.mark.rule("romanian_tarok 9.3.2", "romanian_tarok 9.3.5")
def test_a_declaration_is_made_once_and_never_doubled() -> None:
    deal = act(said("", *rich(0, 8)), "0 announce taroace:8")
    assert refused(deal, "0 announce taroace:8") == ("already_announced", "romanian_tarok 9.3.2")
    answer = refused(act(deal, "0 done"), "1 kontra taroace:8@0")
    assert answer == ("nothing_to_double", "romanian_tarok 9.5.4")


@pytest.mark.rule("romanian_tarok 9.3.1", "romanian_tarok 16.5")
@pytest.mark.parametrize("trumps", range(8, 13))
def test_declarations_of_the_taper(trumps: int) -> None:
    low = " ".join(f"T{number}" for number in range(2, 2 + trumps))
    rest = "SK SQ SC SJ"[: 3 * (12 - trumps)]
    deal = to_talk(three(f"{low} {rest}", "HK HQ HC HJ H1 DK DQ", talon="CK CQ CC CJ C10 S10"))
    found = {each for each in legal(deal) if "taroace" in each}
    assert found == ({f"announce taroace:{trumps}"} if trumps >= 10 else set())


def two_rich(first: int, second: int) -> tuple[str, ...]:
    """Hands in which seats 0 and 2 have this number of trumps; seat 2 has the king of hearts."""
    one = " ".join(f"T{number}" for number in range(2, 2 + first))
    other = " ".join(f"T{number}" for number in range(2 + first, 2 + first + second))
    return (
        f"SK {one} {' '.join(['S7', 'S8', 'S9'][: 11 - first])}", "H4 H3 H2 H1 HJ HC HQ SJ SQ DK",
        f"HK {other} {' '.join(['D4', 'D3', 'D2'][: 11 - second])}",
    )  # fmt: skip


@pytest.mark.rule("romanian_tarok 9.3.3", "romanian_tarok 23.3")
@pytest.mark.parametrize(
    ("first", "second", "free"), [(8, 8, False), (9, 8, False), (8, 9, True), (8, 10, True)]
)
def test_a_known_partner_may_declare_only_a_higher_number(first: int, second: int, free: bool) -> None:
    """The partner knows who the declarer is."""
    deal = said(f"0 announce taroace:{first} / 1 -", *two_rich(first, second))
    assert (f"announce taroace:{second}" in legal(deal)) == free
    if not free:
        answer = refused(deal, f"2 announce taroace:{second}")
        assert answer == ("partner_has_declared", "romanian_tarok 9.3.3")
    silent = said("0 - / 1 -", *two_rich(first, second))
    assert f"announce taroace:{second}" in legal(silent)
    assert silent.open.sides == act(silent, f"2 announce taroace:{second}").open.sides
    opponent = said(f"0 announce taroace:{first} / 1 -", *two_rich(first, second), king="DK")
    assert f"announce taroace:{second}" in legal(opponent), "a declaration of the other team bars nothing"


@pytest.mark.rule("romanian_tarok 9.3.3")
def test_partners_who_do_not_know_each_other_both_declare() -> None:
    unknown = said("0 - / 1 announce taroace:8 / 2 -", *STRANGERS, king="DK")
    assert "announce taroace:8" in legal(unknown)
    known = said("0 - / 1 announce taroace:8, announce trula / 2 -", *STRANGERS, king="DK")
    assert "announce taroace:8" not in legal(known)


@pytest.mark.rule("romanian_tarok 9.3.4", "romanian_tarok 23.2")
def test_compulsory_declarations() -> None:
    deal = said("", *rich(0, 9))
    assert "done" in legal(deal)
    owing = act(deal, "0 announce pagat_ult")
    assert refused(owing, "0 done") == ("statement_owed", "romanian_tarok 9.3.4")
    assert "done" in legal(act(owing, "0 announce taroace:9"))
    assert "done" in legal(act(deal, "0 announce taroace:9; 0 announce pagat_ult"))
    contra = said("0 announce pagat_ult / 1 - / 2 -", *rich(3, 8))
    contra = act(contra, "3 kontra pagat_ult@0")
    assert refused(contra, "3 done") == ("statement_owed", "romanian_tarok 9.3.4")
    assert "done" in legal(act(contra, "3 announce taroace:8"))
    few = act(said("", *rich(0, 7)), "0 announce pagat_ult")
    assert "done" in legal(few)


@pytest.mark.rule("romanian_tarok 9.3.4", "romanian_tarok 23.2")
def test_compulsion_lifts_the_ban_and_recontra_does_not_compel() -> None:
    deal = said("0 announce pagat_ult / 1 announce taroace:8, announce trula / 2 -", *STRANGERS, king="DK")
    assert "announce taroace:8" not in legal(deal)
    compelled = act(deal, "3 kontra pagat_ult@0")
    assert "announce taroace:8" in legal(compelled)
    assert "done" not in legal(compelled)
    again = said("0 announce pagat_ult / 1 kontra pagat_ult@0", *two_rich(7, 8))
    assert "done" in legal(act(again, "2 kontra pagat_ult@0"))


@pytest.mark.rule("romanian_tarok 9.4.1", "romanian_tarok 9.4.2", "romanian_tarok 9.4.3")
def test_the_role_of_a_seat_decides_what_it_may_announce() -> None:
    assert legal(said()) == OPENING
    assert legal(said("0 -")) == ANY | {"kontra game", "done"}
    assert legal(said("0 - / 1 -")) == ANY | {"announce king_ult", "done"}
    assert refused(said("0 -"), "1 announce pagat_ult") == ("only_declarer", "romanian_tarok 9.4.2")
    assert refused(said(), "0 announce king_ult") == ("needs_card", "romanian_tarok 9.4.3")
    assert legal(said(king="SK")) == OPENING | {"announce king_ult"}
    taper = to_talk(three("T2"), "solo")
    assert "announce king_ult" not in legal(taper)
    assert refused(taper, "0 announce king_ult")[0] == "no_such_announcement"
    assert refused(said(), "0 announce uhu") == ("no_such_announcement", "romanian_tarok 9.4.1")
    assert refused(said(), "0 call HK") == ("not_now", "romanian_tarok 3.1")


@pytest.mark.rule("romanian_tarok 9.4.4", "romanian_tarok 9.4.5")
def test_a_side_announces_each_bonus_once() -> None:
    assert refused(said("0 -"), "1 announce king_caught")[0] == "no_such_announcement"
    deal = said("0 announce trula / 1 announce trula")
    assert refused(deal, "2 announce trula") == ("side_has_announced", "romanian_tarok 9.4.5")
    assert set(factors(deal)) == {"game", "trula@0", "trula@1"}
    assert refused(act(deal, "2 done"), "3 announce trula")[0] == "side_has_announced"


@pytest.mark.rule("romanian_tarok 9.5.1", "romanian_tarok 9.5.2", "romanian_tarok 9.5.3")
def test_the_ladder() -> None:
    deal = said("0 -")
    order = []
    while "kontra game" in legal(deal) or deal.phase.name == "announcing":
        seat = deal.seats()[0]
        if "kontra game" in legal(deal):
            deal = act(deal, f"{seat} kontra game")
            order.append(seat)
        deal = act(deal, f"{seat} done")
    assert order == [1, 2, 3, 0, 1]
    assert factors(deal) == {"game": 32}
    mord = "0 - / 1 kontra game / 2 kontra game / 3 kontra game / 0 kontra game / 1 kontra game"
    assert refused(said(mord), "2 kontra game") == ("fully_doubled", "romanian_tarok 9.5.1")
    theirs = said("0 - / 1 announce trula")
    assert "kontra trula@1" in legal(theirs)
    third = said("0 - / 1 announce trula / 2 kontra trula@1")
    assert "kontra trula@1" in legal(third), "another of the side"


@pytest.mark.rule("romanian_tarok 9.5.4", "romanian_tarok 23.6")
def test_each_item_is_doubled_by_itself() -> None:
    deal = said("0 announce trula, announce kings / 1 kontra trula@0 / 2 kontra trula@0")
    assert factors(deal) == {"game": 1, "trula@0": 4, "kings@0": 1}
    assert refused(deal, "3 kontra valat@0") == ("nothing_to_double", "romanian_tarok 9.5.4")
    for text in ("0 announce valat", "0 - / 1 announce valat / 2 -"):
        valat = said(text)
        answer = refused(valat, f"{valat.seats()[0]} kontra game")
        assert answer == ("game_is_valat", "romanian_tarok 9.5.4")
    recontra = said("0 - / 1 kontra game / 2 announce valat / 3 -")
    assert "kontra game" not in legal(recontra)


@pytest.mark.rule("romanian_tarok 9.5.5")
def test_a_contra_on_ones_own_item_is_refused_and_shows_no_side() -> None:
    deal = said("0 - / 1 -")
    assert refused(deal, "2 kontra game") == ("own_item", "romanian_tarok 9.5.2")
    assert refused(said(), "0 kontra game")[0] == "own_item"
    assert deal.open.sides == ("declarer", "", "", "")


@pytest.mark.rule("romanian_tarok 16.2", "romanian_tarok 23.5")
def test_all_sides_are_public_in_the_taper() -> None:
    deal = to_talk(three("T2"), "doi1", declarer=1)
    assert deal.open.sides == ("defenders", "declarer", "defenders")
    assert deal.open.called == ""
    taken = four("SK", talon="H4 HK", after="0 bid doi1; 1 pass; 2 pass; 3 pass; 0 call HK; 0 take")
    while taken.phase.name != "announcing":
        taken = act(taken, f"0 {taken.actions(0)[-1]}")
    assert "announce king_ult" in legal(taken), "the holder after the exchange counts"


QUIET = "0 - / 1 - / 2 - / 3 -"
HANDS = (
    "SK S7 S8 T2 T3 T4 T5 H4 H3 D4 D3 D2",
    "HK HQ T20 T19 C7 C8 C9 C10 CJ CC CQ CK",
    "DK DQ DC DJ D1 S9 S10 SJ SC SQ H2 H1",
    "T22 T21 T6 T1 HJ",
)
EVERYBODY = (0, 1, 2, 3, None)


def playing(declarer: int = 0, king: str = "HK") -> str:
    """An auction, a call and quiet turns, for a solo."""
    calls = "; ".join(f"{seat} {'bid solo' if seat == declarer else 'pass'}" for seat in range(4))
    order = [(declarer + step) % 4 for step in range(4)]
    return f"{calls}; {declarer} call {king}; {turns(' / '.join(f'{seat} -' for seat in order))}"


@pytest.mark.rule("romanian_tarok 18.1")
def test_a_hand_is_visible_only_to_its_owner() -> None:
    poor = four("T2", "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC")
    for seat in (0, 2, 3, None):
        view = poor.view(seat)
        assert view.open == poor.view(1).open
        assert (view.open.turn, "annul" in map(str, view.actions)) == ((0,), False)
    assert list(map(str, poor.view(1).actions)) == ["annul"]
    assert (poor.view(None).hand, poor.view(None).actions) == (Cards(), ())


@pytest.mark.rule("romanian_tarok 18.2", "romanian_tarok 18.3", "romanian_tarok 18.4")
def test_a_refused_group_is_public_and_a_taken_one_is_not() -> None:
    deal = won_by(four("SK", "HK", "DK", "CK", talon="H4 H3 H2 D4 D3 D2"), "doi1")
    deal = act(deal, "0 call HK; 0 refuse; 0 take")
    assert [str(group.cards) for group in deal.view(0).talon] == ["H3 H4", "H2 D4", ""]
    for seat in (1, 2, 3, None):
        view = deal.view(seat)
        assert [str(group.cards) for group in view.talon] == ["H3 H4", "", ""]
        assert [group.taker for group in view.open.talon] == [None, 0, None]
        assert [str(move) for move in view.log][-2:] == ["0 refuse", "0 take"]
    solo = act(won_by(four("SK", "HK", talon="H4"), "solo"), "0 call HK")
    for seat in EVERYBODY:
        assert not any(group.cards for group in until(solo, "play").view(seat).talon)


@pytest.mark.rule("romanian_tarok 7.4", "romanian_tarok 18.6")
def test_the_partner_is_a_secret() -> None:
    """The same hands with another king called, and a king in the talon of a solo: nobody else can tell."""
    alone = to_talk(four("T2", "SK", "DK", "CK", talon="HK"), king="HK")
    held = to_talk(four("T2", "SK", "DK", "CK HK"), king="HK")
    own = to_talk(four("T2 HK", "SK", "DK", "CK"), king="HK")
    for deal in (alone, held, own):
        assert (deal.open.called, deal.open.sides) == ("HK", ("declarer", "", "", ""))
    assert alone.open == held.open == own.open
    started = four(*HANDS, after=playing())
    shown = act(started, "0 play H4; 1 play HK")
    assert shown.open.sides == ("declarer", "declarer", "defenders", "defenders")


@pytest.mark.rule("romanian_tarok 18.8")
def test_cards_played_are_public_and_the_deal_is_shown_at_the_end() -> None:
    deal = act(four(*HANDS, after=playing()), "0 play T2")
    for seat in EVERYBODY:
        assert deal.view(seat).log == deal.log
        assert [(play.seat, str(play.card)) for play in deal.view(seat).open.trick] == [(0, "T2")]
        assert deal.view(seat).open.dealt is None
    poor = four("S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC", after="0 annul")
    for over in (until(deal, "over"), poor):
        assert over.view(2).open.dealt == over.layout
