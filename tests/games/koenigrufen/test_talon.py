"""§7: the talon and the discard."""

from __future__ import annotations

import pytest

from bot.rules.cards import KINGS, TRULL, Cards
from bot.rules.deal import Deal
from tests.games.koenigrufen.table import bids, koenig, result_of
from tests.notation import act, choice, legal, refused, until

SHORT = "SK HK DK CK T1 T21 T22 S7 T2-T5"
"""A hand with one suit card that may go."""


def taken(hand: str, lower: str, **options: object) -> Deal:
    """Forehand's dreier with the lower half taken."""
    return koenig(hand, talon=lower, options=options, after=f"{bids('dreier')}; 0 take lower")


@pytest.mark.rule("koenigrufen 7.1")
def test_all_six_are_shown() -> None:
    for contract in ("rufer", "sechserdreier", "besserrufer", "dreier"):
        deal = koenig("", "SK T1", talon="HK H4 C7 CK C8 C9", after=bids(contract))
        deal = act(deal, "0 call SK") if deal.phase.name == "calling" else deal
        for seat in (0, 1, 2, 3, None):
            talon = deal.view(seat).open.talon
            assert [(group.name, str(group.cards)) for group in talon] == [
                ("lower", "HK H4 C7"),
                ("upper", "CK C9 C8"),
            ]


@pytest.mark.rule("koenigrufen 7.2")
def test_the_declarer_takes_three_or_six_cards() -> None:
    deal = koenig("S* D4 D3 D2 D1", talon="HK H4 C7 CK C8 C9", after=bids("dreier"))
    assert legal(deal) == {"take lower", "take upper"}
    assert refused(deal, "0 take all") == ("no_such_half", "koenigrufen 7.2")
    assert refused(deal, "0 lay S7") == ("not_now", "koenigrufen 3.1")
    upper = act(deal, "0 take upper")
    assert (len(upper.view(0).hand), Cards.of("CK C8 C9") <= upper.view(0).hand) == (15, True)
    assert refused(upper, "0 take lower") == ("not_now", "koenigrufen 3.1")
    done = act(upper, "0 lay C8; 0 lay SQ; 0 lay C9")
    assert (done.phase.name, len(done.view(0).hand), str(done.view(0).discards)) == (
        "announcing",
        12,
        "SQ C9 C8",
    )
    six = koenig("S* D4 D3 D2 D1", talon="HK H4 C7 CK C8 C9", after=bids("sechserdreier"))
    assert (six.phase.name, len(six.view(0).hand)) == ("discard", 18)
    assert [group.taker for group in six.open.talon] == [0, 0]
    six = act(six, "0 lay C8; 0 lay SQ; 0 lay C9; 0 lay H4; 0 lay C7; 0 lay D4")
    assert (six.phase.name, len(six.view(0).hand)) == ("announcing", 12)


@pytest.mark.rule("koenigrufen 7.3")
def test_kings_and_trull_are_never_discarded() -> None:
    deal = taken("SK HK DK CK T1 T21 T22 S7 S8 S9 T2 T3", "T8 H4 D4")
    assert choice(deal) == "S9 S8 S7 H4 D4"
    for each in KINGS | TRULL:
        assert refused(deal, f"0 lay {each}") == ("card_protected", "koenigrufen 7.3")


@pytest.mark.rule("koenigrufen 7.3")
@pytest.mark.parametrize(
    ("lower", "layable"),
    [
        ("T10 H4 D4", "S7 H4 D4"),  # three suit cards: no tarock
        ("T10 T11 H4", "T11 T10 T5 T4 T3 T2 S7 H4"),  # two: one tarock makes up the number
    ],
)
def test_other_tarocks_only_when_suit_cards_run_short(lower: str, layable: str) -> None:
    deal = taken(SHORT, lower)
    assert choice(deal) == layable
    if "T2" not in layable:
        assert refused(deal, "0 lay T2") == ("others_first", "koenigrufen 7.3")
    assert refused(deal, "0 lay CQ") == ("not_in_hand", "koenigrufen 2.4")


@pytest.mark.rule("koenigrufen 7.4")
def test_discarded_tarocks_are_not_shown() -> None:
    deal = act(taken(SHORT, "T10 T11 H4"), "0 lay H4; 0 lay T5; 0 lay S7")
    assert deal.open.discards_shown == Cards()
    for other in (1, 2, 3, None):
        assert [str(move) for move in deal.view(other).log][-3:] == ["0 lay ?"] * 3


@pytest.mark.rule("koenigrufen 17.1.9")
def test_discarded_tarocks_may_be_shown() -> None:
    deal = act(taken(SHORT, "T10 T11 H4", show_forced_tarock_discards=True), "0 lay H4; 0 lay T5")
    assert str(deal.open.discards_shown) == "T5"
    for other in (1, 2, 3, None):
        assert [str(move) for move in deal.view(other).log][-2:] == ["0 lay ?", "0 lay T5"]


@pytest.mark.rule("koenigrufen 7.5")
def test_cards_just_taken_may_be_discarded() -> None:
    deal = act(taken("S* T2-T5", "H4 H3 H2"), "0 lay H4; 0 lay H3; 0 lay H2")
    assert str(deal.view(0).discards) == "H2 H3 H4"


@pytest.mark.rule("koenigrufen 7.6")
@pytest.mark.rule("koenigrufen 17.1.2")
@pytest.mark.parametrize(("owner", "points"), [("declarer", 23), ("opponents", 10)])
def test_the_untaken_half_may_count_for_either_side(owner: str, points: int) -> None:
    """Forehand takes no trick and discards three queens; three kings lie in the upper half."""
    deal = koenig(
        "SQ HQ DQ S7 S8 S9 H4 H3 H2 D4 D3 D2", talon="C7 C8 C9 HK DK CK",
        options={"untaken_half_owner": owner}, after=f"{bids('dreier')}; 0 take lower",
    )  # fmt: skip
    deal = until(act(deal, "0 lay SQ; 0 lay HQ; 0 lay DQ"), "over")
    assert deal.open.tricks_won[0] == 0
    assert result_of(deal).lines[0].figures["points"] == points


@pytest.mark.rule("koenigrufen 7.7")
def test_an_untouched_talon() -> None:
    for contract in ("solorufer", "farbensolo", "solodreier"):
        deal = koenig("SK", talon="HK H4 C7 CK C8 C9", after=bids(contract))
        deal = act(deal, "0 call SK") if deal.phase.name == "calling" else deal
        board = until(deal, "play").open
        assert not any(group.shown or group.cards for group in board.talon)
        over = until(deal, "over").open
        mine = over.won_by((0,))
        others = Cards.of(deal.dealt.talon) | over.won_by((1, 2, 3))
        assert len(mine) + len(others) == 54
        points = result_of(until(deal, "over")).lines[0].figures["points"]
        assert points == (3 * worth(mine) - 2 * len(mine) + 1) // 3
    for contract in ("piccolo", "bettel", "piccolo_ouvert", "bettel_ouvert", "trischaken"):
        public = until(koenig(talon="HK H4 C7 CK C8 C9", after=bids(contract)), "play").open
        assert not any(group.shown or group.cards for group in public.talon)


def worth(pile: Cards) -> int:
    """The values of some cards, an empty one counted as 1."""
    courts = {"Q": 4, "C": 3, "J": 2}
    return sum(5 if each in KINGS | TRULL else courts.get(each.rank, 1) for each in pile)


@pytest.mark.rule("koenigrufen 20.6")
def test_discards_may_be_made_in_any_order_that_can_be_completed() -> None:
    deal = taken(SHORT, "T10 T11 H4")
    tarock_first = act(deal, "0 lay T11")
    assert choice(tarock_first) == "S7 H4", "one tarock was needed, and it has gone"
    assert refused(tarock_first, "0 lay T10") == ("others_first", "koenigrufen 7.3")
    assert choice(act(deal, "0 lay S7")) == "T11 T10 T5 T4 T3 T2 H4"
    plenty = act(taken("SK S7 S8 S9 T2-T9", "T20 T14 T15"), "0 lay S7; 0 lay S8")
    assert choice(plenty) == "S9", "suit cards are counted before the first discard"
    none = act(taken("SK HK DK CK T2-T9", "T20 T14 T15"), "0 lay T20; 0 lay T2; 0 lay T9")
    assert none.phase.name == "announcing"
    king = koenig("S7 S8 S9", talon="HK T20-T22 T2 T3", after=f"{bids('rufer')}; 0 call HK; 0 take upper")
    for card in ("S7", "S8", "S9"):
        assert "surrender" in legal(king), "before every card"
        king = act(king, f"0 lay {card}")
    assert king.phase.name == "announcing"
