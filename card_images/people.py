"""The sixteen people of the court cards: what makes one face another than the next. Units of the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from card_images.palette import LIPS, LIPS_PALE


@dataclass(frozen=True)
class Person:
    """A face.

    Attributes:
        hair: Its colour, of the brows and the beard too.
        gaze: How far to the right somebody looks.
        wide: The face's width beside the common one.
        brow: How far the outer ends of the brows stand above the inner ones.
        lid: How wide the eyes are open, 1 being common.
        smile: How far the middle of the mouth lies below its corners.
        nose: How far the nose stands out to its side.
        lips: The colour of the mouth.
        grooves: Whether age has drawn lines beside the mouth.
    """

    hair: str
    gaze: float
    wide: float = 1.0
    brow: float = 0.0
    lid: float = 1.0
    smile: float = 2.0
    nose: float = 3.0
    lips: str = LIPS_PALE
    grooves: bool = False


PEOPLE: Final = {
    "KS": Person("#2F2420", 1.3, 1.0, brow=2.6, lid=0.85, smile=0.0, nose=4.0, grooves=True),
    "KH": Person("#D8D3C8", -1.2, 1.05, brow=-1.6, lid=0.9, smile=2.4, nose=4.6, grooves=True),
    "KD": Person("#C9A24B", 1.2, 1.07, brow=0.4, lid=1.05, smile=2.6, nose=3.0),
    "KC": Person("#7A3B1C", -1.4, 0.95, brow=1.6, lid=1.0, smile=1.0, nose=4.2),
    "QS": Person("#2A2023", 1.2, 0.96, brow=2.4, lid=0.86, smile=1.0, nose=2.4, lips="#8E1F35"),
    "QH": Person("#9A4A1E", -1.2, 1.02, brow=0.6, lid=1.08, smile=3.0, nose=2.2, lips=LIPS),
    "QD": Person("#D3AC55", 0.2, 1.05, brow=-0.8, lid=1.14, smile=3.4, nose=2.6, lips="#C8553F"),
    "QC": Person("#5E3824", -1.5, 0.98, brow=1.2, lid=0.94, smile=1.8, nose=3.2, lips="#A23A44"),
    "CS": Person("#3B2A22", -1.4, 1.0, brow=2.2, lid=0.88, smile=0.6, nose=4.4, grooves=True),
    "CH": Person("#8A4A1D", -1.0, 0.98, brow=0.2, lid=1.1, smile=2.8, nose=3.0),
    "CD": Person("#C9A24B", 1.2, 1.05, brow=-0.8, lid=0.96, smile=2.0, nose=3.6),
    "CC": Person("#4A2A1A", -1.3, 0.96, brow=1.4, lid=0.95, smile=1.2, nose=4.2),
    "JS": Person("#3B2A22", 1.3, 0.98, brow=1.4, lid=0.96, smile=1.4, nose=3.2),
    "JH": Person("#A5541F", -1.2, 1.04, brow=-0.8, lid=1.16, smile=3.6, nose=2.6),
    "JD": Person("#D0A64A", 1.2, 0.96, brow=1.0, lid=0.9, smile=1.8, nose=4.0),
    "JC": Person("#5A3320", -1.4, 1.0, brow=0.2, lid=1.02, smile=2.6, nose=3.4),
}
"""By rank and suit."""
