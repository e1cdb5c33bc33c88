"""The state of the local Discord: who finds which messages and files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.playground.clock import Clock
from bot.playground.errors import ApiError
from bot.playground.messages import compose
from bot.playground.world import CHANNEL_ID, REPLACED_KEPT, Channel, ChannelKind, World


@pytest.fixture
def world() -> World:
    return World(Clock())


def test_a_message_is_found_only_in_its_own_channel(world: World) -> None:
    world.channels["7"] = Channel("7", ChannelKind.TEXT, "other")
    message = world.put(compose(world, CHANNEL_ID, {"content": "x"}, {}))
    hidden = world.put(replace(message, id="8", only_for=world.people[0].id))
    assert world.message(CHANNEL_ID, message.id) is message
    for channel_id, message_id, code in (
        ("1", message.id, 10003),
        ("7", message.id, 10008),
        (CHANNEL_ID, "1", 10008),
        (CHANNEL_ID, hidden.id, 10008),
    ):
        with pytest.raises(ApiError) as caught:
            world.message(channel_id, message_id)
        assert caught.value.code == code


def test_a_file_that_an_edit_replaced_can_be_fetched_for_a_while(world: World) -> None:
    anna, bela = (each.id for each in world.people[:2])
    message = compose(world, world.dm(anna).id, {"content": "x"}, {0: ("hand.png", b"a")})
    (file,) = world.put(message).attachments
    without = replace(message, attachments=())
    for _ in range(REPLACED_KEPT):
        world.put(without)
    assert world.attachment_for(anna, file.id) == world.signed_attachment(file.id, file.signature) == file
    assert world.attachment_for(bela, file.id) is None
    world.put(without)
    assert world.attachment_for(anna, file.id) is None
    assert world.signed_attachment(file.id, file.signature) is None


def test_everybody_has_one_channel_of_direct_messages_of_their_own(world: World) -> None:
    channels = [world.dm(each.id) for each in world.people]
    assert [each.recipient for each in channels] == [each.id for each in world.people]
    assert len({CHANNEL_ID, *(each.id for each in channels)}) == 5
    assert world.dm(world.people[0].id) is channels[0]


def test_only_the_reader_of_a_private_answer_can_dismiss_it(world: World) -> None:
    anna, bela = (each.id for each in world.people[:2])
    public = world.put(compose(world, CHANNEL_ID, {"content": "x"}, {}))
    private = world.put(replace(public, id="8", only_for=anna))
    for user_id, message_id in ((bela, "8"), (anna, public.id), (anna, "9")):
        with pytest.raises(ApiError) as caught:
            world.dismiss(user_id, message_id)
        assert caught.value.code == 10008
    world.dismiss(anna, "8")
    assert world.seen_by(anna) == [public]
    assert world.is_dismissed(private)
    assert "8" in world.messages, "the bot can still edit it"


def test_a_deleted_message_cannot_be_deleted_again(world: World) -> None:
    message = world.put(compose(world, CHANNEL_ID, {"content": "x"}, {}))
    world.delete(message.id)
    with pytest.raises(ApiError) as caught:
        world.delete(message.id)
    assert caught.value.code == 10008


def test_only_the_last_state_before_an_edit_is_kept_with_a_message(world: World) -> None:
    message = world.put(compose(world, CHANNEL_ID, {"content": "1"}, {}))
    for text in ("2", "3"):
        message = world.put(replace(message, content=text))
    assert message.previous is not None
    assert (message.previous.content, message.previous.previous) == ("2", None)


def test_a_listener_that_unsubscribed_hears_nothing_more(world: World) -> None:
    heard: list[object] = []
    stop = world.listen(heard.append)
    world.put(compose(world, CHANNEL_ID, {"content": "x"}, {}))
    stop()
    world.put(compose(world, CHANNEL_ID, {"content": "x"}, {}))
    assert len(heard) == 1
