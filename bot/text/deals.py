"""The state of a deal in words, what it inherits from earlier ones, and an account of a whole deal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.games import GAMES
from bot.rules.announcing import DONE
from bot.rules.cards import Cards, card
from bot.rules.deal import Deal
from bot.rules.facts import DiscardedTarocks, Invitation, Raised, Stated, Walk
from bot.rules.game import Misdeal
from bot.rules.layout import Layout, Seat
from bot.rules.moves import DEAL, Move
from bot.rules.state import Group, Open, Public
from bot.rules.tricks import Play
from bot.rules.view import View
from bot.text.announcements import (
    announced_lines,
    contract_as_it_stands,
    contract_in_full,
    item_lines,
    raised_line,
)
from bot.text.cards import list_cards, long_name
from bot.text.facts import InWords, moment
from bot.text.moves import call_in_words, move_sentence
from bot.text.scores import score_lines, session_lines
from bot.text.sides import called_line, playing, side_sentences, sides_are_given, sides_line
from bot.text.words import Words


def standing_lines(
    w: Words,
    public: Open,
    log: Sequence[Move],
    names: Sequence[str],
    *,
    idle: bool = False,
    pictured: bool = False,
) -> list[str]:
    """Return the public state of a deal, from the dealer to whose turn it is.

    `idle`: whether the game is paused or was broken off, so that it is nobody's turn.
    `pictured`: whether the cards on the table are beside it in pictures, whose descriptions name them.
    """
    lines = [dealer_line(w, public, names)]
    settled = is_settled(public)
    lines += [contract_line(w, public, names)] if settled else auction_lines(w, public, names)
    lines += [] if settled else [*last_word_lines(w, public, names), *dealing_lines(w, log, names)]
    lines += [called_line(w, public, names)] if public.called else promised_lines(w, public, names)
    lines += talon_lines(w, public, names, pictured=pictured and is_talon_shown(public.phase, public.talon))
    lines += item_lines(w, public, log, names)
    lines += [] if pictured else open_hands_lines(w, public, names)
    if public.phase in ("play", "over") and public.tricks:
        lines.append(tricks_line(w, public, names))
    if public.trick and not pictured:
        lines.append(w("standing.trick", plays=trick_line(w, public.trick, names)))
    if public.result is None and not idle:
        lines.append(turn_line(w, public, names))
    return lines


def played_lines(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], told: Collection[str] = ()
) -> list[str]:
    """Return what was played: contract, call and partner, what was announced, and who doubled what.

    `told` are announcements that are named elsewhere, as for `announced_lines`.
    """
    called = [called_line(w, public, names)] if public.called else promised_lines(w, public, names)
    return [contract_line(w, public, names), *called, *announced_lines(w, public, log, names, told)]


def is_settled(public: Open) -> bool:
    """Whether the contract is known, or that there is none."""
    return bool(public.contract) or public.phase == "play" or sides_are_given(public)


def dealing_lines(w: Words, log: Sequence[Move], names: Sequence[str]) -> list[str]:
    """Return how the cards were dealt where players decided on it: who cut, who knocked, who chose what."""
    return [move_sentence(w, move, names) for move in log if move.action.verb == DEAL]


def misdeal_lines(w: Words, misdeals: Iterable[Misdeal], names: Sequence[str]) -> list[str]:
    """Return the hands shown before a deal because the cards were dealt again, a line each time."""
    lines = []
    for each in misdeals:
        hands = (w("standing.shown", player=names[seat], cards=hand) for seat, hand in each.hands)
        lines.append(w.term("standing", "dealt_again", hands=w("list.semicolon").join(hands)))
    return lines


def dealer_line(w: Words, public: Open, names: Sequence[str]) -> str:
    """Return who dealt, and whether the dealer sits out."""
    # The hands say nothing: where players decide on the dealing, all are still empty.
    plays = GAMES[w.game].hand_sizes(public.dealer, public.seats)[public.dealer]
    return w("standing.dealer" if plays else "standing.dealer_out", player=names[public.dealer])


def turn_line(w: Words, public: Open, names: Sequence[str]) -> str:
    """Return whose turn it is and what they do, or that the deal is over.

    If the turn is secret, no player is named.
    """
    players = w.listed([names[seat] for seat in public.turn])
    return w.term("turn", moment(public), players=players)


def prompt_line(w: Words, view: View) -> str:
    """Return what a player is to do, in the most specific sentence of the catalogue."""
    verbs = dict.fromkeys(action.verb for action in view.actions if action != DONE)
    asked = [f"{moment(view.open)}.{each}" for each in ("_".join(sorted(verbs)), *verbs)]
    specific = next((each for each in asked if w.has_term("prompt", each)), view.open.phase)
    return w.term("prompt", specific, count=view.to_discard)


def auction_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """Return the calls so far, a line each: `Anna: pass`. Forehand's obligatory opening comes first."""
    return [w("auction.line", player=player, call=call) for player, call in _calls(w, public, names)]


def _calls(w: Words, public: Open, names: Sequence[str]) -> list[tuple[str, str]]:
    calls = [(names[call.seat], call_in_words(w, call.action)) for call in public.calls]
    if w.has(f"opening.{w.game}") and _auction_is_open(public):
        calls.insert(0, (names[public.forehand], w(f"opening.{w.game}")))
    return calls


def last_word_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """Return what forehand's obligatory opening means, as long as nobody has bid over it."""
    bid = any(call.action.verb == "bid" for call in public.calls)
    if public.phase != "auction" or bid or not w.has(f"opening.{w.game}"):
        return []
    return [w("opening.last_word", player=names[public.forehand])]


def _auction_is_open(public: Open) -> bool:
    """Whether the auction has begun: before it, players may demand a new deal."""
    return public.phase != "offer" and (bool(public.calls) or public.phase != "over")


def auction_line(w: Words, public: Open, names: Sequence[str], last: int = 0) -> str:
    """Return the calls so far in one line, `Anna Solo, Béla pass`, or that there are none.

    `last`: how many calls fit; the earlier ones are left out. 0 for all.
    """
    calls = [w("auction.call", player=player, call=call) for player, call in _calls(w, public, names)]
    shown = ["…", *calls[-last:]] if last and len(calls) > last else calls
    return w("list.comma").join(shown) or w("auction.none")


def contract_line(w: Words, public: Open, names: Sequence[str]) -> str:
    """Return who plays which contract, and at which level of the talon, or that there is none (yet).

    Once all groups of the talon lie open, each has its own level, and the contract has none.

    In a game in which the seats determine the sides, return who plays against whom.
    """
    if sides_are_given(public):
        return sides_line(w, public, names)
    if public.declarer is None:
        return w.term("standing", _no_contract(public))
    player, depth = names[public.declarer], public.fact(Walk)
    if depth is None or depth.all_open:
        name = contract_in_full(w, public.contract, Public(public))
        return w("standing.contract", name=name, player=player)
    name = contract_as_it_stands(w, public.contract, Public(public))
    return w("standing.contract_at_level", name=name, player=player, number=depth.level)


def _no_contract(public: Open) -> str:
    """Why there is no contract: all have passed, the cards are dealt again, or the auction goes on."""
    passed = sum(call.action.verb == "pass" for call in public.calls)
    if public.calls and (passed == sum(map(bool, public.hand_sizes)) or public.tricks):
        return "each" if public.tricks or public.phase != "over" else "void"
    return "redealt" if public.phase == "over" else "no_contract"


def promised_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """Return the card that an inviting player has shown to hold; it binds every declarer but that one."""
    invitation = public.fact(Invitation)
    if invitation is None or (is_settled(public) and public.declarer == invitation.seat):
        return []
    return [w("standing.promised", player=names[invitation.seat], card=invitation.card)]


def is_talon_shown(phase: str, groups: Sequence[Group]) -> bool:
    """Return whether the cards of the talon lie before the players, as far as its reader knows them."""
    return phase in ("talon", "discard") and any(group.cards for group in groups)


def talon_lines(w: Words, public: Open, names: Sequence[str], *, pictured: bool = False) -> list[str]:
    """Return what is public about the talon, its takers and the discards.

    `pictured`: whether the cards are beside it in pictures, so that only takers and levels are told.
    """
    lines = []
    if groups := _groups(w, public, names, pictured=pictured):
        lines.append(w("standing.talon", groups=groups))
    if public.discards_shown and not pictured:
        lines.append(w("standing.laid_open", cards=public.discards_shown))
    tarokks = public.fact(DiscardedTarocks)
    if tarokks is not None:
        stated = w("list.comma").join(_stated(w, each, names) for each in tarokks.counts if each.number)
        key = "laid_tarocks" if stated else "no_laid_tarocks"
        lines.append(w.term("standing", key, stated=stated))
    return lines


def _stated(w: Words, stated: Stated, names: Sequence[str]) -> str:
    """A number for one player, `Anna 1`, or for several together, `Anna and Béla together 1`."""
    players = w.listed([names[seat] for seat in stated.seats])
    key = "player.amount" if len(stated.seats) == 1 else "player.together"
    return w(key, player=players, number=stated.number)


def look_lines(w: Words, view: View, *, pictured: bool = False) -> list[str]:
    """Return, for this player only, the talon cards that only this player has looked at.

    `pictured`: whether a picture beside it shows them, so that only their group is named.
    """
    mine = [group for group in view.talon if group.looker == view.seat and group.taker is None]
    hidden = [group for group in mine if group.cards and not group.shown]
    key = "look_here" if pictured else "look"
    return [w.term("standing", key, half=group.name, cards=group.cards) for group in hidden]


def talon_in_words(w: Words, groups: Iterable[Group]) -> str:
    described = []
    for group in groups:
        cards = w("list.comma").join(long_name(w, each) for each in group.cards)
        described.append(w("talon.group" if cards else "talon.hidden", half=group.name, cards=InWords(cards)))
    return w("talon.described", groups=w("list.semicolon").join(described))


def _groups(w: Words, public: Open, names: Sequence[str], *, pictured: bool) -> str:
    depth = public.fact(Walk)
    levels = depth.offered if depth else {}
    known = (group for group in public.talon if group.shown or group.taker is not None)
    told = (_group(w, each, levels.get(each.name), names, pictured=pictured) for each in known)
    return w("list.semicolon").join(filter(None, told))


def _group(w: Words, group: Group, level: int | None, names: Sequence[str], *, pictured: bool) -> str:
    if pictured and group.taker is None:
        return "" if level is None else w("talon.level", half=group.name, number=level)
    if group.taker is None and level is not None:
        return w("talon.group_at_level", half=group.name, cards=group.cards, number=level)
    if group.taker is None:
        return w("talon.group", half=group.name, cards=group.cards)
    key = "talon.taken" if group.cards and not pictured else "talon.taken_hidden"
    return w(key, half=group.name, cards=group.cards, player=names[group.taker])


def open_hands_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """Return all hands while they lie open during the play."""
    if public.hands is None or public.result is not None:
        return []
    hands = zip(names, public.hands, strict=True)
    return [w("standing.open_hand", player=name, cards=hand) for name, hand in hands if hand]


def tricks_line(w: Words, public: Open, names: Sequence[str]) -> str:
    """Return how many tricks each player has taken, without a dealer who sits out."""
    seats = playing(public)
    tricks = by_name(w, [names[seat] for seat in seats], [public.tricks_won[seat] for seat in seats])
    return w("standing.tricks", tricks=tricks)


def by_name(w: Words, names: Sequence[str], numbers: Iterable[int]) -> str:
    """Return a number for every player: `Anna 3, Béla 1`."""
    return w("list.comma").join(
        w("player.amount", player=name, number=number) for name, number in zip(names, numbers, strict=True)
    )


def trick_line(w: Words, plays: Iterable[Play], names: Sequence[str], winner: Seat | None = None) -> str:
    """Return the cards of a trick in playing order, with its winner if it is complete."""
    cards = w("list.comma").join(w("trick.play", player=names[play.seat], card=play.card) for play in plays)
    return cards if winner is None else w("trick.won", plays=cards, player=names[winner])


def trick_in_words(w: Words, plays: Iterable[Play], names: Sequence[str], winner: Seat | None = None) -> str:
    """Return a trick as the description of its picture, in long names."""
    cards = w("list.semicolon").join(
        w("trick.described", player=names[play.seat], long=long_name(w, play.card)) for play in plays
    )
    if not cards:
        return w("trick.empty")
    return cards if winner is None else w("trick.described_won", plays=cards, player=names[winner])


def dealt_lines(w: Words, layout: Layout, names: Sequence[str]) -> list[str]:
    """Return every hand and the talon as dealt, for readers who may see all cards."""
    hands = zip(names, layout.hands, strict=True)
    lines = [w("standing.hand", player=name, cards=hand) for name, hand in hands if hand]
    if layout.talon:
        lines.append(w("standing.talon_dealt", cards=list_cards(w, layout.talon)))
    return lines


def hands_lines(w: Words, public: Open, log: Sequence[Move], names: Sequence[str]) -> list[str]:
    """The hands and the talon as dealt, and the discards: empty until the deal is over."""
    layout = public.dealt
    if layout is None:
        return []
    lines = dealt_lines(w, layout, names)
    for seat, name in enumerate(names):
        laid = [move.action for move in log if move.seat == seat and move.action.verb == "lay"]
        if laid:
            cards = Cards.of(card(action.argument) for action in laid)
            lines.append(w("standing.laid", player=name, cards=cards))
    return lines


WITH_OWN_LINE = ("redeal", "annul", "announce", "kontra", "surrender", "claim")
"""The verbs of moves that have a line of their own; the effects of others appear elsewhere."""


def account(w: Words, deal: Deal, names: Sequence[str]) -> str:
    """Return the deal from the cards as dealt to the score sheet, line by line.

    It names every card, so it must not be shown to players of an unfinished deal.
    """
    w = w.of(deal.game.name)
    public = deal.open
    lines = [w("account.heading", game=deal.game.name), dealer_line(w, public, names)]
    lines += session_lines(w, deal.layout.session, names) + dealt_lines(w, deal.dealt, names)
    if deal.game.contracts:
        lines.append(w("account.auction", calls=auction_line(w, public, names)))
    lines.append(contract_line(w, public, names))
    lines += [called_line(w, public, names)] if public.called else []
    lines += talon_lines(w, public, names)
    discards = zip(names, deal.discards, strict=True)
    lines += [w("standing.laid", player=name, cards=cards) for name, cards in discards if cards]
    statements = _statement_lines(w, deal, names)
    plays = (number for number, move in enumerate(deal.log) if move.action.verb == "play")
    first_play = next(plays, len(deal.log))
    lines += [line for number, line in statements if number < first_play]
    raised = Raised.of(public)
    lines += [raised_line(w, item, raised, names) for item in public.items if item in raised]
    lines += [
        w("account.trick", number=number, plays=trick_line(w, trick.plays, names, trick.winner))
        for number, trick in enumerate(public.tricks, start=1)
    ]
    if public.trick:
        lines.append(w("standing.trick", plays=trick_line(w, public.trick, names)))
    lines += open_hands_lines(w, public, names) + [line for number, line in statements if number > first_play]
    if deal.result is None:
        lines += [w("account.unfinished"), turn_line(w, public, names)]
    else:
        lines += score_lines(w, public, names)
    # It is read by programs and in terminals, which break no line between a name and a figure.
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def _statement_lines(w: Words, deal: Deal, names: Sequence[str]) -> list[tuple[int, str]]:
    """The moves with a line of their own by index in the log, each with what it revealed about the sides."""
    position, lines = Deal.start(deal.game, deal.layout), []
    for number, move in enumerate(deal.log):
        after = position.act(move.seat, move.action)
        assert isinstance(after, Deal), "the actions of the log were legal"
        if move.action.verb in WITH_OWN_LINE:
            shown = side_sentences(w, position.open, after.open, names)
            lines += [(number, each) for each in (move_sentence(w, move, names, deal.log[:number]), *shown)]
        position = after
    return lines
