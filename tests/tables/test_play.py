"""Deals and actions: what is dealt, taken, refused and counted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import pytest

from bot.fairness import Proof
from bot.games import GAMES
from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.rules.cards import KINGS, TAROCKS, Card, Cards
from bot.rules.moves import Action
from bot.rules.session import Session
from bot.tables import Change, LiveTable, NewsKind, Tables, TableState, is_going_on, play, proof_of
from tests.tables.room import (
    ANNA,
    BELA,
    CLARA,
    GUILD,
    STRANGER,
    Fixed,
    OpenRoom,
    Room,
    code,
    deal_of,
    facts,
    finish,
    legal,
    ranked,
    refused,
    request,
    result_of,
    revision_of,
    session_of,
    step,
    view_of,
)


async def test_everybody_sees_their_own_hand(room: Room) -> None:
    table = await room.started(BELA, CLARA)
    for user, hand in zip((ANNA, BELA, CLARA), deal_of(table).layout.hands, strict=True):
        view = view_of(table, user)
        assert view.hand == hand
    watching = view_of(table, STRANGER)
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
    refusal = refused(await table.act(ANNA, revision_of(table, ANNA), [laid, laid]))
    assert (refusal.code, refusal.rule) == ("not_your_turn", "toy 2")
    assert facts(table) == before
    assert await room.kinds() == []
    (saved,) = await room.store.log.open_tables()
    assert saved.actions == ()


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
    refusal = refused(await table.act(ANNA, 1, [Action("lay", "C7")]))
    assert (refusal.code, refusal.rule, refusal.facts) == ("not_in_hand", "toy 2", {"card": "C7"})
    assert table.now.revision == 1


async def test_only_one_of_several_simultaneous_actions_is_taken(room: Room) -> None:
    table = await room.started(BELA)
    revision, choices = revision_of(table, ANNA), legal(table, ANNA)
    outcomes = await asyncio.gather(*(table.act(ANNA, revision, [choice]) for choice in choices))
    assert [outcome and outcome.code for outcome in outcomes] == [None, "stale", "stale", "stale"]
    view = view_of(table, ANNA)
    assert str(view.discards) == choices[0].argument
    (saved,) = await room.store.log.open_tables()
    assert len(saved.actions) == 1


async def test_a_deal_ends_with_result_and_standings(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert table.now.state is TableState.BETWEEN
    scores = result_of(table).scores
    assert sum(scores) == 3
    assert (session_of(table).totals, session_of(table).deals) == (scores, 1)
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


async def test_a_void_deal_gives_nobody_a_standing(room: Room) -> None:
    table = await room.started(BELA, fruitless=True)
    await finish(table, room)
    assert (session_of(table).totals, session_of(table).deals) == ((0, 0), 1)
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
    assert deal_of(table).layout.dealer == first.layout.next(first.layout.dealer)
    assert deal_of(table).layout.session == {"played": 1}
    assert deal_of(table).layout.hands != first.layout.hands
    assert (table.now.session, table.now.number, table.now.revision) == (session, 2, revision + 1)
    await finish(table, room)
    assert (session_of(table).deals, sum(session_of(table).totals)) == (2, 6)


async def test_only_one_of_two_simultaneous_requests_begins_the_next_deal(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    outcomes = await asyncio.gather(table.next_deal(ANNA), table.next_deal(BELA))
    assert [outcome and outcome.code for outcome in outcomes] == [None, "deal_begun"]
    assert table.now.number == 2


async def test_choices_about_the_dealing_survive_restarts(room: Room) -> None:
    table = await room.table(BELA, CLARA, game=ROMANIAN_TAPER)
    assert await table.set_option(ANNA, "knock_styles", value=True) is None
    assert await table.start(ANNA) is None
    for user, choice in ((CLARA, "knock"), (BELA, "abeles")):
        before = facts(table)
        table = await room.restarted()
        assert facts(table) == before
        view = view_of(table, user)
        assert not view.hand
        assert await table.act(user, revision_of(table, user), [Action("deal", choice)]) is None
        assert (await room.kinds())[-1] is NewsKind.MOVES
    before = facts(table)
    table = await room.restarted()
    assert facts(table) == before
    assert table.now.number == 1
    assert Action("pass") in legal(table, BELA)
    views = [table.now.view(user) for user in (ANNA, BELA, CLARA)]
    assert [len(view.hand) for view in views if view] == [12, 12, 12]
    await played_out(table, room)
    assert await room.store.leaderboard.size(table.now.guild_id, ranked(table.now.game.name)) == 3, (
        "all have played, the dealer too"
    )


async def played_out(table: LiveTable, room: Room) -> None:
    """Play a deal to its end, always by the last legal action, which in the auction is a bid."""
    while table.now.deal is not None and deal_of(table).result is None:
        user = next(each for each in (ANNA, BELA, CLARA) if legal(table, each))
        assert await table.act(user, revision_of(table, user), [legal(table, user)[-1]]) is None
        await room.tables.quiet()


AGREED = 4


class WithRedeals(Fixed):
    """Chance that deals some packs in which a hand has neither king nor tarock, and the others as ever."""

    def __init__(self, *void: int) -> None:
        super().__init__()
        self.void = void

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        """Return a pack: for its number in `void`, twelve poor cards for the first seat that is dealt to."""
        deck = super().deck(pack)
        if self.packs not in self.void:
            return deck
        hand = [each for each in deck if each not in KINGS | TAROCKS][:12]
        others = [each for each in deck if each not in hand]
        return (*others[:6], *hand[:6], *others[6:24], *hand[6:], *others[24:])


async def begun(open_room: OpenRoom, *void: int, right: str = "optional") -> tuple[Room, LiveTable]:
    """A table of four deals, at which every player with neither king nor tarock demands a redeal."""
    room = await open_room(shuffle=WithRedeals(*void))
    options = {"deals_per_session": AGREED, "redeal_right": right}
    table = await room.create(request(ANNA, options, game=KOENIGRUFEN))
    assert await table.join(BELA, "Béla") is None
    for _ in range(2):
        assert await table.add_computer(ANNA) is None
    assert await table.start(ANNA) is None
    return room, table


async def dealers_until_the_end(table: LiveTable, room: Room) -> list[int]:
    """Play to the end, and return the dealers of the deals that were not void."""
    dealers = []
    while table.now.state is not TableState.ENDED:
        await finish(table, room)
        dealers += [] if result_of(table).void else [deal_of(table).open.dealer]
        await table.next_deal(ANNA)
    return dealers


@pytest.mark.parametrize("void", [(), (1,), (2, 3, 6)])
async def test_every_seat_deals_equally_often(open_room: OpenRoom, void: tuple[int, ...]) -> None:
    room, table = await begun(open_room, *void)
    assert await dealers_until_the_end(table, room) == [0, 1, 2, 3]
    assert table.now.number == AGREED + len(void)


@pytest.mark.rule("koenigrufen 17.1.5")
async def test_cards_dealt_again_without_asking_are_no_deal_of_their_own(open_room: OpenRoom) -> None:
    room, table = await begun(open_room, 2, 3, right="auto")
    await finish(table, room)
    assert await table.next_deal(ANNA) is None
    shown = [hand for misdeal in table.now.misdeals for _, hand in misdeal.hands]
    assert [len(hand) for hand in shown] == [12, 12]
    assert not any(hand & (KINGS | TAROCKS) for hand in shown)
    assert table.now.number == 2
    assert await dealers_until_the_end(table, room) == [1, 2, 3]


SECOND = (2, 3, 10, 11, 18, 19, 26, 27, 33, 34)
"""Where the second speaker's cards lie in the pack, once XX and XIX are taken out."""
OTHERS = (BELA, CLARA, STRANGER)


@dataclass
class Poor(Fixed):
    """The first packs leave the second speaker without a tarokk."""

    poor: int = 2

    def deck(self, pack: Cards) -> tuple[Card, ...]:
        deck = super().deck(pack)
        given = [each for each in deck if str(each) in ("T20", "T19")]
        rest = [each for each in deck if each not in given]
        suits = [each for each in rest if each not in TAROCKS][: len(SECOND)]
        others = iter([each for each in rest if each not in suits])
        poor = [suits[SECOND.index(at)] if at in SECOND else next(others) for at in range(len(rest))]
        return (*given, *poor) if self.packs <= self.poor else deck


@pytest.mark.rule("royal_tarokk 4.4")
async def test_misdeals_are_shown_and_survive_a_restart(open_room: OpenRoom) -> None:
    room = await open_room(shuffle=Poor())
    table = await room.started(*OTHERS, game=ROYAL_TAROKK)
    assert not ROYAL_TAROKK.dealt_again(deal_of(table).layout)
    assert [[seat for seat, _ in each.hands] for each in table.now.misdeals] == [[2], [2]]
    assert not any(hand & TAROCKS for each in table.now.misdeals for _, hand in each.hands)
    assert (table.now.number, deal_of(table).layout.dealer) == (1, 0), (
        "the same dealer, and no deal of its own"
    )
    before, shown = facts(table), table.now.misdeals
    again = await room.restarted()
    assert (facts(again), again.now.misdeals) == (before, shown)
    await finish(again, room)
    assert await again.next_deal(ANNA) is None
    assert again.now.misdeals == (), "they belong to the deal that followed"


@pytest.mark.rule("royal_tarokk 3.2")
@pytest.mark.parametrize(("drawn", "dealer"), [(0, 0), (1, 2)])
async def test_the_first_dealer_is_drawn_from_those_who_may_deal_first(
    open_room: OpenRoom, drawn: int, dealer: int
) -> None:
    room = await open_room(shuffle=Fixed(dealer=drawn))
    table = await room.started(*OTHERS, game=ROYAL_TAROKK)
    assert deal_of(table).layout.dealer == dealer


@pytest.mark.rule("royal_tarokk 9.6.1", "royal_tarokk 9.6.3")
async def test_partners_change_seats_after_half_of_a_match(room: Room) -> None:
    table = await room.table(*OTHERS, game=ROYAL_TAROKK)
    assert await table.set_option(ANNA, "deals_per_match", 4) is None
    assert await table.set_option(ANNA, "swap_after_half", value=True) is None
    assert await table.start(ANNA) is None
    seated = []
    while table.now.state is not TableState.ENDED:
        seated.append(table.now.people)
        await finish(table, room)
        await table.next_deal(ANNA)
        if table.now.number == 3:
            table = await room.restarted()
    assert seated == [(ANNA, BELA, CLARA, STRANGER)] * 2 + [(BELA, ANNA, STRANGER, CLARA)] * 2


@pytest.mark.rule("royal_tarokk 15.5")
async def test_a_table_keeps_the_points_it_was_opened_with(room: Room) -> None:
    overrides = {"royal_tarokk": {"points": {"ultimo": 13}}}
    tables = await Tables.open(GAMES, room.services, overrides=overrides)
    made = await tables.create(request(ANNA, {"match_target": 500}, game=ROYAL_TAROKK))
    assert isinstance(made, LiveTable)
    assert await made.set_option(ANNA, "base_points", "components") is None
    assert code(await made.set_option(ANNA, "points", {"ultimo": 99})) == "unknown_option"
    agreed = {"base_points": "components", "match_target": 500, "points": {"ultimo": 13}}
    assert made.now.options == agreed
    await tables.close()
    assert (await room.restarted()).now.options == agreed


def left(table: LiveTable) -> int | None:
    """How many deals a table has left, if that has been decided."""
    return session_of(table).left


async def test_any_seated_person_may_announce_the_last_circle(room: Room) -> None:
    table = await room.started(BELA)
    await room.kinds()
    assert await table.announce_last_circle(BELA) is None
    assert await room.kinds() == [NewsKind.LAST_CIRCLE]
    assert table.now.revision == 1, "the announcement is not an action of the deal"
    await table.leave(BELA)
    assert NewsKind.LAST_CIRCLE not in await room.kinds()


async def test_the_session_ends_with_the_last_circle(room: Room) -> None:
    table = await room.started(BELA)
    await table.announce_last_circle(BELA)
    await finish(table, room)
    assert (table.now.state, left(table)) == (TableState.BETWEEN, None), "this deal does not decide it yet"
    await table.next_deal(ANNA)
    await finish(table, room)
    assert (table.now.state, left(table)) == (TableState.BETWEEN, 1)
    await table.next_deal(ANNA)
    await finish(table, room)
    assert (table.now.state, left(table)) == (TableState.ENDED, 0)
    assert code(await table.next_deal(ANNA)) == "table_ended"
    assert room.tables.get(table.id) is None


async def test_an_announcement_between_two_deals_counts_as_made_in_the_next_one(room: Room) -> None:
    table = await room.started(BELA)
    await finish(table, room)
    assert await table.announce_last_circle(BELA) is None
    for expected in (None, 1, 0):
        await table.next_deal(ANNA)
        await finish(table, room)
        assert left(table) == expected
    assert table.now.state is TableState.ENDED


async def test_refusals_of_announcing_the_last_circle(room: Room) -> None:
    table = await room.table(BELA)
    assert code(await table.announce_last_circle(ANNA)) == "not_started"
    await table.start(ANNA)
    assert code(await table.announce_last_circle(STRANGER)) == "not_seated"
    assert await table.announce_last_circle(ANNA) is None
    before = facts(table)
    assert code(await table.announce_last_circle(BELA)) == "last_circle_announced"
    assert facts(table) == before
    await table.end(ANNA)
    assert code(await table.announce_last_circle(BELA)) == "table_ended"
    other = await room.table(BELA, game=KOENIGRUFEN)
    assert code(await other.announce_last_circle(ANNA)) == "no_last_circle"


async def after_a_deal(room: Room) -> tuple[LiveTable, Session]:
    """A table at which everybody has passed, so that every trick has cost a chip; and its session."""
    table = await room.started(BELA, CLARA, STRANGER, game=ROMANIAN_TAROK)
    await finish(table, room)
    return table, session_of(table)


async def test_totals_and_pool_always_add_up(room: Room) -> None:
    table, session = await after_a_deal(room)
    assert (session.pool, sum(session.totals), sum(result_of(table).scores)) == (17, -17, -12)
    again = await room.restarted()
    assert again.now.session == session
    assert await again.next_deal(ANNA) is None
    view = view_of(again, ANNA)
    assert (view.open.session["pool"], again.now.session) == (18, session)


async def test_payments_into_the_pool_do_not_count_on_the_leaderboard(room: Room) -> None:
    await after_a_deal(room)
    ranks = await room.store.leaderboard.page(GUILD, ranked("romanian_tarok"))
    assert [rank.tally and rank.tally[:3] for rank in ranks] == [(1, 0, 0)] * 4


@pytest.mark.parametrize("dealt", [False, True])
async def test_the_pool_is_shared_at_the_end_without_the_antes_of_a_deal_broken_off(
    room: Room, dealt: bool
) -> None:
    table, session = await after_a_deal(room)
    assert not dealt or await table.next_deal(ANNA) is None
    assert await table.end(ANNA) is None
    assert (table.now.session, sum(session.closed().totals)) == (session.closed(), 0)


PRESS = 1_300_000_000_000_000_000


async def proved(room: Room, table_id: str, number: int) -> Proof:
    """The proof of a saved deal, after checking that it is valid."""
    saved = await room.store.history.saved_deal(table_id, number)
    assert saved is not None
    proof = proof_of(saved, GAMES)
    assert proof is not None
    assert proof.fault() is None
    return proof


@pytest.fixture
async def sealed(open_room: OpenRoom) -> Room:
    return await open_room(sealed=True)


@pytest.mark.parametrize("game", ["tapp_tarock", "royal_tarokk"])
async def test_every_deal_follows_from_the_commitment_shown_before_its_press(sealed: Room, game: str) -> None:
    others = (BELA, CLARA) if game == "tapp_tarock" else (BELA, CLARA, STRANGER)
    table = await sealed.table(*others, game=GAMES[game])
    commitments = [table.now.commitment]
    assert await table.start(ANNA, PRESS) is None
    commitments.append(table.now.commitment)
    await finish(table, sealed)
    assert await table.next_deal(BELA, PRESS + 1) is None
    await finish(table, sealed)
    proofs = [await proved(sealed, table.id, number) for number in (1, 2)]
    assert [proof.commitment for proof in proofs] == commitments
    assert [proof.press for proof in proofs] == [PRESS, PRESS + 1]


async def test_a_restart_changes_neither_seal(sealed: Room) -> None:
    table = await sealed.started(BELA, CLARA, game=GAMES["tapp_tarock"])
    await finish(table, sealed)
    assert await table.next_deal(ANNA) is None
    await step(table, sealed)
    before = table.now.commitment
    table = await sealed.restarted()
    assert table.now.commitment == before
    await finish(table, sealed)
    assert (await proved(sealed, table.id, 2)).press is None


async def test_a_new_seal_is_opened_if_none_was_shown(sealed: Room) -> None:
    table = await sealed.table(BELA, CLARA, game=GAMES["tapp_tarock"])
    unsealed = replace(table.now, seal=None)
    change = play.start(unsealed, ANNA, PRESS, None)
    assert isinstance(change, Change)
    assert change.after.origin is not None
    assert change.after.origin.seal.number == 1


async def test_a_secret_is_shown_only_when_the_deal_is_over(sealed: Room) -> None:
    table = await sealed.table(BELA, CLARA, game=GAMES["tapp_tarock"])
    shown = [table.now.opened]
    await table.start(ANNA, PRESS)
    shown.append(table.now.opened)
    assert shown == [None, None]
    saved = await sealed.saved_deal(table)
    assert is_going_on(saved)
    await finish(table, sealed)
    assert table.now.opened is not None
    assert table.now.opened.seal.commitment != table.now.commitment


async def test_the_last_cards_play_themselves(open_room: OpenRoom) -> None:
    room = await open_room(pause=0.5)
    table = await room.started(BELA, CLARA)
    while max(deal_of(table).open.hand_sizes) > 1:
        assert not table.now.in_last_trick
        await step(table, room)
    assert table.now.state is TableState.BETWEEN
    last = [move.seat for move in deal_of(table).log[-3:]]
    assert sorted(last) == [0, 1, 2]
    moves = [[*news.moves] for _, news in room.heard if news.moves]
    assert [len(each) for each in moves[-3:]] == [1, 1, 1], "one after the other, to be followed"


async def test_a_player_may_be_faster_than_the_last_card(open_room: OpenRoom) -> None:
    room = await open_room(pause=0.5)
    table = await room.started(BELA, CLARA)
    while sum(deal_of(table).open.hand_sizes) > 4:
        await step(table, room)
    room.sleep.may_wake.clear()
    for _ in range(2):
        user = next(each for each in table.now.people if legal(table, each))
        assert await table.act(user, revision_of(table, user), legal(table, user)[:1]) is None
    room.sleep.may_wake.set()
    await room.tables.quiet()
    assert table.now.state is TableState.BETWEEN
    assert len(deal_of(table).log) == sum(len(trick.plays) for trick in deal_of(table).open.tricks) + 3
