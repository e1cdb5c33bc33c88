"""Computer players choose: in a worker process or a thread, and whatever happens there, the game goes on."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.computers.players import Strength
from bot.rules.reasons import Refusal
from bot.tables.incidents import report

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.deal import Deal
    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.tables.services import TableServices
    from bot.tables.situation import Identity, Situation

THINKING_SECONDS: Final = 30.0
"""How long a quick computer player may think about one action before the first legal one is taken instead."""


class Thought(NamedTuple):
    """What a computer player has decided."""

    after: Deal
    """The deal after its move."""
    strength: Strength
    """That of the player."""
    seconds: float
    """How long it took."""


@dataclass(frozen=True)
class Thinking:
    """The computer players of a table, while they think about a snapshot of it."""

    table: Identity
    services: TableServices
    snapshot: Situation
    end: float
    """When all of them have decided, by the clock of the services."""

    async def moved(self, deal: Deal, seat: Seat) -> Deal:
        """Return a deal after a computer has moved for a seat.

        A quick player chooses first, whatever is legal. A player that searches is asked then, where there is
        a choice: it replaces that if it answers in time. Without any answer the first legal action is taken.

        Args:
            deal: The deal of the snapshot, or a later state of it.
            seat: A seat that is asked.
        """
        thought = await self._thought(deal, seat, Strength.QUICK)
        strength = self.snapshot.strength_of(seat)
        if self._searches(strength) and len(deal.actions(seat)) > 1:
            thought = await self._thought(deal, seat, strength) or thought
        if thought is not None:
            self.services.observer.thought(deal.game.name, thought.strength, thought.seconds)
            return thought.after
        after = deal.act(seat, deal.actions(seat)[0])
        assert not isinstance(after, Refusal), "a legal action is refused"
        return after

    def _searches(self, strength: Strength) -> bool:
        """Whether a player of a strength searches, and has time to."""
        thinks = self.services.thinkers is not None and strength is not Strength.QUICK
        return thinks and self.services.clock() < self.end

    async def _thought(self, deal: Deal, seat: Seat, strength: Strength) -> Thought | None:
        player = f"The {strength} computer player on seat {seat} of table {self.table.id}"
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
        thinkers = self.services.thinkers
        if thinkers is not None and strength is not Strength.QUICK:
            left = self.end - self.services.clock()
            return await thinkers.choose(self.table.id, strength, view, self._seed(view, seat), left)
        player = self.services.player_for(self.table.game.name)
        async with asyncio.timeout(THINKING_SECONDS):
            return await asyncio.wrap_future(_in_thread(player.choose, view))

    def _seed(self, view: View, seat: Seat) -> str:
        """Return what a decision is drawn from: what everybody can count, and a secret that no one knows."""
        return (
            f"{self.services.thinking_secret} {self.table.id} {self.snapshot.number} {seat} {len(view.log)}"
        )


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
