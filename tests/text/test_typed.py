"""What is typed, compared with names: nothing that a keyboard makes hard is asked for."""

from __future__ import annotations

import re

import pytest

from bot.games import GAMES
from bot.text import words
from bot.text.facts import item_name
from bot.text.typed import fits, folded, spelled

KANJI = re.compile(r"[一-龯々]")


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("スキーズ", "すきーず ｽｷｰｽﾞ スキーズ"),
        ("タロック21", "たろっく21 たろっく２１ ﾀﾛｯｸ21"),
        ("ハートのキング", "はーとのきんぐ ハートノキング"),
        ("ベッサー・ルーファー", "べっさーるーふぁー ベッサールーファー べっさー・るーふぁー"),
        ("大鳥", "大鳥 おおとり オオトリ ｵｵﾄﾘ"),
        ("タロック21の捕獲", "たろっく21のほかく"),
        ("スペード2枚", "すぺーど2まい"),
        ("Sküs", "skus SKUS skues Ｓｋüs"),
        ("Gstieß", "gstiess GSTIESS Gstieß"),
        ("pagát", "pagat PAGÁT"),
        ("tuletroá és hűség", "tuletroa_es_huseg"),
        ("Țârlea și Ștefăniță", "tarlea_si_stefanita"),
    ],
)
def test_a_name_is_typed_in_more_than_one_way(name: str, typed: str) -> None:
    for each in typed.split():
        assert folded(each.replace("_", " ")) in spelled(name), each


@pytest.mark.parametrize(("one", "other"), [("ガ", "カ"), ("ぱ", "は"), ("大鳥", "小鳥"), ("ö", "u")])
def test_different_letters_stay_different(one: str, other: str) -> None:
    assert not spelled(one) & spelled(other)


def test_a_part_of_a_name_fits() -> None:
    assert fits("かく", "パガットの捕獲")
    assert fits("捕", "パガットの捕獲")
    assert fits("", "Sküs")
    assert not fits("おおとり", "小鳥")


@pytest.mark.parametrize("game", GAMES)
def test_bids_and_announcements_can_be_typed_before_conversion(game: str) -> None:
    """A new name with kanji needs a reading."""
    w = words("ja", game)
    names = {w.term("contract", each) for each in GAMES[game].contracts}
    names |= {item_name(w, each) for each in GAMES[game].announcements}
    assert [name for name in names if all(map(KANJI.search, spelled(name)))] == []
