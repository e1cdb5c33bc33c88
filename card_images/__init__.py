"""The deck and the pictures that players are sent: hands, tricks and talons."""

from card_images.pictures import Pictures
from card_images.table import EXTENSION

__all__ = ["EXTENSION", "Pictures"]
