from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.rules.cards import CARDS, SKUS, TAROCKS, Card, Cards
from card_images.canvas import FONTS
from card_images.deck import MASTER_SIZE, draw, drawing_version
from card_images.pips import LEFT, LOWEST, Style, pip_positions

Masters = dict[Card, Image.Image]
COURTS = [each for each in CARDS if each.rank in "KQCJ"]


def test_masters_have_the_right_size_and_rounded_corners(masters: Masters) -> None:
    for master in masters.values():
        assert master.size == MASTER_SIZE
        shape = master.getchannel("A")
        assert [shape.getpixel(corner) for corner in ((0, 0), (499, 0), (0, 799), (499, 799))] == [0] * 4
        assert shape.getpixel((250, 400)) == 255


def test_no_two_cards_look_alike(masters: Masters, large: Masters) -> None:
    assert len({master.tobytes() for master in (*masters.values(), *large.values())}) == 2 * len(CARDS)


@pytest.mark.parametrize("style", Style)
def test_every_card_can_be_told_by_the_strip_visible_in_a_fan(
    style: Style, deck_of: dict[Style, Masters]
) -> None:
    box = (0, 0, 2 * LEFT[style][1], 2 * LOWEST[style])
    strips = {card: master.crop(box).convert("L") for card, master in deck_of[style].items()}
    for card, strip in strips.items():
        for other, against in strips.items():
            if card < other:
                # More than a stray pixel: the grey of at least one in a hundred differs clearly.
                differing = ImageChops.difference(strip, against).histogram()[60:]
                assert sum(differing) > strip.width * strip.height / 100, (card, other)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("figure", [*COURTS, SKUS], ids=str)
def test_a_figure_is_rotationally_symmetric(
    figure: Card, style: Style, deck_of: dict[Style, Masters]
) -> None:
    master = deck_of[style][figure]
    seen = master.convert("RGBa")  # transparent pixels have no colour
    assert seen.transpose(Image.Transpose.ROTATE_180).tobytes() == seen.tobytes()


def test_courts_of_a_suit_differ_with_their_indices_covered(masters: Masters) -> None:
    panels = {masters[card].crop((130, 48, 370, 400)).tobytes() for card in COURTS}
    assert len(panels) == len(COURTS)


def test_no_two_courts_have_the_same_face(masters: Masters) -> None:
    faces = {card: masters[card].crop((215, 130, 300, 270)).convert("L") for card in COURTS}
    for card, face in faces.items():
        for other, against in faces.items():
            if card < other:
                differing = ImageChops.difference(face, against).histogram()[40:]
                assert sum(differing) > face.width * face.height / 25, (card, other)


def test_the_edge_ornament_changes_every_five_tarocks(masters: Masters) -> None:
    """Stars at the edge tell high from low tarocks, in addition to petals and hue."""
    tarocks = TAROCKS.sorted
    stars = [
        sum(masters[tarocks[-number]].crop((36, 320, 60, 480)).convert("L").histogram()[150:])
        for number in (1, 6, 11, 16, 21)
    ]
    assert stars == sorted(set(stars))


@pytest.mark.parametrize("suit", "HD")
def test_cards_with_few_pips_do_not_look_empty(suit: str, masters: Masters) -> None:
    for few in Cards.of(f"{suit}1 {suit}2 {suit}3 {suit}4"):
        panel = masters[few].crop((80, 270, 420, 530)).convert("L")
        drawn = sum(panel.histogram()[:246])
        assert drawn > panel.width * panel.height / 9


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8, 9, 10])
def test_a_card_shows_as_many_pips_as_it_counts(count: int) -> None:
    assert len(set(pip_positions(count))) == count


def test_drawing_twice_gives_the_same_pixels(masters: Masters) -> None:
    assert draw(SKUS).tobytes() == masters[SKUS].tobytes()


def test_the_drawing_version_can_be_part_of_a_file_name() -> None:
    assert len(drawing_version()) == 10
    assert drawing_version().isalnum()


def test_every_font_has_its_licence() -> None:
    fonts = sorted(FONTS.glob("*.[ot]tf"))
    assert len(fonts) == 5
    for font in fonts:
        [licence] = [
            file for file in FONTS.glob("*-OFL.txt") if font.stem.startswith(file.stem.removesuffix("OFL"))
        ]
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text(encoding="utf-8")
