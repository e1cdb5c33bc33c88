"""A very short soak: it goes through all phases and finds nothing wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.__main__ import Options, Soak

pytestmark = pytest.mark.long


async def test_a_short_soak_finds_nothing_wrong(tmp_path: Path, deck_folder: Path) -> None:
    phases: list[object] = []
    options = Options(tables=2, minutes=0.1, seed=1, kills=0.0, think=0.3, pictures=deck_folder)
    assert await Soak(tmp_path, options, lambda figures: phases.append(figures["phase"])).run() == []
    assert phases == ["opening", "trouble", "calm", "going on", "accounts"]
