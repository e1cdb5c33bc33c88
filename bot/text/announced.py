"""What has been announced and doubled in a deal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.tables import announcer
from bot.rules.announcing import kontra
from bot.rules.state import Public
from bot.text.facts import is_the_contract, item_in_full, item_name, replaces_item
from bot.text.worth import announcement_about, with_about

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.items import Item
    from bot.rules.moves import Move
    from bot.rules.state import Open
    from bot.text.words import Words


def item_lines(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], *, explained: bool = False
) -> list[str]:
    """Return the announcements and doubled items, a line each, with who doubled them.

    An announcement that replaces the game shows the doublings of the game.

    Args:
        w: the words of the message's language, for the game.
        public: the public facts.
        log: the moves of the deal, which say who doubled what.
        names: the players' names by seat.
        explained: whether each announcement says what it is worth and what it means.
    """
    standing, raised = public.items, Raised.of(public)
    instead = next((item for item in standing if replaces_item(w, item.id)), None)
    game = next((item for item in standing if is_the_contract(w, item.id)), None)
    shown = [item for item in standing if item is not game or not instead]
    lines = [
        raised_line(w, item, raised, names)
        if item in raised
        else _item_line(w, item, (item is instead and game) or item, log, names)
        for item in shown
    ]
    abouts = [_about(w, public, item) if explained and item not in raised else "" for item in shown]
    return [with_about(w, line, about) for line, about in zip(lines, abouts, strict=True) if line]


def _about(w: Words, public: Open, item: Item) -> str:
    """What an announcement is worth and means; `""` for the game itself."""
    is_game = item.seat is None or is_the_contract(w, item.id)
    return "" if is_game else announcement_about(w, Public(public), item.id)


def raised_line(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    """Return an announcement that another one has raised, with that one's name."""
    by = item_name(w, raised.raiser(item))
    what = w("standing.raised", what=item_in_full(w, item.id, names), by=by)
    return w.term("standing", "announced", what=what, player=names[announcer(item)])


def _item_line(w: Words, item: Item, doubled: Item, log: Sequence[Move], names: Sequence[str]) -> str:
    """An announcement with the doublings of `doubled`; the game only if it is doubled, else `""`."""
    if item.seat is None or is_the_contract(w, item.id):
        what = _doubled(w, item_in_full(w, str(item), names), doubled, log, names)
        return w("standing.game", what=what) if doubled.doublings else ""
    what = _doubled(w, item_in_full(w, item.id, names), doubled, log, names)
    return w.term("standing", "announced", what=what, player=names[item.seat])


def _doubled(w: Words, what: str, item: Item, log: Sequence[Move], names: Sequence[str]) -> str:
    """An item with its doublings, and who said them in order."""
    if not item.doublings:
        return what
    said = kontra(item)
    by = w("list.comma").join(names[move.seat] for move in log if move.action == said)
    level, factor = str(item.doublings), item.factor
    return w.term("standing", "doubled", what=what, level=level, factor=factor, players=by)
