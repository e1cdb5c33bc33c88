"""Private answers about this moment: one at a time, and none after the next action."""

from __future__ import annotations

from tests.cogs.place import Place, act, words_of


def asides(place: Place) -> list[str]:
    """The first lines of Anna's private answers in her direct messages, besides her panel."""
    shown = place.anna.user.dm_channel.history(viewer=place.anna.user)
    return [words_of(each).strip().splitlines()[0] for each in shown if each.flags.ephemeral]


async def test_an_aside_replaces_the_previous_one_and_disappears_with_the_next_action(place: Place) -> None:
    await place.start(computers=2)
    for label, heading in (
        ("What can I do?", "### What can I do now?"),
        ("Auction", "### Tapp-Tarock · deal 1 · auction"),
    ):
        await place.anna.user.click(place.panel(place.anna), label=label)
        await place.settle()
        assert asides(place) == [heading]
    await act(place, place.anna)
    await place.settle()
    assert asides(place) == []


async def test_deleting_a_dismissed_aside_is_not_retried(place: Place) -> None:
    await place.start(computers=2)
    await place.anna.user.click(place.panel(place.anna), label="Auction")
    place.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008, times=None)
    before = len(place.env.http_requests)
    await place.anna.user.click(place.panel(place.anna), label="What can I do?")
    await place.settle()
    assert [each.method for each in place.env.http_requests[before:]].count("DELETE") == 1
