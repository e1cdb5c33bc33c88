"""Royal Tarokk on Discord: announcements chosen step by step, the list of all of them, fixed partners."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord import MemberActor

from bot.rules.cards import Cards
from bot.rules.game import Misdeal
from bot.tables import LiveTable
from bot.text import words
from cogs.discord.page import within
from cogs.table.page import table_page
from tests.cogs.place import Place, acts_of, id_of, ids_of, options_of, words_of


@pytest.fixture
async def table(place: Place) -> LiveTable:
    """A table where Anna and Béla play against Clara and a computer, and Anna is to announce."""
    await place.anna.slash(place.channel, "tarock new", game="royal_tarokk")
    for who in (place.bela, place.clara):
        await who.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Add computer")
    await place.anna.click(place.shown, label="Start")
    await silence(place, place.table)
    return place.table


async def silence(place: Place, table: LiveTable, until: int = 0) -> None:
    """Let every seat asked before a certain one end its turn."""
    people = {1: place.bela, 2: place.clara, 0: place.anna}
    while table.now.deal is not None and (seat := table.now.deal.seats()[0]) != until:
        await people[seat].slash(place.channel, "announce", item="done")
        await place.settle()


async def choose(place: Place, who: MemberActor, value: str) -> None:
    """Take one step in the panel that the person sees in the channel."""
    panel = place.last(who)
    (menu,) = [each for each in acts_of(panel) if ":?" in each and value in options_of(panel, each)]
    await who.select(panel, [value], custom_id=menu)


def items(table: LiveTable) -> list[str]:
    assert table.now.deal is not None
    return [str(item) for item in table.now.deal.open.items if item.seat == 0]


async def test_an_announcement_with_two_cards_is_three_lists_away(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="My hand")
    first = place.last(place.anna)
    assert len([each for each in ids_of(first) if ":?say" in each]) >= 3
    assert "23–45: " in words_of(first)
    for step in ("/announce temesvar_pheasant:", "/announce temesvar_pheasant:T1,"):
        await choose(place, place.anna, step)
        assert "nothing has been announced yet" in place.told(place.anna)
    await place.restart()
    await choose(place, place.anna, "announce temesvar_pheasant:T1,SK")
    assert items(place.table) == []
    await place.anna.click(place.last(place.anna), label="Confirm")
    assert items(place.table) == ["temesvar_pheasant:T1,SK@0"]
    assert place.table.now.deal is not None
    assert place.table.now.deal.seats() == (0,), "the turn goes on"
    assert len(place.private(place.anna)) == 1, "all in one private answer"


async def test_possible_announcements_are_explained_on_pages(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="My hand")
    await place.anna.click(place.last(place.anna), label="What can I do?")
    first = place.told(place.anna)
    await place.anna.click(place.last(place.anna), label="Next ▶")
    second = place.told(place.anna)
    assert "12. game (játék) · 2 points: five tricks or more" in first
    assert "66. Golgotha (golgota) · 250 points: " in second
    assert len(place.private(place.anna)) == 2, "the page turns where it is"


async def test_back_returns_through_the_steps(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="My hand")
    before = acts_of(place.last(place.anna))
    await choose(place, place.anna, "/announce vulture:")
    await choose(place, place.anna, "/announce vulture:T1,")
    await place.anna.click(place.last(place.anna), label="◀ Back")
    assert "/announce vulture:T2," in options_of(place.last(place.anna), ":?say")
    await place.anna.click(place.last(place.anna), label="◀ Back")
    assert acts_of(place.last(place.anna)) == before


async def test_several_announcements_of_a_list_are_said_together(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="My hand")
    panel = place.last(place.anna)
    menu = id_of(panel, ":?say0")
    await place.anna.select(panel, ["announce game", "announce city"], custom_id=menu)
    await place.anna.click(place.last(place.anna), label="Confirm")
    assert items(table) == ["game@0", "city@0"]
    await place.anna.click(place.last(place.anna), label="Done")
    assert table.now.deal is not None
    assert table.now.deal.seats() != (0,)


async def test_an_outdated_step_is_refused(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="My hand")
    old = place.last(place.anna)
    menu = next(each for each in ids_of(old) if "/announce uhu:" in options_of(old, each))
    place.lose_tokens()  # so that it is not brought up to date
    await place.anna.slash(place.channel, "announce", item="done")
    await place.anna.select(old, ["/announce uhu:"], custom_id=menu)
    pressed = next(each for each in place.private(place.anna) if each.id == old.id)
    assert "moved on" in words_of(pressed)


async def test_steps_are_seen_only_by_their_player(place: Place, table: LiveTable) -> None:
    public = [words_of(each) for each in place.public]
    await place.anna.click(place.shown, label="My hand")
    await choose(place, place.anna, "/announce hawk:")
    await place.settle()
    assert [words_of(each) for each in place.public] == public
    assert not place.private(place.bela)


async def offered(place: Place, typed: str, command: str = "announce") -> list[str]:
    choices = await place.anna.autocomplete(place.channel, command, "item", typed)
    return [str(each["value"]) for each in choices]


async def test_typing_narrows_the_completions(place: Place, table: LiveTable) -> None:
    assert len(await offered(place, "")) <= 25
    named = await offered(place, "pheasant")
    assert {each.partition(":")[0] for each in named} == {
        *("pheasant", "temesvar_pheasant", "transylvanian_pheasant")
    }
    assert "temesvar_pheasant:T1," in named
    assert await offered(place, "pheasant:") == [
        *(f"pheasant:{each}" for each in ["T4", "T3", "T2", "T1", "SK", "HK", "DK", "CK"])
    ]
    assert "volat" in await offered(place, "17")
    assert await offered(place, "temesvár ♠K T1") == ["temesvar_pheasant:T1,SK", "temesvar_pheasant:SK,T1"]


async def test_a_partly_typed_announcement_is_continued_in_the_panel(place: Place, table: LiveTable) -> None:
    for typed in ("hawk_pair:", "Double hawk"):
        await place.anna.slash(place.channel, "announce", item=typed)
        assert "/announce hawk_pair:T1," in options_of(place.last(place.anna), ":?say")
    await place.anna.slash(place.channel, "announce", item="hawk_pair:T1,T2")
    assert items(table) == ["hawk_pair:T1,T2@0"]
    await place.anna.slash(place.channel, "announce", item="no such thing")
    assert items(table) == ["hawk_pair:T1,T2@0"]


async def test_the_list_of_announcements_is_for_everybody(place: Place, table: LiveTable) -> None:
    outsider = place.guild.add_member(place.env.create_user("outsider"))
    await place.anna.slash(place.channel, "announce", item="ultimo:T3")
    await place.anna.slash(place.channel, "announce", item="done")
    await place.bela.slash(place.channel, "announce", item="uhu:T3")
    await place.bela.slash(place.channel, "announce", item="done")
    assert await offered(place, "uhu", "kontra") == []
    assert await place.offered(place.clara, "kontra", "item", "uhu") == ["uhu:T3@1"]
    await place.clara.slash(place.channel, "kontra", item="uhu:T3@1")
    await outsider.slash(place.channel, "tarock announcements")
    said = place.told(outsider)
    lines = [line for line in said.splitlines() if "III" in line]
    assert len(lines) == 2, said
    assert "anna" in lines[0]
    assert "void" in lines[0]
    assert "bela" in lines[1]
    assert "ontra" in lines[1]
    await outsider.click(place.shown, label="Announcements")
    assert place.told(outsider) == said
    assert len(place.private(outsider)) == 2


async def test_before_anything_is_announced_there_is_nothing_to_list(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock announcements")
    assert "not seated at any table" in place.told(place.anna)
    await place.anna.slash(place.channel, "tarock new", game="royal_tarokk")
    await place.anna.slash(place.channel, "tarock announcements")
    assert "Nothing has been announced" in place.told(place.anna)


async def test_the_lobby_and_the_table_tell_who_plays_with_whom(place: Place) -> None:
    await place.anna.slash(place.channel, "tarock new", game="royal_tarokk")
    assert "seats 1 and 2; 3 and 4" in words_of(place.shown)
    for who in (place.bela, place.clara):
        await who.click(place.shown, label="Join")
    await place.anna.click(place.shown, label="Add computer")
    await place.anna.click(place.shown, label="Start")
    shown = words_of(place.shown)
    assert "anna and bela" in shown
    assert "Auction" not in shown


async def test_hands_of_misdeals_are_shown_above_the_deal(place: Place, table: LiveTable) -> None:
    assert "dealt again" not in table_page(table.now).text
    hand = Cards.of("T5 T6 SQ SJ HC HJ DC DJ CC C10")
    table._table = replace(table._table, misdeals=(Misdeal(((1, hand),)),))
    shown = table_page(table.now).text
    assert "dealt again" in shown
    assert "bela" in shown.partition("dealt again")[2].partition("\n")[0]


async def test_the_sums_of_a_very_long_score_sheet_are_shown(
    place: Place, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.play_out(table)
    endless = [*(f"{number:099}" for number in range(60)), "These are the sums."]
    monkeypatch.setattr("cogs.table.score.score_lines", lambda *_: endless)
    page = table_page(table.now)
    assert page == page.clipped()
    assert endless[0] in page.text
    assert endless[59] not in page.text
    assert "These are the sums." in page.text
    assert "more lines: press *Score*" in page.text
    assert "anna was dealt" in page.text
    assert within(9, ["abc", "def", "ghi"]) == ["abc", "…"]
    assert within(99, ["abc", "def"]) == ["abc", "def"]


async def test_the_rules_include_the_conventions_of_partners(place: Place, table: LiveTable) -> None:
    await place.anna.click(place.shown, label="Rules")
    assert words("en")("conventions.royal_tarokk") in place.told(place.anna)
