"""Sides in words: what is public, what only one player sees, and what is secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.tricks import Play
from bot.text import LOCALES, words
from bot.text.deals import standing_lines
from bot.text.sides import (
    called_line,
    called_lines,
    calling_line,
    is_secretly_alone,
    own_side_line,
    roles,
    side_sentences,
)
from tests.games.illustrated_tarokk.table import HANDS, auction, to_call
from tests.games.romanian.table import four, to_talk
from tests.notation import act, layout, until
from tests.text.players import NAMES, moves_told, positions

EN = words("en", "koenigrufen")
FOUR = NAMES[:4]
NOTHING = "S7 S8 S9 S10 SJ SQ H4 H3 H2 H1 HJ HQ"
"""A hand with neither king nor tarock."""
CALLED = "1 pass; 2 pass; 3 pass; 0 bid rufer; 0 call HK"
LAID = "0 take lower; 0 lay S7; 0 lay S8; 0 lay S9"


def dealt(*hands: str, talon: str = "") -> Deal:
    """A deal with Anna as forehand."""
    placed = layout(KOENIGRUFEN, *hands, talon=talon, dealer=3)
    return Deal.start(KOENIGRUFEN, replace(placed, session=KOENIGRUFEN.session))


def with_king(partner: int) -> Deal:
    """Anna has called the king of hearts, which another seat holds."""
    hands = ["T22 T21 T20", "T4", "T5", "T6"]
    hands[partner] += " HK"
    return act(dealt(*hands), CALLED)


def told(deal: Deal, locale: str = "en") -> str:
    """All public texts about a position."""
    w = words(locale, "koenigrufen")
    return "\n".join([*standing_lines(w, deal.open, deal.log, FOUR), *moves_told(w, deal.log, FOUR)])


@pytest.mark.parametrize("locale", LOCALES)
def test_public_texts_do_not_depend_on_who_is_the_partner(locale: str) -> None:
    for moves in ("0 take lower", LAID):
        assert len({told(act(with_king(partner), moves), locale) for partner in (1, 2, 3)}) == 1


@pytest.mark.parametrize("locale", LOCALES)
def test_public_texts_do_not_depend_on_who_is_offered_a_redeal(locale: str) -> None:
    hands = {1: ("T1", NOTHING, "T2", "T3"), 2: ("T1", "T2", NOTHING, "T3")}
    offers = {seat: dealt(*each) for seat, each in hands.items()}
    assert [offer.seats() for offer in offers.values()] == [(1,), (2,)]
    assert len({told(offer, locale) for offer in offers.values()}) == 1
    declined = {told(act(offer, f"{seat} decline"), locale) for seat, offer in offers.items()}
    assert len(declined) == 1
    assert words(locale)("turn.offer") in told(offers[1], locale)
    assert words(locale)("turn.offer") not in declined.pop()


def test_an_announcement_reveals_the_partner() -> None:
    before = act(with_king(1), LAID)
    after = act(before, "1 announce trull")
    assert called_line(EN, before.open, FOUR) == ("Called: the king of hearts. The partner is not known yet.")
    assert called_line(EN, after.open, FOUR) == "Called: the king of hearts. Béla is the partner."
    assert side_sentences(EN, before.open, after.open, FOUR) == ["Béla is the partner."]


def test_a_kontra_reveals_an_opponent() -> None:
    before = act(with_king(3), LAID)
    after = act(before, "1 kontra game")
    assert side_sentences(EN, before.open, after.open, FOUR) == ["Béla plays against the declarer."]
    assert called_line(EN, after.open, FOUR).endswith("The partner is not known yet, but it is not Béla.")
    assert side_sentences(EN, after.open, act(after, "1 done").open, FOUR) == []


def test_a_king_in_the_talon_leaves_the_declarer_alone() -> None:
    deal = act(dealt("T22", talon="HK"), CALLED)
    assert called_line(EN, deal.open, FOUR) == "Called: the king of hearts. Anna plays alone."
    assert called_line(words("ja", "koenigrufen"), deal.open, FOUR) == (
        "指名：ハートのキング。Annaは1人で戦います。"
    )


def test_sides_are_not_mentioned_in_a_contract_without_a_call() -> None:
    before = dealt("T22")
    after = act(before, "1 bid solodreier; 2 pass; 3 pass; 0 pass")
    assert called_line(EN, after.open, FOUR) == ""
    assert side_sentences(EN, before.open, after.open, FOUR) == []
    assert [own_side_line(EN, after.view(seat), FOUR) for seat in (0, 1)] == ["", ""]


def test_a_declarer_who_is_left_without_a_partner_is_said_to_play_alone() -> None:
    before = act(with_king(3), LAID).open
    alone = before._replace(candidates=frozenset((None,)))
    assert side_sentences(EN, before, alone, FOUR) == ["Anna plays alone."]


def test_no_seat_has_a_role_where_the_seats_determine_the_sides() -> None:
    public = positions("royal_tarokk", 0)[-1].open
    assert public.declarer is not None
    assert roles(words("en", "royal_tarokk"), public) == [""] * public.seats


def test_only_public_roles_are_shown() -> None:
    hidden = act(with_king(1), LAID)
    assert roles(EN, hidden.open) == ["declarer", "", "", ""]
    assert roles(EN, act(hidden, "1 announce trull").open) == ["declarer", "partner", "", ""]
    assert roles(EN, act(dealt("T22", talon="HK"), CALLED).open) == ["declarer", "", "", ""]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_player_knows_their_own_side(locale: str) -> None:
    w = words(locale, "koenigrufen")
    deal = act(with_king(1), LAID)
    assert own_side_line(w, deal.view(1), FOUR) == w("side.declarer_secret", player="Anna")
    assert own_side_line(w, deal.view(2), FOUR) == w("side.defenders_secret", player="Anna")
    assert [own_side_line(w, deal.view(seat), FOUR) for seat in (0, None)] == ["", ""]
    shown = act(deal, "1 announce trull")
    assert own_side_line(w, shown.view(1), FOUR) == w("side.declarer", player="Anna")
    with_whom = {
        "en": "You play with Clara against Anna and Béla.",
        "ja": "あなたはClaraと組むディフェンダーで、Anna、Bélaと戦います。",
        "de": "Du spielst mit Clara gegen Anna und Béla.",
        "hu": "Clara veled játszik, Anna és Béla ellened.",
        "ro": "Joci cu Clara, contra Anna și Béla.",
    }
    assert own_side_line(w, shown.view(2), FOUR) == with_whom[locale]
    one = act(with_king(1), f"{LAID}; 1 done; 2 announce trull")
    assert own_side_line(w, one.view(2), FOUR) == w("side.defenders", player="Anna"), "nobody knows of Clara"
    two = act(with_king(3), f"{LAID}; 1 kontra game; 1 done; 2 announce trull")
    assert own_side_line(w, two.view(2), FOUR) == w("side.defenders", player="Anna"), (
        "nobody knows of Clara here either"
    )


@pytest.mark.parametrize(
    ("hands", "talon", "called", "alone"),
    [
        (("T22 HK", "SK"), "", "HK", True),
        (("T22 HK", "SK"), "", "SK", False),
        (("T22 SK DK CK", "HK"), "", "remaining", False),
        (("T22", "SK"), "HK", "HK", False),
    ],
)
def test_a_declarer_who_plays_alone_knows_it_before_the_table_does(
    hands: tuple[str, str], talon: str, called: str, alone: bool
) -> None:
    deal = act(dealt(*hands, talon=talon), CALLED.replace("HK", called))
    for position in (deal, until(deal, "play")):
        told = own_side_line(EN, position.view(0), FOUR)
        assert told == (EN("side.alone_secret") if alone else "")
        (first, *_) = called_lines(EN, position.view(0), FOUR)
        assert first.endswith("You play alone. The others don't know yet.") is alone
        assert called_line(EN, position.open, FOUR) in called_lines(EN, position.view(2), FOUR)
    assert called_line(EN, deal.open, FOUR).endswith("not known yet.") is (not talon)


def test_a_declarer_is_not_alone_if_another_played_the_called_card() -> None:
    deal = until(act(dealt("T22", "HK T21", "T20", "T19"), CALLED), "play")
    played = deal.open._replace(trick=(Play(1, card("HK")),))
    assert not is_secretly_alone(replace(deal.view(0), open=played))
    own = deal.open._replace(trick=(Play(0, card("HK")),))
    assert is_secretly_alone(replace(deal.view(0), open=own))


def test_a_declarer_who_has_seen_all_kings_knows_that_there_is_no_partner() -> None:
    deal = act(dealt("T22 SK HK DK", "T1", talon="CK"), CALLED.replace("HK", "remaining"))
    assert called_line(EN, deal.open, FOUR).endswith("Anna plays alone.")
    assert own_side_line(EN, deal.view(0), FOUR) == "", "everybody knows"
    unknown = deal.open._replace(candidates=frozenset((1, 2, 3, None)))
    assert own_side_line(EN, replace(deal.view(0), open=unknown), FOUR) == EN("side.alone_secret")


def test_the_partner_is_not_told_that_nobody_knows_the_partner() -> None:
    (line,) = called_lines(EN, act(with_king(1), LAID).view(1), FOUR)
    assert line == (
        "Called: the king of hearts. You are Anna's partner."
        " The others don't know; announcing or doubling would give it away."
    )


OWN = ("T22 T20 T14 T13 T12 SK SQ HQ DQ", *HANDS[1:2], HANDS[2].replace("T20", "T15"), HANDS[3])
"""Hands of Illustrated Tarokk in which the declarer holds the XX."""


@pytest.mark.parametrize(
    "deal",
    [
        act(to_call(auction("A3 B- C- D-", *OWN)), "0 call T20"),
        to_talk(four("SK", "HK"), "unu1", king="SK"),
    ],
    ids=["the XX", "a king"],
)
def test_calling_ones_own_card_means_playing_alone_in_every_game(deal: Deal) -> None:
    w = words("en", deal.game.name)
    told = [own_side_line(w, deal.view(seat), FOUR) for seat in range(4)]
    assert deal.open.candidates != {None}, "nobody else knows"
    assert told[0] == w("side.alone_secret")
    assert told[0] not in told[1:]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("T22 T21 HK", "-# The player who holds the king you call is your partner"),
        ("T22 SK HK DK", "-# The player who holds the king you call is your partner"),
        ("T22 SK HK DK CK", "-# You can only call a card of your own"),
    ],
    ids=["one king", "all but one king", "all kings"],
)
def test_only_the_caller_reads_what_the_call_means(hand: str, said: str) -> None:
    deal = act(dealt(hand, "T4", "T5", "T6"), CALLED.rpartition(";")[0])
    assert calling_line(EN, deal.view(0), FOUR).startswith(said)
    assert [calling_line(EN, deal.view(seat), FOUR) for seat in (1, None)] == ["", ""]
    assert calling_line(EN, act(deal, "0 call HK").view(0), FOUR) == "", "the call has been made"


@pytest.mark.parametrize(
    ("calls", "declarer", "said"),
    [
        ("A3 B- C- D-", 0, "-# Your partner is the player who holds the card you call"),
        ("A2 B- C- D-", 0, "-# Nobody took up your own invitation"),
        ("A2 B1 C- D-", 1, "-# You accepted Anna's invitation, so you must call the XIX."),
    ],
)
def test_the_caller_reads_what_an_invitation_demands(calls: str, declarer: int, said: str) -> None:
    first, *others, last = HANDS
    hands = (first.replace("T15", "T19"), *others, last.replace("T19", "T15"))
    deal = to_call(auction(calls, *hands))
    w = words("en", "illustrated_tarokk")
    assert deal.open.declarer == declarer
    assert calling_line(w, deal.view(declarer), FOUR).startswith(said)
