"""§8.1 to §8.6: announcements and kontra."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.rules.deal import Deal
from tests.games.koenigrufen.table import bids, koenig, sheet, worked
from tests.notation import act, legal, refused, until

BIRDS = {"announce pagat", "announce uhu", "announce kakadu"}
FREE = {"announce trull", "announce four_kings"}
"""What anybody may announce."""
SOLO = {"kontra game", "done"} | FREE


def turns(text: str) -> str:
    """Turns in record notation: `2 - / 3 kontra game`, a silent turn of seat 2 and a kontra of seat 3."""
    said = []
    for turn in text.split(" / "):
        seat, _, statements = turn.partition(" ")
        said += [f"{seat} {each}" for each in statements.split(", ") if each != "-"]
        said.append(f"{seat} done")
    return "; ".join(said)


def solo(
    said: str = "",
    *hands: str,
    contract: str = "solodreier",
    options: Mapping[str, object] | None = None,
) -> Deal:
    """Seat 1 plays a contract without exchange, its own king of hearts called where one is.

    Unless hands are given the birds lie in the talon.
    """
    talon = "" if hands else "T1 T2 T3"
    hands = hands or ("SK", "HK T5", "T6 DK", "T7 CK")
    deal = koenig(*hands, talon=talon, options=options, after=bids(contract, 1))
    deal = act(deal, "1 call HK") if deal.phase.name == "calling" else deal
    return act(deal, turns(said) if said else "")


def solorufer(said: str = "", options: Mapping[str, object] | None = None) -> Deal:
    """Seat 1 plays a solorufer with seat 3 as partner; the birds lie in the talon."""
    calls = f"{bids('solorufer', 1)}; 1 call HK"
    deal = koenig("T5", "T6", "T7", "HK T8", talon="T1 T2 T3", options=options, after=calls)
    return act(deal, turns(said) if said else "")


def besserrufer(declarer: str, said: str = "", talon: str = "H4 H3 H2 D4 D3 D2") -> Deal:
    """Seat 1 plays a besserrufer with seat 3 as partner and discards what it has taken."""
    deal = koenig("SK", declarer, "DK", "HK", talon=talon, after=f"{bids('besserrufer', 1)}; 1 call HK")
    deal = act(deal, "1 take lower; 1 lay H4; 1 lay H3; 1 lay H2")
    return act(deal, turns(said) if said else "")


def factors(deal: Deal) -> dict[str, int]:
    """What each item is multiplied by."""
    return {str(item): item.factor for item in deal.open.items}


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


@pytest.mark.rule("koenigrufen 8.1.2")
def test_any_number_of_statements_a_turn() -> None:
    deal = act(solo(), "2 announce trull; 2 kontra game; 2 announce four_kings")
    assert (deal.seats(), legal(deal)) == ((2,), {"done"})
    later = solo("2 - / 3 - / 0 kontra game / 1 - / 2 announce trull")
    assert factors(later) == {"game": 2, "trull@2": 1}, "a silent turn excludes nothing"


@pytest.mark.rule("koenigrufen 8.1.3")
def test_nothing_is_announced_twice() -> None:
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


@pytest.mark.rule("koenigrufen 8.2.4")
def test_captures_cannot_be_announced() -> None:
    for item in ("mond_captured", "called_king_captured"):
        assert refused(solo(), f"2 announce {item}") == ("no_such_announcement", "koenigrufen 8.2.1")


@pytest.mark.rule("koenigrufen 8.2.5")
def test_an_announcement_counts_twice() -> None:
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


@pytest.mark.rule("koenigrufen 8.5.4")
def test_any_member_of_a_side_may_double() -> None:
    deal = solorufer("2 kontra game / 3 kontra game / 0 kontra game")
    assert factors(deal) == {"game": 8}, "the partner's rekontra, another opponent's subkontra"
    assert sheet(worked("15")) == "5.5 -120"
    assert worked("15").result is not None
    assert worked("15").open.items[0].factor == 2, "one kontra, and all three gain by it"


@pytest.mark.rule("koenigrufen 8.5.5")
def test_kontra_in_negative_contracts() -> None:
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


@pytest.mark.rule("koenigrufen 8.6.2")
def test_kontra_is_void_in_a_lost_solorufer_with_the_king_in_the_talon() -> None:
    lost, won = worked("7"), worked("7b")
    assert (factors(lost)["game"], sheet(lost)) == (4, "10.3.5 -20, 10.2.1 +40")
    assert (factors(won)["game"], sheet(won)) == (2, "10.3.4 +40")


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
