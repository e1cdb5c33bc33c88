"""Acting by typing: the same actions, offered and understood in words."""

from __future__ import annotations

from bot.rules.cards import CODES
from bot.store import CardsShown
from tests.cogs.place import Place, choose, exchange, meant, words_of


async def test_only_legal_actions_are_offered(place: Place) -> None:
    await place.start(place.bela, place.clara)
    assert await place.offered(place.anna, "bid", "bid") == ["pass", "dreier", "solo"]
    assert await place.offered(place.anna, "bid", "bid", "so") == ["solo"]
    assert await place.offered(place.bela, "bid", "bid") == []
    assert await place.offered(place.anna, "play", "card") == []
    outsider = place.guild.add_member(place.env.create_user("outsider"))
    assert await place.offered(outsider, "bid", "bid") == []
    assert await place.offered(outsider, "discard", "cards") == []


async def test_an_illegal_bid_is_refused_with_its_rule(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="oberer")
    assert "(rule 5.1.5: Bidding)" in place.told(place.anna)
    await place.anna.slash(place.channel, "bid", bid="grand slam")
    assert "no such bid" in place.told(place.anna)
    assert not place.moves


async def test_no_one_acts_without_a_table(place: Place) -> None:
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert "/tarock new" in place.told(place.anna)
    await place.anna.slash(place.channel, "hand")
    assert "/tarock new" in place.told(place.anna)
    await place.open()
    await place.anna.slash(place.channel, "bid", bid="pass")
    assert "not started" in place.told(place.anna)
    await place.anna.slash(place.channel, "hand")
    assert "not started" in place.told(place.anna)


async def test_the_talon_is_taken_by_command(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="dreier")
    for who in (place.bela, place.clara):
        await who.slash(place.channel, "bid", bid="pass")
    assert await place.offered(place.anna, "take", "part") == ["lower", "upper"]
    await place.anna.slash(place.channel, "take", part="left half")
    assert place.moves[-1] == "0 take lower"


async def test_discards_are_completed_card_by_card(place: Place) -> None:
    await exchange(place)
    first = await place.offered(place.anna, "discard", "cards")
    assert first == [action.argument for action in place.view(place.anna).actions]
    second = await place.offered(place.anna, "discard", "cards", f"{first[0]} ")
    assert second == [f"{first[0]} {each}" for each in first[1:]]
    third = await place.offered(place.anna, "discard", "cards", f"{second[0]} {first[2]}")
    assert third == [f"{second[0]} {first[2]}"]
    await place.anna.slash(place.channel, "discard", cards=third[0])
    assert len(place.view(place.anna).discards) == 3


async def test_discards_are_made_together_or_not_at_all(place: Place) -> None:
    await exchange(place)
    legal = [action.argument for action in place.view(place.anna).actions]
    missing = next(code for code in CODES if code not in map(str, place.view(place.anna).hand))
    await place.anna.slash(place.channel, "discard", cards=f"{legal[0]}, {missing}, {legal[1]}")
    assert "not in your hand" in place.told(place.anna)
    assert not place.view(place.anna).discards


async def test_announcements_and_kontras_are_made_by_command(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await meant(place, place.anna, "bid", bid="solo")
    assert "done" in await place.offered(place.anna, "announce", "item")
    await meant(place, place.anna, "announce", item="valat")
    await place.anna.slash(place.channel, "announce", item="done")
    assert await place.offered(place.bela, "kontra", "item") == ["game", "done"]
    await meant(place, place.bela, "kontra", item="valat")
    await place.bela.slash(place.channel, "kontra", item="done")
    assert place.moves[1:] == ["0 announce valat", "0 done", "1 kontra game", "1 done"]


async def test_a_typed_bid_is_questioned_with_the_same_words_as_a_pressed_one(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="solo")
    typed = place.told(place.anna)
    assert "If it fails, you pay each opponent 8 points" in typed
    assert not place.moves
    await choose(place, place.anna, "bid solo")
    assert words_of(place.panel(place.anna)) == typed
    await place.bela.slash(place.channel, "bid", bid="solo")
    assert "Are you sure?" not in place.told(place.bela), "an action that is refused anyway is not questioned"


async def test_cards_are_played_by_code_or_name(place: Place) -> None:
    await place.start(computers=2)
    await place.until("play")
    cards = await place.offered(place.anna, "play", "card")
    assert cards == [action.argument for action in place.view(place.anna).actions][:25]
    choices = await place.anna.autocomplete(place.channel, "play", "card", cards[-1])
    before = place.view(place.anna).open.tricks
    await place.anna.slash(place.channel, "play", card=choices[0]["name"])
    assert len(place.view(place.anna).open.tricks) == len(before) + 1
    await place.anna.slash(place.channel, "play", card="T99")
    assert "T99 is not in your hand" in place.told(place.anna)


async def test_commands_work_in_direct_messages(place: Place) -> None:
    await place.start(place.bela, place.clara)
    anna = place.anna.user
    choices = await anna.autocomplete("bid", "bid", "")
    assert [choice["value"] for choice in choices] == ["pass", "dreier", "solo"]
    await anna.slash("hand")
    assert words_of(anna.dm_channel.history()[-1]) == words_of(place.panel(place.anna))
    await anna.slash("bid", bid="pass")
    assert place.moves == ["0 pass"]


async def test_a_command_in_a_channel_applies_to_the_table_of_that_channel(place: Place) -> None:
    await place.start(place.bela, place.clara)
    other = place.guild.create_text_channel("elsewhere")
    await place.anna.slash(other, "bid", bid="pass")
    (answer,) = other.history(viewer=place.anna)
    assert "/tarock new" in answer.content


async def test_a_typed_bid_is_understood_and_the_language_of_its_player_remembered(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "bid", bid="Bid Dreier (three)")
    assert place.moves == ["0 bid dreier"]
    assert "You are waiting for the others" in place.told(place.anna)
    assert (await place.services.people.get(place.anna.id)).locale == "en-US"


async def test_the_hand_command_sets_the_size_of_cards(place: Place) -> None:
    await place.start(place.bela, place.clara)
    for cards, chosen in (("", "standard"), ("large", "large"), ("", "large"), ("text", "text")):
        await place.anna.slash(place.channel, "hand", **({"cards": cards} if cards else {}))
        assert (await place.services.people.get(place.anna.id)).cards is CardsShown(chosen)
