"""What a hint says, in both languages, and how it is laid out where two options are alike or close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.computers.hints import HintReason
from bot.rules.moves import Action
from bot.tables import Appraisal, Costly, Hint, Verdict
from bot.text import words
from cogs.hints import costliest_page, hint_page
from tests.cogs.panels import buttons
from tests.computers.table import caller
from tests.games.koenigrufen.table import koenig

if TYPE_CHECKING:
    pass

VIEW = caller(after="0 play T6; 1 play T8; 2 play T4").view(3)
EN, JA = words("en", "koenigrufen"), words("ja", "koenigrufen")


def appraised(card: str, points: float | None, error: float = 0.5, *alike: str) -> Appraisal:
    same = tuple(Action("play", each) for each in alike)
    return Appraisal(Action("play", card), points, error, 300, same)


HINT = Hint(
    VIEW,
    (appraised("T16", 12.34, 0.5, "T18"), appraised("T19", 3.0), appraised("T1", -7.0)),
    HintReason.WINS_CHEAPLY,
)


def test_a_hint_names_the_best_and_the_next_best_option() -> None:
    assert hint_page(EN, HINT).text.splitlines()[:-1] == [
        "**Hint:** XVI · tarock 16: +12.3 game points on average (±\u00a01.0)",
        "You play last: this is the cheapest card that wins.",
        "Just as good: XVIII · tarock 18",
        "Next best: XIX · tarock 19, +3.0 (±\u00a01.0)",
    ]
    assert "-# Based on 300 imagined deals that fit what you can see" in hint_page(EN, HINT).text
    assert "最後の番なので" in hint_page(JA, HINT).text


def test_an_option_that_promises_more_is_not_called_next_best() -> None:
    saving = HINT._replace(options=(appraised("T16", 3.0), appraised("T19", 3.5)))
    assert "Another choice: XIX · tarock 19, +3.5" in hint_page(EN, saving).text
    assert "Next best" not in hint_page(EN, saving).text


def test_the_costliest_decision_is_named_and_links_to_its_trick() -> None:
    found = Costly(VIEW, appraised("T1", -7.0), appraised("T16", 12.3))
    page = costliest_page(EN, "k3m9xp/4", Verdict(12, found))
    assert page.text.splitlines()[:-1] == [
        "### Königrufen · deal k3m9xp/4: what could I have done?",
        "Your costliest decision was in trick 1.",
        "You chose I · Pagat, tarock 1: −7.0 game points (±\u00a01.0)",
        "Better was **XVI · tarock 16**: +12.3 game points (±\u00a01.0)",
        "Going by what you could see then, that cost you 19.3 game points on average.",
    ]
    assert "-# 12 of your decisions were reviewed" in page.text
    assert [(each.id, each.label) for each in buttons(page)] == [("d1:k3m9xp:4:2", "Trick 1")]
    assert "最も損をした選択" in costliest_page(JA, "k3m9xp/4", Verdict(12, found)).text


def test_a_costly_decision_before_the_play_links_to_the_auction() -> None:
    deal = koenig()
    view = deal.view(deal.seats()[0])
    bids = [Appraisal(view.actions[at], points, 0.5, 300) for at, points in enumerate((9.0, 1.0))]
    page = costliest_page(EN, "k3m9xp/4", Verdict(2, Costly(view, bids[1], bids[0])))
    assert "came before the first card" in page.text
    assert [(each.id, each.label) for each in buttons(page)] == [("d1:k3m9xp:4:1", "Auction")]


def test_no_decision_is_named_if_none_was_costly() -> None:
    page = costliest_page(EN, "k3m9xp/4", Verdict(1, None))
    assert "none of the decisions reviewed clearly cost you anything" in page.text
    assert "1 of your decisions was reviewed" in page.text
    assert not page.rows
    nothing = costliest_page(EN, "k3m9xp/4", Verdict(0, None)).text
    assert "no choice that can be reviewed" in nothing
    assert "none of your decisions" not in nothing
