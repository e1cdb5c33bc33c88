"""Which pictures are shown to whom: chosen styles, nothing hidden, and their content in words."""

from __future__ import annotations

from dataclasses import replace

from bot.rules.cards import NO_CARDS, Card, Cards, card
from bot.rules.results import Result, factors
from bot.rules.state import Open
from bot.rules.tricks import Play
from bot.store import CardsShown
from bot.text import words
from bot.text.scores import score_label
from card_images import Badge, Style
from cogs.discord.page import Page
from cogs.discord.pictures import (
    ChartPicture,
    HandPicture,
    LobbyPicture,
    ScoreSheetPicture,
    TalonPicture,
    TrickPicture,
)
from cogs.hands.page import player_page
from cogs.table.names import badges_of, names_of
from cogs.table.page import cards_on_table, score_page, table_page
from cogs.table.score import score_sheet, session_chart, settled_course
from tests.cogs.place import Place, act_once, solo_lost, words_of
from tests.cogs.reading import SIGNS
from tests.notation import LINE


def cards_in(page: Page | None) -> Cards:
    """All cards on the pictures of a page."""
    assert page is not None
    found: list[Card | None] = []
    for picture in page.pictures:
        match picture:
            case HandPicture() | TrickPicture():
                found += picture.cards
            case TalonPicture():
                found += [card for group in picture.groups for card in group]
    return Cards.of(card for card in found if card is not None)


def laid_open(public: Open) -> Cards:
    """All cards that everybody has seen."""
    played = [play.card for trick in public.tricks for play in trick.plays] + [
        play.card for play in public.trick
    ]
    talon = [card for group in public.talon for card in group.cards or NO_CARDS]
    return Cards.of({*played, *talon, *(card for hand in public.hands or () for card in hand)})


async def test_no_picture_shows_a_card_its_viewer_may_not_know(place: Place) -> None:
    table = await place.start(computers=2)
    w, seen = words("en", "tapp_tarock"), NO_CARDS
    while table.now.deal is not None and table.now.deal.result is None:
        own = table.now.view(place.anna.id)
        assert own is not None
        everybodys = laid_open(table.now.deal.view(None).open)
        assert cards_in(table_page(table.now)) <= everybodys
        shown = cards_in(player_page(w, table.now, place.anna.id))
        assert own.hand <= shown <= own.hand | everybodys
        seen |= cards_in(table_page(table.now))
        await act_once(place)
    assert seen


async def test_the_choice_of_large_cards_is_remembered(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "hand")
    small = place.private(place.anna)[-1]
    await place.anna.slash(place.channel, "hand", cards=Style.LARGE.value)
    large = place.private(place.anna)[-1]
    assert small.attachments[0].filename != large.attachments[0].filename
    assert small.attachments[0].description == large.attachments[0].description
    await place.anna.slash(place.channel, "hand")
    assert place.private(place.anna)[-1].attachments[0].filename == large.attachments[0].filename
    assert (await place.bot.store.people.get(place.anna.id)).cards is CardsShown.LARGE
    await place.anna.slash(place.channel, "hand", cards=Style.STANDARD.value)
    assert place.private(place.anna)[-1].attachments[0].filename == small.attachments[0].filename
    assert (await place.bot.store.people.get(place.bela.id)).cards is CardsShown.STANDARD


async def test_who_asks_for_text_gets_no_picture_and_no_sign_in_any_answer(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    await place.anna.slash(place.channel, "hand", cards="text")
    for _ in range(2):
        await place.play_out(table)
        with place.as_bot():
            assert await table.next_deal(place.anna.id) is None
        await place.settle()
    await place.play_out(table)
    for label in ("Score sheet", "Last trick", "All hands", "Watch", "My hand"):
        await place.anna.click(place.shown, label=label)
        answer = place.private(place.anna)[-1]
        assert answer.attachments == [], label
        assert not {*SIGNS} & {*words_of(answer)}, label
    await place.bela.click(place.shown, label="Last trick")
    assert place.private(place.bela)[-1].attachments, "only for the person who asked"
    await place.anna.slash(place.channel, "leaderboard")
    assert place.last(place.anna).attachments == []


async def test_the_picture_of_a_lobby_shows_who_is_seated(place: Place) -> None:
    table = await place.open(computers=1)
    (picture,) = table_page(table.now).pictures
    assert isinstance(picture, LobbyPicture)
    anna, computer, free = picture.chairs
    assert anna == Badge("anna", 0, place.anna.id)
    assert computer == Badge("Poldi", 1, computer=True)
    assert free is None
    assert picture.people == (place.anna.id,)
    assert picture.pack == table.now.game.pack
    assert "pack of 54" in picture.description
    assert "1 taken by people, 1 by computers, 1 free" in picture.description
    assert "*Join* takes a seat" in table_page(table.now).text
    await table.fill(place.anna.id)
    assert "*Join* takes a seat" not in table_page(table.now).text


async def test_cards_discarded_face_up_are_shown_until_a_card_is_played(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert table.now.deal is not None
    public, w = table.now.deal.open, words("en", "tapp_tarock")
    names = names_of(w, table.now)
    assert cards_on_table(w, table.now, public, names) == ()
    (picture,) = cards_on_table(w, table.now, public._replace(discards_shown=Cards.of("T5 T7")), names)
    assert isinstance(picture, TalonPicture)
    assert picture.groups == (Cards.of("T7 T5").sorted,)
    assert picture.description == "Discarded face up: tarock VII, V"


async def test_the_description_of_a_score_sheet_has_its_whole_content(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert table.now.deal is not None
    line = LINE._replace(base=3, factors=factors(kontra=2), amounts=(6, 0, -6), figures={"points": 40})
    result = Result(3, 1, (line, line._replace(amounts=(0, 1, 0))))
    w, public = (
        words("en", "tapp_tarock"),
        table.now.deal.open._replace(result=result, contract="dreier", declarer=2),
    )
    (picture,) = score_sheet(w, table.now, public)
    assert isinstance(picture, ScoreSheetPicture)
    sheet, label = picture.sheet, score_label(w, line, ["anna", "bela", "clara"])
    assert [badge.name for badge in sheet.players] == ["anna", "bela", "clara"]
    assert sheet.roles == ("", "", "declarer")
    rows = [
        (row.label, row.reckoning, *(amount.text for amount in row.amounts))
        for row in (*sheet.rows, *sheet.sums)
    ]
    assert rows == [
        (label, "3 × 2 (kontra)", "+6", "0", "−6"),
        (label, "3 × 2 (kontra)", "0", "+1", "0"),
        ("This deal", "", "+6", "+1", "−6"),
        ("Total", "", "0", "0", "0"),
    ]
    assert picture.description.splitlines() == [
        "This deal: anna\u00a0+6, bela\u00a0+1, clara\u00a0−6",
        f"{label}, 3 × 2 (kontra): anna\u00a0+6, clara\u00a0−6",
        f"{label}, 3 × 2 (kontra): bela\u00a0+1",
    ]
    assert score_sheet(w, table.now, public._replace(result=Result(3, 1, void=True))) == ()
    assert score_sheet(w, table.now, public._replace(result=None)) == ()


async def test_a_deal_that_is_over_shows_its_score_sheet(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    assert table.now.deal is not None
    assert table.now.deal.result is not None
    page = table_page(table.now)
    (picture,) = page.pictures
    assert isinstance(picture, ScoreSheetPicture)
    shown = [tuple(amount.points for amount in row.amounts) for row in picture.sheet.rows]
    assert shown == [line.amounts for line in table.now.deal.result.lines]
    assert len(picture.sheet.sums) == 1, "after the first deal the totals are those of the deal"
    told = score_page(words("en", "tapp_tarock"), table.now).text
    assert all(f"\n{number}. " in told for number in range(1, len(shown) + 1))
    assert all(row.label in told for row in picture.sheet.rows)


async def test_a_trick_shows_everybody_in_the_order_of_play(place: Place) -> None:
    table = await place.start(place.bela, place.clara)
    assert table.now.deal is not None
    badges = badges_of(words("en", "tapp_tarock"), table.now)
    plays = [Play(1, card("T7")), Play(2, card("T9"))]
    public = table.now.deal.open
    begun = TrickPicture.of("", public, plays, badges)
    assert [badge.name for badge in begun.players] == ["bela", "clara", "anna"]
    assert begun.cards == (card("T7"), card("T9"), None)
    assert begun.winner is None
    over = TrickPicture.of("", public, [*plays, Play(0, card("T5"))], badges, 2)
    assert over.cards[over.winner or 0] == card("T9")
    assert over.people == (place.bela.id, place.clara.id, place.anna.id)
    assert over.file_name != begun.file_name


def test_pictures_of_different_people_have_different_names() -> None:
    one, other = (LobbyPicture("", NO_CARDS, (Badge(name, 0, 7),)) for name in ("Anna", "Anne"))
    assert one.file_name != other.file_name
    assert one.file_name == replace(one, description="something else").file_name


async def test_score_shows_the_chart_from_the_second_deal_on(place: Place) -> None:
    await solo_lost(place)
    table = place.table
    assert session_chart(words("en", "tapp_tarock"), table.now) == ()
    for _ in range(2):
        await place.play_out(table)
        with place.as_bot():
            assert await table.next_deal(place.anna.id) is None
    await place.settle()
    await place.anna.click(place.shown, label="Score sheet")
    answer = place.private(place.anna)[-1]
    session, w = table.now.session, words("en", "tapp_tarock")
    assert session is not None
    assert len(session.history) == 2
    picture, said = session_chart(w, table.now)
    assert isinstance(picture, ChartPicture)
    settled = settled_course(session)
    assert picture.totals == settled == tuple(map(session.game.net, session.history))
    assert picture.totals[-1] == session.net, "the figures of the settlement"
    runs = [", ".join(map(w.signed, run)) for run in zip(*settled, strict=True)]
    assert picture.description == w("picture.in_text")
    heading = "-# After each deal: points after settling up, not the running score"
    assert said == "{}\nanna:\u00a0{}\nbela:\u00a0{}\nclara:\u00a0{}".format(heading, *runs)
    assert [badge.name for badge in picture.players] == ["anna", "bela", "clara"]
    assert [each.description for each in answer.attachments] == [picture.description]
