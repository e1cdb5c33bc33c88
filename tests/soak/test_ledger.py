"""What a soak concludes from presses and the log: that something is lost, doubled, or as it should be."""

from __future__ import annotations

import pytest

from bot.playground.state import Message
from bot.text import words
from tests.soak.ledger import Control, Ledger, Log, Move, Outcome, Press, outcome_of

ANNA, TABLE = 7, "abcdef"
HEADING = "### Tapp-Tarock · deal 1 · your hand"


def press(*actions: str, revision: int = 3, outcome: Outcome = Outcome.CONFIRMED) -> Press:
    return Press(ANNA, TABLE, revision, actions, outcome)


def log(*actions: str, user_id: int | None = ANNA) -> Log:
    return {(ANNA, TABLE, revision): Move(user_id, each) for revision, each in enumerate(actions, 3)}


def test_confirmed_presses_found_in_the_log_are_not_lost() -> None:
    ledger = Ledger([press("lay H1", "lay H2"), press("play T1", revision=5)])
    saved = log("lay H1", "lay H2", "play T1")
    assert (ledger.lost(saved), ledger.unasked(saved)) == ([], [])
    assert ledger.counts() == {"confirmed": 2, "refused": 0, "unknown": 0}


def test_confirmed_presses_missing_or_different_in_the_log_are_lost() -> None:
    one, other = press("lay H1", "lay H2"), press("play T1", revision=5)
    ledger = Ledger([one, other])
    assert ledger.lost(log("lay H1")) == [one, other]
    assert ledger.lost(log("lay H1", "lay H2", "play T2")) == [other]
    assert (
        ledger.about(other, log())
        == f"{(ANNA, TABLE, 5)}: pressed play T1 confirmed (None); the log has None"
    )


@pytest.mark.parametrize("outcome", [Outcome.REFUSED, Outcome.UNKNOWN])
def test_only_confirmed_presses_can_be_lost(outcome: Outcome) -> None:
    assert Ledger([press("play T1", outcome=outcome)]).lost({}) == []


def test_an_action_logged_twice_was_not_asked_for() -> None:
    ledger = Ledger([press("pass")])
    assert ledger.unasked(log("pass", "pass")) == [(ANNA, TABLE, 4)]
    assert ledger.unasked(log("pass", "pass", user_id=None)) == [], "a computer may have done it"


@pytest.mark.parametrize(
    ("text", "revisions", "outcome"),
    [
        (f"{HEADING}\nWait for the others.", [], Outcome.CONFIRMED),
        (f"{HEADING}\nPlay a card.", [5], Outcome.CONFIRMED),
        (f"{words('en')('panel.heading_over', game='tapp_tarock', number=1)}\nOver.", [], Outcome.CONFIRMED),
        (f"{HEADING}\n⚠ You must follow suit.", [3], Outcome.REFUSED),
        (f"{HEADING}\n**You chose this; nothing has been said yet.**", [3], Outcome.REFUSED),
        (f"{HEADING}\n⚠ {words('en')('refusal.stale')}", [], Outcome.REFUSED),
        (f"{HEADING}\nPlay a card.", [3], Outcome.UNKNOWN),
        (f"{HEADING}\n{words('en')('panel.ended')}", [], Outcome.UNKNOWN),
        (f"{HEADING}\n{words('en')('panel.left_asleep')}", [], Outcome.UNKNOWN),
        ("There is no such table.", [], Outcome.UNKNOWN),
    ],
)
def test_the_outcome_of_a_press_is_read_from_its_answer(
    text: str, revisions: list[int], outcome: Outcome
) -> None:
    message = Message("1", "2", "3", 0.0, content=text)
    assert outcome_of(Control.of(f"t1:{TABLE}:3:play T1"), message, revisions) is outcome
