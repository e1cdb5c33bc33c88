"""§17.18 to §17.31: house rules of announcements, bonuses and settlement."""

from __future__ import annotations

import pytest

from bot.rules.deal import Deal
from tests.games.illustrated_tarokk.sheets import KINGS, TRULL, lines
from tests.games.illustrated_tarokk.table import (
    HANDS,
    announcing,
    finished,
    keep,
    position,
    scored,
    sheet,
)
from tests.notation import act, choice, legal, refused, until

EIGHT = ("T22 T15 T14 T13 T12 T11 T10 T9 SQ", "T21 T8 HK HQ HC DC CQ SK DQ", HANDS[2], HANDS[3])
"""A has eight tarokks."""
NINE = (HANDS[0], "T21 T11 T10 T9 T8 T7 T6 T5 T4", "T20 HC DC CQ HK DK HJ DJ CC", HANDS[3])
"""B has nine."""


def says(deal: Deal, *items: str) -> list[bool]:
    """Whether announcements are legal for the seat whose turn it is."""
    return [f"announce {each}" in legal(deal) for each in items]


# Announcing


@pytest.mark.rule("illustrated_tarokk 17.18")
def test_double_game_and_volat_in_one_turn() -> None:
    deal = announcing("", options={"double_and_volat_same_turn": True})
    both = act(deal, "0 announce double_game; 0 announce volat; 0 done")
    assert {item.id for item in both.open.items} == {"game", "double_game", "volat"}
    assert says(act(deal, "0 announce volat"), "double_game") == [False], "in this order only"


@pytest.mark.rule("illustrated_tarokk 17.19")
def test_no_trull_and_no_kings_after_the_volat() -> None:
    forbidden = {"trull_kings_after_volat": "forbidden"}
    assert says(announcing("A volat / B -"), "trull", "four_kings") == [True, True]
    deal = announcing("A trull, volat / B -", options=forbidden)
    assert says(deal, "trull", "four_kings", "centrum") == [False, False, True]
    assert refused(deal, "2 announce four_kings") == ("after_volat", "illustrated_tarokk 17.19")
    assert [item.id for item in deal.open.items] == ["game", "trull", "volat"], "what is said stands"
    assert says(act(deal, "2 done; 3 kontra game"), "four_kings") == [True], "the other side is free"


@pytest.mark.rule("illustrated_tarokk 17.20")
def test_a_trull_promises_a_high_honour() -> None:
    promise = {"trull_meaning_rules": True}
    assert says(announcing("A -", options=promise), "trull") == [False]
    partner = announcing("A - / B -", options=promise)
    assert refused(partner, "2 announce trull") == ("trull_promises", "illustrated_tarokk 17.20")
    assert says(announcing("A - / B -"), "trull") == [True]
    assert says(announcing("", options=promise), "trull") == [True], "A has the skíz"
    assert says(act(announcing("A -", options=promise), "1 kontra game"), "trull") == [True], "B the XXI"
    defender = announcing("A - / B kontra game / C -", options=promise)
    assert refused(defender, "3 announce trull")[0] == "trull_promises", "the pagát will not do"
    answer = announcing("A centrum / B -", options=promise)
    assert says(answer, "trull") == [True], "in answer to the declarer's centrum"
    assert says(act(answer, "2 done; 3 kontra game"), "trull") == [False], "nobody else"
    assert says(announcing("A pagat_ultimo / B -", options=promise), "trull") == [False], "no streak"


@pytest.mark.rule("illustrated_tarokk 17.21")
def test_an_uhu_never_replaces_an_ultimo() -> None:
    said = "A pagat_ultimo / B -"
    assert says(announcing(said), "pagat_uhu") == [True]
    never = announcing(said, options={"uhu_supersedes_ultimo": "never"})
    assert says(never, "pagat_uhu", "king_uhu:S") == [False, True]
    assert refused(never, "2 announce pagat_uhu") == ("ultimo_stands", "illustrated_tarokk 9.6.7")


@pytest.mark.rule("illustrated_tarokk 17.22")
def test_declared_tarokks_may_show_the_side() -> None:
    rules = {"tarokk_count_identifies": True}
    hands = (HANDS[0], "T21 T19 T18 HK HJ HC DC CQ CC", "T20 T11 T10 T9 T8 T7 T6 T5 CK")
    assert announcing("A - / B - / C eight_tarokks", *hands).open.sides == ("declarer", "", "", "")
    shown = announcing("A - / B - / C eight_tarokks", *hands, options=rules)
    assert shown.open.sides == ("declarer", "defenders", "declarer", "defenders")
    wrong = announcing("A - / B kontra game", *hands, options=rules)
    assert says(wrong, "eight_tarokks") == [False]
    assert refused(wrong, "2 announce eight_tarokks") == ("side_not_understood", "illustrated_tarokk 9.3.4")
    said = "A - / B kontra game / C - / D - / A eight_tarokks / B -"
    last = [says(announcing(said, *EIGHT, options=each), "trull") for each in ({}, rules)]
    assert last == [[False], [True]], "A was the last who spoke, and C is on his side"


@pytest.mark.rule("illustrated_tarokk 17.23")
def test_undeclared_tarokks_may_forbid_only_the_pagats_bonuses() -> None:
    king, pagat = ("king_ultimo:S", "king_uhu:H"), ("pagat_ultimo", "pagat_uhu")
    assert says(announcing("", *EIGHT), *king, *pagat) == [False] * 4
    free = announcing("", *EIGHT, options={"tarokk_count_required_for_king_figures": False})
    assert says(free, *king, *pagat) == [True, True, False, False]


# Tarokks declared and claimed


@pytest.mark.rule("illustrated_tarokk 17.24")
def test_declared_tarokks_as_a_bonus_of_the_side() -> None:
    rules = {"tarokk_count_payment": "side_item"}
    result = scored(finished("three, A with C", 55, "eight_tarokks@C", options=rules))
    assert (sheet(result), result.scores) == ("12.3.1 +1, 17.24 +1", (2, -2, 2, -2))
    lone = scored(finished("three, A alone", 55, "nine_tarokks@B", options=rules))
    assert lone.scores == (3 - 6, -1 + 2, -1 + 2, -1 + 2)


LONE = ("T22 T20 T14 T13 T12 SK SQ HQ DQ", "T21 T11 T10 T9 T8 T7 T6 T5 HK", "T15 HC DC CQ T4 DK HJ DJ CC")


@pytest.mark.rule("illustrated_tarokk 17.25")
def test_no_claims_against_a_lone_declarer() -> None:
    none = {"claim_lone": "none"}
    for rules, asked in (({}, (1,)), (none, ())):
        deal = until(announcing("", *LONE, called="T20", options=rules), "play")
        while deal.phase.name == "play":
            deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[0]}")
        assert deal.seats() == asked
    partner = until(announcing("", *NINE, options=none), "play")
    assert until(partner, "offer").seats() == (1,), "from a partner as ever"


# Bonuses


@pytest.mark.rule("illustrated_tarokk 17.26")
@pytest.mark.parametrize("points", [20, 15])
def test_the_value_of_the_pagat_uhu(points: int) -> None:
    said, rules = "pagat_uhu@A x2", {"pagat_uhu_value": points}
    assert lines(50, said, options=rules) == f"10.1.10 -{2 * points}"
    assert lines(50, "sas_uhu@A", options={**rules, "sas_figures": True}) == f"17.28 -{points}"
    assert lines(50, "king_uhu:S@A", options=rules) == "10.1.12 -20"


@pytest.mark.rule("illustrated_tarokk 17.27")
@pytest.mark.parametrize(
    ("values", "silent", "announced"), [("21_42", 21, 42), ("42_84", 42, 84), ("30_60", 30, 60)]
)
def test_the_values_of_the_capture(values: str, silent: int, announced: int) -> None:
    rules = {"xxi_capture_values": values}
    falls = "T22 A6, T21 B6"
    assert lines(50, won="ACBDBACAD", falls=falls, theirs="T1", options=rules) == f"10.3.3 +{silent}"
    assert (
        lines(50, "xxi_capture@C", won="ACBDBACAD", falls=falls, theirs="T1", options=rules)
        == f"10.1.6 +{announced}"
    )


@pytest.mark.rule("illustrated_tarokk 17.28")
def test_sas_figures() -> None:
    rules: dict[str, object] = {"sas_figures": True}
    assert refused(announcing(""), "0 announce sas_uhu") == (
        "no_such_announcement",
        "illustrated_tarokk 10.1.0",
    )
    deal = announcing("", options=rules)
    assert says(deal, "sas_ultimo", "sas_uhu") == [True, True]
    assert says(act(deal, "0 announce sas_ultimo"), "sas_uhu", "pagat_ultimo", "pagat_uhu") == [
        False,
        False,
        True,
    ]
    bound = until(announcing("A sas_ultimo", options=rules), "play", keep)
    assert choice(position(bound, 0, "T2 T3 D1", won="A")) == "T3 D1"
    assert choice(position(bound, 2, "T2", won="ACACACAC")) == "T2"
    some = {**rules, "tarokk_count_required_for_king_figures": False}
    assert says(announcing("", *EIGHT, options=some), "sas_uhu", "king_uhu:S") == [False, True]
    assert (
        lines(50, "sas_ultimo@C x2", options=rules, won="ACABDACBC", falls="T2 C9", theirs="T21")
        == "17.28 +20"
    )
    assert lines(50, "sas_ultimo@C, sas_uhu@A", options=rules) == "17.28 -10, 17.28 -20"


@pytest.mark.rule("illustrated_tarokk 17.28")
@pytest.mark.parametrize(
    ("falls", "won", "points"),
    [("T2 C9", "ACABDACBC", "+5"), ("T2 C9", "ACABDACBA", "-5"), ("T2 B9", "ACABDACBD", "+5")],
)
def test_silent_sas_ultimo(falls: str, won: str, points: str) -> None:
    assert lines(50, won=won, falls=falls, theirs="T21", options={"sas_figures": True}) == f"17.28 {points}"
    assert lines(50, won=won, falls=falls, theirs="T21") == ""


@pytest.mark.rule("illustrated_tarokk 17.29")
def test_capture_of_the_pagat() -> None:
    rules: dict[str, object] = {"pagat_capture": True}
    assert refused(announcing(""), "0 announce pagat_capture")[0] == "no_such_announcement"
    assert says(announcing("", options=rules), "pagat_capture") == [True]
    theirs, own = "T1 B6", "T1 C6"
    won = "ACBDBACAD"
    assert lines(50, won=won, falls=theirs) == ""
    assert lines(50, won=won, falls=theirs, options=rules) == "17.29 +4"
    assert lines(50, "pagat_capture@A x2", won=won, falls=theirs, options=rules) == "17.29 +16"
    assert lines(50, won=won, falls=own, options=rules) == "", "not the partner's"
    assert lines(50, "pagat_capture@A", won=won, falls=own, options=rules) == "17.29 -8"
    last = lines(50, won="ACABDBCAC", falls="T1 B9", theirs="T21", options=rules)
    assert last == "17.29 +4, 10.3.1 +5", "beside a lost ultimó"


@pytest.mark.rule("illustrated_tarokk 17.30")
def test_an_announced_volat_may_hide_silent_bonuses() -> None:
    hide: dict[str, object] = {"volat_hides_silent": True}
    said = "volat@A"
    assert lines(55, said, ours=TRULL) == "12.3.5 -6, 10.1.1 +1"
    assert lines(55, said, ours=KINGS, options=hide) == lines(55, said, options=hide) == "12.3.5 -6"
    assert lines(55, said, ours=TRULL, options=hide) == "12.3.5 -6"
    assert lines(55, f"{said}, trull@A", ours=TRULL, options=hide) == "12.3.5 -6, 10.1.1 +2"
    assert lines(55, "volat@B", ours=TRULL, options=hide) == "12.3.7 +6, 10.1.1 +1"


@pytest.mark.rule("illustrated_tarokk 17.31")
def test_a_tie_with_kontra() -> None:
    cases = {"defenders_doubled": "-4", "not_doubled": "-2", "defenders_need_48": "+4"}
    for value, game in cases.items():
        rules: dict[str, object] = {"tie_47_with_kontra": value}
        tied = {
            points: scored(finished("two, A with C", points, "game x2", options=rules))
            for points in (46, 47, 48)
        }
        assert [sheet(result) for result in tied.values()] == ["12.3.1 -4", f"12.3.1 {game}", "12.3.1 +4"]
        assert sheet(scored(finished("two, A with C", 47, options=rules))) == "12.3.1 -2", "without one"
