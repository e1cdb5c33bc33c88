"""§17.1: the house rules without a test elsewhere, with all values."""

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.deal import Deal
from bot.rules.layout import as_int
from tests.games.koenigrufen.table import bids, bonuses, dealt, finished, koenig, sheet
from tests.notation import legal, refused, result_of, until

POOR = "S* -SK -S7 H* -HK -H4"
LOW = "S7 S8 S9 H2 H1 C10 CJ D4 D3 D2 T1 T2"
VALAT = "1 done; 2 done; 3 done; 0 announce valat; 0 done"


@pytest.mark.rule("koenigrufen 17.1.1")
@pytest.mark.parametrize("value", [30, 40])
def test_kakadu_value(value: int) -> None:
    deal = finished("dreier", (10, 0, "T3 S7 S8 S9"), options={"kakadu_value": value})
    assert bonuses(deal) == f"10.2.3 +{value}"


@pytest.mark.rule("koenigrufen 17.1.5")
def test_redeal_right() -> None:
    hands = ("T1", POOR, "DK", "CK")
    optional, auto, off = (
        dealt(*hands, options={"redeal_right": value}) for value in ("optional", "auto", "off")
    )
    assert legal(optional) == {"redeal", "decline"}
    assert (auto.phase.name, result_of(auto).void, result_of(auto).next_dealer) == ("over", True, 3)
    assert off.phase.name == "auction"
    assert dealt("T1", "HK", "DK", "CK", options={"redeal_right": "auto"}).phase.name == "auction"


def piccolo(said: str = "", *, own: bool = False) -> Deal:
    """Forehand's piccolo, which takes no trick, after some statements."""
    options = {"individual_kontra_in_negative": own}
    return koenig(LOW, "SK", "HK", "DK", options=options, after=f"{bids('piccolo')}; {said}")


@pytest.mark.rule("koenigrufen 17.1.10")
def test_each_opponent_may_have_a_separate_kontra() -> None:
    assert legal(piccolo()) == {"kontra game", "done"}
    deal = piccolo(own=True)
    assert legal(deal) == {"kontra game@1", "done"}
    assert refused(deal, "1 kontra game@2") == ("not_your_doubling", "koenigrufen 8.5.3")
    said = "1 kontra game@1; 1 done; 2 done; 3 kontra game@3; 3 done; 0 kontra game@3; 0 done"
    again = piccolo(f"{said}; 1 done; 2 done", own=True)
    assert legal(again) == {"kontra game@3", "done"}, "the subkontra is the opponent's again"
    over = until(piccolo(said, own=True), "over")
    assert [(line.seat, line.factor) for line in result_of(over).lines] == [(1, 2), (2, 1), (3, 4)]
    assert result_of(over).scores == (-140, 40, 20, 80)
    together = until(piccolo("1 kontra game; 1 done; 2 done; 3 done; 0 done"), "over")
    assert result_of(together).scores == (-120, 40, 40, 40)
    own = {"individual_kontra_in_negative": True}
    positive = koenig("SK", "HK", "DK", "CK", options=own, after=bids("solodreier"))
    assert "kontra game" in legal(positive), "in negative contracts only"


@pytest.mark.rule("koenigrufen 17.1.15")
def test_a_valat_may_drop_silent_bonuses() -> None:
    def sheets(said: str, others: tuple[int, ...]) -> list[str]:
        """The sheets of a dreier that owns all kings, without and with the house rule."""
        return [
            sheet(finished("dreier", (5, 0, "SK HK DK CK"), others=others, said=said, options=options))
            for options in ({}, {"valat_drops_silent": True})
        ]

    assert sheets("", (0,)) == ["10.3.3 +160, 10.2.6 +10", "10.3.3 +160"]
    assert sheets(VALAT, (0, 1)) == ["10.3.2 -320, 10.2.6 +10", "10.3.2 -320"]
    assert sheets("", (0, 1)) == ["10.3.5 -40, 10.2.6 +10"] * 2
    announced = VALAT.replace("0 done", "0 announce four_kings; 0 done")
    assert sheets(announced, (0,)) == ["10.3.1 +320, 10.2.6 +20"] * 2, "what was announced stays"


@pytest.mark.rule("koenigrufen 17.1.16")
@pytest.mark.parametrize(("value", "points"), [(False, 160), (True, 320)])
def test_the_cost_of_a_failed_valat(value: bool, points: int) -> None:
    options = {"failed_valat_uses_lost_value": value}
    assert sheet(finished("sechserdreier", said=VALAT, options=options)) == f"10.3.2 -{points}"
    made = finished("sechserdreier", others=(0,), said=VALAT, options=options)
    assert sheet(made).split(", ")[0] == "10.3.1 +160"


@pytest.mark.rule("koenigrufen 17.1.17")
def test_a_king_lost_in_the_last_trick() -> None:
    for value, expected in (("cumulative", "10.2.4 -10, 10.2.8 -10"), ("ultimo_only", "10.2.4 -10")):
        options = {"king_capture_with_lost_ultimo": value}
        assert bonuses(finished("rufer", (12, 2, "HQ HK T5 HJ"), options=options)) == expected
        assert bonuses(finished("rufer", (4, 2, "HQ HK T5 HJ"), options=options)) == "10.2.8 -10"


@pytest.mark.rule("koenigrufen 17.1.20")
def test_the_length_of_a_session() -> None:
    lengths = KOENIGRUFEN.options["deals_per_session"]
    assert lengths[0] == 8
    assert {as_int(length) % 4 for length in lengths} == {0}
    assert KOENIGRUFEN.deals({}) == 8
    assert [KOENIGRUFEN.deals({"deals_per_session": length}) for length in lengths] == list(lengths)
