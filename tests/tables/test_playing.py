from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.moves import Action
from bot.tables import NewsKind, TableState
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    GUILD,
    STRANGER,
    Fixed,
    Room,
    code,
    facts,
    finish,
    legal,
    ranked,
    revision_of,
    step,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bot.rules.view import View


class Last:
    """A computer player that takes the last legal action."""

    def choose(self, view: View) -> Action:
        return view.actions[-1]


async def test_everybody_sees_their_own_hand(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    assert table.now.deal is not None
    for user, hand in zip((ANNA, BELA, CLARA), table.now.deal.layout.hands, strict=True):
        view = table.now.view(user)
        assert view is not None
        assert view.hand == hand
    watching = table.now.view(STRANGER)
    assert watching is not None
    assert (watching.seat, len(watching.hand), watching.actions) == (None, 0, ())


async def test_an_action_is_saved_and_published(room: Room) -> None:
    table = await room.started(BELA)
    await room.kinds()
    (laid, *_) = legal(table, BELA)
    assert await table.act(BELA, revision_of(table, BELA), [laid]) is None
    await room.tables.quiet()
    assert table.now.revision == 2
    (saved,) = await room.store.log.open_tables()
    assert [(each.seat, each.action) for each in saved.actions] == [(1, str(laid))]
    ((published, news),) = room.heard
    assert (published, news.kind, list(map(str, news.moves))) == (table, NewsKind.MOVES, ["1 lay ?"])


async def test_several_actions_are_one_step(room: Room) -> None:
    table = await room.started(BELA)
    await step(table, room)
    await room.kinds()
    laid, played = legal(table, BELA)[0], Action("play", str(legal(table, BELA)[1]).partition(" ")[2])
    assert await table.act(BELA, revision_of(table, BELA), [laid, played]) is None
    await room.tables.quiet()
    assert [len(news.moves) for _, news in room.heard] == [2]
    assert table.now.revision == 4


async def test_several_actions_are_all_taken_or_none(room: Room) -> None:
    table = await room.started(BELA)
    await room.kinds()
    before = facts(table)
    laid = legal(table, ANNA)[0]
    refusal = await table.act(ANNA, revision_of(table, ANNA), [laid, laid])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not_your_turn", "toy 2")
    assert facts(table) == before
    assert await room.kinds() == []
    (saved,) = await room.store.log.open_tables()
    assert saved.actions == ()


async def test_an_empty_list_of_actions_changes_nothing(room: Room) -> None:
    table = await room.started(BELA)
    await room.kinds()
    assert await table.act(ANNA, revision_of(table, ANNA), []) is None
    assert (table.now.revision, await room.kinds()) == (1, [])


async def test_refusals_of_acting(room: Room) -> None:
    table = await room.table(BELA)
    anything = [Action("lay", "T22")]
    assert code(await table.act(STRANGER, None, anything)) == "not_seated"
    assert code(await table.act(ANNA, None, anything)) == "not_started"
    assert code(await table.next_deal(ANNA)) == "not_started"
    assert table.now.refusal(ANNA, anything[0]) is None, "no deal is played yet"
    await table.start(ANNA)
    assert table.now.refusal(STRANGER, anything[0]) is None
    assert code(table.now.refusal(ANNA, Action("lay", "C7"))) == "not_in_hand"
    assert code(await table.act(STRANGER, None, anything)) == "not_seated"
    assert code(await table.act(ANNA, 0, anything)) == "stale"
    assert code(await table.act(ANNA, 2, anything)) == "stale"
    refusal = await table.act(ANNA, 1, [Action("lay", "C7")])
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.facts) == ("not_in_hand", "toy 2", {"card": "C7"})
    assert table.now.revision == 1


async def test_without_a_revision_an_action_is_always_current(room: Room) -> None:
    table = await room.started(BELA)
    for user in (BELA, ANNA):
        assert await table.act(user, None, legal(table, user)[:1]) is None
    assert table.now.revision == 3


async def test_only_one_of_several_simultaneous_actions_is_taken(room: Room) -> None:
    table = await room.started(BELA)
    revision, choices = revision_of(table, ANNA), legal(table, ANNA)
    outcomes = await asyncio.gather(*(table.act(ANNA, revision, [choice]) for choice in choices))
    assert [outcome and outcome.code for outcome in outcomes] == [None, "stale", "stale", "stale"]
    view = table.now.view(ANNA)
    assert view is not None
    assert str(view.discards) == choices[0].argument
    (saved,) = await room.store.log.open_tables()
    assert len(saved.actions) == 1


async def test_a_deal_ends_with_result_and_standings(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    assert table.now.deal is not None
    assert table.now.deal.result is not None
    assert table.now.session is not None
    scores = table.now.deal.result.scores
    assert sum(scores) == 3
    assert (table.now.session.totals, table.now.session.deals) == (scores, 1)
    assert (await room.kinds())[-1] is NewsKind.DEAL_OVER
    ranks = await room.store.leaderboard.page(GUILD, ranked())
    net = {ANNA: scores[0] - scores[1], BELA: scores[1] - scores[0]}
    assert {rank.user_id: rank.tally.net for rank in ranks if rank.tally} == net
    assert [rank.name for rank in ranks] == [{ANNA: "Anna", BELA: "Béla"}[rank.user_id] for rank in ranks]
    (saved,) = await room.store.log.open_tables()
    assert saved.deal is not None
    assert saved.deal.result is not None


async def test_deals_with_computers_are_counted_apart(room: Room) -> None:
    table = await room.started(computers=2)
    await finish(table, room)
    assert await room.store.leaderboard.size(GUILD, ranked()) == 0
    (rank,) = await room.store.leaderboard.page(GUILD, ranked(computers=True))
    assert (rank.user_id, rank.tally and rank.tally.deals) == (ANNA, 1)


async def test_a_player_who_has_left_gets_no_standing(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    await table.leave(BELA)
    await finish(table, room)
    ranks = await room.store.leaderboard.page(GUILD, ranked(computers=True))
    assert {(rank.user_id, rank.tally and rank.tally.deals) for rank in ranks} == {(ANNA, 1), (CLARA, 1)}


async def test_a_player_who_sits_out_gets_no_standing(path: Path) -> None:
    room = await Room.open(path, player=Last())
    table = await room.started(computers=4, game=ILLUSTRATED_TAROKK)
    assert (table.now.number, table.now.state) == (1, TableState.BETWEEN), "only computers play"
    assert table.now.deal is not None
    assert table.now.deal.result is not None
    assert not table.now.deal.result.void
    assert await room.store.leaderboard.size(GUILD, ranked("illustrated_tarokk", computers=True)) == 0
    await room.close()


async def test_a_void_deal_gives_nobody_a_standing(room: Room) -> None:
    table = await room.started(BELA, fruitless=True)
    await finish(table, room)
    assert table.now.session is not None
    assert (table.now.session.totals, table.now.session.deals) == ((0, 0), 1)
    assert await room.store.leaderboard.size(GUILD, ranked()) == 0


async def test_the_session_goes_on(room: Room) -> None:
    table = await room.started(BELA)
    first = table.now.deal
    await finish(table, room)
    session, revision = table.now.session, table.now.revision
    assert code(await table.next_deal(STRANGER)) == "not_seated"
    assert await table.next_deal(BELA) is None
    assert (await room.kinds())[-1] is NewsKind.DEAL_STARTED
    assert first is not None
    assert table.now.deal is not None
    assert table.now.deal.layout.dealer == first.layout.next(first.layout.dealer)
    assert table.now.deal.layout.session == {"played": 1}
    assert table.now.deal.layout.hands != first.layout.hands
    assert (table.now.session, table.now.number, table.now.revision) == (session, 2, revision + 1)
    await finish(table, room)
    assert table.now.session is not None
    assert (table.now.session.deals, sum(table.now.session.totals)) == (2, 6)


async def test_an_action_after_the_end_of_the_deal_is_refused(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert code(await table.act(ANNA, revision_of(table, ANNA) - 1, [Action("play", "T22")])) == "stale"
    assert code(await table.act(ANNA, None, [Action("play", "T22")])) == "deal_over"


async def test_only_one_of_two_simultaneous_requests_begins_the_next_deal(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    outcomes = await asyncio.gather(table.next_deal(ANNA), table.next_deal(BELA))
    assert [outcome and outcome.code for outcome in outcomes] == [None, "deal_begun"]
    assert table.now.number == 2


@pytest.mark.parametrize("dealer", [0, 1, 2])
async def test_the_first_dealer_is_drawn(path: Path, dealer: int) -> None:
    room = await Room.open(path, shuffle=Fixed(dealer=dealer))
    table = await room.started(BELA, CLARA)
    assert table.now.deal is not None
    assert table.now.deal.layout.dealer == dealer
    await room.close()


async def test_a_table_may_end_between_deals_and_in_the_lobby(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert await table.end(ANNA) is None
    lobby = await room.table(BELA)
    assert await lobby.end(ANNA) is None
    assert await room.store.log.open_tables() == ()
    assert await room.store.leaderboard.size(GUILD, ranked()) == 2


async def test_the_session_goes_on_after_a_player_left_between_deals(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    await table.leave(BELA)
    assert await table.next_deal(ANNA) is None
    await finish(table, room)
    assert table.now.number == 2
