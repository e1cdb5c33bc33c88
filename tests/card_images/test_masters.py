from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.rules.cards import CARDS, SKUS, Card
from card_images.canvas import FONTS
from card_images.deck import MASTER_SIZE, draw, drawing_version
from card_images.pips import spots

Masters = dict[Card, Image.Image]
COURTS = [card for card in CARDS if card.rank in "KQCJ"]


def test_a_master_has_its_size_and_round_corners(masters: Masters) -> None:
    for master in masters.values():
        assert master.size == MASTER_SIZE
        shape = master.getchannel("A")
        assert [shape.getpixel(corner) for corner in ((0, 0), (499, 0), (0, 799), (499, 799))] == [0] * 4
        assert shape.getpixel((250, 400)) == 255


def test_no_two_cards_look_alike(masters: Masters) -> None:
    assert len({master.tobytes() for master in masters.values()}) == len(CARDS)


def test_the_strip_that_a_fan_shows_tells_every_card(masters: Masters) -> None:
    strips = {card: master.crop((0, 0, 120, 270)).convert("L") for card, master in masters.items()}
    for card, strip in strips.items():
        for other, against in strips.items():
            if card < other:
                # More than a stray pixel: the grey of at least one in a hundred differs clearly.
                differing = ImageChops.difference(strip, against).histogram()[60:]
                assert sum(differing) > strip.width * strip.height / 100, (card, other)


@pytest.mark.parametrize("card", [*COURTS, SKUS], ids=str)
def test_a_figure_is_the_same_from_both_ends(card: Card, masters: Masters) -> None:
    master = masters[card]
    assert master.transpose(Image.Transpose.ROTATE_180).tobytes() == master.tobytes()


def test_courts_of_a_suit_differ_with_their_indices_covered(masters: Masters) -> None:
    panels = {masters[card].crop((130, 48, 370, 400)).tobytes() for card in COURTS}
    assert len(panels) == len(COURTS)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8, 9, 10])
def test_a_card_shows_as_many_pips_as_it_counts(count: int) -> None:
    assert len(set(spots(count))) == count


def test_drawing_twice_gives_the_same_pixels(masters: Masters) -> None:
    assert draw(SKUS).tobytes() == masters[SKUS].tobytes()


def test_the_version_of_the_drawing_names_a_file() -> None:
    assert len(drawing_version()) == 10
    assert drawing_version().isalnum()


def test_every_font_has_its_licence() -> None:
    fonts = sorted(FONTS.glob("*.ttf"))
    assert len(fonts) == 2
    for font in fonts:
        licence = Path(FONTS, font.stem.rsplit("-", 1)[0] + "-OFL.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
