"""What a person types, compared with names: accents, case, width, and kind of kana make no difference.

On a Japanese keyboard a word is hiragana until it is converted: `READINGS` has the kana of kanji in names.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

_ACCENTS: Final = dict.fromkeys(range(0x300, 0x370))
"""Those of Latin letters. The marks of kana stay: they make other letters."""
_KANA: Final = {each: each + 0x60 for each in (*range(0x3041, 0x3097), 0x309D, 0x309E)}
"""Hiragana -> katakana."""
_DOT: Final = {ord("・"): None}
"""Stands between the words of a name, and is often left out."""
_IGNORED: Final = _ACCENTS | _KANA | _DOT
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

READINGS: Final = {
    "赤": "あか",
    "以上": "いじょう",
    "選": "えら",
    "大鳥": "おおとり",
    "勝ち": "かち",
    "勝つ": "かつ",
    "艦隊": "かんたい",
    "雉": "きじ",
    "切札": "きりふだ",
    "苦難": "くなん",
    "黒": "くろ",
    "軍団": "ぐんだん",
    "公開": "こうかい",
    "降伏": "こうふく",
    "小鳥": "ことり",
    "最初": "さいしょ",
    "指名": "しめい",
    "集団": "しゅうだん",
    "勝": "しょう",
    "自分": "じぶん",
    "順": "じゅん",
    "準備完了": "じゅんびかんりょう",
    "進": "すす",
    "請求": "せいきゅう",
    "宣言": "せんげん",
    "全体": "ぜんたい",
    "全部": "ぜんぶ",
    "対": "たい",
    "鷹": "たか",
    "卓": "たく",
    "大苦難": "だいくなん",
    "大勝利": "だいしょうり",
    "次": "つぎ",
    "手札": "てふだ",
    "手役": "てやく",
    "点": "てん",
    "取": "と",
    "同": "どう",
    "二四": "にし",
    "始": "はじ",
    "発表": "はっぴょう",
    "半分": "はんぶん",
    "倍": "ばい",
    "番目": "ばんめ",
    "引": "ひ",
    "左": "ひだり",
    "飛龍": "ひりゅう",
    "捕獲": "ほかく",
    "負": "ま",
    "枚": "まい",
    "枚数": "まいすう",
    "見": "み",
    "右": "みぎ",
    "無効": "むこう",
    "無敵艦隊": "むてきかんたい",
    "目": "め",
    "予告": "よこく",
    "四連": "よんれん",
    "私": "わたし",
}
"""Kanji in the names of what can be typed -> how they are read there, in the order of kana."""
_KANJI: Final = re.compile("|".join(sorted(READINGS, key=len, reverse=True)))


def folded(text: str) -> str:
    """Return a text without accents, case, and differences of width and of kana.

    >>> print(folded("Skíz"), folded("ﾊﾟｶﾞｯﾄ") == folded("パガット") == folded("ぱがっと"))
    skiz True
    """
    return normalize("NFKD", text.casefold()).translate(_IGNORED).casefold()


def spelled(name: str) -> set[str]:
    """Return the ways to type a name, folded: umlauts with and without an `e`, kanji as they are and as kana.

    >>> print(*sorted(spelled("Sküs")), folded("おおとり") in spelled("大鳥"))
    skues skus True
    """
    plain = normalize("NFC", name)
    read = _KANJI.sub(lambda found: READINGS[found[0]], plain)
    return {folded(name), folded(plain.casefold().translate(_UMLAUTS)), folded(read)}


def fits(typed: str, name: str) -> bool:
    """Whether what was typed is a part of a name, in any of its spellings."""
    sought = folded(typed)
    return any(sought in each for each in spelled(name))
