"""Avatars that are kept, and badges that show them."""

from __future__ import annotations

import io
import logging
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from card_images import Avatars, Badge, Pictures, avatars
from card_images.avatars import AVATAR_SIZE, MOST_BYTES, Badges, small
from card_images.encoding import palette_image
from card_images.gallery import portrait
from card_images.palette import IVORY, SEATS
from card_images.tiles import felt
from tests.card_images.conftest import players

RED, BLUE = portrait("#FF0000", "#000000"), portrait("#0000FF", "#000000")


def png(size: tuple[int, int], mode: str = "RGB", kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new(mode, size).save(file, kind)
    return file.getvalue()


def colour(store: Avatars, person: int) -> object:
    found = store.of(person)
    return found and found.picture().getpixel((0, 0))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "1", "I;16"])
def test_any_png_becomes_a_small_one(mode: str) -> None:
    made = small(png((300, 20) if mode != "1" else (1024, 1024), mode))
    assert made is not None
    with Image.open(io.BytesIO(made)) as image:
        assert (image.size, image.mode) == ((AVATAR_SIZE, AVATAR_SIZE), "RGBA")


@pytest.mark.parametrize(
    "made",
    [
        *(lambda: b"", lambda: b"<html>", lambda: RED[: len(RED) // 2], lambda: RED + b"\0" * MOST_BYTES),
        *(partial(png, (8, 8), kind=kind) for kind in ("GIF", "TIFF")),
        *(partial(png, (1025, 1024)), partial(png, (20_000, 20_000), "1")),
    ],
    ids=["empty", "html", "cut", "heavy", "gif", "tiff", "large", "bomb"],
)
def test_data_that_is_not_a_small_png_is_not_kept(made: Callable[[], bytes]) -> None:
    data = made()
    assert small(data) is None
    assert not Avatars(None).keep(1, "abc", data)


@pytest.mark.parametrize("key", ["", "../x", "a/b", "a" * 65, "a.png"])
def test_an_avatar_whose_key_is_not_a_hash_is_not_kept(key: str, tmp_path: Path) -> None:
    assert not Avatars(tmp_path).keep(1, key, RED)
    assert not list(tmp_path.iterdir())


def test_an_avatar_survives_a_restart_until_a_new_one_replaces_it(tmp_path: Path) -> None:
    store = Avatars(tmp_path / "new")
    assert store.of(7) is None
    assert store.keep(7, "a_1", RED)
    assert colour(store, 7) == colour(Avatars(tmp_path / "new"), 7) == (255, 0, 0, 255)
    assert store.keep(7, "b2", BLUE)
    again = Avatars(tmp_path / "new")
    assert colour(again, 7) == (0, 0, 255, 255)
    found = again.of(7)
    assert found is not None
    assert found.key == "b2"
    assert again.of(77) is None
    assert len(list((tmp_path / "new").iterdir())) == 1


def test_a_person_can_be_forgotten(tmp_path: Path) -> None:
    store = Avatars(tmp_path)
    for person in (7, 77):
        store.keep(person, "a1", RED)
    store.forget(7)
    assert store.of(7) is None
    assert [file.name for file in tmp_path.iterdir()] == ["avatar-77-a1.png"]


def test_without_a_folder_avatars_are_kept_in_memory() -> None:
    store = Avatars(None)
    assert store.keep(7, "a1", RED)
    assert colour(store, 7) == (255, 0, 0, 255)
    store.renew(7)
    store.tidy()
    store.forget(7)
    assert store.of(7) is None


def test_a_damaged_file_is_not_used_as_an_avatar(tmp_path: Path) -> None:
    (tmp_path / "avatar-7-a1.png").write_bytes(RED[:50])
    assert Avatars(tmp_path).of(7) is None


def test_old_and_surplus_avatars_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Avatars(tmp_path)
    for person in range(1, 6):
        store.keep(person, "a1", RED)
        at = time.time() - person * 30 * 24 * 60 * 60
        os.utime(tmp_path / f"avatar-{person}-a1.png", (at, at))
    (tmp_path / "card-T1-standard-0000000000.webp").write_bytes(b"")
    store.renew(5)
    monkeypatch.setattr(avatars, "MOST_AVATARS", 2)
    store.tidy()
    assert sorted(file.name for file in tmp_path.glob("avatar-*")) == ["avatar-1-a1.png", "avatar-5-a1.png"]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(("days", "stays"), [(89.5, True), (90.5, False)])
def test_an_avatar_is_kept_for_ninety_days(tmp_path: Path, days: float, *, stays: bool) -> None:
    store = Avatars(tmp_path)
    store.keep(1, "a1", RED)
    (file,) = tmp_path.iterdir()
    at = time.time() - days * 24 * 60 * 60
    os.utime(file, (at, at))
    store.tidy()
    assert file.exists() is stays


def test_the_first_valid_avatar_file_is_used(tmp_path: Path) -> None:
    (tmp_path / "avatar-7-a1.png").mkdir()
    (tmp_path / "avatar-7-b.c.png").write_bytes(BLUE)
    (tmp_path / "avatar-7-d1.png").write_bytes(RED)
    found = Avatars(tmp_path).of(7)
    assert found is not None
    assert found.key == "d1"


def test_the_number_of_avatars_in_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avatars, "MOST_AVATARS", 2)
    store = Avatars(None)
    for person in (1, 2, 3):
        store.keep(person, "a1", RED)
    assert [store.of(person) is None for person in (2, 3, 1)] == [False, False, True]


def test_a_folder_that_cannot_be_written_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "a file, no folder"
    blocked.write_text("")
    store = Avatars(blocked)
    with caplog.at_level(logging.WARNING):
        assert store.keep(7, "a1", RED)
        assert store.keep(8, "a1", BLUE)
    assert colour(store, 7) == (255, 0, 0, 255)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "Avatars are kept in memory only"
    ]


def test_a_file_that_cannot_be_deleted_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "avatar-7-a1.png").mkdir()
    store = Avatars(tmp_path)
    assert store.of(7) is None
    store.forget(7)
    assert "avatar could not be changed or deleted" in caplog.text


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
        *(Badge("Anna", 0), Badge("Béla", 0), Badge("Anna", 1), Badge("Anna", 0, person=1), Badge("Anna")),
        *(Badge("Anna", 0, computer=True), Badge("Анна", 0), Badge("Анна", 1), None),
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
