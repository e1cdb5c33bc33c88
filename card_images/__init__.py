"""The deck and the pictures that players are sent: hands, tricks, talons, lobbies, sheets and charts."""

from card_images.indices import Style
from card_images.lobby import Chair, emblem
from card_images.paper import SEATS
from card_images.pictures import Pictures
from card_images.signs import STAR
from card_images.table import EXTENSION

__all__ = ["EXTENSION", "SEATS", "STAR", "Chair", "Pictures", "Style", "emblem"]
