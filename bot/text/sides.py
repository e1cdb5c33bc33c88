"""Sides in words: the called partner, and what the table or a player knows about the sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.cards import CODES, KINGS, Cards, card, union
from bot.rules.facts import Invitation
from bot.rules.layout import SIDES, Seat, Side
from bot.rules.state import Open
from bot.rules.view import View
from bot.text.words import Words

ALONE: Final = "side.alone_secret"
"""For a declarer who alone knows that there is no partner."""
KNOWING: Final = (ALONE, "side.declarer_secret")
"""For players who know who the partner is, while the table does not."""


def sides_are_given(public: Open) -> bool:
    """Whether the sides follow from the seats, in a game without auction and contracts."""
    return public.declarer is not None and not public.contract and not public.calls


def sides_line(w: Words, public: Open, names: Sequence[str]) -> str:
    """Return who plays against whom, the dealer's side first."""
    sides = {
        side: w.listed([name for name, on in zip(names, public.sides, strict=True) if on == side])
        for side in SIDES
    }
    return w("standing.sides", attackers=sides[Side.DECLARER], defenders=sides[Side.DEFENDERS])


def called_line(w: Words, public: Open, names: Sequence[str]) -> str:
    """Return the partner call and what is public about the partner, or `""` without a call."""
    if not public.called:
        return ""
    return w("standing.called", called=public.called, partner=_partner_sentence(w, public, names))


def roles(w: Words, public: Open) -> list[str]:
    """Return what each seat is once the sides are known: the declarer, the partner, or `""`.

    It is `""` for every seat in a game in which the seats determine the sides.
    """
    if sides_are_given(public):
        return [""] * public.seats
    with_declarer = [side == Side.DECLARER for side in public.sides]
    return [
        w("role.declarer") if seat == public.declarer else w("role.partner") if with_declarer[seat] else ""
        for seat in range(public.seats)
    ]


def own_side(view: View) -> str:
    """Return the id of the sentence that tells a player which side they are on.

    Return `""` without a partner call, for a declarer who knows no more than the table, and for a dealer who
    sits out.
    """
    if not view.open.called or not view.side or view.seat is None:
        return ""
    if view.seat == view.open.declarer:
        return ALONE if is_secretly_alone(view) else ""
    secret = "" if view.open.sides[view.seat] else "_secret"
    return f"side.{view.side}{secret}"


def is_secretly_alone(view: View) -> bool:
    """Whether this player is a declarer who plays alone, and the table does not know it.

    That is so if the called card, or every king where the remaining one was called, is among the cards that
    the player has held or seen in the talon.
    """
    public = view.open
    if view.seat is None or view.seat != public.declarer or public.candidates == {None}:
        return False
    fallen = (play for trick in (*(each.plays for each in public.tricks), public.trick) for play in trick)
    played = Cards.of(play.card for play in fallen if play.seat == view.seat)
    seen = union([view.hand, view.discards, played, *(group.cards for group in view.talon)])
    if public.called in CODES:
        return card(public.called) in seen
    return bool(public.called) and seen >= KINGS


def called_lines(w: Words, view: View, names: Sequence[str]) -> list[str]:
    """Return the partner call, and what this player knows of the partner and the own side.

    A player who knows more of the partner than the table does not read that nobody knows.
    """
    own = own_side_line(w, view, names)
    if not view.open.called:
        return [own]
    if own_side(view) in KNOWING:
        return [w("standing.called", called=view.open.called, partner=own)]
    return [called_line(w, view.open, names), own]


def own_side_line(w: Words, view: View, names: Sequence[str]) -> str:
    """Return, for this player only, whether they play with or against the declarer; `""` if it is clear.

    In a game in which the seats determine the sides, return the own side with the partner.
    """
    if sides_are_given(view.open):
        alike = enumerate(view.open.sides)
        partners = [names[seat] for seat, side in alike if side == view.side and seat != view.seat]
        return w(f"side.given.{view.side}", players=w.listed(partners)) if partners else ""
    sentence, declarer = own_side(view), view.open.declarer
    if not sentence or declarer is None:
        return ""
    sides = {seat: view.open.side(seat) for seat in view.open.active}
    if sentence == "side.defenders" and Side.NONE not in sides.values():
        friends = [names[seat] for seat, side in sides.items() if side == view.side and seat != view.seat]
        opponents = [names[seat] for seat, side in sides.items() if side != view.side]
        if friends:
            return w("side.defenders_known", players=w.listed(friends), opponents=w.listed(opponents))
    return w(sentence, player=names[declarer])


def side_tricks_line(w: Words, view: View) -> str:
    """Return the tricks of either side where the seats determine the sides; `""` before the first trick."""
    public = view.open
    if not sides_are_given(public) or not public.tricks or view.seat is None:
        return ""
    own = sum(public.sides[trick.winner] == view.side for trick in public.tricks)
    return w("side.tricks", own=own, theirs=len(public.tricks) - own)


def calling_line(w: Words, view: View, names: Sequence[str]) -> str:
    """Return what the call of a partner means for the player who makes it, or `""` for any other."""
    called = [action.argument for action in view.actions if action.verb == "call"]
    if not called:
        return ""
    if all(each in CODES and card(each) in view.hand | view.discards for each in called):
        return w("calling.only_own")
    invitation = view.open.fact(Invitation)
    if invitation is None:
        return w.term("calling", "free")
    if invitation.seat == view.seat:
        return w.term("calling", "own")
    return w.term("calling", "accepted", player=names[invitation.seat], card=invitation.card)


def side_sentences(w: Words, before: Open, after: Open, names: Sequence[str]) -> list[str]:
    """Return what became public about the sides between two positions of a deal."""
    pairs = enumerate(zip(before.sides, after.sides, strict=True))
    shown = [seat for seat, (old, new) in pairs if new and not old and seat != after.declarer]
    if not shown or not after.called:
        return []
    if _partner(after) is not None or _all_known(after):
        return [_partner_sentence(w, after, names)]
    return [w("side.shown_defender", player=names[seat]) for seat in shown]


def playing(public: Open) -> tuple[Seat, ...]:
    """Return the seats that were dealt cards: all but a dealer who sits out."""
    played = {play.seat for trick in public.tricks[:1] for play in trick.plays}
    return tuple(seat for seat, size in enumerate(public.hand_sizes) if size or seat in played)


def _all_known(public: Open) -> bool:
    return all(public.sides[seat] for seat in playing(public))


def _partner(public: Open) -> Seat | None:
    known = enumerate(public.sides)
    return next((seat for seat, side in known if side == Side.DECLARER and seat != public.declarer), None)


def _partner_sentence(w: Words, public: Open, names: Sequence[str]) -> str:
    partner, declarer = _partner(public), public.declarer
    if partner is not None:
        return w("standing.partner", player=names[partner])
    if _all_known(public) and declarer is not None:
        return w("standing.alone", player=names[declarer])
    against = [name for name, side in zip(names, public.sides, strict=True) if side and side != Side.DECLARER]
    if not against:
        return w("standing.partner_unknown")
    return w("standing.partner_narrowed", players=w.listed(against))
