"""What a table says about how its cards are shuffled. `docs/fair-dealing.md` explains the terms."""

from __future__ import annotations

from bot.fairness import Proof
from bot.tables import Table
from bot.text import Words
from cogs.discord.page import lines


def sealed_line(w: Words, table: Table) -> str:
    """What fixes the secret of the next deal before anybody can influence it; empty if there is none."""
    return w("fair.sealed", commitment=table.commitment) if table.commitment else ""


def revealed_line(w: Words, table: Table) -> str:
    """What the deck of the deal came from, once the deal is over or broken off; else empty."""
    opened = table.opened
    if opened is None:
        return ""
    deal = f"{opened.seal.table}/{opened.seal.number}"
    if opened.press is None:
        return w("fair.revealed_alone", secret=opened.seal.secret, deal=deal)
    return w("fair.revealed", secret=opened.seal.secret, press=str(opened.press), deal=deal)


def verdict(w: Words, proof: Proof) -> str:
    """Whether a deal follows from what was published before it, and all that it came from."""
    deal, fault = f"{proof.table}/{proof.number}", proof.fault()
    press = w("fair.no_press") if proof.press is None else str(proof.press)
    return lines(
        w("fair.unfair", deal=deal, fault=fault.value) if fault else w("fair.fair", deal=deal),
        w("fair.commitment", commitment=proof.commitment),
        w("fair.secret", secret=proof.secret),
        w("fair.press", press=press),
        w("fair.file"),
    )
