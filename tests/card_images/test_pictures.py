from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules.cards import HAND_ORDER, NO_CARDS, Card, Cards, card
from card_images import Pictures
from card_images.deck import Deck
from card_images.encoding import encode
from card_images.faces import Style
from card_images.hand import hand, spread
from card_images.table import talon
from card_images.tiles import CARD_HEIGHT, CARD_WIDTH, Tiles, felt
from tests.card_images.conftest import mixed, opened, players

COURTS = Cards.of(each for each in HAND_ORDER if each.rank in {*"KQCJ"}).sorted
TAPP = Cards.of("T22 T21 T20 T15 T13 T8 T6 T1 HK HC HJ H3 SQ S9 CJ DK").sorted


def brightness(image: Image.Image, x: float, y: float, around: int = 3) -> float:
    spot = (round(x) - around, round(y) - around, round(x) + around, round(y) + around)
    return float(ImageStat.Stat(image.convert("L").crop(spot)).mean[0])


@pytest.mark.parametrize("count", [1, 2, 9, 12, 13, 16, 19])
def test_a_hand_of_any_size_becomes_a_picture(pictures: Pictures, count: int) -> None:
    cards = mixed(count)
    image = opened(pictures.hand(cards, None))
    assert image.size == (1200, spread(cards, None).height)
    assert image.getchannel("A").getpixel((0, 0)) == 0


def test_after_preparing_the_first_hand_needs_no_drawing(
    deck_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: Card) -> Image.Image:
        raise AssertionError

    monkeypatch.setattr("card_images.deck.draw", never)
    pictures = Pictures(deck_folder)
    pictures.prepare()
    assert opened(pictures.hand(TAPP, None)).width == 1200


@pytest.mark.parametrize(
    ("cards", "most"),
    [
        (TAPP, 120_000),
        (TAPP[:12], 80_000),
        (COURTS[:12], 92_000),
        (HAND_ORDER[:16], 110_000),
        (COURTS, 145_000),
    ],
    ids=["mixed", "twelve", "twelve courts", "tarocks", "courts"],
)
def test_the_file_of_a_hand_is_small_enough(pictures: Pictures, cards: tuple[Card, ...], most: int) -> None:
    assert len(pictures.hand(cards, None)) <= most
    assert len(pictures.hand(cards, Cards.of(cards[:5]))) <= most


def test_nothing_within_a_picture_is_transparent(pictures: Pictures) -> None:
    cards = HAND_ORDER[::3][:18]
    for playable in (None, Cards.of(cards[::2])):
        opacity = opened(pictures.hand(cards, playable)).getchannel("A")
        within = (30, 0, opacity.width - 30, opacity.height)
        assert opacity.crop(within).getextrema() == (255, 255)


def test_every_tone_of_the_felt_survives_encoding() -> None:
    table = felt(1200, 400)
    within = (30, 0, 1170, 400)
    drawn, sent = (image.convert("RGB").crop(within).getcolors() for image in (table, opened(encode(table))))
    assert drawn == sent


def test_a_card_is_marked_on_its_upper_edge_near_the_corner(pictures: Pictures) -> None:
    one = TAPP[:1]
    plain, marked = (opened(pictures.hand(one, None, marked=cards)) for cards in (NO_CARDS, Cards.of(one)))
    left, top, right, bottom = ImageChops.difference(plain, marked).convert("RGB").getbbox() or (0, 0, 0, 0)
    (place,) = spread(one, None).places
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx(
        (place.x - CARD_WIDTH / 2 + right - left, place.y - CARD_HEIGHT / 2), abs=2
    )


def test_a_trick_keeps_its_size_while_it_fills_up(pictures: Pictures) -> None:
    cards = [card(code) for code in ("H3", "HK", "T7", "H1")]
    rests = [[*cards[:count], *[None] * (len(cards) - count)] for count in range(1, len(cards) + 1)]
    assert len({opened(pictures.trick(rest, players(len(rest)), None)).size for rest in rests}) == 1
    four, three = (opened(pictures.trick(cards[:count], players(count), None)) for count in (4, 3))
    assert four.size == three.size, "a narrower one would be taller on a phone"


def test_unknown_cards_of_the_talon_lie_face_down(deck_folder: Path) -> None:
    tiles = Tiles(Deck(deck_folder))
    groups: list[list[Card | None]] = [[card("H4"), card("SK")], [None, None]]
    image = talon(tiles, groups, None)
    left, right = 90, image.width - 90
    assert brightness(image, left, 70) > 200
    assert brightness(image, right, 70) < 100
    backs = image.crop((right - 60, 60, right + 30, 400))
    assert brightness(talon(tiles, groups, 0), right, 70) < brightness(image, right, 70), "it is dimmed too"
    others: list[list[Card | None]] = [[card("T9"), card("D1")], [None, None]]
    assert talon(tiles, others, None).crop((right - 60, 60, right + 30, 400)).tobytes() == backs.tobytes()


def test_the_same_hand_is_drawn_once(deck_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counted(tiles: Tiles, cards: Sequence[Card], *how: Any) -> Image.Image:
        drawn.append(len(cards))
        return hand(tiles, cards, *how)

    monkeypatch.setattr("card_images.pictures.hand", counted)
    pictures = Pictures(deck_folder)
    first = pictures.hand(TAPP, Cards.of("T22 T21"))
    assert pictures.hand(list(TAPP), Cards.of("T21 T22")) is first
    assert pictures.hand(TAPP, None) != first
    assert pictures.hand(TAPP, None, Style.LARGE) != pictures.hand(TAPP, None)
    assert drawn == [16, 16, 16]


def test_threads_may_share_the_pictures(deck_folder: Path) -> None:
    pictures = Pictures(deck_folder)
    start = Barrier(2)
    results: list[list[bytes]] = []

    def work() -> None:
        start.wait()
        results.append([pictures.hand(TAPP[:count], None) for count in (3, 7, 12)])

    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 2
    assert results[0] == results[1]
