"""The deck: its cards, its files, its emojis, and the cache of pictures."""

from __future__ import annotations

import io
import logging
import math
from collections import Counter
from itertools import product
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules.cards import CARDS, MOND, PACK_54, PAGAT, SKUS, TAROCKS, Card
from card_images import deck as deck_module
from card_images import emoji, emoji_version
from card_images.cache import Cache
from card_images.canvas import FONTS
from card_images.deck import FACES, MASTER_SIZE, Deck, Face, draw, drawing_version
from card_images.emojis import SIZE
from card_images.faces import LEFT, LOWEST, Style, pip_positions
from card_images.table import emblem
from card_images.tiles import Tiles, dimmed, felt, turned


def test_a_value_is_made_once() -> None:
    values = iter((b"first", b"second"))
    cache: Cache[str, bytes] = Cache(100, len)
    assert [cache.get("a", lambda: next(values)) for _ in range(3)] == [b"first"] * 3
    assert cache.get("b", lambda: next(values)) == b"second"


def test_the_least_recently_used_value_is_evicted_first() -> None:
    cache: Cache[str, bytes] = Cache(10, len)
    cache.get("a", lambda: b"aaaa")
    cache.get("b", lambda: b"bbbb")
    cache.get("a", lambda: b"never made")
    cache.get("c", lambda: b"cccc")
    assert cache.size == 8
    assert cache.get("a", lambda: b"new") == b"aaaa"
    assert cache.get("b", lambda: b"new") == b"new"


def test_a_value_too_large_to_cache_is_returned_all_the_same() -> None:
    cache: Cache[str, bytes] = Cache(3, len)
    assert cache.get("a", lambda: b"aaaa") == b"aaaa"
    assert cache.size == 0


def test_a_thread_waits_for_a_value_that_another_makes() -> None:
    cache: Cache[str, bytes] = Cache(10, len)
    begun, go_on, got = Event(), Event(), list[bytes]()

    def slow() -> bytes:
        begun.set()
        go_on.wait(10)
        return b"aaaa"

    first = Thread(target=lambda: got.append(cache.get("a", slow)))
    second = Thread(target=lambda: got.append(cache.get("a", lambda: b"another")))
    first.start()
    assert begun.wait(10)
    second.start()
    second.join(0.1)
    assert second.is_alive()
    go_on.set()
    for each in (first, second):
        each.join(10)
    assert (got, cache.size) == ([b"aaaa"] * 2, 4)


def test_a_value_that_cannot_be_made_is_tried_again() -> None:
    cache: Cache[str, bytes] = Cache(10, len)
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: bytes(1 // 0))
    assert cache.get("a", lambda: b"aaaa") == b"aaaa"


def test_a_whole_evening_of_tiles_stays_within_bounds(drawn_deck: Deck) -> None:
    tiles = Tiles(drawn_deck)
    table = felt(40, 40)
    for card, degrees in product(CARDS, range(-15, 16, 2)):
        tiles.lay(table, card, 20, 20, half_degrees=turned(math.radians(degrees)))
    assert 60_000_000 < tiles.cached_bytes <= 81_000_000


def test_a_card_that_may_not_be_played_is_dimmed(drawn_deck: Deck) -> None:
    tiles = Tiles(drawn_deck)
    bright, dim = felt(300, 450), felt(300, 450)
    tiles.lay(bright, CARDS[-1], 150, 225)
    tiles.lay(dim, CARDS[-1], 150, 225, dim=True)
    face = (40, 50, 260, 400)
    assert dim.crop(face) == dimmed(bright.crop(face)), "each colour is dimmed"
    again = felt(300, 450)
    tiles.lay(again, CARDS[-1], 150, 225)
    assert again == bright, "the card that is kept stays bright"


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
    assert again.cached_bytes == 0, "a file is not read before it is needed"
    assert colour(again, PAGAT) == (int(PAGAT), 0, 0, 255)
    assert again.cached_bytes > 0
    assert drawn == dict.fromkeys(FACES, 1)


@pytest.mark.parametrize("damage", [b"", b"RIFF", b"not a picture at all", None])
def test_a_damaged_file_is_drawn_again(tmp_path: Path, drawn: Counter[Face], damage: bytes | None) -> None:
    Deck(tmp_path).master(MOND)
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert colour(Deck(tmp_path), MOND) == (int(MOND), 0, 0, 255)
    assert drawn[MOND, Style.STANDARD] == 2
    assert file.read_bytes() == whole


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


def test_no_two_courts_have_the_same_face(masters: Masters) -> None:
    faces = {card: masters[card].crop((215, 130, 300, 270)).convert("L") for card in COURTS}
    for card, face in faces.items():
        for other, against in faces.items():
            if card < other:
                differing = ImageChops.difference(face, against).histogram()[40:]
                assert sum(differing) > face.width * face.height / 25, (card, other)


def test_each_tarock_has_a_motif_of_its_own(deck_of: dict[Style, Masters]) -> None:
    for masters in deck_of.values():
        motifs = [masters[tarock].crop((200, 60, 440, 320)).convert("L") for tarock in TAROCKS]
        for number, motif in enumerate(motifs):
            for other in motifs[:number]:
                differing = ImageChops.difference(motif, other).histogram()[40:]
                assert sum(differing) > motif.width * motif.height / 10


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8, 9, 10])
def test_a_card_shows_as_many_pips_as_it_counts(count: int) -> None:
    assert len(set(pip_positions(count))) == count


def test_drawing_twice_gives_the_same_pixels(masters: Masters) -> None:
    assert draw(SKUS).tobytes() == masters[SKUS].tobytes()


def test_every_font_has_its_licence() -> None:
    fonts = sorted(FONTS.glob("*.[ot]tf"))
    assert len(fonts) == 5
    for font in fonts:
        [licence] = [
            file for file in FONTS.glob("*-OFL.txt") if font.stem.startswith(file.stem.removesuffix("OFL"))
        ]
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text(encoding="utf-8")


MOST_BYTES = 256 * 1024
BUTTON = 20
"""Pixels of an emoji on a button."""


def on_a_button(data: bytes, background: str) -> Image.Image:
    """An emoji as a button shows it."""
    with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
        assert image.size == (SIZE, SIZE)
        shown = Image.new("RGBA", image.size, background)
        shown.alpha_composite(image.convert("RGBA"))
    return shown.convert("L").resize((BUTTON, BUTTON), Image.Resampling.LANCZOS)


def mean_difference(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of the pixels of two grey pictures, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(first, second)).mean[0]


def test_every_card_can_be_told_from_every_other_without_colours() -> None:
    drawn = [emoji(each) for each in CARDS]
    assert max(map(len, drawn)) < MOST_BYTES
    for background in ("#1e1f22", "#ffffff"):
        shown = [on_a_button(each, background) for each in drawn]
        pairs = [mean_difference(a, b) for number, a in enumerate(shown) for b in shown[:number]]
        assert min(pairs) > 2


def test_a_card_looks_the_same_each_time() -> None:
    assert emoji(MOND) == emoji(MOND)
    assert emoji_version() == emoji_version()
    assert emoji_version() != drawing_version(), "a new face of a king does not change the emojis"
