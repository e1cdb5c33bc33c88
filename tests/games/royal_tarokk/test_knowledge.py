"""§16: public and private facts."""

from __future__ import annotations

import pytest

from tests.games.royal_tarokk.table import royal
from tests.notation import until

HAND = "HK HQ HC HJ T1 T20 T5 T6 T7 T8"


@pytest.mark.rule("royal_tarokk 16.1")
def test_a_hand_is_visible_only_to_its_owner() -> None:
    deal = royal("", "", HAND)
    other = royal("", "T9 T10 T11", HAND)
    assert deal.view(1).hand == other.view(1).hand
    assert deal.view(1) == other.view(1)
    assert deal.view(None) == other.view(None)
    assert deal.view(0).hand != other.view(0).hand


@pytest.mark.rule("royal_tarokk 16.2")
def test_statements_name_no_card() -> None:
    deal = royal("1 full_suit; matador / 2 game", "", HAND)
    assert [str(item) for item in deal.open.items] == ["full_suit@1", "matador@1", "game@2"]
    assert [str(move.action) for move in deal.view(3).log] == [
        "announce full_suit", "announce matador", "done", "announce game", "done",
    ]  # fmt: skip


@pytest.mark.rule("royal_tarokk 16.3")
def test_all_cards_lie_open_at_the_end() -> None:
    deal = until(royal(), "over")
    assert deal.open.dealt == deal.layout
    assert royal().open.dealt is None
