"""What only some games have, on Discord: offers, talons, long turns of announcing, the last circle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import discord
import pytest
from simcord import MemberActor

from bot.games import GAMES
from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import Card
from bot.rules.deal import Deal
from bot.rules.layout import Layout
from bot.rules.session import Session
from bot.tables import LiveTable, TableState
from bot.text import words
from cogs.discord.pictures import Picture, TalonPicture
from cogs.hands.panel import panel_key
from cogs.table.page import table_page
from tests.cogs.discord.helpers import counted
from tests.cogs.place import (
    Chance,
    Place,
    acts_of,
    id_of,
    ids_of,
    marks_of,
    named_by,
    options_of,
    take,
    words_of,
)
from tests.games.illustrated_tarokk.table import dealt
from tests.games.romanian.table import four, won_by
from tests.notation import act, layout
from tests.tables.room import Wished

W = words("en", "illustrated_tarokk")


async def opened(place: Place, game: str, *more: MemberActor, computers: int = 0) -> LiveTable:
    """A new table of a game with Anna, Béla, Clara and others."""
    await place.anna.slash(place.channel, "tarock new", game=game)
    for who in (place.bela, place.clara, *more):
        await who.click(place.shown, label="Join")
    for _ in range(computers):
        await place.anna.click(place.shown, label="Add computer")
    return place.table


TYPED: Final = {
    **dict.fromkeys(("bid", "pass", "hold"), ("bid", "bid")),
    "lay": ("discard", "cards"),
    "call": ("call", "what"),
    "play": ("play", "card"),
    "take": ("take", "part"),
    "refuse": ("take", "part"),
    **dict.fromkeys(("announce", "done"), ("announce", "item")),
}
"""The command of each verb, with its option."""


async def begin(place: Place, cards: Layout, game: str, moves: Sequence[str] = ()) -> None:
    """Deal certain cards, let people type some moves, and show everybody their panel in the channel."""
    place.chance.wished = Wished(GAMES[game], cards)
    await place.anna.click(place.shown, label="Start")
    for move in moves:
        if place.table.now.state is TableState.OFFER:
            await place.ready()
        seat, verb, *argument = move.split()
        command, option = TYPED[verb]
        seated = {place.table.now.seat_of(who.id): who for who in place.everybody}
        before = len(place.moves)
        await seated[int(seat)].slash(place.channel, command, **{option: " ".join(argument) or verb})
        assert place.table.now.deal is not None
        assert str(place.table.now.deal.log[before]) == move
    await place.settle()


def verbs(message: discord.Message) -> list[str]:
    """What the buttons of a panel do in the deal."""
    return [each.rpartition(":")[2] for each in acts_of(message)]


def public_words(place: Place) -> str:
    """All that everybody can read."""
    return "\n".join(words_of(each) for each in place.public)


# -- Königrufen: house rules, calling, a demand for a new deal -------------------------------------


async def test_only_the_host_sets_house_rules_and_only_in_the_lobby(place: Place) -> None:
    table = await opened(place, "koenigrufen", computers=1)
    outsider = place.come("outsider")
    for who, said in ((place.bela, "Only the host"), (outsider, "not seated")):
        await who.click(place.shown, label="Options")
        assert said in place.told(who)
    await place.anna.click(place.shown, label="Options")
    assert options_of(place.last(place.anna), "o1:") == list(KOENIGRUFEN.options)
    mine = place.last(place.anna)
    await place.anna.select(mine, ["deals_per_session"], custom_id=id_of(mine, "o1:"))
    assert "8 (default)" in place.told(place.anna)
    await place.anna.click(place.last(place.anna), label="◀ Back")
    assert options_of(place.last(place.anna), "o1:") == list(KOENIGRUFEN.options)
    mine = place.last(place.anna)
    await place.anna.select(mine, ["deals_per_session"], custom_id=id_of(mine, "o1:"))
    values = place.last(place.anna)
    await place.anna.select(values, ["4"], custom_id=id_of(values, ":deals_per_session"))
    await place.settle()
    assert table.now.options == {"deals_per_session": 4}
    for message in (place.shown, place.last(place.anna)):
        assert "Deals in a session: 4" in words_of(message)
    mine = place.last(place.anna)
    await place.anna.select(mine, ["kaiserstich"], custom_id=id_of(mine, "o1:"))
    assert len(place.private(place.anna)) == 1
    values = place.last(place.anna)
    await place.anna.click(place.shown, label="Start")
    await place.anna.select(values, ["true"], custom_id=id_of(values, ":kaiserstich"))
    assert "already started" in "\n".join(map(words_of, place.private(place.anna)))
    assert table.now.options == {"deals_per_session": 4}


async def test_a_king_is_called_by_button_or_by_command(place: Place) -> None:
    await opened(place, "koenigrufen", computers=1)
    place.chance.wished = Chance(6)  # the computer has nothing to bid
    await place.anna.click(place.shown, label="Start")
    await place.ready()
    while place.table.now.open and place.table.now.open.phase == "auction":
        who = next(each for each in place.everybody if place.view(each).actions)
        await who.user.click(place.panel(who), label="Pass")
    await place.anna.slash(place.channel, "bid", bid="rufer")
    offered = await place.offered(place.anna, "call", "what")
    assert sorted(verbs(place.panel(place.anna))) == sorted(f"call {each}" for each in offered)
    assert not await place.offered(place.bela, "call", "what")
    await place.anna.slash(place.channel, "call", what="T22")
    assert "king" in place.told(place.anna)
    await place.anna.slash(place.channel, "call", what="SK")
    assert place.moves[-1] == "0 call SK"


ANNAS: Final = "T22 T21 T20 SK HK DK CK C7 C8 C9 C10 CJ"
NOTHING: Final = "S* H1 H2 H3 H4 D1 -SK"
"""A hand with neither king nor tarock."""


async def course(place: Place, *hands: str) -> list[object]:
    """What the channel and Anna's direct messages show from the deal to the first bid, and how often."""
    table, seen = await opened(place, "koenigrufen", computers=1), list[object]()
    place.chance.wished = Wished(KOENIGRUFEN, layout(KOENIGRUFEN, ANNAS, *hands, dealer=3))
    channels = {place.channel.id, place.anna.user.dm_channel.id}
    before = counted(place, channels)

    async def look() -> None:
        await place.settle()
        await place.services.queue.join()
        messages = [place.shown, place.panel(place.anna)]
        controls = [each.replace(table.id, "") for message in messages for each in ids_of(message)]
        ping = place.ping.content if place.ping else None
        seen.append((list(map(words_of, messages)), controls, ping, counted(place, channels) - before))

    await place.anna.click(place.shown, label="Start")
    await look()
    for who in (place.clara, place.bela, place.anna):
        await who.user.click(place.panel(who), custom_id=acts_of(place.panel(who))[-1])
        await look()
    await place.end(place.anna)
    return seen


@pytest.mark.parametrize(
    "entitled",
    [(NOTHING, "T2", "T3"), ("T1", NOTHING, "T3"), ("T1", "T2", NOTHING)],
    ids=["Béla", "Clara", "computer"],
)
async def test_no_one_else_can_see_whether_a_new_deal_may_be_demanded(
    place: Place, entitled: tuple[str, str, str]
) -> None:
    place.time.stopped = place.env.now().timestamp()
    one, other = await course(place, "T1", "T2", "T3"), await course(place, *entitled)
    assert len(one) == 4
    assert one == other


# -- Illustrated Tarokk: who sits out, a turn in one panel, offers, the last circle ----------------

LONG = (
    "T22 T15 T14 T13 T12 T11 T10 T1 SK",
    "T21 T9 T8 HK HQ HC DQ DC CQ",
    "T20 T7 T6 T5 T4 DK HJ DJ CC",
    "T19 T18 T17 T16 T3 T2 CK SQ SC",
)
"""Four hands: Anna's has eight tarokks, and Clara's the XX."""
POOR = (
    "T22 T15 T14 T13 T12 T11 T10 T1 SK",
    "T21 T9 T8 T7 T6 SQ SC CQ CC",
    "HK HQ HC HJ DK DQ DC DJ CK",
    "T20 T19 T18 T17 T16 T5 T4 T3 T2",
)
"""Four hands: Clara's has no tarokk."""
SOLO = ("0 bid solo", "1 lay S10", "1 lay C10", "2 lay H1", "2 lay D1")
"""Anna plays a solo, and the others discard what they have drawn."""
ILLUSTRATED = "illustrated_tarokk"


async def test_a_player_who_sits_out_sees_what_a_spectator_sees_and_is_asked_nothing(place: Place) -> None:
    table = await opened(place, ILLUSTRATED, computers=2)
    session = Session.first(ILLUSTRATED_TAROKK, {}, 5, 0)
    await begin(place, session.deal(ILLUSTRATED_TAROKK.pack.sorted).layout, ILLUSTRATED)
    mine = await place.hand(place.anna)
    assert W("panel.sits_out") in words_of(mine)
    assert not mine.attachments
    assert not acts_of(mine)
    assert W("standing.dealer_out", player="anna") in words_of(place.shown)
    for command, option in (("bid", "bid"), ("call", "what"), ("discard", "cards"), ("play", "card")):
        assert not await place.offered(place.anna, command, option)
    assert "not your turn" in await place.answer(place.anna, "bid", bid="pass")
    assert table.now.deal is not None
    assert not table.now.deal.log
    assert place.ping is not None
    assert str(place.anna.id) not in place.ping.content


async def test_discarding_at_once_outdates_no_other_panel(place: Place) -> None:
    await opened(place, ILLUSTRATED, computers=1)
    await begin(place, dealt(*LONG).layout, ILLUSTRATED, ("0 bid three", "1 pass", "2 pass"))
    panels = {who: await place.hand(who) for who in place.people}
    for who, mine in reversed(panels.items()):
        count = 3 if who is place.anna else 1
        assert W.term("prompt", "discard", count=count) in words_of(mine)
        values = marks_of(mine) or [named_by(each)[0] for each in ids_of(mine) if "lay" in each]
        assert not {"lay T22", "lay T1", "lay SK", "lay HK", "lay DK"} & set(values)
        await take(who, partial(place.last, who), *values[-count:])
    await place.ready()
    assert place.table.now.open is not None
    assert place.table.now.open.phase == "announcing"
    assert all(len(place.view(who).hand) == 9 for who in place.people)


async def test_announcements_follow_the_call_in_one_turn_and_are_said_together_or_not_at_all(
    place: Place,
) -> None:
    await opened(place, ILLUSTRATED, computers=1)
    await begin(place, dealt(*LONG).layout, ILLUSTRATED, SOLO)
    await place.ready()
    mine, shown = await place.hand(place.anna), partial(place.last, place.anna)
    assert verbs(mine)[0] == "call T20"
    assert options_of(mine, ":?say") == ["announce eight_tarokks"]
    await place.anna.click(mine, custom_id=id_of(mine, ":call T20"))
    said = options_of(shown(), ":?say")
    assert {"announce eight_tarokks", "announce trull"} <= set(said)
    assert "announce pagat_ultimo" not in said
    before = place.moves
    await take(place.anna, shown, "announce double_game", "announce volat")
    assert place.moves == before
    assert "double game and volát in the same" in place.told(place.anna)
    await take(place.anna, shown, "announce eight_tarokks")
    assert place.view(place.anna).actions, "more can be said now"
    chosen = ["announce trull", "announce pagat_ultimo"]
    await take(place.anna, shown, *chosen)
    assert place.moves[-3:] == [f"0 {each}" for each in (*chosen, "done")]
    assert place.view(place.bela).actions


@pytest.mark.parametrize("reached", [True, False])
async def test_the_right_to_annul_is_known_to_no_one_else(place: Place, *, reached: bool) -> None:
    table = await opened(place, ILLUSTRATED, computers=1)
    if not reached:
        path = f"/channels/{place.clara.user.dm_channel.id}/messages"
        place.env.inject_error("POST", path, status=403, code=50007, times=None)
    await begin(place, dealt(*POOR).layout, ILLUSTRATED, SOLO)
    assert W("turn.offer") in words_of(place.shown)
    for who, offered in (
        (place.anna, ["ready"]),
        (place.bela, ["ready"]),
        (place.clara, ["annul", "decline"]),
    ):
        assert verbs(await place.hand(who)) == offered
        assert await place.offered(who, "call", "what") == offered
    assert place.ping is None
    assert W("prompt.offer") not in public_words(place)
    await place.clara.slash(place.channel, "call", what="annul")
    assert table.now.state is TableState.BETWEEN


@pytest.mark.parametrize("between", [False, True])
async def test_a_player_announces_the_last_circle_after_a_question(place: Place, *, between: bool) -> None:
    table = await opened(place, ILLUSTRATED, computers=1)
    await begin(place, dealt(*POOR).layout, ILLUSTRATED, SOLO if between else ())
    outsider = place.come("outsider")
    await outsider.click(place.shown, label=W("button.last_circle"))
    assert "not seated" in place.told(outsider)
    if between:
        await place.clara.slash(place.channel, "call", what="annul")
        await place.bela.user.click(place.panel(place.bela), label=W("button.last_circle"))
        question = place.directly(place.bela)
        assert W("sure.last_circle") in words_of(question)
        await place.bela.user.click(question, custom_id=id_of(question, ":last_circle:sure"))
        panels = [place.panel(who) for who in place.people]
    else:
        for answer, said in (("keep", "sure.kept"), ("last_circle:sure", "sure.last_circle_done")):
            assert W.term("session", "last_circle", number=2) not in words_of(place.shown)
            await place.bela.click(place.shown, label=W("button.last_circle"))
            assert W("sure.last_circle") in place.told(place.bela)
            await place.bela.click(place.last(place.bela), custom_id=id_of(place.last(place.bela), answer))
            assert place.told(place.bela).strip() == W(said)
        panels = []
    assert table.now.session is not None
    assert table.now.session.last_circle_announced_after == int(between)
    for message in (place.shown, *panels):
        assert W.term("session", "last_circle", number=2 + between) in words_of(message)
        assert not [each for each in ids_of(message) if each.endswith(":last_circle")], "it is said once"


# -- Romanian Tarok: the talon, conceding, annulling out of turn -----------------------------------

ROMANIAN = "romanian_tarok"
TALON = "S7 T22 T2 HK T3 D3"


async def romanian(place: Place, deal: Deal, dora: MemberActor | None = None) -> LiveTable:
    """A table of four people that has come as far as a deal."""
    table = await opened(place, ROMANIAN, dora or place.come("dora"))
    await begin(place, deal.layout, ROMANIAN, [str(move) for move in deal.log])
    for who in place.people:
        await place.hand(who)
    return table


def doi(king: str = "CK", after: str = "") -> Deal:
    """A deal in which Anna has bid a first doi as forehand, and is at the first look."""
    return act(
        won_by(four("T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8", talon=TALON), "doi1"), f"0 call {king}; {after}"
    )


def talon_shown(page: Sequence[Picture]) -> list[str]:
    """The groups of the talon on a picture: codes, and dashes for what lies face down."""

    def written(each: Card | None) -> str:
        return "-" if each is None else str(each)

    return [
        " ".join(map(written, group))
        for picture in page
        if isinstance(picture, TalonPicture)
        for group in picture.groups
    ]


def talons(message: discord.Message) -> str:
    """What the pictures of the talon in a message are described to show."""
    return "".join(
        each.description or "" for each in message.attachments if each.filename.startswith("talon")
    )


async def test_only_the_declarer_sees_the_group_looked_at(place: Place) -> None:
    table = await romanian(place, doi())
    assert "Skiz" in talons(place.last(place.anna))
    assert "face down" in talons(place.last(place.anna))
    for who in (place.bela, place.clara):
        assert not talons(place.last(who))
        assert "Skiz" not in place.told(who)
    assert talon_shown(table_page(table.now).pictures) == []
    assert "Skiz" not in public_words(place)
    assert await place.offered(place.anna, "take", "part") == ["take", "refuse"]
    assert not await place.offered(place.bela, "take", "part")
    await place.anna.click(place.last(place.anna), custom_id=id_of(place.last(place.anna), ":refuse"))
    await place.settle()
    assert talon_shown(table_page(table.now).pictures) == ["T22 S7", "- -", "- -"]
    assert "Skiz" in talons(place.shown), "a refused group is shown to everybody"
    assert "king of hearts" in talons(place.last(place.anna))
    await place.anna.slash(place.channel, "take", part="take")
    await place.settle()
    assert talon_shown(table_page(table.now).pictures) == ["T22 S7", "- -", "- -"]
    assert "king of hearts" not in public_words(place)
    assert not talons(place.last(place.anna)), "it is in the hand now"


async def test_a_declarer_who_sees_the_called_king_in_the_talon_may_concede(place: Place) -> None:
    table = await romanian(place, doi("HK", after="0 refuse"))
    mine = place.last(place.anna)
    assert verbs(mine) == ["take", "surrender", "refuse"]
    assert "surrender" not in public_words(place)
    await place.anna.click(mine, custom_id=id_of(mine, ":surrender"))
    assert "you pay each opponent 5 points. Are you sure?" in place.told(place.anna)
    assert place.view(place.anna).open.result is None
    await place.anna.click(place.last(place.anna), custom_id=id_of(place.last(place.anna), ":!surrender"))
    await place.settle()
    assert table.now.state is TableState.BETWEEN
    assert "concedes" in words_of(place.shown)


def to_annul(annuls: bool, after: str = "") -> Deal:
    """A deal in which Clara, who speaks third, may annul; or has one tarock too many for that."""
    hand = f"SC SJ S10 HQ HJ DQ DC DJ CQ CC CJ {'C10' if annuls else 'T2'}"
    return four("T20 T17 T13 T9 T6 SK SQ HC H1 D4 D2 C8", "T22 T21 HK", hand, after=after)


async def test_annulling_out_of_turn_is_offered_in_private_to_the_player_who_may(place: Place) -> None:
    told, dora = [], place.come("dora")
    place.time.stopped = place.env.now().timestamp()
    for annuls in (False, True):
        table = await romanian(place, to_annul(annuls, after="0 pass"), dora)
        assert verbs(place.last(place.clara)) == (["annul"] if annuls else [])
        assert ("It is not your turn" in place.told(place.clara)) == annuls
        assert await place.offered(place.clara, "call", "what") == (["annul"] if annuls else [])
        assert place.ping is not None
        others = [place.shown, *(place.last(who) for who in (place.anna, place.bela))]
        controls = [each.replace(table.id, "") for message in others for each in ids_of(message)]
        keys = [panel_key(table.now, who.id) for who in (place.anna, place.bela)]
        told.append((list(map(words_of, others)), controls, keys, place.ping.content))
        assert "annul" not in public_words(place).casefold()
        if not annuls:
            await place.end(place.anna)
    assert told[0] == told[1], "no one else can see it"
    await place.bela.slash(place.channel, "call", what="annul")
    assert "annul" not in "".join(place.moves)
    await place.clara.slash(place.channel, "call", what="annul")
    await place.settle()
    assert place.table.now.state is TableState.BETWEEN
    assert place.table.now.deal is not None
    assert place.table.now.deal.result is not None
    assert place.table.now.deal.result.void, "nothing is paid"


# -- Royal Tarokk: announcements chosen step by step -----------------------------------------------


@pytest.fixture
async def royal(place: Place) -> LiveTable:
    """A table where Anna and Béla play against Clara and a computer, and Anna is to announce."""
    table = await opened(place, "royal_tarokk", computers=1)
    await place.anna.click(place.shown, label="Start")
    people = {1: place.bela, 2: place.clara, 0: place.anna}
    while table.now.deal is not None and (seat := table.now.deal.seats()[0]) != 0:
        await place.ask(people[seat], "announce", item="done")
        await place.settle()
    return table


async def choose(place: Place, who: MemberActor, value: str) -> None:
    """Take one step in the panel that the person sees in the channel."""
    panel = place.last(who)
    (menu,) = [each for each in acts_of(panel) if ":?" in each and value in options_of(panel, each)]
    await who.select(panel, [value], custom_id=menu)


def annas_items(place: Place) -> list[str]:
    """What Anna has announced."""
    return [str(item) for item in place.view(place.anna).open.items if item.seat == 0]


async def test_an_announcement_is_chosen_step_by_step_and_seen_only_by_its_player(
    place: Place, royal: LiveTable
) -> None:
    public = [words_of(each) for each in place.public]
    await place.anna.click(await place.hand(place.anna), label="More")
    before = acts_of(place.last(place.anna))
    for step in ("/announce temesvar_pheasant:", "/announce temesvar_pheasant:T1,"):
        await choose(place, place.anna, step)
        assert "nothing has been announced yet" in place.told(place.anna)
    await place.anna.click(place.last(place.anna), label="◀ Back")
    assert "/announce temesvar_pheasant:T2," in options_of(place.last(place.anna), ":?say")
    await place.anna.click(place.last(place.anna), label="◀ Back")
    assert acts_of(place.last(place.anna)) == before
    for step in ("/announce temesvar_pheasant:", "/announce temesvar_pheasant:T1,"):
        await choose(place, place.anna, step)
    await place.settle()
    assert [words_of(each) for each in place.public] == public
    assert not place.private(place.bela)
    await place.restart()
    await choose(place, place.anna, "announce temesvar_pheasant:T1,SK")
    assert annas_items(place) == []
    await place.anna.click(place.last(place.anna), label="Confirm")
    assert annas_items(place) == ["temesvar_pheasant:T1,SK@0"]
    assert place.view(place.anna).actions, "the turn goes on"
    assert len(place.private(place.anna)) == 1, "all in one private answer"


async def test_possible_announcements_are_explained_on_pages(place: Place, royal: LiveTable) -> None:
    await place.anna.click(await place.hand(place.anna), label="What can I do?")
    for told in (
        "[12] game (játék) · 2 points: to win five tricks",
        "[57] run of four matadors (piramis) · 150 points",
    ):
        while told not in place.told(place.anna):
            await place.anna.click(place.last(place.anna), label="Next ▶")
    assert len(place.private(place.anna)) == 2, "the page turns where it is"


async def test_an_outdated_step_is_refused(place: Place, royal: LiveTable) -> None:
    await place.anna.click(await place.hand(place.anna), label="More")
    old = place.last(place.anna)
    menu = next(each for each in ids_of(old) if "/announce uhu:" in options_of(old, each))
    place.lose_tokens()  # so that it is not brought up to date
    await place.anna.slash(place.channel, "announce", item="done")
    await place.anna.select(old, ["/announce uhu:"], custom_id=menu)
    pressed = next(each for each in place.private(place.anna) if each.id == old.id)
    assert "moved on" in words_of(pressed)


async def test_a_partly_typed_announcement_is_continued_in_the_panel(place: Place, royal: LiveTable) -> None:
    assert "temesvar_pheasant:T1," in await place.offered(place.anna, "announce", "item", "pheasant")
    typed = "temesvár ♠K T1"
    assert await place.offered(place.anna, "announce", "item", typed) == [
        *("temesvar_pheasant:T1,SK", "temesvar_pheasant:SK,T1")
    ]
    for typed in ("hawk_pair:", "Double hawk"):
        await place.anna.slash(place.channel, "announce", item=typed)
        assert "/announce hawk_pair:T1," in options_of(place.last(place.anna), ":?say")
    for typed in ("hawk_pair:T1,T2", "no such thing"):
        await place.anna.slash(place.channel, "announce", item=typed)
        assert annas_items(place) == ["hawk_pair:T1,T2@0"]


async def test_the_list_of_announcements_is_for_everybody(place: Place, royal: LiveTable) -> None:
    outsider = place.come("outsider")
    for who, item in ((place.anna, "ultimo:T3"), (place.bela, "uhu:T3")):
        for said in (item, "done"):
            await who.slash(place.channel, "announce", item=said)
    assert await place.offered(place.anna, "kontra", "item", "uhu") == []
    assert await place.offered(place.clara, "kontra", "item", "uhu") == ["uhu:T3@1"]
    await place.clara.slash(place.channel, "kontra", item="uhu:T3@1")
    said = await place.answer(outsider, "tarock announcements")
    voided, doubled = [line for line in said.splitlines() if "III" in line]
    assert [each in voided for each in ("anna", "replaced by")] == [True, True]
    assert [each in doubled for each in ("bela", "ontra")] == [True, True]
    await outsider.click(place.shown, label="Announced")
    assert place.told(outsider) == said
