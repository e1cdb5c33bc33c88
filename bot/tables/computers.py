"""Computer players: how they choose, for themselves and for absent people, and what they advise."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from time import perf_counter
from typing import NamedTuple

from bot.computers import players
from bot.computers.causes import Cause
from bot.computers.hints import reason_for
from bot.computers.players import BUDGETS, Player, Strength
from bot.computers.search import Appraisal
from bot.errors import report
from bot.rules.cards import ALONE, card
from bot.rules.deal import Deal
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move
from bot.rules.reasons import Refusal
from bot.rules.view import View
from bot.tables.services import TableServices
from bot.tables.table import Table

THINKING_SECONDS = 30.0
"""How long a quick computer player may think about one action before the first legal one is taken instead."""


class Thought(NamedTuple):
    """What a computer player of a strength has decided, and how long it took."""

    after: Deal
    strength: Strength
    seconds: float


@dataclass(frozen=True)
class Thinking:
    """The computer players of a table, while they think about a snapshot of it."""

    services: TableServices
    snapshot: Table
    end: float
    """When all of them have decided, by the clock of the services."""

    async def for_computers(self, deal: Deal) -> tuple[Move, ...]:
        """Return the next step of the computers: the turn of the first one asked, within one phase and trick.

        In the last trick it plays the only card of people, too.

        So the others can follow one thing after the other. During an offer all answer in one step: which of
        them are entitled is secret. The table's lock is not held: the caller checks that the table has not
        changed before it takes the moves over.
        """
        before, stage = len(deal.log), _stage(deal)
        asked = [seat for seat in deal.seats() if seat in self.snapshot.automatic]
        for seat in asked if deal.is_offered else asked[:1]:
            while seat in deal.seats() and _stage(deal) == stage:
                deal = (await self._moved(deal, seat)).held
        return deal.log[before:]

    async def for_absent(self, deal: Deal, absent: Iterable[Seat]) -> tuple[Move, ...]:
        """Return the moves of the turns of people who are absent: each until it is not asked any more.

        A complete trick ends the turn, even if the same seat leads to the next, and so does an offer.
        """
        before, tricks = len(deal.log), len(deal.open.tricks)
        for seat in absent:
            while seat in deal.seats() and len(deal.open.tricks) == tricks and not deal.is_offered:
                deal = (await self._moved(deal, seat)).held
        return deal.log[before:]

    async def _moved(self, deal: Deal, seat: Seat) -> Deal:
        """Return the deal of the snapshot, or a later state of it, after a computer has moved for a seat.

        A quick player chooses first, whatever is legal. A player that searches is asked then, where there is
        a choice: its answer counts if it comes in time. Without any answer the first legal action is taken.
        """
        services, legal = self.services, deal.actions(seat)
        if self.snapshot.in_last_trick:
            return taken(deal, seat, legal[0])
        if prepared := self._prepared(deal, seat):
            return prepared
        thought = await self._thought(deal, seat, Strength.QUICK)
        strength = self.snapshot.strength_of(seat)
        searches = strength is not Strength.QUICK and services.thinkers and len(legal) > 1
        if searches and services.clock() < self.end:
            thought = await self._thought(deal, seat, strength) or thought
        if thought is not None:
            services.observer.thought(deal.game.name, thought.strength, thought.seconds)
            return thought.after
        return taken(deal, seat, legal[0])

    def _prepared(self, deal: Deal, seat: Seat) -> Deal | None:
        """Return the deal after what a guided deal has the seat do; `None` where nobody follows one."""
        guide = self.snapshot.guide
        planned = guide.next_of(seat, deal.log) if guide else ()
        after = deal.act(seat, planned[0]) if planned else None
        return None if isinstance(after, Refusal) else after

    async def _thought(self, deal: Deal, seat: Seat, strength: Strength) -> Thought | None:
        player = f"The {strength} computer player on seat {seat} of table {self.snapshot.id}"
        started = perf_counter()
        try:
            action = await self._chosen(deal.view(seat), seat, strength)
            seconds = perf_counter() - started
            after = None if action is None else deal.act(seat, action)
        except TimeoutError:
            report(f"{player} did not answer within {THINKING_SECONDS:g} seconds")
        except Exception as error:  # noqa: BLE001 - a player may raise anything, and the game goes on
            report(f"{player} failed", error)
        else:
            if not isinstance(after, Refusal):
                return None if after is None else Thought(after, strength, seconds)
            report(f"{player} chose an illegal action: {after.code}")
        return None

    async def _chosen(self, view: View, seat: Seat, strength: Strength) -> Action | None:
        table, services = self.snapshot, self.services
        if services.thinkers is not None and strength is not Strength.QUICK:
            # Everybody can count what the seed is made of, apart from the secret.
            seed = f"{services.thinking_secret} {table.id} {table.number} {seat} {len(view.log)}"
            return await services.thinkers.choose(table.id, strength, view, seed, self.end - services.clock())
        player = services.player_for(table.game.name)
        async with asyncio.timeout(THINKING_SECONDS):
            return await asyncio.wrap_future(_in_thread(player.choose, view))


def taken(deal: Deal, seat: Seat, action: Action) -> Deal:
    """The deal after a legal action."""
    after = deal.act(seat, action)
    assert not isinstance(after, Refusal), "a legal action is refused"
    return after


def _stage(deal: Deal) -> tuple[str, int]:
    return deal.open.phase, len(deal.open.tricks)


def _in_thread(choose: Callable[[View], Action], view: View) -> Future[Action]:
    """Start a thread that chooses. It is a daemon, so that a player that hangs cannot delay shutdown."""
    answer: Future[Action] = Future()
    answer.set_running_or_notify_cancel()  # from here on only the thread sets its state

    def think() -> None:
        try:
            answer.set_result(choose(view))
        except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)

    threading.Thread(target=think, name="computer player", daemon=True).start()
    return answer


ADVISER = Strength.STRONG
CONFIDENCE = 1.96
"""Standard errors within which a mean lies in 95 of 100 cases."""


class Hint(NamedTuple):
    """What a computer would do in a person's place."""

    view: View
    options: tuple[Appraisal, ...]
    """The computer's choice comes first. Without figures where nothing was tried out."""
    reason: Cause
    rest: tuple[Action, ...] = ()
    """The other discards that are due together with the choice."""

    @property
    def action(self) -> Action:
        return self.options[0].action


async def hint(view: View, owner: str, seed: str, services: TableServices) -> Hint:
    """Return a hint for a player who is asked. Where there is no answer in time, a quick computer gives it.

    Args:
        view: What the player sees.
        owner: The person whose share of the thinking processes this takes.
        seed: What chance depends on, apart from the view.
        services: Their thinkers try options out; without any, the hint follows rules of thumb.
    """
    options, thinkers = None, services.thinkers
    if thinkers is not None and len(view.actions) > 1:
        seconds = BUDGETS[ADVISER].seconds
        options = await thinkers.appraise(owner, ADVISER, view, seed, seconds=seconds)
    if not options:
        only = len(view.actions) == 1
        options = (Appraisal(view.actions[0] if only else services.player_for(view.game).choose(view)),)
    rest = rest_of_discard(view, options[0].action, services.player_for)
    return Hint(view, options, reason_for(view, options[0]), rest)


def rest_of_discard(view: View, first: Action, player_for: Callable[[str], Player]) -> tuple[Action, ...]:
    """Return the discards with which a player would complete the first one; none after any other action."""
    chosen = [first]
    while chosen[-1].verb == "lay" and view.to_discard > 1:
        gone = ALONE[card(chosen[-1].argument)]
        left = tuple(each for each in view.actions if each != chosen[-1])
        hand, discards = view.hand - gone, view.discards | gone
        view = replace(view, hand=hand, discards=discards, actions=left, to_discard=view.to_discard - 1)
        chosen.append(player_for(view.game).choose(view))
    return tuple(chosen[1:])


QUIET = ("pass", "done", "decline")
"""The verbs of doing nothing."""


def advised(view: View, action: Action) -> tuple[Action, ...]:
    """Return what the quick computer player would do, then what it would do between `action` and nothing.

    The latter shows of one announcement among several whether the player would make it at all.
    """
    computer = players.for_game(view.game)
    nothing = tuple(each for each in view.actions if each.verb in QUIET)
    views = [view, replace(view, actions=(action, *nothing))] if nothing else [view]
    return tuple(map(computer.choose, views))
