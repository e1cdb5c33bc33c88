"""The deck: one master image for each card and style, drawn on first use and cached as lossless WebP.

A WebP master has about 30 KiB; the same pixels take 1.6 MB uncompressed.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

import PIL
from PIL import Image, ImageDraw, UnidentifiedImageError

from bot.rules.cards import CARDS, SKUS, TAROCK, TRULL, Card, Cards
from card_images.cache import write_whole
from card_images.canvas import FONTS, HEIGHT, INDEX_FONT, MASTER_SCALE, ROMAN_FONT, WIDTH
from card_images.faces import Style, court, pip_card, skus, tarock
from card_images.palette import GOLD, NIGHT, NIGHT_DEEP, NIGHT_LACE, NIGHT_RIM

_SCALE: Final = 4  # drawn this many times as large, then averaged down
_FRAME: Final = 16  # pixels from the edge to the frame
_MESH: Final = 24  # pixels between the lines of the lattice


@lru_cache(maxsize=2)
def back(width: int, height: int) -> Image.Image:
    """Return the back of a card, RGB, `width` x `height` pixels."""
    big = Image.new("RGB", (width * _SCALE, height * _SCALE), NIGHT)
    pen = ImageDraw.Draw(big)
    mesh, (across, down) = _MESH * _SCALE, big.size
    for start in range(across // 2 % mesh - down - mesh, across + down, mesh):
        pen.line((start, 0, start + down, down), NIGHT_LACE, 2 * _SCALE)
        pen.line((start + down, 0, start, down), NIGHT_LACE, 2 * _SCALE)
    _lozenge(pen, across, down)
    frame = _FRAME * _SCALE
    pen.rectangle((0, 0, across, down), outline=NIGHT_RIM, width=4 * _SCALE)
    inner = (frame, frame, across - frame, down - frame)
    pen.rounded_rectangle(inner, 10 * _SCALE, outline=GOLD, width=3 * _SCALE)
    return big.reduce(_SCALE)


def _lozenge(pen: ImageDraw.ImageDraw, across: int, down: int) -> None:
    x, y = across // 2, down // 2
    for size, colour in ((64, GOLD), (58, NIGHT_DEEP), (34, NIGHT_LACE)):
        wide, high = size * _SCALE, size * _SCALE * 3 // 2
        pen.polygon(((x, y - high), (x + wide, y), (x, y + high), (x - wide, y)), colour)


def draw(card: Card, style: Style = Style.STANDARD) -> Image.Image:
    """Draw the front of a card: 500 x 800 pixels, RGBA."""
    if card == SKUS:
        return skus(style)
    if card.suit == TAROCK:
        return tarock(int(card.rank), style)
    if card.rank in "KQCJ":
        return court(card.rank, card.suit, style)
    return pip_card(card.suit, int(card.rank), style)


MASTER_SIZE: Final = (WIDTH * MASTER_SCALE, HEIGHT * MASTER_SCALE)
_DRAWING_MODULES: Final = ("palette", "canvas", "motifs", "faces")  # they decide what a master looks like
Face: TypeAlias = tuple[Card, Style]
_FIRST: Final = TRULL | Cards.of("SK S7 HK H4 DK D4 CK C7")  # shown in lobbies, before any hand is dealt
FACES: Final = tuple(
    (card, style) for style in Style for card in sorted(CARDS, key=lambda card: card not in _FIRST)
)
"""Every card in every style, in the order `Deck.prepare` draws them: the standard style first."""
_log = logging.getLogger(__name__)


@lru_cache(maxsize=2)
def drawing_version(modules: tuple[str, ...] = _DRAWING_MODULES) -> str:
    """Return ten hex digits that change with some drawing modules, the fonts and the version of Pillow."""
    sources = [Path(__file__).with_name(f"{name}.py") for name in modules]
    digest = sha256(PIL.__version__.encode())
    for source in (*sources, *(FONTS / name for name in (INDEX_FONT, ROMAN_FONT))):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:10]


def _to_webp(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "WEBP", lossless=True, method=2)
    return file.getvalue()


def _from_webp(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=["WEBP"]) as image:
        return image.convert("RGBA")


def _is_master(data: bytes) -> bool:
    try:
        return _from_webp(data).size == MASTER_SIZE
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return False


class Deck:
    """A thread-safe cache of all masters, in memory and, unless `folder` is `None`, on disk.

    A missing or damaged file, or one of an older drawing version, is drawn again. If the folder cannot be
    written, the deck logs one warning and works in memory only.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._masters: dict[Face, bytes] = {}
        self._locks = {face: Lock() for face in FACES}

    @property
    def cached_bytes(self) -> int:
        return sum(map(len, tuple(self._masters.values())))

    def master(self, card: Card, style: Style = Style.STANDARD) -> Image.Image:
        return _from_webp(self._bytes((card, style)))

    def prepare(self) -> None:
        """Draw every master that is not on disk yet, and remove the files of older drawing versions."""
        for step in self.preparations():
            step()

    def preparations(self) -> Iterator[Callable[[], object]]:
        """Yield the steps of `prepare`, each of which draws a card at most."""
        for face in FACES:
            yield partial(self._keep, face)
        yield self._tidy

    def _keep(self, face: Face) -> None:
        if not self.keeps(face):
            self._bytes(face)

    def _tidy(self) -> None:
        if self._folder:
            current = {self._file(self._folder, face) for face in FACES}
            for file in self._folder.glob("card-*-??????????.webp"):
                if file not in current:
                    self._remove(file)

    def keeps(self, face: Face) -> bool:
        """Whether there is a file for a master; whether it is whole is seen when it is read."""
        return self._folder is not None and self._file(self._folder, face).exists()

    def _bytes(self, face: Face) -> bytes:
        # One lock per card: a caller waits for the card it needs, never for the whole deck.
        with self._locks[face]:
            if face not in self._masters:
                self._masters[face] = self._read(face) or self._draw(face)
            return self._masters[face]

    @staticmethod
    def _file(folder: Path, face: Face) -> Path:
        card, style = face
        return folder / f"card-{card}-{style.value}-{drawing_version()}.webp"

    def _read(self, face: Face) -> bytes | None:
        # Opening what is no file, such as a pipe, might wait for ever.
        if self._folder is None or not self._file(self._folder, face).is_file():
            return None
        try:
            data = self._file(self._folder, face).read_bytes()
        except OSError:
            return None
        return data if _is_master(data) else None

    def _draw(self, face: Face) -> bytes:
        data = _to_webp(draw(*face))
        if self._folder:
            self._write(self._folder, face, data)
        return data

    def _write(self, folder: Path, face: Face, data: bytes) -> None:
        try:
            write_whole(self._file(folder, face), data)
        except OSError as error:
            _log.warning("The card pictures are kept in memory only: %s", error)
            self._folder = None

    @staticmethod
    def _remove(file: Path) -> None:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("An old card picture could not be removed: %s", error)
