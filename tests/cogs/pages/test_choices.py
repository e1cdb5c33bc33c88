"""What a player can do now, in words: the panel's prompt and the page behind its button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text import words
from cogs.pages.choices import choices_page
from cogs.pages.custom_ids import CHOICE_PAGES
from cogs.pages.page import Select
from cogs.pages.player import player_page
from tests.cogs.pages.test_noninterference import at_a_table
from tests.games.illustrated_tarokk.table import auction, to_call
from tests.games.koenigrufen.table import dealt as koenigrufen
from tests.notation import act

if TYPE_CHECKING:
    from bot.rules.deal import Deal

INVITER = "T22 T20 T19 T18 H1 D1 S10 C10 SJ"
OTHERS = ("T21 T17 T16 SK SQ HK DK CK CQ", "T15 T14 T13 T12 SC HQ DQ CC CJ", "T11 T10 T9 T8 T1 HC DC HJ DJ")
TALON = "T7 T6 T5 T4 T3 T2"


def invited(text: str, *, inviter: int = 0) -> Deal:
    """An auction of Illustrated Tarokk in which one seat holds the cards of every invitation."""
    hands = list(OTHERS)
    hands.insert(inviter, INVITER)
    return auction(text, *hands, talon=TALON)


def labels(deal: Deal) -> list[str]:
    """The labels of the buttons in the panel of the seat that is asked."""
    page = player_page(words("en", deal.game.name), at_a_table(deal), deal.seats()[0])
    assert page is not None
    return [each.label for row in page.rows if not isinstance(row, Select) for each in row]


def prompt(deal: Deal) -> str:
    """The panel of the seat that is asked."""
    page = player_page(words("en", deal.game.name), at_a_table(deal), deal.seats()[0])
    assert page is not None
    return page.text


def explained(deal: Deal, locale: str = "en") -> str:
    """All that the seat that is asked can do now."""
    w, table = words(locale, deal.game.name), at_a_table(deal)
    pages = dict.fromkeys(choices_page(w, table, deal.seats()[0], each).text for each in range(CHOICE_PAGES))
    return "\n".join(pages)


def test_a_call_that_invites_says_with_which_card() -> None:
    assert labels(invited(""))[:5] == [
        "Pass",
        "Bid Three (három) · 1",
        "Bid Two (kettő) · 2 · invites: XIX",
        "Bid One (egy) · 3 · invites: XVIII",
        "Bid Solo (szóló) · 4",
    ]
    assert labels(invited("A3 B2 C- D-"))[0] == "Pass · invites: XX"
    told = explained(invited("A3 B2 C- D-"))
    assert "Here this invites with the XX" in told
    assert "This invites with the XIX.** You promise" in told
    assert "Any other declarer must call the XVIII" in told


def test_a_pass_that_would_promise_a_missing_card_is_explained() -> None:
    deal = auction("A3 B2 C- D-", INVITER.replace("T20", "T7"), *OTHERS, talon=TALON.replace("T7", "T20"))
    assert "- **Pass**: Passing here would show the XX" in explained(deal)


def test_the_call_says_what_an_invitation_asks_of_it() -> None:
    accepted = to_call(invited("A3 B1 C- D- AH", inviter=1))
    assert "You have accepted Béla's invitation, so you must call the XIX." in prompt(accepted)
    assert "Nobody took up your own invitation" in prompt(to_call(invited("A2 B- C- D-")))
    free = to_call(invited("A3 B- C- D-"))
    assert "It is the XX; if you hold that yourself" in prompt(free)
    assert "It is the XX; if you hold that yourself" in explained(free)


def test_calling_a_king_is_explained() -> None:
    deal = act(koenigrufen(), "1 pass; 2 pass; 3 pass; 0 bid rufer")
    assert "The player who holds the king you call is your partner" in prompt(deal)
