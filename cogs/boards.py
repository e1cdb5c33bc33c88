"""What everybody sees of a table: its lobby, its deals. Made from a spectator's view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.tables import TableState
from bot.text import words
from bot.text.cards import SYMBOLS
from bot.text.deals import (
    auction_line,
    contract_line,
    hand_in_words,
    hands_lines,
    net_line,
    score_lines,
    session_lines,
    standing_lines,
    talon_in_words,
    totals_line,
    trick_in_words,
    trick_line,
)
from bot.text.help import option_line
from card_images import SEATS, Chair
from cogs.names import lobby_id, name_of, names_of, panel_id
from cogs.page import Button, Drawing, Look, Page, Row, in_rows, lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.rules.deal import Public, View
    from bot.tables import Occupant, Table
    from bot.text import Words

LOBBY: Final[Mapping[str, Look]] = {
    "join": Look.GOOD,
    "leave": Look.PLAIN,
    "add": Look.PLAIN,
    "remove": Look.PLAIN,
    "start": Look.MAIN,
    "options": Look.PLAIN,
    "rules": Look.PLAIN,
}
PLAYING: Final[Mapping[str, Look]] = {
    "hand": Look.MAIN,
    "trick": Look.PLAIN,
    "score": Look.PLAIN,
    "rules": Look.PLAIN,
}
BETWEEN: Final[Mapping[str, Look]] = {
    "next": Look.GOOD,
    "end": Look.GRAVE,
    "hand": Look.PLAIN,
    "trick": Look.PLAIN,
    "score": Look.PLAIN,
    "rules": Look.PLAIN,
}


def public_words(table: Table) -> Words:
    """The words for what everybody at a table sees."""
    return words(table.locale, table.game.name)


def page_of(table: Table) -> Page:
    """The message that shows a table as it is now."""
    w = public_words(table)
    view = None if table.deal is None else table.deal.view(None)
    if table.state is TableState.ENDED:
        return _ended(w, table, view)
    return _lobby(w, table) if view is None else _deal(w, table, view)


def _lobby(w: Words, table: Table) -> Page:
    seats = [
        w("lobby.seat", number=number, who=_seated(w, table, each))
        for number, each in enumerate(table.occupants, 1)
    ]
    text = lines(w("lobby.heading", game=table.game.name), house_rules(w, table), seats, w("lobby.hint"))
    idle = set() if table.game.options else {"options"}
    if not any(each and each.is_computer for each in table.occupants):
        idle.add("remove")
    verbs = {verb: look for verb, look in LOBBY.items() if verb not in idle}
    return Page((text, _lobby_card(w, table)), _row(w, verbs, lambda verb: lobby_id(table, verb)))


def _lobby_card(w: Words, table: Table) -> Drawing:
    """The picture of a lobby: the game's pack, and who sits there."""
    chairs = [
        Chair.FREE if each is None else Chair.COMPUTER if each.is_computer else Chair.PERSON
        for each in table.occupants
    ]
    described = w(
        "lobby.picture",
        cards=len(table.game.pack),
        people=chairs.count(Chair.PERSON),
        computers=chairs.count(Chair.COMPUTER),
        free=chairs.count(Chair.FREE),
    )
    return Drawing.lobby(table.game.pack, chairs, described)


def _seated(w: Words, table: Table, occupant: Occupant | None) -> str:
    if occupant is None:
        return w("name.free")
    name = name_of(w, occupant)
    if occupant.is_computer:
        return w("lobby.computer", player=name)
    return w("lobby.host", player=name) if occupant.user_id == table.host_id else name


def house_rules(w: Words, table: Table) -> list[str]:
    """The house rules that differ from the game's own, a line each."""
    return [option_line(w, name, value) for name, value in table.options.items()]


def _ended(w: Words, table: Table, view: View | None) -> Page:
    heading = lines(w("table.ended", game=table.game.name), totals(w, table))
    if view is None or view.public.result is None:
        return Page((heading,))
    return Page((heading, _over(w, table, view), lines(hands_lines(w, view, names_of(w, table)))))


def _deal(w: Words, table: Table, view: View) -> Page:
    heading = w("table.heading", game=table.game.name, number=table.number)
    players = w("table.players", players=w("list.comma").join(names_of(w, table)))
    top = lines(heading, house_rules(w, table), session_lines(w, view.session), players)
    if view.public.result is not None:
        hands = hands_lines(w, view, names_of(w, table))
        sheet = (top, _over(w, table, view), lines(totals(w, table)), lines(hands))
        return Page(sheet, _controls(w, table))
    standing = lines(standing_lines(w, view.public, names_of(w, table)))
    shown = (*pictures(w, table, view.public), *open_hands(w, table, view.public))
    return Page((lines(top, standing), *shown), _controls(w, table))


def _controls(w: Words, table: Table) -> tuple[Row, ...]:
    verbs = BETWEEN if table.state is TableState.BETWEEN else PLAYING
    return _row(w, verbs, lambda verb: panel_id(table, verb))


def _row(w: Words, verbs: Mapping[str, Look], id_of: Callable[[str], str]) -> tuple[Row, ...]:
    return in_rows([Button(id_of(verb), w(f"button.{verb}"), look) for verb, look in verbs.items()])


def _over(w: Words, table: Table, view: View) -> str:
    names, public = names_of(w, table), view.public
    assert public.result is not None, "the deal is not over"
    auction = w("table.auction", calls=auction_line(w, public, names))
    sheet = score_lines(w, public.result, names)
    return lines(auction, contract_line(w, public, names), sheet)


def totals(w: Words, table: Table) -> list[str]:
    """The running totals, and what they come to once settled; nothing before the first deal."""
    if table.session is None or not table.session.deals:
        return []
    names = names_of(w, table)
    written, settled = table.session.totals, table.session.net
    # Where every deal sums to nought there is nothing left to settle.
    return [totals_line(w, written, names), *([] if settled == written else [net_line(w, settled, names)])]


def session_chart(w: Words, table: Table, course: Sequence[tuple[int, ...]]) -> tuple[str | Drawing, ...]:
    """The picture of how the totals ran, and the same in words; nothing for fewer than two deals.

    Args:
        w: the reader's words.
        table: the table.
        course: what each deal brought each seat.
    """
    if len(course) < 2:
        return ()
    totals = [tuple(map(sum, zip(*course[: deal + 1], strict=True))) for deal in range(len(course))]
    said = [
        w("score.course", sign=SYMBOLS[suit], player=name, totals=w("list.comma").join(map(w.signed, run)))
        for suit, name, run in zip(SEATS, names_of(w, table), zip(*totals, strict=True), strict=False)
    ]
    plain = [
        w("score.course", sign=SYMBOLS[suit], player=name, totals=w("list.comma").join(map(w.signed, run)))
        for suit, name, run in zip(SEATS, _plain(table), zip(*totals, strict=True), strict=False)
    ]
    return Drawing.chart(totals, lines(plain)), lines(said)


def pictures(w: Words, table: Table, public: Public) -> tuple[str | Drawing, ...]:
    """What lies on the table: the trick, the one before it, or the talon as long as it is looked at."""
    names = names_of(w, table)
    if public.trick:
        cards = [play.card for play in public.trick]
        return (Drawing.trick(cards, None, trick_in_words(w, public.trick, _plain(table))),)
    if public.tricks:
        plays, winner = public.tricks[-1].plays, public.tricks[-1].winner
        caption = w("table.last_trick", plays=trick_line(w, plays, names, winner))
        return (last_trick(w, table, public), caption)
    return (*talon(w, public), *laid_open(w, public))


def open_hands(w: Words, table: Table, public: Public) -> tuple[str | Drawing, ...]:
    """The hands that lie open on the table, each under its player's name."""
    parts: list[str | Drawing] = []
    for name, plain, hand in zip(names_of(w, table), _plain(table), public.hands or (), strict=False):
        if hand:
            described = w("table.open_hand", player=plain, words=hand_in_words(w, hand, None))
            parts += [w("table.open_hand_of", player=name), Drawing.hand(hand, None, described)]
    return tuple(parts)


def last_trick(w: Words, table: Table, public: Public) -> Drawing:
    """The picture of the trick completed last, its winner's card lifted."""
    trick = public.tricks[-1]
    seats = [play.seat for play in trick.plays]
    words_of_it = trick_in_words(w, trick.plays, _plain(table), trick.winner)
    return Drawing.trick([play.card for play in trick.plays], seats.index(trick.winner), words_of_it)


def talon(w: Words, public: Public) -> tuple[Drawing, ...]:
    """The picture of the talon, as long as it is looked at."""
    if public.phase not in ("talon", "discard") or not any(group.cards for group in public.talon):
        return ()
    takers = [number for number, group in enumerate(public.talon) if group.taker is not None]
    groups = [group.cards for group in public.talon]
    return (Drawing.talon(groups, takers[0] if takers else None, talon_in_words(w, public.talon)),)


def laid_open(w: Words, public: Public) -> tuple[Drawing, ...]:
    """The picture of the cards laid away face up, until the first card is played."""
    if not public.laid_open:
        return ()
    return (Drawing.talon([public.laid_open], None, w("standing.laid_open", cards=public.laid_open)),)


def _plain(table: Table) -> Sequence[str]:
    """Names for the description of a picture, where nothing formats or mentions."""
    return [each.name if each else "" for each in table.occupants]
