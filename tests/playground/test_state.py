"""The state of the local Discord: who finds which messages and files, and when threads are archived."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.playground.errors import ApiError
from bot.playground.messages import compose, numbered, revise
from bot.playground.state import CHANNEL_ID, REPLACED_KEPT, Channel, ChannelKind, State
from tests.playground.helpers import Body, container, options, text, v2

DAY = 24 * 60 * 60.0


def test_a_message_is_found_only_in_its_own_channel(state: State) -> None:
    state.channels["7"] = Channel("7", ChannelKind.TEXT, "other")
    message = state.put(compose(state, CHANNEL_ID, {"content": "x"}, {}))
    hidden = state.put(replace(message, id="8", only_for=state.people[0].id))
    assert state.message(CHANNEL_ID, message.id) is message
    for channel_id, message_id, code in (
        ("1", message.id, 10003),
        ("7", message.id, 10008),
        (CHANNEL_ID, "1", 10008),
        (CHANNEL_ID, hidden.id, 10008),
    ):
        with pytest.raises(ApiError) as caught:
            state.message(channel_id, message_id)
        assert caught.value.code == code


def test_a_file_that_an_edit_replaced_can_be_fetched_for_a_while(state: State) -> None:
    anna, bela = (each.id for each in state.people[:2])
    message = compose(state, state.dm(anna).id, {"content": "x"}, {0: ("hand.png", b"a")})
    (file,) = state.put(message).attachments
    without = replace(message, attachments=())
    for _ in range(REPLACED_KEPT):
        state.put(without)
    assert state.attachment_for(anna, file.id) == state.signed_attachment(file.id, file.signature) == file
    assert state.attachment_for(bela, file.id) is None
    state.put(without)
    assert state.attachment_for(anna, file.id) is None
    assert state.signed_attachment(file.id, file.signature) is None


def test_only_the_reader_of_a_private_answer_can_dismiss_it(state: State) -> None:
    anna, bela = (each.id for each in state.people[:2])
    public = state.put(compose(state, CHANNEL_ID, {"content": "x"}, {}))
    private = state.put(replace(public, id="8", only_for=anna))
    for user_id, message_id in ((bela, "8"), (anna, public.id), (anna, "9")):
        with pytest.raises(ApiError) as caught:
            state.dismiss(user_id, message_id)
        assert caught.value.code == 10008
    state.dismiss(anna, "8")
    assert state.seen_by(anna) == [public]
    assert state.is_dismissed(private)
    assert "8" in state.messages, "the bot can still edit it"


def test_components_are_numbered_and_completed_with_discords_defaults() -> None:
    (menu,) = numbered([{"type": 3, "custom_id": "s", "options": options(1), "disabled": None}])
    assert (menu["min_values"], menu["max_values"], menu["disabled"]) == (1, 1, False)
    item = {"media": {"url": "attachment://hand.png"}}
    (gallery,) = numbered([{"type": 12, "items": [item]}])
    assert gallery["items"] == [{**item, "description": None, "spoiler": False}]
    (outer,) = numbered([container({**text(1), "id": 1}, text(1), {**text(1), "id": 3}, text(1))])
    assert (outer["id"], [each["id"] for each in outer["components"]]) == (2, [1, 4, 3, 5])


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, ["Anna", "Béla"]),
        ({"parse": ["users"]}, ["Anna", "Béla"]),
        ({"parse": [], "users": ["Béla"]}, ["Béla"]),
        ({"parse": []}, []),
    ],
)
def test_allowed_mentions_decide_who_is_pinged(state: State, allowed: Body | None, pinged: list[str]) -> None:
    ids = {user.name: user.id for user in state.people}
    if allowed and "users" in allowed:
        allowed = {**allowed, "users": [ids[each] for each in allowed["users"]]}
    said = f"<@{ids['Anna']}> <@!{ids['Béla']}> <@1>"
    for body in ({"content": said}, v2(container({"type": 10, "content": said}))):
        message = compose(state, CHANNEL_ID, {**body, "allowed_mentions": allowed}, {})
        assert message.mentions == tuple(ids[each] for each in pinged)


def test_edit_keeps_or_replaces_files(state: State) -> None:
    message = state.put(compose(state, CHANNEL_ID, {"content": "x"}, {0: ("a.png", b"a")}))
    kept = revise(state, message, {"content": "y"}, {})
    assert [each.filename for each in kept.attachments] == ["a.png"]
    old = message.attachments[0].id
    both = revise(state, message, {"attachments": [{"id": old}, {"id": 0}]}, {0: ("b.png", b"b")})
    assert [each.filename for each in both.attachments] == ["a.png", "b.png"]
    replaced = revise(state, message, {"attachments": [{"id": 0}]}, {0: ("b.png", b"b")})
    assert [each.filename for each in replaced.attachments] == ["b.png"]
