"""What is sent of a message that Discord has refused before."""

from __future__ import annotations

from cogs.discord.trials import MOST, TRIES, Trials


def refused(times: int) -> Trials:
    """The trials of message 1, whose content `a` was refused some times."""
    trials = Trials()
    for _ in range(times):
        assert not trials.needs_notice(1, "a")
        trials.refused(1, "a")
    return trials


def test_a_notice_takes_the_place_of_a_message_that_was_refused_often() -> None:
    trials = refused(TRIES)
    assert trials.needs_notice(1, "a")
    assert not trials.is_given_up(1, "a")
    assert not trials.needs_notice(1, "b"), "another content is tried from the beginning"
    assert not trials.needs_notice(2, "a")


def test_once_the_notice_is_accepted_the_message_is_tried_once_more() -> None:
    trials = refused(TRIES)
    trials.noticed(1, "a")
    assert not trials.needs_notice(1, "a")
    trials.refused(1, "a")
    assert trials.is_given_up(1, "a")
    assert not trials.needs_notice(1, "a")


def test_an_accepted_message_is_forgotten() -> None:
    trials = refused(TRIES)
    trials.refused(2, "a")
    trials.accepted(1)
    assert not trials.needs_notice(1, "a")
    trials.refused(2, "a")
    trials.refused(2, "a")
    assert trials.needs_notice(2, "a"), "what was refused elsewhere is remembered"


def test_a_limited_number_of_messages_is_remembered() -> None:
    trials = refused(TRIES)
    for number in range(MOST):
        trials.refused(number + 2, "a")
    assert not trials.needs_notice(1, "a")
