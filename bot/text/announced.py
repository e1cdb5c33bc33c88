"""What has been announced and doubled in a deal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.tables import announcer
from bot.rules.announcing import kontra
from bot.text.facts import is_the_contract, item_in_full, item_name, replaces_item

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.rules.items import Item
    from bot.rules.layout import Seat
    from bot.rules.moves import Move
    from bot.rules.state import Open
    from bot.text.words import Words


def item_lines(w: Words, public: Open, log: Sequence[Move], names: Sequence[str]) -> list[str]:
    """Return the announcements and doubled items, a line each, with who doubled them.

    An announcement that replaces the game shows the doublings of the game.

    Args:
        w: the words of the message's language, for the game.
        public: the public facts.
        log: the moves of the deal, which say who doubled what.
        names: the players' names by seat.
    """
    return [_line(w, seat, what, names) for seat, what in _statements(w, public, log, names)]


def announced_lines(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], told: Collection[str] = ()
) -> list[str]:
    """Return what `item_lines` does, but one line for each player.

    Args:
        w: the words of the message's language, for the game.
        public: the public facts.
        log: the moves of the deal, which say who doubled what.
        names: the players' names by seat.
        told: announcements that are named elsewhere, as `trull@2`; they are left out unless they are doubled.
    """
    by_seat: dict[Seat | None, list[str]] = {}
    for seat, what in _statements(w, public, log, names, told):
        by_seat.setdefault(seat, []).append(what)
    return [_line(w, seat, w("list.semicolon").join(said), names) for seat, said in by_seat.items()]


def _line(w: Words, seat: Seat | None, what: str, names: Sequence[str]) -> str:
    if seat is None:
        return w("standing.game", what=what)
    return w.term("standing", "announced", what=what, player=names[seat])


def _statements(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], told: Collection[str] = ()
) -> list[tuple[Seat | None, str]]:
    """The announcements with who made them, and the game, of no seat, if it is doubled."""
    standing, raised = public.items, Raised.of(public)
    instead = next((item for item in standing if replaces_item(w, item.id)), None)
    game = next((item for item in standing if is_the_contract(w, item.id)), None)
    shown = [item for item in standing if item is not game or not instead]
    said: list[tuple[Seat | None, str]] = []
    for item in shown:
        doubled = (item is instead and game) or item
        if item in raised:
            said.append((announcer(item), _raised(w, item, raised, names)))
        elif item.seat is None or is_the_contract(w, item.id):
            what = _doubled(w, item_in_full(w, str(item), names), doubled, log, names)
            said += [(None, what)] if doubled.doublings else []
        elif doubled.doublings or str(item) not in told:
            said.append((item.seat, _doubled(w, item_in_full(w, item.id, names), doubled, log, names)))
    return said


def raised_line(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    """Return an announcement that another one has raised, with that one's name."""
    return _line(w, announcer(item), _raised(w, item, raised, names), names)


def _raised(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    by = item_name(w, raised.raiser(item))
    return w("standing.raised", what=item_in_full(w, item.id, names), by=by)


def _doubled(w: Words, what: str, item: Item, log: Sequence[Move], names: Sequence[str]) -> str:
    """An item with its doublings, and who said them in order."""
    if not item.doublings:
        return what
    said = kontra(item)
    by = w("list.comma").join(names[move.seat] for move in log if move.action == said)
    level, factor = str(item.doublings), item.factor
    return w.term("standing", "doubled", what=what, level=level, factor=factor, players=by)
