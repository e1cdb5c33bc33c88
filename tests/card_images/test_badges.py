from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from card_images import Avatars, Badge, Pictures
from card_images.avatars import Badges
from card_images.encoding import palette_image
from card_images.gallery import portrait
from card_images.palette import GOLD_LIGHT, IVORY, SEATS
from card_images.tiles import felt

from .conftest import players

SIZE = 72


def drawn(badges: Badges, badge: Badge | None) -> Image.Image:
    image = felt(100, 100)
    badges.lay(image, badge, 50, 50, SIZE)
    return image


def seen(image: Image.Image) -> set[object]:
    return {colour for _, colour in image.getcolors(1 << 20) or ()}


def rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


def test_every_kind_of_badge_looks_different(badges: Badges, avatars: Avatars) -> None:
    avatars.keep(1, "a1", portrait("#FF0000", "#00FF00"))
    kinds = [
        Badge("Anna", 0),
        Badge("Béla", 0),
        Badge("Anna", 1),
        Badge("Anna", 0, person=1),
        Badge("Anna", 0, computer=True),
        Badge("Анна", 0),
        Badge("Анна", 1),
        Badge("Anna"),
        None,
    ]
    assert len({drawn(badges, kind).tobytes() for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("seat", range(5))
def test_a_badge_has_the_colour_of_its_seat_and_a_light_rim(seat: int, badges: Badges) -> None:
    for badge in (players(5)[seat], Badge("Poldi", seat, computer=True)):
        colours = seen(drawn(badges, badge))
        assert {rgb(SEATS[seat]), rgb(IVORY)} <= colours


def test_computers_have_the_same_face_whatever_they_are_called(badges: Badges) -> None:
    poldi, resi = (drawn(badges, Badge(name, 2, computer=True)) for name in ("Poldi", "Resi"))
    assert poldi.tobytes() == resi.tobytes()


def test_a_person_without_an_avatar_has_initials(badges: Badges) -> None:
    assert drawn(badges, Badge("Anna", 0, person=1)).tobytes() == drawn(badges, Badge("Anna", 0)).tobytes()


def test_a_person_whose_name_cannot_be_drawn_has_a_figure(badges: Badges) -> None:
    unseated, other = drawn(badges, Badge("한글")), drawn(badges, Badge("?"))
    assert unseated.tobytes() != other.tobytes()
    assert unseated.tobytes() == drawn(badges, Badge("🎉")).tobytes()
    assert drawn(badges, Badge("한글", 2)).tobytes() == drawn(badges, Badge("🎉", 2)).tobytes()


def test_a_new_avatar_is_seen_in_the_next_picture(badges: Badges, avatars: Avatars) -> None:
    badge, looks = Badge("Anna", 0, person=1), []
    for key, colour in (("a1", "#FF0000"), ("b2", "#0000FF")):
        avatars.keep(1, key, portrait(colour, colour))
        looks.append((badges.face(badge), drawn(badges, badge).tobytes()))
    (first, red), (second, blue) = looks
    assert (first, second) == ((badge, "a1"), (badge, "b2"))
    assert red != blue


def test_an_avatar_is_sent_as_it_is_drawn(badges: Badges, avatars: Avatars) -> None:
    """It is made of the colours of the palette: quantizing the picture changes it by a shade at most."""
    avatars.keep(1, "a1", portrait("#F4C6A8", "#7A3B69"))
    middle = drawn(badges, Badge("Anna", 0, person=1)).crop((30, 30, 70, 70))
    sent = middle.quantize(palette=palette_image(), dither=Image.Dither.NONE).convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(middle, sent)).mean) < 1


def test_a_transparent_avatar_shows_the_colour_of_the_seat(badges: Badges, avatars: Avatars) -> None:
    clear = Image.new("RGBA", (64, 64))
    file = io.BytesIO()
    clear.save(file, "PNG")
    avatars.keep(1, "a1", file.getvalue())
    assert drawn(badges, Badge("Anna", 2, person=1)).getpixel((50, 50)) == rgb(SEATS[2])


def test_a_free_seat_is_a_dashed_ring(badges: Badges) -> None:
    image = drawn(badges, None)
    assert rgb(GOLD_LIGHT) in seen(image)
    assert image.getpixel((50, 50)) == felt(100, 100).getpixel((50, 50))


def test_pictures_are_cached_by_the_avatars_they_show() -> None:
    pictures, people = Pictures(None), [Badge("Anna", 0, person=1), Badge("Béla", 1)]
    totals = [(1, -1), (2, -2)]
    before = pictures.chart(totals, people)
    assert pictures.chart(totals, people) is before
    pictures.avatars.keep(1, "a1", portrait("#FF0000", "#00FF00"))
    after = pictures.chart(totals, people)
    assert after != before
    assert pictures.chart(totals, people) is after
    assert pictures.cached_bytes > len(before) + len(after)
