"""Draw the deck and the pictures sent to players: hands, tricks, talons, lobbies, score sheets, charts."""

from card_images.avatars import Avatars
from card_images.badges import Badge
from card_images.charts import Bar
from card_images.encoding import EXTENSION
from card_images.indices import Style
from card_images.lobby import emblem
from card_images.pictures import Pictures
from card_images.sheet import Amount, Row, Sheet

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
]
