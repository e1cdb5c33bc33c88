"""The page of the auction: every call, and the outcome so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text import words
from bot.text.deals import contract_line
from bot.text.sides import called_line
from cogs.table.page import auction_page
from tests.cogs.hands.test_choices import invited
from tests.cogs.lobby.test_page import lobby
from tests.cogs.test_noninterference import NAMES, as_held
from tests.games.koenigrufen.table import koenig
from tests.games.tapp_tarock.table import tapp

if TYPE_CHECKING:
    from bot.rules.deal import Deal


def said(deal: Deal) -> list[str]:
    """The lines about the auction of a deal."""
    return auction_page(words("en", deal.game.name), as_held(deal)).text.splitlines()


def test_an_auction_without_calls_says_so() -> None:
    w = words("en", "tapp_tarock")
    assert auction_page(w, lobby("tapp_tarock", None, None, None)).text.endswith("\nNo bids yet.")
    assert "No bids yet." in said(tapp())


def test_the_contract_is_shown_once_it_is_final() -> None:
    w, bidding, settled = words("en", "tapp_tarock"), tapp(after="0 bid dreier"), tapp(after="0 bid solo")
    assert said(bidding)[-1] == "Anna: Dreier"
    assert said(settled)[-2:] == ["Anna: Solo", contract_line(w, settled.open, NAMES[:3])]


def test_the_called_card_or_an_open_invitation_is_shown() -> None:
    calling = koenig(after="1 pass; 2 pass; 3 pass; 0 bid rufer; 0 call HK")
    assert said(calling)[-1] == called_line(words("en", "koenigrufen"), calling.open, NAMES[:4])
    assert said(invited("A3 B1", inviter=1))[-1].startswith("Béla invites with the XIX")
