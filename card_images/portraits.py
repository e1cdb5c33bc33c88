"""The features that distinguish the sixteen faces on the court cards. Figure units (see `Canvas`)."""

from __future__ import annotations

from typing import Final, NamedTuple

from card_images.palette import LIPS, LIPS_PALE


class Portrait(NamedTuple):
    """The features of a face.

    Attributes:
        hair: Colour of the hair, brows and beard.
        gaze: Offset of the pupils to the right.
        wide: Width of the face, as a factor.
        brow: Height of the outer ends of the brows above the inner ones.
        lid: How wide the eyes are open, as a factor.
        smile: Depth of the middle of the mouth below its corners.
        nose: How far the nose points to its side.
        lips: Colour of the mouth.
        grooves: Whether there are wrinkles beside the mouth.
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


PORTRAITS: Final = {
    "KS": Portrait("#2F2420", 1.3, 1.0, brow=2.6, lid=0.85, smile=0.0, nose=4.0, grooves=True),
    "KH": Portrait("#D8D3C8", -1.2, 1.05, brow=-1.6, lid=0.9, smile=2.4, nose=4.6, grooves=True),
    "KD": Portrait("#C9A24B", 1.2, 1.07, brow=0.4, lid=1.05, smile=2.6, nose=3.0),
    "KC": Portrait("#7A3B1C", -1.4, 0.95, brow=1.6, lid=1.0, smile=1.0, nose=4.2),
    "QS": Portrait("#2A2023", 1.2, 0.96, brow=2.4, lid=0.86, smile=1.0, nose=2.4, lips="#8E1F35"),
    "QH": Portrait("#9A4A1E", -1.2, 1.02, brow=0.6, lid=1.08, smile=3.0, nose=2.2, lips=LIPS),
    "QD": Portrait("#D3AC55", 0.2, 1.05, brow=-0.8, lid=1.14, smile=3.4, nose=2.6, lips="#C8553F"),
    "QC": Portrait("#5E3824", -1.5, 0.98, brow=1.2, lid=0.94, smile=1.8, nose=3.2, lips="#A23A44"),
    "CS": Portrait("#3B2A22", -1.4, 1.0, brow=2.2, lid=0.88, smile=0.6, nose=4.4, grooves=True),
    "CH": Portrait("#8A4A1D", -1.0, 0.98, brow=0.2, lid=1.1, smile=2.8, nose=3.0),
    "CD": Portrait("#C9A24B", 1.2, 1.05, brow=-0.8, lid=0.96, smile=2.0, nose=3.6),
    "CC": Portrait("#4A2A1A", -1.3, 0.96, brow=1.4, lid=0.95, smile=1.2, nose=4.2),
    "JS": Portrait("#3B2A22", 1.3, 0.98, brow=1.4, lid=0.96, smile=1.4, nose=3.2),
    "JH": Portrait("#A5541F", -1.2, 1.04, brow=-0.8, lid=1.16, smile=3.6, nose=2.6),
    "JD": Portrait("#D0A64A", 1.2, 0.96, brow=1.0, lid=0.9, smile=1.8, nose=4.0),
    "JC": Portrait("#5A3320", -1.4, 1.0, brow=0.2, lid=1.02, smile=2.6, nose=3.4),
}
"""Rank and suit -> portrait."""
