"""What a player's panel depends on. While that stays the same, the panel need not be made again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.rules.cards import NO_CARDS, Cards
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.state import Open
from bot.tables import Table, TableState, play, refusal_of
from bot.tables.table import TurnClock
from bot.text.sides import own_side
from cogs.discord.page import digest_of
from cogs.table.clock import may_let_play


@dataclass(frozen=True, slots=True)
class SeatPanelKey:
    """Under equal keys a panel need not be made again.

    `public` and the fields from `awaited` on depend on what the others do. A panel must show changes of all
    other fields, even if that takes a request to Discord.
    """

    number: int
    state: TableState
    over: bool = False
    may_end: bool = False
    """Whether the deal is over and the player is the host of the table."""
    may_announce_end: bool = False
    """Whether the deal is over and the player may announce the last round."""
    hand: Cards = NO_CARDS
    actions: tuple[Action, ...] = ()
    revision: int | None = None
    """The seat's revision while it is asked: part of the ids of its controls."""
    turn: TurnClock | None = None
    """The clock while the seat is asked."""
    paused: bool = False
    away: bool = False
    """Whether a computer plays for this person, who may take the seat back."""
    asleep: bool = False
    computers: tuple[Seat, ...] = ()
    """The seats for which computers play: the panel marks their names."""
    side: str = ""
    """What the player knows of the own side, once a partner has been called."""
    public: Open | None = None
    """What everybody sees of the deal: a panel follows it at once only where that takes no request."""
    hints: bool = False
    """Whether the player may ask for hints."""
    awaited: tuple[Seat, ...] = ()
    """The seats that everybody knows to be asked."""
    wishing: tuple[Seat, ...] = ()
    """The seats that wish a pause that has not begun."""
    late: bool = False
    """Whether the others may let a computer play for the seat that is asked."""

    @property
    def own(self) -> SeatPanelKey:
        """The same without what the others do."""
        return replace(self, public=None, awaited=(), wishing=(), late=False)

    @property
    def digest(self) -> str:
        """Of `own`: equal for equal keys, in every run of this program."""
        return digest_of(repr(self.own))

    def is_urgent(self, shown: SeatPanelKey | None) -> bool:
        """Whether a message with the panel of an older key must be updated soon.

        A message may wait for the player's next turn if it only offers what its player has already done
        elsewhere, still shows a card played there, or does not show what the others have done.
        """
        if shown is None or self.situation != shown.situation:
            return True
        return bool(self.hand - shown.hand) or (bool(self.actions) and self.own != shown.own)

    def is_result_of(self, shown: SeatPanelKey | None) -> bool:
        """Whether a message that shows the last trick of a deal would get its result."""
        return shown is not None and self.over and not shown.over and self.number == shown.number

    @property
    def situation(self) -> tuple[object, ...]:
        """What changes the whole panel."""
        may = self.may_end, self.may_announce_end
        return self.number, self.state, self.over, may, self.paused, self.away, self.asleep


def panel_key(table: Table, user_id: int) -> SeatPanelKey | None:
    """The key of a player's panel now; `None` before the first deal."""
    view = table.view(user_id)
    if view is None:
        return None
    if user_id in table.away:
        # Nearly constant: a player who is away need not see what the others do.
        state = TableState.ENDED if table.state is TableState.ENDED else TableState.PLAYING
        return SeatPanelKey(table.number, state, away=True, asleep=table.asleep)
    # An offer changes only the panels of those who are asked.
    over = table.shows_result
    looking = table.state is TableState.BETWEEN and not over
    state = TableState.PLAYING if table.state.in_deal or looking else table.state
    revision = table.revision_for(view.seat) if view.actions else None
    may_end = over and user_id == table.host_id
    may_announce_end = over and refusal_of(play.announce_last_circle(table, user_id)) is None
    turn = table.turn if view.actions else None
    return SeatPanelKey(
        *(table.number, state, over, may_end, may_announce_end),
        *(view.hand, view.actions, revision, turn, table.paused),
        asleep=table.asleep,
        computers=tuple(seat for seat, each in enumerate(table.occupants) if each and each.is_computer),
        side=own_side(view),
        hints=table.allows_hints,
        public=view.open,
        awaited=table.awaited,
        wishing=() if table.paused else table.wishing,
        late=may_let_play(table),
    )
