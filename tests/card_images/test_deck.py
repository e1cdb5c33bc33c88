from __future__ import annotations

import logging
from collections import Counter
from threading import Barrier, Thread
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.rules.cards import CARDS, MOND, PACK_54, PAGAT, Card
from card_images import deck as deck_module
from card_images.deck import FACES, MASTER_SIZE, Deck, Face
from card_images.pips import Style
from card_images.table import emblem

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Counter[Face]:
    """Counts the cards drawn; the drawing is replaced by a plain area to be fast."""
    counter: Counter[Face] = Counter()

    def plain(card: Card, style: Style) -> Image.Image:
        counter[card, style] += 1
        return Image.new("RGBA", MASTER_SIZE, (int(card), 0, 0, 255))

    monkeypatch.setattr(deck_module, "draw", plain)
    return counter


def colour(deck: Deck, card: Card) -> object:
    return deck.master(card).getpixel((0, 0))


def test_a_card_is_drawn_when_it_is_needed_and_once(drawn: Counter[Face]) -> None:
    deck = Deck(None)
    assert not drawn
    assert [colour(deck, MOND) for _ in range(3)] == [(int(MOND), 0, 0, 255)] * 3
    assert drawn == {(MOND, Style.STANDARD): 1}


def test_a_restart_reads_the_files_instead_of_drawing(tmp_path: Path, drawn: Counter[Face]) -> None:
    Deck(tmp_path / "new" / "folder").prepare()
    assert drawn == dict.fromkeys(FACES, 1)
    again = Deck(tmp_path / "new" / "folder")
    again.prepare()
    assert colour(again, PAGAT) == (int(PAGAT), 0, 0, 255)
    assert drawn == dict.fromkeys(FACES, 1)


def test_an_existing_file_is_not_read_before_it_is_needed(tmp_path: Path, drawn: Counter[Face]) -> None:
    Deck(tmp_path).prepare()
    deck = Deck(tmp_path)
    deck.prepare()
    assert deck.cached_bytes == 0
    deck.master(MOND)
    assert deck.cached_bytes > 0
    assert drawn == dict.fromkeys(FACES, 1)


def test_only_whole_files_are_left_in_the_folder(tmp_path: Path, drawn: Counter[Face]) -> None:
    Deck(tmp_path).prepare()
    assert len(drawn) == len(list(tmp_path.iterdir())) == 2 * 54
    assert all(file.name.startswith("card-") and file.suffix == ".webp" for file in tmp_path.iterdir())


@pytest.mark.parametrize("damage", [b"", b"RIFF", b"not a picture at all", None])
def test_a_damaged_file_is_drawn_again(tmp_path: Path, drawn: Counter[Face], damage: bytes | None) -> None:
    Deck(tmp_path).master(MOND)
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert colour(Deck(tmp_path), MOND) == (int(MOND), 0, 0, 255)
    assert drawn[MOND, Style.STANDARD] == 2
    assert file.read_bytes() == whole


def test_a_file_of_the_wrong_size_is_drawn_again(tmp_path: Path, drawn: Counter[Face]) -> None:
    Deck(tmp_path).master(MOND)
    [file] = tmp_path.iterdir()
    Image.new("RGBA", (10, 10)).save(file, "WEBP", lossless=True)
    assert Deck(tmp_path).master(MOND).size == MASTER_SIZE
    assert drawn[MOND, Style.STANDARD] == 2


def test_a_new_drawing_version_redraws_the_cards_and_deletes_the_old_files(
    tmp_path: Path, drawn: Counter[Face], monkeypatch: pytest.MonkeyPatch
) -> None:
    Deck(tmp_path).prepare()
    mine = tmp_path / "notes.txt"
    mine.write_text("not a card")
    monkeypatch.setattr(deck_module, "drawing_version", lambda: "0123456789")
    Deck(tmp_path).prepare()
    assert drawn[MOND, Style.STANDARD] == 2
    assert mine.exists()
    assert sorted(file.name for file in tmp_path.glob("*.webp")) == sorted(
        f"card-{card}-{style.value}-0123456789.webp" for card, style in FACES
    )


def test_a_folder_that_cannot_be_written_is_logged_once(
    tmp_path: Path, drawn: Counter[Face], caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "a file, no folder"
    blocked.write_text("")
    deck = Deck(blocked)
    with caplog.at_level(logging.WARNING):
        deck.prepare()
    assert colour(deck, MOND) == (int(MOND), 0, 0, 255)
    assert drawn[MOND, Style.STANDARD] == 1
    [record] = caplog.records
    assert record.getMessage().startswith("The card pictures are kept in memory only: ")


def test_two_threads_draw_no_card_twice(tmp_path: Path, drawn: Counter[Face]) -> None:
    deck = Deck(tmp_path)
    start = Barrier(2)

    def work(cards: tuple[Card, ...]) -> None:
        start.wait()
        for card in cards:
            deck.master(card)

    threads = [Thread(target=work, args=(order,)) for order in (CARDS, CARDS[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert drawn == {(card, Style.STANDARD): 1 for card in CARDS}


def test_an_old_file_that_cannot_be_removed_is_reported(
    tmp_path: Path, drawn: Counter[Face], caplog: pytest.LogCaptureFixture
) -> None:
    stubborn = tmp_path / "card-T1-standard-0000000000.webp"
    stubborn.mkdir()
    Deck(tmp_path).prepare()
    assert stubborn.exists()
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "An old card picture could not be removed"
    ]


def test_the_cards_of_the_lobby_emblem_are_drawn_first(tmp_path: Path, drawn: Counter[Face]) -> None:
    Deck(tmp_path).prepare()
    first = [card for card, _ in drawn][:11]
    assert set(first) == set(emblem(PACK_54))
    assert [style for _, style in drawn] == [Style.STANDARD] * 54 + [Style.LARGE] * 54
