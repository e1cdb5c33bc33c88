"""§10.1: the points of each announcement of a single trick, and the trick in which it must be won."""

from __future__ import annotations

from bot.games.illustrated_tarokk.tables import FEATS, OPTIONS


def test_points_and_tricks_of_feats() -> None:
    worth = {feat.id: (str(feat.card), feat.trick, feat.points) for feat in FEATS}
    assert {name: worth[name] for name in worth if ":" not in name} == {
        "pagat_ultimo": ("T1", 9, 10),
        "centrum": ("T20", 5, 10),
        "small_bird": ("T21", 6, 10),
        "large_bird": ("T22", 7, 10),
        "pagat_uhu": ("T1", 8, 20),
    }
    for suit in "SHDC":
        assert worth[f"king_ultimo:{suit}"] == (f"{suit}K", 9, 15)
        assert worth[f"king_uhu:{suit}"] == (f"{suit}K", 8, 20)
    assert OPTIONS["pagat_uhu_value"][0] == worth["pagat_uhu"][2]
