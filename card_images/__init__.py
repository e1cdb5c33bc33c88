"""Draw the deck and the pictures sent to players: hands, tricks, talons, lobbies, score sheets, charts."""

from card_images.emojis import emoji, emoji_version
from card_images.encoding import EXTENSION
from card_images.indices import Style
from card_images.lobby import Chair, emblem
from card_images.paper import SEATS
from card_images.pictures import Pictures
from card_images.signs import STAR

__all__ = ["EXTENSION", "SEATS", "STAR", "Chair", "Pictures", "Style", "emblem", "emoji", "emoji_version"]
