from __future__ import annotations

import io
import logging
import os
import time
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from card_images import Avatars, avatars
from card_images.avatars import AVATAR_SIZE, MOST_BYTES, small
from card_images.gallery import portrait

if TYPE_CHECKING:
    from pathlib import Path

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
    "data",
    [b"", b"<html>", RED[: len(RED) // 2], RED + b"\0" * MOST_BYTES],
    ids=["empty", "html", "cut", "heavy"],
)
def test_data_that_is_not_a_small_png_is_not_kept(data: bytes) -> None:
    assert small(data) is None
    assert not Avatars(None).keep(1, "abc", data)


@pytest.mark.parametrize(
    ("size", "mode", "kind"),
    [
        ((8, 8), "RGB", "GIF"),
        ((8, 8), "RGB", "TIFF"),
        ((1025, 1024), "RGB", "PNG"),
        ((20_000, 20_000), "1", "PNG"),
    ],
    ids=["gif", "tiff", "large", "bomb"],
)
def test_a_picture_that_is_not_a_small_png_is_not_kept(size: tuple[int, int], mode: str, kind: str) -> None:
    data = png(size, mode, kind)
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
    monkeypatch.setattr(avatars, "_MOST_AVATARS", 2)
    store.tidy()
    assert sorted(file.name for file in tmp_path.glob("avatar-*")) == ["avatar-1-a1.png", "avatar-5-a1.png"]
    assert len(list(tmp_path.iterdir())) == 3
    monkeypatch.setattr(avatars, "_KEPT_SECONDS", 60)
    store.tidy()
    assert [file.name for file in tmp_path.glob("avatar-*")] == ["avatar-5-a1.png"]


def test_an_avatar_that_another_process_deletes_meanwhile_does_not_keep_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = Avatars(tmp_path)
    for person in (1, 2):
        store.keep(person, "a1", RED)

    def gone_after_sorting(file: Path) -> float:
        if file.name == "avatar-1-a1.png":
            file.unlink(missing_ok=True)
            return 1.0
        return 0.0

    monkeypatch.setattr(avatars, "_renewed", gone_after_sorting)
    store.tidy()
    assert list(tmp_path.iterdir()) == []
    assert caplog.text == ""


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


def test_missing_parent_folders_are_created(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "pictures"
    assert Avatars(folder).keep(7, "a1", RED)
    assert len(list(folder.iterdir())) == 1


def test_the_number_of_avatars_in_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avatars, "_MOST_AVATARS", 2)
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
