"""A player's own panel: the hand, what may be done now, and the controls for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.cards import NO_CARDS
from bot.tables import TableState
from bot.text.deals import (
    action_label,
    auction_lines,
    contract_line,
    hand_in_words,
    item_lines,
    look_lines,
    own_side,
    own_side_line,
    prompt_line,
    score_lines,
    session_lines,
    talon_lines,
    totals_line,
    trick_line,
)
from card_images import Style
from cogs.pages.clock import due_line
from cogs.pages.controls import NO_CHOICE, Choice, Controls, playable
from cogs.pages.custom_ids import panel_id
from cogs.pages.doubts import doubt_in_words
from cogs.pages.names import names_of
from cogs.pages.page import Button, Look, Page, Row, lines, within
from cogs.pages.pictures import HandPicture
from cogs.pages.statements import begun_in_words
from cogs.pages.table import talon_picture

if TYPE_CHECKING:
    from bot.rules.cards import Cards
    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.rules.view import View
    from bot.tables import Table
    from bot.tables.pace import Turn
    from bot.text import Words
    from cogs.pages.pictures import TalonPicture


ROOM: Final = 2000
"""Characters for the announcements, so that the prompt below them always fits."""


@dataclass(frozen=True, slots=True)
class PanelKey:
    """What a player's panel depends on: under equal keys it need not be made again."""

    number: int
    state: TableState
    over: bool = False
    may_end: bool = False
    """Whether the deal is over and the player is the host of the table."""
    hand: Cards = NO_CARDS
    actions: tuple[Action, ...] = ()
    revision: int | None = None
    """The seat's revision while it is asked: part of the ids of its controls."""
    turn: Turn | None = None
    """The clock while the seat is asked."""
    paused: bool = False
    away: bool = False
    """Whether a computer plays for this person, who may take the seat back."""
    asleep: bool = False
    computers: tuple[Seat, ...] = ()
    """The seats for which computers play: the panel marks their names."""
    side: str = ""
    """What the player is told about the own side, once a partner has been called."""

    def is_urgent(self, shown: Panel | None) -> bool:
        """Whether a message that shows an older panel must be brought up to date soon.

        One that only offers what its player has already done elsewhere, or lacks a card played there, may
        wait for the player's next turn.
        """
        if shown is None:
            return True
        if self.situation != shown.key.situation:
            return True
        return bool(self.hand - shown.key.hand) or (bool(self.actions) and self != shown.key)

    @property
    def situation(self) -> tuple[object, ...]:
        """What changes all that a panel says."""
        return self.number, self.state, self.over, self.may_end, self.paused, self.away, self.asleep


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's panel, and what it was made from."""

    key: PanelKey
    page: Page
    digest: str
    """Of the page that is made under the key alone, without a notice or an unfinished choice."""


def panel_key(table: Table, user_id: int) -> PanelKey | None:
    """What a player's panel depends on now; `None` before the first deal."""
    view = table.view(user_id)
    if view is None:
        return None
    if user_id in table.away:
        # Constant as far as possible: nothing that the others do is news for who is away.
        state = TableState.ENDED if table.state is TableState.ENDED else TableState.PLAYING
        return PanelKey(table.number, state, away=True, asleep=table.asleep)
    # An offer changes the panels of those alone who are asked.
    state = TableState.PLAYING if table.state.in_deal else table.state
    revision = table.revision_for(view.seat) if view.actions else None
    over = view.open.result is not None
    may_end = over and user_id == table.host_id
    turn = table.turn if view.actions else None
    return PanelKey(
        *(table.number, state, over, may_end, view.hand, view.actions, revision, turn, table.paused),
        asleep=table.asleep,
        computers=tuple(seat for seat, each in enumerate(table.occupants) if each and each.is_computer),
        side=own_side(view),
    )


def player_page(
    w: Words,
    table: Table,
    user_id: int,
    *,
    notice: str = "",
    choice: Choice = NO_CHOICE,
    large: bool = False,
) -> Page | None:
    """The panel of a player; `None` for a person who has no seat to come back to, and before the first deal.

    Args:
        w: the player's words, of the game.
        table: the table.
        user_id: the player.
        notice: shown first, such as the reason of a refusal.
        choice: what the player has begun to choose.
        large: whether the player has chosen cards with large figures.
    """
    view = table.view(user_id)
    if view is None or (view.seat is None and user_id not in table.away):
        return None
    heading = w("panel.heading", game=table.game.name, number=table.number)
    if table.state is TableState.ENDED:
        return Page((lines(heading, w("panel.ended")),))
    if view.seat is None:
        return _away_page(w, table, heading)
    warning = w("panel.notice", notice=notice) if notice else ""
    top = lines(heading, warning, _standing(w, table, view))
    if view.open.result is not None:
        return Page((top, w("panel.over")), (_after_deal(w, table, user_id),))
    if view.sits_out:
        return Page((top, w("panel.sits_out")))
    raised = playable(view)
    described = hand_in_words(w, view.hand, raised)
    style = Style.LARGE if large else Style.STANDARD
    hand = (HandPicture(described, view.hand, raised, style),) if view.hand else ()
    controls = Controls(w, table, view)
    prompt = lines(_prompt(w, view, choice, controls), _clock(w, table, view))
    parts = (top, *_talon(w, view), *hand, w("panel.words", words=described), prompt)
    return Page(parts, controls.rows(choice))


def _away_page(w: Words, table: Table, heading: str) -> Page:
    """The way back for a player who has left."""
    label, text = ("button.wake", "panel.left_asleep") if table.asleep else ("button.return", "panel.away")
    back = Button(panel_id(table, "return"), w(label), Look.SUCCESS)
    return Page((lines(heading, w(text)),), ((back,),))


def _clock(w: Words, table: Table, view: View) -> str:
    """That the table rests or pauses, or how much time there is while the player is asked; else empty."""
    if table.asleep:
        return w("panel.asleep")
    if table.paused:
        return w("clock.paused")
    due = due_line(w, table) if view.actions else ""
    return w("clock.line", due=due) if due else ""


def _after_deal(w: Words, table: Table, user_id: int) -> Row:
    """The buttons to the next deal and, for a player who may end the table, to its end."""
    # Not first: there the next panel has its first bid, or pass.
    verbs = {"score": Look.SECONDARY, "next": Look.SUCCESS} | (
        {"end": Look.DANGER} if user_id == table.host_id else {}
    )
    return tuple(Button(panel_id(table, verb), w(f"button.{verb}"), look) for verb, look in verbs.items())


def _standing(w: Words, table: Table, view: View) -> list[str]:
    public, names = view.open, names_of(w, table)
    if public.result is not None:
        sheet = score_lines(w, public, names)
        totals = totals_line(w, table.session.totals, names) if table.session else ""
        return [*sheet, totals]
    known = [*session_lines(w, view.open.session, names), own_side_line(w, view, names)]
    if not view.actions:
        # Nothing here depends on what the others do: the panel is not made again for their moves.
        return known
    bids = [contract_line(w, public, names)] if public.contract else auction_lines(w, public, names)
    talon = talon_lines(w, public, names) if public.phase in ("talon", "discard") else []
    talon += look_lines(w, view)
    trick = w("standing.trick", plays=trick_line(w, public.trick, names)) if public.trick else ""
    return [*known, *bids, *talon, *within(ROOM, item_lines(w, public, names)), trick]


def _talon(w: Words, view: View) -> tuple[TalonPicture, ...]:
    """The talon for a player who may take from it; the group that only this player has seen is lifted."""
    if view.open.phase != "talon" or not view.actions or not any(group.cards for group in view.talon):
        return ()
    seen = zip(view.talon, view.open.talon, strict=True)
    own = [number for number, (mine, all_know) in enumerate(seen) if mine.cards and not all_know.cards]
    return (talon_picture(w, view.talon, own[-1] if own else None),)


def _prompt(w: Words, view: View, choice: Choice, controls: Controls) -> str:
    if choice.asked:
        return doubt_in_words(w, view, choice.asked)
    if choice.begun:
        return w("panel.begun", what=begun_in_words(w, choice.begun, view.open))
    if choice.marked:
        labels = [action_label(w, action, view.open) for action in choice.marked]
        key = "panel.confirm" if controls.in_steps else "panel.marked"
        return w(key, what=w("list.semicolon").join(labels))
    if view.actions and view.open.turn and view.seat not in view.open.turn:
        return w("prompt.out_of_turn")
    if view.actions:
        return lines(prompt_line(w, view, view.to_discard), controls.hints())
    # No name of the player who is to act: the panel is not made again for the others' moves.
    return w("panel.waiting")
