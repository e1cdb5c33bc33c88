"""§6: the talon and the discard. Forehand plays a dreier throughout."""

from __future__ import annotations

import pytest

from bot.games.tapp_tarock.scores import card_points
from bot.rules.cards import KINGS, TRULL, Cards, counted_in_threes
from bot.rules.deal import Deal
from tests.games.tapp_tarock.table import DREIER, SOLO, tapp, worked
from tests.notation import act, choice, legal, refused, until

SHORT = "SK HK DK CK T1 T21 T22 S7 T2-T9"
"""A hand with one suit card that may go."""


def taken(hand: str, lower: str) -> Deal:
    """Forehand's hand with the lower half taken."""
    return tapp(hand, talon=lower, after=f"{DREIER}; 0 take lower")


@pytest.mark.rule("tapp_tarock 6.1")
def test_take_either_half_and_discard_three() -> None:
    deal = tapp("S* D*", talon="HK H4 C7 CK C8 C9", after=DREIER)
    assert [(group.name, group.shown, str(group.cards)) for group in deal.open.talon] == [
        ("lower", True, "HK H4 C7"),
        ("upper", True, "CK C9 C8"),
    ]
    assert legal(deal) == {"take lower", "take upper"}
    assert refused(deal, "0 take 2") == ("no_such_half", "tapp_tarock 6.1")
    upper = act(deal, "0 take upper")
    assert (len(upper.view(0).hand), Cards.of("CK C8 C9") <= upper.view(0).hand) == (19, True)
    done = act(upper, "0 lay C8; 0 lay SQ; 0 lay C9")
    assert (done.phase.name, len(done.view(0).hand), str(done.view(0).discards)) == (
        "announcing",
        16,
        "SQ C9 C8",
    )


@pytest.mark.rule("tapp_tarock 6.2")
def test_discard_is_the_declarers_and_the_other_half_the_defenders() -> None:
    board = worked(1).phase.board
    declarers = board.open.won_by((0,)) | board.hidden.discards[0]
    untaken = next(group.cards for group in board.talon if group.taker is None)
    defenders = board.open.won_by((1, 2)) | untaken
    assert card_points(board) == counted_in_threes(declarers) == 70 - counted_in_threes(defenders)
    assert (len(declarers) % 3, len(declarers) + len(defenders)) == (0, 54)


@pytest.mark.rule("tapp_tarock 6.3")
def test_solo_leaves_the_talon_to_the_defenders() -> None:
    deal = until(tapp("T5-T20", "T22 T21 T1", talon="SK HK DK CK SQ HQ", after=SOLO), "play")
    assert all(not group.shown and not group.cards for group in deal.open.talon)
    board = until(deal, "over").phase.board
    talon = Cards.of("SK HK DK CK SQ HQ")
    assert 70 - card_points(board) == counted_in_threes(board.open.won_by((1, 2)) | talon)


@pytest.mark.rule("tapp_tarock 6.4")
def test_kings_and_trull_are_never_discarded() -> None:
    deal = taken("SK HK DK CK T1 T21 T22 S7 S8 S9 T2-T7", "T8 H4 D4")
    assert choice(deal) == "S9 S8 S7 H4 D4"
    for each in KINGS | TRULL:
        assert refused(deal, f"0 lay {each}") == ("card_protected", "tapp_tarock 6.4")


@pytest.mark.rule("tapp_tarock 6.4")
@pytest.mark.parametrize(
    ("lower", "layable"),
    [
        ("T10 H4 D4", "S7 H4 D4"),  # three suit cards: no tarock
        ("T10 T11 H4", "T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 S7 H4"),  # two: one tarock makes up the number
    ],
)
def test_other_tarocks_only_when_suit_cards_run_short(lower: str, layable: str) -> None:
    deal = taken(SHORT, lower)
    assert choice(deal) == layable
    if "T2" not in layable:
        assert refused(deal, "0 lay T2") == ("others_first", "tapp_tarock 6.4")
    assert refused(deal, "0 lay CQ") == ("not_in_hand", "tapp_tarock 2.2")


@pytest.mark.rule("tapp_tarock 6.5")
def test_discarded_tarocks_are_shown() -> None:
    deal = act(taken(SHORT, "T10 T11 H4"), "0 lay H4; 0 lay T5")
    assert str(deal.open.discards_shown) == "T5"
    for other in (1, 2, None):
        seen = [str(move.action) for move in deal.view(other).log if move.action.verb == "lay"]
        assert seen == ["lay ?", "lay T5"]


@pytest.mark.rule("tapp_tarock 17.2")
def test_discards_may_be_made_in_any_order_that_can_be_completed() -> None:
    deal = taken(SHORT, "T10 T11 H4")
    tarock_first = act(deal, "0 lay T11")
    assert choice(tarock_first) == "S7 H4", "one tarock was needed, and it has gone"
    assert refused(tarock_first, "0 lay T10") == ("others_first", "tapp_tarock 6.4")
    assert choice(act(deal, "0 lay S7")) == "T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 H4"
    plenty = act(taken("SK S7 S8 S9 T2-T13", "T20 T14 T15"), "0 lay S7; 0 lay S8")
    assert choice(plenty) == "S9", "suit cards are counted before the first discard"
    none = act(taken("SK HK DK CK T2-T13", "T20 T14 T15"), "0 lay T20; 0 lay T2; 0 lay T9")
    assert none.phase.name == "announcing"
