"""Where the decks of a table come from."""

from __future__ import annotations

import pytest

from bot.tables.play import Chance
from tests.tables.room import Fixed


def test_a_deal_is_sealed_with_a_secret_of_its_own() -> None:
    seals = [Chance("k3m9xp").seal(4) for _ in range(20)]
    assert {(seal.table, seal.number) for seal in seals if seal} == {("k3m9xp", 4)}
    assert len({seal.commitment for seal in seals if seal}) == 20


def test_fixed_chance_has_no_seals() -> None:
    fixed = Fixed()
    chance = Chance("k3m9xp", fixed)
    assert chance.seal(1) is None
    assert chance.shuffle(None) is fixed


def test_dealing_without_a_source_of_chance_is_refused() -> None:
    with pytest.raises(ValueError, match="no chance"):
        Chance("k3m9xp").shuffle(None)
