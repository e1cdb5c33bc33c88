"""Write one picture of each kind for inspection: `python -m card_images.gallery FOLDER [SMALL]`.

FOLDER receives every picture as it is sent, contact sheets of the deck in both styles, and all pictures
scaled to a phone's width (360 and 400 pixels) on a dark and on a light page. SMALL receives the pictures
scaled to two thirds: those shown in the README, which are also the golden pictures of the tests.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from bot.rules.cards import CARDS, PACK_54, Card, Cards, card
from card_images.avatars import Badge
from card_images.charts import Bar
from card_images.deck import Deck
from card_images.encoding import encode
from card_images.faces import Style
from card_images.pictures import Pictures
from card_images.sheet import Amount, Row, Sheet, signed
from card_images.table import emblem
from card_images.tiles import MARGIN, felt

_ACROSS: Final = 11  # cards in a row of a contact sheet
_CARD: Final = (180, 288)
_GAP: Final = 12
_PAGES: Final = {"dark": "#313338", "light": "#FFFFFF"}
_PHONES: Final = (360, 400)
_HAND: Final = Cards.of("T22 T21 T17 T9 T2 HK HC H1 SQ S10 CJ DK")
_LED: Final = Cards.of("HK HC H1")
_FOURTEEN: Final = Cards.of("T22 T20 T16 T11 T8 T5 T1 SQ SJ HK HC H1 DJ CK")
_TAPP: Final = Cards.of("T22 T21 T20 T15 T13 T8 T6 T1 HK HC HJ H3 SQ S9 CJ DK")
_TAKEN: Final = _TAPP | Cards.of("T4 D1")
_PLAYERS: Final = (
    Badge("Kovácsné Őrsi Ágota", 0, 1), Badge("大輔", 1, 2), Badge("Ioan Țepeș", 2),
    Badge("Poldi", 3, computer=True),
)  # fmt: skip
_SCORED: Final = (
    ("Game won (Kovácsné Őrsi Ágota has 47 card points, 36 needed)", (20, -20, -20, 20), ""),
    ("Trull made (announced)", (-40, 40, 40, -40), "10 \N{MULTIPLICATION SIGN} 4 (rekontra)"),
    ("Pagat ultimo made by a defender", (10, -10, -10, 10), "5 \N{MULTIPLICATION SIGN} 2 (kontra)"),
    ("切り札三枚のボーナス、宣言なし", (1, 0, 0, -1), ""),
)
_PLAYED: Final = (
    "Contract: Solo (8 points), declarer Kovácsné Őrsi Ágota",
    "Called: King of Hearts. Poldi is the partner.",
    "Announced by 大輔: Trull, rekontra (\N{MULTIPLICATION SIGN}4) by Poldi, 大輔",
)
_TOTALS: Final = (
    (3, -1, -1, -1), (-4, 6, -1, -1), (-2, 8, -3, -3), (-11, 17, -12, 6), (-11, 17, -12, 6), (-8, 14, -15, 9),
    (6, 7, -22, 9), (4, 5, -24, 15), (16, 1, -28, 11), (14, 8, -30, 8),
)  # fmt: skip


def _cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(card, codes.split()))


def contact_sheet(deck: Deck, style: Style) -> bytes:
    """Draw all 54 cards of a style in a grid; return the PNG."""
    wide, high = (size + _GAP for size in _CARD)
    image = felt(2 * MARGIN + _ACROSS * wide - _GAP, 2 * MARGIN + -(-len(CARDS) // _ACROSS) * high - _GAP)
    for number, each in enumerate(Cards.of(CARDS).sorted):
        small = deck.master(each, style).resize(_CARD, Image.Resampling.LANCZOS)
        row, column = divmod(number, _ACROSS)
        place = MARGIN + column * wide, MARGIN + row * high
        image.paste(small.convert("RGB"), place, small.getchannel("A"))
    return encode(image)


def sheets(deck: Deck) -> Mapping[str, bytes]:
    return {
        "deck": contact_sheet(deck, Style.STANDARD),
        "deck-large": contact_sheet(deck, Style.LARGE),
    }


def _amounts(points: Sequence[int]) -> tuple[Amount, ...]:
    return tuple(Amount(each, signed(each)) for each in points)


def _sheet() -> Sheet:
    rows = tuple(Row(label, _amounts(points), reckoning) for label, points, reckoning in _SCORED)
    sums = Row("This deal", _amounts((-9, 10, 10, -11))), Row("Totals", _amounts((27, -8, -31, 12)))
    return Sheet(_PLAYERS, rows, sums, "More below", ("declarer", "", "", "partner"), _PLAYED)


def _bars() -> list[Bar]:
    names = ("Anna", "大輔", "Ștefan", "Bartholomäus von Hohenlohe", "さくら", "Béla", "Élise")
    points = (124, 96, 41, 12, 0, -33, -140)
    return [
        Bar(place, Badge(name, person=place), amount, signed(amount))
        for place, (name, amount) in enumerate(zip(names, points, strict=True), 1)
    ]


def portrait(first: str, second: str) -> bytes:
    """Return a drawn avatar as PNG, in two colours."""
    image = Image.new("RGB", (256, 256), first)
    draw = ImageDraw.Draw(image)
    draw.circle((128, 104), 52, second)
    draw.pieslice((34, 160, 222, 348), 180, 360, second)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def gallery(pictures: Pictures) -> Mapping[str, bytes]:
    """Return one picture of each kind as PNG, by name."""
    pictures.avatars.keep(1, "gallery", portrait("#F4C6A8", "#7A3B69"))
    pictures.avatars.keep(2, "gallery", portrait("#274060", "#E8D9A8"))
    may_discard = _TAKEN - Cards.of("T22 T21 T1 HK DK")
    chairs = [_PLAYERS[0], _PLAYERS[1], _PLAYERS[3], None]
    shown = [[_cards("T22 T21 T1")], [_cards("SK SQ SC SJ"), _cards("H1 H2 H3 H4")]]
    groups = [_cards("T19 SK"), _cards("C7 D2 H3"), _cards("T3 T5 H4 DQ S8 CC")]
    return {
        "hand": pictures.hand(_FOURTEEN.sorted, Cards.of("HK HC H1")),
        "hand-of-twelve": pictures.hand(_HAND.sorted, _LED),
        "hand-of-twelve-large": pictures.hand(_HAND.sorted, _LED, Style.LARGE),
        "hand-to-lead": pictures.hand(_HAND.sorted, None),
        "hand-of-nine": pictures.hand(_HAND.sorted[:9], None),
        "hand-of-sixteen": pictures.hand(_TAPP.sorted, Cards.of("HK HC HJ H3")),
        "hand-with-talon": pictures.hand(_TAKEN.sorted, may_discard),
        "hand-with-talon-large": pictures.hand(_TAKEN.sorted, may_discard, Style.LARGE),
        "trick": pictures.trick([*_cards("H3 HK"), None, None], _PLAYERS, None),
        "trick-won": pictures.trick(_cards("H3 HK T7 HQ"), _PLAYERS, 2),
        "talon": pictures.talon([_cards("T19 SK D1"), _cards("C7 D2 H3")], None),
        "talon-taken": pictures.talon([_cards("T19 SK D1"), _cards("C7 D2 H3")], 0),
        "talon-in-groups": pictures.talon(groups, 1),
        "cards": pictures.shown_cards(shown),
        "lobby": pictures.lobby(emblem(PACK_54), chairs),
        "sheet": pictures.sheet(_sheet()),
        "chart": pictures.chart(_TOTALS, _PLAYERS),
        "leaderboard": pictures.bars(_bars()),
    }  # fmt: skip


def _decoded(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGBA")


def smaller(data: bytes) -> Image.Image:
    image = _decoded(data)
    return image.resize((image.width * 2 // 3, image.height * 2 // 3), Image.Resampling.LANCZOS)


def on_phone(pictures: Sequence[bytes], width: int, background: str) -> Image.Image:
    """Stack pictures scaled to `width` pixels, as a phone shows them, on a page of one colour."""
    shown = []
    for data in pictures:
        image = _decoded(data)
        size = (width, round(image.height * width / image.width))
        shown.append(image.resize(size, Image.Resampling.LANCZOS))
    height = sum(each.height + _GAP for each in shown) + _GAP
    page = Image.new("RGB", (width + 2 * _GAP, height), background)
    top = _GAP
    for each in shown:
        page.paste(each.convert("RGB"), (_GAP, top), each.getchannel("A"))
        top += each.height + _GAP
    return page


def main(folder: Path, small: Path | None) -> None:
    """Write all pictures to `folder`, and scaled ones to `small` unless it is `None`."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = gallery(Pictures(folder / "cards"))
    for name, data in {**sheets(Deck(folder / "cards")), **shown}.items():
        (folder / f"{name}.png").write_bytes(data)
        if small is not None:
            smaller(data).save(small / f"{name}.webp", quality=88, method=6)
    for page, background in _PAGES.items():
        for width in _PHONES:
            on_phone(list(shown.values()), width, background).save(folder / f"phone-{width}-{page}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None)
