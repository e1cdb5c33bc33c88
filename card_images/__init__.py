"""Draw the deck and the pictures sent to players: hands, tricks, talons, lobbies, score sheets, charts."""

from card_images.avatars import Avatars, Badge
from card_images.charts import Bar
from card_images.emojis import emoji, emoji_version
from card_images.encoding import EXTENSION
from card_images.faces import Style
from card_images.pictures import Pictures
from card_images.sheet import Amount, Row, Sheet
from card_images.table import emblem

__all__ = [
    "EXTENSION",
    "Amount",
    "Avatars",
    "Badge",
    "Bar",
    "Pictures",
    "Row",
    "Sheet",
    "Style",
    "emblem",
    "emoji",
    "emoji_version",
]
