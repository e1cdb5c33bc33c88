"""§8, §9 and §14: announcements, play, public and private facts."""

from collections.abc import Mapping

import pytest

from bot.rules.cards import Cards
from bot.rules.deal import Deal
from tests.games.koenigrufen.table import besserrufer, bids, dealt, koenig, position, sheet, solo, worked
from tests.notation import act, choice, factors, legal, refused, turns, until

BIRDS = {"announce pagat", "announce uhu", "announce kakadu"}
FREE = {"announce trull", "announce four_kings"}
"""What anybody may announce."""
SOLO = {"kontra game", "done"} | FREE


def solorufer(said: str = "", options: Mapping[str, object] | None = None) -> Deal:
    """Seat 1 plays a solorufer with seat 3 as partner; the birds lie in the talon."""
    calls = f"{bids('solorufer', 1)}; 1 call HK"
    deal = koenig("T5", "T6", "T7", "HK T8", talon="T1 T2 T3", options=options, after=calls)
    return act(deal, turns(said) if said else "")


@pytest.mark.rule("koenigrufen 8.1.1")
def test_the_declarers_right_neighbour_begins() -> None:
    for declarer, first in ((1, 2), (2, 3), (3, 0)):
        assert koenig("SK", "HK", "DK", "CK", after=bids("solodreier", declarer)).seats() == (first,)
    order = [solo(said).seats() for said in ("", "2 -", "2 - / 3 -", "2 - / 3 - / 0 -")]
    assert order == [(2,), (3,), (0,), (1,)]
    assert koenig("SK", "HK", "DK", "CK", after=bids("trischaken")).phase.name == "play"


@pytest.mark.rule("koenigrufen 17.1.3")
def test_the_declarer_may_begin() -> None:
    options = {"first_announcer": "declarer"}
    assert solo(options=options).seats() == (1,)
    over = solo("1 - / 2 - / 3 - / 0 -", options=options)
    assert over.phase.name == "play"


@pytest.mark.rule("koenigrufen 8.1.2", "koenigrufen 8.1.3")
def test_any_number_of_statements_a_turn_but_nothing_twice() -> None:
    deal = act(solo(), "2 announce trull; 2 kontra game; 2 announce four_kings")
    assert (deal.seats(), legal(deal)) == ((2,), {"done"})
    later = solo("2 - / 3 - / 0 kontra game / 1 - / 2 announce trull")
    assert factors(later) == {"game": 2, "trull@2": 1}, "a silent turn excludes nothing"
    deal = solo("2 announce trull")
    for seat, turn in ((3, deal), (0, act(deal, "3 done")), (1, act(deal, "3 done; 0 done"))):
        assert "announce trull" not in legal(turn)
        assert refused(turn, f"{seat} announce trull") == ("already_announced", "koenigrufen 8.1.3")


@pytest.mark.rule("koenigrufen 8.1.4")
def test_announcing_ends_after_three_silent_turns_once_all_have_spoken() -> None:
    assert solo("2 - / 3 - / 0 -").phase.name == "announcing"
    assert solo("2 - / 3 - / 0 - / 1 -").phase.name == "play"
    assert solo("2 kontra game / 3 - / 0 - / 1 -").phase.name == "play"
    assert solo("2 - / 3 - / 0 - / 1 announce trull").phase.name == "announcing"
    last = solo("2 - / 3 kontra game / 0 - / 1 -")
    assert last.phase.name == "announcing", "only two silent turns"
    assert act(last, "2 done").phase.name == "play"


@pytest.mark.rule("koenigrufen 8.2.1")
def test_the_contract_decides_what_can_be_announced() -> None:
    birds = ("SK", "HK T1 T2 T3", "DK T6", "CK T7")
    contracts = ("solodreier", "farbensolo", "bettel", "piccolo_ouvert", "solorufer")
    declarer = {each: solo("2 - / 3 - / 0 -", *birds, contract=each) for each in contracts}
    assert legal(declarer["solodreier"]) == {"done", "announce valat"} | BIRDS | FREE
    assert legal(declarer["solorufer"]) == {"done", "announce valat", "announce king_ultimo"} | BIRDS | FREE
    assert legal(declarer["farbensolo"]) == {"done", "announce valat"}
    assert legal(declarer["bettel"]) == legal(declarer["piccolo_ouvert"]) == {"done"}
    rule = ("no_bonus_here", "koenigrufen 8.2.1")
    assert refused(declarer["farbensolo"], "1 announce pagat") == rule
    assert refused(declarer["bettel"], "1 announce valat") == rule
    assert refused(declarer["solodreier"], "1 announce king_ultimo") == rule
    unknown = refused(declarer["solodreier"], "1 announce volat")
    assert unknown == ("no_such_announcement", "koenigrufen 8.2.1")
    for nothing in ("1 pass", "1 call SK"):
        assert refused(declarer["solodreier"], nothing) == ("not_now", "koenigrufen 3.1")


@pytest.mark.rule("koenigrufen 8.2.2")
def test_valat_and_king_ultimo_are_for_the_declarers_side() -> None:
    rule = ("only_declarers_side", "koenigrufen 8.2.2")
    deal = solorufer()
    assert (refused(deal, "2 announce valat"), refused(deal, "2 announce king_ultimo")) == (rule, rule)
    partner = act(deal, "2 done")
    assert {"announce valat", "announce king_ultimo"} <= legal(partner)


@pytest.mark.rule("koenigrufen 8.2.3")
def test_an_announced_card_must_be_held() -> None:
    deal = solo("", "SK", "HK T1", "DK T2", "CK T3")
    assert [BIRDS & legal(turn) for turn in (deal, act(deal, "2 done"), act(deal, "2 done; 3 done"))] == [
        {"announce uhu"},
        {"announce kakadu"},
        set(),
    ]
    assert refused(deal, "2 announce pagat") == ("needs_card", "koenigrufen 8.2.3")
    declarer = solorufer("2 - / 3 - / 0 -")
    assert refused(declarer, "1 announce king_ultimo") == ("needs_card", "koenigrufen 8.2.3")


@pytest.mark.rule("koenigrufen 17.1.7")
def test_an_announced_card_may_be_in_another_hand() -> None:
    options = {"announce_requires_card": False}
    deal = solo("", "SK", "HK T1", "DK T2", "CK T3", options=options)
    assert legal(deal) >= BIRDS
    assert "announce king_ultimo" in legal(solorufer("2 - / 3 - / 0 -", options)), "for the partner"
    hands = ("CK T3", "HK T5", "DK T6", "SK T7 T8")
    spoken = until(solo("2 announce kakadu", *hands, options=options), "play")
    assert "play T3" not in legal(spoken), "it binds the whole side"
    silent = until(solo("2 announce trull", *hands, options=options), "play")
    assert "play T3" in legal(silent)


@pytest.mark.rule("koenigrufen 17.1.8")
def test_king_ultimo_for_the_partner() -> None:
    options = {"king_ultimo_by_declarer": True}
    assert "announce king_ultimo" in legal(solorufer("2 - / 3 - / 0 -", options))
    assert "announce king_ultimo" not in legal(solorufer("2 - / 3 - / 0 -"))
    assert refused(solorufer("", options), "2 announce king_ultimo")[0] == "only_declarers_side"


@pytest.mark.rule("koenigrufen 8.2.4", "koenigrufen 8.2.5")
def test_captures_cannot_be_announced_and_announcements_count_twice() -> None:
    for item in ("mond_captured", "called_king_captured"):
        assert refused(solo(), f"2 announce {item}") == ("no_such_announcement", "koenigrufen 8.2.1")
    assert "10.2.1 +10" in sheet(worked("10")).split(", "), "silent"
    assert "10.2.1 +20" in sheet(worked("5")).split(", "), "announced and made"
    assert "10.2.1 -20" in sheet(worked("19")).split(", "), "announced and not made"


@pytest.mark.rule("koenigrufen 8.3.1")
def test_a_besserrufer_owes_a_bird() -> None:
    deal = besserrufer("T2 T3 T5", "2 - / 3 - / 0 -")
    assert BIRDS & legal(deal) == {"announce uhu", "announce kakadu"}
    assert "done" not in legal(deal)
    assert refused(deal, "1 done") == ("statement_owed", "koenigrufen 8.3.1")
    assert "done" not in legal(act(deal, "1 announce trull"))
    paid = act(deal, "1 announce uhu")
    assert {"done", "announce kakadu"} <= legal(paid), "more is free"
    second = besserrufer("T2 T5", "2 - / 3 - / 0 - / 1 announce uhu / 2 kontra game / 3 - / 0 -")
    assert "done" in legal(second), "once is enough"


@pytest.mark.rule("koenigrufen 8.3.2")
def test_a_besserrufer_without_a_bird_may_announce_any_bird() -> None:
    deal = besserrufer("T5 T6", "2 - / 3 - / 0 -")
    assert legal(deal) >= BIRDS
    assert "done" not in legal(deal)
    assert BIRDS & legal(act(deal, "1 announce pagat")) == set()


@pytest.mark.rule("koenigrufen 20.5")
def test_a_discarded_bird_and_no_birds_left() -> None:
    away = koenig("SK", "T2 T4-T14", "DK", "HK", after=f"{bids('besserrufer', 1)}; 1 call HK")
    away = act(away, "1 take lower; 1 lay T2; 1 lay T4; 1 lay T5; 2 done; 3 done; 0 done")
    assert legal(away) >= BIRDS, "the last bird was discarded"
    taken = koenig("SK T3", "T5 T6", "DK T1", "HK T2", talon="H4 H3 H2 D4 D3 D2")
    taken = act(taken, f"{bids('besserrufer', 1)}; 1 call HK; 1 take lower; 1 lay H4; 1 lay H3; 1 lay H2")
    taken = act(taken, turns("2 announce pagat / 3 announce uhu / 0 announce kakadu"))
    assert "done" in legal(taken), "no bird is left to announce"
    some = koenig("SK T3", "T5 T6", "DK T1", "HK T2", talon="H4 H3 H2 D4 D3 D2")
    some = act(some, f"{bids('besserrufer', 1)}; 1 call HK; 1 take lower; 1 lay H4; 1 lay H3; 1 lay H2")
    some = act(some, turns("2 announce pagat / 3 - / 0 -"))
    assert BIRDS & legal(some) == {"announce uhu", "announce kakadu"}


@pytest.mark.rule("koenigrufen 8.3.3")
def test_the_announced_bird_is_scored_apart_from_the_contract() -> None:
    assert sheet(worked("9")) == "10.3.4 +20, 10.2.2 -80", "the contract is won, the bird lost"
    assert "10.2.2 +40" in sheet(worked("19")), "the contract is lost, the bird made"


@pytest.mark.rule("koenigrufen 8.4.1")
def test_statements_show_the_side() -> None:
    hidden = ("", "declarer", "", "")
    assert solorufer("2 -").open.sides == hidden
    assert solorufer("2 announce trull").open.sides == ("", "declarer", "defenders", "")
    known = ("defenders", "declarer", "defenders", "declarer")
    assert solorufer("2 - / 3 announce trull").open.sides == known
    assert solorufer("2 kontra game").open.sides == ("", "declarer", "defenders", "")
    rekontra = solorufer("2 kontra game / 3 kontra game")
    assert rekontra.open.sides == known


@pytest.mark.rule("koenigrufen 8.4.2")
def test_all_sides_are_known_once_the_declarer_is_openly_alone() -> None:
    assert solo().open.sides == ("defenders", "declarer", "defenders", "defenders")
    own = solo(contract="solorufer")
    assert own.open.sides == ("", "declarer", "", ""), "the own king called"
    talon = koenig("SK", "T5", "DK", "CK", talon="HK T20-T22 T2 T3", after=bids("rufer"))
    assert act(talon, "0 call HK").open.sides == ("declarer", "defenders", "defenders", "defenders")


@pytest.mark.rule("koenigrufen 8.5.1")
def test_the_game_and_announced_bonuses_can_be_doubled() -> None:
    deal = solo("2 announce trull")
    assert refused(deal, "3 kontra four_kings@2") == ("nothing_to_double", "koenigrufen 8.5.1")
    each = solo("2 announce trull / 3 kontra game / 0 - / 1 kontra trull@2")
    assert factors(each) == {"game": 2, "trull@2": 2}


@pytest.mark.rule("koenigrufen 8.5.2")
def test_kontra_has_three_steps() -> None:
    steps = ("2 kontra game", "3 - / 0 - / 1 kontra game", "2 - / 3 kontra game", "0 - / 1 -")
    deal = solo()
    for step, factor in zip(steps, (2, 4, 8, 8), strict=True):
        deal = act(deal, turns(step))
        assert factors(deal)["game"] == factor
    top = solo("2 kontra game, announce trull / 3 - / 0 - / 1 kontra game / 2 kontra game")
    assert refused(top, "3 kontra trull@2")[0] == "own_item", "each item has its own ladder"
    assert refused(act(top, turns("3 - / 0 -")), "1 kontra game") == ("fully_doubled", "koenigrufen 8.5.2")


@pytest.mark.rule("koenigrufen 8.5.3")
def test_the_sides_double_in_turn() -> None:
    deal = solorufer("2 announce trull")
    own, others = (("own_item", "koenigrufen 8.5.3"), ("other_side_next", "koenigrufen 8.5.3"))
    assert refused(deal, "3 kontra game") == own, "the partner gives no kontra on the contract"
    bonus = act(deal, "3 kontra trull@2; 3 done")
    assert refused(bonus, "0 kontra trull@5") == ("nothing_to_double", "koenigrufen 8.5.1")
    assert "kontra trull@2" in legal(bonus), "the rekontra is the announcing side's"
    rekontra = act(bonus, "0 kontra trull@2; 0 done")
    assert "kontra trull@2" in legal(rekontra), "the subkontra is the other's"
    game = solorufer("2 kontra game / 3 -")
    assert refused(game, "0 kontra game") == others, "the rekontra is the declarer's side's"


@pytest.mark.rule("koenigrufen 8.5.4", "koenigrufen 8.5.5")
def test_any_member_of_a_side_may_double() -> None:
    deal = solorufer("2 kontra game / 3 kontra game / 0 kontra game")
    assert factors(deal) == {"game": 8}, "the partner's rekontra, another opponent's subkontra"
    assert sheet(worked("15")) == "5.5 -120"
    assert worked("15").result is not None
    assert worked("15").open.items[0].factor == 2, "one kontra, and all three gain by it"
    for contract in ("piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert"):
        assert legal(solo(contract=contract)) == {"kontra game", "done"}
    assert koenig("SK", "HK", "DK", "CK", after=bids("trischaken")).open.items == ()


@pytest.mark.rule("koenigrufen 8.6.1")
def test_an_announced_valat() -> None:
    deal = solo("2 kontra game, announce trull / 3 - / 0 - / 1 announce valat")
    assert factors(deal) == {"game": 1, "trull@2": 1, "valat@1": 1}
    assert legal(deal) == {"announce four_kings", "kontra valat@1", "done"}
    assert refused(deal, "2 kontra game") == ("game_is_valat", "koenigrufen 8.6.1")
    assert "kontra trull@2" in legal(solo("2 announce trull / 3 - / 0 -"))


@pytest.mark.rule("koenigrufen 20.4")
def test_one_statement_at_a_time() -> None:
    deal = solo("2 kontra game / 3 - / 0 -")
    after = act(deal, "1 announce valat")
    assert refused(after, "1 kontra game") == ("game_is_valat", "koenigrufen 8.6.1")
    before = act(deal, "1 kontra game; 1 announce valat")
    assert factors(before) == {"game": 1, "valat@1": 1}


@pytest.mark.rule("koenigrufen 8.8")
def test_all_statements_at_a_glance() -> None:
    assert legal(solo()) == SOLO
    partner = {"announce valat", "announce king_ultimo", "done"} | FREE
    assert legal(solorufer("2 -")) == partner
    assert legal(solorufer("2 kontra game")) == partner | {"kontra game"}
    assert legal(solorufer("2 announce trull")) == partner - {"announce trull"} | {"kontra trull@2"}
    assert legal(solorufer("2 kontra game / 3 kontra game")) == SOLO
    assert legal(solorufer("2 kontra game / 3 kontra game / 0 kontra game")) == (
        partner - {"announce king_ultimo"}
    )


@pytest.mark.rule("koenigrufen 8.9")
def test_traces() -> None:
    a = solo("2 - / 3 - / 0 - / 1 -")
    assert a.phase.name == "play"
    hands = ("SK", "HK T2", "DK", "CK")
    b = "2 - / 3 - / 0 - / 1 announce uhu / 2 kontra uhu@1 / 3 - / 0 - / 1 kontra uhu@1 / 2 - / 3 -"
    assert solo(b, *hands).phase.name == "announcing"
    assert (solo(f"{b} / 0 -", *hands).phase.name, factors(solo(b, *hands))["uhu@1"]) == ("play", 4)
    c = solo("2 kontra game / 3 - / 0 - / 1 -")
    assert (c.phase.name, factors(c)["game"]) == ("play", 2)
    d = solorufer("2 - / 3 announce trull / 0 - / 1 announce valat")
    assert "kontra game" not in legal(d)
    d = act(d, turns("2 kontra valat@1 / 3 - / 0 - / 1 -"))
    assert (d.phase.name, factors(d)) == ("play", {"game": 1, "trull@3": 1, "valat@1": 2})
    e = besserrufer("T1 T5", "2 - / 3 - / 0 kontra game / 1 announce pagat, kontra game / 2 - / 3 - / 0 -")
    assert (e.phase.name, factors(e)) == ("play", {"game": 4, "pagat@1": 1})


HAND_WITH_BIRDS = "SK T1 T2 T3"


def solo_of_forehand(contract: str = "solodreier", announced: str = "", **options: object) -> Deal:
    """Forehand plays a contract without exchange, its own king of spades called where one is."""
    deal = koenig(HAND_WITH_BIRDS, "HK", "DK", "CK", options=options, after=bids(contract))
    deal = act(deal, "0 call SK") if deal.phase.name == "calling" else deal
    if deal.phase.name == "announcing":
        deal = act(deal, "1 done; 2 done; 3 done")
        deal = act(deal, "; ".join(f"0 announce {item}" for item in announced.split()))
    return until(deal, "play")


def elsewhere(contract: str, item: str, **options: object) -> Deal:
    """Seat 1 announces what forehand holds: the called king as its partner, or a bird as its opponent."""
    deal = koenig("HK T2", "SK", "DK", "CK", options=options, after=bids(contract, 1))
    deal = act(deal, "1 call HK") if deal.phase.name == "calling" else deal
    return until(act(deal, f"2 done; 3 done; 0 done; 1 announce {item}"), "play")


@pytest.mark.rule("koenigrufen 17.1.7", "koenigrufen 17.1.8")
def test_an_announcement_binds_no_card_of_a_partner_or_an_opponent() -> None:
    partner = elsewhere("solorufer", "king_ultimo", announce_requires_card=False)
    assert choice(position(partner, "HK S7", number=11)) == "S7"
    opponent = elsewhere("solodreier", "uhu", announce_requires_card=False)
    assert choice(position(opponent, "T2 T8", "S9", 5)) == "T8 T2"
    partner = elsewhere("solorufer", "king_ultimo", king_ultimo_by_declarer=True)
    assert choice(position(partner, "HK S7", number=11)) == "S7 HK"


@pytest.mark.rule("koenigrufen 9.1.1")
def test_the_contract_decides_whether_forehand_or_the_declarer_leads() -> None:
    leads = {}
    for contract in ("solorufer", "dreier", "solodreier", "farbensolo", "piccolo", "bettel", "bettel_ouvert"):
        deal = koenig("SK T1", "HK", "DK", "CK", after=bids(contract, 2))
        deal = act(deal, "2 call DK") if deal.phase.name == "calling" else deal
        leads[contract] = until(deal, "play").seats()[0]
    assert leads == {
        "solorufer": 0, "dreier": 0, "solodreier": 0,
        "farbensolo": 2, "piccolo": 2, "bettel": 2, "bettel_ouvert": 2,
    }  # fmt: skip


@pytest.mark.rule("koenigrufen 9.2.2")
@pytest.mark.parametrize("contract", ["solodreier", "farbensolo", "bettel"])
def test_a_player_without_the_suit_led_must_play_a_tarock(contract: str) -> None:
    deal = position(solo_of_forehand(contract), "T5 S7 DK", "HQ")
    assert choice(deal) == "T5"
    assert refused(deal, "0 play S7") == ("must_play_tarock", "koenigrufen 9.2.2")


@pytest.mark.rule("koenigrufen 17.1.14")
def test_suits_may_have_to_be_led_first_in_farbensolo() -> None:
    strict = solo_of_forehand("farbensolo", farbensolo_tarock_lead_free=False)
    deal = position(strict, "T3 S7")
    assert choice(deal) == "S7"
    assert refused(deal, "0 play T3") == ("no_such_lead", "koenigrufen 17.1.14")
    assert choice(position(strict, "T3 T4")) == "T4 T3"
    assert choice(position(strict, "T3 S7", "T9")) == "T3", "following is as ever"
    assert choice(position(solo_of_forehand("farbensolo"), "T3 S7")) == "T3 S7"
    assert choice(position(solo_of_forehand(farbensolo_tarock_lead_free=False), "T3 S7")) == "T3 S7"


@pytest.mark.rule("koenigrufen 9.3.1")
def test_a_trick_must_be_won_if_possible_in_negative_contracts() -> None:
    deal = position(solo_of_forehand("bettel"), "HK H3 T5", "HQ H4")
    assert refused(deal, "0 play H3") == ("must_win", "koenigrufen 9.3.1")
    for contract in ("solorufer", "farbensolo", "solodreier"):
        assert choice(position(solo_of_forehand(contract), "HK H3 T5", "HQ H4")) == "HK H3"


@pytest.mark.rule("koenigrufen 17.1.11")
def test_the_pagat_may_have_to_be_played_last_in_negative_contracts() -> None:
    strict, free = (solo_of_forehand("bettel", pagat_last_in_negative=value) for value in (True, False))
    for hand, trick, kept, otherwise in (
        ("T1 T4 CK", "HQ", "T4", "T4 T1"),
        ("T1 CK", "", "CK", "T1 CK"),
        ("T1 CK", "HQ", "T1", "T1"),
    ):
        assert choice(position(strict, hand, trick)) == kept
        assert choice(position(free, hand, trick)) == otherwise
    positive = solo_of_forehand(pagat_last_in_negative=True)
    assert choice(position(positive, "T1 CK")) == "T1 CK"


def winner(contract: str, trick: str, last: str, **options: object) -> str:
    """The card that takes a trick to which forehand adds the last card."""
    deal = act(position(solo_of_forehand(contract, "", **options), f"{last} D4", trick), f"0 play {last}")
    won = deal.open.tricks[-1]
    return str(won.played_by(won.winner))


@pytest.mark.rule("koenigrufen 9.4.2", "koenigrufen 9.6")
def test_the_winner_of_a_trick_in_farbensolo() -> None:
    assert winner("farbensolo", "HQ T2 HK", "H3") == "HK"
    assert [winner(each, "HQ T2 H3", "T22") for each in ("solodreier", "farbensolo")] == ["T22", "HQ"]
    assert winner("farbensolo", "T5 HK T9", "SK") == "T9"
    assert winner("farbensolo", "T5 T1 HK", "T6") == "T6"


@pytest.mark.rule("koenigrufen 17.1.12")
def test_kaiserstich() -> None:
    for value, best in ((True, "T1"), (False, "T22")):
        assert winner("solodreier", "T22 T21 T9", "T1", kaiserstich=value) == best
    assert winner("solodreier", "T22 T8 T9", "T1", kaiserstich=True) == "T22"


@pytest.mark.rule("koenigrufen 9.5", "koenigrufen 14.8")
@pytest.mark.parametrize("contract", ["piccolo_ouvert", "bettel_ouvert", "piccolo", "bettel"])
def test_open_hands_after_the_first_trick(contract: str) -> None:
    low = "S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 T1 T2"
    deal = until(koenig(low, "SK", "HK", "DK", after=bids(contract)), "play")
    while not deal.open.tricks:
        assert deal.open.hands is None
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[-1]}")
    hands = deal.open.hands
    assert (hands is not None) is contract.endswith("ouvert")
    if hands:
        assert [len(hand) for hand in hands] == [11] * 4
        for seat in EVERYBODY:
            assert deal.view(seat).open.hands == deal.phase.board.hidden.hands


@pytest.mark.rule("koenigrufen 17.1.13")
def test_consulting_changes_nothing_in_the_play() -> None:
    deals = [solo_of_forehand("bettel_ouvert", ouvert_consultation=value) for value in (False, True)]
    assert choice(deals[0]) == choice(deals[1])


@pytest.mark.rule("koenigrufen 20.8")
def test_a_solo_negative_contract_ends_when_it_is_lost() -> None:
    """Forehand must take all tricks, against its wish."""
    for contract, tricks in (("bettel", 1), ("piccolo", 2), ("bettel_ouvert", 1), ("trischaken", 12)):
        deal = until(koenig("T11-T22", "HK", "DK", "CK", after=bids(contract)), "over")
        assert deal.open.tricks_won == (tricks, 0, 0, 0)
    assert len(worked("15").open.tricks) == 12, "without a trick a piccolo is open to the end"


@pytest.mark.rule("koenigrufen 17.1.21")
def test_a_lost_negative_solo_may_be_played_to_the_end() -> None:
    for early, tricks in ((True, 1), (False, 12)):
        options = {"early_stop_negative": early}
        deal = koenig("T11-T22", "HK", "DK", "CK", options=options, after=bids("bettel"))
        assert until(deal, "over").open.tricks_won == (tricks, 0, 0, 0)


@pytest.mark.rule("koenigrufen 9.3.1", "koenigrufen 9.3.2", "koenigrufen 9.3.3", "koenigrufen 9.6")
@pytest.mark.parametrize(
    ("trick", "hand", "playable"),
    [
        ("HQ H4", "HK H3 T5", "HK"),  # V1
        ("HQ H4", "H2 H3 T5", "H2 H3"),
        ("HQ T2", "HK H3 T9", "HK H3"),
        ("HQ T6", "SK T1 T4 T12", "T12"),
        ("HQ T6", "SK T1 T4", "T1 T4"),
        ("T10 T14", "T3 T15 T21", "T15 T21"),
        ("T10 T14", "T3 T8", "T3 T8"),
        ("HQ T6", "S7 DK", "S7 DK"),
        ("H2", "H1 H4 HJ", "H1 HJ"),
        ("S9", "S10 S7 T2", "S10"),
        ("HQ H2", "CK T1 T4", "T1 T4"),  # V11
        ("", "T1 CK", "T1 CK"),
    ],
)
@pytest.mark.parametrize("contract", ["trischaken", "piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert"])
def test_v1_to_v11(contract: str, trick: str, hand: str, playable: str) -> None:
    assert choice(position(solo_of_forehand(contract), hand, trick)) == str(Cards.of(playable))


@pytest.mark.rule("koenigrufen 8.7.1", "koenigrufen 8.7.2", "koenigrufen 8.7.3", "koenigrufen 8.7.4")
@pytest.mark.rule("koenigrufen 9.6")
@pytest.mark.parametrize(
    ("announced", "number", "trick", "hand", "playable"),
    [
        ("pagat", 5, "T9", "T1 T7 HK", "T7"),  # O1
        ("pagat", 5, "T9", "T1 HK", "T1"),
        ("pagat kakadu", 5, "T9", "T1 T3 HK", "T1 T3"),
        ("uhu", 11, "T9", "T2 T7", "T2"),
        ("uhu", 11, "HQ", "T2 HK", "HK"),
        ("pagat king_ultimo", 10, "", "T1 HK T8", "T8"),
        ("kakadu", 11, "S9", "T3 T8", "T3 T8"),  # O7
        ("pagat", 11, "T9", "T1 T7", "T7"),  # each card waits up to its trick
        ("uhu", 10, "T9", "T2 T7", "T7"),
        ("kakadu", 9, "T9", "T3 T7", "T7"),
        ("kakadu", 10, "", "T3 T7 SQ", "T3"),  # and is due in it
        ("king_ultimo", 11, "", "HK S7", "S7"),
        ("king_ultimo", 11, "HQ", "HK T7", "HK"),
        ("pagat king_ultimo", 11, "", "T1 HK", "T1 HK"),
        ("", 5, "S9", "T1 T8", "T8 T1"),  # nothing was announced
    ],
)
def test_announced_cards_wait_for_their_trick(
    announced: str, number: int, trick: str, hand: str, playable: str
) -> None:
    calls = f"{bids('solorufer')}; 0 call HK; 1 done; 2 done; 3 done; "
    said = "; ".join(f"0 announce {item}" for item in announced.split())
    deal = koenig("HK T1 T2 T3", "SK", "DK", "CK", after=calls + said)
    assert choice(position(deal, hand, trick, number)) == str(Cards.of(playable))


@pytest.mark.rule("koenigrufen 8.7.1", "koenigrufen 8.7.2", "koenigrufen 8.7.4")
def test_why_an_announced_card_is_not_played() -> None:
    uhu = solo_of_forehand(announced="uhu")
    assert refused(position(uhu, "T2 T7", number=10), "0 play T2") == ("kept_back", "koenigrufen 8.7.1")
    assert refused(position(uhu, "T2 T7", number=11), "0 play T7") == ("owed_now", "koenigrufen 8.7.2")
    others = until(koenig("SK T1", "HK T2", after=f"{bids('solodreier')}; 1 announce uhu"), "play")
    assert choice(position(others, "T2 T8", "S9", 5)) == "T8 T2", "it binds the announcer alone"


EVERYBODY = (0, 1, 2, 3, None)
KINGS = ("SK", "HK", "DK", "CK")


@pytest.mark.rule("koenigrufen 14.4")
def test_the_discard_is_visible_only_to_the_declarer() -> None:
    deal = act(koenig(*KINGS, talon="H4 H3 C7 CQ C8 C9", after=bids("dreier")), "0 take lower")
    deal = act(deal, "0 lay C7; 0 lay H4; 0 lay H3")
    assert str(deal.view(0).discards) == "H3 H4 C7"
    for seat in (1, 2, 3, None):
        view = deal.view(seat)
        assert (view.discards, view.open.discard_sizes) == (Cards(), (3, 0, 0, 0))
        assert [str(move) for move in view.log][-3:] == ["0 lay ?"] * 3
    over = until(deal, "over").view(1)
    assert "0 lay H4" in map(str, over.log)


@pytest.mark.rule("koenigrufen 14.5")
def test_only_the_partner_knows_the_partner() -> None:
    calls = f"{bids('solorufer')}; 0 call HK"
    one, other = koenig("T1", "HK", "T2", after=calls), koenig("T1", "T2", "HK", after=calls)
    for seat in (3, None):
        assert one.view(seat).open == other.view(seat).open
    assert one.view(0).open == other.view(0).open, "not even the declarer knows"
    assert one.open.called == "HK"
    assert [one.view(seat).side for seat in range(4)] == ["declarer", "declarer", "defenders", "defenders"]


@pytest.mark.rule("koenigrufen 14.6")
def test_a_called_king_in_an_unseen_talon() -> None:
    calls = f"{bids('solorufer')}; 0 call HK"
    hidden = koenig("T1", "T2", "T3", "T4", talon="HK", after=calls)
    held = koenig("T1", "T2", "T3", "T4 HK", after=calls)
    for deal in (until(hidden, "play"), until(held, "play")):
        assert deal.open.sides == ("declarer", "", "", "")
    assert until(hidden, "over").open.sides == ("declarer", "defenders", "defenders", "defenders")


@pytest.mark.rule("koenigrufen 14.10")
def test_a_held_deal_looks_the_same_for_every_right_to_a_redeal() -> None:
    poor = "S* H1 H2 H3 H4 D1 -SK"
    mine = "T22 T21 T20 HK DK CK SK C7 C8 C9 C10 CJ"
    deals = [dealt(mine, *hands) for hands in (("T1", "T2", "T3"), (poor, "T2", "T3"), ("T1", "T2", poor))]
    assert [deal.seats() for deal in deals] == [(1,), (1,), (3,)]
    assert [deal.is_offered for deal in deals] == [False, True, True]
    declined = [act(deal, f"{deal.seats()[0]} decline") for deal in deals[1:]]
    held = [deal.held for deal in (*deals, *declined)]
    assert all(deal.is_offered for deal in held)
    for seat in (0, None):
        assert len({repr(deal.view(seat)) for deal in held}) == 1
    released = [deal.held.released() for deal in (deals[0], *declined)]
    assert len({repr(deal.open) for deal in released}) == 1
    assert released[0] == deals[0]
    assert deals[0].released() == deals[0], "it is not held"


@pytest.mark.rule("koenigrufen 8.4.2")
def test_a_declarers_king_ultimo_shows_that_the_declarer_plays_alone() -> None:
    def announced(**options: object) -> tuple[str, ...]:
        after = f"{bids('solorufer', 1)}; 1 call HK"
        deal = koenig("T5", "HK T6", "T7", "T8", talon="T1 T2 T3", options=options, after=after)
        return act(deal, "2 done; 3 done; 0 done; 1 announce king_ultimo").open.sides

    assert announced() == ("defenders", "declarer", "defenders", "defenders")
    for rule in ({"king_ultimo_by_declarer": True}, {"announce_requires_card": False}):
        assert announced(**rule) == ("", "declarer", "", ""), "the king may be the partner's"
