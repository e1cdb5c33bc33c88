"""§10 and §11: whose cards, bonuses, valat and the contract, settlement."""

from __future__ import annotations

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.session import Session
from tests.games.koenigrufen.table import NAMES, bonuses, finished, gain, result_of, sheet, worked

ALL = tuple(range(1, 13))


@pytest.mark.rule("koenigrufen 10.1.1")
@pytest.mark.parametrize(
    ("contract", "talon", "kings"),
    [
        ("dreier", "CK H3 H2 D4 D3 D2", True),  # the untaken half
        ("rufer", "CK H3 H2 D4 D3 D2", True),
        ("solodreier", "CK H3 H2 D4 D3 D2", False),  # the talon is the opponents'
        ("solorufer", "CK H3 H2 D4 D3 D2", False),
        ("solorufer", "HK CK H2 D4 D3 D2", True),  # except for the half with the called king
        ("solorufer", "HK H3 H2 CK D3 D2", False),
    ],
)
def test_talon_cards_that_count_with_the_declarers_tricks(contract: str, talon: str, kings: bool) -> None:
    """Forehand's side wins all kings that are played."""
    in_talon = {"HK", "CK"} & set(talon.split())
    trick = " ".join(("SK", "DK", *{"HK", "CK"} - in_talon, "S7", "S8", "S9"))
    deal = finished(contract, (1, 0, " ".join(trick.split()[:4])), talon=talon)
    assert ("10.2.6" in bonuses(deal)) is kings


@pytest.mark.rule("koenigrufen 10.1.1")
@pytest.mark.parametrize(("talon", "trull"), [("HK T21 H2 D4 D3 D2", False), ("HK H3 H2 T21 D3 D2", True)])
def test_the_half_with_the_called_king_does_not_count_for_the_opponents(talon: str, trull: bool) -> None:
    deal = finished("solorufer", (3, 1, "S7 T22 T1 S8"), others=(0, 1), talon=talon)
    assert ("10.2.5 -20" in bonuses(deal)) is trull


@pytest.mark.rule("koenigrufen 8.6.2")
@pytest.mark.parametrize(("contract", "line"), [("rufer", "10.3.5 -20"), ("solorufer", "10.3.5 -20")])
def test_kontra_with_the_called_king_in_the_talon(contract: str, line: str) -> None:
    """A rufer costs 10 and a solorufer 20: the kontra is void in the solorufer alone."""
    lost = finished(contract, said="1 kontra game; 1 done", others=(0, 1), talon="HK H3 H2 D4 D3 D2")
    assert sheet(lost).split(", ")[0] == line


@pytest.mark.rule("koenigrufen 10.1.2")
def test_only_tricks_count_in_piccolo_and_bettel() -> None:
    assert sheet(finished("piccolo", (3, 0, "T22 T21 T1 SK"), others=(1, 2))) == "5.5 +20"
    assert sheet(finished("bettel", (3, 0, "S7 S8 S9 S10"), others=(1, 2))) == "5.6 -30"


@pytest.mark.rule("koenigrufen 10.2.1")
@pytest.mark.rule("koenigrufen 10.2.2")
@pytest.mark.rule("koenigrufen 10.2.3")
@pytest.mark.parametrize(
    ("card", "trick", "line", "value"),
    [("T1", 12, "10.2.1", 10), ("T2", 11, "10.2.2", 20), ("T3", 10, "10.2.3", 30)],
)
def test_birds(card: str, trick: int, line: str, value: int) -> None:
    assert bonuses(finished("dreier", (trick, 0, f"{card} S7 S8 S9"))) == f"{line} +{value}"
    assert bonuses(finished("dreier", (trick, 1, f"{card} T9 S8 S9"))) == f"{line} -{value}"
    assert bonuses(finished("dreier", (trick, 1, f"S7 {card} S8 S9"))) == f"{line} -{value}"
    assert bonuses(finished("dreier", (trick, 0, f"T9 {card} S8 S9"))) == f"{line} +{value}"
    for other in set(ALL) - {trick}:
        assert bonuses(finished("dreier", (other, 0, f"{card} S7 S8 S9"))) == "", "only in its trick"


@pytest.mark.rule("koenigrufen 10.2.4")
def test_king_ultimo() -> None:
    assert bonuses(finished("rufer", (12, 1, "HQ HK H1 HJ"))) == "10.2.4 +10"
    assert bonuses(finished("rufer", (12, 0, "T5 HK H1 HJ"))) == "10.2.4 +10", "an ally wins it"
    assert bonuses(finished("rufer", (12, 2, "HQ HK T5 HJ"))).split(", ")[0] == "10.2.4 -10"
    assert bonuses(finished("rufer", (11, 1, "HQ HK H1 HJ"))) == ""
    assert bonuses(finished("dreier", (12, 1, "HQ HK H1 HJ"))) == "", "without a call"


@pytest.mark.rule("koenigrufen 10.2.5")
def test_trull() -> None:
    tricks = "T22 S7 T1 S8", "T21 S9 S10 SJ"
    assert bonuses(finished("dreier", (5, 0, tricks[0]), (6, 0, tricks[1]))) == "10.2.5 +10"
    assert bonuses(finished("dreier", (5, 2, tricks[0]), (6, 3, tricks[1]))) == "10.2.5 -10"
    split = (5, 0, "T22 S7 S8 S9"), (6, 0, "T21 D1 DJ C7"), (7, 2, "T1 T9 C8 C9")
    assert bonuses(finished("dreier", *split)) == ""


@pytest.mark.rule("koenigrufen 10.2.6")
def test_four_kings() -> None:
    assert bonuses(finished("dreier", (5, 0, "SK HK DK CK"))) == "10.2.6 +10"
    assert bonuses(finished("dreier", (5, 2, "SK HK DK CK"))) == "10.2.6 -10"
    assert bonuses(finished("dreier", (5, 0, "SK HK DK C7"), (6, 2, "CK C8 C9 C10"))) == ""


@pytest.mark.rule("koenigrufen 10.2.7")
def test_the_captured_mond() -> None:
    assert bonuses(finished("dreier", (3, 1, "T21 T22 S7 S8"))) == "10.2.7 -10"
    assert bonuses(finished("dreier", (3, 0, "T22 T21 S7 S8"))) == "10.2.7 +10"
    assert bonuses(finished("dreier", (3, 1, "S7 T22 T21 S8"))) == "", "their own Sküs"
    assert bonuses(finished("rufer", (3, 1, "T21 T22 S7 S8"))) == "", "the partner's Sküs"
    assert bonuses(finished("dreier", (3, 0, "T21 T9 S7 S8"))) == ""


@pytest.mark.rule("koenigrufen 10.2.8")
def test_the_captured_king() -> None:
    assert bonuses(finished("rufer", (4, 2, "HQ HK T5 HJ"))) == "10.2.8 -10"
    assert bonuses(finished("rufer", (4, 0, "T5 HK H1 HJ"))) == "", "taken by its own side"
    assert bonuses(finished("rufer", (12, 2, "HQ HK T5 HJ"))) == "10.2.4 -10, 10.2.8 -10"
    assert bonuses(finished("dreier", (4, 2, "HQ HK T5 HJ"))) == "", "without a call"
    assert bonuses(finished("solorufer", talon="HK H3 H2 D4 D3 D2")) == "", "it stays in the talon"


@pytest.mark.rule("koenigrufen 10.2.9")
def test_a_bird_overtaken_by_its_own_side() -> None:
    assert bonuses(finished("rufer", (12, 1, "T1 T9 S8 S9"))) == "", "declarer's, by the partner"
    assert bonuses(finished("dreier", (12, 2, "S7 T1 T9 S9"))) == "", "an opponent's, by another"
    assert sheet(worked("13")) == "10.3.4 +40"


@pytest.mark.rule("koenigrufen 10.2.10")
def test_an_announced_bonus_is_either_won_or_lost() -> None:
    said = "1 done; 2 done; 3 done; 0 announce pagat; 0 done; 1 done; 2 done; 3 done"
    for trick, points in (
        ((12, 0, "T1 S7 S8 S9"), "+20"),
        ((12, 1, "T1 T9 S8 S9"), "-20"),
        ((9, 0, "T1 S7 S8 S9"), "-20"),
    ):
        assert bonuses(finished("rufer", trick, said=said)) == f"10.2.1 {points}"
    kontra = "1 done; 2 done; 3 done; 0 announce pagat; 0 done; 1 kontra pagat@0; 1 done"
    assert bonuses(finished("dreier", (12, 0, "T1 S7 S8 S9"), said=kontra)) == "10.2.1 +40"


@pytest.mark.rule("koenigrufen 10.2.11")
def test_an_announced_bonus_does_not_exclude_the_other_sides_silent_one() -> None:
    assert sheet(worked("14")) == "10.3.4 +10, 10.2.5 -20, 10.2.5 -10"
    said = "1 announce trull; 1 done"
    deal = finished("dreier", (5, 0, "T22 S7 T1 S8"), (6, 0, "T21 S9 S10 SJ"), said=said)
    assert bonuses(deal) == "10.2.5 +10, 10.2.5 +20"


@pytest.mark.rule("koenigrufen 10.2.12")
def test_bonuses_count_twice_in_solos() -> None:
    assert bonuses(finished("solodreier", (12, 0, "T1 S7 S8 S9"))) == "10.2.1 +20"
    assert bonuses(finished("solorufer", (4, 2, "HQ HK T5 HJ"))) == "10.2.8 -20"
    for contract in ("rufer", "sechserdreier", "besserrufer", "dreier"):
        bird = "1 done; 2 done; 3 done; 0 announce uhu; 0 done" if contract == "besserrufer" else ""
        assert "10.2.1 +10" in bonuses(finished(contract, (12, 0, "T1 S7 S8 S9"), said=bird))


@pytest.mark.rule("koenigrufen 10.3.1")
def test_announced_valat_made() -> None:
    assert sheet(worked("11")) == "10.3.1 +400"
    assert sheet(worked("20")).split(", ")[0] == "10.3.1 +1600"


@pytest.mark.rule("koenigrufen 10.3.2")
def test_announced_valat_missed() -> None:
    assert sheet(worked("6")).split(", ")[0] == "10.3.2 -320", "with 65 card points"


@pytest.mark.rule("koenigrufen 10.3.3")
def test_silent_valat() -> None:
    assert sheet(worked("10")).split(", ")[0] == "10.3.3 +320", "with kontra on the contract"


@pytest.mark.rule("koenigrufen 10.3.4")
def test_a_contract_that_is_won() -> None:
    assert (sheet(worked("1")), sheet(worked("7b"))) == ("10.3.4 +10", "10.3.4 +40")


@pytest.mark.rule("koenigrufen 10.3.5")
def test_a_contract_that_is_lost() -> None:
    assert sheet(worked("2")).split(", ")[0] == "10.3.5 -20"
    assert sheet(worked("5")).split(", ")[0] == "10.3.5 -40", "a sechserdreier costs twice what it brings"
    kontra = "1 kontra game; 1 done; 2 done; 3 done; 0 done"
    assert sheet(finished("sechserdreier", said=kontra)).split(", ")[0] == "10.3.5 -80"


@pytest.mark.rule("koenigrufen 10.3.6")
@pytest.mark.parametrize(
    ("contract", "points"),
    [
        ("rufer", 40),
        ("sechserdreier", 80),
        ("solorufer", 80),
        ("besserrufer", 80),
        ("dreier", 160),
        ("farbensolo", 200),
        ("solodreier", 400),
    ],
)
def test_valat_in_all_positive_contracts(contract: str, points: int) -> None:
    bird = "1 done; 2 done; 3 done; 0 announce uhu; 0 done" if contract == "besserrufer" else ""
    assert sheet(finished(contract, others=(0,), said=bird)).split(", ")[0] == f"10.3.3 +{points}"


@pytest.mark.rule("koenigrufen 10.3.7")
def test_other_bonuses_count_beside_a_valat() -> None:
    assert sheet(worked("10")) == "10.3.3 +320, 10.2.1 +10, 10.2.5 +10, 10.2.6 +10"
    assert sheet(worked("6")) == "10.3.2 -320, 10.2.6 +10"


@pytest.mark.rule("koenigrufen 10.3.8")
def test_opponents_get_nothing_for_taking_all_tricks() -> None:
    assert sheet(finished("dreier", others=(1, 2, 3))) == "10.3.5 -40"


@pytest.mark.rule("koenigrufen 11.1")
@pytest.mark.rule("koenigrufen 11.2")
@pytest.mark.parametrize("name", NAMES[:21])
def test_settlement(name: str) -> None:
    board, result = worked(name).phase.board, result_of(worked(name))
    total = sum(map(gain, result.lines))
    side = {board.open.declarer, board.hidden.partner} - {None}
    expected = tuple(
        (total if len(side) == 2 else 3 * total) if seat in side else -total for seat in range(4)
    )
    assert result.scores == expected
    assert sum(result.scores) == 0
    for line in result.lines:
        assert sum(line.amounts) == 0


@pytest.mark.rule("koenigrufen 11.3")
def test_a_doubled_deal() -> None:
    assert result_of(worked("16")).scores == (-60, 180, -60, -60)
    once, twice = (finished("dreier", (12, 0, "T1 S7 S8 S9"), doubled=left) for left in (0, 2))
    assert [2 * points for points in result_of(once).scores] == list(result_of(twice).scores)
    assert (sheet(once), sheet(twice)) == ("10.3.5 -40, 10.2.1 +10", "10.3.5 -80, 10.2.1 +20")


@pytest.mark.rule("koenigrufen 11.4")
def test_scores_add_up() -> None:
    session = Session.first(KOENIGRUFEN, {}, 4, dealer=3)
    for name in ("1", "2", "3"):
        session = session.after(result_of(worked(name)))
    assert (session.deals, session.totals, session.net) == (3, (-60, 40, -20, 40), (-60, 40, -20, 40))
