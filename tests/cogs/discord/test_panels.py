"""When a player's panels are due and how long they may wait; with players, see `test_hand_message.py`."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from bot.rules.moves import Action
from bot.tables import TableState
from cogs.discord.hand_message import ATTENTION, FOLLOWING_PACE, HandMessages
from cogs.discord.page import Page
from cogs.discord.panel_message import STEP, HandMessage, PanelMessage
from cogs.discord.slots import Priority
from cogs.hands.panel import PanelKey

NOW, ANNA = 100.0, 7
TABLE: Any = SimpleNamespace(id="k3m9xp")
PLACE = TABLE.id, ANNA
MESSAGE, ANSWER = 20, 30
"""The direct message and the private answer."""

ASKED = PanelKey(3, TableState.PLAYING, actions=(Action("pass"),))
DONE = replace(ASKED, actions=())
"""Anna's panel when she is to act, and after she has acted elsewhere."""
FOLLOWS = replace(ASKED, awaited=(1,))
AWAY = PanelKey(3, TableState.PLAYING, away=True)


class Desk:
    """Anna's direct message, which has shown `ASKED` for a second, and perhaps her private answer."""

    def __init__(self) -> None:
        self.tokens: set[int] = set()
        """The messages that a token can still edit at no cost."""
        tokens: Any = SimpleNamespace(reach=lambda message: message in self.tokens)
        self.hands = HandMessages(Mock(), Mock(), tokens, Mock(), Mock(), Mock())
        self.hands._loaded.add(PLACE)
        self.message = HandMessage(MESSAGE, ASKED, Page(()), NOW - 1, number=3)
        self.hands._messages[PLACE] = self.message

    def answer(self, key: PanelKey, *, used: float = NOW) -> None:
        """Give Anna a private answer that shows this key and was used at this time."""
        self.hands._answers[PLACE] = PanelMessage(ANSWER, key)
        self.hands._used[PLACE] = ANSWER, used

    def patience(self, key: PanelKey, *, at_last: bool = False) -> float:
        return self.hands._patience(PLACE, key, at_last=at_last)

    def is_due(self, key: PanelKey) -> bool:
        return self.hands._message_is_due(TABLE, ANNA, key)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr("cogs.discord.hand_message._now", lambda: NOW)
    return Desk()


def test_a_message_with_outdated_content_is_due(desk: Desk) -> None:
    assert not desk.is_due(ASKED)
    assert desk.is_due(DONE)
    assert desk.is_due(AWAY)
    desk.message.number = 2
    assert desk.is_due(ASKED)
    assert not desk.is_due(AWAY), "an absent player is sent nothing about another deal"


def test_a_missing_message_is_due_unless_its_player_is_away(desk: Desk) -> None:
    desk.hands._messages.clear()
    assert desk.is_due(ASKED)
    assert not desk.is_due(AWAY)
    desk.hands._loaded.clear()
    assert desk.is_due(AWAY), "there may be a message from before a restart"


def test_a_choice_or_a_new_deal_is_shown_at_once(desk: Desk) -> None:
    assert desk.patience(ASKED) == 0.0
    assert desk.patience(replace(ASKED, actions=(Action("bid", "solo"),))) == 0.0
    desk.message.number = 2
    assert desk.patience(DONE) == 0.0
    desk.hands._messages.clear()
    assert desk.patience(DONE) == 0.0


def test_an_update_after_an_action_elsewhere_is_delayed_only_once(desk: Desk) -> None:
    assert desk.patience(DONE) == ATTENTION
    assert desk.patience(DONE, at_last=True) == 0.0


@pytest.mark.parametrize(("used", "wait"), [(NOW, ATTENTION), (NOW - 5, ATTENTION - 5), (0.0, 0.0)])
def test_a_message_waits_while_a_recently_used_answer_shows_the_same(
    desk: Desk, used: float, wait: float
) -> None:
    asked = replace(ASKED, actions=(Action("bid", "solo"),))
    desk.answer(asked, used=used)
    assert desk.patience(asked) == wait
    desk.answer(ASKED, used=used)
    assert desk.patience(asked) == 0.0, "the answer shows something else"
    desk.answer(asked, used=used)
    desk.hands._used[PLACE] = MESSAGE, used
    assert desk.patience(asked) == 0.0, "the message was used last, not the answer"


def test_moves_of_others_are_shown_quickly_by_token_and_slowly_by_request(
    desk: Desk,
) -> None:
    assert desk.patience(FOLLOWS) == FOLLOWING_PACE - 1
    assert desk.hands._priority(TABLE, ANNA, FOLLOWS) is Priority.FOLLOWING
    desk.message.since = NOW - FOLLOWING_PACE - 1
    assert desk.patience(FOLLOWS) == 0.0
    desk.answer(FOLLOWS)
    assert desk.patience(FOLLOWS) == 0.0, "the answer cannot follow"
    desk.tokens = {ANSWER}
    assert desk.patience(FOLLOWS) == FOLLOWING_PACE, "the answer follows instead"
    desk.tokens = {MESSAGE}
    desk.message.since = NOW - 0.5
    assert desk.patience(FOLLOWS) == STEP - 0.5
    assert desk.hands._priority(TABLE, ANNA, FOLLOWS) is Priority.WAITING
    assert desk.hands._priority(TABLE, ANNA, DONE) is Priority.WAITING


def test_the_result_waits_until_the_last_trick_has_been_seen(desk: Desk) -> None:
    desk.message.since = NOW - 0.5
    assert desk.patience(replace(ASKED, over=True)) == STEP - 0.5


def test_a_press_is_matched_to_its_panel(desk: Desk) -> None:
    desk.answer(ASKED)

    def pressed(message: int | None, user: int = ANNA) -> PanelMessage | None:
        shown = None if message is None else SimpleNamespace(id=message)
        interaction: Any = SimpleNamespace(user=SimpleNamespace(id=user), message=shown)
        return desk.hands.pressed(TABLE, interaction)

    assert pressed(MESSAGE) is desk.message
    assert pressed(ANSWER) is desk.hands._answers[PLACE]
    assert [pressed(99), pressed(None), pressed(MESSAGE, user=8)] == [None] * 3


def test_attention_lasts_for_a_while_after_a_panel_is_used(desk: Desk) -> None:
    assert desk.hands.attention(TABLE, ANNA) == 0.0
    desk.answer(ASKED, used=NOW - 5)
    assert desk.hands.attention(TABLE, ANNA) == ATTENTION - 5
