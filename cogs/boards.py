"""What everybody sees of a table: its lobby, its deals. Made from a spectator's view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.tables import TableState
from bot.text import words
from bot.text.deals import (
    auction_line,
    closing_lines,
    contract_line,
    hand_in_words,
    hands_lines,
    item_lines,
    misdeal_lines,
    score_lines,
    session_lines,
    standing_lines,
    talon_in_words,
    trick_in_words,
    trick_line,
    wearing,
)
from bot.text.help import conventions, option_line, rules_summary
from card_images import Chair
from cogs.names import lobby_id, name_of, names_of, panel_id, plain_names_of, words_id
from cogs.page import TEXT_LIMIT, Button, Drawing, Look, Page, Row, in_rows, lines, within
from cogs.sheets import score_sheet, totals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.rules.state import Open
    from bot.rules.talon import Group
    from bot.rules.view import View
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
    "items": Look.PLAIN,
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
    heading = w("lobby.heading", game=table.game.name)
    about = w(f"summary.{table.game.name}")
    text = lines(heading, about, house_rules(w, table), seats, _teams(w, table), w("lobby.hint"))
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


def _teams(w: Words, table: Table) -> str:
    """Which seats will play together, where that is so in every deal."""
    teams = [w.listed([w.number(seat + 1) for seat in team]) for team in table.game.teams]
    return w("lobby.teams", teams=w("list.semicolon").join(teams)) if teams else ""


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
    if view is None or view.open.result is None:
        return Page((heading,))
    hands = lines(hands_lines(w, view, names_of(w, table)))
    return Page((heading, *_over(w, table, view, TEXT_LIMIT - len(heading) - len(hands)), hands))


def _deal(w: Words, table: Table, view: View) -> Page:
    heading = w("table.heading", game=table.game.name, number=table.number)
    again = misdeal_lines(w, table.misdeals, names_of(w, table))
    inherited = inherited_lines(w, table, view)
    top = lines(heading, house_rules(w, table), inherited, _players(w, table, view), again)
    if view.open.result is not None:
        hands = hands_lines(w, view, names_of(w, table))
        around = (top, lines(totals(w, table)), lines(hands))
        room = TEXT_LIMIT - sum(map(len, around))
        return Page((top, *_over(w, table, view, room), *around[1:]), _controls(w, table))
    standing = lines(standing_lines(w, view.open, names_of(w, table)))
    shown = (*pictures(w, table, view.open), *open_hands(w, table, view.open))
    return Page((lines(top, standing), *shown), _controls(w, table))


def _players(w: Words, table: Table, view: View) -> str:
    """Who sits at the table, with the mark of what somebody wears now."""
    result = view.open.result
    worn = view.open.session if result is None else result.next_session
    return w("table.players", players=w("list.comma").join(wearing(w, worn, names_of(w, table))))


def inherited_lines(w: Words, table: Table, view: View) -> list[str]:
    """What the deal has inherited from those before it, and how many are left where that is known."""
    closing = [] if table.session is None else closing_lines(w, table.session)
    return [*session_lines(w, view.open.session), *closing]


def _controls(w: Words, table: Table) -> tuple[Row, ...]:
    verbs = BETWEEN if table.state is TableState.BETWEEN else PLAYING
    idle = set() if table.game.announcements else {"items"}
    shown = {verb: look for verb, look in verbs.items() if verb not in idle}
    if may_close(table):
        shown["last_circle"] = Look.PLAIN
    if any(each and each.away_id is not None for each in table.occupants):
        shown["return"] = Look.PLAIN
    return _row(w, shown, lambda verb: panel_id(table, verb))


def may_close(table: Table) -> bool:
    """Whether a player can say now that the session ends with a last circle."""
    said = table.session is None or table.session.last_circle_said_at is not None
    return table.game.last_circle and not said and table.state is TableState.PLAYING


def _row(w: Words, verbs: Mapping[str, Look], id_of: Callable[[str], str]) -> tuple[Row, ...]:
    return in_rows([Button(id_of(verb), w(f"button.{verb}"), look) for verb, look in verbs.items()])


def _over(w: Words, table: Table, view: View, room: int) -> tuple[str | Drawing, ...]:
    """What came of a deal; of a sheet without end only as much as there is room for, and its sums."""
    names, public = names_of(w, table), view.open
    assert public.result is not None, "the deal is not over"
    bid = bool(table.game.contracts)
    auction = w("table.auction", calls=auction_line(w, public, names)) if bid else ""
    *sheet, sums = score_lines(w, public.result, names, view.open.session)
    head = lines(auction, contract_line(w, public, names))
    drawn = score_sheet(w, table, public.result)
    room -= sum(len(each) for each in (head, sums, *drawn) if isinstance(each, str)) + 2
    return lines(head, within(room, sheet), sums), *drawn


def pictures(w: Words, table: Table, public: Open) -> tuple[str | Drawing, ...]:
    """What lies on the table: the trick, the one before it, or the talon as long as it is looked at."""
    names = names_of(w, table)
    if public.trick:
        players = min(table.game.seats)  # where there may be more, the dealer sits out
        described = trick_in_words(w, public.trick, plain_names_of(w, table))
        return (Drawing.trick(public.trick, players, None, described),)
    if public.tricks:
        plays, winner = public.tricks[-1].plays, public.tricks[-1].winner
        caption = w("table.last_trick", plays=trick_line(w, plays, names, winner))
        return (last_trick(w, table, public), caption)
    return (*talon(w, public), *laid_open(w, public))


def rules_page(w: Words, table: Table) -> Page:
    """The rules of a table's game in short, what partners may have agreed on, and the way to the glossary."""
    game = table.game.name
    told = (rules_summary(w, game), conventions(w, game))
    return Page(tuple(text for text in told if text), ((Button(words_id(game, 0), w("button.words")),),))


def announced(w: Words, table: Table) -> Page:
    """All that was announced and doubled in the deal, in the order in which it was said."""
    heading = w("items.heading", game=table.game.name, number=table.number)
    told = [] if table.deal is None else item_lines(w, table.deal.open, names_of(w, table))
    return Page((lines(heading, told or w("items.none")),))


def open_hands(w: Words, table: Table, public: Open) -> tuple[str | Drawing, ...]:
    """The hands that lie open on the table, each under its player's name."""
    parts: list[str | Drawing] = []
    for name, plain, hand in zip(
        names_of(w, table), plain_names_of(w, table), public.hands or (), strict=False
    ):
        if hand:
            described = w("table.open_hand", player=plain, words=hand_in_words(w, hand, None))
            parts += [w("table.open_hand_of", player=name), Drawing.hand(hand, None, described)]
    return tuple(parts)


def last_trick(w: Words, table: Table, public: Open) -> Drawing:
    """The picture of the trick completed last, its winner's card lifted."""
    trick = public.tricks[-1]
    described = trick_in_words(w, trick.plays, plain_names_of(w, table), trick.winner)
    return Drawing.trick(trick.plays, len(trick.plays), trick.winner, described)


def talon(w: Words, public: Open) -> tuple[Drawing, ...]:
    """The picture of the talon as everybody knows it, as long as it is looked at; what is taken is lifted."""
    if public.phase not in ("talon", "discard") or not any(group.cards for group in public.talon):
        return ()
    takers = (number for number, group in enumerate(public.talon) if group.taker is not None)
    return (talon_of(w, public.talon, next(takers, None)),)


def talon_of(w: Words, groups: Sequence[Group], lifted: int | None) -> Drawing:
    """The picture of the talon as somebody knows it; what that one does not know lies face down."""
    sizes = [group.size for group in groups]
    return Drawing.talon([group.cards for group in groups], sizes, lifted, talon_in_words(w, groups))


def laid_open(w: Words, public: Open) -> tuple[Drawing, ...]:
    """The picture of the cards laid away face up, until the first card is played."""
    if not public.discards_shown:
        return ()
    described = w("standing.laid_open", cards=public.discards_shown)
    return (Drawing.talon([public.discards_shown], [len(public.discards_shown)], None, described),)
