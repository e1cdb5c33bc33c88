"""A player's own panel: the hand, what may be done now, and the controls for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.announcing import DONE
from bot.rules.cards import NO_CARDS, card, union
from bot.rules.moves import Action
from bot.rules.view import View
from bot.store import CardsShown
from bot.tables import Table, TableState, play, refusal_of
from bot.text import Words
from bot.text.cards import hand_in_words, short_name
from bot.text.deals import prompt_line
from bot.text.moves import action_label, refusal_sentence
from bot.text.scores import score_lines
from bot.text.sides import calling_line
from card_images import Style
from cogs.controls import AGAIN, PANEL, REMATCH, costliest_id
from cogs.discord.page import Button, Look, Page, Row, in_rows, lines
from cogs.discord.pictures import HandPicture, Picture
from cogs.match.page import after_guide, results_button
from cogs.play.controls import NO_CHOICE, ActionControls, Choice, playable
from cogs.play.guide import guide_lines
from cogs.play.labels import card_of, in_full, small_print
from cogs.play.statements import ALL, beginning_with, begun_in_words
from cogs.table.clock import departed_lines, due_line, may_let_play, rest_line, wish_line
from cogs.table.names import names_of, players_of
from cogs.table.page import panel_buttons, talon_shown, trick_on_table
from cogs.table.progress import (
    awaited_line,
    contract_lines,
    last_trick_lines,
    progress_lines,
    sees_talon,
    unfinished,
)
from cogs.table.score import deals_left, outcome, outcome_lines, result_lines, totals

LESSON_LINES: Final = 4
"""Lines of a score sheet that a phone shows together with the lesson about it."""
FEW_CARDS: Final = 8
"""The most buttons of cards that leave room for the picture of the last trick."""


def player_page(
    w: Words,
    table: Table,
    user_id: int,
    *,
    notice: str = "",
    choice: Choice = NO_CHOICE,
    cards: CardsShown = CardsShown.STANDARD,
) -> Page | None:
    """The panel of a player; `None` for a person who has no seat to come back to, and before the first deal.

    `notice` is shown above the controls, such as the reason of a refusal. `choice` is what the player has
    begun to choose. With `CardsShown.TEXT` the page has no pictures: everything is in words.
    """
    view = table.view(user_id)
    if view is None or (view.seat is None and user_id not in table.away):
        return None
    over = table.shows_result
    title = "panel.heading_over" if over or table.state is TableState.ENDED else "panel.heading"
    if table.is_direct and title == "panel.heading":
        title = "panel.heading_alone"
    heading = w(title, game=table.game.name, number=table.number, channel=f"<#{table.channel_id}>")
    if table.state is TableState.ENDED:
        return _ended_page(w, table, view, heading)
    if view.seat is None:
        return _away_page(w, table, view, heading)
    # Right above the controls, where a phone shows it.
    warning = w("panel.notice", notice=notice) if notice else ""
    top = lines(heading, _top(w, table, view, in_words=cards is CardsShown.TEXT))
    if over:
        return Page((lines(top, warning),), _after_deal(w, table, view, user_id))
    in_words = cards is CardsShown.TEXT
    pictures = _pictures(w, table, view, in_words=in_words)
    if view.open.tricks and not pictures and not in_words:  # there is no room for a picture of the last trick
        names = players_of(w, table)
        top = lines(top, [w("panel.words", words=line) for line in last_trick_lines(w, view.open, names)])
    contract = contract_lines(w, table, view)
    if view.sits_out:
        # This panel shows the deal only at times, so it names the channel.
        channel = f"<#{table.channel_id}>"
        not_followed = w("panel.not_followed", button=w("button.again"), channel=channel)
        turn = rest_line(w, table, asked=False) or awaited_line(w, table, view.open)
        resting = w("panel.sits_out"), not_followed, turn, departed_lines(w, table), wish_line(w, table)
        waiting = lines(contract, warning, *resting)
        return Page((top, *pictures, waiting), (*_of_clock(w, table, view), *_help(w, table, view)))
    controls = ActionControls(w, table, view, in_words=in_words)
    clock = _clock(w, table, view), *departed_lines(w, table), wish_line(w, table)
    if table.paused:
        asked: tuple[str | Sequence[str], ...] = clock
        rows: tuple[Row, ...] = (tuple(panel_buttons(w, table, {"go_on": Look.SUCCESS})),)
    else:
        why = [_why_only_pass(w, table, user_id, view), _what_is_owed(w, table, user_id, view)]
        said = [prompt(controls, choice), why]
        if table.guide and (guided := guide_lines(w, table, view)):
            # The guide says what is asked; without the heading there is room for its sentence.
            top = lines(_top(w, table, view, in_words=in_words))
            said = [] if choice.asked else [marked_line(controls, choice), guided]
        asked, rows = (*said, *clock), controls.rows(choice)
    parts = (top, *pictures, *_hand(w, view, cards), lines(contract, *asked, warning))
    return Page(tuple(filter(None, parts)), (*_of_clock(w, table, view), *rows, *_help(w, table, view)))


def _away_page(w: Words, table: Table, view: View, heading: str) -> Page:
    """The panel of a player who has left, and may come back."""
    label, text = w("button.return"), w("panel.away")
    if table.asleep:
        label, text = w("button.wake"), w("panel.left_asleep")
    result = _top(w, table, view) if table.shows_result else []
    back = Button(PANEL["return"].at(table), label, Look.SUCCESS)
    return Page((lines(heading, result), text), ((back,),))


def outdated_page(w: Words) -> Page:
    """An older private copy of a panel, once its player has got a newer one."""
    return Page((w("panel.outdated"),))


def gone_page(w: Words, table: Table) -> Page:
    """The panel of a person whose seat another person has taken."""
    channel = f"<#{table.channel_id}>"
    heading = w("panel.heading", game=table.game.name, number=table.number, channel=channel)
    return Page((lines(heading, w("refusal.not_seated")),))


def _ended_page(w: Words, table: Table, view: View, heading: str) -> Page:
    done = view.open.result is not None  # else its last deal was broken off
    text = lines(
        heading,
        _top(w, table, view) if done else [],
        w("panel.ended"),
        unfinished(w, table),
        outcome_lines(w, table),
        [] if done else totals(w, table),
        _lesson(w, table, view) if table.guide and done else [],
    )
    rematch = Button(AGAIN[REMATCH].at(table), w("button.rematch"), Look.SUCCESS)
    again = after_guide(w) if table.guide else [] if table.given else [rematch]
    costliest = _costliest(w, table, view) if done and view.seat is not None else ()
    apart = table.is_direct and table.given and not table.guide
    results = results_button(w, table) if apart else ()
    return Page((text,), (*results, *in_rows([*again, *costliest])))


def _lesson(w: Words, table: Table, view: View) -> list[str]:
    """The score sheet of a guided deal, and what it teaches."""
    *sheet, sums = score_lines(w, view.open, players_of(w, table))
    left = len(sheet) - LESSON_LINES
    more = [w("score.more", count=left)] if left > 0 else []
    return [*sheet[:LESSON_LINES], *more, sums, *guide_lines(w, table, view)]


def _of_clock(w: Words, table: Table, view: View) -> tuple[Row, ...]:
    """The buttons to let a computer play for a late player, and to support a wish for a pause or withdraw it.

    They come and go as others act: above the controls they move none of them at the end of a chat.
    """
    own = "no_pause" if view.seat in table.wishing else "pause"
    offered = {"let": may_let_play(table) and not view.actions, own: bool(wish_line(w, table))}
    return in_rows(panel_buttons(w, table, {verb: Look.SECONDARY for verb in offered if offered[verb]}))


def _clock(w: Words, table: Table, view: View) -> str:
    """That the table is asleep or paused, or how much time there is while the player is asked; else empty."""
    asked = bool(view.actions)
    due = due_line(w, table, brief=True) if asked else ""
    return rest_line(w, table, asked=asked) or (w("clock.line", due=due) if due else "")


def _after_deal(w: Words, table: Table, view: View, user_id: int) -> tuple[Row, ...]:
    """The buttons to the next deal, to the end of the table, and to the costliest decision.

    The next panel has the buttons that only show something in their places.
    """
    verbs = {"trick": Look.SECONDARY} if view.open.tricks else {}
    verbs |= {"score": Look.SECONDARY, "hands": Look.SECONDARY, "next": Look.SUCCESS}
    if user_id == table.host_id:
        verbs["end"] = Look.DANGER
    if refusal_of(play.announce_last_circle(table, user_id)) is None:
        verbs["last_circle"] = Look.SECONDARY
    return in_rows([*panel_buttons(w, table, verbs, {"trick": "final_trick"}), *_costliest(w, table, view)])


def _costliest(w: Words, table: Table, view: View) -> tuple[Button, ...]:
    """The button to the costliest decision of a deal that is over.

    There is none where nothing was decided, and where the bot has no thinkers to try anything out.
    """
    result = view.open.result
    if not table.terms.computers_think:
        return ()
    # Given cards do not count for the standings, which record who played.
    if result is None or result.void or table.given or view.sits_out or view.seat in table.taken_over:
        return ()
    return (Button(costliest_id(f"{table.id}/{table.number}"), w("button.costliest"), lasts=True),)


def _top(w: Words, table: Table, view: View, *, in_words: bool = False) -> list[str]:
    """The course of the deal; its score sheet once it is over."""
    if not table.shows_result:
        return progress_lines(w, table, view, in_words=in_words)
    names = players_of(w, table)
    return [*result_lines(w, table, names), *outcome(w, table, names), *deals_left(w, table)]


def _hand(w: Words, view: View, cards: CardsShown) -> tuple[str | Picture, ...]:
    """The hand: a picture with its description, or words.

    The cards drawn from the talon are marked until the player plays the first card.
    """
    choice, public = playable(view), view.open
    if not view.hand:
        return ()  # no cards have been dealt yet, or all are played
    has_played = public.tricks or any(play.seat == view.seat for play in public.trick)
    drawn = NO_CARDS if has_played else view.drawn
    w = w.read_aloud()
    described = hand_in_words(w, view.hand, choice)
    told = union(group.cards for group in public.talon if group.taker == view.seat)
    if drawn and not (public.phase == "discard" and drawn <= told):
        described = w("list.sentences", first=described, second=w("hand.drawn", cards=drawn))
    if cards is CardsShown.TEXT:
        return (described,)
    return (HandPicture(described, view.hand, choice, Style(cards), drawn),)


def _help(w: Words, table: Table, view: View) -> tuple[Row, ...]:
    """The buttons that only show something: they are always last."""
    shown = {
        "now": True,
        "auction": True,
        "again": not view.actions,
        "hint": bool(view.actions) and table.allows_hints,
    }
    labels = {} if table.game.contracts else {"auction": "items"}
    return in_rows(panel_buttons(w, table, {verb: Look.SECONDARY for verb in shown if shown[verb]}, labels))


def position(
    w: Words, table: Table, view: View, cards: CardsShown, *, brief: bool = False
) -> tuple[str | Picture, ...]:
    """What a panel shows, with all that it leaves to *Auction*; `brief`, only the cards and the contract."""
    in_words = cards is CardsShown.TEXT
    course = [] if brief else progress_lines(w, table, view, in_words=in_words, whole=True)
    top = lines(course)
    shown = (*_pictures(w, table, view, in_words=in_words), *_hand(w, view, cards))
    return tuple(filter(None, (top, *shown, lines(contract_lines(w, table, view)))))


def _pictures(w: Words, table: Table, view: View, *, in_words: bool) -> tuple[str | Picture, ...]:
    """The trick, else the last one if there is room for it; before the play the talon.

    Only the player who takes from the talon sees it here, and the group that nobody else has seen is lifted.
    `in_words`: the trick is told above, and the talon here.
    """
    public, choice = view.open, playable(view)
    if public.trick or (public.tricks and len(choice or ()) <= FEW_CARDS):
        return () if in_words else (trick_on_table(w, table, public),)
    if not sees_talon(view):
        return ()
    seen = zip(view.talon, public.talon, strict=True)
    own = [number for number, (mine, all_know) in enumerate(seen) if mine.cards and not all_know.cards]
    talon = talon_shown(w, view.talon, own[-1] if own else None)
    return (talon.description if in_words else talon,)


def _why_only_pass(w: Words, table: Table, user_id: int, view: View) -> str:
    """Why a player can only pass, not even bid the highest contract; empty where there is a choice."""
    if [each.verb for each in view.actions] != ["pass"] or not table.game.contracts:
        return ""
    refusal = table.refusal(user_id, Action("bid", table.game.contracts[-1]))
    if refusal is None:
        return ""
    is_highest = refusal.code == "bid_too_low"
    return w("panel.words", words=w("panel.no_higher") if is_highest else refusal_sentence(w, refusal))


def _what_is_owed(w: Words, table: Table, user_id: int, view: View) -> str:
    """What a player must say before the turn can end, and why; empty where the prompt itself asks for it."""
    verbs = {each.verb for each in view.actions}
    if view.open.phase != "announcing" or not verbs <= {"announce", "kontra"} or not verbs:
        return ""
    refusal = table.refusal(user_id, DONE)
    return w("panel.words", words=refusal_sentence(w, refusal)) if refusal else ""


def prompt(controls: ActionControls, choice: Choice) -> str:
    """What the player is to do, and has begun to do, or for whom the game waits."""
    w, view = controls.words, controls.view
    names = names_of(w, controls.table)
    if choice.begun and choice.begun != ALL:
        about = small_print(w, view, beginning_with(choice.begun, view.actions))
        begun = w("panel.begun", what=begun_in_words(w, choice.begun, view.open, names))
        return lines(begun, w("panel.words", words=about) if about else "")
    if choice.marked and controls.in_steps:
        confirm = "" if choice.asked else w("panel.confirm", button=w("button.confirm"))
        chosen = [in_full(w, view, [each], action_label(w, each, view.open, names)) for each in choice.marked]
        return lines(confirm, [w("panel.chosen", what=each) for each in chosen])
    if not view.actions:
        if rest_line(w, controls.table, asked=False):
            return ""  # the line about the clock says that the table rests
        awaited = awaited_line(w, controls.table, view.open)
        return w("panel.waiting", turn=awaited) if view.open.result is None else awaited
    marked = _marked(controls, choice, names)
    if view.open.turn and view.seat not in view.open.turn:
        return lines(w("prompt.out_of_turn"), marked)
    if view.actions == (DONE,):
        asked = w("prompt.only_done", done=action_label(w, DONE, view.open))
    else:
        asked = prompt_line(w, view)
    return lines(asked, calling_line(w, view, names), marked)


def marked_line(controls: ActionControls, choice: Choice) -> str:
    """What the player has begun to choose; empty if that is nothing."""
    if choice.begun or (choice.marked and controls.in_steps):
        return prompt(controls, choice)
    return _marked(controls, choice, names_of(controls.words, controls.table))


def _marked(controls: ActionControls, choice: Choice, names: Sequence[str]) -> str:
    """What is marked but not done yet; empty if nothing is."""
    if not choice.marked:
        return ""
    w, public = controls.words, controls.view.open
    named = (
        short_name(w, card(code)) if (code := card_of(each)) else action_label(w, each, public, names)
        for each in choice.marked
    )
    return w("panel.marked", what=w("list.semicolon").join(named))
