"""The table message, and what a person asks to see of a table: made from its open facts only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.rules.state import Group, Open
from bot.tables import Suspended, Table, TableState, play, refusal_of
from bot.text import Words, words
from bot.text.announcements import item_lines
from bot.text.cards import hand_in_words
from bot.text.deals import (
    auction_line,
    auction_lines,
    contract_line,
    dealer_line,
    dealing_lines,
    hands_lines,
    is_settled,
    is_talon_shown,
    misdeal_lines,
    promised_lines,
    standing_lines,
    talon_in_words,
    talon_lines,
    trick_in_words,
)
from bot.text.scores import marked_names, session_lines, totals_line
from bot.text.sides import called_line
from cogs.controls import AGAIN, PANEL, REFRESH, REMATCH, WATCH, WATCHING, sheet_id
from cogs.discord.page import TEXT_LIMIT, Button, Look, Page, Row, in_rows, lines
from cogs.discord.pictures import HandPicture, Picture, TalonPicture, TrickPicture
from cogs.help.page import rule_buttons
from cogs.lobby.page import house_rule_lines, lobby_page
from cogs.match.page import code_line, given_line, match_line, match_lines, match_offer, results_button
from cogs.table.clock import clock_buttons, clock_lines, computers_line, departed_lines, pace_line
from cogs.table.names import badges_of_players, listed_names_of, names_of, plain_players_of, players_of
from cogs.table.progress import (
    end_votes,
    last_trick_lines,
    not_ready_line,
    outage_line,
    revealed_line,
    sealed_line,
    unfinished,
)
from cogs.table.score import (
    deals_left,
    final_trick,
    outcome_lines,
    played,
    result_lines,
    score_sheet,
    session_chart,
    sheet_in,
    totals,
)

PLAYING: Final = {
    "hand": Look.PRIMARY,
    **dict.fromkeys(("trick", "score", "auction", "rules"), Look.SECONDARY),
}
BETWEEN: Final = {
    "next": Look.SUCCESS,
    "end": Look.DANGER,
    **dict.fromkeys(("hand", "score", "hands", "trick", "proof", "rules"), Look.SECONDARY),
}
ASLEEP: Final = {
    "return": Look.SUCCESS,
    "end": Look.DANGER,
    **dict.fromkeys(("score", "rules"), Look.SECONDARY),
}


def public_words(table: Table) -> Words:
    return words(table.settings.locale, table.game.name)


def table_page(table: Table, w: Words | None = None) -> Page:
    """The message of a table as it is now, in its own language unless other words are given."""
    w, public = w or public_words(table), table.open
    if table.state is TableState.ENDED:
        return _ended(w, table)
    return lobby_page(w, table) if public is None else _deal(w, table, public)


def begun_page(table: Table) -> Page:
    """What the message of the lobby shows once the first deal has begun."""
    return lobby_page(public_words(table), table)


def deal_page(table: Table) -> Page | None:
    """The message of the current deal or the one just over, after the table has ended, too."""
    public = table.open
    return None if public is None else _deal(public_words(table), table, public)


def _ended(w: Words, table: Table) -> Page:
    """How the session ended. The score sheet is in the message of the last deal."""
    ending = table.ending  # none if the session was over
    text = lines(
        w("table.ended", game=table.game.name),
        w(f"ended_by.{ending.cause}", player=f"<@{ending.by}>") if ending else "",
        unfinished(w, table),
        outcome_lines(w, table),
        totals(w, table),
        match_lines(w, table),
        match_offer(w, table),
        revealed_line(w, table) if unfinished(w, table) else "",
    )
    if table.given:
        return Page((text,), results_button(w, table))
    again = [Button(AGAIN[REMATCH].at(table), w("button.rematch"), Look.SUCCESS)] if table.open else []
    played = table.session is not None and table.session.deals
    sheet = [Button(sheet_id(table.id), w("button.session_sheet"))] if played else []
    return Page((text, *session_chart(w, table)), in_rows([*again, *sheet]))


def _deal(w: Words, table: Table, public: Open) -> Page:
    names = players_of(w, table)
    title = w("table.heading", game=table.game.name, number=table.number)
    heading = lines(
        title, outage_line(w, table), _rest(w, table), departed_lines(w, table), end_votes(w, table)
    )
    if table.shows_result:
        cards = given_line(w, table) or match_line(w, table)
        about = lines(heading, cards, match_lines(w, table), _taken_over(w, table))
        brought = lines(result_lines(w, table, names), deals_left(w, table), sealed_line(w, table))
        return Page((about, *score_sheet(w, table, public), brought), _controls(w, table))
    again = misdeal_lines(w, table.misdeals, names)
    inherited = session_lines(w, public.session, over=public.result is not None), deals_left(w, table)
    rules = [] if is_settled(public) else _rules(w, table)
    cards = given_line(w, table) or match_line(w, table)
    top = lines(heading, cards, rules, *inherited, _players(w, table, public), again)
    ended = table.state is TableState.ENDED
    idle = table.asleep or table.paused or ended
    said = standing_lines(w, public, table.open_log, names, idle=idle, pictured=True)
    awaited = "" if table.asleep or ended else not_ready_line(w, table, public)
    now = [unfinished(w, table)] if ended else [awaited, *clock_lines(w, table)]
    shown = (*cards_on_table(w, table, public, names), *_open_hands(w, table, public))
    return Page((lines(top, said, now), *shown), _controls(w, table))


def _rules(w: Words, table: Table) -> list[str]:
    """The house rules and the settings: shown until there is a contract."""
    rules = [*house_rule_lines(w, table), pace_line(w, table.settings.pace), computers_line(w, table)]
    return [*rules, w("hints.allowed")] if table.allows_hints and not table.asleep else rules


def _rest(w: Words, table: Table) -> str:
    """That the table is asleep, and until when it can be woken; else empty."""
    if not table.asleep:
        return ""
    until = w("table.asleep_until", when=f"<t:{int(table.lapses_at)}:R>") if table.lapses_at else ""
    return lines(w("table.asleep"), until)


def _players(w: Words, table: Table, public: Open) -> list[str]:
    """Who holds the seats, with the mark that one of them wears now, and who has newly sat down."""
    result, names = public.result, listed_names_of(w, table)
    worn = public.session if result is None else result.next_session
    seated = w("table.players", players=w("list.comma").join(marked_names(w, worn, names)))
    return [seated, *_taken_over(w, table)]


def _taken_over(w: Words, table: Table) -> list[str]:
    """Who has newly sat down in place of another player."""
    names, before = names_of(w, table), players_of(w, table)
    return [w("table.taken_over", player=names[seat], other=before[seat]) for seat in table.taken_over]


def taken_over_line(w: Words, table: Table, user_id: int) -> str:
    """What a person has taken over with the seat of another player; empty if nobody sat there before."""
    seat, session = table.seat_of(user_id), table.session
    if seat not in table.taken_over or session is None:
        return ""
    return w("lobby.taken_over", player=players_of(w, table)[seat], count=session.totals[seat])


def _controls(w: Words, table: Table) -> tuple[Row, ...]:
    empty = _empty(w, table)
    if table.asleep:
        return in_rows(panel_buttons(w, table, ASLEEP, {"return": "wake"}, empty))
    looks = BETWEEN if table.state is TableState.BETWEEN else PLAYING
    shown = dict(looks)
    if not (table.opened or table.commitment):
        shown.pop("proof", None)
    if any(refusal_of(play.announce_last_circle(table, user_id)) is None for user_id in table.people):
        shown["last_circle"] = Look.SECONDARY
    if table.away:
        shown["return"] = Look.SECONDARY
    if table.takeable:
        shown["join"] = Look.SECONDARY
    if table.for_end:
        shown["end"] = Look.DANGER
    watch = Button(WATCHING[WATCH].at(table), w("button.watch"))
    labels = {"join": "take_over", **({} if table.game.contracts else {"auction": "items"})}
    return in_rows([*panel_buttons(w, table, shown, labels, empty), watch, *clock_buttons(w, table)])


def _empty(w: Words, table: Table) -> Collection[str]:
    """The buttons that have nothing to show yet: disabled ones keep the places of the others."""
    public = table.open
    has_score = totals(w, table) or (public is not None and public.result is not None)
    shows = {"trick": public is not None and public.tricks, "score": has_score}
    return [verb for verb, something in shows.items() if not something]


def panel_buttons(
    w: Words,
    table: Table,
    looks: Mapping[str, Look],
    labels: Mapping[str, str] = MappingProxyType({}),
    disabled: Collection[str] = (),
) -> list[Button]:
    """Buttons by their verbs, with the word of the verb on each unless `labels` names another one."""
    return [
        Button(
            PANEL[verb].at(table),
            w.term("button", labels.get(verb, verb)),
            look,
            enabled=verb not in disabled,
        )
        for verb, look in looks.items()
    ]


def cards_on_table(w: Words, table: Table, public: Open, names: Sequence[str]) -> tuple[str | Picture, ...]:
    """The trick, else the last one, else the talon while it is looked at and what was discarded face up."""
    if public.trick or public.tricks:
        last = last_trick_lines(w, public, names) if public.trick else []
        return (trick_on_table(w, table, public), *last)
    shown = list[str | Picture]()
    if is_talon_shown(public.phase, public.talon):
        taken = (number for number, group in enumerate(public.talon) if group.taker is not None)
        shown.append(talon_shown(w, public.talon, next(taken, None)))
    if public.discards_shown:
        described = w.read_aloud()("standing.laid_open", cards=public.discards_shown)
        shown.append(TalonPicture.of(described, [public.discards_shown], [len(public.discards_shown)]))
    return tuple(shown)


def trick_on_table(w: Words, table: Table, public: Open, *, last: bool = False) -> TrickPicture:
    """The trick that is being played, else the last one, or the last one in any case.

    It is the same picture for every reader, so that it is drawn once.
    """
    plays, winner = public.trick, None
    if last or not plays:
        plays, winner = public.tricks[-1].plays, public.tricks[-1].winner
    described = trick_in_words(w, plays, plain_players_of(w, table), winner)
    return TrickPicture.of(described, public, plays, badges_of_players(w, table), winner)


def talon_shown(w: Words, groups: Sequence[Group], lifted: int | None) -> TalonPicture:
    """The talon as its reader knows it; described with the order of groups whose names do not tell it."""
    cards, sizes = [group.cards for group in groups], [group.size for group in groups]
    w = w.read_aloud()
    described = talon_in_words(w, groups)
    if len(groups) > 1 and w.has_term("talon", "order"):
        names = w("list.comma").join(w.term("half", group.name) for group in groups)
        described = lines(described, w.term("talon", "order", groups=names))
    return TalonPicture.of(described, cards, sizes, lifted)


def _open_hands(w: Words, table: Table, public: Open) -> tuple[str | Picture, ...]:
    """The hands that lie open on the table, each below its player's name."""
    parts: list[str | Picture] = []
    players = zip(players_of(w, table), plain_players_of(w, table), public.hands or (), strict=False)
    for name, plain, hand in players:
        if hand:
            described = w("table.open_hand", player=plain, words=hand_in_words(w, hand, None))
            parts += [w("table.open_hand_of", player=name), HandPicture(described, hand)]
    return tuple(parts)


def last_trick_page(w: Words, table: Table) -> Page | None:
    """The last completed trick; `None` if there is none in this deal."""
    public = table.open
    if public is None or not public.tricks:
        return None
    return Page((trick_on_table(w, table, public, last=True),))


def score_page(w: Words, table: Table) -> Page:
    """The score sheet of a deal that is over, line by line, the running totals, and how they developed."""
    public, names = table.open, players_of(w, table)
    head, sums, rules = list[str](), totals(w, table), list[str]()
    if public is not None and public.result is not None:
        calls = w("table.auction", calls=auction_line(w, public, names)) if table.game.contracts else ""
        head = [*final_trick(w, public, names), calls, *played(w, public, table.open_log, names)]
        head += sheet_in(TEXT_LIMIT - len(lines(head, sums)) - 2, w, public, names)
        rules = [line.rule for line in public.result.lines]
    text = lines(head, sums) or w("score.none_yet")
    return Page((text, *session_chart(w, table)), in_rows(rule_buttons(w, rules)))


def hands_page(w: Words, table: Table) -> Page:
    """All hands of a deal that is over, as dealt."""
    public = table.open
    said = [] if public is None else hands_lines(w, public, table.open_log, players_of(w, table))
    return Page((lines(said) or w("score.none_yet"),))


def proof_page(w: Words, table: Table) -> Page:
    """What the cards of the deal came from, how to play them again, and the seal of the next deal."""
    first = table.match.table_id if table.match else table.id
    code = code_line(w, table.given or f"{first}/{table.number}") if table.shows_result else ""
    said = lines(revealed_line(w, table), code, sealed_line(w, table, whole=True))
    return Page((said or w("proof.none"),))


def tables_page(w: Words, tables: Sequence[Table], suspended: Sequence[str] = ()) -> Page:
    rows = [
        w(
            "tables.table.asleep" if table.asleep else f"tables.table.{table.state}",
            game=table.game.name,
            players=w("list.comma").join(names_of(w, table)),
            table=table.id,
            number=table.number,
        )
        for table in tables
    ]
    rows += [w("tables.table.suspended", table=table_id) for table_id in suspended]
    return Page((lines(w("tables.heading"), rows) if rows else w("tables.none"),))


def auction_page(w: Words, table: Table) -> Page:
    """How the deal began: the dealing, the calls, the contract, the talon, and what was announced."""
    bids = bool(table.game.contracts)
    title = w("button.auction") if bids else w.term("button", "items")
    heading = w("auction.heading", game=table.game.name, number=table.number, title=title)
    names, public = players_of(w, table), table.open
    if public is None:
        return Page((lines(heading, w("auction.none" if bids else "items.none")),))
    before = [dealer_line(w, public, names), *dealing_lines(w, table.open_log, names)]
    nothing_yet = [] if public.items else [w("auction.none" if bids else "items.none")]
    calls = auction_lines(w, public, names) or nothing_yet
    settled = [contract_line(w, public, names)] if is_settled(public) else []
    called = [called_line(w, public, names)] if public.called else promised_lines(w, public, names)
    talon = talon_lines(w, public, names)
    room = TEXT_LIMIT - len(lines(heading, before, calls, settled, called, talon))
    said = item_lines(w, public, table.open_log, names, explained=True)
    if len(lines(said)) > room:
        said = item_lines(w, public, table.open_log, names)
    return Page((lines(heading, before, calls, settled, called, talon, said),))


def spectator_page(w: Words, table: Table, user_id: int) -> Page:
    """The panel of a person who watches a table: public facts only, the same for everybody.

    Only its last line depends on whether that person sits there.
    """
    shown, public = table_page(table, w), table.open
    if table.state is TableState.ENDED:
        return (shown.in_words() if w.aloud else shown).without_controls()
    below = list[str]()
    if public is not None and not public.result:
        # Before the contract the table message shows the auction itself.
        calls = auction_line(w, public, players_of(w, table)) if public.contract else ""
        below = [w("table.auction", calls=calls) if public.contract else "", *totals(w, table)]
    refresh = Button(WATCHING[REFRESH].at(table), w("button.refresh"))
    hint = "watch.hint" if table.seat_of(user_id) is None else "watch.hint_seated"
    page = Page((*shown.parts, lines(*below, w(hint))), ((refresh,),))
    return page.in_words() if w.aloud else page


def end_question(w: Words, table: Table, user_id: int, *, moderator: bool) -> str:
    """Ask whether to end a table, or to agree to its end: which one it is, and what is lost by it."""
    who = w("list.comma").join(names_of(w, table))
    about = w("sure.which", game=table.game.name, table=table.id, players=who)
    if moderator or user_id == table.host_id:
        asked = w("sure.end")
    else:
        asked = w("sure.agree", count=len(table.for_end), total=len(table.people))
    return lines(asked, about, unfinished(w, table), totals(w, table))


def leave_question(w: Words, table: Table) -> str:
    if len(table.people) > 1:
        return w("sure.leave")
    kept = "between" if table.state is TableState.BETWEEN else "playing"
    return w(f"sure.leave_{kept}", number=table.number)


def suspended_totals(w: Words, table: Suspended) -> str:
    """The running totals of a table that cannot be read; empty if they cannot be read either."""
    names, written = [name for name, _ in table.totals], [total for _, total in table.totals]
    return totals_line(w, written, names) if written else ""
