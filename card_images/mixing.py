"""Mix the inks of the pictures anew from the deck as it is drawn now: `python -m card_images.mixing`.

Needed when a colour of the deck has changed: `inks.py` then holds the colours that serve all pictures best.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from PIL import Image, ImageColor

from bot.rules.cards import CARDS, Cards
from card_images.deck import Deck
from card_images.hand import hand
from card_images.palette import (
    COAT,
    FACE,
    FELT_SHADOW,
    FLOWERS,
    GOLD,
    GOLD_LIGHT,
    HONOUR_INDEX,
    IVORY,
    LEAF,
    LINE,
    NIGHT,
    NIGHT_INDEX,
    SKIN,
    SKIN_SHADE,
    STEEL,
    STEEL_SHADE,
    SUIT,
    SUIT_LIGHT,
    felt_tones,
    mix,
)  # fmt: skip
from card_images.tiles import Tiles, dimmed

_LEARNT: Final = 52
_EDGE: Final = (0.3, 0.5, 0.75)  # from the ground to the ink, so that edges are smooth
_THINNED: Final = 3  # of so many pixels each way one is learnt from
_FILE: Final = Path(__file__).with_name("inks.py")
_HEAD: Final = '''"""The colours of all pictures as they are sent, mixed by `card_images.mixing`."""

from __future__ import annotations

from typing import Final

'''


def given() -> list[str]:
    """The colours that must be exact: what tells cards apart, bright and dimmed; felt, tints and shadows."""
    bright = [FACE, NIGHT, NIGHT_INDEX, GOLD_LIGHT, HONOUR_INDEX, *SUIT.values()]
    bright += [tone for flower in FLOWERS for tone in flower]
    tints = [mix(FACE, tint, share) for tint in SUIT_LIGHT.values() for share in (1, 0.55, 0.4)]
    figures = [
        GOLD,
        IVORY,
        LEAF,
        LINE,
        SKIN,
        SKIN_SHADE,
        STEEL,
        STEEL_SHADE,
        *(coat for coat, *_ in COAT.values()),
    ]
    edges = [mix(FACE, suit, share) for suit in SUIT.values() for share in _EDGE]
    edges += [mix(NIGHT, NIGHT_INDEX, share) for share in _EDGE]
    dim = [dimmed(Image.new("RGB", (1, 1), colour)).tobytes().hex() for colour in bright + edges]
    shadows = [mix(FACE, FELT_SHADOW, step * 0.09) for step in range(1, 7)]
    middle = felt_tones()[len(felt_tones()) // 2]
    shadows += [mix(middle, GOLD_LIGHT, step / 7) for step in range(1, 7)]  # about the winner of a trick
    dark = (f"#{colour.upper()}" for colour in dim)
    return [*felt_tones(), *bright, *edges, *dark, *tints, *figures, *shadows]


def samples(tiles: Tiles) -> list[Image.Image]:
    """Hands that show every card, bright and dimmed."""
    chance, shown = Random(7), []  # noqa: S311 - the same samples every time
    for turn in range(4):
        cards = chance.sample(list(CARDS), len(CARDS))
        for start in range(0, len(cards), 6):
            some = tuple(cards[start : start + 6])
            shown.append(hand(tiles, some, Cards.of(some[turn % 2 :: 2])))
    return shown


def _learnt(pictures: list[Image.Image]) -> list[str]:
    small = [
        picture.resize((picture.width // _THINNED, picture.height // _THINNED), Image.Resampling.NEAREST)
        for picture in pictures
    ]
    wall = Image.new("RGB", (max(each.width for each in small), sum(each.height for each in small)))
    top = 0
    for each in small:
        wall.paste(each, (0, top))
        top += each.height
    mixed = wall.quantize(_LEARNT, method=Image.Quantize.MEDIANCUT, kmeans=4).getpalette() or []
    return [f"#{bytes(mixed[i : i + 3]).hex().upper()}" for i in range(0, len(mixed), 3)]


def _near(one: str, other: str) -> bool:
    pairs = zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True)
    return all(abs(a - b) <= 3 for a, b in pairs)


def main() -> None:
    """Write `inks.py`."""
    inks = given()
    for colour in _learnt(samples(Tiles(Deck(None)))):
        if not any(_near(colour, ink) for ink in inks):
            inks.append(colour)
    rows = ["    " + ", ".join(f'"{ink}"' for ink in inks[i : i + 8]) + ",\n" for i in range(0, len(inks), 8)]
    _FILE.write_text(f"{_HEAD}INKS: Final = (\n{''.join(rows)})  # fmt: skip\n", encoding="utf-8")


if __name__ == "__main__":
    main()
